import { FORMAT_VERSION } from '@lectern/search/segment-format';
import { FACTS_VERSION } from '../../../content/facts/document-facts.ts';

/** Raised when other parts of a page are indexed. */
const INDEXED_PARTS_VERSION = 1;

/** Pages indexed under another version (of sections, segments, analysis or indexed parts) are reindexed. */
export const SEARCH_VERSION = (FACTS_VERSION * 1000 + FORMAT_VERSION) * 100 + INDEXED_PARTS_VERSION;
