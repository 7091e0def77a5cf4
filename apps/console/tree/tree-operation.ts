import type { RequestOf } from '@lectern/client/client';
import type { ContentPage } from '../api/queries.ts';
import { findPage, insertPage, type Position, removePage, replacePage } from './pages.ts';

export type Change = RequestOf<'/v1/spaces/{spaceId}/content', 'post'>['body']['changes'][number];
export type Insertion = Extract<Change, { operation: 'insert_page' }>;

/** Something that is done to the page tree, and that can be undone by another operation. */
export type TreeOperation =
  | {
      kind: 'insert';
      page: ContentPage;
      target?: string | undefined;
      /** For an API reference. */
      computed?: Insertion['computed'];
      position: Position;
    }
  /** Pages, each after the one that it is below. The first one goes to the position. */
  | { kind: 'copy'; pages: readonly Insertion[]; position: Position }
  | { kind: 'rename'; pageId: string; title: string }
  | { kind: 'hide'; pageId: string; isHidden: boolean }
  | { kind: 'move'; pageId: string; position: Position }
  | { kind: 'delete'; pageId: string }
  /** `revision`: one in which the page was there. */
  | { kind: 'restore'; page: ContentPage; position: Position; revision: string | undefined };

/** The operation on a page that has got its id from the service meanwhile. */
export function withMadeId(operation: TreeOperation, id: string, madeId: string): TreeOperation {
  const named = { ...operation };
  if ('pageId' in named && named.pageId === id) named.pageId = madeId;
  if ('position' in named && named.position.into === id) named.position = { ...named.position, into: madeId };
  return named;
}

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
    // It is shown when the service has it: what it is copied from can be large.
    case 'copy':
      return pages as ContentPage[];
    case 'rename':
      return replacePage(pages, operation.pageId, (page) => ({ ...page, title: operation.title }));
    case 'hide':
      return replacePage(pages, operation.pageId, ({ hidden: _hidden, ...page }) =>
        operation.isHidden ? { ...page, hidden: true } : page,
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
  if (operation.kind === 'copy') return madeId === undefined ? undefined : { kind: 'delete', pageId: madeId };
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
