import { expect, test } from 'vitest';
import { describeFailure, describeSpawnFailure } from './server-process.ts';

test('a full disk is called that, in each of PostgreSQL’s words for it', () => {
  for (const line of [
    'FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device',
    'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9\nHINT:  Check free disk space.',
  ]) {
    expect(describeFailure(`creating files ... ok\n${line}\nchild process exited with exit code 134`)).toBe(
      'the disk is full',
    );
  }
});

test('the first failure is the reason, whatever follows from it', () => {
  const output =
    '2026-01-01 UTC [7] FATAL:  lock file "x" is empty.\n[7] PANIC:  cannot abort\ninitdb: removing contents';
  expect(describeFailure(output)).toBe('lock file "x" is empty');
  expect(describeFailure('LOG:  starting\ninitdb: error: directory "/d" exists but is not empty\n')).toBe(
    'directory "/d" exists but is not empty',
  );
});

test('without a failure the last line has to do', () => {
  expect(describeFailure('postgres: cannot open shared object file\n')).toBe(
    'postgres: cannot open shared object file',
  );
  expect(describeFailure('')).toBe('it gave no reason');
});

test('a directory that is gone is not mistaken for a program that is missing', () => {
  const error = Object.assign(new Error('spawn /bin/postgres ENOENT'), { code: 'ENOENT' });
  expect(describeSpawnFailure('/bin/postgres', '/no/such/directory', error).message).toBe(
    'The directory of the database, /no/such/directory, no longer exists.',
  );
  expect(describeSpawnFailure('/bin/postgres', '/', error).message).toContain('does not run on this system');
});
