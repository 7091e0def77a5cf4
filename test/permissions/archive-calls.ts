import { newId } from '@lectern/std/ids';
import type { TestApp } from '../app.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const EXPORTS = '/v1/orgs/:organizationId/exports';
const OF_INSTANCE = '/v1/instance/organizations/:organizationId/exports';
const IMPORTS = '/v1/instance/organization-imports';

/** An export with an archive, which has expired so that it is in the way of no other. */
export async function insertExport(
  { context }: Pick<TestApp, 'context'>,
  organizationId: string,
): Promise<string> {
  const exportId = newId();
  const { hash, size } = await context.blobs.put(exportId, Buffer.from('an archive'));
  const at = context.clock();
  await context.db
    .insertInto('organization_export')
    .values({
      organization_id: organizationId,
      export_id: exportId,
      status: 'completed',
      hash,
      size: size as never,
      created_at: at,
      ended_at: at,
      expires_at: at,
    })
    .execute();
  return exportId;
}

export async function nameExport({ app, own }: Setup): Promise<Named> {
  const organizationId = own.organizationId as string;
  return { organizationId, exportId: await insertExport(app, organizationId) };
}

export async function insertArchiveImport({ app }: Setup): Promise<Named> {
  const organizationId = newId();
  const at = app.context.clock();
  await app.context.db
    .insertInto('archive_import')
    .values({
      organization_id: organizationId,
      archive_id: newId(),
      status: 'failed',
      administrator_id: newId(),
      created_at: at,
      ended_at: at,
    })
    .execute();
  return { organizationId };
}

async function forgetExports({ app }: Setup): Promise<void> {
  await app.context.db.deleteFrom('organization_export').execute();
}

const begins: Call = { status: 202, undo: forgetExports };
const reads: Call = { status: 200, name: nameExport, undo: forgetExports };

const OF_ORGANIZATIONS: Record<string, Call> = {
  [`POST ${EXPORTS}`]: begins,
  [`GET ${EXPORTS}`]: { status: 200 },
  [`GET ${EXPORTS}/:exportId`]: reads,
  [`GET ${EXPORTS}/:exportId/archive`]: reads,
  [`DELETE ${EXPORTS}/:exportId`]: { status: 204, name: nameExport },
};

const OF_INSTANCES: Record<string, Call> = {
  [`POST ${OF_INSTANCE}`]: begins,
  [`GET ${OF_INSTANCE}/:exportId`]: reads,
  [`GET ${OF_INSTANCE}/:exportId/archive`]: reads,
  [`POST ${IMPORTS}`]: { status: 202, query: ({ own }) => `administrator=${own.userId}`, body: () => ({}) },
  [`GET ${IMPORTS}`]: { status: 200 },
  [`GET ${IMPORTS}/:organizationId`]: { status: 200, name: insertArchiveImport },
};

/** Exports and imports of whole organizations, and exports of what is stored about people. */
export const ARCHIVE_CALLS: Record<string, Call> = {
  ...OF_ORGANIZATIONS,
  ...OF_INSTANCES,
  'GET /v1/user/data': { status: 200 },
  'GET /v1/instance/users/:userId/data': { status: 200 },
};

const allOf = (calls: Record<string, Call>, expectation: Expectation): Record<string, Expectation> =>
  Object.fromEntries(Object.keys(calls).map((route) => [route, expectation]));

export const ARCHIVE_EXPECTATIONS: Record<string, Expectation> = {
  ...allOf(OF_ORGANIZATIONS, 'admin: admin of organization'),
  ...allOf(OF_INSTANCES, 'admin: instance administrator'),
  'GET /v1/user/data': 'admin: unbound user',
  'GET /v1/instance/users/:userId/data': 'admin: instance administrator',
};
