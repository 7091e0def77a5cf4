import { FACTS_VERSION } from '../../content/facts/document-facts.ts';
import { FORMAT_VERSION } from '../../search-engine/segment-format.ts';

/** Pages indexed under another version (of sections, segments or analysis) are reindexed. */
export const SEARCH_VERSION = FACTS_VERSION * 1000 + FORMAT_VERSION;
