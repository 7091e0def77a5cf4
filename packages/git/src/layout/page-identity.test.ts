import { describe, expect, test } from 'vitest';
import { FileIdentity } from './page-identity.ts';

interface Known {
  id: string;
  git: { path: string; oid: string };
}

/** The ids that the files of a new commit get, by path; undefined: the file is new. */
function identify(
  before: Record<string, string>,
  after: Record<string, string>,
  renames: Record<string, string> = {},
): Record<string, string | undefined> {
  const known = Object.entries(before).map(
    ([path, oid]): Known => ({ id: `id of ${path}`, git: { path, oid } }),
  );
  const paths = new Set(Object.keys(after));
  const identity = new FileIdentity(known, paths, new Map(Object.entries(renames)));
  return Object.fromEntries(
    Object.entries(after).map(([path, oid]) => [path, identity.find(path, oid, (old) => paths.has(old))?.id]),
  );
}

describe('a file keeps its id', () => {
  test('at its path, also when its text changed', () => {
    expect(identify({ 'a.md': '1' }, { 'a.md': '2' })).toEqual({ 'a.md': 'id of a.md' });
  });

  test('when Git reports that it was renamed', () => {
    expect(identify({ 'a.md': '1' }, { 'b.md': '2' }, { 'b.md': 'a.md' })).toEqual({ 'b.md': 'id of a.md' });
  });

  test('when its path is gone and a new file has the same text', () => {
    expect(identify({ 'a.md': '1' }, { 'b.md': '1' })).toEqual({ 'b.md': 'id of a.md' });
  });
});

describe('an id is given to one file only', () => {
  test('when two new files have the text of one that is gone', () => {
    expect(identify({ 'a.md': '1' }, { 'b.md': '1', 'c.md': '1' })).toEqual({
      'b.md': 'id of a.md',
      'c.md': undefined,
    });
  });

  test('when several files with the same text move', () => {
    expect(identify({ 'a.md': '1', 'b.md': '1' }, { 'c.md': '1', 'd.md': '1', 'e.md': '1' })).toEqual({
      'c.md': 'id of a.md',
      'd.md': 'id of b.md',
      'e.md': undefined,
    });
  });

  test('when a file was renamed and another new file has its old text', () => {
    expect(identify({ 'a.md': '1' }, { 'b.md': '1', 'c.md': '2' }, { 'c.md': 'a.md' })).toEqual({
      'b.md': undefined,
      'c.md': 'id of a.md',
    });
  });

  test('when a file stays and a new file has the same text', () => {
    expect(identify({ 'a.md': '1' }, { 'a.md': '1', 'b.md': '1' })).toEqual({
      'a.md': 'id of a.md',
      'b.md': undefined,
    });
  });
});

test('a renamed path whose old file was replaced keeps the id at the old path', () => {
  expect(identify({ 'a.md': '1' }, { 'a.md': '2', 'b.md': '1' }, { 'b.md': 'a.md' })).toEqual({
    'a.md': 'id of a.md',
    'b.md': undefined,
  });
});
