/**
 * Merges edited pages of the corpora by block, item and row, and the same three texts with `git merge-file`: the
 * conflicts of both side by side, and the processor time for one page.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { mergeSources } from '@lectern/content/merge/merge-sources';
import { CORPORA } from '../test/git-fixtures.ts';
import { createGitMerge, editSource } from '../test/merge-edits.ts';
import { createChance } from './prose.ts';

const EDITS = [1, 3, 8];

export function run([rounds = '1']: string[]): void {
  const pages = readPages();
  const git = createGitMerge();
  for (const edits of EDITS) {
    const counts = { pairs: 0, ours: 0, git: 0, onlyOurs: 0, onlyGit: 0, ourPages: 0, gitPages: 0 };
    let micros = 0;
    for (let round = 0; round < Number(rounds); round++)
      for (const [at, { path, base }] of pages.entries()) {
        const sideOf = (mark: string, seed: number): string =>
          editSource(base, { chance: createChance(seed), mark, edits });
        const seed = 1 + 2 * (round * pages.length + at);
        const [ours, theirs] = [sideOf('ours', 7919 * seed), sideOf('theirs', 7919 * (seed + 1))];
        if (ours === base || theirs === base || ours === theirs) continue;
        const start = process.cpuUsage().user;
        const merged = mergeSources({ base, ours, theirs }, () => undefined);
        micros += process.cpuUsage().user - start;
        const byLine = git.merge(base, ours, theirs);
        counts.pairs++;
        counts.ours += merged.conflicts.length;
        counts.git += byLine.conflicts;
        if (merged.conflicts.length > 0) counts.ourPages++;
        if (byLine.conflicts > 0) counts.gitPages++;
        if (merged.conflicts.length === 0 && byLine.conflicts > 0) counts.onlyGit++;
        if (merged.conflicts.length > 0 && byLine.conflicts === 0) {
          counts.onlyOurs++;
          const [conflict] = merged.conflicts;
          console.log(`  only here: ${path}, seed ${seed}: ${JSON.stringify(conflict).slice(0, 500)}`);
        }
      }
    console.log(
      `${edits} edits on each side, ${counts.pairs} pages: ${counts.ours} conflicts in ${counts.ourPages} pages ` +
        `(git merge-file: ${counts.git} in ${counts.gitPages}); conflicts only with git in ${counts.onlyGit}, ` +
        `only here in ${counts.onlyOurs}; ${(micros / counts.pairs / 1000).toFixed(2)} ms of processor time each`,
    );
  }
  git.close();
}

export function readPages(): { path: string; base: string }[] {
  const directory = mkdtempSync(join(tmpdir(), 'lectern-corpora-'));
  const pages: { path: string; base: string }[] = [];
  for (const name of CORPORA) {
    const bundle = fileURLToPath(new URL(`../../shared/corpora/${name}.bundle`, import.meta.url));
    const target = join(directory, name);
    execFileSync('git', ['-c', 'core.autocrlf=false', 'clone', '--quiet', bundle, target]);
    for (const path of readdirSync(target, { recursive: true, encoding: 'utf8' }).sort())
      if (path.endsWith('.md'))
        pages.push({ path: join(name, path), base: readFileSync(join(target, path), 'utf8') });
  }
  rmSync(directory, { recursive: true, force: true });
  return pages;
}
