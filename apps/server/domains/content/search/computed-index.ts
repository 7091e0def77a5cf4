/**
 * The index of the pages that are computed from specs. It is written from the last versions of these, kept in memory,
 * and searched together with the stored segments of its space.
 */

import { readSections, type Section } from '@lectern/content/facts/sections';
import { splitText } from '@lectern/content/facts/split-text';
import type { PageTree } from '@lectern/content/tree/page-tree';
import type { Block } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { COMPUTED_WEIGHT } from '@lectern/search/ranking';
import type { SearchedSegment } from '@lectern/search/search';
import { Segment } from '@lectern/search/segment';
import { LRUCache } from 'lru-cache';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import type { Threads } from '../../../platform/threads/threads.ts';
import type { ComputedParts } from '../../specs/pages/computed-parts.ts';
import type { ComputedTree, PlacedPage, ReadComputedTree } from '../../specs/pages/computed-tree.ts';
import type { FoundLocation } from './search.present.ts';
import type { OpenedIndex } from './search-store.ts';
import { type ShownDocument, sizeOfShown, toShown } from './shown-documents.ts';
import { titlesAbove } from './titles-above.ts';
import { type PageToIndex, writeSegmentTask } from './write-segment.ts';

/** The searchable computed pages of a revision. */
export interface ComputedIndex {
  /** Changes whenever the pages may have changed. */
  key: string;
  segment: SearchedSegment;
  find(pageId: string): { place: FoundLocation; document: ShownDocument } | undefined;
  /** The entry of the table of contents for a page. */
  entryIdOf(pageId: string): string | undefined;
}

export interface ComputedIndexes {
  /** Whether it is known that the revision has no computed pages, whatever happens to specs. */
  hasNone(index: OpenedIndex): boolean;
  /** Undefined for a revision without computed entries. */
  find(space: SpacePointer, index: OpenedIndex): Promise<ComputedIndex | undefined>;
}

/** An index of at most this much text is written in place, which takes a few milliseconds. */
const MAX_BYTES_IN_PLACE = 16_384;
/** The maximum text of the computed pages of a revision that is indexed. The rest is found by its names. */
const MAX_BYTES = 8_000_000;
const MAX_WRITE_MS = 20_000;
const MAX_SECTION_LENGTH = 4000;

/** All pages of a computed index are current. */
export const NO_KEY = new Uint8Array(16);

export function createComputedIndexes(
  { config, threads }: Pick<Context, 'config' | 'threads'>,
  content: ContentStore,
  readComputed: ReadComputedTree,
): ComputedIndexes {
  const indexes = new LRUCache<ComputedTree, { index: ComputedIndex; bytes: number }>({
    maxSize: config.limits.memoryCacheBytes / 8,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const writing = new WeakMap<ComputedTree, Promise<ComputedIndex>>();
  const withoutEntries = new LRUCache<string, true>(limitEntries(20_000));
  const nameOf = ({ spaceId, revisionId }: OpenedIndex): string => `${spaceId}/${revisionId}`;
  const hasNone = (index: OpenedIndex): boolean =>
    index.hasComputed === false || withoutEntries.get(nameOf(index)) === true;

  async function writeIndex(tree: ComputedTree, tableOfContents: PageTree): Promise<ComputedIndex> {
    const pages = listSearchable(tree);
    const segment = await writeComputedSegment(
      threads,
      pages.map(({ toIndex }) => toIndex),
    );
    const shown = new Map(pages.map((page) => [page.placed.id, page]));
    const index: ComputedIndex = {
      key: tree.key,
      segment: { segment, live: new Uint8Array(segment.pageCount).fill(1), weight: COMPUTED_WEIGHT },
      find(pageId) {
        const page = shown.get(pageId);
        return page && { place: toPlace(page.placed, tableOfContents), document: page.document };
      },
      entryIdOf: (pageId) => shown.get(pageId)?.placed.entry.id,
    };
    const size = pages.reduce((sum, { document }) => sum + sizeOfShown(document), 1000 + segment.byteLength);
    indexes.set(tree, { index, bytes: size });
    return index;
  }

  return {
    hasNone,
    async find(space, opened) {
      if (hasNone(opened)) return undefined;
      const open = await content.open(space, opened.revisionId);
      const tree = await readComputed(open);
      if (tree.key === '') withoutEntries.set(nameOf(opened), true);
      if (tree.all.length === 0) return undefined;
      const known = indexes.get(tree)?.index ?? writing.get(tree);
      if (known) return known;
      const written = writeIndex(tree, open.snapshot.pages).finally(() => writing.delete(tree));
      writing.set(tree, written);
      return written;
    },
  };
}

/** Writes what is computed from specs into a segment, which is kept in memory only. */
export async function writeComputedSegment(threads: Threads, pages: PageToIndex[]): Promise<Segment> {
  const bytes = await writeBytes(threads, pages);
  return Segment.open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

async function writeBytes(threads: Threads, pages: PageToIndex[]): Promise<Uint8Array> {
  const bytes = pages.reduce((sum, { texts }) => sum + texts.sections.length, 0);
  if (bytes <= MAX_BYTES_IN_PLACE) return writeSegmentTask.run(pages);
  try {
    return await threads.run(writeSegmentTask, pages, { lane: 'request', deadlineMs: MAX_WRITE_MS });
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    return writeSegmentTask.run(pages.map(({ texts, ...page }) => ({ ...page, texts: withoutText(texts) })));
  }
}

const withoutText = ({ facts }: PageToIndex['texts']): PageToIndex['texts'] => ({ facts, sections: '[]' });

interface SearchablePage {
  placed: PlacedPage;
  document: ShownDocument;
  toIndex: PageToIndex;
}

function listSearchable({ all }: ComputedTree): SearchablePage[] {
  let bytes = 0;
  return all.flatMap((placed) => {
    const { title, slug, parts } = placed.page;
    if (!parts) return [];
    const sections = bytes < MAX_BYTES ? listSections(parts) : [];
    const texts = { facts: '{}', sections: JSON.stringify(sections) };
    bytes += texts.sections.length;
    const toIndex = { pageId: placed.id, key: NO_KEY, title, linkTitle: undefined, slug, above: [], texts };
    return [{ placed, document: toShown({}, sections), toIndex }];
  });
}

/** The description of the spec, then each operation, webhook and schema with its own words. */
function listSections({ blocks, sections }: ComputedParts): Section[] {
  return [
    ...readWrittenSections(blocks),
    ...sections.flatMap(({ anchor, title, label, words }) =>
      splitText(`${label}\n${words}`.trim(), MAX_SECTION_LENGTH).map((text) => ({ anchor, title, text })),
    ),
  ];
}

/** What a spec says on a page beside its operations, webhooks and schemas. */
export const readWrittenSections = (blocks: readonly Block[]): Section[] =>
  readSections({ document: { ...parseMarkdown('').document, nodes: blocks.filter(isWritten) } });

const isWritten = ({ type }: Block): boolean => !type.startsWith('openapi-');

const toPlace = ({ id, path, page, entry, parent }: PlacedPage, pages: PageTree): FoundLocation => ({
  id,
  title: page.title,
  path,
  ancestors: parent ? titlesDownTo(parent, pages) : titlesAbove(pages, entry.id),
  hasView: false,
});

const titlesDownTo = ({ page, entry, parent }: PlacedPage, pages: PageTree): { title: string }[] => [
  ...(parent ? titlesDownTo(parent, pages) : titlesAbove(pages, entry.id)),
  { title: page.title },
];
