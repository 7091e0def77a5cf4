import { type Hash, hashFromBytes, hashToBytes } from '@lectern/content/tree/hash';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';
import { queueStatement } from '../../platform/db/statement-queue.ts';
import { readPacked } from './packs.repository.ts';

/** Reads the nodes that exist among the named ones. */
export async function readNodes(
  db: Database,
  organizationId: string,
  hashes: Hash[],
): Promise<Map<Hash, string>> {
  const rows = await db
    .selectFrom('tree_node')
    .select(['hash', 'node'])
    .where('organization_id', '=', organizationId)
    .where((eb) => eb('hash', '=', eb.fn.any(sql<Buffer[]>`${hashes.map(hashToBytes)}::bytea[]`)))
    .execute();
  const nodes = new Map(rows.map((row) => [hashFromBytes(row.hash), row.node]));
  const missing = hashes.filter((hash) => !nodes.has(hash));
  for (const [hash, node] of await readPacked(db, organizationId, missing)) nodes.set(hash, node.toString());
  return nodes;
}

/** The number of nodes in one statement, which the driver writes in one piece. */
const STATEMENT_ROWS = 250;

/**
 * Stores nodes; existing rows are only touched, so that no sweep deletes them. Ordered by hash, so that transactions
 * that store the same nodes cannot deadlock.
 */
export async function insertNodes(
  trx: Transaction<DB>,
  organizationId: string,
  nodes: ReadonlyMap<Hash, string>,
): Promise<void> {
  const all = [...nodes].sort(([left], [right]) => (left < right ? -1 : 1));
  for (let start = 0; start < all.length; start += STATEMENT_ROWS) {
    const part = all.slice(start, start + STATEMENT_ROWS);
    const statement = sql`
      insert into tree_node (organization_id, hash, node)
      select ${organizationId}, n.hash, n.node
      from unnest(${part.map(([hash]) => hashToBytes(hash))}::bytea[], ${part.map(([, node]) => node)}::text[]) as n(hash, node)
      on conflict (organization_id, hash) do update set touched_at = excluded.touched_at`;
    if (start + STATEMENT_ROWS < all.length) await statement.execute(trx);
    else await queueStatement(trx, statement);
  }
}
