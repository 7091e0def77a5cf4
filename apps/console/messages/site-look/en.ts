/** The texts of how a site looks and behaves, and of its insights. */
export const texts = {};

export type SiteLookMessages = Record<keyof typeof texts, string>;
