import { newId } from '@lectern/std/ids';
import type { Call } from './call.ts';
import { someMember } from './fresh-resources.ts';
import { insertTeam } from './people.ts';

const SCIM = '/v1/orgs/:organizationId/scim/v2';
const newUser = () => ({ userName: `${newId()}@directory.example` });
const operation = (path: string, value: unknown) => ({ Operations: [{ op: 'replace', path, value }] });

export const SCIM_CALLS: Record<string, Call> = {
  [`GET ${SCIM}/ServiceProviderConfig`]: { status: 200 },
  [`GET ${SCIM}/ResourceTypes`]: { status: 200 },
  [`GET ${SCIM}/Schemas`]: { status: 200 },
  [`GET ${SCIM}/Users`]: { status: 200 },
  [`POST ${SCIM}/Users`]: { status: 201, body: newUser },
  [`GET ${SCIM}/Users/:userId`]: { status: 200 },
  [`PUT ${SCIM}/Users/:userId`]: { status: 200, name: someMember, body: newUser },
  [`PATCH ${SCIM}/Users/:userId`]: {
    status: 200,
    name: someMember,
    body: () => operation('title', 'Editor'),
  },
  [`DELETE ${SCIM}/Users/:userId`]: { status: 204, name: someMember },
  [`GET ${SCIM}/Groups`]: { status: 200 },
  [`POST ${SCIM}/Groups`]: { status: 201, body: () => ({ displayName: 'A group' }) },
  [`GET ${SCIM}/Groups/:teamId`]: { status: 200 },
  [`PUT ${SCIM}/Groups/:teamId`]: { status: 200, body: () => ({ displayName: 'A group' }) },
  [`PATCH ${SCIM}/Groups/:teamId`]: { status: 200, body: () => operation('displayName', 'A title') },
  [`DELETE ${SCIM}/Groups/:teamId`]: {
    status: 204,
    name: async ({ app }) => ({ teamId: await insertTeam(app, app.organizationId) }),
  },
};
