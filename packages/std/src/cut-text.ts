/** Cuts a text to a length in UTF-16 units, without splitting a character. */
export function cutText(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const last = text.charCodeAt(maximum - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maximum - 1 : maximum);
}

/** A text that is cut to a length ends with an ellipsis. */
export const shortenText = (text: string, maximum: number): string =>
  text.length > maximum ? `${cutText(text, maximum)}…` : text;

/** Whether a text has more characters than `limit`. Reads no further, however long the text is. */
export function hasMoreCharacters(text: string, limit: number): boolean {
  // A character has one or two units.
  if (text.length <= limit || text.length > 2 * limit) return text.length > limit;
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > limit) return true;
  }
  return false;
}
