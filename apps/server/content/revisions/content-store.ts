import type { Hash } from '@lectern/content/tree/hash';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { PreparedBlocks } from '@lectern/markdown/prepared-blocks';
import { isId } from '@lectern/std/ids';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { Context } from '../../platform/context.ts';
import { limitEntries } from '../../platform/http/entry-limit.ts';
import { ResponseCache } from '../../platform/http/response-cache.ts';
import { MeteredCache } from '../../platform/metrics/metered-cache.ts';
import { readBlocks, readSources } from '../facts/facts.repository.ts';
import { createFactsStore, type FactsStore } from '../facts/facts-store.ts';
import { readPieces } from '../facts/pieces.repository.ts';
import { readTogether } from '../facts/read-together.ts';
import { createSnapshotStore, type SnapshotStore } from '../tree/snapshot-store.ts';
import { revisionNotFound } from './content-errors.ts';
import { isLongPast } from './editing-session.ts';
import { type Conditions, createConditions } from './evaluate-conditions.ts';
import { findRevision, findRevisions, keepRevision, type RevisionRow } from './revision.repository.ts';
import type { VisibleRevision } from './visible-revision.ts';

/** A revision of a space with its content. */
export interface OpenRevision {
  space: SpacePointer;
  revision: RevisionRow;
  snapshot: Snapshot;
  /** The parts that the reader sees; absent if the reader sees everything. */
  sight?: VisibleRevision | undefined;
}

/**
 * Content in memory. Everything that it keeps is immutable: revisions, snapshots, facts, and responses that are ready
 * to be sent. None of it can become stale.
 */
export interface ContentStore {
  snapshots: SnapshotStore;
  facts: FactsStore;
  /** Responses by everything that they depend on. */
  responses: ResponseCache;
  /** Evaluates the expressions of content. */
  conditions: Conditions;
  /** A revision of this space; 404 for any other id. */
  open(space: SpacePointer, revisionId: string): Promise<OpenRevision>;
  /** Revisions of this space by their ids, in as few statements as one takes; those that do not exist are left out. */
  openAll(space: SpacePointer, revisionIds: readonly string[]): Promise<Map<string, OpenRevision>>;
  /** Keeps a revision for good that somebody named; 404 for any that is not of this space. */
  keepForGood(space: SpacePointer, revisionId: string): Promise<void>;
  /** Keeps a revision that was just stored in memory, so that its first reader does not load it. */
  keep(open: OpenRevision): void;
  /** The bytes of a document; the facts that are stored with it are then in memory. */
  getSource(organizationId: string, hash: Hash): Promise<Buffer>;
  /** The blocks of the document if they were prepared, otherwise its source. */
  getBlocks(organizationId: string, hash: Hash): Promise<{ blocks: PreparedBlocks } | { source: Buffer }>;
  /** The pieces that this version of the renderer has drawn for the documents, as it packed them. */
  getPieces(organizationId: string, hashes: readonly Hash[], version: number): Promise<Buffer[]>;
}

export function createContentStore({
  db,
  config,
  threads,
  clock,
}: Pick<Context, 'db' | 'config' | 'threads' | 'clock'>): ContentStore {
  const revisions = new MeteredCache<string, RevisionRow>('revisions', limitEntries(20_000));
  const snapshots = createSnapshotStore(db, config.limits.memoryCacheBytes);
  const facts = createFactsStore(db, threads);
  const responses = new ResponseCache(config.limits.memoryCacheBytes);

  const keyOf = ({ spaceId, historyEpoch }: SpacePointer, revisionId: string): string =>
    `${spaceId}/${historyEpoch}/${revisionId}`;

  async function getRevision(space: SpacePointer, revisionId: string): Promise<RevisionRow> {
    if (!isId(revisionId)) throw revisionNotFound();
    const key = keyOf(space, revisionId);
    const known = revisions.get(key);
    if (known) return known;
    const revision = await findRevision(db, space.organizationId, space.spaceId, revisionId);
    if (!revision) throw revisionNotFound();
    revisions.set(key, revision);
    return revision;
  }

  async function keep({ organizationId, spaceId }: SpacePointer, revision: RevisionRow): Promise<void> {
    const { revisionId } = revision;
    if (!(await keepRevision(db, { organizationId, spaceId, revisionId }))) throw revisionNotFound();
    revision.mayCoalesce = false;
  }

  const findBlocks = readTogether((organizationId, hashes) => readBlocks(db, organizationId, hashes));
  const findSource = readTogether((organizationId, hashes) => readSources(db, organizationId, hashes));

  async function getSource(organizationId: string, hash: Hash): Promise<Buffer> {
    const shared = await findSource(organizationId, hash);
    const found = shared?.source ? shared : (await readSources(db, organizationId, [hash])).get(hash);
    if (!found?.source) throw new Error(`The document ${hash} is missing.`);
    if (found.facts) facts.keep(organizationId, hash, found.facts);
    return found.source;
  }

  return {
    snapshots,
    facts,
    responses,
    conditions: createConditions(),
    async open(space, revisionId) {
      const revision = await getRevision(space, revisionId);
      // It could be dissolved while it is in use.
      if (revision.mayCoalesce && revisionId !== space.revisionId && isLongPast(revision.createdAt, clock()))
        await keep(space, revision);
      return { space, revision, snapshot: await snapshots.get(space.organizationId, revision.root) };
    },
    async openAll(space, revisionIds) {
      const missing = revisionIds.filter((revisionId) => !revisions.has(keyOf(space, revisionId)));
      const read = missing.length > 0 ? await findRevisions(db, space, missing) : [];
      for (const revision of read) revisions.set(keyOf(space, revision.revisionId), revision);
      const found = revisionIds.flatMap((revisionId) => revisions.get(keyOf(space, revisionId)) ?? []);
      const roots = await snapshots.getAll(
        space.organizationId,
        found.map(({ root }) => root),
      );
      return new Map(
        found.map((revision) => [
          revision.revisionId,
          { space, revision, snapshot: roots.get(revision.root) as Snapshot },
        ]),
      );
    },
    async keepForGood(space, revisionId) {
      const revision = await getRevision(space, revisionId);
      if (revision.mayCoalesce) await keep(space, revision);
    },
    keep({ space, revision, snapshot }) {
      revisions.set(keyOf(space, revision.revisionId), revision);
      snapshots.keep(space.organizationId, snapshot);
    },
    getSource,
    async getBlocks(organizationId, hash) {
      const found = await findBlocks(organizationId, hash);
      if (found?.facts) facts.keep(organizationId, hash, found.facts);
      if (found?.blocks) return { blocks: found.blocks };
      return { source: await getSource(organizationId, hash) };
    },
    async getPieces(organizationId, hashes, version) {
      if (hashes.length === 0) return [];
      return [...(await readPieces(db, { organizationId, version }, hashes)).values()];
    },
  };
}
