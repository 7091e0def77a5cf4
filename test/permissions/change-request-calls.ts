import { newId } from '@lectern/std/ids';
import { addMember, addTeam } from '../factories.ts';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import type { Expectation } from './expected-status.ts';
import { createChangeRequest, createConflict, deleteSomePage, type Named } from './resources.ts';
import type { Setup } from './setup.ts';

const SPACE = '/v1/spaces/:spaceId';
const ALL = `${SPACE}/change-requests`;
const ONE = `${ALL}/:changeRequestId`;

const insertPage = () => ({ changes: [{ operation: 'insert_page', title: 'A page', document: {} }] });

/** One that a merge or an update may use up. */
const someChangeRequest = async ({ app, own }: Setup): Promise<Named> => ({
  changeRequestId: await createChangeRequest(app, own.spaceId as string, app.adminToken),
});

/** One that was merged, and changed the space. */
const someMerged = async (setup: Setup): Promise<Named> => {
  const { app, own } = setup;
  const { changeRequestId } = await someChangeRequest(setup);
  const url = `/v1/spaces/${own.spaceId}/change-requests/${changeRequestId}`;
  const changes = [{ operation: 'insert_page', title: `Page ${newId()}`, document: {} }];
  await app.request('POST', `${url}/content`, { body: { changes } });
  await app.request('POST', `${url}/merge`);
  return { changeRequestId: changeRequestId as string };
};

const somePreviewLink = async (setup: Setup): Promise<Named> => {
  const { changeRequestId } = await someChangeRequest(setup);
  const url = `/v1/spaces/${setup.own.spaceId}/change-requests/${changeRequestId}/preview-links`;
  const created = await setup.app.request('POST', url, { body: { expiresIn: 1 } });
  return { changeRequestId: changeRequestId as string, previewLinkId: created.json().id };
};

/** One of a new change request: other calls change the space, and with it the conflicts that there are. */
const someConflict = async ({ app, own }: Setup): Promise<Named> => {
  const spaceId = own.spaceId as string;
  const changes = [{ operation: 'insert_page', title: 'A page', document: {} }];
  const inserted = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
  const pageId = inserted.json().changes[0].page.id;
  return createConflict(app, { spaceId, pageId, token: app.adminToken });
};

/** Its title is its own: the slugs of pages that are inserted at once would change each other's. */
const someDeletedPage = async ({ app, own }: Setup): Promise<Named> => ({
  pageId: await deleteSomePage(app, { spaceId: own.spaceId as string, token: app.adminToken }),
});

const someReviewer = async ({ app, own }: Setup): Promise<Named> => {
  const { userId } = await addMember(app, { role: 'read' });
  const url = `/v1/spaces/${own.spaceId}/change-requests/${own.changeRequestId}/requested-reviewers`;
  await app.request('POST', url, { body: { users: [userId] } });
  return { userId };
};

const someTeamReviewer = async ({ app, own }: Setup): Promise<Named> => {
  const { userId } = await addMember(app, { role: 'read' });
  const teamId = await addTeam(app, { members: [userId] });
  const url = `/v1/spaces/${own.spaceId}/change-requests/${own.changeRequestId}/requested-reviewers`;
  await app.request('POST', url, { body: { users: [], teams: [teamId] } });
  return { teamId };
};

const READS_OF_CONTENT = [
  '',
  '/pages',
  '/tree',
  '/files',
  '/files/:fileId',
  '/page/:pageId',
  '/page/:pageId/meta-links',
  '/page/:pageId/links',
  '/page/:pageId/backlinks',
  '/files/:fileId/backlinks',
  '/path/*',
  '/reusable-contents/:reusableContentId',
].map((path) => `GET ${ONE}/content${path}`);

const READS = [
  `GET ${SPACE}/revisions`,
  `GET ${SPACE}/revisions/:revisionId/changes`,
  `GET ${SPACE}/revisions/:revisionId/changes/pages`,
  `GET ${SPACE}/revisions/:revisionId/changes/pages/:pageId`,
  `GET ${SPACE}/revisions/:revisionId/page/:pageId/html`,
  `GET ${SPACE}/trash`,
  `GET ${ALL}`,
  `GET ${ONE}`,
  `GET ${ONE}/changes`,
  `GET ${ONE}/changes/pages`,
  `GET ${ONE}/changes/pages/:pageId`,
  `GET ${ONE}/checks`,
  `GET ${ONE}/conflicts`,
  `GET ${ONE}/links`,
  `GET ${ONE}/contributors`,
  `GET ${ONE}/requested-reviewers`,
  `GET ${ONE}/requested-teams`,
  `GET ${ONE}/reviews`,
  `GET ${ONE}/reviews/:reviewId`,
  ...READS_OF_CONTENT,
];

