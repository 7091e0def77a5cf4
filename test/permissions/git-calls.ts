import { newId } from '@lectern/std/ids';
import type { TestApp } from '../app.ts';
import { addSpace } from '../factories.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const GIT = '/v1/spaces/:spaceId/git';

/** Nothing is ever fetched from it: no job runs while routes are called. */
const connectionTo = (url: string) => ({ url, ref: 'refs/heads/main', direction: 'import' });

/** Connects a space; its first sync is the operation that URLs name. */
export async function nameConnection(
  app: TestApp,
  { spaceId, token, url }: { spaceId: string; token: string; url: string },
): Promise<Named> {
  const response = await app.request('PUT', `/v1/spaces/${spaceId}/git`, { token, body: connectionTo(url) });
  return { gitOperationId: response.json().lastOperation.id };
}

type Space = Record<'organizationId' | 'spaceId', string>;

/** A preview that has no job. */
export async function insertPreview(
  { context }: TestApp,
  { organizationId, spaceId }: Space,
  state: 'running' | 'success',
): Promise<string> {
  const previewId = newId();
  await context.db
    .insertInto('git_preview')
    .values({
      organization_id: organizationId,
      space_id: spaceId,
      preview_id: previewId,
      state,
      request: {
        connection: {
          url: 'https://git.example.com/docs',
          ref: 'refs/heads/main',
          project_directory: '',
          direction: 'both',
          initial_direction: 'import',
          on_conflict: 'remote',
        },
        authorId: null,
      },
      started_at: context.clock(),
    })
    .execute();
  return previewId;
}

/** A space may have only so many previews running: they go with the call. */
async function forgetPreviews({ app }: Setup): Promise<void> {
  await app.context.db.deleteFrom('git_preview').where('state', '=', 'running').execute();
}

const someSpace = async ({ app }: Setup): Promise<Named> => ({ spaceId: await addSpace(app) });

const connectedSpace = async ({ app, gitUrl }: Setup): Promise<Named> => {
  const spaceId = await addSpace(app);
  return { spaceId, ...(await nameConnection(app, { spaceId, token: app.adminToken, url: gitUrl })) };
};

export const GIT_CALLS: Record<string, Call> = {
  [`GET ${GIT}/info`]: { status: 200 },
  [`POST ${GIT}/import`]: {
    status: 204,
    body: ({ gitUrl }) => ({ url: gitUrl, ref: 'refs/heads/main' }),
    name: someSpace,
  },
  [`POST ${GIT}/export`]: {
    status: 204,
    body: ({ gitUrl }) => ({ url: gitUrl, ref: `refs/heads/${newId()}`, commitMessage: 'Update' }),
    name: someSpace,
  },
  [`GET ${GIT}`]: { status: 200 },
  [`PUT ${GIT}`]: { status: 201, body: ({ gitUrl }) => connectionTo(gitUrl), name: someSpace },
  [`DELETE ${GIT}`]: { status: 204, name: connectedSpace },
  [`POST ${GIT}/pause`]: { status: 200, name: connectedSpace },
  [`POST ${GIT}/resume`]: { status: 200, name: connectedSpace },
  [`POST ${GIT}/sync`]: { status: 202, name: connectedSpace },
  [`POST ${GIT}/deploy-keys`]: { status: 200 },
  [`POST ${GIT}/check`]: { status: 200, body: ({ gitUrl }) => ({ url: gitUrl }) },
  [`POST ${GIT}/previews`]: { status: 202, body: ({ gitUrl }) => connectionTo(gitUrl), undo: forgetPreviews },
  [`GET ${GIT}/previews/:gitPreviewId`]: { status: 200 },
  [`DELETE ${GIT}/previews/:gitPreviewId`]: {
    status: 204,
    name: async ({ app, own }) => ({ gitPreviewId: await insertPreview(app, own as Space, 'running') }),
  },
  [`GET ${GIT}/branches`]: { status: 200 },
  [`GET ${GIT}/operations`]: { status: 200 },
  [`GET ${GIT}/operations/:gitOperationId`]: { status: 200 },
};

export const GIT_EXPECTATIONS: Record<string, Expectation> = {
  [`GET ${GIT}/info`]: 'read: read of space',
  [`POST ${GIT}/import`]: 'write: create of space',
  [`POST ${GIT}/export`]: 'write: create of space',
  [`GET ${GIT}`]: 'read: read of space',
  [`PUT ${GIT}`]: 'admin: admin of space',
  [`DELETE ${GIT}`]: 'admin: admin of space',
  [`POST ${GIT}/pause`]: 'admin: admin of space',
  [`POST ${GIT}/resume`]: 'admin: admin of space',
  [`POST ${GIT}/sync`]: 'write: create of space',
  [`POST ${GIT}/deploy-keys`]: 'admin: admin of space',
  [`POST ${GIT}/check`]: 'admin: admin of space',
  [`POST ${GIT}/previews`]: 'admin: admin of space',
  [`GET ${GIT}/previews/:gitPreviewId`]: 'admin: admin of space',
  [`DELETE ${GIT}/previews/:gitPreviewId`]: 'admin: admin of space',
  [`GET ${GIT}/branches`]: 'read: read of space',
  [`GET ${GIT}/operations`]: 'read: read of space',
  [`GET ${GIT}/operations/:gitOperationId`]: 'read: read of space',
  'POST /v1/git/webhooks/:webhookToken': 'everyone',
};
