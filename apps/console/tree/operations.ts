import { ApiError } from '@lectern/client/api-error';
import type { RequestOf } from '@lectern/client/client';
import { api, repeatable } from '../api/client.ts';
import type { Place } from '../api/place.ts';
import type { ContentPage } from '../api/queries.ts';
import { findPage, insertPage, type Position, pagesBelow, removePage, replacePage } from './pages.ts';

/** Something that is done to the page tree, and that can be undone by another operation. */
export type TreeOperation =
  | { kind: 'insert'; page: ContentPage; target?: string | undefined; position: Position }
  | { kind: 'rename'; pageId: string; title: string }
  | { kind: 'hide'; pageId: string; isHidden: boolean }
  | { kind: 'move'; pageId: string; position: Position }
  | { kind: 'delete'; pageId: string }
  /** `revision`: one in which the page was there. */
  | { kind: 'restore'; page: ContentPage; position: Position; revision: string | undefined };

/** The tree after an operation. An operation that is in the tree already changes nothing. */
export function applyOperation(pages: readonly ContentPage[], operation: TreeOperation): ContentPage[] {
  switch (operation.kind) {
    case 'insert':
    case 'restore': {
      const { page, position } = operation;
      if (findPage(pages, page.id)) return pages as ContentPage[];
      // The parent may be gone in the meantime: the service will refuse.
      const isPlaced = position.into === null || findPage(pages, position.into) !== undefined;
      return isPlaced ? insertPage(pages, page, position) : (pages as ContentPage[]);
    }
    case 'rename':
      return replacePage(pages, operation.pageId, (page) => ({ ...page, title: operation.title }));
    case 'hide':
      return replacePage(pages, operation.pageId, (page) =>
        'hidden' in page ? { ...page, hidden: operation.isHidden } : page,
      );
    case 'move': {
      const found = findPage(pages, operation.pageId);
      if (!found) return pages as ContentPage[];
      const rest = removePage(pages, operation.pageId);
      const { into } = operation.position;
      const isPlaced = into === null || findPage(rest, into) !== undefined;
      return isPlaced ? insertPage(rest, found.page, operation.position) : (pages as ContentPage[]);
    }
    case 'delete':
      return removePage(pages, operation.pageId);
  }
}

/**
 * The operation that undoes another one. `before`: the tree before it; `madeId`: the id of the page that it made.
 * Undefined if the page was not there.
 */
export function inverseOf(
  operation: TreeOperation,
  before: readonly ContentPage[],
  { madeId, revision }: { madeId?: string | undefined; revision: string | undefined },
): TreeOperation | undefined {
  if (operation.kind === 'insert') return { kind: 'delete', pageId: madeId ?? operation.page.id };
  if (operation.kind === 'restore') return { kind: 'delete', pageId: operation.page.id };
  const { pageId } = operation;
  const found = findPage(before, pageId);
  if (!found) return undefined;
  const { page, into, at } = found;
  switch (operation.kind) {
    case 'rename':
      return { kind: 'rename', pageId, title: page.title };
    case 'hide':
      return { kind: 'hide', pageId, isHidden: !operation.isHidden };
    case 'move':
      return { kind: 'move', pageId, position: { into, at } };
    case 'delete':
      return { kind: 'restore', page, position: { into, at }, revision };
  }
}

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
  const done = await api.post('/v1/spaces/{spaceId}/trash/{pageId}/restore', {
    path: { spaceId, pageId: page.id },
    headers: repeatable(key),
    body: position,
  });
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
    if (changeRequestId === undefined)
      return api.post('/v1/spaces/{spaceId}/content', { path: { spaceId }, headers, body: { changes } });
    return api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
      path: { spaceId, changeRequestId },
      query: { compat: false },
      headers,
      body: { changes },
    });
  };
  let done: Awaited<ReturnType<typeof send>>;
  try {
    done = await send(revision);
  } catch (error) {
    // The revisions of a session become one after a day.
    const isForgotten = error instanceof ApiError && error.reason === 'revision-not-found';
    if (!isForgotten || revision === undefined) throw error;
    done = await send(undefined);
  }
  const made = ('changes' in done ? done.changes : [])?.flatMap((change) =>
    change.object === 'created_page' ? [change.page.id] : [],
  );
  return { revision: ('revision' in done && done.revision) || '', made: made ?? [] };
}

/** A page as it looks in the tree until the service returns it. */
export function newPage(type: 'document' | 'group' | 'link', id: string, title: string): ContentPage {
  const at = new Date().toISOString();
  const base = { id, title, createdAt: at, updatedAt: at, hidden: false };
  if (type === 'link') return { ...base, type, kind: 'link', target: { kind: 'url', url: '' } };
  const named = { slug: '', path: '', noIndex: false, noRobotsIndex: false, pages: [] };
  if (type === 'group') return { ...base, ...named, type, kind: 'group' };
  return { ...base, ...named, type, kind: 'sheet', layout: LAYOUT, tags: [], urls: { app: '' } };
}

const LAYOUT = {
  width: 'default',
  cover: false,
  coverSize: 'hero',
  coverMask: 'none',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
} as const;

/** All pages below a page, from the top down. */
export const listBelow = (page: ContentPage): ContentPage[] =>
  pagesBelow(page).flatMap((below) => [below, ...listBelow(below)]);
