import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
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

const loadPage = () => import('../page/page.tsx');
const readPage = (params: { spaceId: string; pageId: string; changeRequestId?: string }) =>
  readAhead(params, async () => (await loadPage()).readPageAhead(params));
const loadChangeRequest = () => withTexts('review', () => import('../review/request/change-request.tsx'));
const loadRevision = () => withTexts('review', () => import('../history/revision.tsx'));

const home = createRoute({
  getParentRoute,
  path: '/',
  loader: () => readAhead({}),
  component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
});

const organization = createRoute({
  getParentRoute,
  path: '/o/$organizationId',
  loader: ({ params }) => readAhead(params),
  component: lazyRouteComponent(() => import('./organization.tsx'), 'OrganizationView'),
});

const collection = createRoute({
  getParentRoute,
  path: '/c/$collectionId',
  loader: ({ params }) => readAhead(params),
  component: lazyRouteComponent(() => import('./collection.tsx'), 'CollectionView'),
});

const space = createRoute({
  getParentRoute,
  path: '/s/$spaceId',
  loader: ({ params }) => readAhead(params),
  component: lazyRouteComponent(() => import('../page/space-start.tsx'), 'SpaceStart'),
});

const trash = createRoute({
  getParentRoute,
  path: '/s/$spaceId/trash',
  loader: ({ params }) => readAhead(params),
  component: lazyRouteComponent(() => import('./trash.tsx'), 'Trash'),
});

const history = createRoute({
  getParentRoute,
  path: '/s/$spaceId/revisions',
  loader: ({ params }) => readAhead(params),
  /** `of`: the page whose history is shown; undefined for the whole space. */
  validateSearch: ({ of }: Record<string, unknown>): { of?: string } =>
    typeof of === 'string' ? { of } : {},
  component: lazyRouteComponent(() => withTexts('review', () => import('../history/history.tsx')), 'History'),
});

const compare = createRoute({
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
});

const loadRequests = () => withTexts('review', () => import('../review/requests/requests-view.tsx'));

const changeRequests = createRoute({
  getParentRoute,
  path: '/s/$spaceId/change-requests',
  loader: ({ params }) => readAhead(params),
  component: lazyRouteComponent(loadRequests, 'SpaceRequests'),
});

const inbox = createRoute({
  getParentRoute,
  path: '/o/$organizationId/change-requests',
  loader: ({ params }) => readAhead(params),
  component: lazyRouteComponent(loadRequests, 'OrganizationRequests'),
});

const notifications = createRoute({
  getParentRoute,
  path: '/notifications',
  loader: () => readAhead({}),
  component: lazyRouteComponent(
    () => withTexts('review', () => import('../review/requests/notifications-view.tsx')),
    'Notifications',
  ),
});

const revision = createRoute({
  getParentRoute,
  path: '/s/$spaceId/revisions/$revisionId',
  loader: ({ params }) => readAhead(params),
  component: lazyRouteComponent(loadRevision, 'RevisionView'),
});

const pageInRevision = createRoute({
  getParentRoute,
  path: '/s/$spaceId/revisions/$revisionId/$pageId',
  loader: ({ params }) => readAhead(params),
  component: lazyRouteComponent(loadRevision, 'RevisionView'),
});

const page = createRoute({
  getParentRoute,
  path: '/s/$spaceId/$pageId',
  loader: ({ params }) => readPage(params),
  component: lazyRouteComponent(loadPage, 'Page'),
});

const changeRequest = createRoute({
  getParentRoute,
  path: '/s/$spaceId/change-requests/$changeRequestId',
  loader: ({ params, location }) =>
    readAhead(params, async () =>
      (await loadChangeRequest()).readRequestAhead(params, readRequestSearch(location.search)),
    ),
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(loadChangeRequest, 'ChangeRequestView'),
});

const pageInChangeRequest = createRoute({
  getParentRoute,
  path: '/s/$spaceId/change-requests/$changeRequestId/$pageId',
  loader: ({ params }) => readPage(params),
  component: lazyRouteComponent(loadPage, 'Page'),
});

