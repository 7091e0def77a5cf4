import {
  attributeOf,
  classesOf,
  findByTag,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isTextNode,
  textOf,
} from '@lectern/html/html-tree';
import { withMark } from '@lectern/markdown/assemble/node-list';
import { inlineImageOf, inlineMathOf } from '@lectern/markdown/block-factories';
import { urlRef } from '@lectern/markdown/content-ref';
import type { ImageData, Length, Mark, PlainMarkType } from '@lectern/markdown/document';
import { IGNORED_ELEMENTS } from '@lectern/markdown/syntax/html-elements';
import { readFormula } from './build-math.ts';
import { readMediaAddress } from './build-media.ts';
import type { HtmlContext } from './html-context.ts';
import { InlineRun } from './inline-run.ts';
import { quote, reportOmitted, reportUnknown } from './report-omitted.ts';

const MARKS: Readonly<Record<string, PlainMarkType>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  cite: 'italic',
  var: 'italic',
  dfn: 'italic',
  del: 'strikethrough',
  s: 'strikethrough',
  strike: 'strikethrough',
  code: 'code',
  tt: 'code',
  samp: 'code',
  kbd: 'keyboard',
  sup: 'superscript',
  sub: 'subscript',
};

/** Adds inline nodes to a run. They must not contain elements that hold blocks. */
export function addInlines(
  context: HtmlContext,
  run: InlineRun,
  nodes: readonly HtmlNode[],
  marks: readonly Mark[],
): void {
  for (const node of nodes) {
    if (isTextNode(node)) run.text(node.value, marks);
    else if (isElement(node)) context.within(node, () => addInline(context, run, node, marks));
  }
}

function addInline(context: HtmlContext, run: InlineRun, element: HtmlElement, marks: readonly Mark[]): void {
  const own = context.rules.inline?.(element, context);
  if (own) {
    for (const node of own) run.add(node);
    return;
  }
  const formula = readFormula(element);
  if (formula) {
    run.add(inlineMathOf(formula.text));
    return;
  }
  const { tagName } = element;
  if (isHidden(element)) return;
  if (tagName === 'input' && /^(?:checkbox|radio)$/i.test(attributeOf(element, 'type') ?? '')) {
    run.text(attributeOf(element, 'checked') === undefined ? '☐ ' : '☑ ', marks);
    return;
  }
  if (IGNORED_ELEMENTS.has(tagName)) {
    reportOmitted(context, element);
    return;
  }
  if (tagName !== 'a') reportUnknown(context, element);
  switch (tagName) {
    case 'br':
      run.lineBreak();
      return;
    case 'img':
    case 'picture':
      addImage(context, run, element, marks);
      return;
    case 'a':
      addLink(context, run, element, marks);
      return;
    case 'iframe':
    case 'video':
    case 'audio':
    case 'object':
    case 'embed':
      addMedia(context, run, element, marks);
      return;
    case 'rt':
      run.text(`(${textOf(element)})`, marks);
      return;
    case 'rp':
      return;
    case 'math':
      context.report('formula-as-text', 'A formula without its TeX source was imported as text.');
      context.addInlines(run, element.childNodes, marks);
      return;
    case 'q':
      run.text('“', marks);
      context.addInlines(run, element.childNodes, marks);
      run.text('”', marks);
      return;
    case 'code':
    case 'tt':
    case 'samp':
      run.text(textOf(element), withMark(marks, 'code'));
      return;
    default:
      context.addInlines(run, element.childNodes, marksOf(element, marks));
  }
}

/** Returns the marks that apply within an element; word processors write them as styles. */
export function marksOf(element: HtmlElement, marks: readonly Mark[]): readonly Mark[] {
  const style = attributeOf(element, 'style') ?? '';
  const own = MARKS[element.tagName];
  // Some editors wrap whole documents in `<b style="font-weight:normal">`.
  const isUndone = own === 'bold' && /font-weight:\s*(?:normal|[1-4]00)/i.test(style);
  let within = own && !isUndone ? withMark(marks, own) : marks;
  if (element.tagName !== 'span') return within;
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) within = withMark(within, 'bold');
  if (/font-style:\s*italic/i.test(style)) within = withMark(within, 'italic');
  const hasLine = style
    .split(';')
    .some((rule) => /^\s*text-decoration/i.test(rule) && /line-through/i.test(rule));
  if (hasLine) within = withMark(within, 'strikethrough');
  return within;
}

/** Whether an element is hidden from readers: it is for programs, screen readers or print only. */
export function isHidden(element: HtmlElement): boolean {
  if (attributeOf(element, 'hidden') !== undefined && attributeOf(element, 'role') !== 'tabpanel')
    return true;
  return classesOf(element).some((name) =>
    /^(?:sr-only|visually-hidden|screen-reader-text|d-print-only)$/i.test(name),
  );
}

