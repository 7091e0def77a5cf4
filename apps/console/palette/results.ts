import { cutText } from '@lectern/std/cut-text';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { api, PREFIX } from '../api/client.ts';
import {
  type Bookmark,
  type ContentPage,
  collectionsQuery,
  favoritesQuery,
  organizationsQuery,
  pagesQuery,
  recentQuery,
  spacesQuery,
} from '../api/queries.ts';
import { nameOf, useCurrent } from '../app/current.ts';
import { emojiOf, type IconName, spaceEmojiOf } from '../app/icons.tsx';
import { addressOf } from '../app/target-link.tsx';
import { t } from '../messages/messages.ts';
import { pagesBelow } from '../tree/pages.ts';
import { registeredCommands } from './commands.ts';
import { bestOf } from './match.ts';
import { useOwnCommands } from './own-commands.ts';

/** One line of the palette. */
export interface Result {
  key: string;
  title: string;
  /** The line below the title: its place, or the text that was found. */
  detail?: string | undefined;
  icon: IconName;
  emoji?: string | undefined;
  /** The page that it leads to, which may have an icon of its own. */
  page?: { spaceId: string; icon?: string | undefined };
  keys?: string | undefined;
  run: () => void;
}

export interface ResultGroup {
  title: string;
  results: Result[];
}

const SEARCH_MILLISECONDS = 120;
const MOST_PAGES = 20;
const MOST_PAGES_BESIDE = 7;
const MOST_PLACES = 6;
const MOST_TITLED = 8;

/** The results of the palette for a query. */
export function useResults(query: string): { groups: ResultGroup[]; isSearching: boolean; error: unknown } {
  const asked = query.trim();
  const { organization } = useCurrent();
  const organizationId = organization?.id;
  const { pages, ...search } = usePages(asked, organizationId);
  const places = usePlaces(asked, organizationId);
  const changeRequests = useChangeRequests(asked, organizationId);
  const { data: recent = [] } = useQuery(recentQuery);
  const { data: favorites = [] } = useQuery(favoritesQuery);
  const navigate = useNavigate();
  const own = useOwnCommands();
  const bookmark = (group: string, { target }: { target: Bookmark['target'] }): Result => ({
    key: `${group} ${target.id}`,
    title: nameOf(target.title, t('untitled')),
    icon: target.kind === 'page' ? 'page' : 'space',
    emoji: target.kind === 'space' ? spaceEmojiOf(target.emoji) : emojiOf(target.emoji),
    ...(target.kind === 'page' && target.space !== undefined
      ? { page: { spaceId: target.space, icon: target.icon } }
      : {}),
    run: () => {
      if (target.kind === 'site') location.assign(`${PREFIX}/app${addressOf(target)}`);
      else void navigate({ to: addressOf(target) });
    },
  });
  const all = [...registeredCommands(), ...own];
  const commands = (
    asked === ''
      ? all
      : bestOf(all, asked, ({ label, words = '', detail = '' }) => `${label} ${words} ${detail}`)
  ).map(
    ({ id, label, detail, icon = 'command', keys, run }): Result => ({
      key: `command ${id}`,
      title: label,
      detail,
      icon,
      keys,
      run,
    }),
  );
  // Too many pages would hide the other results.
  const isMixed = commands.length + places.collections.length + changeRequests.length > 0;
  const groups =
    asked === ''
      ? [
          { title: t('recent'), results: recent.slice(0, 6).map((one) => bookmark('recent', one)) },
          { title: t('favorites'), results: favorites.map((one) => bookmark('favorite', one)) },
          { title: t('commands'), results: commands },
        ]
      : [
          { title: t('spaces'), results: places.spaces },
          { title: t('pages'), results: isMixed ? pages.slice(0, MOST_PAGES_BESIDE) : pages },
          { title: t('collections'), results: places.collections },
          { title: t('changeRequests'), results: changeRequests },
          { title: t('organizations'), results: places.organizations },
          { title: t('commands'), results: commands },
        ];
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isSearching: asked !== '' && search.isSearching,
    error: asked === '' ? undefined : search.error,
  };
}

