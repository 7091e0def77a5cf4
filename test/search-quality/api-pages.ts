/** The operations of real specs as search gets them, and the guides of this project beside them. */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processSpec } from '@lectern/openapi/process-spec';
import type { IndexedPage } from '@lectern/search/indexed-page';
import { toIndexedPage } from '../../apps/server/domains/content/search/write-segment.ts';
import { listOperationParts } from '../../apps/server/domains/specs/pages/computed-parts.ts';
import { toPage } from '../../apps/sites/computed/section-indexes.ts';
import { readPages } from './load-pages.ts';

const SPECS = {
  box: 'box-2025.v3.0.json',
  petstore: 'swagger-petstore.v3.0.yaml',
  uspto: 'uspto.v3.0.yaml',
};

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The pages of the documentation of this project; the id of each is its path. */
export async function loadOwnDocumentation(
  more: Readonly<Record<string, string>> = {},
): Promise<IndexedPage[]> {
  const root = folder('../../docs');
  const paths = (await readdir(root, { recursive: true })).filter(
    (path) => path.endsWith('.md') && !path.startsWith('decisions/'),
  );
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => [path, await readFile(join(root, path), 'utf8')]),
  );
  const byPath = new Map([...files, ...Object.entries(more)]);
  const listed = Object.keys(more).map((path) => `* [${path}](${path})`);
  byPath.set('SUMMARY.md', `${byPath.get('SUMMARY.md')}\n${listed.join('\n')}\n`);
  return readPages(Object.fromEntries(byPath));
}

/** The operations of the specs of the corpora; the id of each is its spec, method and path. */
export function loadOperations(): IndexedPage[] {
  return Object.entries(SPECS).flatMap(([spec, fileName]) => {
    const bytes = readFileSync(folder(`../../../shared/corpora/openapi/${fileName}`));
    const outcome = processSpec({
      files: [{ url: `file:///${fileName}`, bytes }],
      mayRefer: false,
      unreadable: [],
    });
    if (outcome.state !== 'processed') throw new Error(`The spec ${fileName} cannot be read.`);
    const { sections } = listOperationParts(spec, outcome.outline.operations);
    return sections.map((section) =>
      toIndexedPage(toPage(section, `${spec} ${section.label}`, section.words)),
    );
  });
}
