import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import { isDistributed } from '../../../platform/db/distributed-adapter.ts';
import type { DB } from '../../../platform/db/schema.ts';

export interface Use {
  actor: Actor;
  /** The first use since the last flush. */
  at: Date;
}

export async function writeTokenUses(db: Kysely<DB>, kind: Actor['kind'], uses: Use[]): Promise<void> {
  if (uses.length === 0) return;
  const table = kind === 'user' ? 'user_token' : 'organization_token';
  const owner = kind === 'user' ? 'user_id' : 'organization_id';
  if (isDistributed(db)) {
    await writeOneByOne(db, uses);
    return;
  }
  const rows = JSON.stringify(
    uses.map(({ actor, at }) => ({
      owner_id: actor.kind === 'user' ? actor.userId : actor.organizationId,
      token_id: actor.tokenId,
      used_at: at,
    })),
  );
  await sql`
    with used as materialized (
      select t.token_id, u.used_at
      from jsonb_to_recordset(${rows}::text::jsonb) as u(owner_id uuid, token_id uuid, used_at timestamptz)
      join ${sql.table(table)} t on t.${sql.ref(owner)} = u.owner_id and t.token_id = u.token_id
      order by t.token_id for no key update of t)
    update ${sql.table(table)} t set last_used_at = greatest(t.last_used_at, used.used_at)
    from used where t.token_id = used.token_id`.execute(db);
}

/** A distributed database finds each row by its own organization, and does not lock rows in an order. */
async function writeOneByOne(db: Kysely<DB>, uses: Use[]): Promise<void> {
  for (const { actor, at } of uses) {
    const [table, isOwn] =
      actor.kind === 'user'
        ? ['user_token', sql`user_id = ${actor.userId}`]
        : ['organization_token', sql`organization_id = ${actor.organizationId}`];
    await sql`
      update ${sql.table(table)} set last_used_at = greatest(last_used_at, ${at}::timestamptz)
      where ${isOwn} and token_id = ${actor.tokenId}`.execute(db);
  }
}
