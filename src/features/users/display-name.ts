const MAX_NAME_LENGTH = 64;

/** What someone is called until they say it themselves: the part of the address before the @. */
export const displayNameFromEmail = (email: string): string =>
  email.slice(0, Math.max(email.lastIndexOf('@'), 1)).slice(0, MAX_NAME_LENGTH);
