export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A code span that may hold any text. */
export function codeOf(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const mark = '`'.repeat(longest + 1);
  return longest > 0 ? `${mark} ${line} ${mark}` : `${mark}${line}${mark}`;
}

/** A line of text in which nothing is markup. */
export const escapeText = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>{}|#]/g, '\\$&');
