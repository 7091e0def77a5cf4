/** The texts of people: members, teams, permissions, accounts, sign-in, the audit log. */
export const texts = {};

export type PeopleMessages = Record<keyof typeof texts, string>;
