import { isUtf8 } from 'node:buffer';
import { type DocumentFacts, type DocumentParts, FACTS_VERSION } from '@lectern/content/facts/document-facts';
import { type Hash, hashFromBytes, hashToBytes } from '@lectern/content/tree/hash';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';
import { queueStatement } from '../../platform/db/statement-queue.ts';
import { readPacked } from '../tree/packs.repository.ts';
import { inBatches } from './in-batches.ts';
import type { PartTexts, StoredParts } from './inspect-sources.ts';

/** A source with its facts, if they are stored under the current version. */
export interface SourceRow {
  /** Null if it is long and others were read with it. */
  source: Buffer | null;
  facts: DocumentFacts | null;
}

/** The longest source, in bytes, that is read with others. */
const MAX_SHARED_BYTES = 65_536;

export async function readSources(
  db: Database,
  organizationId: string,
  hashes: readonly Hash[],
): Promise<Map<Hash, SourceRow>> {
  const maxBytes = hashes.length === 1 ? null : MAX_SHARED_BYTES;
  const { rows } = await sql<SourceRow & { hash: Buffer }>`
    select d.hash, f.facts,
      case when ${maxBytes}::integer is null or octet_length(d.source) <= ${maxBytes} then d.source end as source
    from document d
    left join document_facts f
      on f.organization_id = d.organization_id and f.hash = d.hash and f.version = ${FACTS_VERSION}
    where d.organization_id = ${organizationId} and d.hash = any(${hashes.map(hashToBytes)}::bytea[])`.execute(
    db,
  );
  const found = new Map<Hash, SourceRow>(rows.map((row) => [hashFromBytes(row.hash), row]));
  const missing = hashes.filter((hash) => !found.has(hash));
  for (const [hash, source] of await readPacked(db, organizationId, missing))
    found.set(hash, { source, facts: null });
  return found;
}

/** The blocks of a document with its facts, if they are stored under the current version. */
export interface BlocksRow {
  blocks: Buffer | null;
  facts: DocumentFacts | null;
}

export async function readBlocks(
  db: Database,
  organizationId: string,
  hashes: readonly Hash[],
): Promise<Map<Hash, BlocksRow>> {
  const { rows } = await sql<BlocksRow & { hash: Buffer }>`
    select hash, facts, blocks from document_facts
    where organization_id = ${organizationId} and version = ${FACTS_VERSION}
      and hash = any(${hashes.map(hashToBytes)}::bytea[])`.execute(db);
  return new Map(rows.map((row) => [hashFromBytes(row.hash), row]));
}

/**
 * Reads the sources of documents until they have `maxBytes` together, but at least one. `postponed`: the documents that
 * were left for another batch. Missing documents are in neither.
 */
export async function readSourceBatch(
  db: Database,
  organizationId: string,
  hashes: readonly Hash[],
  maxBytes: number,
): Promise<{ sources: { hash: Hash; source: Buffer }[]; postponed: Hash[] }> {
  const { rows } = await sql<{ hash: Buffer; source: Buffer | null }>`
    select hash, case when place = 1 or bytes <= ${maxBytes} then source end as source
    from (
      select hash, source, row_number() over place as place, sum(octet_length(source)) over place as bytes
      from document
      where organization_id = ${organizationId} and hash = any(${hashes.map(hashToBytes)}::bytea[])
      window place as (order by hash)) sized
    order by place`.execute(db);
  const batch: { sources: { hash: Hash; source: Buffer }[]; postponed: Hash[] } = {
    sources: [],
    postponed: [],
  };
  let bytes = 0;
  const add = (hash: Hash, source: Buffer | null): void => {
    bytes += source?.length ?? 0;
    if (source && (batch.sources.length === 0 || bytes <= maxBytes)) batch.sources.push({ hash, source });
    else batch.postponed.push(hash);
  };
  for (const { hash, source } of rows) add(hashFromBytes(hash), source);
  const stored = new Set(rows.map(({ hash }) => hashFromBytes(hash)));
  const missing = hashes.filter((hash) => !stored.has(hash));
  for (const [hash, source] of await readPacked(db, organizationId, missing)) add(hash, source);
  return batch;
}

/** Reads one part of each document, where it is stored under the current version. */
export async function readParts<Name extends keyof DocumentParts>(
  db: Database,
  organizationId: string,
  name: Name,
  hashes: Hash[],
): Promise<Map<Hash, DocumentParts[Name]>> {
  const { rows } = await sql<{ hash: Buffer; part: DocumentParts[Name] }>`
    select hash, ${sql.ref(PART_COLUMNS[name])} as part from document_facts
    where organization_id = ${organizationId} and version = ${FACTS_VERSION}
      and hash = any(${hashes.map(hashToBytes)}::bytea[])`.execute(db);
  return new Map(rows.map((row) => [hashFromBytes(row.hash), row.part]));
}

