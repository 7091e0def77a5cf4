import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { type Hash, hashFromBytes, hashOf, hashToBytes } from '@lectern/content/tree/hash';
import { newId } from '@lectern/std/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../platform/access/space-key.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Successive versions of a text are next to each other: a fast level finds what they have in common. */
const QUALITY = 5;
/** A window of 16 MB, in which all of a pack has room. */
const WINDOW = 24;
const LENGTH_BYTES = 4;
/** Added to the length of an item. */
const IS_SHORTENED = 2 ** 30;

const keyOf = (hash: Hash): string => hashToBytes(hash).readBigInt64BE().toString();

/** Reads those of the documents and nodes that are in packs. */
export async function readPacked(
  db: Database,
  organizationId: string,
  hashes: readonly Hash[],
): Promise<Map<Hash, Buffer>> {
  const found = new Map<Hash, Buffer>();
  if (hashes.length === 0) return found;
  const wanted = new Map(hashes.map((hash) => [keyOf(hash), hash]));
  for (let isComplete = false; !isComplete; ) {
    isComplete = true;
    const { rows: packs } = await sql<{ id: string }>`
      select pack_id as id from content_pack
      where organization_id = ${organizationId} and keys && ${[...wanted.keys()]}::bigint[]`.execute(db);
    // One after the other: each takes megabytes of memory.
    for (const { id } of packs) {
      if (found.size === hashes.length) break;
      const pack = await readPack(db, organizationId, id);
      // It was joined with another one in the meantime, or swept.
      if (!pack) isComplete = false;
      for (const [key, item] of pack ?? []) {
        const hash = wanted.get(key);
        if (hash !== undefined && !found.has(hash) && hashOf(item) === hash)
          // A copy: a part of the pack would hold all of it in memory.
          found.set(hash, Buffer.from(item));
      }
    }
  }
  return found;
}

