import { newId } from '@lectern/std/ids';
import { addSpace } from '../factories.ts';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import type { Expectation } from './expected-status.ts';
import { insertImport, type Named } from './resources.ts';
import type { Setup } from './setup.ts';

const SPACE = '/v1/spaces/:spaceId';
const CHANGE_REQUEST = `${SPACE}/change-requests/:changeRequestId`;

/** No worker runs, so that requests answer when they have waited. Nothing listens at the address. */
const BODY = () => ({ url: 'http://127.0.0.1:9/docs.zip', source: 'zip' });

const pendingImport = async ({ app, own }: Setup): Promise<Named> => ({
  importId: await insertImport(
    app,
    { organizationId: own.organizationId as string, spaceId: own.spaceId as string },
    'pending',
  ),
});

const IMPORTS = '/v1/orgs/:organizationId/imports';

/** An import into the organization that has no job. */
export async function insertOrganizationImport(
  { app, own }: Setup,
  status: 'pending' | 'completed',
): Promise<Named> {
  const importId = newId();
  const now = app.context.clock();
  await app.context.db
    .insertInto('organization_import')
    .values({
      organization_id: own.organizationId as string,
      import_id: importId,
      is_dry_run: false,
      status,
      request: { url: 'https://example.com/docs.zip', maxPages: 1 },
      author_id: importId,
      actor: { kind: 'user', userId: importId, tokenId: importId },
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { importId };
}

async function forgetOrganizationImports({ app }: Setup): Promise<void> {
  await app.context.db.deleteFrom('organization_import').where('status', '=', 'pending').execute();
}

/** Only administrators see the imports of others. */
const refuseOthers = ({ role }: Caller): number | undefined => (role === 'admin' ? undefined : 404);

/** A space may have only so many imports waiting: they go with the call. */
async function forgetImports({ app }: Setup): Promise<void> {
  await app.context.db.deleteFrom('content_import').where('status', '=', 'pending').execute();
}

/** Imports of content from elsewhere. */
export const IMPORT_CALLS: Record<string, Call> = {
  [`POST ${SPACE}/content/import`]: {
    status: 201,
    body: BODY,
    name: async ({ app }) => ({ spaceId: await addSpace(app) }),
  },
  [`POST ${SPACE}/content/page/:pageId/import`]: { status: 201, body: BODY, undo: forgetImports },
  [`POST ${CHANGE_REQUEST}/content/import`]: { status: 201, body: BODY, undo: forgetImports },
  [`POST ${CHANGE_REQUEST}/content/page/:pageId/import`]: { status: 201, body: BODY, undo: forgetImports },
  [`GET ${SPACE}/content/imports`]: { status: 200 },
  [`GET ${SPACE}/content/imports/:importId`]: { status: 200 },
  [`DELETE ${SPACE}/content/imports/:importId`]: { status: 204, name: pendingImport },
  [`POST ${IMPORTS}`]: {
    status: 202,
    body: () => ({ url: BODY().url, dryRun: true }),
    undo: forgetOrganizationImports,
  },
  [`POST ${IMPORTS}/files`]: { status: 201, query: 'name=a.json', body: () => ({ any: 'bytes' }) },
  [`GET ${IMPORTS}`]: { status: 200 },
  [`GET ${IMPORTS}/:importId`]: {
    status: 200,
    refusal: refuseOthers,
    name: (setup) => insertOrganizationImport(setup, 'completed'),
  },
  [`DELETE ${IMPORTS}/:importId`]: {
    status: 204,
    refusal: refuseOthers,
    name: (setup) => insertOrganizationImport(setup, 'pending'),
  },
};

export const IMPORT_EXPECTATIONS: Record<string, Expectation> = {
  [`POST ${SPACE}/content/import`]: 'write: create of space',
  [`POST ${SPACE}/content/page/:pageId/import`]: 'write: create of space',
  [`POST ${CHANGE_REQUEST}/content/import`]: 'write: edit of space',
  [`POST ${CHANGE_REQUEST}/content/page/:pageId/import`]: 'write: edit of space',
  [`GET ${SPACE}/content/imports`]: 'read: read of space',
  [`GET ${SPACE}/content/imports/:importId`]: 'read: read of space',
  [`DELETE ${SPACE}/content/imports/:importId`]: 'write: edit of space',
  [`POST ${IMPORTS}`]: 'write: admin of organization',
  [`POST ${IMPORTS}/files`]: 'write: admin of organization',
  [`GET ${IMPORTS}`]: 'read: guest of organization',
  [`GET ${IMPORTS}/:importId`]: 'read: guest of organization',
  [`DELETE ${IMPORTS}/:importId`]: 'write: guest of organization',
};
