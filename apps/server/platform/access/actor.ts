import type { RoleOrGuest } from './roles.ts';

export const SCOPES = ['read', 'write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

interface TokenFacts {
  tokenId: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
}

/**
 * The caller: a user with a personal token or a browser session, or an organization's service account. `tokenId` is the
 * id of the token; for a session that no token opened, the id of the session.
 */
export type Actor = TokenFacts & {
  /** The id of the browser session, if the caller is a browser. */
  sessionId?: string;
} & (
    | {
        kind: 'user';
        userId: string;
        /** The only organization that the token or session acts in: its single sign-on opened it. */
        onlyIn?: string;
        /** Set for a token that was created in a browser session without single sign-on. */
        isOfBrowser?: true;
        /** Set for an instance administrator whose token or session is not limited to one organization. */
        isInstanceAdministrator?: true;
      }
    | {
        kind: 'service';
        organizationId: string;
        role: RoleOrGuest;
        /** Why its organization is suspended; absent if it is not. */
        suspendedFor?: string;
      }
  );

export type UserActor = Extract<Actor, { kind: 'user' }>;

/** A wider scope contains the narrower ones. */
export function hasScope(actor: Actor, needed: Scope): boolean {
  const widest = Math.max(...actor.scopes.map((scope) => SCOPES.indexOf(scope)), -1);
  return widest >= SCOPES.indexOf(needed);
}
