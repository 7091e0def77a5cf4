import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../platform/access/space-key.ts';
import type { DB } from '../../platform/db/schema.ts';

const isOf = ({ organizationId, spaceId }: SpaceKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId}`;

const COLUMNS = sql`revision_id, parents, root, type, author_id, co_author_id, message, git, created_at, may_coalesce,
  began_at, autosaves`;

/** The `COLUMNS` of the element `at` of the pack `p`. */
const packed = (
  at: RawBuilder<unknown>,
  mayCoalesce = true,
) => sql`p.revision_ids[${at}] as revision_id, array[p.parents[${at}]] as parents,
  p.roots[${at}] as root, 'edits' as type, p.author_ids[${at}] as author_id, null::uuid as co_author_id,
  null::text as message, null::jsonb as git, p.created_at[${at}] as created_at, ${mayCoalesce} as may_coalesce,
  null::timestamptz as began_at, null::integer as autosaves`;

/**
 * The revisions of a space with some ids, those in packs as well, as a subquery. `ids` is an expression of the type
 * uuid[], and may be a column of a table to the left if the subquery is lateral.
 */
export const revisionsByIds = (key: SpaceKey, ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select ${COLUMNS} from revision where ${isOf(key)} and revision_id = any(${ids})
  union all
  select ${packed(sql`place.at`)} from unnest(${ids}) as wanted(id)
  join revision_pack p on ${isOf(key)} and p.last_id >= wanted.id and p.first_id <= wanted.id
  cross join lateral (select array_position(p.revision_ids, wanted.id) as at offset 0) place
  where place.at is not null)`;

/** All revisions of an organization or of one of its spaces, those in packs as well, as a subquery. */
export const allRevisions = ({
  organizationId,
  spaceId,
}: {
  organizationId: string;
  spaceId?: string | undefined;
}): RawBuilder<unknown> => {
  const isWanted = sql`organization_id = ${organizationId}
    and (${spaceId ?? null}::uuid is null or space_id = ${spaceId ?? null})`;
  return sql`(
    select space_id, ${COLUMNS} from revision where ${isWanted}
    union all
    select p.space_id, ${packed(sql`place.at`)} from revision_pack p
    cross join lateral generate_subscripts(p.revision_ids, 1) as place(at)
    where ${isWanted} and p.revision_ids[place.at] is not null)`;
};

/**
 * Moves edits of a space that may be dissolved into a pack. What somebody is about to keep stays a row, and what has
 * more than a pack can hold.
 */
export async function packRevisions(
  trx: Transaction<DB>,
  key: SpaceKey,
  revisionIds: readonly string[],
): Promise<void> {
  await sql`
    with chosen as (
      select revision_id from revision
      where ${isOf(key)} and revision_id = any(${revisionIds}::uuid[]) and may_coalesce and type = 'edits'
        and cardinality(parents) = 1 and num_nonnulls(co_author_id, message, git, began_at, autosaves) = 0
      for update skip locked),
    moved as (
      delete from revision r using chosen
      where r.organization_id = ${key.organizationId} and r.space_id = ${key.spaceId}
        and r.revision_id = chosen.revision_id
      returning r.*)
    insert into revision_pack (organization_id, space_id, last_id, first_id, began_at, revision_ids, parents, roots,
      author_ids, created_at)
    select ${key.organizationId}, ${key.spaceId}, (array_agg(revision_id order by revision_id desc))[1],
      (array_agg(revision_id order by revision_id))[1], min(created_at),
      array_agg(revision_id order by created_at, revision_id), array_agg(parents[1] order by created_at, revision_id),
      array_agg(root order by created_at, revision_id), array_agg(author_id order by created_at, revision_id),
      array_agg(created_at order by created_at, revision_id)
    from moved having count(*) > 0`.execute(trx);
}

/** Gives the revisions of one pack rows again, with edits from before this time. Returns false if there is none. */
export async function unpackRevisions(trx: Transaction<DB>, key: SpaceKey, before: Date): Promise<boolean> {
  const { rows } = await sql`
    with chosen as (
      select last_id, first_id from revision_pack where ${isOf(key)} and began_at < ${before}
      order by began_at limit 1 for update),
    p as (
      delete from revision_pack p using chosen
      where ${isOf(key)} and p.last_id = chosen.last_id and p.first_id = chosen.first_id returning p.*),
    restored as (
      insert into revision (organization_id, space_id, ${COLUMNS})
      select ${key.organizationId}, ${key.spaceId}, ${packed(sql`place.at`)}
      from p cross join lateral generate_subscripts(p.revision_ids, 1) as place(at)
      where p.revision_ids[place.at] is not null)
    select 1 from p`.execute(trx);
  return rows.length > 0;
}

/** Gives packed revisions rows again, which are kept from now on. */
export const restoreKept = (key: SpaceKey, revisionIds: readonly string[]): RawBuilder<unknown> => sql`
  with found as (
    select p.last_id, p.first_id, wanted.id, array_position(p.revision_ids, wanted.id) as at from unnest(${revisionIds}::uuid[]) as wanted(id)
    join revision_pack p on ${isOf(key)} and p.last_id >= wanted.id and p.first_id <= wanted.id
    where array_position(p.revision_ids, wanted.id) is not null for update of p),
  changed as (
    update revision_pack p set revision_ids = (
      select array_agg(case when f.id is null then u.id end order by u.at)
      from unnest(p.revision_ids) with ordinality as u(id, at)
      left join found f on f.last_id = p.last_id and f.first_id = p.first_id and f.id = u.id)
    where ${isOf(key)} and (p.last_id, p.first_id) in (select last_id, first_id from found))
  insert into revision (organization_id, space_id, ${COLUMNS})
  select ${key.organizationId}, ${key.spaceId}, ${packed(sql`f.at`, false)} from found f join revision_pack p
    on ${isOf(key)} and p.last_id = f.last_id and p.first_id = f.first_id
  on conflict do nothing returning 1`;
