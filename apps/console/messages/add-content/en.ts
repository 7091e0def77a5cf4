/** The texts of adding content and of the first run. */
export const texts = {};

export type AddContentMessages = Record<keyof typeof texts, string>;
