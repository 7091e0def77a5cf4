/** The texts of the settings of spaces: Git, broken links, replacing. */
export const texts = {};

export type SpacesMessages = Record<keyof typeof texts, string>;
