import { hashKey, queryOptions } from '@tanstack/react-query';
import type { PagePlace } from '../api/place.ts';
import { queries, spaceQuery } from '../api/queries.ts';
import { createJournal, type JournalEntry } from '../saving/journal.ts';
import { type ReadPage, readPage } from '../saving/save-page.ts';
import { announceTab } from '../saving/tab.ts';

export const journal = createJournal();
announceTab();

/** A page as it is opened for editing: what the service has, and what a closed tab has left. */
export interface OpenedPage extends ReadPage {
  revision: string;
  /** `unknown`: the browser could not read what it has kept. */
  left: JournalEntry | 'unknown' | undefined;
}

export const openedPageQuery = (place: PagePlace, userId: string, mayEdit: boolean) =>
  queryOptions({
    queryKey: keyOf(place),
    queryFn: () => pending(place) ?? openPage(place, userId, mayEdit),
    // The editor follows the page by itself once it is open. Reading it again would take it from the open editor.
    staleTime: 'static',
    gcTime: 0,
  });

const keyOf = ({ spaceId, changeRequestId = '', pageId }: PagePlace) =>
  ['opened-page', spaceId, changeRequestId, pageId] as const;

let ahead: { place: PagePlace; page: OpenedPage } | undefined;
let opening: { place: PagePlace; page: Promise<OpenedPage> } | undefined;
/** The first page that is shown takes what was opened ahead; what comes later is out of date. */
let isTaken = false;

/** Opens a page that is about to be shown. */
export async function openAhead(place: PagePlace, userId: string, mayEdit: boolean): Promise<void> {
  const started = { place, page: openPage(place, userId, mayEdit) };
  opening = started;
  try {
    const page = await started.page;
    if (!isTaken) ahead = { place, page };
  } finally {
    opening = undefined;
  }
}

/** The page that is still being opened ahead. */
const pending = (place: PagePlace): Promise<OpenedPage> | undefined =>
  opening && isSame(opening.place, place) ? opening.page : undefined;

const isSame = (one: PagePlace, other: PagePlace): boolean => hashKey(keyOf(one)) === hashKey(keyOf(other));

/** The page that was opened ahead, once. */
export function takeAhead(place: PagePlace): OpenedPage | undefined {
  const taken = ahead && isSame(ahead.place, place) ? ahead.page : undefined;
  ahead = undefined;
  isTaken = true;
  return taken;
}

async function openPage(place: PagePlace, userId: string, mayEdit: boolean): Promise<OpenedPage> {
  const current = queries.getQueryData(spaceQuery(place.spaceId).queryKey)?.revision ?? '';
  const { revision = current, ...read } = await readPage(place, { mayEdit });
  if (!mayEdit) return { ...read, revision, left: undefined };
  const { adoptEntry } = await import('../saving/session.ts');
  const left = await adoptEntry(journal, userId, place).catch(() => 'unknown' as const);
  return { ...read, revision, left };
}