const organizationArea = lazyRouteComponent(
  () => withTexts('settings', () => import('../settings/organization-area.tsx')),
  'OrganizationArea',
);
const spaceArea = lazyRouteComponent(
  () => withTexts('spaces', () => import('../spaces/space-area.tsx')),
  'SpaceArea',
);
const loadSessionAreas = () => withTexts('settings', () => import('../settings/session-areas.tsx'));
const accountArea = lazyRouteComponent(loadSessionAreas, 'AccountArea');
const instanceArea = lazyRouteComponent(loadSessionAreas, 'InstanceArea');
const siteArea = lazyRouteComponent(
  () => withTexts('sites', () => import('../sites/site-area.tsx')),
  'SiteArea',
);

const area = <const Path extends string>(path: Path, component: typeof spaceArea) =>
  createRoute({ getParentRoute, path, loader: ({ params }) => readAhead(params as Ids), component });

const spaceAccess = createRoute({
  getParentRoute,
  path: '/s/$spaceId/permissions',
  beforeLoad: ({ params: { spaceId } }) => {
    throw redirect({ to: '/s/$spaceId/settings/$part', params: { spaceId, part: 'people' }, replace: true });
  },
});

/** The address of the second factor before it was a part of the security of the account. */
const secondFactor = createRoute({
  getParentRoute,
  path: '/account/second-factor',
  beforeLoad: () => {
    throw redirect({ to: '/account/$part', params: { part: 'security' }, replace: true });
  },
});

const collectionAccess = createRoute({
  getParentRoute,
  path: '/c/$collectionId/permissions',
  loader: ({ params }) => readAhead(params),
  component: lazyRouteComponent(
    () => withTexts('people', () => import('../people/access.tsx')),
    'AccessOfCollection',
  ),
});

const sites = createRoute({
  getParentRoute,
  path: '/o/$organizationId/sites',
  loader: ({ params }) => readAhead(params),
  component: lazyRouteComponent(
    () => withTexts('sites', () => import('../sites/sites-view.tsx')),
    'SitesView',
  ),
});

const addContent = createRoute({
  getParentRoute,
  path: '/o/$organizationId/add',
  loader: ({ params }) => readAhead(params),
  validateSearch: readAddSearch,
  component: lazyRouteComponent(
    () => withTexts('add-content', () => import('../add-content/add-content.tsx')),
    'AddContentView',
  ),
});

const welcome = createRoute({
  getParentRoute,
  path: '/welcome',
  loader: () => readAhead({}),
  validateSearch: readAddSearch,
  component: lazyRouteComponent(
    () => withTexts('add-content', () => import('../add-content/welcome.tsx')),
    'WelcomeView',
  ),
});

const areas = [
  area('/o/$organizationId/sites/$siteId', siteArea),
  area('/o/$organizationId/sites/$siteId/$part', siteArea),
  area('/o/$organizationId/sites/$siteId/$part/$itemId', siteArea),
  area('/o/$organizationId/$part', organizationArea),
  area('/o/$organizationId/$part/$itemId', organizationArea),
  createRoute({
    getParentRoute,
    path: '/s/$spaceId/broken-links',
    beforeLoad: ({ params: { spaceId } }) => {
      throw redirect({
        to: '/s/$spaceId/settings/$part',
        params: { spaceId, part: 'broken-links' },
        replace: true,
      });
    },
  }),
  area('/s/$spaceId/settings', spaceArea),
  area('/s/$spaceId/settings/$part', spaceArea),
  area('/s/$spaceId/settings/$part/$itemId', spaceArea),
  area('/account', accountArea),
  area('/account/$part', accountArea),
  area('/account/$part/$itemId', accountArea),
  area('/instance', instanceArea),
  area('/instance/$part', instanceArea),
  area('/instance/$part/$itemId', instanceArea),
] as const;

const routes = [
  home,
  organization,
  collection,
  space,
  trash,
  history,
  changeRequests,
  inbox,
  notifications,
  compare,
  revision,
  pageInRevision,
  page,
  changeRequest,
  pageInChangeRequest,
  spaceAccess,
  secondFactor,
  collectionAccess,
  sites,
  addContent,
  welcome,
  ...areas,
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
