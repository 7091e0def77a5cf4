import { FACTS_VERSION } from '../../../content/facts/document-facts.ts';
import { DRAWING_VERSION } from '../../../rendering/packed-pieces.ts';

/** Under which the pages of a space are noted as drawn: what is drawn is stored with the facts of the documents. */
export const DRAWN_VERSION = `${DRAWING_VERSION}.${FACTS_VERSION}`;
