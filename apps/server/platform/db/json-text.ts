/** Matches what `JSON.stringify` escapes but `jsonb` refuses: U+0000 and halves of surrogate pairs. */
const REFUSED = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * A value as JSON that PostgreSQL keeps. Characters that it cannot keep, which text from files may well hold, become
 * U+FFFD, as everywhere else where such a text is shown.
 */
export const toJsonText = (value: unknown): string =>
  JSON.stringify(value).replace(REFUSED, (escaped) => (escaped.length > 2 ? '\ufffd' : escaped));
