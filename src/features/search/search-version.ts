import { FACTS_VERSION } from '../../content/facts/document-facts.ts';
import { FORMAT_VERSION } from '../../search-engine/segment-format.ts';

/** What is indexed under another version (of the sections, of the segments, of how they are analyzed) is indexed anew. */
export const SEARCH_VERSION = FACTS_VERSION * 1000 + FORMAT_VERSION;
