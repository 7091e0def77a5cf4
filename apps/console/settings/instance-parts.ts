import type { Session } from '../api/queries.ts';
import { createPart } from '../app/use-part.ts';
import { withTexts } from '../messages/messages.ts';
import type { AreaPart, AreaParts } from './area-part.ts';

const isOffered = ({ user }: Session): boolean => user?.instanceAdministrator === true;

const part = (
  label: AreaPart<Session>['label'],
  icon: AreaPart<Session>['icon'],
  importView: () => Promise<Awaited<ReturnType<AreaPart<Session>['view']['load']>>>,
): AreaPart<Session> => ({ label, icon, isOffered, view: createPart(importView) });

/** The parts for the people who run the service. */
export const INSTANCE_PARTS: AreaParts<Session> = {
  overview: part(
    'partOverview',
    'home',
    async () => (await withTexts('records', () => import('../instance/overview.tsx'))).InstanceOverview,
  ),
  users: part(
    'partUsers',
    'people',
    async () => (await withTexts('records', () => import('../instance/users.tsx'))).InstanceUsers,
  ),
  organizations: part(
    'partOrganizations',
    'collection',
    async () =>
      (await withTexts('records', () => import('../instance/organizations.tsx'))).InstanceOrganizations,
  ),
  'identity-providers': part(
    'partIdentityProviders',
    'lock',
    async () =>
      (await withTexts('people', () => import('../people/instance-providers.tsx'))).IdentityProviders,
  ),
  imports: part(
    'partImports',
    'arrow-down',
    async () => (await withTexts('records', () => import('../instance/imports.tsx'))).ArchiveImports,
  ),
  jobs: part(
    'partJobs',
    'clock',
    async () => (await withTexts('records', () => import('../instance/jobs.tsx'))).InstanceJobs,
  ),
  storage: part(
    'partStorage',
    'archive',
    async () => (await withTexts('records', () => import('../instance/storage.tsx'))).InstanceStorage,
  ),
  mail: part(
    'partMail',
    'comment',
    async () => (await withTexts('records', () => import('../instance/mail.tsx'))).InstanceMail,
  ),
  settings: part(
    'partSettingsInForce',
    'settings',
    async () =>
      (await withTexts('records', () => import('../instance/settings-in-force.tsx'))).InstanceSettings,
  ),
};
