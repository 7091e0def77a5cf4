import type { ImportFormat } from '../imported-content.ts';
import { docusaurusFormat } from './docusaurus/docusaurus.ts';
import { mintlifyFormat } from './mintlify/mintlify.ts';
import { mkDocsFormat } from './mkdocs/mkdocs.ts';
import { vitePressFormat } from './vitepress/vitepress.ts';

/**
 * All formats of folders and archives, one line each; each stands in a folder with its name. They are asked in this order
 * whether files are theirs.
 */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  docusaurusFormat,
  vitePressFormat,
  mintlifyFormat,
  mkDocsFormat,
];
