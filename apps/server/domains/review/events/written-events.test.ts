/** Tests which events each change of the review domain sends. An operation that is in no table fails the first test. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type EventClient, listen } from '../../../../../test/event-client.ts';
import { addMember, addSite, addSpace, addTeam } from '../../../../../test/factories.ts';

let app: TestApp;
let ada: { userId: string; token: string };
beforeAll(async () => {
  app = await buildTestApp({ isListening: true });
  ada = await addMember(app, { role: 'admin' });
});
afterAll(() => app.close());

const WAIT = { timeout: 30_000, interval: 10 };
type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Call = [method: Method, path: string, body?: object, token?: string];

async function send([method, path, body, token]: Call) {
  const response = await app.request(method, path, {
    ...(body ? { body } : {}),
    ...(token ? { token } : {}),
  });
  expect(response.statusCode, `${method} ${path}: ${response.body}`).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

interface Place {
  /** The path of the space. */
  space: string;
  page: string;
  /** The path of a change request that changes the page. */
  request: string;
}

/** Prepares what is changed, and returns the call that changes it. */
type Change = (place: Place) => Promise<Call> | Call;

const TEXT = { body: { markdown: 'Words' } };
const updatePage = (page: string, markdown: string) => ({
  changes: [{ operation: 'update_page', page, document: { markdown } }],
});
const commentIn = async (line: string): Promise<string> =>
  `${line}/comments/${(await send(['POST', `${line}/comments`, TEXT])).id}`;
const replyIn = async (line: string): Promise<string> => {
  const comment = await commentIn(line);
  return `${comment}/replies/${(await send(['POST', `${comment}/replies`, TEXT])).id}`;
};
const suggestionIn = async (line: string, page: string): Promise<string> => {
  const { document } = (await app.request('GET', `${line}/content/page/${page}?format=document`)).json();
  const [block] = document.nodes;
  const suggestion = { blocks: [{ operation: 'delete', at: { key: block.key } }] };
  return `${line}/comments/${(await send(['POST', `${line}/comments`, { ...TEXT, page, suggestion }])).id}`;
};
const conflictIn = async ({ space, page, request }: Place): Promise<string> => {
  await send(['POST', `${space}/content`, updatePage(page, 'Theirs')]);
  const { items } = (await app.request('GET', `${request}/conflicts`)).json();
  return `${request}/conflicts/${items[0].id}/answer`;
};
const editConflictIn = async ({ space, page }: Place): Promise<string> =>
  `${space}/edit-conflicts/${(await send(['POST', `${space}/edit-conflicts`, { page }])).id}`;
/** A request for a review, of which Ada is notified. */
const notify = async ({ request }: Place): Promise<string> => {
  await send(['POST', `${request}/requested-reviewers`, { users: [ada.userId] }]);
  const { items } = (await app.request('GET', '/v1/user/notifications', { token: ada.token })).json();
  return `/v1/user/notifications/${items[0].id}`;
};

const tomorrow = (): string => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();

const commentsIn = (where: string, lineOf: (place: Place) => string): Record<string, [Change, string[]]> => ({
  [`postComment${where}`]: [(place) => ['POST', `${lineOf(place)}/comments`, TEXT], ['comment created']],
  [`updateComment${where}`]: [
    async (place) => ['PUT', await commentIn(lineOf(place)), { resolved: true }],
    ['comment edited'],
  ],
  [`deleteComment${where}`]: [
    async (place) => ['DELETE', await commentIn(lineOf(place))],
    ['comment deleted'],
  ],
  [`postCommentReply${where}`]: [
    async (place) => ['POST', `${await commentIn(lineOf(place))}/replies`, TEXT],
    ['comment created'],
  ],
  [`updateCommentReply${where}`]: [
    async (place) => ['PUT', await replyIn(lineOf(place)), TEXT],
    ['comment edited'],
  ],
  [`deleteCommentReply${where}`]: [
    async (place) => ['DELETE', await replyIn(lineOf(place))],
    ['comment deleted'],
  ],
  [`applySuggestion${where}`]: [
    async (place) => ['POST', `${await suggestionIn(lineOf(place), place.page)}/apply`],
    where === 'InSpace'
      ? ['comment edited', 'content']
      : ['change_request updated', 'comment edited', 'content'],
  ],
  [`dismissSuggestion${where}`]: [
    async (place) => ['POST', `${await suggestionIn(lineOf(place), place.page)}/dismiss`],
    ['comment edited'],
  ],
});

