const BEFORE = 60;
const AFTER = 120;
/** Halves of characters at the ends. */
const HALVES = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g;

/** The line around a place, without what is far from it. */
export function cutExcerpt(text: string, index: number): string {
  const from = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  const to = end < 0 ? text.length : end;
  const [start, stop] = [Math.max(from, index - BEFORE), Math.min(to, index + AFTER)];
  const cut = text.slice(start, stop).replace(HALVES, '').trim();
  return `${start > from ? '…' : ''}${cut}${stop < to ? '…' : ''}`;
}
