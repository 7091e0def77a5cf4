import type { Block, JSONDocument } from '@lectern/markdown/document';
import { expect, test } from 'vitest';
import { dereferenceReusables } from './dereference.ts';

const documentOf = (nodes: Block[]): JSONDocument => ({ object: 'document', data: {}, nodes });

const reference = (reusableContent: string, key: string): Block => ({
  object: 'block',
  type: 'reusable-content',
  key,
  isVoid: true,
  data: { ref: { kind: 'reusable-content', reusableContent } },
});

const divider = (key: string): Block => ({ object: 'block', type: 'divider', key, isVoid: true, data: {} });

/** Each of `count` contents includes all others, and holds a line. */
const everyOther = (count: number) => {
  const ids = Array.from({ length: count }, (_, i) => `c${i}`);
  const reads: string[] = [];
  const find = async (id: string): Promise<JSONDocument> => {
    reads.push(id);
    return documentOf([
      divider('d'),
      ...ids.filter((other) => other !== id).map((other) => reference(other, other)),
    ]);
  };
  return { ids, reads, find };
};

test('contents that include each other are read once each and added up to a limit', async () => {
  const { ids, reads, find } = everyOther(11);
  const page = documentOf(ids.map((id) => reference(id, id)));
  const expanded = await dereferenceReusables(page, find, 20_000);
  expect(reads.length).toBe(new Set(reads).size);
  expect(reads.length).toBeLessThanOrEqual(11);
  const text = JSON.stringify(expanded);
  expect(text.length).toBeLessThan(60_000);
  expect(text).toContain('"type":"divider"');
  expect(text).toContain('"type":"reusable-content"');
});

test('below the limit nothing stays a reference but what contains itself', async () => {
  const { find } = everyOther(3);
  const expanded = await dereferenceReusables(documentOf([reference('c0', 'a')]), find);
  const types = expanded.nodes.map((node) => node.type);
  expect(types.filter((type) => type === 'divider')).toHaveLength(5);
  const keys = expanded.nodes.map((node) => node.key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('after the first content that does not fit no other is read', async () => {
  const { ids, reads, find } = everyOther(11);
  const page = documentOf(ids.map((id) => reference(id, id)));
  expect(await dereferenceReusables(page, find, 10)).toEqual(page);
  expect(reads).toEqual(['c0']);
});
