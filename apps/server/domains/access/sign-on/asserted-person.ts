import { displayNameFromEmail } from '../../identity/users/display-name.ts';

/**
 * A person as an identity provider describes them. Stored with the response until the browser returns with its ticket.
 */
export interface AssertedPerson {
  /** The provider's permanent, unique name for the person. */
  nameId: string;
  email: string | undefined;
  displayName: string | undefined;
  /** The end of the provider's own session, in ISO 8601. */
  sessionEndsAt: string | undefined;
}

/** Returns the display name of a person who signs in for the first time. */
export const nameOf = ({ displayName }: AssertedPerson, email: string): string =>
  displayName ?? displayNameFromEmail(email);
