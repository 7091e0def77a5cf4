import { newId } from '@lectern/std/ids';
import { changeInstanceStanding } from '../../apps/server/domains/identity/accounts/operator.service.ts';
import { suspendOrganization } from '../../apps/server/domains/identity/organizations/suspension.service.ts';
import { endMaintenance } from '../../apps/server/domains/instance/maintenance/maintenance.service.ts';
import { deleteOrganization } from '../../apps/server/domains/lifecycle/organization-deletion/delete-organization.service.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import type { TestApp } from '../app.ts';
import { addMember, addOrganization } from '../factories.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const INSTANCE = '/v1/instance';
const USER = `${INSTANCE}/users/:userId`;
const JOB = `${INSTANCE}/jobs/:jobId`;
const RESUME_OF_INSTANCE = `POST ${INSTANCE}/organizations/:organizationId/resume`;
export const RESTORE_OF_INSTANCE = `POST ${INSTANCE}/organizations/:organizationId/restore`;

/** Makes a user an administrator of the instance, as its operator does. */
export const makeInstanceAdministrator = ({ context }: TestApp, userId: string): Promise<void> =>
  changeInstanceStanding(context, BY_OPERATOR, { userId, isAdministrator: true });

/** Somebody whom a call may change, so that no caller is. */
export const someUser = async ({ app }: Setup): Promise<Named> => ({
  userId: (await addMember(app, { role: 'read' })).userId,
});

export async function userWithSecondFactor(setup: Setup): Promise<Named> {
  const { app } = setup;
  const named = await someUser(setup);
  await app.context.db
    .insertInto('user_totp')
    .values({
      user_id: named.userId as string,
      secret: Buffer.from('a secret'),
      confirmed_at: app.context.clock(),
    })
    .execute();
  return named;
}

/** Inserts a job that was given up. */
export async function insertFailedJob({ context, organizationId }: TestApp): Promise<string> {
  const jobId = newId();
  const at = context.clock();
  await context.db
    .insertInto('failed_job')
    .values({
      organization_id: organizationId,
      job_id: jobId,
      kind: 'content-sweep',
      payload: {},
      attempts: 20,
      error: 'It did not work.',
      created_at: at,
      failed_at: at,
    })
    .execute();
  return jobId;
}

const someJob = async ({ app }: Setup): Promise<Named> => ({ jobId: await insertFailedJob(app) });

const someOrganization = async ({ app }: Setup): Promise<Named> => ({
  organizationId: (await addOrganization(app)).organizationId,
});

export async function deletedOrganization({ app }: Setup): Promise<Named> {
  const { organizationId } = await addOrganization(app);
  await deleteOrganization(app.context, BY_OPERATOR, organizationId);
  return { organizationId };
}

async function suspendedOrganization(setup: Setup): Promise<Named> {
  const { organizationId } = await addOrganization(setup.app);
  await suspendOrganization(setup.app.context, BY_OPERATOR, { organizationId, reason: 'Unpaid' });
  return { organizationId };
}

export const INSTANCE_CALLS: Record<string, Call> = {
  [`GET ${INSTANCE}`]: { status: 200 },
  [`GET ${INSTANCE}/health`]: { status: 200 },
  [`GET ${INSTANCE}/storage`]: { status: 200 },
  [`GET ${INSTANCE}/settings`]: { status: 200 },
  [`GET ${INSTANCE}/oidc`]: { status: 200 },
  [`GET ${INSTANCE}/ldap`]: { status: 200 },
  [`PUT ${INSTANCE}/maintenance`]: {
    status: 200,
    body: () => ({ until: new Date(Date.now() + 60_000).toISOString() }),
    // Nobody else could change anything.
    undo: ({ app }) => endMaintenance(app.context, 'operator'),
  },
  [`DELETE ${INSTANCE}/maintenance`]: { status: 204 },
  [`POST ${INSTANCE}/test-mail`]: { status: 200, body: () => ({ to: 'ann@example.com' }) },
  [`GET ${INSTANCE}/users`]: { status: 200 },
  [`GET ${USER}`]: { status: 200 },
  [`PATCH ${USER}`]: { status: 200, body: () => ({ blocked: true }), name: someUser },
  [`POST ${USER}/password-link`]: { status: 201, name: someUser },
  [`DELETE ${USER}/second-factor`]: { status: 204, name: userWithSecondFactor },
  [`DELETE ${USER}/sessions`]: { status: 204, name: someUser },
  [`GET ${INSTANCE}/organizations`]: { status: 200 },
  [`POST ${INSTANCE}/organizations`]: {
    status: 201,
    body: ({ own }) => ({ title: 'Made by the instance', administrator: own.userId }),
  },
  [`DELETE ${INSTANCE}/organizations/:organizationId`]: { status: 204, name: someOrganization },
  [`GET ${INSTANCE}/organizations/:organizationId/quotas`]: { status: 200 },
  [`PATCH ${INSTANCE}/organizations/:organizationId/quotas`]: {
    status: 200,
    body: () => ({ spaces: 'unlimited' }),
  },
  [`POST ${INSTANCE}/organizations/:organizationId/suspend`]: {
    status: 204,
    body: () => ({ reason: 'Unpaid' }),
    name: someOrganization,
  },
  [RESUME_OF_INSTANCE]: { status: 204, name: suspendedOrganization, statusIfMissing: 409 },
  [RESTORE_OF_INSTANCE]: { status: 204, name: deletedOrganization, statusIfMissing: 409 },
  [`GET ${INSTANCE}/jobs`]: { status: 200 },
  [`GET ${INSTANCE}/job-kinds`]: { status: 200 },
  [`POST ${JOB}/retry`]: { status: 204, name: someJob },
  [`DELETE ${JOB}`]: { status: 204, name: someJob },
};

export const INSTANCE_EXPECTATIONS: Record<string, Expectation> = Object.fromEntries(
  Object.keys(INSTANCE_CALLS).map((route) => [route, 'admin: instance administrator']),
);
