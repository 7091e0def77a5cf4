/** All views of the console by their addresses, from the routes and the tables of parts. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CONSOLE = fileURLToPath(new URL('../../apps/console/', import.meta.url));
const read = (path: string): string => readFileSync(`${CONSOLE}${path}`, 'utf8');

interface Area {
  /** The address of the area, which shows its first part. */
  at: string;
  /** The source of its table of parts. */
  table: string;
  /** What parts show of single objects: their addresses below the part. */
  items: Readonly<Record<string, readonly string[]>>;
}

/** Everything that is administered. Placeholders such as `$spaceId` are names of objects that a test adds. */
const AREAS: readonly Area[] = [
  {
    at: '/o/$organizationId',
    table: 'settings/organization-parts.ts',
    items: {
      members: ['me', '$userId', '$guestId'],
      teams: ['$teamId'],
      saml: ['$samlProviderId'],
      audit: ['$auditEventId'],
      specs: ['new-', '$specSlug'],
      translations: ['new', 'glossary', '$translationSettingsId'],
      conversations: ['settings', '$clusterId', 'conversation-$conversationId'],
      webhooks: ['new', '$webhookId'],
    },
  },
  {
    at: '/o/$organizationId/sites/$siteId',
    table: 'sites/site-parts.ts',
    items: { insights: ['pages', 'searches', 'problems', 'agents', 'settings'] },
  },
  {
    at: '/s/$spaceId/settings',
    table: 'settings/space-parts.ts',
    items: {},
  },
  { at: '/account', table: 'settings/account-parts.ts', items: {} },
  {
    at: '/instance',
    table: 'settings/instance-parts.ts',
    items: { users: ['$userId'] },
  },
];

/** The parts of an area, each with what its table says about it. */
function partsOf({ table }: Area): { name: string; text: string }[] {
  const [, ...found] = read(table).split(/^ {2}'?([\w-]+)'?: (?=\{|part\()/m);
  return found.flatMap((name, at) => (at % 2 === 0 ? [{ name, text: found[at + 1] ?? '' }] : []));
}

const OF_AREAS = AREAS.flatMap((area) =>
  partsOf(area).flatMap(({ name }) => [
    `${area.at}/${name}`,
    ...(area.items[name] ?? []).map((item) => `${area.at}/${name}/${item}`),
  ]),
);

/** The other views, and the states of views that have an address of their own. */
const OTHERS = [
  '/',
  '/welcome',
  '/notifications',
  '/notifications?view=preferences',
  '/o/$organizationId',
  '/o/$organizationId/add',
  '/o/$organizationId/add?import=$importId',
  '/o/$organizationId/add?import=$lookId',
  '/o/$organizationId/add?space=$spaceId',
  '/o/$organizationId/change-requests',
  '/o/$organizationId/sites',
  '/c/$collectionId',
  '/c/$collectionId/permissions',
  '/s/$spaceId',
  '/s/$spaceId/$pageId',
  '/s/$spaceId/$groupId',
  '/s/$spaceId/$linkId',
  '/s/$spaceId/trash',
  '/s/$spaceId/permissions',
  '/s/$spaceId/broken-links',
  '/s/$spaceId/revisions',
  '/s/$spaceId/revisions?of=$pageId',
  '/s/$spaceId/revisions/$revisionId',
  '/s/$spaceId/revisions/$revisionId/$pageId',
  '/s/$spaceId/compare?from=$earlierId&to=$revisionId',
  '/s/$spaceId/compare?from=$earlierId&to=$revisionId&page=$pageId',
  '/s/$spaceId/change-requests',
  '/s/$spaceId/change-requests?view=review',
  '/s/$spaceId/change-requests/$changeRequestId',
  '/s/$spaceId/change-requests/$changeRequestId?tab=discussion',
  '/s/$spaceId/change-requests/$changeRequestId?tab=checks',
  '/s/$spaceId/change-requests/$changeRequestId/$pageId',
  '/s/$spaceId/change-requests/$conflictingId?tab=checks',
  '/s/$spaceId/change-requests/$mergedId',
  '/s/$spaceId/change-requests/$archivedId?tab=checks',
  '/s/$connectedId/settings/git',
  '/s/$brokenGitId/settings/git',
  '/account/second-factor',
];

/** Areas without the name of a part show their first one. */
const FIRST_PARTS = AREAS.map(({ at }) => at).filter((at) => !OTHERS.includes(at));

/** The addresses of all views, with placeholders. */
export const VIEWS: readonly string[] = [...OTHERS, ...FIRST_PARTS, ...OF_AREAS];

/** The addresses of those views that a test has objects for. */
export const viewsOf = (objects: Readonly<Record<string, string>>): { name: string; path: string }[] =>
  VIEWS.filter((view) => [...view.matchAll(/\$(\w+)/g)].every(([, name = '']) => name in objects)).map(
    (name) => ({ name, path: name.replaceAll(/\$(\w+)/g, (_, key: string) => objects[key] as string) }),
  );

/** The addresses that a function of the router makes of the one that it gets. */
const MADE_BY: Readonly<Record<string, readonly string[]>> = {
  area: ['', '/$part', '/$part/$itemId'],
  parts: ['/$part', '/$part/$itemId'],
};

/** The patterns of the routes of the console. */
export const routePatterns = (): string[] =>
  [...read('app/router.tsx').matchAll(/(\w+)(?:\(|: )\s*'(\/[^']*)'/g)]
    .filter(([, by]) => by !== 'to')
    .flatMap(([, by = '', path = '']) =>
      (MADE_BY[by] ?? ['']).map((end) => (path === '/' ? path : `${path}${end}`)),
    );

/** Parts that show single objects, as their sources say: the area with the part. */
export const partsWithItems = (): string[] =>
  AREAS.flatMap((area) =>
    partsOf(area)
      .filter(({ text }) => {
        const [, from, view = ''] = /import\('(\.\.?)\/([^']+)'\)/.exec(text) ?? [];
        const folder = from === '.' ? area.table.replace(/[^/]+$/, '') : '';
        return /itemId[^:{}]*\}: PartProps/.test(read(`${folder}${view}`));
      })
      .map(({ name }) => `${area.at}/${name}`),
  );
