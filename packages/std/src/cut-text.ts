/** Cuts a text to a length in UTF-16 units, without splitting a character. */
export function cutText(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const last = text.charCodeAt(maximum - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maximum - 1 : maximum);
}

/** A text that is cut to a length ends with an ellipsis. */
export const shortenText = (text: string, maximum: number): string =>
  text.length > maximum ? `${cutText(text, maximum)}…` : text;
