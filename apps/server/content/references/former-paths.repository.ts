import type { FormerPath } from '@lectern/content/tree/find-former-paths';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';

interface Key {
  organizationId: string;
  spaceId: string;
}

/** Former paths of one space; the oldest go first. */
const MAX_FORMER_PATHS = 20_000;

/** Notes where pages were. A path that several pages had leads to the one that had it last. */
export async function insertFormerPaths(
  trx: Transaction<DB>,
  { organizationId, spaceId }: Key,
  { paths, at, max = MAX_FORMER_PATHS }: { paths: readonly FormerPath[]; at: Date; max?: number },
): Promise<void> {
  const unique = new Map(paths.map(({ path, pageId }) => [path, pageId]));
  const kept = [...unique].sort(([left], [right]) => (left < right ? -1 : 1)).slice(0, max);
  await sql`
    insert into former_path (organization_id, space_id, path, page_id, left_at)
    select ${organizationId}::uuid, ${spaceId}::uuid, f.path, f.page_id, ${at}::timestamptz
    from unnest(${kept.map(([path]) => path)}::text[], ${kept.map(([, pageId]) => pageId)}::uuid[]) as f(path, page_id)
    on conflict (organization_id, space_id, path) do update
      set page_id = excluded.page_id, left_at = excluded.left_at`.execute(trx);
  await sql`
    delete from former_path
    where organization_id = ${organizationId} and space_id = ${spaceId} and path in (
      select path from former_path
      where organization_id = ${organizationId} and space_id = ${spaceId}
      order by left_at desc, path offset ${max})`.execute(trx);
}

/** Every path of the space at which a page was, in order. */
export async function listFormerPaths(db: Database, { organizationId, spaceId }: Key): Promise<string[]> {
  const rows = await db
    .selectFrom('former_path')
    .select('path')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .orderBy('path')
    .execute();
  return rows.map(({ path }) => path);
}

export async function findFormerPage(
  db: Database,
  { organizationId, spaceId }: Key,
  path: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('former_path')
    .select('page_id')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('path', '=', path)
    .executeTakeFirst();
  return row?.page_id;
}
