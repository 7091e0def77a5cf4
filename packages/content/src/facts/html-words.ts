import { decodeHTMLStrict } from 'entities';

/** The words of HTML that is kept as it is: its text and its alternative texts, whatever is wrong with it. */
export function htmlWords(source: string): string {
  let words = '';
  let position = 0;
  // A text not found from one position is not found from later ones either: one pass, whatever the source contains.
  const isMissing = new Set<string>();
  const find = (what: string, from: number): number => {
    if (isMissing.has(what)) return -1;
    const at = source.indexOf(what, from);
    if (at < 0) isMissing.add(what);
    return at;
  };
  while (position < source.length) {
    const open = find('<', position);
    if (open < 0) break;
    words += source.slice(position, open);
    position = open;
    const isComment = source.startsWith('<!--', open);
    // Looking for the end of something that is not a tag would pass over the same text again and again.
    const isTag = /[a-z/!?]/i.test(source[open + 1] ?? '');
    const close = isComment ? find('-->', open + 4) : isTag ? find('>', open) : -1;
    if (close < 0) {
      words += '<';
      position = open + 1;
      continue;
    }
    position = close + (isComment ? 3 : 1);
    if (isComment) continue;
    const tag = source.slice(open, position);
    const name = /^<(script|style)\b/i.exec(tag)?.[1]?.toLowerCase();
    const end = name ? find(`</${name}`, position) : -1;
    if (end >= 0) position = end;
    words += ` ${ALTERNATIVE.exec(tag)?.[2] ?? ''} `;
  }
  return decodeHTMLStrict(words + source.slice(position))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

const ALTERNATIVE = /\salt\s*=\s*(["'])((?:(?!\1)[^>])*)\1/i;
