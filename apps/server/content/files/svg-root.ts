const NAME_END = /[\s/>]/;

/**
 * The start tag of the root element when that is an `svg`, with its `viewBox` separated by single blanks; undefined
 * for any other text. Skips what may precede it (XML declaration, comments, a document type with entities)
 * in time linear to the text.
 */
export function findSvgRoot(text: string): string | undefined {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    at = skipBlank(text, at);
    if (text.startsWith('<?', at)) at = after(text, '?>', at);
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) at = afterTag(text, at);
    else break;
  }
  const name = /^<(?:svg:)?svg/.exec(text.slice(at, at + 8))?.[0];
  if (!name || !NAME_END.test(text.charAt(at + name.length))) return undefined;
  const tag = text.slice(at + name.length, afterTag(text, at));
  if (!tag.endsWith('>')) return undefined;
  return `<svg ${tag.replace(/\bviewBox\s*=\s*(["'])([^"']*)\1/, normalizeViewBox)}`;
}

const normalizeViewBox = (_attribute: string, quote: string, numbers: string): string =>
  `viewBox=${quote}${numbers
    .trim()
    .split(/[\s,]+/)
    .join(' ')}${quote}`;

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/** The position after the `>` that ends a tag or declaration: not one inside quotes or an internal subset. */
function afterTag(text: string, from: number): number {
  let quote = '';
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote) {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '[') depth += 1;
    else if (char === ']') depth -= 1;
    else if (char === '>' && depth <= 0) return at + 1;
  }
  return text.length;
}
