import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findPackageRoot } from '../../../platform/http/release.ts';

/** The folder of the documentation that comes with the service; undefined if it was installed without it. */
export function findDocumentationFolder(root: URL = findPackageRoot()): string | undefined {
  const folder = new URL('docs/', root);
  return existsSync(new URL('SUMMARY.md', folder)) ? fileURLToPath(folder) : undefined;
}