/** Gives the caller an upload in pieces. Service accounts have none. */
async function ownUpload({ app, own }: Setup, { userId }: Caller): Promise<Named> {
  const uploadId = newId();
  if (userId === undefined) return { uploadId };
  await app.context.db
    .insertInto('upload')
    .values({
      organization_id: own.organizationId as string,
      upload_id: uploadId,
      space_id: own.spaceId as string,
      author_id: userId,
      name: 'a.bin',
      // Long enough ago that it does not count as one of those that are in progress.
      created_at: new Date(app.context.clock().getTime() - 2 * 60 * 60 * 1000),
      length: 10,
      received: 0,
    })
    .execute();
  return { uploadId };
}

/** Live edits, change requests and the history. */
export const CHANGE_REQUEST_CALLS: Record<string, Call> = {
  'GET /v1/orgs/:organizationId/change-requests': { status: 200 },
  ...Object.fromEntries(READS.map((key) => [key, { status: 200 }])),

  [`POST ${SPACE}/content`]: { status: 200, body: insertPage },
  [`POST ${SPACE}/files`]: { status: 201, query: 'name=a.json', body: () => ({ any: 'bytes' }) },
  // Without the header of the protocol, which callers without access do not learn.
  [`POST ${SPACE}/uploads`]: { status: 412 },
  [`GET ${SPACE}/uploads/:uploadId`]: { status: 412, statusForService: 404, name: ownUpload },
  [`PATCH ${SPACE}/uploads/:uploadId`]: { status: 412, statusForService: 404, name: ownUpload },
  [`DELETE ${SPACE}/uploads/:uploadId`]: { status: 412, statusForService: 404, name: ownUpload },
  // Without the header that names the method.
  [`POST ${SPACE}/uploads/:uploadId`]: { status: 405, statusIfMissing: 405, name: ownUpload },
  [`POST ${SPACE}/revisions/:revisionId/rollback`]: { status: 200 },
  [`POST ${SPACE}/trash/:pageId/restore`]: { status: 200, body: () => ({}), name: someDeletedPage },

  [`POST ${ALL}`]: { status: 201, body: () => ({ subject: 'A subject' }) },
  [`PATCH ${ONE}`]: { status: 200, body: () => ({ subject: 'A subject' }) },
  [`POST ${ONE}/content`]: { status: 200, body: insertPage },
  [`POST ${ONE}/files`]: { status: 201, query: 'name=a.json', body: () => ({ any: 'bytes' }) },
  ...Object.fromEntries(
    [SPACE, ONE].flatMap((place): [string, Call][] => [
      [`POST ${place}/content/render`, { status: 200, body: () => ({ markdown: 'A text.' }) }],
      [
        `POST ${place}/content/resolve`,
        { status: 200, body: ({ own }) => ({ page: own.pageId, targets: [{ target: 'a.md' }] }) },
      ],
    ]),
  ),
  [`POST ${ONE}/merge`]: { status: 200, name: someChangeRequest },
  [`POST ${ONE}/update`]: { status: 200, name: someChangeRequest },
  [`PUT ${ONE}/conflicts/:conflictId/answer`]: {
    status: 200,
    body: () => ({ choice: 'ours' }),
    name: someConflict,
  },
  [`DELETE ${ONE}/conflicts/:conflictId/answer`]: { status: 200, name: someConflict },
  [`POST ${ONE}/conflicts/:conflictId/preview`]: {
    status: 200,
    body: () => ({ choice: 'ours' }),
    name: someConflict,
  },
  [`POST ${ONE}/requested-reviewers`]: { status: 200, body: ({ own }) => ({ users: [own.userId] }) },
  [`DELETE ${ONE}/requested-reviewers/:userId`]: { status: 204, name: someReviewer },
  [`DELETE ${ONE}/requested-teams/:teamId`]: { status: 204, name: someTeamReviewer },
  [`POST ${ONE}/checks`]: { status: 200, body: () => ({ name: 'build', status: 'passed' }) },
  [`POST ${ONE}/revert`]: { status: 201, name: someMerged },
  [`PUT ${ONE}/schedule`]: {
    status: 200,
    body: ({ app }) => ({ at: new Date(app.context.clock().getTime() + 3_600_000).toISOString() }),
    name: someChangeRequest,
  },
  [`DELETE ${ONE}/schedule`]: { status: 204 },
  [`GET ${ONE}/preview-links`]: { status: 200 },
  [`POST ${ONE}/preview-links`]: { status: 201, body: () => ({ expiresIn: 1 }), name: someChangeRequest },
  [`DELETE ${ONE}/preview-links/:previewLinkId`]: { status: 204, name: somePreviewLink },
  [`PUT ${ONE}/seen`]: { status: 200, body: () => ({}) },
  // The change request was created by nobody who calls.
  [`POST ${ONE}/reviews`]: { status: 201, body: () => ({ status: 'approved' }) },
};

