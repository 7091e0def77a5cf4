import { setImmediate as breathe } from 'node:timers/promises';
import { newId } from '../../../http/ids.ts';
import { readPageSettings } from '../facts/page-settings.ts';
import type { IndexedPage } from './engine/indexed-page.ts';
import { writeSegment } from './engine/segment-writer.ts';
import { MAXIMUM_PAGES } from './merge-policy.ts';
import { type DocumentEntry, pageKey } from './page-key.ts';
import type { IndexedParts, ReadIndexedParts } from './page-parts.ts';
import type { NewSegment } from './search-index.repository.ts';

/** How many documents are read at once. */
const BATCH = 250;

/** How much text a segment is made of, in characters, so that writing one has a bound in time and memory. */
const MAXIMUM_TEXT = 16_000_000;

const NO_PARTS: IndexedParts = { facts: {}, sections: [] };

/** Writes pages into as many segments as it takes. Others get their turn between two segments. */
export async function writeSegments(
  entries: readonly DocumentEntry[],
  language: string | null,
  readParts: ReadIndexedParts,
  signal?: AbortSignal,
): Promise<NewSegment[]> {
  const written: NewSegment[] = [];
  let pages: IndexedPage[] = [];
  let text = 0;
  const write = async (): Promise<void> => {
    written.push({ id: newId(), pages: pages.length, content: writeSegment(pages, language) });
    pages = [];
    text = 0;
    await breathe();
  };
  for (let start = 0; start < entries.length; start += BATCH) {
    signal?.throwIfAborted();
    const batch = entries.slice(start, start + BATCH);
    const parts = await readParts(batch.flatMap(({ document }) => document ?? []));
    for (const entry of batch) {
      const page = toIndexedPage(entry, (entry.document && parts.get(entry.document)) || NO_PARTS);
      pages.push(page);
      for (const section of page.sections) text += section.text.length;
      if (pages.length === MAXIMUM_PAGES || text >= MAXIMUM_TEXT) await write();
    }
  }
  if (pages.length > 0) await write();
  return written;
}

function toIndexedPage(entry: DocumentEntry, { facts, sections }: IndexedParts): IndexedPage {
  const { description } = readPageSettings(facts);
  return {
    pageId: entry.id,
    key: pageKey(entry),
    title: entry.title,
    ...(entry.linkTitle ? { linkTitle: entry.linkTitle } : {}),
    ...(facts.title && facts.title !== entry.title ? { documentTitle: facts.title } : {}),
    ...(description ? { description } : {}),
    // Only its own part of the path: what stands above it may move without it.
    path: entry.slug,
    sections,
  };
}
