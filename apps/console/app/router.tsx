import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readAddSearch } from '../add-content/add-search.ts';
import { PREFIX } from '../api/client.ts';
import { withTexts } from '../messages/messages.ts';
import { readRequestSearch } from '../review/request/request-search.ts';
import type { Ids } from './current.ts';
import { isFirstViewShown } from './first-view.ts';
import { Frame } from './frame.tsx';
import { NotFound } from './not-found.tsx';
import { readAhead } from './read-ahead.ts';
import { RouteError } from './route-error.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });
const getParentRoute = () => root;

/** A route without a query. */
const view = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute, path, loader: ({ params }) => readAhead(params as Ids), component });

/** The routes of the parts of an area. */
const parts = <const Base extends string>(base: Base, component: RouteComponent) =>
  [view(`${base}/$part`, component), view(`${base}/$part/$itemId`, component)] as const;

/** The routes of an area, which opens its first part at its own address. */
const area = <const Base extends string>(base: Base, component: RouteComponent) =>
  [view(base, component), ...parts(base, component)] as const;

/** An address from which a part of the settings of a space has moved. */
const movedSpacePart = <const Path extends string>(path: Path, part: string) =>
  createRoute({
    getParentRoute,
    path,
    beforeLoad: ({ params }) => {
      const { spaceId = '' } = params as Ids;
      throw redirect({ to: '/s/$spaceId/settings/$part', params: { spaceId, part }, replace: true });
    },
  });

const loadPage = () => import('../page/page.tsx');
/** A route of a page. */
const page = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute,
    path,
    loader: ({ params }) => {
      const ids = params as { spaceId: string; pageId: string; changeRequestId?: string };
      return readAhead(ids, async () => (await loadPage()).readPageAhead(ids));
    },
    component: lazyRouteComponent(loadPage, 'Page'),
  });

const loadRequests = () => withTexts('review', () => import('../review/requests/requests-view.tsx'));
const loadChangeRequest = () => withTexts('review', () => import('../review/request/change-request.tsx'));
const revision = lazyRouteComponent(
  () => withTexts('review', () => import('../history/revision.tsx')),
  'RevisionView',
);
const loadSessionAreas = () => withTexts('settings', () => import('../settings/session-areas.tsx'));

const routes = [
  view(
    '/',
    lazyRouteComponent(() => import('./home.tsx'), 'Home'),
  ),
  view(
    '/notifications',
    lazyRouteComponent(
      () => withTexts('review', () => import('../review/requests/notifications-view.tsx')),
      'Notifications',
    ),
  ),
  createRoute({
    getParentRoute,
    path: '/welcome',
    loader: () => readAhead({}),
    validateSearch: readAddSearch,
    component: lazyRouteComponent(
      () => withTexts('add-content', () => import('../add-content/welcome.tsx')),
      'WelcomeView',
    ),
  }),
  ...area('/account', lazyRouteComponent(loadSessionAreas, 'AccountArea')),
  createRoute({
    getParentRoute,
    path: '/account/second-factor',
    beforeLoad: () => {
      throw redirect({ to: '/account/$part', params: { part: 'security' }, replace: true });
    },
  }),
  ...area('/instance', lazyRouteComponent(loadSessionAreas, 'InstanceArea')),

  view(
    '/o/$organizationId',
    lazyRouteComponent(() => import('./organization.tsx'), 'OrganizationView'),
  ),
  ...parts(
    '/o/$organizationId',
    lazyRouteComponent(
      () => withTexts('settings', () => import('../settings/organization-area.tsx')),
      'OrganizationArea',
    ),
  ),
  createRoute({
    getParentRoute,
    path: '/o/$organizationId/add',
    loader: ({ params }) => readAhead(params),
    validateSearch: readAddSearch,
    component: lazyRouteComponent(
      () => withTexts('add-content', () => import('../add-content/add-content.tsx')),
      'AddContentView',
    ),
  }),
  view('/o/$organizationId/change-requests', lazyRouteComponent(loadRequests, 'OrganizationRequests')),
  view(
    '/o/$organizationId/sites',
    lazyRouteComponent(() => withTexts('sites', () => import('../sites/sites-view.tsx')), 'SitesView'),
  ),
  ...area(
    '/o/$organizationId/sites/$siteId',
    lazyRouteComponent(() => withTexts('sites', () => import('../sites/site-area.tsx')), 'SiteArea'),
  ),

  view(
    '/c/$collectionId',
    lazyRouteComponent(() => import('./collection.tsx'), 'CollectionView'),
  ),
  view(
    '/c/$collectionId/permissions',
    lazyRouteComponent(() => withTexts('people', () => import('../people/access.tsx')), 'AccessOfCollection'),
  ),

  view(
    '/s/$spaceId',
    lazyRouteComponent(() => import('../page/space-start.tsx'), 'SpaceStart'),
  ),
  page('/s/$spaceId/$pageId'),
  ...area(
    '/s/$spaceId/settings',
    lazyRouteComponent(() => withTexts('spaces', () => import('../spaces/space-area.tsx')), 'SpaceArea'),
  ),
  movedSpacePart('/s/$spaceId/permissions', 'people'),
  movedSpacePart('/s/$spaceId/broken-links', 'broken-links'),
  view(
    '/s/$spaceId/trash',
    lazyRouteComponent(() => import('./trash.tsx'), 'Trash'),
  ),
  createRoute({
    getParentRoute,
    path: '/s/$spaceId/revisions',
    loader: ({ params }) => readAhead(params),
    /** `of`: the page whose history is shown; undefined for the whole space. */
    validateSearch: ({ of }: Record<string, unknown>): { of?: string } =>
      typeof of === 'string' ? { of } : {},
    component: lazyRouteComponent(
      () => withTexts('review', () => import('../history/history.tsx')),
      'History',
    ),
  }),
  view('/s/$spaceId/revisions/$revisionId', revision),
  view('/s/$spaceId/revisions/$revisionId/$pageId', revision),
  createRoute({
    getParentRoute,
    path: '/s/$spaceId/compare',
    loader: ({ params }) => readAhead(params),
    /** `from`, `to`: the revisions to compare; `page`: the page that is compared, undefined for all that changed. */
    validateSearch: ({
      from,
      to,
      page: of,
    }: Record<string, unknown>): { from: string; to: string; page?: string } => ({
      from: String(from ?? ''),
      to: String(to ?? ''),
      ...(typeof of === 'string' ? { page: of } : {}),
    }),
    component: lazyRouteComponent(
      () => withTexts('review', () => import('../history/compare.tsx')),
      'Comparison',
    ),
  }),
  view('/s/$spaceId/change-requests', lazyRouteComponent(loadRequests, 'SpaceRequests')),
  createRoute({
    getParentRoute,
    path: '/s/$spaceId/change-requests/$changeRequestId',
    loader: ({ params, location }) =>
      readAhead(params, async () =>
        (await loadChangeRequest()).readRequestAhead(params, readRequestSearch(location.search)),
      ),
    validateSearch: readRequestSearch,
    component: lazyRouteComponent(loadChangeRequest, 'ChangeRequestView'),
  }),
  page('/s/$spaceId/change-requests/$changeRequestId/$pageId'),
] as const;

export const createConsoleRouter = () =>
  createRouter({
    routeTree: root.addChildren(routes),
    basepath: `${PREFIX}/app`,
    scrollRestoration: true,
    // The first view is at its top. Scrolling there would make the browser lay out the page at once.
    scrollToTopSelectors: [() => (isFirstViewShown.get() ? document.getElementById('column') : null)],
    defaultPreload: 'intent',
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
