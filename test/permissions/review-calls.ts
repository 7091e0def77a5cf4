import { newId } from '@lectern/std/ids';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const SPACE = '/v1/spaces/:spaceId';
const COPY = `${SPACE}/working-copies/:pageId`;
const CONFLICT = `${SPACE}/edit-conflicts/:editConflictId`;
const TEXT = 'A text.';

/** Gives the caller a working copy of the page, if they have none. Service accounts have none. */
async function ownCopy({ app, own }: Setup, { userId }: Caller): Promise<Named> {
  if (userId === undefined) return {};
  const now = app.context.clock();
  await app.context.db
    .insertInto('working_copy')
    .values({
      organization_id: own.organizationId as string,
      space_id: own.spaceId as string,
      author_id: userId,
      change_request_id: '00000000-0000-0000-0000-000000000000',
      page_id: own.pageId as string,
      version_id: newId(),
      base_revision_id: own.revisionId as string,
      content: { markdown: TEXT },
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return {};
}

/** A conflict about a text of the caller. Service accounts have none. */
async function ownEditConflict({ app, own }: Setup, { userId }: Caller): Promise<Named> {
  const editConflictId = newId();
  if (userId === undefined) return { editConflictId };
  const now = app.context.clock();
  await app.context.db
    .insertInto('edit_conflict')
    .values({
      organization_id: own.organizationId as string,
      space_id: own.spaceId as string,
      edit_conflict_id: editConflictId,
      author_id: userId,
      page_id: own.pageId as string,
      revision_id: own.revisionId as string,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { editConflictId };
}

/** Gives the caller a notification. */
async function ownNotification({ app, own }: Setup, { userId }: Caller): Promise<Named> {
  const notificationId = newId();
  if (userId === undefined) return { notificationId };
  await app.context.db
    .insertInto('notification')
    .values({
      user_id: userId,
      notification_id: notificationId,
      organization_id: own.organizationId as string,
      space_id: own.spaceId as string,
      kind: 'merged',
      actor_id: userId,
      created_at: app.context.clock(),
    })
    .execute();
  return { notificationId };
}

/** Refuses callers who cannot read the space of their notification. */
const refuseStranger = ({ role, granted }: Caller): number | undefined =>
  role === undefined || (role === null && granted === undefined) ? 404 : undefined;

/** The operations around reviews: notifications, presence, working copies and conflicts of edits. */
export const REVIEW_CALLS: Record<string, Call> = {
  'GET /v1/user/events': { status: 200, query: 'duration=0' },
  'GET /v1/user/notifications': { status: 200 },
  'POST /v1/user/notifications/read-all': { status: 204 },
  'PUT /v1/user/notifications/:notificationId': {
    status: 200,
    refusal: refuseStranger,
    name: ownNotification,
    body: () => ({ read: true }),
  },
  'GET /v1/user/notification-preferences': { status: 200 },
  'PUT /v1/user/notification-preferences': { status: 200, body: () => ({ merged: { mail: true } }) },

  [`GET ${SPACE}/presence`]: { status: 200 },
  [`PUT ${SPACE}/presence`]: { status: 200, body: ({ own }) => ({ page: own.pageId }) },
  [`DELETE ${SPACE}/presence`]: { status: 204 },
  [`GET ${SPACE}/events`]: { status: 200, query: 'duration=0' },
  [`GET ${SPACE}/change-requests/:changeRequestId/events`]: { status: 200, query: 'duration=0' },
  [`GET ${SPACE}/working-copies`]: { status: 200 },
  [`GET ${COPY}`]: { status: 200, statusForService: 404, name: ownCopy },
  [`DELETE ${COPY}`]: { status: 204, statusForService: 404, name: ownCopy },
  [`PUT ${COPY}`]: {
    status: 200,
    name: ownCopy,
    body: ({ own }) => ({ markdown: TEXT, baseRevision: own.revisionId }),
  },
  [`GET ${SPACE}/edit-conflicts`]: { status: 200, query: ({ own }) => `page=${own.pageId}` },
  [`POST ${SPACE}/edit-conflicts`]: { status: 200, body: ({ own }) => ({ page: own.pageId }) },
  [`PUT ${CONFLICT}`]: { status: 200, statusForService: 404, name: ownEditConflict, body: () => ({}) },
  [`DELETE ${CONFLICT}`]: { status: 204, statusForService: 404, name: ownEditConflict },
};

export const REVIEW_EXPECTATIONS: Record<string, Expectation> = {
  'GET /v1/user/events': 'read: user',
  'GET /v1/user/notifications': 'read: user',
  'POST /v1/user/notifications/read-all': 'write: user',
  'PUT /v1/user/notifications/:notificationId': 'write: user',
  'GET /v1/user/notification-preferences': 'read: user',
  'PUT /v1/user/notification-preferences': 'write: unbound user',
  'POST /v1/unsubscribe/:ticket': 'everyone',
  'GET /app/unsubscribe/:ticket': 'everyone',
  'POST /app/unsubscribe/:ticket': 'everyone',

  [`GET ${SPACE}/presence`]: 'read: read of space',
  [`PUT ${SPACE}/presence`]: 'write: edit of space',
  [`DELETE ${SPACE}/presence`]: 'write: edit of space',
  [`GET ${SPACE}/events`]: 'read: read of space',
  [`GET ${SPACE}/change-requests/:changeRequestId/events`]: 'read: read of space',
  [`GET ${SPACE}/working-copies`]: 'read: read of space',
  [`GET ${COPY}`]: 'read: read of space',
  [`DELETE ${COPY}`]: 'write: edit of space',
  [`PUT ${COPY}`]: 'write: edit of space',
  [`GET ${SPACE}/edit-conflicts`]: 'read: edit of space',
  [`POST ${SPACE}/edit-conflicts`]: 'write: edit of space',
  [`PUT ${CONFLICT}`]: 'write: edit of space',
  [`DELETE ${CONFLICT}`]: 'write: edit of space',
};