/** A player or frame within a line, such as a heading, becomes a link to what it shows. */
function addMedia(context: HtmlContext, run: InlineRun, element: HtmlElement, marks: readonly Mark[]): void {
  const address = readMediaAddress(context, element);
  if (address === undefined) {
    context.report('unsupported-element', `A <${element.tagName}> element without an address was left out.`);
    if (element.tagName !== 'iframe') context.addInlines(run, element.childNodes, marks);
    return;
  }
  const content = new InlineRun(run.endsInBlank);
  content.text(attributeOf(element, 'title') || address, marks);
  run.link(address, content);
}

function addLink(context: HtmlContext, run: InlineRun, element: HtmlElement, marks: readonly Mark[]): void {
  const href = attributeOf(element, 'href')?.trim();
  const target = href ? context.target(href) : undefined;
  if (target === undefined) {
    context.addInlines(run, element.childNodes, marks);
    return;
  }
  if (isPermalink(element)) return;
  reportUnknown(context, element);
  const content = new InlineRun(run.endsInBlank);
  context.addInlines(content, element.childNodes, marks);
  run.link(target, content);
}

const PERMALINK =
  /^(?:headerlink|header-anchor|anchor|anchor-link|hash-link|heading-anchor|permalink|toc-anchor)$/i;

/** Whether an element is the sign beside a heading that links to the heading itself. */
export function isPermalink(element: HtmlElement): boolean {
  if (!attributeOf(element, 'href')?.includes('#')) return false;
  return (
    classesOf(element).some((name) => PERMALINK.test(name)) ||
    (/^[#¶§🔗\u200b\s]*$/u.test(textOf(element)) && !findByTag(element, 'img'))
  );
}

function addImage(context: HtmlContext, run: InlineRun, element: HtmlElement, marks: readonly Mark[]): void {
  const image = element.tagName === 'img' ? element : findByTag(element, 'img');
  if (!image) return;
  const alt = attributeOf(image, 'alt')?.trim() ?? '';
  // Images of emoji have the emoji as their alternative text.
  if (classesOf(image).some((name) => /emoji/i.test(name)) && /\p{Extended_Pictographic}/u.test(alt)) {
    run.text(alt, marks);
    return;
  }
  const data = readImage(context, image);
  if (data) run.add(inlineImageOf(data));
  else if (alt !== '') run.text(alt, marks);
}

/** Reads the image of an `<img>` or `<picture>`; undefined if it has no address that can be shown. */
export function readImage(context: HtmlContext, element: HtmlElement): ImageData | undefined {
  const image = element.tagName === 'img' ? element : findByTag(element, 'img');
  if (!image) return undefined;
  const written = addressOf(image);
  const source = written && context.target(written);
  if (isTracker(image)) return undefined;
  const named = attributeOf(image, 'alt')?.replace(/\s+/g, ' ').trim();
  const title = attributeOf(image, 'title')?.replace(/\s+/g, ' ').trim();
  if (!source) {
    // One that is a data: URL was reported.
    if (!written || !/^\s*data:/i.test(written))
      context.report('unsupported-element', 'An image without an address was left out. Its text was kept.');
    return undefined;
  }
  const alt = named || title;
  if (title && title !== alt)
    context.report('unsupported-properties', `The title ${quote(title)} of an image was left out.`);
  const width = readWidth(image);
  return { ref: urlRef(source), ...(alt ? { alt } : {}), ...(width === undefined ? {} : { width }) };
}

/** Returns the address of an image, which is in other attributes if the image is loaded lazily. */
function addressOf(image: HtmlElement): string | undefined {
  const source = attributeOf(image, 'src')?.trim();
  const late =
    attributeOf(image, 'data-src') ??
    attributeOf(image, 'data-original') ??
    attributeOf(image, 'data-lazy-src');
  if (late && (!source || source.startsWith('data:'))) return late.trim();
  if (source) return source;
  return (
    attributeOf(image, 'srcset')
      ?.trim()
      .split(/[\s,]+/)[0] || undefined
  );
}

const isTracker = (image: HtmlElement): boolean =>
  attributeOf(image, 'width') === '1' && attributeOf(image, 'height') === '1';

function readWidth(image: HtmlElement): Length | undefined {
  const match = /^(\d{1,4})(px|%)?$/.exec(attributeOf(image, 'width')?.trim() ?? '');
  if (!match || match[1] === '0') return undefined;
  return match[2] === '%' ? { unit: '%', value: Number(match[1]) } : Number(match[1]);
}
