import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { createId, PREFIX } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { pagePath } from '../api/place.ts';
import type { ContentPage } from '../api/queries.ts';
import { announce } from '../app/announce.tsx';
import { nameOf } from '../app/current.ts';
import { askFirst } from '../app/dialogs.tsx';
import { dismissAbout, showError, showToast } from '../app/toasts.tsx';
import { t } from '../messages/messages.ts';
import { type Draft, draft, noteMade } from './drafts.ts';
import { duplicatePage } from './duplicate.ts';
import { type Direction, neighborPosition } from './neighbor-position.ts';
import { countPages, findPage, isWithin, type Position, pagesBelow } from './pages.ts';
import type { Insertion, TreeOperation } from './tree-operation.ts';
import type { TreeState } from './tree-state.ts';

const titleOf = (page: ContentPage): string => nameOf(page.title, t('untitled'));

/** The address outside of the space that a link in the tree leads to. */
export const addressOf = ({ target }: ContentPage): string | undefined =>
  target?.kind === 'url' && /^https?:/i.test(target.url) ? target.url : undefined;

/** The page that opens for an entry of the tree: a link leads to its target. */
const targetOf = ({ id, target }: ContentPage): string =>
  (target?.kind === 'page' || target?.kind === 'anchor') && target.page !== undefined ? target.page : id;

/** The actions on the pages of a tree. `pages`: those that are shown. */
export interface TreeActions {
  open(page: ContentPage): void;
  create(page: Draft, title: string, target?: string): Promise<void>;
  rename(page: ContentPage, title: string): void;
  hide(page: ContentPage, isHidden: boolean): void;
  move(page: ContentPage, position: Position): void;
  moveBy(page: ContentPage, direction: Direction): void;
  askDelete(page: ContentPage): void;
  duplicate(page: ContentPage): Promise<void>;
  copyLink(page: ContentPage): Promise<void>;
  showHistory(page: ContentPage): void;
  /** Lists the change requests that change the page. */
  showRequests(page: ContentPage): void;
  undo(): Promise<void>;
  redo(): Promise<void>;
}

export function useTreeActions(
  state: TreeState,
  pages: readonly ContentPage[],
  { openPageId, expand }: { openPageId: string | undefined; expand: (pageId: string) => void },
): TreeActions {
  const navigate = useNavigate();
  return useMemo(() => {
    const { place } = state;
    const open = (pageId: string): void => void navigate({ to: pagePath(place, pageId) });
    const leave = (page: ContentPage): void => {
      if (openPageId === undefined || !isWithin(page, openPageId)) return;
      const found = findPage(pages, page.id);
      const neighbor = found?.siblings[found.at + 1] ?? found?.siblings[found.at - 1];
      if (neighbor ?? found?.into) open(neighbor?.id ?? (found?.into as string));
      else void navigate({ to: '/s/$spaceId', params: { spaceId: place.spaceId } });
    };
    const move = (page: ContentPage, position: Position): void => {
      const from = findPage(pages, page.id);
      if (!from || (from.into === position.into && from.at === position.at)) return;
      if (position.into !== null) expand(position.into);
      const said = sayMoved(pages, page, position);
      void state.run({ kind: 'move', pageId: page.id, position });
      offerUndo(state, said);
    };
    return {
      open(page) {
        const address = addressOf(page);
        if (address === undefined) open(targetOf(page));
        else window.open(address, '_blank', 'noopener,noreferrer');
      },
      create: (page, title, target) => create(state, pages, { page, title, target }, open),
      rename(page, title) {
        if (title === page.title) return;
        void state.run({ kind: 'rename', pageId: page.id, title });
        offerUndo(state, t('renamed', { title }));
      },
      hide(page, isHidden) {
        void state.run({ kind: 'hide', pageId: page.id, isHidden });
        offerUndo(state, t(isHidden ? 'nowHidden' : 'nowShown', { title: titleOf(page) }));
      },
      move,
      moveBy(page, direction) {
        const position = neighborPosition(pages, page, direction);
        if (position) move(page, position);
        else announce(t('cannotMove', { title: titleOf(page) }));
      },
      askDelete: (page) => askDelete(state, page, () => leave(page)),
      async duplicate(page) {
        try {
          const copyId = await duplicatePage(state, pages, page);
          if (!copyId) return;
          offerUndo(state, t('duplicated', { title: titleOf(page) }));
          open(copyId);
        } catch (error) {
          showError(`${t('changeFailed')} ${explain(error)}`);
        }
      },
      copyLink: (page) => copyText(`${location.origin}${PREFIX}/app${pagePath(place, page.id)}`),
      showHistory: ({ id }) =>
        void navigate({
          to: '/s/$spaceId/revisions',
          params: { spaceId: place.spaceId },
          search: { of: id },
        }),
      showRequests: ({ id }) =>
        void navigate({
          to: '/s/$spaceId/change-requests',
          params: { spaceId: place.spaceId },
          search: { page: id } as never,
        }),
      undo: async () => sayUndone(await state.undo(), 'undone', 'nothingToUndo'),
      redo: async () => sayUndone(await state.redo(), 'redone', 'nothingToRedo'),
    };
  }, [state, pages, openPageId, expand, navigate]);
}

