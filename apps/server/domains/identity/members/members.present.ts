import type { Static } from 'typebox';
import { presentUser } from '../users/users.present.ts';
import type { MemberRow } from './members.queries.ts';
import type { MemberSchema } from './members.schemas.ts';

/** The Member object as the caller sees it for whom the row was read. */
export function presentMember(row: MemberRow, baseUrl: string): Static<typeof MemberSchema> {
  return {
    object: 'member' as const,
    id: row.user_id,
    role: row.role,
    user: presentUser(row, baseUrl),
    disabled: row.disabled,
    joinedAt: row.joined_at.toISOString(),
    ...(row.last_seen_at ? { lastSeenAt: row.last_seen_at.toISOString() } : {}),
    sso: row.sso,
    spaces: row.spaces,
    teams: row.teams,
    sites: row.sites,
  };
}
