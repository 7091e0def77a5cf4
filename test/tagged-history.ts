/** The releases from which an upgrade has to work: the version tags of the repository, or made ones before the first. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listMainCommits, readList } from './migration-history.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The first commits failed transactions whose statements had all columns when a migration added one. */
const PREPARES_CAREFULLY = 'HAS_ALL_COLUMNS';
const PREPARES = 'apps/server/platform/db/session-statements.ts';
const TAGGER = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];

export interface TaggedHistory {
  /** A clone that has the tags. */
  repository: string;
  /** From the oldest version on. */
  tags: string[];
  remove(): void;
}

const git = (repository: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: repository, encoding: 'utf8' });

const listVersionTags = (repository: string): string[] =>
  git(repository, 'tag', '--list', 'v[0-9]*', '--sort=version:refname').split('\n').filter(Boolean);

export function openTaggedHistory(): TaggedHistory {
  const tags = listVersionTags(ROOT);
  if (tags.length > 0) return { repository: ROOT, tags, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'lectern-tagged-'));
  git(folder, 'clone', '--quiet', '--shared', '--no-checkout', ROOT, '.');
  for (const [n, commit] of listOldCommits().entries())
    git(folder, ...TAGGER, 'tag', '--annotate', '--message=Made by a test', `v0.0.${n + 1}`, commit);
  return {
    repository: folder,
    tags: listVersionTags(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The first commit from which an upgrade works under load, which lacks most migrations, and the last that lacks any. */
function listOldCommits(): string[] {
  const key = (commit: string) => JSON.stringify(readList(commit));
  const today = key('HEAD');
  const last = listMainCommits().findLast((commit) => key(commit) !== today);
  const [first = ''] = git(
    ROOT,
    'log',
    '--reverse',
    '--format=%H',
    `-S${PREPARES_CAREFULLY}`,
    '--',
    PREPARES,
  ).split('\n');
  return [...new Set([first, last ?? ''])].filter(
    (commit) =>
      commit !== '' &&
      key(commit) !== today &&
      git(ROOT, 'show', `${commit}:${PREPARES}`).includes(PREPARES_CAREFULLY),
  );
}
