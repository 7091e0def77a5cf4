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
  structure: {
    label: 'siteStructure',
    icon: 'collection',
    isOffered: isAlways,
    view: createPart(
      async () => (await withTexts('sites', () => import('./structure/structure-view.tsx'))).StructureView,
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
  settings: {
    label: 'settings',
    icon: 'settings',
    isOffered: ({ permissions }) => permissions.admin,
    view: createPart(
      async () => (await withTexts('sites', () => import('./site-settings.tsx'))).SiteSettings,
    ),
  },
};
