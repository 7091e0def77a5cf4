import { decodeSource } from '@lectern/content/facts/document-facts';
import type { PageEntry } from '@lectern/content/tree/entries';
import { type Hash, hashFromBytes } from '@lectern/content/tree/hash';
import {
  type BlockAnchor,
  followAnchors,
  type LocatedAnchor,
  locateAnchor,
  type MissingPart,
} from '@lectern/markdown/follow-blocks';
import { LRUCache } from 'lru-cache';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { runBySize } from '../../../platform/threads/run-by-size.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import type { CommentRow } from './comments.repository.ts';

const OPTIONS = { lane: 'request', deadlineMs: 30_000 } as const;
const MAX_KNOWN = 20_000;

interface FollowInput {
  old: string;
  current: string;
  places: readonly BlockAnchor[];
}

export const followAnchorsTask = defineThreadTask('follow-places', ({ old, current, places }: FollowInput) =>
  followAnchors({ old, current }, places),
);

export const locateAnchorTask = defineThreadTask(
  'locate-place',
  ({ source, place }: { source: string; place: BlockAnchor }) => locateAnchor(source, place),
);

/** The target of a comment in the current content. */
export interface CurrentTarget {
  isOutdated: boolean;
  page?: { title: string; path: string } | undefined;
  place?: BlockAnchor | undefined;
}

/** Finds the targets of comments in content that has changed since. */
export interface TargetFollower {
  /** By the ids of the comments. */
  follow(head: OpenRevision, rows: readonly CommentRow[]): Promise<ReadonlyMap<string, CurrentTarget>>;
  /** Finds a place of one document in another; undefined if it is gone. */
  followAnchor(
    organizationId: string,
    pair: DocumentPair,
    anchor: BlockAnchor,
  ): Promise<BlockAnchor | undefined>;
  /** Finds a place that a caller names in a document. */
  locate(
    organizationId: string,
    hash: Hash,
    anchor: BlockAnchor,
  ): Promise<LocatedAnchor | { missing: MissingPart }>;
}

const GONE: CurrentTarget = { isOutdated: true };

export function createTargetFollower(
  { threads }: Pick<Context, 'threads'>,
  store: ContentStore,
): TargetFollower {
  // By both documents and the place. Documents never change, so that no entry is ever stale.
  const known = new LRUCache<string, { place: BlockAnchor | undefined }>(limitEntries(MAX_KNOWN));
  const nameOf = (pair: DocumentPair, anchor: BlockAnchor): string =>
    `${pair.old} ${pair.current} ${JSON.stringify(anchor)}`;
  const readText = async (organizationId: string, hash: Hash): Promise<string> =>
    decodeSource(await store.getSource(organizationId, hash)).text;

  async function followAll(organizationId: string, pair: DocumentPair, places: BlockAnchor[]): Promise<void> {
    const unknown = places.filter((anchor) => !known.has(nameOf(pair, anchor)));
    if (unknown.length === 0) return;
    const [old, current] = [
      await readText(organizationId, pair.old),
      await readText(organizationId, pair.current),
    ];
    const input = { old, current, places: unknown };
    const length = old.length + current.length;
    const found = await runBySize(threads, followAnchorsTask, input, { ...OPTIONS, length }).catch(
      ignoreLimit,
    );
    for (const [index, place] of unknown.entries()) known.set(nameOf(pair, place), { place: found?.[index] });
  }

  return {
    async follow(head, rows) {
      const { organizationId } = head.space;
      const asked = rows.flatMap((row) => askedOf(head, row) ?? []);
      const byPair = new Map<string, { pair: DocumentPair; places: BlockAnchor[] }>();
      for (const { pair, place } of asked) {
        const name = `${pair.old} ${pair.current}`;
        const group = byPair.get(name) ?? { pair, places: [] };
        group.places.push(place);
        byPair.set(name, group);
      }
      for (const { pair, places } of byPair.values()) await followAll(organizationId, pair, places);
      const findPlace = (row: CommentRow): BlockAnchor | undefined => {
        const one = askedOf(head, row);
        return one ? known.get(nameOf(one.pair, one.place))?.place : placeOf(row);
      };
      return new Map(rows.map((row) => [row.comment_id, currentOf(head, row, findPlace)]));
    },
    async followAnchor(organizationId, pair, anchor) {
      if (pair.old === pair.current) return anchor;
      await followAll(organizationId, pair, [anchor]);
      return known.get(nameOf(pair, anchor))?.place;
    },
    async locate(organizationId, hash, anchor) {
      const source = await readText(organizationId, hash);
      const { length } = source;
      return runBySize(threads, locateAnchorTask, { source, place: anchor }, { ...OPTIONS, length });
    },
  };
}

interface DocumentPair {
  old: Hash;
  current: Hash;
}

/** Documents that are too large to be compared count as gone. */
function ignoreLimit(error: unknown): undefined {
  if (!(error instanceof ThreadLimitError)) throw error;
}

const documentOf = (entry: PageEntry | undefined): Hash | undefined =>
  entry?.type === 'document' ? entry.document : undefined;

const entryOf = ({ snapshot }: OpenRevision, { page_id: pageId }: CommentRow): PageEntry | undefined =>
  pageId === null ? undefined : snapshot.pages.find(pageId)?.entry;

function placeOf({ target }: CommentRow): BlockAnchor | undefined {
  if (!target?.node) return undefined;
  const { node, cell, range } = target;
  return { key: node.key, ...(cell ? { cell } : {}), ...(range ? { range } : {}) };
}

/** The place to find for a comment; undefined if its document is gone or unchanged. */
function askedOf(
  head: OpenRevision,
  row: CommentRow,
): { pair: DocumentPair; place: BlockAnchor } | undefined {
  const anchor = placeOf(row);
  const current = documentOf(entryOf(head, row));
  if (!anchor || row.document_hash === null || current === undefined) return undefined;
  const old = hashFromBytes(row.document_hash);
  return old === current ? undefined : { pair: { old, current }, place: anchor };
}

function currentOf(
  head: OpenRevision,
  row: CommentRow,
  findPlace: (row: CommentRow) => BlockAnchor | undefined,
): CurrentTarget {
  if (row.page_id === null) return { isOutdated: false };
  const entry = entryOf(head, row);
  if (!entry) return GONE;
  const page = { title: entry.title, path: head.snapshot.pages.pathOf(entry.id) };
  if (!row.target?.node) return { isOutdated: false, page };
  const anchor = documentOf(entry) === undefined ? undefined : findPlace(row);
  return anchor ? { isOutdated: false, page, place: anchor } : { isOutdated: true, page };
}
