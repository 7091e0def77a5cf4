/**
 * Whether a value looks random: in a sentence, “password: required” is not a secret, and “password: hunter22” is one.
 */
export const looksRandom = (value: string): boolean =>
  value.length >= 6 && /\d/.test(value) && /\p{L}/u.test(value) && !/^\d+\p{L}?[.)]?$/u.test(value);
