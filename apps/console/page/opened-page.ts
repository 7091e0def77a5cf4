import type { Schemas } from '@lectern/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { DocumentJson } from '../editor/convert/document-json.ts';
import { createJournal, type JournalEntry, type Place } from '../saving/journal.ts';
import { announceTab } from '../saving/tab.ts';

export const journal = createJournal();
announceTab();

/** A page as it is opened for editing: what the service has, and what a closed tab has left. */
export interface OpenedPage {
  page: Extract<Schemas['Page'], { type: 'document' }>;
  document: DocumentJson;
  revision: string;
  left: JournalEntry | undefined;
}

interface Reader {
  mayEdit: boolean;
  /** The current revision of the space. */
  current: string;
}

export const openedPageQuery = (place: Place, userId: string, { mayEdit, current }: Reader) =>
  queryOptions({
    queryKey: ['opened-page', place.spaceId, place.changeRequestId ?? '', place.pageId],
    queryFn: async (): Promise<OpenedPage> => {
      const page = await readPage(place, mayEdit);
      const { document, revision = current } = page;
      const { adoptEntry } = await import('../saving/session.ts');
      const left = await adoptEntry(journal, userId, place).catch(() => undefined);
      return { page, document: document as unknown as DocumentJson, revision, left };
    },
    // The editor follows the page by itself once it is open. Reading it again would take it from the open editor.
    staleTime: 'static',
    gcTime: 0,
  });

async function readPage(
  { spaceId, changeRequestId, pageId }: Place,
  mayEdit: boolean,
): Promise<OpenedPage['page']> {
  // Only those who can edit a page learn how it is written.
  const query = mayEdit ? ({ ranges: true } as const) : {};
  const page =
    changeRequestId === undefined
      ? await api.get('/v1/spaces/{spaceId}/content/page/{pageId}', { path: { spaceId, pageId }, query })
      : await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}', {
          path: { spaceId, changeRequestId, pageId },
          query,
        });
  return page as OpenedPage['page'];
}