/** By operation: how it is called, and the events that it sends, sorted. */
const WRITES: Record<string, [change: Change, events: string[]]> = {
  createChangeRequest: [({ space }) => ['POST', `${space}/change-requests`, {}], ['change_request created']],
  updateChangeRequestById: [
    ({ request }) => ['PATCH', request, { status: 'archived' }],
    ['change_request archived'],
  ],
  updateChangeRequestContent: [
    ({ request, page }) => ['POST', `${request}/content`, updatePage(page, 'More')],
    ['change_request updated', 'content'],
  ],
  updateChangeRequest: [
    async ({ space, request }) => {
      await send([
        'POST',
        `${space}/content`,
        { changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'New' } }] },
      ]);
      return ['POST', `${request}/update`];
    },
    ['change_request updated', 'content'],
  ],
  mergeChangeRequest: [({ request }) => ['POST', `${request}/merge`], ['change_request merged', 'content']],
  answerChangeRequestConflict: [
    async (place) => ['PUT', await conflictIn(place), { choice: 'ours' }],
    ['checks'],
  ],
  deleteChangeRequestConflictAnswer: [
    async (place) => {
      const answer = await conflictIn(place);
      await send(['PUT', answer, { choice: 'ours' }]);
      return ['DELETE', answer];
    },
    ['checks'],
  ],
  requestReviewersForChangeRequest: [
    ({ request }) => ['POST', `${request}/requested-reviewers`, { users: [ada.userId] }],
    ['notification created', 'reviewers'],
  ],
  removeRequestedReviewerFromChangeRequest: [
    async ({ request }) => {
      await send(['POST', `${request}/requested-reviewers`, { users: [ada.userId] }]);
      return ['DELETE', `${request}/requested-reviewers/${ada.userId}`];
    },
    ['reviewers'],
  ],
  removeRequestedTeam: [
    async ({ request }) => {
      const team = await addTeam(app, { members: [ada.userId] });
      await send(['POST', `${request}/requested-reviewers`, { users: [], teams: [team] }]);
      return ['DELETE', `${request}/requested-teams/${team}`];
    },
    ['reviewers'],
  ],
  submitChangeRequestReview: [
    ({ request }) => ['POST', `${request}/reviews`, { status: 'approved' }, ada.token],
    ['review'],
  ],
  createPreviewLink: [
    async ({ space, request }) => {
      await addSite(app, { spaceIds: [space.split('/').at(-1) as string] });
      return ['POST', `${request}/preview-links`, { expiresIn: 1 }];
    },
    ['preview_links'],
  ],
  deletePreviewLink: [
    async ({ space, request }) => {
      await addSite(app, { spaceIds: [space.split('/').at(-1) as string] });
      const { id } = await send(['POST', `${request}/preview-links`, { expiresIn: 1 }]);
      return ['DELETE', `${request}/preview-links/${id}`];
    },
    ['preview_links'],
  ],
  revertChangeRequest: [
    async ({ request }) => {
      await send(['POST', `${request}/merge`]);
      return ['POST', `${request}/revert`];
    },
    ['change_request created'],
  ],
  scheduleChangeRequestMerge: [
    ({ request }) => ['PUT', `${request}/schedule`, { at: tomorrow() }],
    ['change_request scheduled'],
  ],
  unscheduleChangeRequestMerge: [
    async ({ request }) => {
      await send(['PUT', `${request}/schedule`, { at: tomorrow() }]);
      return ['DELETE', `${request}/schedule`];
    },
    ['change_request unscheduled'],
  ],
  reportChangeRequestCheck: [
    ({ request }) => ['POST', `${request}/checks`, { name: 'build', status: 'passed' }],
    ['check'],
  ],
  markChangeRequestAsSeen: [({ request }) => ['PUT', `${request}/seen`, {}, ada.token], ['seen']],
  ...commentsIn('InSpace', ({ space }) => space),
  ...commentsIn('InChangeRequest', ({ request }) => request),
  postEditConflict: [
    ({ space, page }) => ['POST', `${space}/edit-conflicts`, { page }],
    ['edit_conflict opened'],
  ],
  putEditConflict: [async (place) => ['PUT', await editConflictIn(place), {}], ['edit_conflict changed']],
  deleteEditConflict: [async (place) => ['DELETE', await editConflictIn(place)], ['edit_conflict settled']],
  updateNotification: [
    async (place) => ['PUT', await notify(place), { read: true }, ada.token],
    ['notification read'],
  ],
  readAllNotifications: [
    async (place) => {
      await notify(place);
      return ['POST', '/v1/user/notifications/read-all', undefined, ada.token];
    },
    ['notification all-read'],
  ],
  restoreDeletedPage: [
    async ({ space, page }) => {
      await send(['POST', `${space}/content`, { changes: [{ operation: 'delete_page', page }] }]);
      return ['POST', `${space}/trash/${page}/restore`, {}];
    },
    ['content'],
  ],
  putPresence: [({ space }) => ['PUT', `${space}/presence`, { tab: 't' }], ['presence here']],
  deletePresence: [
    async ({ space }) => {
      await send(['PUT', `${space}/presence`, { tab: 't' }]);
      return ['DELETE', `${space}/presence?tab=t`];
    },
    ['presence gone'],
  ],
};

