import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  blocksOfSource,
  findMarkingFaults,
  markRendered,
  renderBlocks,
} from '../../../../../../../test/fixtures/content/history/marked-pages.ts';
import { CORPORA, loadCorpus, whyNoCorpora } from '../../../../../../../test/git-fixtures.ts';
import { editSource } from '../../../../../../../test/merge-edits.ts';
import { createRandom } from '../../../../../../../test/random.ts';

const PAIRS = 60;
const directory = mkdtempSync(join(tmpdir(), 'lectern-marks-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe.skipIf(whyNoCorpora)('random pairs of revisions of real pages', () => {
  test.each(CORPORA)(
    'of %s give both texts, word for word',
    async (name) => {
      const { directory: bare } = await loadCorpus(name, join(directory, `${name}.git`));
      const git = (...parameters: string[]): string =>
        execFileSync('git', ['-C', bare, ...parameters], { encoding: 'utf8', maxBuffer: 2 ** 28 });
      const random = createRandom(41);
      const pick = <One>(all: readonly One[]): One => all[Math.floor(random() * all.length)] as One;
      const versions = listVersions(git('log', '--all', '--format=', '--raw', '--no-abbrev', '--no-renames'));
      const paths = [...versions.keys()];
      expect(paths.length).toBeGreaterThan(0);
      for (let n = 0; n < PAIRS; n++) {
        const path = pick(paths);
        const all = versions.get(path) ?? [];
        const before = git('cat-file', 'blob', pick(all));
        const stored = git('cat-file', 'blob', pick(all));
        const after = random() < 0.5 ? editSource(stored, { chance: random, mark: 'new', edits: 5 }) : stored;
        const [old, current] = [
          await renderBlocks(blocksOfSource(before)),
          await renderBlocks(blocksOfSource(after)),
        ];
        expect(findMarkingFaults(markRendered(old, current), old.htmls, current.htmls), path).toEqual([]);
      }
    },
    300_000,
  );
});

/** The hashes of all versions of pages in the output of `git log --raw`. */
function listVersions(log: string): Map<string, string[]> {
  const versions = new Map<string, string[]>();
  for (const [, hash = '', path = ''] of log.matchAll(
    /^:\d+ \d+ \w+ ([1-9a-f]\w*|0\w*[1-9a-f]\w*) \w+\t(.+\.md)$/gm,
  ))
    versions.set(path, [...(versions.get(path) ?? []), hash]);
  return versions;
}
