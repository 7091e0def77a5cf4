import { Segment } from '@lectern/search/segment';
import { beforeEach, expect, test } from 'vitest';
import { writeSegment } from '../../../../../packages/search/test/write-segment.ts';
import type { NamedSegment } from './search-index.repository.ts';
import { createSegmentSummaries, type SegmentSummaries, type StoredSummary } from './segment-summaries.ts';

const ORGANIZATION = 'an organization';
const bytes = writeSegment(
  [
    {
      pageId: 'a',
      key: Buffer.alloc(16),
      title: 'Lantern',
      sections: [{ title: '', text: 'in the windmill' }],
    },
  ],
  null,
);

const nameSegments = (count: number, prefix = ''): NamedSegment[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${prefix}${n}`,
    pages: 1,
    bytes: bytes.length,
    outline: 0,
  }));

let now: number;
let read: string[];
let stored: StoredSummary[];
beforeEach(() => {
  now = 0;
  read = [];
  stored = [];
});

const createSummaries = (maxBytes: number): SegmentSummaries =>
  createSegmentSummaries({
    maxBytes,
    clock: () => new Date(now),
    readTerms: async (_, named) => {
      read.push(...named.map(({ id }) => id));
      return named.map(({ id }) => ({ id, language: null, terms: Segment.open(bytes) }));
    },
    readStored: async (_, wanted) =>
      stored.filter(({ segments }) => segments.some(({ id }) => wanted.includes(id))),
    store: async (_, summary) => {
      stored.push(summary);
    },
  });

const countFound = (summaries: SegmentSummaries, named: readonly NamedSegment[]): number =>
  named.filter(({ id }) => summaries.find(ORGANIZATION, id)).length;

test('a segment is read once, whoever asks meanwhile', async () => {
  const summaries = createSummaries(1e6);
  const named = nameSegments(200);
  await Promise.all([1, 2].map(() => summaries.cover(ORGANIZATION, named)));
  await summaries.cover(ORGANIZATION, named);
  expect(read).toHaveLength(200);
  expect(countFound(summaries, named)).toBe(200);
  expect(summaries.find('another organization', '0')).toBeUndefined();
});

test('a few new segments are left to be read by searches', async () => {
  const summaries = createSummaries(1e6);
  await summaries.cover(ORGANIZATION, nameSegments(64));
  await summaries.cover(ORGANIZATION, [...nameSegments(64), ...nameSegments(20, 'new')]);
  expect(read).toHaveLength(64);
  await summaries.cover(ORGANIZATION, [...nameSegments(64), ...nameSegments(40, 'new')]);
  expect(read).toHaveLength(104);
});

test('memory is bounded: what does not fit is not read again for each search', async () => {
  const summaries = createSummaries(300);
  const named = nameSegments(640);
  for (let turn = 0; turn < 3; turn += 1) await summaries.cover(ORGANIZATION, named);
  const found = countFound(summaries, named);
  expect(found).toBeGreaterThanOrEqual(64);
  expect(found).toBeLessThan(640);
  expect(read).toHaveLength(640);
});

test('what nobody has needed for a while makes room', async () => {
  const summaries = createSummaries(300);
  await summaries.cover(ORGANIZATION, nameSegments(640));
  now += 11 * 60 * 1000;
  const others = nameSegments(64, 'other');
  await summaries.cover(ORGANIZATION, others);
  expect(countFound(summaries, others)).toBe(64);
  expect(countFound(summaries, nameSegments(640))).toBe(0);
});

test('after a start, what is stored is not made again, and only new segments are read', async () => {
  await createSummaries(1e6).cover(ORGANIZATION, nameSegments(200));
  read = [];
  const restarted = createSummaries(1e6);
  const named = [...nameSegments(200), ...nameSegments(40, 'new')];
  await restarted.cover(ORGANIZATION, named);
  expect(read).toEqual(nameSegments(40, 'new').map(({ id }) => id));
  expect(countFound(restarted, named)).toBe(240);
});

test('what there was no room for is not stored', async () => {
  await createSummaries(1).cover(ORGANIZATION, nameSegments(64));
  expect(stored).toEqual([]);
});
