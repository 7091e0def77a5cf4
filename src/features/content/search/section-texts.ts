import { LRUCache } from 'lru-cache';
import type { FactsStore } from '../facts/facts-store.ts';
import type { Section } from '../facts/sections.ts';
import type { Hash } from '../tree/hash.ts';
import { toLine } from './engine/excerpt.ts';

/** A section as searches show it. */
export interface ShownSection extends Pick<Section, 'anchor' | 'title'> {
  /** Its text in one line, for excerpts. */
  line: string;
}

/** The sections of documents that searches show, in memory. */
export type SectionTexts = (
  organizationId: string,
  hashes: readonly Hash[],
) => Promise<Map<Hash, readonly ShownSection[]>>;

export function createSectionTexts(facts: FactsStore, memoryBytes: number): SectionTexts {
  const cache = new LRUCache<string, readonly ShownSection[]>({
    maxSize: memoryBytes,
    sizeCalculation: (sections) =>
      sections.reduce((sum, { title, line }) => sum + 100 + 2 * (title.length + line.length), 200),
  });
  return async (organizationId, hashes) => {
    const found = new Map<Hash, readonly ShownSection[]>();
    const missing: Hash[] = [];
    for (const hash of hashes) {
      const sections = cache.get(`${organizationId}/${hash}`);
      if (sections) found.set(hash, sections);
      else missing.push(hash);
    }
    if (missing.length === 0) return found;
    const sectionsOf = await facts.load(organizationId, 'sections', missing);
    for (const hash of missing) {
      const sections = (sectionsOf(hash) ?? []).map(({ text, ...shown }) => ({
        ...shown,
        line: toLine(text),
      }));
      cache.set(`${organizationId}/${hash}`, sections);
      found.set(hash, sections);
    }
    return found;
  };
}
