import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { PREFIX } from '../api/client.ts';
import { Frame } from './frame.tsx';
import { NotFound } from './not-found.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
});

const space = createRoute({
  getParentRoute: () => root,
  path: '/s/$spaceId',
  component: lazyRouteComponent(() => import('../page/space-start.tsx'), 'SpaceStart'),
});

const page = createRoute({
  getParentRoute: () => root,
  path: '/s/$spaceId/$pageId',
  component: lazyRouteComponent(() => import('../page/page.tsx'), 'Page'),
});

const pageInChangeRequest = createRoute({
  getParentRoute: () => root,
  path: '/s/$spaceId/change-requests/$changeRequest/$pageId',
  component: lazyRouteComponent(() => import('../page/page.tsx'), 'Page'),
});

export const createConsoleRouter = () =>
  createRouter({
    routeTree: root.addChildren([home, space, page, pageInChangeRequest]),
    basepath: `${PREFIX}/app`,
    scrollRestoration: true,
    defaultPreload: 'intent',
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
