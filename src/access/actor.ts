import type { RoleOrGuest } from './roles.ts';

export const SCOPES = ['read', 'write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

interface TokenFacts {
  tokenId: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
}

/** Who is calling: a person through a personal token, or an organization's service account. */
export type Actor =
  | (TokenFacts & { kind: 'user'; userId: string })
  | (TokenFacts & { kind: 'service'; organizationId: string; role: RoleOrGuest });

/** A wider scope contains the narrower ones. */
export function hasScope(actor: Actor, needed: Scope): boolean {
  const widest = Math.max(...actor.scopes.map((scope) => SCOPES.indexOf(scope)), -1);
  return widest >= SCOPES.indexOf(needed);
}
