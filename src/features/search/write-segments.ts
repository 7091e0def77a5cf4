import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { readPageSettings } from '../../content/facts/page-settings.ts';
import { newId } from '../../http/ids.ts';
import type { IndexedPage } from '../../search-engine/indexed-page.ts';
import { createSegmentWriter } from '../../search-engine/segment-writer.ts';
import { MAX_PAGES } from './merge-policy.ts';
import { type DocumentEntry, pageKey } from './page-key.ts';
import type { IndexedParts, ReadIndexedParts } from './page-parts.ts';
import type { NewSegment } from './search-index.repository.ts';

/** The number of documents read at once. */
const BATCH = 250;

/** The maximum text of a segment in characters, which limits the memory for writing one. */
const MAX_TEXT_LENGTH = 16_000_000;

/** The text in characters that is analyzed before yielding to the event loop: some hundredths of a second. */
const TEXT_OF_TURN = 150_000;

const NO_PARTS: IndexedParts = { facts: {}, sections: [] };

/** Writes pages into as many segments as needed. Segments have no language: the index that names them does. */
export async function writeSegments(
  entries: readonly DocumentEntry[],
  readParts: ReadIndexedParts,
  signal?: AbortSignal,
): Promise<NewSegment[]> {
  const written: NewSegment[] = [];
  let writer = createSegmentWriter(null);
  let pages = 0;
  let text = 0;
  let textOfTurn = 0;
  const finish = (): void => {
    written.push({ id: newId(), pages, content: writer.finish() });
    writer = createSegmentWriter(null);
    pages = 0;
    text = 0;
  };
  for (let start = 0; start < entries.length; start += BATCH) {
    signal?.throwIfAborted();
    const batch = entries.slice(start, start + BATCH);
    const parts = await readParts(batch.flatMap(({ document }) => document ?? []));
    for (const entry of batch) {
      const page = toIndexedPage(entry, (entry.document && parts.get(entry.document)) || NO_PARTS);
      writer.add(page);
      pages += 1;
      const length = page.sections.reduce((sum, section) => sum + section.text.length, 0);
      text += length;
      textOfTurn += length;
      if (pages === MAX_PAGES || text >= MAX_TEXT_LENGTH) finish();
      if (textOfTurn < TEXT_OF_TURN) continue;
      await yieldToEventLoop();
      textOfTurn = 0;
    }
  }
  if (pages > 0) finish();
  return written;
}

function toIndexedPage(entry: DocumentEntry, { facts, sections }: IndexedParts): IndexedPage {
  const { description, noIndex } = readPageSettings(facts);
  const identity = { pageId: entry.id, key: pageKey(entry) };
  // The page stays among those of the segment, without anything that could be found.
  if (noIndex) return { ...identity, title: '', path: '', sections: [] };
  return {
    ...identity,
    title: entry.title,
    ...(entry.linkTitle ? { linkTitle: entry.linkTitle } : {}),
    ...(facts.title && facts.title !== entry.title ? { documentTitle: facts.title } : {}),
    ...(description ? { description } : {}),
    // Only its own part of the path: its parents may move without it.
    path: entry.slug,
    sections,
  };
}
