/** The texts of sites: publishing, structure, readers, addresses. */
export const texts = {};

export type SitesMessages = Record<keyof typeof texts, string>;
