import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hash } from './hash.ts';
import {
  buildList,
  type ItemCodec,
  itemAt,
  itemsOf,
  type MerkleList,
  nodesOf,
  replaceItem,
} from './merkle-list.ts';

interface Item {
  id: string;
  text: string;
}

const codec: ItemCodec<Item> = { idOf: (item) => item.id, encode: (item) => JSON.stringify(item) };
const nothing = (): void => {};
const build = (items: Item[]): MerkleList<Item> | undefined => buildList(items, codec, nothing);

const itemLists = fc.uniqueArray(fc.record({ id: fc.uuid(), text: fc.string() }), {
  selector: (item) => item.id,
  maxLength: 400,
});
const manyItems = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `item-${index}`, text: `Text ${index}` }));

describe('a Merkle list', () => {
  test('holds its items in order', () => {
    fc.assert(
      fc.property(itemLists, (items) => {
        const list = build(items);
        expect([...itemsOf(list)]).toEqual(items);
        items.forEach((item, position) => {
          expect(itemAt(list as MerkleList<Item>, position)).toEqual(item);
        });
      }),
    );
  });

  test('has the same hash when an item is replaced as when it is built anew', () => {
    fc.assert(
      fc.property(
        itemLists.filter((items) => items.length > 0),
        fc.nat(),
        fc.string(),
        (items, at, text) => {
          const position = at % items.length;
          const changed = items.with(position, { ...(items[position] as Item), text });
          const replaced = replaceItem(
            build(items) as MerkleList<Item>,
            position,
            changed[position] as Item,
            codec,
            nothing,
          );
          expect(replaced.hash).toBe(build(changed)?.hash);
          expect([...itemsOf(replaced)]).toEqual(changed);
        },
      ),
    );
  });

  test('has no node with more than 64 entries, whatever the ids', () => {
    fc.assert(
      fc.property(itemLists, (items) => {
        for (const node of nodesOf(build(items))) {
          expect('items' in node ? node.items.length : node.parts.length).toBeLessThanOrEqual(64);
        }
      }),
    );
  });

  test('writes a few nodes for one changed item of 10,000, and few more for one inserted', () => {
    const items = manyItems(10_000);
    const list = build(items) as MerkleList<Item>;
    const known = new Set([...nodesOf(list)].map((node) => node.hash));
    const written = new Map<Hash, string>();
    replaceItem(list, 5000, { id: 'item-5000', text: 'Changed' }, codec, (hash, node) =>
      written.set(hash, node),
    );
    expect(written.size).toBeLessThanOrEqual(5);
    expect([...written.values()].join('').length).toBeLessThan(20_000);

    const inserted = buildList(items.toSpliced(5000, 0, { id: 'new', text: 'New' }), codec, nothing);
    const added = [...nodesOf(inserted)].filter((node) => !known.has(node.hash));
    expect(added.length).toBeLessThanOrEqual(8);
  });

  test('an empty list is no list', () => {
    expect(build([])).toBeUndefined();
  });
});
