import { type Hash, hashFromBytes, hashOf, hashToBytes } from '@lectern/content/tree/hash';
import type { Transaction } from 'kysely';
import { insertNodes, readNodes } from '../../../content/tree/tree.repository.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { archiveInvalid, DOCUMENTS, NODES } from './archive-format.ts';
import { insertDocuments, listNodeHashes } from './place-rows.repository.ts';
import type { ReadableArchive } from './read-archive.ts';

export interface ContentOptions {
  organizationId: string;
  /** Replaces the ids that the import chose others for. */
  rewrite: (text: string) => string;
  signal: AbortSignal;
}

/** The hashes of content that is another one now. */
export type ChangedHashes = ReadonlyMap<Hash, Hash>;

const BATCH_LENGTH = 2_000_000;
const QUOTED_HASH = /"([\w-]{43})"/g;

/**
 * Stores the documents and nodes of an archive. Content is named by its hash: where an id in it changes, the documents,
 * the nodes above them and the revisions get other hashes, which are returned.
 */
export async function placeContent(
  trx: Transaction<DB>,
  archive: ReadableArchive,
  options: ContentOptions,
): Promise<ChangedHashes> {
  const changed = new Map<Hash, Hash>();
  const known = await placeDocuments(trx, archive, { ...options, changed });
  const hasChanged = await placeNodes(trx, archive, { ...options, changed, known });
  if (hasChanged) await replaceNodes(trx, { ...options, changed });
  return changed;
}

async function placeDocuments(
  trx: Transaction<DB>,
  archive: ReadableArchive,
  { organizationId, rewrite, signal, changed }: ContentOptions & { changed: Map<Hash, Hash> },
): Promise<Set<Hash>> {
  const known = new Set<Hash>();
  let batch: { hash: Buffer; source: Buffer }[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await insertDocuments(trx, organizationId, batch);
    batch = [];
    length = 0;
  };
  for await (const { hash, text } of readContent(archive, DOCUMENTS, archive.manifest.documents)) {
    signal.throwIfAborted();
    known.add(hash);
    const rewritten = rewrite(text);
    const placed = rewritten === text ? hash : hashOf(rewritten);
    if (placed !== hash) changed.set(hash, placed);
    batch.push({ hash: hashToBytes(placed), source: Buffer.from(rewritten) });
    length += rewritten.length;
    if (length > BATCH_LENGTH) await flush();
  }
  await flush();
  return known;
}

/** Stores the nodes as they are. Returns whether one of them names what has changed. */
async function placeNodes(
  trx: Transaction<DB>,
  archive: ReadableArchive,
  {
    organizationId,
    rewrite,
    signal,
    changed,
    known,
  }: ContentOptions & { changed: ChangedHashes; known: ReadonlySet<Hash> },
): Promise<boolean> {
  const nodes = new Set<Hash>();
  const named = new Set<Hash>();
  let hasChanged = false;
  let batch = new Map<Hash, string>();
  let length = 0;
  for await (const { hash, text } of readContent(archive, NODES, archive.manifest.nodes)) {
    signal.throwIfAborted();
    nodes.add(hash);
    for (const child of childrenOf(text)) named.add(child);
    hasChanged ||= rewrite(text) !== text || namesOf(text).some((one) => changed.has(one));
    batch.set(hash, text);
    length += text.length;
    if (length <= BATCH_LENGTH) continue;
    await insertNodes(trx, organizationId, batch);
    batch = new Map();
    length = 0;
  }
  await insertNodes(trx, organizationId, batch);
  for (const hash of named)
    if (!nodes.has(hash) && !known.has(hash))
      throw archiveInvalid('a page or folder of a revision is missing.');
  return hasChanged;
}

interface ReadNode {
  pages?: Hash | null;
  files?: Hash | null;
  reusables?: Hash | null;
  settings?: Hash;
  parts?: Hash[];
  items?: { children?: Hash; document?: Hash }[];
}

/** What a node needs to be read: other nodes and documents, but not files. */
function childrenOf(text: string): Hash[] {
  let node: ReadNode;
  try {
    node = JSON.parse(text) as ReadNode;
  } catch {
    throw archiveInvalid('a node of a revision is not JSON.');
  }
  const { pages, files, reusables, settings, parts = [], items = [] } = node;
  if (!Array.isArray(parts) || !Array.isArray(items))
    throw archiveInvalid('a node of a revision is malformed.');
  return [
    pages,
    files,
    reusables,
    settings,
    ...parts,
    ...items.flatMap((item) => [item?.children, item?.document]),
  ].filter((hash): hash is Hash => typeof hash === 'string' && hash !== '');
}

const namesOf = (text: string): Hash[] => [...text.matchAll(QUOTED_HASH)].map(([, hash]) => hash as Hash);

/** Nodes that are in memory at once while those below them are replaced. */
const DEPTH_LIMIT = 10_000;

/** Stores the nodes that are others now, from the bottom up. The former ones are not named anymore, and swept. */
async function replaceNodes(
  trx: Transaction<DB>,
  { organizationId, rewrite, signal, changed }: ContentOptions & { changed: Map<Hash, Hash> },
): Promise<void> {
  const done = new Set<Hash>();
  const replaceOne = async (hash: Hash, depth: number): Promise<void> => {
    if (done.has(hash)) return;
    if (depth > DEPTH_LIMIT) throw archiveInvalid('the pages of a revision are too deep.');
    done.add(hash);
    const text = (await readNodes(trx, organizationId, [hash])).get(hash);
    if (text === undefined) return;
    for (const child of namesOf(text)) if (!changed.has(child)) await replaceOne(child, depth + 1);
    const replaced = rewrite(text).replace(QUOTED_HASH, (quoted, child: Hash) =>
      changed.has(child) ? `"${changed.get(child)}"` : quoted,
    );
    if (replaced === text) return;
    const next = hashOf(replaced);
    changed.set(hash, next);
    await insertNodes(trx, organizationId, new Map([[next, replaced]]));
  };
  for (const hash of await listNodeHashes(trx, organizationId)) {
    signal.throwIfAborted();
    await replaceOne(hashFromBytes(hash), 0);
  }
}

async function* readContent(
  archive: ReadableArchive,
  path: string,
  expected: number,
): AsyncGenerator<{ hash: Hash; text: string }> {
  let count = 0;
  for await (const line of archive.readLines(path)) {
    const [hash, text] = Array.isArray(line) ? line : [];
    if (typeof text !== 'string' || hashOf(text) !== hash)
      throw archiveInvalid(`content in ${path} is not what its name says.`);
    count += 1;
    yield { hash, text };
  }
  if (count !== expected) throw archiveInvalid(`${path} is not complete.`);
}
