import { LRUCache } from 'lru-cache';
import type { FactsStore } from '../facts/facts-store.ts';
import type { Section } from '../facts/sections.ts';
import type { Hash } from '../tree/hash.ts';

/** The sections of documents that searches show, in memory. */
export type SectionTexts = (organizationId: string, hashes: readonly Hash[]) => Promise<Map<Hash, Section[]>>;

export function createSectionTexts(facts: FactsStore, memoryBytes: number): SectionTexts {
  const cache = new LRUCache<string, Section[]>({
    maxSize: memoryBytes,
    sizeCalculation: (sections) =>
      sections.reduce((sum, { title, text }) => sum + 100 + 2 * (title.length + text.length), 200),
  });
  return async (organizationId, hashes) => {
    const found = new Map<Hash, Section[]>();
    const missing: Hash[] = [];
    for (const hash of hashes) {
      const sections = cache.get(`${organizationId}/${hash}`);
      if (sections) found.set(hash, sections);
      else missing.push(hash);
    }
    if (missing.length === 0) return found;
    const sectionsOf = await facts.load(organizationId, 'sections', missing);
    for (const hash of missing) {
      const sections = sectionsOf(hash) ?? [];
      cache.set(`${organizationId}/${hash}`, sections);
      found.set(hash, sections);
    }
    return found;
  };
}
