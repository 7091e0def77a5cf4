import type { SnapshotDifference } from '@lectern/content/tree/diff-snapshots';
import type { PageNode } from '@lectern/content/tree/entries';
import { findMovedPages } from '@lectern/content/tree/find-moved-pages';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { DocumentStep, PageEventKind, SpaceEventBody } from '../../../platform/access/space-event.ts';

/** Edited pages whose changed blocks are named. */
const MAX_WITH_BLOCKS = 20;
/** Of each kind; an import of thousands of pages is followed by reading the list of pages. */
const MAX_LISTED = 100;

type ContentEvent = Extract<SpaceEventBody, { type: 'content' }>;

/** Describes a step of a line by the ids of what it touched. */
export function describeContentEvent({
  base,
  revision,
  before,
  after,
  difference,
}: {
  base: string;
  revision: string;
  before: Snapshot;
  after: Snapshot;
  difference: SnapshotDifference;
}): ContentEvent {
  const pages = new Map<string, PageEventKind[]>();
  for (const [id, { before: old, after: now }] of difference.pages)
    pages.set(id, [old ? (now ? 'edited' : 'deleted') : 'created']);
  for (const id of findMovedPages(before, after)) pages.set(id, [...(pages.get(id) ?? []), 'moved']);
  const documents = new Map<string, DocumentStep>();
  for (const [id, { before: old, after: now }] of difference.pages)
    if (old && now && documents.size < MAX_WITH_BLOCKS) {
      const [former, present] = [documentOf(old), documentOf(now)];
      documents.set(id, { ...(former ? { before: former } : {}), ...(present ? { after: present } : {}) });
    }
  let omitted = 0;
  const cut = <Item>(items: Item[]): Item[] => {
    omitted += Math.max(items.length - MAX_LISTED, 0);
    return items.slice(0, MAX_LISTED);
  };
  return {
    type: 'content',
    revision,
    base,
    pages: cut(
      [...pages].map(([page, changes]) => {
        const step = documents.get(page);
        return { page, changes, ...(step ? { documents: step } : {}) };
      }),
    ),
    reusableContents: cut([...difference.reusables.keys()]),
    files: cut([...difference.files.keys()]),
    omitted,
  };
}

const documentOf = (entry: PageNode['entry']): string | undefined =>
  entry.type === 'document' ? entry.document : undefined;
