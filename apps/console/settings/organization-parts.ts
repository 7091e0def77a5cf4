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
  members: {
    label: 'members',
    icon: 'people',
    group: 'partsOfPeople',
    // Guests see themselves there, and can leave.
    isOffered: () => true,
    view: createPart(async () => (await withTexts('people', () => import('../people/members.tsx'))).Members),
  },
  teams: {
    label: 'teams',
    icon: 'group',
    group: 'partsOfPeople',
    isOffered: ({ permissions }) => permissions.listTeams || permissions.ownTeam,
    view: createPart(async () => (await withTexts('people', () => import('../people/teams.tsx'))).Teams),
  },
  invites: {
    label: 'invitations',
    icon: 'user',
    group: 'partsOfPeople',
    isOffered: isAdministrator,
    view: createPart(
      async () => (await withTexts('people', () => import('../people/invitations.tsx'))).Invitations,
    ),
  },
  domains: {
    label: 'domains',
    icon: 'globe',
    group: 'partsOfPeople',
    isOffered: isAdministrator,
    view: createPart(async () => (await withTexts('people', () => import('../people/domains.tsx'))).Domains),
  },
  tokens: {
    label: 'serviceAccounts',
    icon: 'command',
    group: 'partsOfSecurity',
    isOffered: isAdministrator,
    view: createPart(
      async () => (await withTexts('people', () => import('../people/tokens.tsx'))).ServiceAccounts,
    ),
  },
  saml: {
    label: 'singleSignOn',
    icon: 'lock',
    group: 'partsOfSecurity',
    isOffered: isAdministrator,
    view: createPart(
      async () => (await withTexts('people', () => import('../people/single-sign-on.tsx'))).SingleSignOn,
    ),
  },
  audit: {
    label: 'auditLog',
    icon: 'clock',
    group: 'partsOfSecurity',
    isOffered: isAdministrator,
    view: createPart(async () => (await withTexts('people', () => import('../people/audit.tsx'))).Audit),
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
  exports: {
    label: 'partExports',
    icon: 'archive',
    group: 'partsOfContent',
    isOffered: isAdministrator,
    view: createPart(
      async () =>
        (await withTexts('records', () => import('../organization/exports.tsx'))).OrganizationExports,
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