/** Reads parts of each document as the stored JSON, for work in a thread. */
export async function findPartTexts<Name extends keyof DocumentParts>(
  db: Database,
  organizationId: string,
  names: readonly Name[],
  hashes: readonly Hash[],
): Promise<Map<Hash, Pick<PartTexts, Name>>> {
  const columns = sql.join(
    names.map((name) => sql`${sql.ref(PART_COLUMNS[name])}::text as ${sql.ref(name)}`),
  );
  const { rows } = await sql<{ hash: Buffer } & Pick<PartTexts, Name>>`
    select hash, ${columns} from document_facts
    where organization_id = ${organizationId} and version = ${FACTS_VERSION}
      and hash = any(${hashes.map(hashToBytes)}::bytea[])`.execute(db);
  return new Map(rows.map((row) => [hashFromBytes(row.hash), row]));
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const PART_COLUMNS = { facts: 'facts', sections: 'sections', references: 'links' } as const;

/** Limits for one statement: the driver writes every byte of a parameter as two characters. */
const STATEMENT_ROWS = 500;
const STATEMENT_BYTES = 1_000_000;

/**
 * Stores sources with their facts; existing rows are only touched, so that no sweep deletes them. Ordered by hash, so
 * that transactions that store the same documents cannot deadlock. The last part is sent with the next statement.
 */
export async function insertDocuments(
  trx: Transaction<DB>,
  organizationId: string,
  documents: ReadonlyMap<Hash, NewDocument>,
): Promise<void> {
  const all = [...documents].sort(([left], [right]) => (left < right ? -1 : 1));
  const limits = { count: STATEMENT_ROWS, bytes: STATEMENT_BYTES };
  let waiting: RawBuilder<unknown> | undefined;
  for await (const part of inBatches(all, { ...limits, sizeOf: ([, { source }]) => source.length })) {
    await waiting?.execute(trx);
    waiting = insertDocumentPart(organizationId, part);
  }
  if (waiting) await queueStatement(trx, waiting);
}

function insertDocumentPart(
  organizationId: string,
  part: readonly (readonly [Hash, NewDocument])[],
): RawBuilder<unknown> {
  return sql`
    with added as materialized (
      select * from ${rowsOf([
        ['source', part.map(([, { source }]) => source)],
        ...partColumns(part.map(([hash, { texts }]) => [hash, texts])),
      ])} as a(source, hash, facts, sections, links, blocks)),
    stored as (
      insert into document (organization_id, hash, source)
      select ${organizationId}::uuid, hash, source from added
      on conflict (organization_id, hash) do update set touched_at = excluded.touched_at)
    insert into document_facts (organization_id, hash, version, facts, sections, links, blocks)
    select ${organizationId}::uuid, hash, ${FACTS_VERSION}::int, facts::jsonb, sections::jsonb, links::jsonb, blocks
    from added
    on conflict do nothing`;
}

export interface NewDocument {
  source: Buffer;
  texts: StoredParts;
  /** The page of this document as a segment of the search index, if it was written with the edit. */
  segment?: PreparedSegment | undefined;
}

/**
 * A segment that holds one page. It depends only on the page's id, on `key`, the hash of its indexed content, and on the
 * titles above it.
 */
export interface PreparedSegment {
  pageId: string;
  key: Uint8Array;
  aboveHash: number;
  content: Uint8Array;
}

/** Stores parts of documents. Those of packed documents are computed each time, because few are ever read. */
export async function insertPartTexts(
  db: Database,
  organizationId: string,
  documents: readonly (readonly [Hash, StoredParts])[],
): Promise<void> {
  if (documents.length === 0) return;
  await sql`
    with present as (
      select hash from document
      where organization_id = ${organizationId} and hash = any(${documents.map(([hash]) => hashToBytes(hash))}::bytea[])
      order by hash for key share)
    insert into document_facts (organization_id, hash, version, facts, sections, links, blocks)
    select ${organizationId}, f.hash, ${FACTS_VERSION}, f.facts::jsonb, f.sections::jsonb, f.links::jsonb, f.blocks
    from ${rowsOf(partColumns(documents))} as f(hash, facts, sections, links, blocks) join present using (hash)
    on conflict do nothing`.execute(db);
}

/** `source`: bytes, usually of text. */
type Column = readonly [type: 'bytea' | 'text' | 'source', values: readonly unknown[]];

/** The hashes, the facts, the sections, the references and the blocks. */
function partColumns(documents: readonly (readonly [Hash, StoredParts])[]): Column[] {
  const textsOf = (name: keyof PartTexts): string[] => documents.map(([, texts]) => texts[name]);
  return [
    ['bytea', documents.map(([hash]) => hashToBytes(hash))],
    ['text', textsOf('facts')],
    ['text', textsOf('sections')],
    ['text', textsOf('references')],
    ['bytea', documents.map(([, { blocks }]) => (blocks ? toBuffer(blocks) : null))],
  ];
}

/**
 * Rows from their columns. A single row, which may be very large, is sent as plain values: in arrays the driver escapes
 * each quotation mark and backslash separately, which for megabytes of text takes seconds.
 */
function rowsOf(columns: readonly Column[]): RawBuilder<unknown> {
  const isSingle = columns.every(([, values]) => values.length === 1);
  const parameters = columns.map(([type, values]) => {
    const [only] = values;
    if (type === 'source' && isSingle) return sourceParameter(only as Buffer);
    const name = type === 'source' ? 'bytea' : type;
    return isSingle ? sql`${only}::${sql.raw(name)}` : sql`${values}::${sql.raw(`${name}[]`)}`;
  });
  return isSingle ? sql`(values (${sql.join(parameters)}))` : sql`unnest(${sql.join(parameters)})`;
}

/** Text is sent as text: the driver writes every other byte as two characters, and copies them several times. */
const sourceParameter = (source: Buffer): RawBuilder<unknown> =>
  isUtf8(source) && !source.includes(0)
    ? sql`convert_to(${source.toString()}::text, 'UTF8')`
    : sql`${source}::bytea`;
