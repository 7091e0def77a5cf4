import type { Hash } from '@lectern/content/tree/hash';
import type { PartTexts } from '../../../content/facts/inspect-sources.ts';
import { type PartsSource, readPartTexts } from '../../../content/facts/read-part-texts.ts';

/** The parts of a document that are indexed, as JSON: only the thread that writes the index reads them. */
export type IndexedTexts = Pick<PartTexts, 'facts' | 'sections'>;

/** Reads the parts of many documents at once. */
export type ReadIndexedTexts = (hashes: Hash[]) => Promise<ReadonlyMap<Hash, IndexedTexts>>;

/** Creates the function that reads the indexed texts of documents, whether they are new or stored already. */
export const createTextsReader =
  (source: PartsSource): ReadIndexedTexts =>
  async (hashes) => {
    const texts = await readPartTexts(source, ['facts', 'sections'], hashes);
    for (const hash of hashes) if (!texts.has(hash)) throw new Error(`The document ${hash} is missing.`);
    return texts;
  };