async function create(
  state: TreeState,
  pages: readonly ContentPage[],
  { page: { type, into, at }, title, target }: { page: Draft; title: string; target: string | undefined },
  open: (pageId: string) => void,
): Promise<void> {
  draft.set(undefined);
  const parent = into === null ? undefined : findPage(pages, into)?.page;
  const siblings = parent ? pagesBelow(parent) : pages;
  const page: ContentPage = { id: `new-${createId()}`, type, title };
  const position = { into, at: Math.min(at ?? siblings.length, siblings.length) };
  const { pathname } = location;
  const done = await state.run({ kind: 'insert', page, target, position });
  const [madeId] = done?.made ?? [];
  if (madeId === undefined) return;
  offerUndo(state, t('created', { title }));
  // Does not navigate if the user has moved on.
  const isWaiting = draft.get() === undefined && location.pathname === pathname;
  if (type !== 'document' || !isWaiting) return;
  noteMade(madeId);
  open(madeId);
}

/** Adds the entry in whose place readers see the pages of an OpenAPI spec, at the end of the tree. */
export async function createReference(
  state: TreeState,
  pages: readonly ContentPage[],
  computed: NonNullable<Insertion['computed']>,
): Promise<void> {
  const { spec: title } = computed.dependencies.spec.ref;
  const page: ContentPage = { id: `new-${createId()}`, type: 'computed', title };
  const position = { into: null, at: pages.length };
  const done = await state.run({ kind: 'insert', page, computed, position });
  if (done) offerUndo(state, t('created', { title }));
}

function askDelete(state: TreeState, page: ContentPage, leave: () => void): void {
  const title = titleOf(page);
  const below = countPages(page) - 1;
  const remove = (): void => {
    leave();
    void state.run({ kind: 'delete', pageId: page.id }).then((done) => {
      if (done) offerUndo(state, t('deleted', { title }));
    });
  };
  askFirst(
    {
      title: t('deletePage', { title }),
      text: below === 0 ? t('deletePageText') : t('deletePagesText', { count: below }),
      submit: t('delete'),
      isDanger: true,
    },
    remove,
  );
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(t('linkCopied'));
  } catch {
    showError(t('copyFailed', { text }));
  }
}

/** Shows a toast with an undo button until the next operation. */
const offerUndo = (state: TreeState, text: string): void =>
  showToast(text, {
    about: 'tree',
    action: {
      label: t('undo'),
      run: async () => sayUndone(await state.undo(), 'undone', 'nothingToUndo'),
    },
  });

function sayUndone(
  operation: TreeOperation | undefined,
  said: 'undone' | 'redone',
  nothing: 'nothingToUndo' | 'nothingToRedo',
): void {
  dismissAbout('tree');
  announce(t(operation ? said : nothing));
}

function sayMoved(pages: readonly ContentPage[], page: ContentPage, { into, at }: Position): string {
  const parent = into === null ? undefined : findPage(pages, into)?.page;
  const siblings = (parent ? pagesBelow(parent) : pages).filter(({ id }) => id !== page.id).length + 1;
  const values = { title: titleOf(page), position: at + 1, count: siblings };
  return parent ? t('movedInto', { ...values, parent: titleOf(parent) }) : t('moved', values);
}
