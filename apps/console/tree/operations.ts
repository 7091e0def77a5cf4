import { ApiError } from '@lectern/client/api-error';
import { api, repeatable } from '../api/client.ts';
import type { Place } from '../api/place.ts';
import type { ContentPage } from '../api/queries.ts';
import { limitTime, repeat } from '../api/repeat.ts';
import { t } from '../messages/messages.ts';
import { pagesBelow } from './pages.ts';
import type { Change, TreeOperation } from './tree-operation.ts';

/** The most changes of one request. */
const MOST_CHANGES = 50;

type Copy = Extract<TreeOperation, { kind: 'copy' }>;

const changeOf = (operation: Exclude<TreeOperation, Copy>): Change => {
  switch (operation.kind) {
    case 'insert': {
      const { page, target, computed, position } = operation;
      const { type, title } = page;
      return {
        operation: 'insert_page',
        ...(type === 'computed' ? {} : { title }),
        ...(position.into === null ? {} : { into: position.into }),
        at: position.at,
        ...(type === 'document' ? { document: {} } : {}),
        ...(type === 'document' ? {} : { type }),
        ...(target === undefined ? {} : { target }),
        ...(computed === undefined ? {} : { computed }),
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
  if (operation.kind === 'copy') return sendCopy(place, operation, { revision, key });
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

/**
 * Sends a copy, in as many requests as it needs. Their keys follow from `key`, so that sending it again goes on where it
 * ended. A copy that cannot be completed is deleted.
 */
async function sendCopy(
  place: Place,
  { pages, position }: Copy,
  { revision, key }: { revision: string | undefined; key: string },
): Promise<Done> {
  const ids = new Map<string, string>();
  const all: Done = { revision: revision ?? '', made: [] };
  const send = (changes: Change[], name: string): Promise<Done> =>
    sendChanges(place, changes, { revision: all.revision || undefined, key: name });
  try {
    for (let from = 0; from < pages.length; from += MOST_CHANGES) {
      const batch = pages.slice(from, from + MOST_CHANGES).map((page, at) => {
        const into = from + at === 0 ? position.into : (ids.get(page.into ?? '') ?? page.into);
        return {
          ...page,
          ...(from + at === 0 ? { at: position.at } : {}),
          ...(into === null || into === undefined ? {} : { into }),
        };
      });
      const done = await send(batch, from === 0 ? key : `${key}-${from}`);
      for (const [at, id] of done.made.entries()) ids.set(batch[at]?.ref ?? '', id);
      all.revision = done.revision;
      all.made.push(...done.made);
      const isLast = from + MOST_CHANGES >= pages.length;
      if (!isLast && done.made.length < batch.length) throw new Error(t('copyIncomplete'));
    }
  } catch (error) {
    const [made] = all.made;
    if (made !== undefined) await send([{ operation: 'delete_page', page: made }], `${key}-removal`);
    throw error;
  }
  return all;
}

/** Changes the content of a space or of a change request. */
async function sendChanges(
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
