import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock } from '../../../../../../test/clock.ts';
import { addMember, addSpace } from '../../../../../../test/factories.ts';
import { runJobs } from '../../../../../../test/jobs.ts';

const HOUR_MS = 60 * 60 * 1000;
const clock = createTestClock();
let app: TestApp;
let author: { userId: string; token: string };
let reviewer: { userId: string; token: string };
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  author = await addMember(app, { role: 'edit' });
  reviewer = await addMember(app, { role: 'review' });
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
async function send(method: Method, url: string, body?: object, token?: string) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

const inHours = (hours: number): string => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();
const schedule = (one: string, hours: number, token = reviewer.token) =>
  send('PUT', `${one}/schedule`, { at: inHours(hours) }, token);
const get = async (one: string) => (await send('GET', one)).body;
async function wait(hours: number): Promise<void> {
  clock.advance(hours * HOUR_MS);
  await runJobs(app);
}

/** An open change request of the author that changes a page. */
async function open(rules: object[] = []): Promise<{ space: string; one: string; page: string }> {
  const space = `/v1/spaces/${await addSpace(app)}`;
  const inserted = await send('POST', `${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Old.' } }],
  });
  const page: string = inserted.body.changes[0].page.id;
  if (rules.length > 0) await send('PATCH', space, { mergeRules: { type: 'rules', rules } });
  const { id } = (await send('POST', `${space}/change-requests`, { subject: 'Words' }, author.token)).body;
  const one = `${space}/change-requests/${id}`;
  await write(one, page, 'New.');
  await send('PATCH', one, { status: 'open' }, author.token);
  return { space, one, page };
}

const write = (url: string, page: string, markdown: string) =>
  send('POST', `${url}/content`, { changes: [{ operation: 'update_page', page, document: { markdown } }] });

/** Whether somebody was notified of the failure. */
async function isNotified(token: string, space: string): Promise<boolean> {
  const { items } = (await send('GET', '/v1/user/notifications?limit=1000', undefined, token)).body;
  return items.some(
    (item: { kind: string; space: { id: string } }) =>
      item.kind === 'scheduled-merge-failed' && space.endsWith(item.space.id),
  );
}

test('a scheduled merge happens at its time, as the person who scheduled it', async () => {
  const { space, one, page } = await open();
  const at = inHours(2);
  const scheduled = await schedule(one, 2);
  expect(scheduled).toMatchObject({
    status: 200,
    body: { status: 'open', scheduledMerge: { at, by: { id: reviewer.userId } } },
  });
  await wait(1);
  expect(await get(one)).toMatchObject({ status: 'open', scheduledMerge: { at } });
  // What is changed in the meantime is merged, too.
  await write(one, page, 'Newer.');
  await wait(1.1);
  const merged = await get(one);
  expect(merged).toMatchObject({ status: 'merged', mergedBy: { id: reviewer.userId } });
  expect(merged).not.toHaveProperty('scheduledMerge');
  const { markdown } = (await send('GET', `${space}/content/page/${page}?format=markdown`)).body;
  expect(markdown).toContain('Newer.');
  expect((await send('GET', `${space}/revisions?limit=1`)).body.items).toMatchObject([
    { type: 'merge', createdBy: { id: reviewer.userId } },
  ]);
});

test('a later schedule replaces an earlier one, and a cancelled one does nothing', async () => {
  const { one } = await open();
  await schedule(one, 1);
  await schedule(one, 3);
  await wait(2);
  expect((await get(one)).status).toBe('open');
  expect((await send('DELETE', `${one}/schedule`, undefined, reviewer.token)).status).toBe(204);
  expect((await send('DELETE', `${one}/schedule`, undefined, reviewer.token)).status).toBe(204);
  expect(await get(one)).not.toHaveProperty('scheduledMerge');
  await wait(2);
  expect(await get(one)).toMatchObject({ status: 'open' });
  await schedule(one, 3);
  await schedule(one, 1);
  await wait(1.1);
  expect((await get(one)).status).toBe('merged');
});

test('an archived change request is no longer scheduled', async () => {
  const { one } = await open();
  await schedule(one, 1);
  await send('PATCH', one, { status: 'archived' });
  await send('PATCH', one, { status: 'open' });
  await wait(2);
  expect(await get(one)).toMatchObject({ status: 'open' });
});

test('if rules are not met at the time, the schedule ends and author and scheduler hear why', async () => {
  const { space, one } = await open([{ rule: 'require_at_least_one_approved_review' }]);
  await schedule(one, 1);
  await wait(1.1);
  const failed = await get(one);
  expect(failed).toMatchObject({
    status: 'open',
    failedMerge: { message: expect.stringContaining('Nobody has approved') },
  });
  expect(failed).not.toHaveProperty('scheduledMerge');
  expect(await isNotified(author.token, space)).toBe(true);
  expect(await isNotified(reviewer.token, space)).toBe(true);
  await schedule(one, 1);
  expect(await get(one)).not.toHaveProperty('failedMerge');
  await send('POST', `${one}/reviews`, { status: 'approved' }, reviewer.token);
  await wait(1.1);
  expect(await get(one)).toMatchObject({ status: 'merged' });
});

test('conflicts end the schedule', async () => {
  const { space, one, page } = await open();
  await schedule(one, 1);
  await write(space, page, 'Theirs.');
  await wait(1.1);
  expect(await get(one)).toMatchObject({
    status: 'open',
    failedMerge: { message: expect.stringContaining('One place was changed differently') },
  });
  expect(await isNotified(author.token, space)).toBe(true);
});

test('the role at the time counts', async () => {
  const { space, one } = await open();
  const leaver = await addMember(app, { role: 'review' });
  await schedule(one, 1, leaver.token);
  const member = `/v1/orgs/${app.organizationId}/members/${leaver.userId}`;
  expect((await send('PATCH', member, { role: 'edit' })).status).toBe(200);
  await wait(1.1);
  expect(await get(one)).toMatchObject({
    status: 'open',
    failedMerge: { message: expect.stringContaining('may no longer merge') },
  });
  expect(await isNotified(author.token, space)).toBe(true);
  await schedule(one, 1);
  await send('PATCH', space, { editMode: 'locked' });
  await wait(1.1);
  expect(await get(one)).toMatchObject({ status: 'open', failedMerge: { at: expect.any(String) } });
});

test('a job that is repeated merges and fails once', async () => {
  const { space, one } = await open();
  await schedule(one, 1);
  clock.advance(1.1 * HOUR_MS);
  const id = one.split('/').at(-1) as string;
  const job = {
    organizationId: app.organizationId,
    jobId: id,
    payload: { spaceId: space.split('/').at(-1), changeRequestId: id },
    attempt: 1,
  };
  const run = () => app.app.jobs['scheduled-merge'].run(job, new AbortController().signal);
  await Promise.all([run(), run()]);
  await run();
  await runJobs(app);
  expect(await get(one)).toMatchObject({ status: 'merged' });
  const { items } = (await send('GET', `${space}/revisions`)).body;
  expect(items.filter(({ type }: { type: string }) => type === 'merge')).toHaveLength(1);
});

test('a job that was interrupted too often gives the schedule up', async () => {
  const { space, one } = await open();
  await schedule(one, 1);
  clock.advance(1.1 * HOUR_MS);
  const id = one.split('/').at(-1) as string;
  const payload = { spaceId: space.split('/').at(-1), changeRequestId: id };
  const job = { organizationId: app.organizationId, jobId: id, payload, attempt: 6 };
  await app.app.jobs['scheduled-merge'].run(job, new AbortController().signal);
  await runJobs(app);
  expect(await get(one)).toMatchObject({
    status: 'open',
    failedMerge: { message: expect.stringContaining('went wrong') },
  });
});

test('times that are past or far away, and closed change requests, are refused', async () => {
  const { one } = await open();
  expect((await schedule(one, 0)).status).toBe(400);
  expect((await schedule(one, -1)).status).toBe(400);
  expect((await schedule(one, 24 * 400)).status).toBe(400);
  expect((await send('PUT', `${one}/schedule`, { at: 'tomorrow' }, reviewer.token)).status).toBe(400);
  expect((await send('PUT', `${one}/schedule`, {}, reviewer.token)).status).toBe(400);
  expect((await schedule(one, 1, author.token)).status).toBe(403);
  await send('PATCH', one, { status: 'archived' });
  expect(await schedule(one, 1)).toMatchObject({ body: { error: { reason: 'change-request-archived' } } });
  await send('PATCH', one, { status: 'open' });
  await send('POST', `${one}/merge`);
  expect(await schedule(one, 1)).toMatchObject({ body: { error: { reason: 'change-request-merged' } } });
});
