/** What `npm run check:structure` says about migrations after a release was tagged, in a repository of the test. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const MIGRATIONS = 'apps/server/platform/db/migrations';
const COPIED = ['scripts', MIGRATIONS, 'docs/changelog.md', 'package.json', 'package-lock.json'];
const VERSION = '7.0.0';
const LAST = '0900_last';

let repository: string;

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: repository,
    encoding: 'utf8',
  });
const pathOf = (name: string): string => join(repository, MIGRATIONS, `${name}.sql`);
const write = (name: string, text: string): void => writeFileSync(pathOf(name), text);

function runScript(script: string, ...args: string[]): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [join(repository, 'scripts', script), ...args], {
    cwd: repository,
    encoding: 'utf8',
    env: {
      ...process.env,
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_EMAIL: 'test@example.com',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@example.com',
    },
  });
}

/** The sentences of the check; none if it passes. */
function check(): string[] {
  const { status, stderr } = runScript('check-migrations.mjs');
  const problems = stderr.split('\n').filter(Boolean);
  expect(status).toBe(problems.length === 0 ? 0 : 1);
  return problems;
}

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'lectern-frozen-'));
  for (const path of COPIED) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    cpSync(join(ROOT, path), join(repository, path), { recursive: true });
  }
  write(LAST, 'create table last_of_the_release (n int);\n');
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=Before the release');
  const { status, stderr } = runScript('release/tag-release.mjs', VERSION);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  writeFileSync(join(repository, 'later.txt'), 'A commit after the tag.\n');
  git('add', '--all');
  git('commit', '--quiet', '--message=After the release');
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));
beforeEach(() => {
  git('reset', '--quiet', '--hard');
  git('clean', '--quiet', '--force');
});

test('a tag has the version of the files, and the migrations of its commit are in the list of releases', () => {
  expect(git('tag', '--list').trim()).toBe(`v${VERSION}`);
  expect(JSON.parse(git('show', `v${VERSION}:package.json`)).version).toBe(VERSION);
  const released = JSON.parse(git('show', `v${VERSION}:${MIGRATIONS}/released.json`));
  expect(Object.keys(released[VERSION])).toContain(LAST);
  expect(check()).toEqual([]);
  expect(runScript('release/tag-release.mjs', VERSION).stderr).toBe(`The tag v${VERSION} exists already.\n`);
});

describe('a migration of the tag', () => {
  test('must not be changed', () => {
    write(LAST, 'create table last_of_the_release (n bigint);\n');
    expect(check()).toEqual([
      `${LAST} is in the release v${VERSION} and was changed. Restore the file, and put the change into a new migration.`,
    ]);
  });

  test('must not be removed or renamed', () => {
    renameSync(pathOf(LAST), pathOf('0901_last'));
    expect(check()).toEqual([
      `${LAST} is in the release v${VERSION} and was removed or renamed. Restore the file.`,
    ]);
    rmSync(pathOf('0901_last'));
    expect(check()).toHaveLength(1);
  });

  test('is frozen by the tag alone if the list of releases lacks it', () => {
    const file = join(repository, MIGRATIONS, 'released.json');
    const { [VERSION]: _, ...others } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(others));
    write(LAST, 'create table last_of_the_release (n bigint);\n');
    expect(check()).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`${LAST} is in the release v${VERSION}, but not in released.json`),
        expect.stringContaining(`${LAST} is in the release v${VERSION} and was changed`),
      ]),
    );
  });
});

test('a new migration gets a later number', () => {
  write('0901_next', 'create table next_release (n int);\n');
  expect(check()).toEqual([]);
  write('0899_between', 'create table between_releases (n int);\n');
  expect(check()).toEqual([
    `0899_between comes before ${LAST}, which is released. Give it the next free number.`,
  ]);
});

test('what a release can do without may go in the next one', () => {
  const drop = 'drop table last_of_the_release;\n';
  write('0901_drop', drop);
  expect(check()).toEqual([expect.stringContaining('0901_drop drops a table')]);
  write('0901_drop', `-- contract since ${VERSION}: nothing reads it.\n${drop}`);
  expect(check()).toEqual([]);
});
