import {
  type DepartedIds,
  departedKey,
  type FileIdentityOf,
  type FileKind,
} from '@lectern/git/layout/page-identity';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** Returns the ids that entries at these paths had before they left the space. */
export async function readDeparted(
  db: Kysely<DB>,
  { organizationId, spaceId }: SpaceKey,
  paths: string[],
): Promise<DepartedIds> {
  if (paths.length === 0) return new Map();
  const { rows } = await sql<{ kind: FileKind; path: string; entry_id: string }>`
    select kind, path, entry_id from git_departed
    where organization_id = ${organizationId} and space_id = ${spaceId} and path = any(${paths}::text[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [departedKey(row.kind, row.path), row.entry_id]));
}

/**
 * Remembers what an import takes out of the space. An id belongs to the path that it left last: after a move it could
 * otherwise come back at two paths.
 */
export async function rememberDeparted(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  departed: FileIdentityOf[],
): Promise<void> {
  if (departed.length === 0) return;
  const ids = departed.map(({ id }) => id);
  await sql`
    delete from git_departed
    where organization_id = ${organizationId} and space_id = ${spaceId} and entry_id = any(${ids}::uuid[])`.execute(
    trx,
  );
  await sql`
    insert into git_departed (organization_id, space_id, kind, path, entry_id)
    select ${organizationId}, ${spaceId}, d.kind, d.path, d.id
    from unnest(${departed.map(({ kind }) => kind)}::text[], ${departed.map(({ path }) => path)}::text[],
      ${ids}::uuid[]) as d(kind, path, id)
    on conflict (organization_id, space_id, kind, path) do update set entry_id = excluded.entry_id`.execute(
    trx,
  );
}
