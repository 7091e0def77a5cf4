import type { Hash } from '@lectern/content/tree/hash';
import { readNodeReferences } from '@lectern/content/tree/node-references';
import type { Kysely } from 'kysely';
import { packRevisions } from '../../../content/revisions/revision-packs.repository.ts';
import { insertPack, joinPacks, listLastPacks, pack } from '../../../content/tree/packs.repository.ts';
import { readNodes } from '../../../content/tree/tree.repository.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { listNamed } from './autosaves.repository.ts';
import { listKeptRoots, listSuperseded, type PackableEdits, readRows } from './packing.repository.ts';

const MINUTE_MS = 60_000;
/** Edits in one pack: the content of the first of them takes most of it. */
const MAX_EDITS = 500;
/** Edits that are packed together. */
const BATCH = 250;
/** Fewer wait. */
const MIN_EDITS = 5;
/** The content of a pack before compression, which a read of any of it takes in memory. */
const MAX_BYTES = 8_000_000;
/** Nodes that are read in one statement. */
const NODES = 500;

/** Which edits are packed now. */
export const packableEdits = (now: Date): PackableEdits => ({
  before: new Date(now.getTime() - MINUTE_MS / 2),
  latest: new Date(now.getTime() - 15 * MINUTE_MS),
  count: MIN_EDITS,
});

/**
 * Packs the superseded edits of a space and the content that only they hold, in packs that are worth it. Returns the number of packed
 * edits.
 */
export async function packAutosaves(
  { db, transact }: Pick<Context, 'db' | 'transact'>,
  key: SpaceKey,
  { before, latest, count }: PackableEdits,
  signal: AbortSignal,
): Promise<number> {
  for (let packed = 0; ; ) {
    signal.throwIfAborted();
    const edits = await listSuperseded(db, key, { before, limit: BATCH });
    const [first] = edits;
    if (!first || (edits.length < count && first.createdAt > latest)) return packed;
    const { items, bytes, length } = await collect(db, key, edits);
    const content = await pack(items);
    const packedTo = edits[length - 1]?.createdAt as Date;
    await transact(async ({ trx }) => {
      await insertPack(trx, key, { hashes: [...items.keys()], content, packedTo, edits: length, bytes });
      const named = await listNamed(trx, key, edits);
      const ids = edits.slice(0, length).map(({ revisionId }) => revisionId);
      await packRevisions(
        trx,
        key,
        ids.filter((id) => !named.has(id)),
      );
    });
    packed += length;
    await joinSmallPacks({ db, transact }, key);
  }
}

/**
 * Joins the last two packs of a space until the last one is much smaller than the one before. Each edit is compressed
 * again only a few times until its pack is full.
 */
async function joinSmallPacks(context: Pick<Context, 'db' | 'transact'>, key: SpaceKey): Promise<void> {
  for (;;) {
    const [last, previous] = await listLastPacks(context.db, key, 2);
    if (
      !last ||
      !previous ||
      previous.edits > 2 * last.edits ||
      previous.edits + last.edits > MAX_EDITS ||
      previous.bytes + last.bytes > MAX_BYTES
    )
      return;
    await joinPacks(context, key, [previous, last]);
  }
}

/** The content of the first edits that go into one pack, in their order, and how many these are. */
async function collect(
  db: Kysely<DB>,
  key: SpaceKey,
  edits: Awaited<ReturnType<typeof listSuperseded>>,
): Promise<{ items: Map<Hash, Buffer>; bytes: number; length: number }> {
  const { organizationId } = key;
  const seen = new Set<Hash>();
  await walk(db, organizationId, await listKeptRoots(db, key, edits), seen);
  const items = new Map<Hash, Buffer>();
  let bytes = 0;
  let length = 0;
  for (const { root } of edits) {
    const found = await walk(db, organizationId, [root], seen);
    const own = await Promise.all([
      readRows(db, organizationId, { table: 'document', hashes: found.documents }),
      readRows(db, organizationId, { table: 'tree_node', hashes: found.nodes }),
    ]);
    const added = own.flatMap((content) => [...content.values()]).reduce((sum, item) => sum + item.length, 0);
    if (length > 0 && bytes + added > MAX_BYTES) break;
    bytes += added;
    // What a node names comes before it.
    for (const hash of [...found.documents, ...found.nodes.reverse()]) {
      const content = own[0].get(hash) ?? own[1].get(hash);
      if (content) items.set(hash, content);
    }
    length += 1;
  }
  return { items, bytes, length };
}

/** Finds the content below some roots that was not seen yet. */
async function walk(
  db: Kysely<DB>,
  organizationId: string,
  roots: readonly Hash[],
  seen: Set<Hash>,
): Promise<{ nodes: Hash[]; documents: Hash[] }> {
  const found: { nodes: Hash[]; documents: Hash[] } = { nodes: [], documents: [] };
  const takeNew = (hashes: readonly Hash[], into: Hash[]): Hash[] => {
    const fresh = hashes.filter((hash) => hash !== '' && !seen.has(hash) && seen.add(hash));
    for (const hash of fresh) into.push(hash);
    return fresh;
  };
  for (let wanted = takeNew(roots, found.nodes); wanted.length > 0; ) {
    const next: Hash[] = [];
    for (let start = 0; start < wanted.length; start += NODES)
      for (const node of (await readNodes(db, organizationId, wanted.slice(start, start + NODES))).values()) {
        const { nodes, documents } = readNodeReferences(node);
        next.push(...takeNew(nodes, found.nodes));
        takeNew(documents, found.documents);
      }
    wanted = next;
  }
  return found;
}
