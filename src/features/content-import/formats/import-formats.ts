import type { ImportFormat } from '../imported-content.ts';

/**
 * All formats of folders and archives, one line each; each stands in a folder with its name. They are asked in this order
 * whether files are theirs.
 */
export const IMPORT_FORMATS: readonly ImportFormat[] = [];
