/** Half of a character, which a string may have and UTF-8 cannot, becomes a replacement character. */
export const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Names the character for which PostgreSQL would refuse a text; undefined if it can store the text. */
export function findUnstorable(text: string): string | undefined {
  const [found] = UNSTORABLE.exec(text) ?? [];
  if (found === undefined) return undefined;
  if (found === '\0') return 'the character U+0000';
  return `an unpaired surrogate (U+${found.charCodeAt(0).toString(16).toUpperCase()})`;
}
