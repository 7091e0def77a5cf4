import { NO_SETTINGS, type PageEntry } from '@lectern/content/tree/entries';
import { buildSnapshot } from '@lectern/content/tree/snapshot';
import { Segment } from '@lectern/search/segment';
import { expect, test } from 'vitest';
import { writeSegment } from '../../../../../packages/search/test/write-segment.ts';
import { findLivePages } from './live-pages.ts';
import { type DocumentEntry, pageKey } from './page-key.ts';

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const documentOf = (id: string, title: string): DocumentEntry => ({
  id,
  type: 'document',
  title,
  slug: id,
  ...times,
});
const segmentOf = (...entries: DocumentEntry[]): Segment =>
  Segment.open(
    writeSegment(
      entries.map((entry) => ({
        pageId: entry.id,
        key: pageKey(entry),
        title: entry.title,
        sections: [],
      })),
      null,
    ),
  );
const snapshotOf = (...entries: PageEntry[]) =>
  buildSnapshot(
    {
      pages: entries.map((entry) => ({ entry, children: [] })),
      files: [],
      reusables: [],
      settings: NO_SETTINGS,
    },
    () => {},
  );

const same = documentOf('same', 'Same');
const old = documentOf('changed', 'Old');
const changed = documentOf('changed', 'New');
const deleted = documentOf('deleted', 'Deleted');
const added = documentOf('added', 'Added');
const group: PageEntry = { id: 'group', type: 'group', title: 'Group', slug: 'group', ...times };

test('each page is live in the newest segment that holds it as it is now', () => {
  const segments = [segmentOf(same, old, deleted), segmentOf(changed), segmentOf(deleted, same)];
  const { live, entries, missing } = findLivePages(segments, snapshotOf(same, changed, added, group));
  expect(live.map((bits) => [...bits])).toEqual([[0, 0, 0], [1], [0, 1]]);
  expect(entries).toEqual([[], [changed], [same]]);
  expect(missing).toEqual([added]);
});

test('without segments, all pages with a document are missing', () => {
  expect(findLivePages([], snapshotOf(same, group))).toEqual({ live: [], entries: [], missing: [same] });
});
