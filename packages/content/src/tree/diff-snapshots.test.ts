import { newId } from '@lectern/std/ids';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffSnapshots } from './diff-snapshots.ts';
import { NO_SETTINGS } from './entries.ts';
import type { NestedPage } from './page-tree.ts';
import { buildSnapshot, type Snapshot } from './snapshot.ts';

const AT = '2026-01-01T00:00:00.000Z';
const IDS = Array.from({ length: 200 }, () => newId());

interface Spec {
  /** By position in `IDS`: the title, and the position of the parent, which must be lower. */
  pages: Map<number, { title: string; parent: number | undefined }>;
  order: number[];
}

const specs: fc.Arbitrary<Spec> = fc
  .array(fc.record({ title: fc.constantFrom('a', 'b'), parent: fc.nat(400), isKept: fc.nat(9) }), {
    minLength: 200,
    maxLength: 200,
  })
  .map((all) => {
    const pages: Spec['pages'] = new Map();
    for (const [position, { title, parent, isKept }] of all.entries()) {
      if (isKept === 0) continue;
      pages.set(position, {
        title,
        parent: parent < position && pages.has(parent) ? parent : undefined,
      });
    }
    return { pages, order: [...pages.keys()] };
  });

function build({ pages, order }: Spec): Snapshot {
  const childrenOf = (parent: number | undefined): NestedPage[] =>
    order.flatMap((position) => {
      const page = pages.get(position);
      if (!page || page.parent !== parent) return [];
      const id = IDS[position] as string;
      return [
        {
          entry: { id, type: 'group', title: page.title, slug: id, createdAt: AT, updatedAt: AT },
          children: childrenOf(position),
        },
      ];
    });
  return buildSnapshot(
    { pages: childrenOf(undefined), files: [], reusables: [], settings: NO_SETTINGS },
    () => {},
  );
}

test('what differs is what comparing every page finds', () => {
  fc.assert(
    fc.property(specs, specs, (left, right) => {
      const { pages } = diffSnapshots(build(left), build(right));
      const expected = IDS.filter(
        (_, position) => left.pages.get(position)?.title !== right.pages.get(position)?.title,
      );
      expect([...pages.keys()].sort()).toEqual([...expected].sort());
      for (const [id, { before, after }] of pages) {
        const position = IDS.indexOf(id);
        expect(before?.title).toBe(left.pages.get(position)?.title);
        expect(after?.title).toBe(right.pages.get(position)?.title);
      }
    }),
    { numRuns: 40 },
  );
});

test('pages that only move, and revisions that are equal, do not differ', () => {
  const flat = (order: number[]): Spec => ({
    pages: new Map(order.map((position) => [position, { title: 'a', parent: undefined }])),
    order,
  });
  const order = Array.from({ length: 200 }, (_, position) => position);
  expect(diffSnapshots(build(flat(order)), build(flat(order))).pages.size).toBe(0);
  expect(diffSnapshots(build(flat(order)), build(flat([...order].reverse()))).pages.size).toBe(0);
});
