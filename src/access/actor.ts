import type { RoleOrGuest } from './roles.ts';

export const SCOPES = ['read', 'write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

interface TokenFacts {
  tokenId: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
}

/**
 * Who is calling: a person through a personal token or a session of a browser, or an organization's service account.
 * `tokenId`: of the token; of a session that no token opened, its own id.
 */
export type Actor = TokenFacts & {
  /** Of the browser that signed in, when it is one that calls. */
  sessionId?: string;
} & (
    | {
        kind: 'user';
        userId: string;
        /** The only organization that the token or session acts in: its single sign-on opened it. */
        onlyIn?: string;
        /** Of a token that was made in a browser which no single sign-on let in. */
        isOfBrowser?: true;
      }
    | { kind: 'service'; organizationId: string; role: RoleOrGuest }
  );

export type UserActor = Extract<Actor, { kind: 'user' }>;

/** A wider scope contains the narrower ones. */
export function hasScope(actor: Actor, needed: Scope): boolean {
  const widest = Math.max(...actor.scopes.map((scope) => SCOPES.indexOf(scope)), -1);
  return widest >= SCOPES.indexOf(needed);
}
