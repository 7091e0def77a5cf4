import type { Static } from 'typebox';
import type { UserSchema } from '../users/users.schemas.ts';
import type { SessionRow } from './sessions.queries.ts';
import type { MemberSessionSchema, SessionSchema, SignedInBrowserSchema } from './sessions.schemas.ts';

/** The Session object of the browser that asks. `user`: as the caller sees themself; absent for a service account. */
export const presentSession = (
  row: Pick<SessionRow, 'session_id' | 'method' | 'expires_at'>,
  { user, csrfToken }: { user: Static<typeof UserSchema> | undefined; csrfToken: string },
): Static<typeof SessionSchema> => ({
  object: 'session' as const,
  id: row.session_id,
  ...(user ? { user } : {}),
  method: row.method,
  csrfToken,
  expiresAt: row.expires_at.toISOString(),
});

/** The UserSession object, for lists. `currentId`: the session that asks, if it is one. */
export const presentUserSession = (
  row: SessionRow,
  { baseUrl, currentId }: { baseUrl: string; currentId: string | undefined },
): Static<typeof SignedInBrowserSchema> => ({
  object: 'user-session' as const,
  id: row.session_id,
  isCurrent: row.session_id === currentId,
  method: row.method,
  ...(row.organization_id ? { organization: row.organization_id } : {}),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  ...(row.last_used_at ? { lastUsedAt: row.last_used_at.toISOString() } : {}),
  ...(row.address ? { address: row.address } : {}),
  ...(row.user_agent ? { userAgent: row.user_agent } : {}),
  urls: { location: `${baseUrl}/v1/user/sessions/${row.session_id}` },
});

/** A session of a member, for administrators of an organization. */
export const presentMemberSession = (
  row: SessionRow,
  { organizationId, currentId }: { organizationId: string; currentId: string | undefined },
): Static<typeof MemberSessionSchema> => {
  // Where somebody is who signed in for several organizations is no matter of one of them.
  const isLimited = row.organization_id === organizationId;
  const { address, urls: _, ...shown } = presentUserSession(row, { baseUrl: '', currentId });
  return {
    ...shown,
    object: 'member-session' as const,
    ...(isLimited && address !== undefined ? { address } : {}),
  };
};
