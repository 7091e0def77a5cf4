import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { hashFromBytes, hashToBytes } from '@lectern/content/tree/hash';
import { isId, newId, newUserId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import { Check } from 'typebox/value';
import { NOBODY } from '../../../platform/access/author.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { explainQuotaFailure } from '../../../platform/db/quota-failure.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { quotaExceeded } from '../../../platform/http/quota-errors.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import { FILL_SPACE_REFERENCES } from '../../content/links/other-spaces/update-space-references.ts';
import { searchIndexJob } from '../../content/search/search-index-job.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { areClaimsOfSites, noteArchivedEvents } from '../../insights/archived-events.queries.ts';
import type { ArchivedEvents } from '../../insights/event-store.ts';
import { openEvents } from '../../insights/open-events.ts';
import { SparseCustomizationSchema } from '../../publishing/site-settings/customization/customization.schemas.ts';
import {
  archiveForeign,
  archiveInvalid,
  archiveOlder,
  type ImportReport,
  type Manifest,
  tablePath,
} from './archive-format.ts';
import { type ArchivedColumn, type ArchivedRow, fixTextForm, readColumns } from './archive-rows.queries.ts';
import {
  ARCHIVED_TABLES,
  type ArchivedTable,
  CONTENT_HASH_COLUMNS,
  DIRECTORIES,
  EVENTS,
  PERSON_COLUMNS,
} from './archive-tables.ts';
import { completeImport } from './archives.repository.ts';
import { createGivenColumns } from './given-columns.ts';
import { createEventPlacer, EVENTS_AT_ONCE } from './place-events.ts';
import { type PlacedPeople, placePeople } from './place-people.ts';
import {
  areForeign,
  areRevisionsComplete,
  clearDanglingSources,
  findTakenIds,
  forgetImportedNews,
  insertDirectoryRows,
  insertRows,
  listSpaceIds,
  takeAddresses,
  takeHostname,
} from './place-rows.repository.ts';
import type { ReadableArchive } from './read-archive.ts';
import { type ChangedHashes, placeContent } from './rewrite-content.ts';

const unpack = promisify(gunzip);

export interface ImportOptions {
  /** The id of the new organization. Its files are stored already. */
  organizationId: string;
  administratorId: string;
  cause: Cause;
  signal: AbortSignal;
}

const MAX_REPORTED = 1000;

/**
 * Puts everything of an archive but its files into a new organization, and ends the import, in one transaction. Only the
 * events of its sites come before, and are removed if it fails.
 */
export async function importArchive(
  context: Pick<Context, 'db' | 'clickHouse' | 'transact' | 'clock' | 'keyRing'>,
  archive: ReadableArchive,
  options: ImportOptions,
): Promise<ImportReport> {
  const { db, transact, clock } = context;
  try {
    const plan = await db.transaction().execute((trx) => planImport(trx, archive, options));
    const events = await placeEvents(context, archive, { ...options, ...plan });
    return await transact(async (unit) => {
      const more = { at: clock(), keyRing: context.keyRing, plan, events };
      const report = await placeAll(unit, archive, { ...options, ...more });
      await completeImport(unit.trx, options.organizationId, { report, at: clock() });
      return report;
    });
  } catch (error) {
    throw explain(error, archive.manifest);
  }
}

async function placeAll(
  unit: UnitOfWork,
  archive: ReadableArchive,
  options: ImportOptions & { at: Date; keyRing: Context['keyRing']; plan: ImportPlan; events: PlacedEvents },
): Promise<ImportReport> {
  const { trx, announce } = unit;
  const { organizationId, administratorId, at, cause, signal, events } = options;
  const { manifest } = archive;
  await fixTextForm(trx);
  const { columnsOf, ids } = options.plan;
  const given = createGivenColumns(options.keyRing, at);
  const [first, ...rest] = ARCHIVED_TABLES;
  const place = {
    organizationId,
    columnsOf,
    given,
    signal,
    ids,
    rewrite: createRewriter(ids),
    people: undefined as PlacedPeople | undefined,
    changed: new Map() as ChangedHashes,
  };
  if ((await placeTable(trx, archive, first as ArchivedTable, place)) !== 1)
    throw archiveInvalid('it does not have one organization.');
  const people = await placePeople(trx, archive, { organizationId, administratorId, at });
  if (people.memberIds.size === 0) throw archiveInvalid('it has no people.');
  place.people = people;
  place.rewrite = createRewriter(new Map([...ids, ...people.accountOf]));
  place.changed = await placeContent(trx, archive, place);
  let rows = 1;
  for (const table of rest) if (!table.comesBefore) rows += await placeTable(trx, archive, table, place);
  if (!(await areClaimsOfSites(trx, organizationId)))
    throw archiveInvalid('claims of visitors are not of a site of the archive.');
  if (events.count > 0) await noteArchivedEvents(trx, organizationId, at);
  if (!(await areRevisionsComplete(trx, organizationId)))
    throw archiveInvalid('a revision does not have its content.');
  await insertDirectoryRows(trx, organizationId);
  await clearDanglingSources(trx, organizationId);
  const notes = [...(await takeNames(trx, organizationId)), ...events.notes];
  await forgetImportedNews(trx, organizationId);
  await enqueueFollowing(unit, organizationId, at);
  const { title } = manifest.organization;
  await recordEvent(trx, {
    organizationId,
    cause,
    action: 'organization.imported',
    target: { type: 'organization', id: organizationId, label: title },
    payload: { rows: rows + events.count, files: archive.files.length, invited: people.invited },
    at,
  });
  announce({ kind: 'organization', organizationId });
  announce({ kind: 'members', organizationId });
  return {
    organizationId,
    title,
    rows: rows + events.count,
    files: archive.files.length,
    people: { invited: people.invited, unmatched: people.unmatched.slice(0, MAX_REPORTED) },
    changedIds: ids.size - 1,
    notes,
    enterAgain: manifest.enterAgain.slice(0, MAX_REPORTED),
  };
}

/** What is decided before anything is stored. */
interface ImportPlan {
  columnsOf: Map<string, ArchivedColumn[]>;
  ids: Map<string, string>;
}

async function planImport(
  trx: Transaction<DB>,
  archive: ReadableArchive,
  { organizationId }: ImportOptions,
): Promise<ImportPlan> {
  const columnsOf = await matchColumns(trx, archive.manifest);
  return { columnsOf, ids: await chooseIds(trx, archive, { organizationId, columnsOf }) };
}

interface PlacedEvents {
  count: number;
  notes: string[];
}

/** Stores the events of the sites, in portions. */
async function placeEvents(
  context: Pick<Context, 'db' | 'clickHouse' | 'clock'>,
  archive: ReadableArchive,
  { organizationId, signal, columnsOf, ids }: ImportOptions & ImportPlan,
): Promise<PlacedEvents> {
  const columns = columnsOf.get(EVENTS);
  if (!columns) return { count: 0, notes: [] };
  const rewrite = createRewriter(ids);
  const { createdAt } = archive.manifest;
  const siteIds = new Set((await listIds(archive, columnsOf, 'site')).map(rewrite));
  const placer = createEventPlacer(context, { columns, siteIds, createdAt });
  const place = { rewrite, people: undefined, changed: new Map() as ChangedHashes };
  let count = 0;
  let kept: ArchivedRow[] = [];
  const { storeArchived } = openEvents(context);
  const claimsOf = storeArchived && (await readClaimValues(archive, columnsOf, rewrite));
  const names = columns.map(({ name }) => name);
  const flush = async (): Promise<void> => {
    const rows = kept;
    kept = [];
    if (storeArchived && claimsOf) {
      const isForeign = await context.db
        .transaction()
        .execute((trx) => areForeign(trx, organizationId, findIds(rows)));
      if (isForeign) throw archiveForeign(EVENTS);
      return storeArchived({ organizationId, columns: names, rows, claimsOf });
    }
    await placer.store(rows, async (trx) => {
      await fixTextForm(trx);
      if (await areForeign(trx, organizationId, findIds(rows))) throw archiveForeign(EVENTS);
      await insertRows(trx, { organizationId, table: EVENTS, columns, rows });
    });
  };
  for await (const line of archive.readLines(tablePath(EVENTS))) {
    signal.throwIfAborted();
    const row = await placeRow(EVENTS, columns, line, place);
    count += 1;
    if (placer.isKept(row)) kept.push(row);
    if (kept.length === EVENTS_AT_ONCE) await flush();
  }
  if (kept.length > 0) await flush();
  const { rows = 0 } = archive.manifest.tables.find(({ name }) => name === EVENTS) ?? {};
  if (count !== rows) throw archiveInvalid(`the table ${EVENTS} is not complete.`);
  const { expired } = placer;
  return {
    count,
    notes:
      expired === 0 ? [] : [`${expired} events of sites are older than events are kept. They were left out.`],
  };
}

/** The values of all sets of claims. Where events are in another database, they have the values themselves. */
async function readClaimValues(
  archive: ReadableArchive,
  columnsOf: ImportPlan['columnsOf'],
  rewrite: (text: string) => string,
): Promise<ArchivedEvents['claimsOf']> {
  const table = 'site_claim_value';
  const columns = columnsOf.get(table) ?? [];
  const place = (name: string): number => columns.findIndex((column) => column.name === name);
  const [siteAt, setAt, claimAt, valueAt] = ['site_id', 'claims_id', 'claim', 'value'].map(place) as [
    number,
    number,
    number,
    number,
  ];
  const sets = new Map<string, Map<string, string[]>>();
  if (columns.length > 0)
    for await (const line of archive.readLines(tablePath(table))) {
      const row = Array.isArray(line) ? (line as unknown[]).map(String) : [];
      const key = `${rewrite(row[siteAt] ?? '')} ${row[setAt]}`;
      const values = sets.get(key) ?? new Map<string, string[]>();
      sets.set(key, values);
      const claim = row[claimAt] ?? '';
      values.set(claim, [...(values.get(claim) ?? []), row[valueAt] ?? '']);
    }
  return (siteId, claimsId) => sets.get(`${siteId} ${claimsId}`);
}

/** The columns of the archive as this version has them. */
async function matchColumns(
  trx: Transaction<DB>,
  manifest: Manifest,
): Promise<Map<string, ArchivedColumn[]>> {
  const known = await readColumns(trx, ARCHIVED_TABLES);
  const matched = new Map<string, ArchivedColumn[]>();
  for (const { name, columns } of manifest.tables) {
    if (matched.has(name)) throw archiveInvalid(`it has the table ${name} twice.`);
    const own = known.get(name);
    if (!own) throw archiveInvalid(`it has an unknown table, ${name}.`);
    const byName = new Map(own.map((column) => [column.name, column]));
    if (new Set(columns).size !== columns.length) throw archiveInvalid(`a column of ${name} is there twice.`);
    matched.set(
      name,
      columns.map((column) => {
        const found = byName.get(column);
        if (!found) throw archiveInvalid(`the table ${name} has an unknown column, ${column}.`);
        return found;
      }),
    );
  }
  return matched;
}

/** Ids that are others in the new organization: that of the organization, and those that are taken here. */
async function chooseIds(
  trx: Transaction<DB>,
  archive: ReadableArchive,
  { organizationId, columnsOf }: { organizationId: string; columnsOf: Map<string, ArchivedColumn[]> },
): Promise<Map<string, string>> {
  const former = archive.manifest.organization.id;
  if (!isId(former)) throw archiveInvalid('its manifest.json has no id of an organization.');
  const chosen = new Map([[former, organizationId]]);
  for (const { table } of DIRECTORIES)
    for (const id of await findTakenIds(trx, await listIds(archive, columnsOf, table)))
      chosen.set(id, newId());
  return chosen;
}

/** The ids of the spaces, collections or sites of the archive. */
async function listIds(
  archive: ReadableArchive,
  columnsOf: ImportPlan['columnsOf'],
  table: (typeof DIRECTORIES)[number]['table'],
): Promise<string[]> {
  const at = (columnsOf.get(table) ?? []).findIndex(({ name }) => name === `${table}_id`);
  const own: string[] = [];
  for await (const line of archive.readLines(tablePath(table))) {
    const id = Array.isArray(line) ? line[at] : undefined;
    if (typeof id !== 'string' || !isId(id)) throw archiveInvalid(`a row of ${table} has no id.`);
    own.push(id);
  }
  return own;
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const createRewriter =
  (ids: ReadonlyMap<string, string>) =>
  (text: string): string =>
    text.replace(ID, (id) => ids.get(id) ?? id);

interface Place {
  organizationId: string;
  columnsOf: Map<string, ArchivedColumn[]>;
  given: ReturnType<typeof createGivenColumns>;
  rewrite: (text: string) => string;
  people: PlacedPeople | undefined;
  changed: ChangedHashes;
  signal: AbortSignal;
}

const BATCH_ROWS = 500;
const BATCH_LENGTH = 4_000_000;
/** Events tell what happened, and are only shown. */
const MAY_NAME_OTHERS: ReadonlySet<string> = new Set(['audit_event']);

/** Returns the number of rows, those that are left out included. */
async function placeTable(
  trx: Transaction<DB>,
  archive: ReadableArchive,
  table: ArchivedTable,
  place: Place,
): Promise<number> {
  const { organizationId, signal } = place;
  const listed = archive.manifest.tables.find(({ name }) => name === table.name);
  const columns = place.columnsOf.get(table.name) ?? [];
  const memberAt = columns.findIndex(({ name }) => name === table.memberColumn);
  let count = 0;
  let batch: ArchivedRow[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    if (!MAY_NAME_OTHERS.has(table.name) && (await areForeign(trx, organizationId, findIds(batch))))
      throw archiveForeign(table.name);
    await insertRows(trx, {
      organizationId,
      table: table.name,
      columns,
      rows: batch,
      given: place.given[table.name],
    });
    batch = [];
    length = 0;
  };
  for await (const line of archive.readLines(tablePath(table.name))) {
    signal.throwIfAborted();
    const row = await placeRow(table.name, columns, line, place);
    count += 1;
    if (memberAt >= 0 && !place.people?.memberIds.has(row[memberAt] as string)) continue;
    batch.push(row);
    length += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (batch.length >= BATCH_ROWS || length > BATCH_LENGTH) await flush();
  }
  await flush();
  if (count !== (listed?.rows ?? 0)) throw archiveInvalid(`the table ${table.name} is not complete.`);
  return count;
}

const findIds = (rows: readonly ArchivedRow[]): string[] => [
  ...new Set(rows.flatMap((row) => row.flatMap((value) => value?.match(ID) ?? []))),
];

const MAX_SPEC_BYTES = 200_000_000;
/** In hexadecimal. It is read for each event. */
const MAX_SALT_LENGTH = 130;
/** The table with the events of sites. */

async function placeRow(
  table: string,
  columns: readonly ArchivedColumn[],
  line: unknown,
  { rewrite, people, changed }: Pick<Place, 'rewrite' | 'people' | 'changed'>,
): Promise<(string | null)[]> {
  const isRow =
    Array.isArray(line) &&
    line.length === columns.length &&
    line.every((value) => value === null || typeof value === 'string');
  if (!isRow) throw archiveInvalid(`a row of ${table} does not have its columns.`);
  const row = (line as (string | null)[]).map((value, at) => {
    const { name, type, isNullable } = columns[at] as ArchivedColumn;
    if (value === null) return null;
    if (PERSON_COLUMNS.has(name) && type === 'uuid') return placePerson(value, people, isNullable);
    if (CONTENT_HASH_COLUMNS.has(`${table}.${name}`)) return placeHash(value, type, changed);
    if (name === 'customization') requireCustomization(value);
    if (name === 'salt' && value.length > MAX_SALT_LENGTH)
      throw archiveInvalid('a key of insights is too long.');
    return type === 'bytea' ? value : rewrite(value);
  });
  if (table === 'openapi_content')
    for (const [at, { name }] of columns.entries())
      if (name === 'filesystem' || name === 'source') await requireUnpackable(row[at] ?? '');
  return row;
}

/** An id that is no person of the archive is that of a service account. It must not become that of somebody here. */
function placePerson(userId: string, people: PlacedPeople | undefined, isNullable: boolean): string | null {
  if (userId === NOBODY) return NOBODY;
  return people?.accountOf.get(userId) ?? (isNullable ? null : newUserId());
}

function placeHash(value: string, type: string, changed: ChangedHashes): string {
  if (type !== 'bytea') return changed.get(value) ?? value;
  const next = changed.get(hashFromBytes(Buffer.from(value.slice(2), 'hex')));
  return next === undefined ? value : `\\x${hashToBytes(next).toString('hex')}`;
}

/** Pages are drawn with its colors and addresses as they are. */
function requireCustomization(value: string): void {
  let given: unknown;
  try {
    given = JSON.parse(value);
  } catch {
    // Is refused like what is JSON and has another form.
  }
  if (!Check(SparseCustomizationSchema, given))
    throw archiveInvalid('the customization of a site is not valid.');
}

/** A spec is unpacked whole when it is read. */
async function requireUnpackable(value: string): Promise<void> {
  try {
    await unpack(Buffer.from(value.slice(2), 'hex'), { maxOutputLength: MAX_SPEC_BYTES });
  } catch {
    throw archiveInvalid('an OpenAPI spec is damaged or too large.');
  }
}

async function takeNames(trx: Transaction<DB>, organizationId: string): Promise<string[]> {
  const moved = await takeAddresses(trx, organizationId);
  const hostname = await takeHostname(trx, organizationId);
  return [
    ...(hostname === undefined
      ? []
      : [`Another organization has the hostname ${hostname}. Choose another one.`]),
    ...moved
      .slice(0, MAX_REPORTED)
      .map(({ title, basename }) => `The address of the site “${title}” was taken. It is ${basename} now.`),
  ];
}

/** What is computed from content. */
async function enqueueFollowing(unit: UnitOfWork, organizationId: string, at: Date): Promise<void> {
  const spaceIds = await listSpaceIds(unit.trx, organizationId);
  await enqueueJobs(
    unit,
    spaceIds.flatMap((spaceId) => [
      searchIndexJob({ organizationId, spaceId }),
      { organizationId, kind: FILL_SPACE_REFERENCES, payload: { spaceId } },
    ]),
    at,
  );
}

/** Errors of the database about values are about the archive. */
function explain(error: unknown, { version }: Manifest): unknown {
  if (error instanceof ApiError) return error;
  const failure = explainQuotaFailure(error);
  if (failure) return quotaExceeded(failure);
  const { code, table_name: table } = error as { code?: string; table_name?: string };
  if (code === '23502') return archiveOlder(version);
  const place = table === undefined ? '' : ` (${table})`;
  if (code?.startsWith('23')) return archiveInvalid(`its rows do not belong together${place}.`);
  if (code?.startsWith('22')) return archiveInvalid(`it has a value that is not valid${place}.`);
  return error;
}
