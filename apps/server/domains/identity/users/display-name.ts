import { cutText } from '@lectern/std/cut-text';

const MAX_NAME_LENGTH = 64;

/** Returns the initial display name of a user: the part of the address before the @. */
export const displayNameFromEmail = (email: string): string =>
  cutText(email.slice(0, Math.max(email.lastIndexOf('@'), 1)), MAX_NAME_LENGTH);
