import { readTitle } from '../documents/page-source.ts';
import type { PageNode } from '../tree/entries.ts';
import {
  type FileEntry,
  NO_SETTINGS,
  type PageEntry,
  type ReusableEntry,
  type RevisionSettings,
} from '../tree/entries.ts';
import { hashOf } from '../tree/hash.ts';
import type { MerkleList } from '../tree/merkle-list.ts';
import { itemsOf } from '../tree/merkle-list.ts';
import type { NestedPage } from '../tree/page-tree.ts';
import { buildSnapshot, type Snapshot } from '../tree/snapshot.ts';
import type { Conflict, ConflictAnswer, Sides } from './conflicts.ts';
import { type MergedSnapshot, mergeSnapshots } from './merge-snapshots.ts';
import { mergeSources } from './merge-sources.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** A page in few words; `text` is the source of its document. */
export interface PageSpec {
  id: string;
  title?: string;
  slug?: string;
  text?: string;
  createdAt?: string;
  updatedAt?: string;
  children?: PageSpec[];
}

export interface SnapshotSpec {
  pages: PageSpec[];
  files?: FileEntry[];
  reusables?: ReusableEntry[];
  settings?: Partial<RevisionSettings>;
}

/** All sources that a test knows, by their hash. */
const sources = new Map<string, string>();

function keepSource(text: string): string {
  const hash = hashOf(text);
  sources.set(hash, text);
  return hash;
}

function toNested({
  id,
  title = id,
  slug = id,
  text,
  createdAt = AT,
  updatedAt = AT,
  children = [],
}: PageSpec): NestedPage {
  const document = text === undefined ? {} : { document: keepSource(text) };
  const entry: PageEntry = { type: 'document', title, slug, ...document, id, createdAt, updatedAt };
  return { entry, children: children.map(toNested) };
}

export function snapshotOf({ pages, files = [], reusables = [], settings }: SnapshotSpec): Snapshot {
  return buildSnapshot(
    { pages: pages.map(toNested), files, reusables, settings: { ...NO_SETTINGS, ...settings } },
    () => {},
  );
}

export const textOf = (hash: string | undefined): string => sources.get(hash ?? '') ?? '';

export type AnswerAny = (conflict: Conflict) => ConflictAnswer | undefined;

/** Merges, with documents merged in this thread, and returns what was emitted as well. */
export async function mergeAll(
  sides: Sides<Snapshot>,
  answerOf: AnswerAny = () => undefined,
): Promise<MergedSnapshot & { emitted: Map<string, string> }> {
  const emitted = new Map<string, string>();
  const merged = await mergeSnapshots(sides, {
    answerOf,
    emit: (hash, node) => emitted.set(hash, node),
    mergeDocuments: async (wanted) =>
      wanted.map(({ id, base, ours, theirs }) => {
        const { source, conflicts } = mergeSources(
          { base: textOf(base), ours: textOf(ours), theirs: textOf(theirs) },
          (conflict) => answerOf({ ...conflict, kind: 'document', targetId: id }),
          { scope: id },
        );
        const titles = {
          ours: readTitle(textOf(ours)),
          theirs: readTitle(textOf(theirs)),
          merged: readTitle(source),
        };
        return { hash: keepSource(source), conflicts, titles };
      }),
  });
  return { ...merged, emitted };
}

/** The tree as nested lists of ids with slugs where they differ from the id. */
export function outlineOf(list: MerkleList<PageNode> | undefined): string {
  return [...itemsOf(list)]
    .map(({ entry, children }) => {
      const slug = 'slug' in entry && entry.slug !== entry.id ? `=${entry.slug}` : '';
      return `${entry.id}${slug}${children ? `(${outlineOf(children)})` : ''}`;
    })
    .join(' ');
}