async function readPack(
  db: Database,
  organizationId: string,
  id: string,
): Promise<(readonly [key: string, item: Buffer])[] | undefined> {
  const { rows } = await sql<{ keys: string[]; content: Buffer }>`
    select keys::text[] as keys, content from content_pack
    where organization_id = ${organizationId} and pack_id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const items = await unpack(row.content);
  return items.map((item, at) => [row.keys[at] as string, item]);
}

/**
 * The items of a pack in one piece, for `insertPack`: documents and nodes in the order of the edits, what a node names
 * before the node. The hashes of those in the pack, which do not compress, are written as places in it.
 */
export async function pack(items: ReadonlyMap<Hash, Buffer>): Promise<Buffer> {
  const placeOf = new Map<Hash, number>();
  const parts: Buffer[] = [];
  for (const [hash, item] of items) {
    const at = placeOf.size;
    const short = shorten(item, (named) => {
      const place = placeOf.get(named);
      return place === undefined ? undefined : at - place;
    });
    const head = Buffer.alloc(LENGTH_BYTES);
    head.writeUInt32BE((short ?? item).length + (short ? IS_SHORTENED : 0));
    parts.push(head, short ?? item);
    placeOf.set(hash, at);
  }
  return compress(Buffer.concat(parts), {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: WINDOW },
  });
}

export async function unpack(content: Buffer): Promise<Buffer[]> {
  const whole = await decompress(content);
  const items: Buffer[] = [];
  const hashes: Hash[] = [];
  for (let at = 0; at < whole.length; ) {
    const head = whole.readUInt32BE(at);
    const start = at + LENGTH_BYTES;
    at = start + (head & ~IS_SHORTENED);
    const item = whole.subarray(start, at);
    const hashBack = (distance: number): Hash => {
      const place = items.length - distance;
      hashes[place] ??= hashOf(items[place] as Buffer);
      return hashes[place];
    };
    items.push(head & IS_SHORTENED ? lengthen(item, hashBack) : item);
  }
  return items;
}

/** The prefix of a distance that is stored instead of a hash: no text in JSON contains it. */
const DISTANCE = '\u0001';

/** A node with distances instead of the hashes that have one. Undefined: it names none of them, or is a document. */
function shorten(item: Buffer, distanceOf: (hash: Hash) => number | undefined): Buffer | undefined {
  if (item[0] !== '{'.charCodeAt(0) || item.includes(DISTANCE)) return undefined;
  const text = item.toString('latin1');
  const short = text.replace(/"([\w-]{43})"/g, (quoted, hash: Hash) => {
    const distance = distanceOf(hash);
    return distance === undefined ? quoted : `"${DISTANCE}${distance}"`;
  });
  return short === text ? undefined : Buffer.from(short, 'latin1');
}

const DISTANCES = new RegExp(`"${DISTANCE}(\\d+)"`, 'g');

const lengthen = (item: Buffer, hashBack: (distance: number) => Hash): Buffer =>
  Buffer.from(
    item.toString('latin1').replace(DISTANCES, (_, distance: string) => `"${hashBack(Number(distance))}"`),
    'latin1',
  );

interface PackContents {
  /** The edits of the space until then are packed. */
  packedTo: Date;
  edits: number;
  /** Before compression. */
  bytes: number;
}

async function insertRow(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  { keys, content, packedTo, edits, bytes }: PackContents & { keys: readonly string[]; content: Buffer },
): Promise<void> {
  await sql`
    insert into content_pack (organization_id, pack_id, space_id, packed_to, keys, content, edits, bytes)
    values (${organizationId}, ${newId()}, ${spaceId}, ${packedTo}, ${keys}::bigint[], ${content}, ${edits}, ${bytes})`.execute(
    trx,
  );
}

/** A pack without its content. */
export interface PackRow extends PackContents {
  id: string;
}

/** The last packs of a space, the last one first. */
export async function listLastPacks(
  db: Kysely<DB>,
  { organizationId, spaceId }: SpaceKey,
  limit: number,
): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`
    select pack_id as id, packed_to as "packedTo", edits, bytes from content_pack
    where organization_id = ${organizationId} and space_id = ${spaceId}
    order by packed_to desc, pack_id desc limit ${limit}`.execute(db);
  return rows;
}

/** A sweep or a purge has deleted a pack that was to be joined with others. */
export class PackDeleted extends Error {
  constructor() {
    super('A pack was deleted while it was joined.');
  }
}

/**
 * Replaces packs of a space, which are in the order of their edits, by one with the content of all. Throws
 * `PackDeleted` without a change if one of them no longer exists.
 */
export async function joinPacks(
  { db, transact }: Pick<Context, 'db' | 'transact'>,
  key: SpaceKey,
  packs: readonly PackRow[],
): Promise<void> {
  const items = new Map<Hash, Buffer>();
  for (const { id } of packs)
    for (const [, item] of (await readPack(db, key.organizationId, id)) ?? []) items.set(hashOf(item), item);
  const bytes = [...items.values()].reduce((sum, item) => sum + item.length, 0);
  const content = await pack(items);
  const keys = [...items.keys()].map(keyOf);
  const edits = packs.reduce((sum, one) => sum + one.edits, 0);
  const packedTo = packs.at(-1)?.packedTo as Date;
  await transact(async ({ trx }) => {
    const { numAffectedRows } = await sql`
      delete from content_pack where organization_id = ${key.organizationId}
        and pack_id = any(${packs.map(({ id }) => id)}::uuid[])`.execute(trx);
    if (Number(numAffectedRows) !== packs.length) throw new PackDeleted();
    await insertRow(trx, key, { keys, content, packedTo, edits, bytes });
  });
}

/**
 * Stores a pack and deletes the rows whose content is in it. Content never changes, so that it does not matter if
 * somebody stores some of it again: a row that somebody is about to touch stays.
 */
export async function insertPack(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  { hashes, content, ...contents }: PackContents & { hashes: readonly Hash[]; content: Buffer },
): Promise<void> {
  await insertRow(trx, { organizationId, spaceId }, { keys: hashes.map(keyOf), content, ...contents });
  for (const table of ['document', 'tree_node'])
    await sql`
      with packed as (
        select hash from ${sql.table(table)}
        where organization_id = ${organizationId} and hash = any(${hashes.map(hashToBytes)}::bytea[])
        for update skip locked)
      delete from ${sql.table(table)} stored using packed
      where stored.organization_id = ${organizationId} and stored.hash = packed.hash`.execute(trx);
}

/** Hashes whose content is in memory at once. */
const RESTORED = 50;

/** Gives the packed ones among some documents or nodes rows again, for statements that copy rows. */
export async function restorePacked(
  db: Database,
  organizationId: string,
  { table, hashes }: { table: 'document' | 'tree_node'; hashes: readonly Hash[] },
): Promise<void> {
  const { rows } = await sql<{ hash: Buffer }>`
    select wanted.hash from unnest(${hashes.map(hashToBytes)}::bytea[]) as wanted(hash)
    where not exists (
      select 1 from ${sql.table(table)} stored
      where stored.organization_id = ${organizationId} and stored.hash = wanted.hash)
    order by wanted.hash`.execute(db);
  const missing = rows.map(({ hash }) => hashFromBytes(hash));
  for (let start = 0; start < missing.length; start += RESTORED) {
    const found = [...(await readPacked(db, organizationId, missing.slice(start, start + RESTORED)))];
    const bytes = sql`${found.map(([, content]) => content)}::bytea[]`;
    const into = sql`unnest(${found.map(([hash]) => hashToBytes(hash))}::bytea[], ${bytes}) as f(hash, content)`;
    await (table === 'document'
      ? sql`insert into document (organization_id, hash, source)
          select ${organizationId}::uuid, hash, content from ${into} order by hash
          on conflict (organization_id, hash) do update set touched_at = excluded.touched_at`
      : sql`insert into tree_node (organization_id, hash, node)
          select ${organizationId}::uuid, hash, convert_from(content, 'UTF8') from ${into} order by hash
          on conflict (organization_id, hash) do update set touched_at = excluded.touched_at`
    ).execute(db);
  }
}
