import { ApiError } from '@lectern/client/api-error';
import type { RequestOf } from '@lectern/client/client';
import { api, repeatable } from '../api/client.ts';
import type { Place } from '../api/place.ts';
import type { ContentPage } from '../api/queries.ts';
import { limitTime, repeat } from '../api/repeat.ts';
import { pagesBelow } from './pages.ts';
import type { TreeOperation } from './tree-operation.ts';

export type Change = RequestOf<'/v1/spaces/{spaceId}/content', 'post'>['body']['changes'][number];

const changeOf = (operation: TreeOperation): Change => {
  switch (operation.kind) {
    case 'insert': {
      const { page, target, position } = operation;
      const { type, title } = page;
      return {
        operation: 'insert_page',
        title,
        ...(position.into === null ? {} : { into: position.into }),
        at: position.at,
        ...(type === 'document' ? { document: {} } : {}),
        ...(type === 'group' || type === 'link' ? { type } : {}),
        ...(target === undefined ? {} : { target }),
      };
    }
    case 'rename':
      return { operation: 'update_page', page: operation.pageId, title: operation.title };
    case 'hide':
      return { operation: 'update_page', page: operation.pageId, hidden: operation.isHidden };
    case 'move':
      return { operation: 'update_page', page: operation.pageId, ...operation.position };
    case 'delete':
      return { operation: 'delete_page', page: operation.pageId };
    case 'restore':
      return {
        operation: 'revert_page',
        page: operation.page.id,
        ...(operation.revision === undefined ? {} : { revision: operation.revision }),
      };
  }
};

export interface Done {
  revision: string;
  /** The pages that were made, in the order of the changes. */
  made: string[];
}

/**
 * Sends an operation. It is merged with what others have changed since `revision`; sending it again with the same `key`
 * does nothing twice.
 */
export async function sendOperation(
  place: Place,
  operation: TreeOperation,
  { revision, key }: { revision: string | undefined; key: string },
): Promise<Done> {
  if (operation.kind !== 'restore' || place.changeRequestId !== undefined)
    return sendChanges(place, [changeOf(operation)], { revision, key });
  const { spaceId } = place;
  const { page, position } = operation;
  const done = await repeat(() =>
    api.post('/v1/spaces/{spaceId}/trash/{pageId}/restore', {
      path: { spaceId, pageId: page.id },
      headers: repeatable(key),
      body: position,
      signal: limitTime(),
    }),
  );
  return { revision: done.revision, made: [page.id] };
}

/** Changes the content of a space or of a change request. */
export async function sendChanges(
  { spaceId, changeRequestId }: Place,
  changes: Change[],
  { revision, key }: { revision: string | undefined; key: string },
): Promise<Done> {
  const send = async (base: string | undefined) => {
    const headers = { ...repeatable(key), ...(base === undefined ? {} : { 'If-Match': `"${base}"` }) };
    const signal = limitTime();
    if (changeRequestId === undefined)
      return api.post('/v1/spaces/{spaceId}/content', {
        path: { spaceId },
        headers,
        body: { changes },
        signal,
      });
    return api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
      path: { spaceId, changeRequestId },
      query: { compat: false },
      headers,
      body: { changes },
      signal,
    });
  };
  let done: Awaited<ReturnType<typeof send>>;
  try {
    done = await repeat(() => send(revision));
  } catch (error) {
    // It was applied, but the ids of the new pages are unknown.
    if (error instanceof ApiError && error.reason === 'response-lost') return { revision: '', made: [] };
    // The revisions of a session become one after a day.
    const isForgotten = error instanceof ApiError && error.reason === 'revision-not-found';
    if (!isForgotten || revision === undefined) throw error;
    done = await repeat(() => send(undefined));
  }
  const made = ('changes' in done ? done.changes : [])?.flatMap((change) =>
    change.object === 'created_page' ? [change.page.id] : [],
  );
  return { revision: ('revision' in done && done.revision) || '', made: made ?? [] };
}

/** All pages below a page, from the top down. */
export const listBelow = (page: ContentPage): ContentPage[] =>
  pagesBelow(page).flatMap((below) => [below, ...listBelow(below)]);
