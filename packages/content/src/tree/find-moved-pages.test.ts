import { newId } from '@lectern/std/ids';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_SETTINGS } from './entries.ts';
import { findMovedPages } from './find-moved-pages.ts';
import type { NestedPage } from './page-tree.ts';
import { buildSnapshot, type Snapshot } from './snapshot.ts';

const AT = '2026-01-01T00:00:00.000Z';
const IDS = Array.from({ length: 150 }, () => newId());

/** Pages in order: which one, and below which of those before it. */
type Spec = { page: number; parent: number | undefined }[];

function build(spec: Spec): Snapshot {
  const childrenOf = (parent: number | undefined): NestedPage[] =>
    spec
      .filter((one) => one.parent === parent)
      .map(({ page }) => {
        const id = IDS[page] as string;
        return {
          entry: { id, type: 'group', title: 'a', slug: id, createdAt: AT, updatedAt: AT },
          children: childrenOf(page),
        };
      });
  return buildSnapshot(
    { pages: childrenOf(undefined), files: [], reusables: [], settings: NO_SETTINGS },
    () => {},
  );
}

/** A tree of some pages in some order: most stay where they are. */
const specs: fc.Arbitrary<Spec> = fc
  .record({
    parents: fc.array(fc.nat(400), { minLength: IDS.length, maxLength: IDS.length }),
    missing: fc.uniqueArray(fc.nat(IDS.length - 1), { maxLength: 20 }),
    swaps: fc.array(fc.tuple(fc.nat(IDS.length - 1), fc.nat(IDS.length - 1)), { maxLength: 5 }),
  })
  .map(({ parents, missing, swaps }) => {
    const order = IDS.map((_, page) => page);
    for (const [one, other] of swaps)
      [order[one], order[other]] = [order[other] as number, order[one] as number];
    const placed = new Set<number>();
    return order
      .filter((page) => !missing.includes(page))
      .map((page) => {
        const parent = parents[page] as number;
        const spec = { page, parent: placed.has(parent) ? parent : undefined };
        placed.add(page);
        return spec;
      });
  });

test('every page below another parent has moved, and the others that have not are in their order', () => {
  fc.assert(
    fc.property(specs, specs, (left, right) => {
      const [before, after] = [build(left), build(right)];
      const moved = findMovedPages(before, after);
      const isInBoth = ({ page }: Spec[number]) =>
        [left, right].every((spec) => spec.some((one) => one.page === page));
      for (const one of left.filter(isInBoth)) {
        const id = IDS[one.page] as string;
        if (before.pages.parentIdOf(id) !== after.pages.parentIdOf(id)) expect(moved).toContain(id);
      }
      const kept = (spec: Spec, parent: number | undefined) =>
        spec.filter((one) => one.parent === parent && isInBoth(one) && !moved.has(IDS[one.page] as string));
      for (const parent of [undefined, ...left.map(({ page }) => page)])
        expect(kept(left, parent)).toEqual(kept(right, parent));
    }),
    { numRuns: 60 },
  );
});

test('no more pages count as moved than were moved', () => {
  const flat = (...order: number[]): Spec => order.map((page) => ({ page, parent: undefined }));
  const moved = (left: Spec, right: Spec) =>
    [...findMovedPages(build(left), build(right))].map((id) => IDS.indexOf(id));
  expect(moved(flat(0, 1, 2, 3), flat(3, 0, 1, 2))).toEqual([3]);
  expect(moved(flat(0, 1, 2, 3), flat(1, 2, 3, 0))).toEqual([0]);
  expect(moved(flat(0, 1, 2), flat(0, 3, 1, 2))).toEqual([]);
  expect(moved(flat(0, 1, 2), flat(2))).toEqual([]);
  expect(moved(flat(0, 1), [...flat(0), { page: 1, parent: 0 }])).toEqual([1]);
});

test('a page that is alone in its node has moved wherever it goes among nodes that both revisions share', () => {
  const snapshotOf = (ids: readonly string[]): Snapshot =>
    buildSnapshot(
      {
        pages: ids.map((id) => ({
          entry: { id, type: 'group' as const, title: 'a', slug: id, createdAt: AT, updatedAt: AT },
          children: [],
        })),
        files: [],
        reusables: [],
        settings: NO_SETTINGS,
      },
      () => {},
    );
  const isAlone = ({ pages: { top } }: Snapshot): boolean =>
    top !== undefined && 'parts' in top && top.parts[0]?.count === 1;
  // Where nodes end depends on the ids: the first page ends its node for one of about 32.
  let ids: string[];
  do ids = IDS.map(() => newId());
  while (!isAlone(snapshotOf(ids)));
  const [first = '', ...others] = ids;
  for (let to = 2; to <= others.length; to += 1) {
    const later = snapshotOf(others.toSpliced(to, 0, first));
    expect([...findMovedPages(snapshotOf(ids), later)]).toEqual([first]);
  }
});
