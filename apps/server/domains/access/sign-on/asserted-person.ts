import { displayNameFromEmail } from '../../identity/users/display-name.ts';

/**
 * A person as an identity provider describes them. Stored with the response until the browser returns with its ticket.
 */
export interface AssertedPerson {
  /** The provider's permanent, unique name for the person. */
  nameId: string;
  email: string | undefined;
  /** Why there is no address, if the provider has one. */
  emailProblem?: 'email-unverified' | 'directory-no-email';
  displayName: string | undefined;
  /** The end of the provider's own session, in ISO 8601. */
  sessionEndsAt: string | undefined;
  /** The groups of the person at the provider; left out: the provider says nothing about groups. */
  groups?: string[];
  /** What OpenID Connect calls the session at the provider. */
  oidc?: {
    subject: string;
    sid: string | undefined;
    /** The ID token, sealed, in Base64; undefined: it is not needed to sign out. */
    idToken: string | undefined;
  };
}

const MAX_NAME_LENGTH = 64;

/** Removes characters that would break a line or a page, and cuts the name to the permitted length. */
export function tidyName(name: string): string | undefined {
  const plain = name.replaceAll(/\p{C}/gu, '').replaceAll(/\s+/g, ' ').trim();
  return Array.from(plain).slice(0, MAX_NAME_LENGTH).join('').trim().slice(0, MAX_NAME_LENGTH) || undefined;
}

/** Returns the display name of a person who signs in for the first time. */
export const nameOf = ({ displayName }: AssertedPerson, email: string): string =>
  displayName ?? displayNameFromEmail(email);
