import { type HtmlElement, type HtmlNode, isElement, isTextNode, parseHtml } from '@lectern/html/html-tree';
import { cutText } from '@lectern/std/cut-text';

/** The rest of a longer message adds nothing about its subject. */
const MAX_LENGTH = 20_000;
const LOOKS_LIKE_HTML =
  /<\/?(?:p|div|br|span|blockquote|table|ul|ol|li|a|b|i|strong|em|pre|code|h[1-6]|html|body)\b/i;
const BLOCKS = new Set('p div br blockquote table tr ul ol li pre h1 h2 h3 h4 h5 h6 hr'.split(' '));
const SKIPPED = new Set('blockquote script style head pre code template title'.split(' '));

/** Returns the text that a person wrote in a message as plain text, without quotes, code, signature and markup. */
export function readMessageText(body: string): string {
  const start = cutText(body, MAX_LENGTH);
  const plain = LOOKS_LIKE_HTML.test(start) ? textOfHtml(start) : start;
  return ownLines(plain.split(/\r?\n/)).join('\n').trim();
}

function textOfHtml(html: string): string {
  const parts: string[] = [];
  const waiting: (HtmlNode | string)[] = [...parseHtml(html).childNodes].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (isTextNode(next)) parts.push(next.value.replace(/\s+/g, ' '));
    else if (isElement(next) && !SKIPPED.has(next.tagName) && !isQuote(next)) {
      if (BLOCKS.has(next.tagName)) waiting.push('\n');
      for (let at = next.childNodes.length - 1; at >= 0; at -= 1)
        waiting.push(next.childNodes[at] as HtmlNode);
      if (BLOCKS.has(next.tagName)) parts.push('\n');
    }
  }
  return parts.join('');
}

/** Whether an element is a quoted message, by the class names of mail programs. */
const isQuote = ({ attrs }: HtmlElement): boolean =>
  attrs.some(({ name, value }) => name === 'class' && /gmail_quote|moz-cite|yahoo_quoted/.test(value));

const FENCE = /^\s{0,3}(?:```|~~~)/;
const QUOTED = /^\s{0,3}>/;
const SIGNATURE = /^-- ?$|^_{5,}$|^-{3,} ?(?:Original|Forwarded|Ursprüngliche|Weitergeleitete|Mensaje)/i;
/** The line before a quote: “On Monday, Jane wrote:”. */
const INTRODUCES_QUOTE =
  /^(?:On|Am|Le|El|Em|Il|Op)\s.{5,150}(?:wrote|schrieb|écrit|escribió|escreveu|scritto|schreef)/i;
const MARKUP = /[*_`#|~]+/g;
const LINK = /!?\[([^[\]]{0,300})\]\([^()\s]{0,2000}\)/g;

function ownLines(lines: readonly string[]): string[] {
  const own: string[] = [];
  let isCode = false;
  for (const line of lines) {
    if (FENCE.test(line)) isCode = !isCode;
    else if (SIGNATURE.test(line) || INTRODUCES_QUOTE.test(line.trim())) break;
    else if (!isCode && !QUOTED.test(line)) own.push(line.replace(LINK, '$1').replace(MARKUP, ' ').trim());
  }
  return own;
}
