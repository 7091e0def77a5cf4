import type { SnapshotDifference } from '@lectern/content/tree/diff-snapshots';
import type { PageEntry } from '@lectern/content/tree/entries';
import { findMovedPages } from '@lectern/content/tree/find-moved-pages';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { EventPayload, EventType } from '../../core/webhooks/event-types.ts';

/** Further pages of a revision are only counted, so that an import of thousands does not send thousands of requests. */
const MAX_PAGE_EVENTS = 100;

/** The webhook events of a new revision and of the pages that it changes. */
export const REVISION_EVENTS = [
  'revision.created',
  'page.created',
  'page.edited',
  'page.moved',
  'page.deleted',
] as const satisfies EventType[];

type PageEventType = Exclude<(typeof REVISION_EVENTS)[number], 'revision.created'>;

interface RevisionEvent {
  type: (typeof REVISION_EVENTS)[number];
  payload: EventPayload;
}

export interface RevisionChange {
  revision: NonNullable<EventPayload['revision']>;
  before: Snapshot;
  after: Snapshot;
  difference: SnapshotDifference;
}

/** Describes a new revision: first itself with the number of pages, then its pages by the kind of change. */
export function describeRevision(
  { revision, before, after, difference }: RevisionChange,
  wanted: ReadonlySet<EventType>,
): RevisionEvent[] {
  const pages: Record<PageEventType, RevisionEvent[]> = {
    'page.created': [],
    'page.edited': [],
    'page.moved': [],
    'page.deleted': [],
  };
  const add = (type: PageEventType, snapshot: Snapshot, entry: PageEntry, more: object = {}): void => {
    const { id, title, type: pageType } = entry;
    const page = { id, title, type: pageType, path: snapshot.pages.pathOf(id) };
    pages[type].push({ type, payload: { revision, page, ...more } });
  };
  for (const { before: old, after: now } of difference.pages.values()) {
    if (old && now) {
      const changes = listChanges(old, now);
      if (changes.length > 0) add('page.edited', after, now, { changes });
    } else if (now) add('page.created', after, now);
    else if (old) add('page.deleted', before, old);
  }
  for (const id of findMovedPages(before, after)) {
    const entry = after.pages.find(id)?.entry;
    const [from, to] = [before.pages.pathOf(id), after.pages.pathOf(id)];
    if (entry) add('page.moved', after, entry, from === to ? {} : { from });
  }
  const listed = Object.values(pages)
    .flat()
    .filter(({ type }) => wanted.has(type));
  const counts = {
    created: pages['page.created'].length,
    edited: pages['page.edited'].length,
    moved: pages['page.moved'].length,
    deleted: pages['page.deleted'].length,
  };
  const omitted = Math.max(listed.length - MAX_PAGE_EVENTS, 0);
  const payload = { revision, pages: { ...counts, ...(omitted > 0 ? { withoutEvent: omitted } : {}) } };
  return [{ type: 'revision.created', payload }, ...listed.slice(0, MAX_PAGE_EVENTS)];
}

/** The fields of an entry, with their names for receivers. */
const FIELDS: Record<string, string> = {
  type: 'type',
  title: 'title',
  linkTitle: 'linkTitle',
  slug: 'slug',
  document: 'content',
  href: 'target',
  page: 'target',
  anchor: 'target',
  source: 'content',
};

/** Lists the fields that differ between two states of a page, except times and the place in a repository. */
function listChanges(before: PageEntry, after: PageEntry): string[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const changed = Object.keys(FIELDS).filter((field) => old.get(field) !== now.get(field));
  return [...new Set(changed.map((field) => FIELDS[field] as string))];
}
