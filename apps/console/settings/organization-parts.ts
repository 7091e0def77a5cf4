import type { Organization } from '../api/queries.ts';
import { createPart } from '../app/use-part.ts';
import { withTexts } from '../messages/messages.ts';
import type { AreaParts } from './area-part.ts';

const isAdministrator = ({ permissions }: Organization): boolean => permissions.admin;

export const ORGANIZATION_PARTS: AreaParts<Organization> = {
  settings: {
    label: 'partOrganization',
    icon: 'settings',
    isOffered: isAdministrator,
    view: createPart(
      async () =>
        (await withTexts('records', () => import('../organization/settings.tsx'))).OrganizationSettings,
    ),
  },
  specs: {
    label: 'partSpecs',
    icon: 'code',
    group: 'partsOfContent',
    isOffered: ({ permissions }) => permissions.listMembers,
    view: createPart(async () => (await withTexts('records', () => import('../specs/specs.tsx'))).Specs),
  },
  translations: {
    label: 'partTranslations',
    icon: 'globe',
    group: 'partsOfContent',
    isOffered: ({ permissions }) => permissions.listMembers,
    view: createPart(
      async () => (await withTexts('records', () => import('../translations/translations.tsx'))).Translations,
    ),
  },
  conversations: {
    label: 'partConversations',
    icon: 'comment',
    group: 'partsOfContent',
    isOffered: ({ permissions }) => permissions.ingestConversations,
    view: createPart(
      async () =>
        (await withTexts('records', () => import('../conversations/conversations.tsx'))).Conversations,
    ),
  },
  webhooks: {
    label: 'partWebhooks',
    icon: 'out',
    group: 'partsOfContent',
    isOffered: isAdministrator,
    view: createPart(
      async () => (await withTexts('records', () => import('../webhooks/webhooks.tsx'))).Webhooks,
    ),
  },
  'broken-links': {
    label: 'brokenLinks',
    icon: 'broken',
    group: 'partsOfContent',
    isOffered: () => true,
    view: createPart(() =>
      withTexts('spaces', () => import('../spaces/links/organization-links-view.tsx')).then(
        ({ OrganizationLinksView }) => OrganizationLinksView,
      ),
    ),
  },
};
