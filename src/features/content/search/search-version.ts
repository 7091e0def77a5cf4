import { FACTS_VERSION } from '../facts/document-facts.ts';

/** Raised whenever a segment is written or read in another way, or a page is analyzed in another way. */
const ENGINE_VERSION = 1;

/** What is indexed under another version is indexed anew. */
export const SEARCH_VERSION = FACTS_VERSION * 1000 + ENGINE_VERSION;
