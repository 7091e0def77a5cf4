import { outlineLength } from '@lectern/search/segment-layout';
import type { ByteRange } from '@lectern/search/segment-outline';
import { sql, type Transaction } from 'kysely';
import { revisionsByIds } from '../../../content/revisions/revision-packs.repository.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { queueStatement } from '../../../platform/db/statement-queue.ts';

export interface IndexKey {
  organizationId: string;
  spaceId: string;
}

/** A segment as the index of a space names it. */
export interface NamedSegment {
  id: string;
  pages: number;
  bytes: number;
  /** The length of its outline, the first part of its bytes. */
  outline: number;
  /** Other spaces may name it too: it is not deleted when this one stops to. */
  isShared?: true;
  /**
   * The revision since which pages of the segment may be below other titles than were indexed with them; absent when
   * none are.
   */
  titlesChangedIn?: string;
}

/** The index of a space. */
export interface SearchIndexRow {
  spaceId: string;
  revisionId: string;
  version: number;
  language: string | null;
  /** The number of searchable pages of the revision. */
  livePages: number;
  /** Whether the revision has computed entries; null where this was not recorded yet. */
  hasComputed: boolean | null;
  /** Oldest first. */
  segments: NamedSegment[];
}

export interface NewSegment {
  id: string;
  pages: number;
  content: Buffer;
}

export const nameSegment = ({ id, pages, content }: NewSegment): NamedSegment => ({
  id,
  pages,
  bytes: content.length,
  outline: outlineLength(content),
});

const INDEX_COLUMNS = sql`i.space_id as "spaceId", i.revision_id as "revisionId", i.version, i.language,
  i.live_pages as "livePages", i.has_computed as "hasComputed", i.segments`;

export async function findIndex(
  db: Database,
  { organizationId, spaceId }: IndexKey,
): Promise<SearchIndexRow | undefined> {
  const { rows } = await sql<SearchIndexRow>`
    select ${INDEX_COLUMNS} from search_index i
    where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(db);
  return rows[0];
}

/** Returns the index, locked until the end of the transaction. */
export async function lockIndex(
  trx: Transaction<DB>,
  { organizationId, spaceId }: IndexKey,
): Promise<SearchIndexRow | undefined> {
  const { rows } = await sql<SearchIndexRow>`
    select ${INDEX_COLUMNS} from search_index i
    where organization_id = ${organizationId} and space_id = ${spaceId} for update`.execute(trx);
  return rows[0];
}

export async function findIndexes(
  db: Database,
  organizationId: string,
  spaceIds: string[],
): Promise<SearchIndexRow[]> {
  const { rows } = await sql<SearchIndexRow>`
    select ${INDEX_COLUMNS} from search_index i
    where organization_id = ${organizationId} and space_id = any(${spaceIds}::uuid[])`.execute(db);
  return rows;
}

interface ChangedSegments {
  written?: readonly NewSegment[];
  /** Segments that the index no longer names. */
  dropped?: readonly NamedSegment[];
}

/**
 * Stores new segments and the index that names them, and deletes the segments that it no longer names, except those that
 * other indexes may name. With one new segment, as an edit makes it, this is one statement, which is sent with the next
 * one.
 */
export async function storeIndex(
  trx: Transaction<DB>,
  organizationId: string,
  index: SearchIndexRow,
  { written: [first, ...others] = [], dropped = [] }: ChangedSegments = {},
): Promise<void> {
  // Each on its own: the driver writes every byte of a parameter as two characters.
  for (const { id, content } of others) {
    await sql`insert into search_segment (organization_id, segment_id, bytes)
      values (${organizationId}, ${id}, ${content})`.execute(trx);
  }
  const deletedIds = dropped.filter(({ isShared }) => !isShared).map(({ id }) => id);
  const statement = sql`
    with added as (
      insert into search_segment (organization_id, segment_id, bytes)
      select ${organizationId}, ${first?.id ?? null}::uuid, ${first?.content ?? null}::bytea
      where ${first !== undefined}),
    deleted as (
      delete from search_segment
      where organization_id = ${organizationId} and segment_id = any(${deletedIds}::uuid[]))
    insert into search_index (organization_id, space_id, revision_id, version, language, live_pages, has_computed,
      segments)
    values (${organizationId}, ${index.spaceId}, ${index.revisionId}, ${index.version}, ${index.language},
      ${index.livePages}, ${index.hasComputed}, ${JSON.stringify(index.segments)}::text::jsonb)
    on conflict (organization_id, space_id) do update set revision_id = excluded.revision_id,
      version = excluded.version, language = excluded.language, live_pages = excluded.live_pages,
      has_computed = excluded.has_computed, segments = excluded.segments`;
  await queueStatement(trx, statement);
}

/** The state of a space that its index follows. */
export interface SpaceState {
  revisionId: string;
  language: string | null;
}

export async function findSpaceState(
  db: Database,
  { organizationId, spaceId }: IndexKey,
): Promise<SpaceState | undefined> {
  const { rows } = await sql<SpaceState>`
    select revision_id as "revisionId", language from space
    where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(db);
  return rows[0];
}

