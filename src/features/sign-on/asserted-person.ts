import { displayNameFromEmail } from '../users/display-name.ts';

/** Somebody, as an identity provider describes them. What is kept of an answer until the browser comes with its ticket. */
export interface AssertedPerson {
  /** Under which the provider knows them, and nobody else, for good. */
  nameId: string;
  email: string | undefined;
  displayName: string | undefined;
  /** When the provider's own session ends, in ISO 8601. */
  sessionEndsAt: string | undefined;
}

/** What somebody is called who comes for the first time. */
export const nameOf = ({ displayName }: AssertedPerson, email: string): string =>
  displayName ?? displayNameFromEmail(email);
