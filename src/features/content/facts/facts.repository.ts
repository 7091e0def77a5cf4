import { type Kysely, sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../db/json-text.ts';
import type { DB } from '../../../db/schema.ts';
import { type Hash, hashFromBytes, hashToBytes } from '../tree/hash.ts';
import { type DocumentFacts, FACTS_VERSION } from './document-facts.ts';

type Database = Kysely<DB> | Transaction<DB>;

export async function findSource(
  db: Database,
  organizationId: string,
  hash: Hash,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('document')
    .select('source')
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hashToBytes(hash))
    .executeTakeFirst();
  return row?.source;
}

/** The facts of the current version, where they are stored. */
export async function readFacts(
  db: Database,
  organizationId: string,
  hashes: Hash[],
): Promise<Map<Hash, DocumentFacts>> {
  const { rows } = await sql<{ hash: Buffer; facts: DocumentFacts }>`
    select hash, facts from document_facts
    where organization_id = ${organizationId} and version = ${FACTS_VERSION}
      and hash = any(${hashes.map(hashToBytes)}::bytea[])`.execute(db);
  return new Map(rows.map((row) => [hashFromBytes(row.hash), row.facts]));
}

/** How much is sent in one statement: the driver writes every byte of a parameter as two characters. */
const STATEMENT_ROWS = 500;
const STATEMENT_BYTES = 8_000_000;

/**
 * Stores sources with their facts; what is there already is only touched, so that no sweep takes it away. In the order
 * of their hashes: transactions that store the same documents wait for each other and never in a circle.
 */
export async function insertDocuments(
  trx: Transaction<DB>,
  organizationId: string,
  documents: ReadonlyMap<Hash, { source: Buffer; facts: DocumentFacts }>,
): Promise<void> {
  const all = [...documents].sort(([left], [right]) => (left < right ? -1 : 1));
  for (const part of cutBySize(all)) {
    const hashes = part.map(([hash]) => hashToBytes(hash));
    await sql`
      insert into document (organization_id, hash, source)
      select ${organizationId}, d.hash, d.source
      from unnest(${hashes}::bytea[], ${part.map(([, document]) => document.source)}::bytea[]) as d(hash, source)
      on conflict (organization_id, hash) do update set touched_at = now()`.execute(trx);
    await insertFacts(
      trx,
      organizationId,
      part.map(([hash, { facts }]) => [hash, facts] as const),
    );
  }
}

type NewDocument = readonly [Hash, { source: Buffer; facts: DocumentFacts }];

function* cutBySize(documents: readonly NewDocument[]): Generator<NewDocument[]> {
  let part: NewDocument[] = [];
  let bytes = 0;
  for (const document of documents) {
    const { length } = document[1].source;
    if (part.length === STATEMENT_ROWS || (part.length > 0 && bytes + length > STATEMENT_BYTES)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(document);
    bytes += length;
  }
  if (part.length > 0) yield part;
}

export async function insertFacts(
  db: Database,
  organizationId: string,
  facts: readonly (readonly [Hash, DocumentFacts])[],
): Promise<void> {
  if (facts.length === 0) return;
  await sql`
    insert into document_facts (organization_id, hash, version, facts)
    select ${organizationId}, f.hash, ${FACTS_VERSION}, f.facts::jsonb
    from unnest(${facts.map(([hash]) => hashToBytes(hash))}::bytea[],
      ${facts.map(([, value]) => toJsonText(value))}::text[]) as f(hash, facts)
    on conflict do nothing`.execute(db);
}
