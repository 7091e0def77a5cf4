/** A text without the characters that XML cannot have at all, also not escaped. */
export const toXmlText = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
