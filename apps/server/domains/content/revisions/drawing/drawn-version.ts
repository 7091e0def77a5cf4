import { FACTS_VERSION } from '@lectern/content/facts/document-facts';
import { DRAWING_VERSION } from '@lectern/render/packed-pieces';

/** The version for which the pages of a space are recorded as drawn. Pieces are stored with the facts of documents. */
export const DRAWN_VERSION = `${DRAWING_VERSION}.${FACTS_VERSION}`;
