import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** Records when sessions were last used, in one statement. */
export async function writeSessionUses(
  db: Kysely<DB>,
  uses: readonly { actor: Actor; at: Date }[],
): Promise<void> {
  const rows = uses.flatMap(({ actor: { sessionId }, at }) =>
    sessionId === undefined ? [] : [{ session_id: sessionId, used_at: at }],
  );
  if (rows.length === 0) return;
  await sql`
    with used as materialized (
      select s.session_id, u.used_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as u(session_id uuid, used_at timestamptz)
      join user_session s on s.session_id = u.session_id
      order by s.session_id for no key update of s)
    update user_session s set last_used_at = greatest(s.last_used_at, used.used_at)
    from used where s.session_id = used.session_id`.execute(db);
}
