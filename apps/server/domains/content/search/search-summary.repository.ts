import { TermSummary } from '@lectern/search/term-summary';
import { newId } from '@lectern/std/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { StoredSummary } from './segment-summaries.ts';

/** Increase it when the bytes of a `TermSummary` change: stored ones are then made again. */
const FORMAT = 1;

/** A summary is worth its memory if so large a part of its segments is wanted. */
const WANTED_SHARE = 0.5;

/** The summaries of which most segments are wanted. */
export async function readSummaries(
  db: Kysely<DB>,
  organizationId: string,
  wanted: readonly string[],
): Promise<StoredSummary[]> {
  const { rows } = await sql<{ segment_ids: string[]; languages: (string | null)[]; bytes: Buffer }>`
    select segment_ids, languages, bytes from search_summary
    where organization_id = ${organizationId} and format = ${FORMAT}
      and (select count(*) from unnest(segment_ids) as named(id) where named.id = any(${wanted}::uuid[]))
        >= ${WANTED_SHARE}::float8 * cardinality(segment_ids)`.execute(db);
  return rows.map(({ segment_ids, languages, bytes }) => ({
    segments: segment_ids.map((id, at) => ({ id, language: languages[at] ?? null })),
    summary: TermSummary.open(bytes),
  }));
}

/**
 * Stores a summary, unless another one has some of its segments. Deletes those that are of another format or most of
 * whose segments are gone.
 */
export async function insertSummary(
  db: Kysely<DB>,
  organizationId: string,
  { segments, summary }: StoredSummary,
): Promise<void> {
  const ids = segments.map(({ id }) => id);
  await sql`
    delete from search_summary s
    where organization_id = ${organizationId}
      and (format <> ${FORMAT} or (
        select count(*) from search_segment g
        where g.organization_id = ${organizationId} and g.segment_id = any(s.segment_ids)
      ) < ${WANTED_SHARE}::float8 * cardinality(segment_ids))`.execute(db);
  await sql`
    insert into search_summary (organization_id, summary_id, format, segment_ids, languages, bytes)
    select ${organizationId}, ${newId()}, ${FORMAT}, ${ids}::uuid[],
      ${JSON.stringify(segments.map(({ language }) => language))}::text::jsonb, ${summary.toBytes()}
    where exists (select 1 from organization where organization_id = ${organizationId})
      and not exists (
        select 1 from search_summary
        where organization_id = ${organizationId} and segment_ids && ${ids}::uuid[])`.execute(db);
}
