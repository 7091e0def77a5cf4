import type { LightMyRequestResponse } from 'fastify';
import type { Method, TestApp } from '../../../test/app.ts';

/** The parts of a test app that the tests use. */
export type Served = Pick<TestApp, 'server' | 'context' | 'adminToken' | 'organizationId'>;

export const PASSWORD = 'correct horse battery';

let lastAddress = 0;

/** Sends one API call from a unique network address, so that it meets no rate limit. */
export function call(
  app: Served,
  method: Method,
  url: string,
  { token = app.adminToken, cookie, body }: { token?: string | null; cookie?: string; body?: object } = {},
): Promise<LightMyRequestResponse> {
  lastAddress += 1;
  return app.server.inject({
    method,
    url,
    remoteAddress: `10.1.${lastAddress >> 8}.${lastAddress & 255}`,
    headers: {
      ...(token === null || cookie ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie ? { cookie } : {}),
    },
    ...(body ? { payload: body } : {}),
  });
}

export interface Invited {
  users: string[];
  invited: number;
  failedSSOEmails?: string[];
  invitations?: { user: string; email: string; url: string; expiresAt: string }[];
}

/** As the administrator of the first organization by default. */
export async function invite(
  app: Served,
  body: object,
  { organizationId = app.organizationId, token = app.adminToken } = {},
): Promise<Invited> {
  const response = await call(app, 'POST', `/v1/orgs/${organizationId}/invites`, { token, body });
  if (response.statusCode !== 200) throw new Error(`Inviting was refused: ${response.body}`);
  return response.json();
}

/** Returns the link that the administrator hands to the only invited user. */
export async function inviteOne(
  app: Served,
  email: string,
  options: { organizationId?: string; token?: string } = {},
): Promise<{ userId: string; ticket: string }> {
  const { users, invitations } = await invite(app, { emails: [email] }, options);
  return { userId: users[0] as string, ticket: ticketOf(invitations?.[0]?.url) };
}

export const ticketOf = (url = ''): string => url.split('/').at(-1) as string;

/** Accepts through the API: `token` of the accepting user; null for the holder of the link alone. */
export const accept = (
  app: Served,
  ticket: string,
  { token = null, ...body }: { token?: string | null; password?: string; displayName?: string } = {},
): Promise<LightMyRequestResponse> => call(app, 'POST', `/v1/invitations/${ticket}`, { token, body });

/** The cookie of a browser that signs in; undefined: it was refused. */
export async function signInWith(app: Served, email: string, password: string): Promise<string | undefined> {
  const response = await call(app, 'POST', '/v1/session', { token: null, body: { email, password } });
  return response.statusCode === 201
    ? (String(response.headers['set-cookie']).split(';', 1)[0] as string)
    : undefined;
}

/** Returns the status that the holder of the cookie or token gets for the organization: 200 for a participant. */
export const readOrganization = async (
  app: Served,
  who: { token?: string; cookie?: string },
  organizationId = app.organizationId,
): Promise<number> => (await call(app, 'GET', `/v1/orgs/${organizationId}`, who)).statusCode;

/** Returns the audit events about a user, oldest first. */
export const listEvents = (app: Served, targetId: string, organizationId = app.organizationId) =>
  app.context.db
    .selectFrom('audit_event')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('target_id', '=', targetId)
    .orderBy('event_id')
    .execute();

export const findMember = (app: Served, userId: string, organizationId = app.organizationId) =>
  app.context.db
    .selectFrom('member')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