export const CHANGE_REQUEST_EXPECTATIONS: Record<string, Expectation> = {
  'GET /v1/orgs/:organizationId/change-requests': 'read: guest of organization',
  ...Object.fromEntries(READS.map((key): [string, Expectation] => [key, 'read: read of space'])),

  [`POST ${SPACE}/content`]: 'write: edit of space',
  [`POST ${SPACE}/files`]: 'write: edit of space',
  [`OPTIONS ${SPACE}/uploads`]: 'everyone',
  [`OPTIONS ${SPACE}/uploads/:uploadId`]: 'everyone',
  [`POST ${SPACE}/uploads`]: 'write: edit of space',
  [`GET ${SPACE}/uploads/:uploadId`]: 'write: edit of space',
  [`PATCH ${SPACE}/uploads/:uploadId`]: 'write: edit of space',
  [`DELETE ${SPACE}/uploads/:uploadId`]: 'write: edit of space',
  [`POST ${SPACE}/uploads/:uploadId`]: 'write: edit of space',
  [`POST ${SPACE}/revisions/:revisionId/rollback`]: 'write: edit of space',
  [`POST ${SPACE}/trash/:pageId/restore`]: 'write: edit of space',

  [`POST ${ALL}`]: 'write: edit of space',
  [`PATCH ${ONE}`]: 'write: edit of space',
  [`POST ${ONE}/content`]: 'write: edit of space',
  [`POST ${ONE}/files`]: 'write: edit of space',
  ...Object.fromEntries(
    [SPACE, ONE].flatMap((place): [string, Expectation][] => [
      [`POST ${place}/content/render`, 'read: read of space'],
      [`POST ${place}/content/resolve`, 'read: read of space'],
    ]),
  ),
  [`POST ${ONE}/merge`]: 'write: review of space',
  [`POST ${ONE}/update`]: 'write: edit of space',
  [`PUT ${ONE}/conflicts/:conflictId/answer`]: 'write: edit of space',
  [`DELETE ${ONE}/conflicts/:conflictId/answer`]: 'write: edit of space',
  [`POST ${ONE}/conflicts/:conflictId/preview`]: 'read: read of space',
  [`POST ${ONE}/requested-reviewers`]: 'write: edit of space',
  [`DELETE ${ONE}/requested-reviewers/:userId`]: 'write: edit of space',
  [`DELETE ${ONE}/requested-teams/:teamId`]: 'write: edit of space',
  [`POST ${ONE}/checks`]: 'write: review of space',
  [`POST ${ONE}/revert`]: 'write: edit of space',
  [`PUT ${ONE}/schedule`]: 'write: review of space, user',
  [`DELETE ${ONE}/schedule`]: 'write: review of space',
  [`GET ${ONE}/preview-links`]: 'read: edit of space',
  [`POST ${ONE}/preview-links`]: 'write: edit of space, user',
  [`DELETE ${ONE}/preview-links/:previewLinkId`]: 'write: edit of space',
  [`PUT ${ONE}/seen`]: 'write: read of space, user',
  [`POST ${ONE}/reviews`]: 'write: review of space',
};
