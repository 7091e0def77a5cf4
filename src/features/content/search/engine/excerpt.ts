/** The piece of a text that shows best why it was found: plain text, cut at words. */
export function makeExcerpt(
  text: string,
  query: string,
  options: { language: string | null; length?: number },
): string {
  const length = options.length ?? 200;
  const [word = ''] = query.trim().toLowerCase().split(/\s+/);
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const start = Math.max(0, at - Math.floor(length / 3));
  return text
    .slice(start, start + length)
    .replace(/\s+/g, ' ')
    .trim();
}
