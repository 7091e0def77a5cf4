import type { Hash } from '@lectern/content/tree/hash';
import type { PageTree } from '@lectern/content/tree/page-tree';
import { newId } from '@lectern/std/ids';
import { appendTo } from '@lectern/std/long-lists';
import type { NewDocument } from '../../../content/facts/facts.repository.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import type { RunOptions, Threads } from '../../../platform/threads/threads.ts';
import { MAX_PAGES } from './merge-policy.ts';
import { type DocumentEntry, pageKey } from './page-key.ts';
import type { IndexedTexts, ReadIndexedTexts } from './page-parts.ts';
import type { NewSegment } from './search-index.repository.ts';
import { indexedTitlesAbove } from './titles-above.ts';
import { type PageToIndex, writeSegmentTask } from './write-segment.ts';

/** The number of documents read at once. */
const MAX_BATCH = 250;

/** The maximum text of a segment in characters, which limits the memory for writing one. */
const MAX_TEXT_LENGTH = 16_000_000;

/** A segment of at most this many characters is written in place, which takes as long as using a thread. */
const MAX_TEXT_IN_PLACE = 20_000;

const MAX_WRITE_MS = 120_000;

const NO_TEXTS: IndexedTexts = { facts: '{}', sections: '[]' };

export interface SegmentSource {
  /** The tree of the pages, for the titles above them. */
  tree: PageTree;
  threads: Threads;
  readTexts: ReadIndexedTexts;
  /** Documents that have just come, some of them with the segment of their page. */
  newDocuments?: ReadonlyMap<Hash, NewDocument> | undefined;
  /** The lane of the threads: it depends on whether a request waits for the segments. */
  lane: RunOptions['lane'];
  signal?: AbortSignal | undefined;
}

/** Writes pages into as many segments as needed. Segments have no language: the index that names them does. */
export async function writeSegments(
  entries: readonly DocumentEntry[],
  source: SegmentSource,
): Promise<NewSegment[]> {
  const prepared = findPrepared(entries, source);
  if (prepared) return [toSegment(entries, prepared)];
  const written: NewSegment[] = [];
  let pages: PageToIndex[] = [];
  let length = 0;
  const finish = async (): Promise<void> => {
    appendTo(written, await writePages(pages, length, source));
    pages = [];
    length = 0;
  };
  for (let start = 0; start < entries.length; start += MAX_BATCH) {
    source.signal?.throwIfAborted();
    const batch = entries.slice(start, start + MAX_BATCH);
    const texts = await source.readTexts(batch.flatMap(({ document }) => document ?? []));
    for (const entry of batch) {
      const page = toPage(entry, source.tree, (entry.document && texts.get(entry.document)) || NO_TEXTS);
      pages.push(page);
      length += page.texts.sections.length;
      if (pages.length === MAX_PAGES || length >= MAX_TEXT_LENGTH) await finish();
    }
  }
  if (pages.length > 0) await finish();
  return written;
}

/** The segment of a page that is written alone, if the edit has written it for exactly this content and place. */
function findPrepared(
  [entry, ...others]: readonly DocumentEntry[],
  { newDocuments, tree }: Pick<SegmentSource, 'newDocuments' | 'tree'>,
): Uint8Array | undefined {
  if (!entry?.document || others.length > 0) return undefined;
  const segment = newDocuments?.get(entry.document)?.segment;
  if (segment?.pageId !== entry.id || !pageKey(entry).equals(segment.key)) return undefined;
  // The same change may have moved it.
  return segment.aboveHash === indexedTitlesAbove(tree, entry.id).hash ? segment.content : undefined;
}

/** Writes pages into one segment, or into several if they exceed the limits of a thread. */
async function writePages(
  pages: readonly PageToIndex[],
  length: number,
  { threads, lane, signal }: Pick<SegmentSource, 'threads' | 'lane' | 'signal'>,
): Promise<NewSegment[]> {
  if (length <= MAX_TEXT_IN_PLACE) return [toSegment(pages, await writeSegmentTask.run(pages))];
  try {
    const options = { lane, deadlineMs: MAX_WRITE_MS, signal };
    return [toSegment(pages, await threads.run(writeSegmentTask, pages, options))];
  } catch (error) {
    if (!(error instanceof ThreadLimitError) || pages.length === 1) throw error;
    const half = Math.ceil(pages.length / 2);
    const segments: NewSegment[] = [];
    for (const part of [pages.slice(0, half), pages.slice(half)])
      appendTo(segments, await writePages(part, length, { threads, lane, signal }));
    return segments;
  }
}

const toSegment = (pages: readonly unknown[], content: Uint8Array): NewSegment => ({
  id: newId(),
  pages: pages.length,
  content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
});

/** A page with its texts, for the thread that indexes it. */
export const toPage = (entry: DocumentEntry, tree: PageTree, texts: IndexedTexts): PageToIndex => ({
  pageId: entry.id,
  key: pageKey(entry),
  title: entry.title,
  linkTitle: entry.linkTitle,
  slug: entry.slug,
  above: indexedTitlesAbove(tree, entry.id).titles,
  // A new document has more texts, which would be copied to the thread as well.
  texts: { facts: texts.facts, sections: texts.sections },
});
