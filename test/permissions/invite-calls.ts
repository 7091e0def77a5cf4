import { addUser } from '../factories.ts';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import type { Expectation } from './expected-status.ts';
import { inviteMember } from './people.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

let lastAddress = 0;

/** Creates a user with an account and a pending invitation. */
const someInvited = async ({ app }: Setup): Promise<Named> => {
  const { userId } = await addUser(app);
  await inviteMember(app, { userId, role: 'read' });
  const url = `/v1/orgs/${app.organizationId}/members/${userId}/invitation`;
  lastAddress += 1;
  await app.server.inject({
    method: 'POST',
    url,
    remoteAddress: `10.250.${lastAddress >> 8}.${lastAddress & 255}`,
    headers: { authorization: `Bearer ${app.adminToken}` },
  });
  return { userId };
};

const someLink = async ({ app }: Setup): Promise<Named> => {
  const url = `/v1/orgs/${app.organizationId}/link-invites`;
  const { id } = (await app.request('POST', url, { body: { role: 'read' } })).json();
  return { inviteId: id };
};

/** A caller signed in through the single sign-on of another organization acts only in that one. */
const refuseBoundElsewhere = ({ isBound, role }: Caller): number | undefined =>
  isBound && role === undefined ? 403 : undefined;

const ORGANIZATION = '/v1/orgs/:organizationId';

export const INVITE_CALLS: Record<string, Call> = {
  [`POST ${ORGANIZATION}/invites`]: {
    status: 200,
    body: () => {
      lastAddress += 1;
      return { emails: [`invited-${lastAddress}@example.com`] };
    },
  },
  [`GET ${ORGANIZATION}/invitations`]: { status: 200 },
  [`GET ${ORGANIZATION}/members/:userId/invitation`]: { status: 200, name: someInvited },
  [`POST ${ORGANIZATION}/members/:userId/invitation`]: { status: 200, name: someInvited },
  [`DELETE ${ORGANIZATION}/members/:userId/invitation`]: { status: 204, name: someInvited },

  [`GET ${ORGANIZATION}/link-invites`]: { status: 200 },
  [`POST ${ORGANIZATION}/link-invites`]: { status: 201, body: () => ({ role: 'read' }) },
  [`GET ${ORGANIZATION}/link-invites/:inviteId`]: { status: 200 },
  [`PATCH ${ORGANIZATION}/link-invites/:inviteId`]: { status: 200, body: () => ({ role: 'read' }) },
  [`DELETE ${ORGANIZATION}/link-invites/:inviteId`]: { status: 204, name: someLink },
  // The organization lets nobody in by links: else everybody who calls would be a member.
  [`POST ${ORGANIZATION}/invites/:inviteId`]: { status: 409, refusal: refuseBoundElsewhere },
  // None of the users has a verified address.
  [`POST ${ORGANIZATION}/join`]: { status: 400, refusal: refuseBoundElsewhere },

  [`GET ${ORGANIZATION}/domains`]: { status: 200 },
  [`GET ${ORGANIZATION}/domains/:domain`]: { status: 200 },
  [`POST ${ORGANIZATION}/domains/:domain/verification`]: { status: 200 },

  // An invalid ticket: it accepts no invitation.
  'POST /app/invitation/:ticket/accept': { status: 404 },
  'POST /app/join/:organizationId/:inviteId': { status: 409, refusal: refuseBoundElsewhere },
};

export const INVITE_EXPECTATIONS: Record<string, Expectation> = {
  [`POST ${ORGANIZATION}/invites`]: 'admin: admin of organization',
  [`GET ${ORGANIZATION}/invitations`]: 'admin: admin of organization',
  [`GET ${ORGANIZATION}/members/:userId/invitation`]: 'admin: admin of organization',
  [`POST ${ORGANIZATION}/members/:userId/invitation`]: 'admin: admin of organization',
  [`DELETE ${ORGANIZATION}/members/:userId/invitation`]: 'admin: admin of organization',
  'POST /v1/invitations/:ticket': 'everyone',

  [`GET ${ORGANIZATION}/link-invites`]: 'admin: admin of organization',
  [`POST ${ORGANIZATION}/link-invites`]: 'admin: admin of organization',
  [`GET ${ORGANIZATION}/link-invites/:inviteId`]: 'admin: admin of organization',
  [`PATCH ${ORGANIZATION}/link-invites/:inviteId`]: 'admin: admin of organization',
  [`DELETE ${ORGANIZATION}/link-invites/:inviteId`]: 'admin: admin of organization',
  [`POST ${ORGANIZATION}/invites/:inviteId`]: 'write: user',
  [`POST ${ORGANIZATION}/join`]: 'write: user',

  [`GET ${ORGANIZATION}/domains`]: 'admin: admin of organization',
  [`GET ${ORGANIZATION}/domains/:domain`]: 'admin: admin of organization',
  [`POST ${ORGANIZATION}/domains/:domain/verification`]: 'admin: admin of organization',

  'GET /app/invitation/:ticket': 'everyone',
  'POST /app/invitation/:ticket': 'everyone',
  'POST /app/invitation/:ticket/accept': 'write: user',
  'GET /app/join/:organizationId/:inviteId': 'everyone',
  'POST /app/join/:organizationId/:inviteId': 'write: user',
  'POST /app/join/:organizationId/:inviteId/account': 'everyone',
};
