import { expect, test } from 'vitest';
import type { DocumentJson } from '../editor/convert/document-json.ts';
import { BlockKeys } from './block-keys.ts';

const item = (key: string) => ({ object: 'block', type: 'list-item', key });
const documentOf = (...keys: string[]): DocumentJson =>
  ({
    object: 'document',
    nodes: [{ object: 'block', type: 'list-unordered', key: 'old', nodes: keys.map(item) }],
  }) as unknown as DocumentJson;

test('prefixes rename the keys of the document that was sent, those listed one by one before others', () => {
  const keys = new BlockKeys();
  keys.renamePrefixes(
    { old: 'new' },
    { 'old-2': 'else-1', mine: 'new-2' },
    documentOf('old-1', 'old-2', 'mine'),
  );
  expect(['old', 'old-1', 'old-2', 'mine', 'other-1'].map((handle) => keys.keyOf(handle))).toEqual([
    'new',
    'new-1',
    'else-1',
    'new-2',
    'other-1',
  ]);
  expect(keys.handleOf('new-2')).toBe('mine');
});

test('prefixes follow keys that were renamed before, and leave blocks that are gone', () => {
  const keys = new BlockKeys([['first', 'old-1']]);
  keys.renamePrefixes({ old: 'new' }, {}, documentOf('first'));
  expect(keys.keyOf('first')).toBe('new-1');
  expect(keys.keyOf('old')).toBe('new');
  expect(keys.keyOf('old-7')).toBe('old-7');
});

test('a block that was deleted comes back as a new one, whatever its key names by then', () => {
  const keys = new BlockKeys();
  keys.rename({ 'new-1': 'a-1' });
  keys.forget('a-1');
  const name = keys.keyOf('a-1');
  expect(name).not.toBe('a-1');
  expect(keys.isKnown('a-1')).toBe(false);
  keys.rename({ 'a-1': 'b-1', [name]: 'a-1' });
  expect(keys.keyOf('new-1')).toBe('b-1');
  expect(keys.keyOf('a-1')).toBe('a-1');
  expect(keys.isKnown('a-1')).toBe(true);
});

test.each(['x-1', 'old-1'])(
  'a block whose key %s another block has got is none that the service knows',
  (key) => {
    const keys = new BlockKeys();
    if (key === 'x-1') keys.rename({ 'old-1': 'x-1' });
    keys.rename({ 'old-2': key });
    expect(keys.keyOf('old-2')).toBe(key);
    expect(keys.handleOf(key)).toBe('old-2');
    expect(keys.keyOf('old-1')).not.toBe(key);
    expect(keys.isKnown('old-1')).toBe(false);
  },
);
