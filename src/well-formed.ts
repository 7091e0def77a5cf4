/** Half of a character, which a string may have and UTF-8 cannot, becomes a replacement character. */
export const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');
