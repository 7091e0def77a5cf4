import { FACTS_VERSION } from '@lectern/content/facts/document-facts';
import { FORMAT_VERSION } from '@lectern/search/segment-format';

/** Raised when other parts of a page are indexed. */
const INDEXED_PARTS_VERSION = 1;

/** Pages indexed under another version (of sections, segments, analysis or indexed parts) are reindexed. */
export const SEARCH_VERSION = (FACTS_VERSION * 1000 + FORMAT_VERSION) * 100 + INDEXED_PARTS_VERSION;
