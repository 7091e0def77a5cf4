import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { findFaults } from '../../../test/fixtures/rendering/find-faults.ts';
import { renderPage } from '../../../test/fixtures/rendering/rendering.ts';
import { CORPORA, whyNoCorpora } from '../../../test/git-fixtures.ts';

const directory = mkdtempSync(join(tmpdir(), 'lectern-rendering-'));
const bundles = CORPORA.map((name) => ({
  name,
  file: fileURLToPath(new URL(`../../../../shared/corpora/${name}.bundle`, import.meta.url)),
}));
const docs = fileURLToPath(new URL('../../../docs', import.meta.url));

describe('every page', () => {
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('of our documentation is valid HTML that runs nothing', () => checkPages(docs, 20), 120_000);

  describe.skipIf(whyNoCorpora)('of the real repositories', () => {
    test.each(bundles)(
      '$name is valid HTML that runs nothing',
      async ({ name, file }) => {
        const target = join(directory, name);
        execFileSync('git', ['-c', 'core.autocrlf=false', 'clone', '--quiet', file, target]);
        await checkPages(target, 10);
      },
      240_000,
    );
  });
});

async function checkPages(folder: string, atLeast: number): Promise<void> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  expect(paths.length).toBeGreaterThan(atLeast);
  for (const path of paths) {
    const { html, outline } = await renderPage(readFileSync(join(folder, path), 'utf8'));
    const text = String(html);
    expect(findFaults(text), path).toEqual([]);
    for (const { id } of outline) expect(text, path).toContain(`id="${id.replaceAll('&', '&amp;')}"`);
  }
}
