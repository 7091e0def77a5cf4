/** The texts of specs, translations, conversations, webhooks, the organization and the instance. */
export const texts = {};

export type RecordsMessages = Record<keyof typeof texts, string>;
