import type { SpecProblem } from '@lectern/openapi/spec-problem';
import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { toJsonText } from '../../platform/db/json-text.ts';
import { lockInOrganization } from '../../platform/db/organization-lock.queries.ts';
import type { DB } from '../../platform/db/schema.ts';
import { violates } from '../../platform/db/violations.ts';
import { defineError } from '../../platform/http/errors.ts';
import { cutPage, type PageOfRows } from '../../platform/http/lists.ts';

export type SpecRow = Omit<Selectable<DB['openapi_spec']>, 'source_text'>;

export interface SpecKey {
  organizationId: string;
  specId: string;
}

export const specExists = defineError(
  { status: 409, reason: 'openapi-spec-exists' },
  (slug: string) => `The organization already has a spec “${slug}”. Update it, or choose another slug.`,
);

/** Without the text, which may be large. */
const COLUMNS = sql.raw(
  [
    'organization_id, spec_id, slug, visibility, source_url, source_number, processing_state, error_code, problems',
    'problem_count, last_version_id, last_processed_at, etag, modified, refresh_at, created_at, updated_at',
  ].join(', '),
);

/** By slug. `after`: the last slug of the page before. */
export async function listSpecRows(
  db: Database,
  { organizationId, after, limit }: { organizationId: string; after: string | undefined; limit: number },
): Promise<PageOfRows<SpecRow, string>> {
  const count = await countSpecs(db, organizationId);
  const { rows } = await sql<SpecRow>`
    select ${COLUMNS} from openapi_spec
    where organization_id = ${organizationId} and (${after ?? null}::text is null or slug > ${after ?? null})
    order by slug limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, count, (row) => row.slug);
}

export async function countSpecs(db: Database, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from openapi_spec where organization_id = ${organizationId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findSpecRow(
  db: Database,
  { organizationId, slug }: { organizationId: string; slug: string },
): Promise<SpecRow | undefined> {
  const { rows } = await sql<SpecRow>`
    select ${COLUMNS} from openapi_spec where organization_id = ${organizationId} and slug = ${slug}`.execute(
    db,
  );
  return rows[0];
}

/** Locks the specs and contents of an organization until the transaction ends, for counting, adding or deleting. */
export async function lockSpecs(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await lockInOrganization(trx, { organizationId, things: 'openapi' });
}

export async function lockSpecRow(trx: Transaction<DB>, key: SpecKey): Promise<SpecRow | undefined> {
  const { rows } = await sql<SpecRow>`
    select ${COLUMNS} from openapi_spec where ${isSpec(key)} for no key update`.execute(trx);
  return rows[0];
}

export interface StoredSource {
  url: string | null;
  /** Compressed with gzip. */
  text: Buffer | null;
}

export async function insertSpec(
  trx: Transaction<DB>,
  { organizationId, specId }: SpecKey,
  { slug, source, at }: { slug: string; source: StoredSource; at: Date },
): Promise<SpecRow> {
  try {
    const { rows } = await sql<SpecRow>`
      insert into openapi_spec (organization_id, spec_id, slug, visibility, source_url, source_text, source_number,
        processing_state, created_at, updated_at)
      values (${organizationId}, ${specId}, ${slug}, 'private', ${source.url}, ${source.text}, 1, 'pending', ${at}, ${at})
      returning ${COLUMNS}`.execute(trx);
    return rows[0] as SpecRow;
  } catch (error) {
    throw violates(error, 'openapi_spec_slug') ? specExists(slug) : error;
  }
}

/** Replaces the source, which `keepSource` keeps if it is not processed yet. The result of processing the former one remains until this one is processed. */
export async function updateSource(
  trx: Transaction<DB>,
  key: SpecKey,
  { source, at }: { source: StoredSource; at: Date },
): Promise<SpecRow> {
  const { rows } = await sql<SpecRow>`
    update openapi_spec set source_url = ${source.url}, source_text = ${source.text},
      source_number = source_number + 1, processing_state = 'pending', etag = null, modified = null,
      refresh_at = null, updated_at = ${at}
    where ${isSpec(key)} returning ${COLUMNS}`.execute(trx);
  return rows[0] as SpecRow;
}

/** A source that was replaced before it was processed. */
export type WaitingSource = Pick<
  Selectable<DB['openapi_waiting_source']>,
  'source_number' | 'source_url' | 'source_text'
>;

/** Keeps the present source, which is not processed yet, for its turn. Returns how many wait then. */
export async function keepSource(trx: Transaction<DB>, key: SpecKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with kept as (
      insert into openapi_waiting_source (organization_id, spec_id, source_number, source_url, source_text)
      select organization_id, spec_id, source_number, source_url, source_text from openapi_spec where ${isSpec(key)})
    select count(*)::int + 1 as count from openapi_waiting_source where ${isSpec(key)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function findWaitingSource(db: Database, key: SpecKey): Promise<WaitingSource | undefined> {
  const { rows } = await sql<WaitingSource>`
    select source_number, source_url, source_text from openapi_waiting_source
    where ${isSpec(key)} order by source_number limit 1`.execute(db);
  return rows[0];
}

/** Adds a problem to those of the last processing. */
export async function addProblem(trx: Transaction<DB>, key: SpecKey, problem: SpecProblem): Promise<void> {
  await sql`
    update openapi_spec set problems = problems || ${toJsonText([problem])}::text::jsonb,
      problem_count = problem_count + 1
    where ${isSpec(key)}`.execute(trx);
}

/** Tells whether the source was still waiting. */
export async function deleteWaitingSource(
  trx: Transaction<DB>,
  key: SpecKey,
  sourceNumber: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from openapi_waiting_source where ${isSpec(key)} and source_number = ${sourceNumber}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function updateVisibility(
  trx: Transaction<DB>,
  key: SpecKey,
  { visibility, at }: { visibility: string; at: Date },
): Promise<SpecRow> {
  const { rows } = await sql<SpecRow>`
    update openapi_spec set visibility = ${visibility}, updated_at = ${at}
    where ${isSpec(key)} returning ${COLUMNS}`.execute(trx);
  return rows[0] as SpecRow;
}

/** With its versions. */
export async function deleteSpecRow(trx: Transaction<DB>, key: SpecKey): Promise<void> {
  await sql`delete from openapi_spec where ${isSpec(key)}`.execute(trx);
}

/** Notes that processing begins. Returns the spec with its text. */
export async function beginProcessing(
  db: Database,
  key: SpecKey,
): Promise<(SpecRow & { source_text: Buffer | null }) | undefined> {
  const { rows } = await sql<SpecRow & { source_text: Buffer | null }>`
    update openapi_spec set processing_state = 'progress'
    where ${isSpec(key)} returning ${COLUMNS}, source_text`.execute(db);
  return rows[0];
}

export interface EndOfProcessing {
  at: Date;
  errorCode: string | null;
  problems: readonly SpecProblem[];
  problemCount: number;
  etag: string | null;
  modified: string | null;
  refreshAt: Date | null;
}

export async function endProcessing(trx: Transaction<DB>, key: SpecKey, end: EndOfProcessing): Promise<void> {
  await sql`
    update openapi_spec set processing_state = 'complete', source_text = null, error_code = ${end.errorCode},
      problems = ${toJsonText(end.problems)}::text::jsonb, problem_count = ${end.problemCount},
      last_processed_at = ${end.at}, etag = ${end.etag}, modified = ${end.modified}, refresh_at = ${end.refreshAt}
    where ${isSpec(key)}`.execute(trx);
}

/** Notes that the URL had not changed. */
export async function noteUnchanged(
  trx: Transaction<DB>,
  key: SpecKey,
  { at, refreshAt }: { at: Date; refreshAt: Date },
): Promise<void> {
  await sql`
    update openapi_spec set processing_state = 'complete', last_processed_at = ${at}, refresh_at = ${refreshAt}
    where ${isSpec(key)}`.execute(trx);
}

export async function updateLastVersion(
  trx: Transaction<DB>,
  key: SpecKey,
  { versionId, at }: { versionId: string; at: Date },
): Promise<void> {
  await sql`
    update openapi_spec set last_version_id = ${versionId}, updated_at = ${at} where ${isSpec(key)}`.execute(
    trx,
  );
}

/** Whether any spec is fetched again from time to time. */
export const hasRefreshedSpec = (): RawBuilder<boolean> => sql`
  exists (select 1 from openapi_spec where refresh_at is not null)`;

/**
 * Takes some of the specs that are due, and gives them their next time. One that would be due after that time was put
 * off by a clock that was ahead.
 */
export async function takeDueSpecs(
  trx: Transaction<DB>,
  { now, next, limit }: { now: Date; next: Date; limit: number },
): Promise<SpecKey[]> {
  const { rows } = await sql<SpecKey>`
    update openapi_spec set refresh_at = ${next}
    where (organization_id, spec_id) in (
      select organization_id, spec_id from openapi_spec where refresh_at <= ${now} or refresh_at > ${next}
      order by refresh_at limit ${limit} for update skip locked)
    returning organization_id as "organizationId", spec_id as "specId"`.execute(trx);
  return rows;
}

const isSpec = ({ organizationId, specId }: SpecKey) =>
  sql`organization_id = ${organizationId} and spec_id = ${specId}`;
