import { sql, type Transaction } from 'kysely';
import type { Cause } from '../../access/cause.ts';
import type { Role } from '../../access/roles.ts';
import type { DB } from '../../db/schema.ts';
import { recordEvent } from '../audit/record-event.ts';
import { ofPlace } from './grants-sql.ts';
import type { PlaceKey } from './place.ts';

interface LostGrants {
  users: { id: string; role: Role }[];
  teams: { id: string; role: Role }[];
}

/** Records that everyone with a grant on a space loses it because the space leaves its organization. */
export async function recordLostGrants(
  trx: Transaction<DB>,
  { place, ...change }: { place: PlaceKey & { title: string }; cause: Cause; movesTo: string; at: Date },
): Promise<void> {
  const listed = (grantee: 'user' | 'team') => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', ${sql.ref(`${grantee}_id`)}, 'role', role)), '[]')
    from ${ofPlace(place, grantee)} g)`;
  const { rows } = await sql<LostGrants>`
    select ${listed('user')} as users, ${listed('team')} as teams`.execute(trx);
  const [before] = rows;
  if (!before || before.users.length + before.teams.length === 0) return;
  await recordEvent(trx, {
    organizationId: place.organizationId,
    cause: change.cause,
    action: 'permission.removed',
    target: { type: place.kind, id: place.id, label: place.title },
    payload: { before, movedTo: { organization: change.movesTo } },
    at: change.at,
  });
}
