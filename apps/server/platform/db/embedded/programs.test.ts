import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { getPrograms, type ProgramPackage } from './programs.ts';

let folder: string;
let installed: ProgramPackage;
let privatePlace: string;
let sharedPlaces: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-programs-'));
  chmodSync(folder, 0o755);
  installed = { root: join(folder, 'package/native'), version: '18.0.0' };
  privatePlace = join(folder, 'private');
  sharedPlaces = [join(folder, 'shared')];
  for (const directory of ['bin', 'lib/postgresql', 'share/postgresql']) {
    mkdirSync(join(installed.root, directory), { recursive: true });
  }
  for (const program of ['postgres', 'initdb'])
    writeFileSync(join(installed.root, 'bin', program), '', { mode: 0o755 });
  writeFileSync(join(installed.root, 'lib/libpq.so.5.18'), 'library', { mode: 0o600 });
  writeFileSync(
    join(installed.root, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
});

afterEach(() => rmSync(folder, { recursive: true }));

const find = (forOtherUser: boolean) =>
  getPrograms({ forOtherUser, privatePlace, sharedPlaces, installed }).postgres;

test('are used where they are installed, with the links that the package cannot carry', () => {
  expect(find(false)).toBe(join(installed.root, 'bin/postgres'));
  expect(readFileSync(join(installed.root, 'lib/libpq.so.5'), 'utf8')).toBe('library');
});

test('below a directory that is private to root, are copied to where the other user can run them', () => {
  chmodSync(join(folder, 'package'), 0o700);
  const program = find(true);
  expect(program).toBe(join(sharedPlaces[0]!, 'postgresql-18.0.0/native/bin/postgres'));
  expect(statSync(program).mode & 0o777).toBe(0o755);
  const library = join(program, '../../lib/libpq.so.5');
  expect(lstatSync(library).isSymbolicLink()).toBe(true);
  expect(statSync(library).mode & 0o777).toBe(0o644);
  expect(readdirSync(sharedPlaces[0]!)).toEqual(['postgresql-18.0.0']);
  expect(statSync(join(folder, 'package')).mode & 0o777).toBe(0o700);
});

test('are copied once', () => {
  chmodSync(join(folder, 'package'), 0o700);
  const program = find(true);
  writeFileSync(program, 'as it was');
  expect(readFileSync(find(true), 'utf8')).toBe('as it was');
});

test('are not taken from a place that others can change', () => {
  chmodSync(join(folder, 'package'), 0o700);
  mkdirSync(sharedPlaces[0]!);
  chmodSync(sharedPlaces[0]!, 0o777);
  expect(() => find(true)).toThrow(StartError);
  sharedPlaces.push(join(folder, 'second'));
  expect(find(true)).toContain('second');
});

test.skipIf(process.getuid?.() === 0)(
  'in a read-only installation without its links, are copied to the data directory',
  () => {
    chmodSync(join(installed.root, 'lib'), 0o555);
    expect(find(false)).toBe(join(privatePlace, 'postgresql-18.0.0/native/bin/postgres'));
    expect(readFileSync(join(privatePlace, 'postgresql-18.0.0/native/lib/libpq.so.5'), 'utf8')).toBe(
      'library',
    );
    chmodSync(join(installed.root, 'lib'), 0o755);
  },
);

test('that may not be executed are copied and made executable', () => {
  chmodSync(join(installed.root, 'bin/postgres'), 0o644);
  expect(statSync(find(false)).mode & 0o777).toBe(0o755);
});
