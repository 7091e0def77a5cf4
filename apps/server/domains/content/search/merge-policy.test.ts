import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseMerge, isMostlyObsolete, isSparse, MAX_PAGES, pagesOf } from './merge-policy.ts';

interface Sized {
  id: string;
  pages: number;
}

let lastId = 0;
const sized = (pages: number): Sized => {
  lastId += 1;
  return { id: String(lastId), pages };
};

/** Merges until nothing is due. Returns how many pages were written for it. */
function mergeAll(segments: Sized[]): { left: Sized[]; written: number } {
  let left = segments;
  let written = 0;
  for (let due = chooseMerge(left); due; due = chooseMerge(left)) {
    const merged = sized(pagesOf(due));
    left = [...left.filter((segment) => !due.includes(segment)), merged];
    written += merged.pages;
  }
  return { left, written };
}

test('merges come to an end, lose no page and make no segment too large', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: MAX_PAGES }), { maxLength: 200 });
  fc.assert(
    fc.property(sizes, (pages) => {
      const { left } = mergeAll(pages.map(sized));
      expect(pagesOf(left)).toBe(pages.reduce((sum, one) => sum + one, 0));
      expect(Math.max(0, ...left.map((segment) => segment.pages))).toBeLessThanOrEqual(MAX_PAGES);
    }),
  );
});

test('thousands of edits leave few segments, and write each page a few times', () => {
  let segments = Array.from({ length: 5 }, () => sized(MAX_PAGES));
  let written = 0;
  let most = 0;
  for (let edit = 0; edit < 5000; edit += 1) {
    const merged = mergeAll([...segments, sized(1)]);
    segments = merged.left;
    written += merged.written;
    most = Math.max(most, segments.length);
  }
  expect(most).toBeLessThanOrEqual(40);
  expect(written).toBeLessThanOrEqual(5000 * 4);
});

test('an index with mostly obsolete pages has a segment that is worth rewriting', () => {
  const indexes = fc.array(
    fc
      .integer({ min: 1, max: MAX_PAGES })
      .chain((pages) => fc.tuple(fc.constant(pages), fc.integer({ min: 0, max: pages }))),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(indexes, (parts) => {
      const segments = parts.map(([pages]) => ({ ...sized(pages), bytes: 0 }));
      const livePages = parts.reduce((sum, [, live]) => sum + live, 0);
      const sparse = parts.filter(([pages, live]) => isSparse(sized(pages), live));
      if (isMostlyObsolete({ segments, livePages })) expect(sparse.length).toBeGreaterThan(0);
      // The remaining segments must not be due again.
      const kept = parts
        .filter((part) => !sparse.includes(part))
        .map(([pages]) => ({ ...sized(pages), bytes: 0 }));
      const rewritten = sparse.reduce((sum, [, live]) => sum + live, 0);
      expect(isMostlyObsolete({ segments: [...kept, { ...sized(rewritten), bytes: 0 }], livePages })).toBe(
        false,
      );
    }),
  );
});