/** The same, locked until the end of the transaction. */
export async function lockSpaceState(
  trx: Transaction<DB>,
  { organizationId, spaceId }: IndexKey,
): Promise<SpaceState | undefined> {
  const { rows } = await sql<SpaceState>`
    select revision_id as "revisionId", language from space
    where organization_id = ${organizationId} and space_id = ${spaceId} for no key update`.execute(trx);
  return rows[0];
}

/** Spaces with content whose index is missing, of another version, or in another language than theirs. */
export async function listStaleSpaces(db: Database, version: number): Promise<IndexKey[]> {
  const { rows } = await sql<IndexKey>`
    select s.organization_id as "organizationId", s.space_id as "spaceId" from space s
    join revision r on r.organization_id = s.organization_id and r.space_id = s.space_id
      and r.revision_id = s.revision_id
    left join search_index i on i.organization_id = s.organization_id and i.space_id = s.space_id
    where (i.version is distinct from ${version} and r.root <> ''::bytea)
      or (i.version is not null and i.language is distinct from s.language)`.execute(db);
  return rows;
}

export async function readSegments(
  db: Database,
  organizationId: string,
  ids: string[],
): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ id: string; bytes: Buffer }>`
    select segment_id as id, bytes from search_segment
    where organization_id = ${organizationId} and segment_id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/** Reads parts of segments, those of each segment one after the other; undefined for one that is no longer stored. */
export async function readSegmentParts(
  db: Database,
  organizationId: string,
  parts: readonly { id: string; ranges: readonly ByteRange[] }[],
): Promise<(Buffer | undefined)[]> {
  const positions = parts.flatMap((part, position) => part.ranges.map(() => position));
  const ids = parts.flatMap(({ id, ranges }) => ranges.map(() => id));
  const ranges = parts.flatMap((part) => part.ranges);
  const { rows } = await sql<{ place: number; bytes: Buffer }>`
    select part.place,
      string_agg(substring(s.bytes from part.start + 1 for part.length), ''::bytea order by part.n) as bytes
    from unnest(${positions}::int[], ${ids}::uuid[], ${ranges.map(({ start }) => start)}::int[],
      ${ranges.map(({ length }) => length)}::int[]) with ordinality as part(place, id, start, length, n)
    join search_segment s on s.organization_id = ${organizationId} and s.segment_id = part.id
    group by part.place`.execute(db);
  const read: (Buffer | undefined)[] = parts.map(() => undefined);
  for (const { place, bytes } of rows) read[place] = bytes;
  return read;
}

/** Deletes segments that no index names and that were not touched since. Returns how many. */
export async function deleteUnnamedSegments(
  trx: Transaction<DB>,
  organizationId: string,
  before: Date,
): Promise<number> {
  const result = await sql`
    delete from search_segment
    where organization_id = ${organizationId} and touched_at < ${before}
      and segment_id not in (
        select (named.segment ->> 'id')::uuid
        from search_index i, jsonb_array_elements(i.segments) as named(segment)
        where i.organization_id = ${organizationId})`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/** Protects segments from a sweep that began before they are named again. Returns whether all exist. */
export async function touchSegments(
  trx: Transaction<DB>,
  organizationId: string,
  segments: readonly NamedSegment[],
): Promise<boolean> {
  const ids = segments.map(({ id }) => id).sort();
  const result = await sql`
    update search_segment s set touched_at = now()
    from (select segment_id from search_segment
      where organization_id = ${organizationId} and segment_id = any(${ids}::uuid[])
      order by segment_id for update) as locked
    where s.organization_id = ${organizationId} and s.segment_id = locked.segment_id`.execute(trx);
  return Number(result.numAffectedRows ?? 0n) === ids.length;
}

/** Copies segments into another organization, where earlier copies may exist. Returns whether all exist. */
export async function copySegments(
  trx: Transaction<DB>,
  from: string,
  to: string,
  segments: readonly NamedSegment[],
): Promise<boolean> {
  const ids = segments.map(({ id }) => id);
  const result = await sql`
    insert into search_segment (organization_id, segment_id, bytes)
    select ${to}::uuid, segment_id, bytes from search_segment
    where organization_id = ${from} and segment_id = any(${ids}::uuid[])
    order by segment_id
    on conflict (organization_id, segment_id) do update set touched_at = excluded.touched_at`.execute(trx);
  return Number(result.numAffectedRows ?? 0n) === ids.length;
}

/** Whether two revisions, possibly of two spaces, have the same content. */
export async function isSameContent(
  db: Database,
  one: IndexKey & { revisionId: string },
  other: IndexKey & { revisionId: string },
): Promise<boolean> {
  const rootOf = ({ organizationId, spaceId, revisionId }: IndexKey & { revisionId: string }) => sql`(
    select root from ${revisionsByIds({ organizationId, spaceId }, sql`array[${revisionId}::uuid]`)} r)`;
  const { rows } = await sql<{ isSame: boolean | null }>`
    select ${rootOf(one)} = ${rootOf(other)} as "isSame"`.execute(db);
  return rows[0]?.isSame === true;
}
