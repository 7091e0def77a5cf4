import type { Site } from '../api/queries.ts';
import { createPart } from '../app/use-part.ts';
import { withTexts } from '../messages/messages.ts';
import type { AreaParts } from '../settings/area-part.ts';

const isAlways = (): boolean => true;

export const SITE_PARTS: AreaParts<Site> = {
  overview: {
    label: 'siteOverview',
    icon: 'home',
    isOffered: isAlways,
    view: createPart(async () => (await withTexts('sites', () => import('./overview.tsx'))).Overview),
  },
  insights: {
    label: 'insights',
    icon: 'number',
    hasTabs: true,
    isOffered: ({ permissions }) => permissions.view,
    view: createPart(
      async () => (await withTexts('site-look', () => import('../insights/insights-view.tsx'))).InsightsView,
    ),
  },
  structure: {
    label: 'siteStructure',
    icon: 'collection',
    isOffered: isAlways,
    view: createPart(
      async () => (await withTexts('sites', () => import('./structure/structure-view.tsx'))).StructureView,
    ),
  },
  customization: {
    label: 'look',
    icon: 'picture',
    isOffered: ({ permissions }) => permissions.edit,
    view: createPart(
      async () =>
        (await withTexts('site-look', () => import('../site-look/customization-view.tsx'))).CustomizationView,
    ),
  },
  access: {
    label: 'siteAccess',
    icon: 'people',
    isOffered: isAlways,
    view: createPart(
      async () => (await withTexts('sites', () => import('./access/access-view.tsx'))).AccessView,
    ),
  },
  domain: {
    label: 'siteDomain',
    icon: 'globe',
    isOffered: isAlways,
    view: createPart(
      async () => (await withTexts('sites', () => import('./domain/domain-view.tsx'))).DomainView,
    ),
  },
  redirects: {
    label: 'redirects',
    icon: 'arrow-right',
    isOffered: ({ permissions }) => permissions.view,
    view: createPart(
      async () =>
        (await withTexts('site-look', () => import('../site-look/redirects-view.tsx'))).RedirectsView,
    ),
  },
  conditions: {
    label: 'conditions',
    icon: 'filter',
    isOffered: ({ permissions }) => permissions.view,
    view: createPart(
      async () =>
        (await withTexts('site-look', () => import('../site-look/conditions-view.tsx'))).ConditionsView,
    ),
  },
  visitor: {
    label: 'visitorView',
    icon: 'user',
    isOffered: ({ permissions }) => permissions.view,
    view: createPart(
      async () => (await withTexts('site-look', () => import('../site-look/visitor-view.tsx'))).VisitorSite,
    ),
  },
  settings: {
    label: 'settings',
    icon: 'settings',
    isOffered: ({ permissions }) => permissions.admin,
    view: createPart(
      async () => (await withTexts('sites', () => import('./site-settings.tsx'))).SiteSettings,
    ),
  },
  people: {
    label: 'access',
    icon: 'people',
    isOffered: ({ permissions }) => permissions.access,
    view: createPart(
      async () => (await withTexts('people', () => import('../people/access.tsx'))).AccessOfSite,
    ),
  },
};
