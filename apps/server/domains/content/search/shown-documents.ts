import type { DocumentFacts } from '@lectern/content/facts/document-facts';
import type { Section } from '@lectern/content/facts/sections';
import { readPageSettings } from '@lectern/markdown/page-settings';
import { toLine } from '@lectern/search/excerpt';
import { LRUCache } from 'lru-cache';
import type { FactsStore } from '../../../content/facts/facts-store.ts';
import type { DocumentEntry } from './page-key.ts';

/** The parts of a document that search results show, built once from storage: the same in every response. */
export interface ShownDocument {
  description: string;
  icon?: string;
  sections: readonly ShownSection[];
}

interface ShownSection {
  /** The anchor with its number sign; empty before the first heading. */
  anchor: string;
  /** The anchor as it appears in a URL. */
  fragment: string;
  title: string;
  /** Its text in one line, for excerpts. */
  line: string;
}

/** Documents of pages, in the order of these; kept in memory. */
export type ShownDocuments = (
  organizationId: string,
  entries: readonly DocumentEntry[],
) => Promise<ShownDocument[]>;

export function createShownDocuments(facts: FactsStore, memoryBytes: number): ShownDocuments {
  // Keyed by the entry itself: revisions share unchanged entries, and no key needs to be built.
  const cache = new LRUCache<DocumentEntry, ShownDocument>({
    maxSize: memoryBytes,
    sizeCalculation: sizeOfShown,
  });

  async function load(
    organizationId: string,
    entries: readonly DocumentEntry[],
  ): Promise<Map<DocumentEntry, ShownDocument>> {
    const hashes = entries.flatMap(({ document }) => document ?? []);
    const factsOf = await facts.load(organizationId, 'facts', hashes);
    const sectionsOf = await facts.load(organizationId, 'sections', hashes);
    const loaded = new Map<DocumentEntry, ShownDocument>();
    for (const entry of entries) {
      const { document } = entry;
      const shown = toShown((document && factsOf(document)) || {}, (document && sectionsOf(document)) || []);
      cache.set(entry, shown);
      loaded.set(entry, shown);
    }
    return loaded;
  }

  return async (organizationId, entries) => {
    const known = entries.map((entry) => cache.get(entry));
    const missing = entries.filter((_, at) => !known[at]);
    const loaded = missing.length > 0 ? await load(organizationId, missing) : undefined;
    return entries.map((entry, at) => (known[at] ?? loaded?.get(entry)) as ShownDocument);
  };
}

/** The approximate memory of a shown document, in bytes. */
export const sizeOfShown = ({ description, icon = '', sections }: ShownDocument): number =>
  sections.reduce(
    (sum, { anchor, title, line }) => sum + 150 + 2 * (2 * anchor.length + title.length + line.length),
    200 + 2 * (description.length + icon.length),
  );

/** Builds the shown parts of a document from its facts and sections. */
export function toShown(facts: DocumentFacts, sections: readonly Section[]): ShownDocument {
  const { description = '', icon } = readPageSettings(facts);
  return {
    description,
    ...(icon ? { icon } : {}),
    sections: sections.map(({ anchor, title, text }) => ({
      anchor: anchor === undefined ? '' : `#${anchor}`,
      fragment: anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`,
      title,
      line: toLine(text),
    })),
  };
}