/** The pages of the organization that contain a query, and those of the open space whose titles are like it. */
function usePages(asked: string, organizationId: string | undefined) {
  const rested = useRested(asked);
  const { space } = useCurrent();
  const navigate = useNavigate();
  const { data: tree } = useQuery({ ...pagesQuery(space?.id ?? ''), enabled: space !== undefined });
  const {
    data: found,
    isFetching,
    error,
  } = useQuery({
    queryKey: ['search', organizationId, rested],
    queryFn: ({ signal }) =>
      api.get('/v1/orgs/{organizationId}/search', {
        path: { organizationId: organizationId ?? '' },
        query: { query: cutText(rested, 512), limit: MOST_PAGES },
        signal,
      }),
    enabled: rested !== '' && organizationId !== undefined,
    placeholderData: (before) => before,
    retry: 1,
  });
  const titled = useMemo(() => (asked === '' || !tree ? [] : listTitled(tree.pages, asked)), [tree, asked]);
  // Results in the space that is open come first, in the order of the search.
  const inSpaces = [...(found?.items ?? [])].sort(
    (a, b) => Number(b.id === space?.id) - Number(a.id === space?.id),
  );
  const searched = inSpaces.flatMap(({ id: spaceId, title: spaceTitle, pages: list }) =>
    list.map((page): Result => {
      const [section] = page.sections;
      const where = [spaceTitle, ...page.ancestors.map(({ title }) => title)].join(' › ');
      const anchor = page.resultType === 'section' ? section?.id.split('#')[1] : undefined;
      return {
        key: `page ${spaceId} ${page.id}`,
        title: nameOf(page.title, t('untitled')),
        detail: section?.body ? `${where} — ${section.body}` : where,
        icon: 'page',
        emoji: emojiOf(page.emoji),
        page: { spaceId, icon: page.icon },
        run: () => void navigate({ to: `/s/${spaceId}/${page.id}`, ...(anchor ? { hash: anchor } : {}) }),
      };
    }),
  );
  const known = new Set(searched.map(({ key }) => key));
  const others = space
    ? titled
        .filter(({ page }) => !known.has(`page ${space.id} ${page.id}`))
        .map(
          ({ page, above }): Result => ({
            key: `page ${space.id} ${page.id}`,
            title: nameOf(page.title, t('untitled')),
            detail: [space.title, ...above].join(' › '),
            icon: 'page',
            emoji: emojiOf(page.emoji),
            page: { spaceId: space.id, icon: page.icon },
            run: () => void navigate({ to: `/s/${space.id}/${page.id}` }),
          }),
        )
    : [];
  return {
    pages: [...searched, ...others],
    isSearching: isFetching || rested !== asked,
    error,
  };
}

interface TitledPage {
  page: ContentPage;
  above: string[];
}

function listDocuments(pages: readonly ContentPage[]): TitledPage[] {
  const all: TitledPage[] = [];
  const visit = (list: readonly ContentPage[], above: string[]): void => {
    for (const page of list) {
      if (page.type === 'document') all.push({ page, above });
      visit(pagesBelow(page), [...above, page.title]);
    }
  };
  visit(pages, []);
  return all;
}

/** The pages whose titles are like a query, the best first. */
const listTitled = (pages: readonly ContentPage[], query: string): TitledPage[] =>
  bestOf(listDocuments(pages), query, ({ page }) => page.title).slice(0, MOST_TITLED);

/** Spaces, collections and organizations by their names. */
function usePlaces(asked: string, organizationId: string | undefined) {
  const navigate = useNavigate();
  const isKnown = { enabled: organizationId !== undefined };
  const { data: spaces = [] } = useQuery({ ...spacesQuery(organizationId ?? ''), ...isKnown });
  const { data: collections = [] } = useQuery({ ...collectionsQuery(organizationId ?? ''), ...isKnown });
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const namesOf = new Map(collections.map(({ id, title }) => [id, title]));
  const list = <Item extends { id: string; title: string; emoji?: string; parent?: string }>(
    items: readonly Item[],
    icon: IconName,
    open: (id: string) => unknown,
  ): Result[] =>
    asked === ''
      ? []
      : bestOf(items, asked, ({ title }) => title)
          .slice(0, MOST_PLACES)
          .map(({ id, title, emoji, parent }) => ({
            key: `${icon} ${id}`,
            title: nameOf(title, t('untitled')),
            detail: parent === undefined ? undefined : namesOf.get(parent),
            icon,
            emoji: spaceEmojiOf(emoji),
            run: () => void open(id),
          }));
  return {
    spaces: list(spaces, 'space', (spaceId) => navigate({ to: '/s/$spaceId', params: { spaceId } })),
    collections: list(collections, 'collection', (collectionId) =>
      navigate({ to: '/c/$collectionId', params: { collectionId } }),
    ),
    organizations: list(
      organizations.filter(({ id }) => id !== organizationId),
      'people',
      (id) => navigate({ to: '/o/$organizationId', params: { organizationId: id } }),
    ),
  };
}

/** Change requests by their subjects and numbers, those that were updated last first. */
function useChangeRequests(asked: string, organizationId: string | undefined): Result[] {
  const rested = useRested(asked);
  const navigate = useNavigate();
  const { data: found } = useQuery({
    queryKey: ['organization', organizationId, 'found-requests', rested],
    queryFn: ({ signal }) =>
      api.get('/v1/orgs/{organizationId}/change-requests', {
        path: { organizationId: organizationId ?? '' },
        query: { query: rested, status: ['open', 'draft', 'merged', 'archived'], limit: MOST_PLACES },
        signal,
      }),
    enabled: rested !== '' && organizationId !== undefined,
    placeholderData: (before) => before,
  });
  if (asked === '') return [];
  return (found?.items ?? []).map(({ id, subject, number, space, status }) => ({
    key: `change-request ${id}`,
    title: nameOf(subject, t('noSubject')),
    detail: `#${number} · ${t(STATES[status])}`,
    icon: 'change',
    run: () => void navigate({ to: `/s/${space}/change-requests/${number}` }),
  }));
}

const STATES = {
  draft: 'changeRequestDraft',
  open: 'changeRequestOpen',
  merged: 'changeRequestMerged',
  archived: 'changeRequestArchived',
} as const;

/** Debounces a text. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), SEARCH_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
