import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** A collection, or the top of the organization (null), which contains spaces and collections in one order. */
export interface Parent {
  organizationId: string;
  parentId: string | null;
}

export interface Sibling {
  kind: 'space' | 'collection';
  id: string;
  parentId: string | null;
  position: string;
  defaultLevel: DefaultLevel;
}

export interface CollectionAbove {
  collectionId: string;
  defaultLevel: DefaultLevel;
}

/** Prevents others from moving, creating or deleting collections of the organization until the transaction ends. */
export async function lockOrder(trx: Transaction<DB>, organizationId: string): Promise<void> {
  // Not the lock that foreign keys of new rows wait for: imports can continue.
  await sql`select 1 from organization where organization_id = ${organizationId} for no key update`.execute(
    trx,
  );
}

/** The collections from this parent to the top; empty when it is the top, or not a collection of the organization. */
export async function listAbove(
  db: Database,
  { organizationId, parentId }: Parent,
): Promise<CollectionAbove[]> {
  if (parentId === null) return [];
  const { rows } = await sql<CollectionAbove>`
    with recursive above as (
      select collection_id, parent_id, default_level, 1 as depth from collection
      where organization_id = ${organizationId} and collection_id = ${parentId}
      union all
      select c.collection_id, c.parent_id, c.default_level, a.depth + 1
      from above a
      join collection c on c.organization_id = ${organizationId} and c.collection_id = a.parent_id)
    select collection_id as "collectionId", default_level as "defaultLevel" from above order by depth`.execute(
    db,
  );
  return rows;
}

/** The same for each of these collections, by its id. */
export async function listAboveEach(
  db: Database,
  { organizationId, parentIds }: { organizationId: string; parentIds: readonly string[] },
): Promise<Map<string, CollectionAbove[]>> {
  const { rows } = await sql<CollectionAbove & { startId: string }>`
    with recursive above as (
      select collection_id as start_id, collection_id, parent_id, default_level, 1 as depth from collection
      where organization_id = ${organizationId} and collection_id = any(${parentIds}::uuid[])
      union all
      select a.start_id, c.collection_id, c.parent_id, c.default_level, a.depth + 1
      from above a
      join collection c on c.organization_id = ${organizationId} and c.collection_id = a.parent_id)
    select start_id as "startId", collection_id as "collectionId", default_level as "defaultLevel"
    from above order by start_id, depth`.execute(db);
  const above = new Map<string, CollectionAbove[]>();
  for (const { startId, ...one } of rows) above.set(startId, [...(above.get(startId) ?? []), one]);
  return above;
}

/** A collection, or a space that is not deleted, of the organization. */
export async function findSibling(
  db: Database,
  organizationId: string,
  { kind, id }: Pick<Sibling, 'kind' | 'id'>,
): Promise<Sibling | undefined> {
  const key = sql.ref(`${kind}_id`);
  const isThere = kind === 'space' ? sql`deleted_at is null` : sql`true`;
  const { rows } = await sql<Sibling>`
    select ${kind} as kind, ${key} as id, parent_id as "parentId", position, default_level as "defaultLevel"
    from ${sql.table(kind)} where organization_id = ${organizationId} and ${key} = ${id} and ${isThere}`.execute(
    db,
  );
  return rows[0];
}

/** The position after everything in the parent, also after deleted spaces. */
export function lastPosition(parent: Parent): RawBuilder<string> {
  return sql`(select 1 + coalesce(floor(greatest(
    (select max(position) from space where ${isIn(parent)}),
    (select max(position) from collection where ${isIn(parent)}))), 0))`;
}

/** A fraction with more digits is not halved again: the siblings are renumbered. */
const MAX_FRACTION_DIGITS = 40;

/** The position right before or after a sibling, for something that may be in the parent already. */
export async function findPositionBeside(
  trx: Transaction<DB>,
  parent: Parent,
  place: { movedId: string; siblingId: string; side: 'before' | 'after' },
): Promise<string> {
  const isAfter = place.side === 'after';
  const { rows } = await sql<{ position: string; isTight: boolean | null }>`
    with siblings as ${siblings(parent)},
      sibling as (select id, position from siblings where id = ${place.siblingId}),
      next as (
        select s.position from siblings s, sibling
        where s.id <> ${place.movedId} and
          ${isAfter ? sql`(s.position, s.id) > (sibling.position, sibling.id)` : sql`(s.position, s.id) < (sibling.position, sibling.id)`}
        order by ${isAfter ? sql`s.position, s.id` : sql`s.position desc, s.id desc`} limit 1)
    select
      case when next.position is null
        then ${isAfter ? sql`floor(sibling.position) + 1` : sql`ceil(sibling.position) - 1`}
        else (sibling.position + next.position) * 0.5 end as position,
      sibling.position = next.position
        or scale((sibling.position + next.position) * 0.5) > ${MAX_FRACTION_DIGITS} as "isTight"
    from sibling left join next on true`.execute(trx);
  const [found] = rows;
  if (!found) throw new Error('The sibling is not in this parent.');
  if (!found.isTight) return found.position;
  await numberAnew(trx, parent);
  return findPositionBeside(trx, parent, place);
}

async function numberAnew(trx: Transaction<DB>, parent: Parent): Promise<void> {
  await sql`
    with numbered as (
      select id, row_number() over (order by position, id) as position from ${siblings(parent)} s),
    spaces as (
      update space set position = numbered.position from numbered
      where ${isIn(parent)} and space_id = numbered.id)
    update collection set position = numbered.position from numbered
    where ${isIn(parent)} and collection_id = numbered.id`.execute(trx);
}

export const siblings = (parent: Parent): RawBuilder<unknown> => sql`(
  select 'space' as kind, space_id as id, position, default_level, deleted_at is not null as is_deleted
  from space where ${isIn(parent)}
  union all
  select 'collection', collection_id, position, default_level, false from collection where ${isIn(parent)})`;

function isIn({ organizationId, parentId }: Parent): RawBuilder<SqlBool> {
  return parentId === null
    ? sql`organization_id = ${organizationId} and parent_id is null`
    : sql`organization_id = ${organizationId} and parent_id = ${parentId}`;
}
