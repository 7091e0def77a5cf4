/** A text that PostgreSQL can store, also in JSON: without the null character and without halves of characters. */
export const storableText = (text: string): string =>
  text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
