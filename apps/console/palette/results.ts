import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, PREFIX } from '../api/client.ts';
import {
  type Bookmark,
  favoritesQuery,
  organizationsQuery,
  recentQuery,
  spacesQuery,
} from '../api/queries.ts';
import { nameOf, useCurrent } from '../app/current.ts';
import { emojiOf, type IconName } from '../app/icons.tsx';
import { addressOf } from '../app/target-link.tsx';
import { t } from '../messages/messages.ts';
import { registeredCommands } from './commands.ts';
import { matches } from './match.ts';
import { useOwnCommands } from './own-commands.ts';

/** One line of the palette. */
export interface Result {
  key: string;
  title: string;
  /** What stands below the title: where it is, or the text that was found. */
  detail?: string | undefined;
  icon: IconName;
  emoji?: string | undefined;
  keys?: string | undefined;
  run: () => void;
}

export interface ResultGroup {
  title: string;
  results: Result[];
}

const SEARCH_MILLISECONDS = 120;
const MOST_PAGES = 20;
const MOST_SPACES = 6;

/** What the palette shows for a query. */
export function useResults(query: string): { groups: ResultGroup[]; isSearching: boolean; error: unknown } {
  const asked = useRested(query.trim());
  const { organization, space } = useCurrent();
  const navigate = useNavigate();
  const own = useOwnCommands();
  const organizationId = organization?.id;
  const { data: spaces = [] } = useQuery({
    ...spacesQuery(organizationId ?? ''),
    enabled: organizationId !== undefined,
  });
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const { data: recent = [] } = useQuery(recentQuery);
  const { data: favorites = [] } = useQuery(favoritesQuery);
  const {
    data: found,
    isFetching,
    error,
  } = useQuery({
    queryKey: ['search', organizationId, asked],
    queryFn: ({ signal }) =>
      api.get('/v1/orgs/{organizationId}/search', {
        path: { organizationId: organizationId ?? '' },
        query: { query: asked.slice(0, 512), limit: MOST_PAGES },
        signal,
      }),
    enabled: asked !== '' && organizationId !== undefined,
    placeholderData: (before) => before,
    retry: 1,
  });
  const bookmark = (group: string, { target }: { target: Bookmark['target'] }): Result => ({
    key: `${group} ${target.id}`,
    title: nameOf(target.title, t('untitled')),
    icon: target.kind === 'page' ? 'page' : 'space',
    emoji: emojiOf(target.emoji),
    run: () => {
      if (target.kind === 'site' || target.kind === 'change-request')
        location.assign(`${PREFIX}/app${addressOf(target)}`);
      else void navigate({ to: addressOf(target) });
    },
  });
  const commands = [...registeredCommands(), ...own]
    .filter(({ label, words = '' }) => query === '' || matches(`${label} ${words}`, query))
    .map(
      ({ id, label, icon = 'command', keys, run }): Result => ({
        key: `command ${id}`,
        title: label,
        icon,
        keys,
        run,
      }),
    );
  if (query.trim() === '')
    return {
      groups: [
        { title: t('recent'), results: recent.slice(0, 6).map((one) => bookmark('recent', one)) },
        { title: t('favorites'), results: favorites.map((one) => bookmark('favorite', one)) },
        { title: t('commands'), results: commands },
      ].filter(({ results }) => results.length > 0),
      isSearching: false,
      error: undefined,
    };
  // Results in the space that is open come first, in the order of the search.
  const inSpaces = [...(found?.items ?? [])].sort(
    (a, b) => Number(b.id === space?.id) - Number(a.id === space?.id),
  );
  const pages = inSpaces.flatMap(({ id: spaceId, title: spaceTitle, pages: list }) =>
    list.map((page): Result => {
      const [section] = page.sections;
      const where = [spaceTitle, ...page.ancestors.map(({ title }) => title)].join(' › ');
      const anchor = page.resultType === 'section' ? section?.id.split('#')[1] : undefined;
      return {
        key: `page ${spaceId} ${page.id}`,
        title: nameOf(page.title, t('untitled')),
        detail: section?.body ? `${where} — ${section.body}` : where,
        icon: 'page',
        run: () => void navigate({ to: `/s/${spaceId}/${page.id}`, ...(anchor ? { hash: anchor } : {}) }),
      };
    }),
  );
  const named = spaces
    .filter(({ title }) => matches(title, query))
    .slice(0, MOST_SPACES)
    .map(
      ({ id, title, emoji }): Result => ({
        key: `space ${id}`,
        title: nameOf(title, t('untitled')),
        icon: 'space',
        emoji: emojiOf(emoji),
        run: () => void navigate({ to: '/s/$spaceId', params: { spaceId: id } }),
      }),
    );
  const others = organizations
    .filter(({ id, title }) => id !== organizationId && matches(title, query))
    .map(
      ({ id, title }): Result => ({
        key: `organization ${id}`,
        title: nameOf(title, t('untitled')),
        icon: 'people',
        run: () => void navigate({ to: '/o/$organizationId', params: { organizationId: id } }),
      }),
    );
  return {
    groups: [
      { title: t('spaces'), results: named },
      { title: t('pages'), results: pages },
      { title: t('organizations'), results: others },
      { title: t('commands'), results: commands },
    ].filter(({ results }) => results.length > 0),
    isSearching: isFetching || asked !== query.trim(),
    error,
  };
}

/** A text, when it has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), SEARCH_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