/** Operations without an effect that others see, or that share their implementation with an operation of the table. */
const WITHOUT = new Set([
  // Shows what an answer would make of the text, and stores nothing.
  'previewChangeRequestConflictAnswer',
  // Files are in no revision before an edit names them.
  'uploadFileForChangeRequest',
  // A writer's own unsaved text.
  'putWorkingCopy',
  'deleteWorkingCopy',
  // How a user is notified, in all organizations.
  'updateNotificationPreferences',
  'unsubscribe',
  // Create a change request as `createChangeRequest` does, with content.
  'createOrganizationOpenAPISpecVersionChangeRequestById',
  'createOrganizationOpenAPISpecVersionChangeRequestBySlug',
]);

test('every operation that changes something of reviews is in one of the tables', async () => {
  const { paths } = (await app.request('GET', '/v1/openapi.json')).json();
  const tags = new Set([
    'Change requests',
    'Comments',
    'Notifications',
    'Presence',
    'Trash',
    'Working copies',
  ]);
  const found: string[] = [];
  type Operations = Record<string, { operationId: string; tags?: string[] }>;
  for (const [path, operations] of Object.entries<Operations>(paths))
    for (const [method, { operationId, tags: own = [] }] of Object.entries(operations)) {
      const isOfReviews = path.includes('/trash/') || own.some((tag) => tags.has(tag));
      if (['post', 'put', 'patch', 'delete'].includes(method) && isOfReviews) found.push(operationId);
    }
  expect(found.filter((id) => !(id in WRITES) && !WITHOUT.has(id))).toEqual([]);
  expect(Object.keys(WRITES).filter((id) => !found.includes(id))).toEqual([]);
});

const nameOf = ({ type, change }: EventClient['events'][number]): string =>
  change === undefined ? type : `${type} ${change}`;

test.each(Object.entries(WRITES))('%s', async (operation, [change, events]) => {
  const { organizationId, context } = app;
  const spaceId = await addSpace(app);
  const space = `/v1/spaces/${spaceId}`;
  const inserted = await send([
    'POST',
    `${space}/content`,
    { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'First.\n\nSecond.' } }] },
  ]);
  const page = inserted.changes[0].page.id;
  const request = `${space}/change-requests/${(await send(['POST', `${space}/change-requests`, {}])).id}`;
  await send(['POST', `${request}/content`, updatePage(page, 'First, changed.\n\nSecond.')]);
  await send(['PATCH', request, { status: 'open' }]);
  const client = await listen(app, spaceId, { token: ada.token });
  /** Waits until everything so far was heard. */
  const settle = async (): Promise<number> => {
    const before = client.ofType('review').length;
    await context.transact(async (unit) =>
      unit.record({
        organizationId,
        spaceId,
        at: context.clock(),
        body: { type: 'review', review: spaceId, status: 'approved' },
      }),
    );
    await expect.poll(() => client.ofType('review').length, WAIT).toBeGreaterThan(before);
    await expect.poll(() => client.logged.at(-1)?.review, WAIT).toBe(spaceId);
    return client.events.length;
  };
  const call = await change({ space, page, request });
  const isPresence = operation.endsWith('Presence');
  if (operation === 'deletePresence')
    await expect.poll(() => client.events.map(nameOf), WAIT).toContain('presence here');
  const begin = await settle();
  await send(call);
  if (isPresence) await expect.poll(() => client.events.slice(begin).map(nameOf), WAIT).toContain(events[0]);
  await settle();
  const heard = client.events.slice(begin).filter(({ review }) => review !== spaceId);
  expect(heard.map(nameOf).sort()).toEqual(events);
  await client.close();
});
