import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  type AddedUser,
  addMember,
  addOrganization,
  addSpace,
  addUserToken,
  joinOrganization,
} from '../../../../../test/factories.ts';
import { runJobs, runJobsFor } from '../../../../../test/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../test/mail-server.ts';

let server: MailServer;
let app: TestApp;
beforeAll(async () => {
  server = await startMailServer();
  app = await buildTestApp({
    config: { smtpUrl: server.url, mailFrom: 'Docs <docs@example.com>', baseUrl: 'https://docs.example.com' },
  });
});
afterAll(async () => {
  await app?.close();
  await server?.close();
});
beforeEach(async () => {
  // Mails of the test before.
  await runJobs(app);
  server.received.length = 0;
});

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  { body, token }: { body?: unknown; token?: string } = {},
) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

/** A change request of Ada’s, about which Bob is asked for a review. */
async function requestReview(options: { spaceId?: string; ada?: AddedUser; bob?: AddedUser } = {}) {
  const spaceId = options.spaceId ?? (await addSpace(app));
  const ada = options.ada ?? (await addMember(app, { role: 'edit', displayName: 'Ada' }));
  const bob = options.bob ?? (await addMember(app, { role: 'review', displayName: 'Bob' }));
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const { body: created } = await send('POST', base, { body: { subject: 'Words' }, token: ada.token });
  const url = `${base}/${created.id}`;
  const asked = await send('POST', `${url}/requested-reviewers`, {
    body: { users: [bob.userId] },
    token: ada.token,
  });
  expect(asked.status).toBe(200);
  return { spaceId, ada, bob, url, changeRequestId: created.id as string };
}

const list = async ({ token }: AddedUser, query = '') =>
  (await send('GET', `/v1/user/notifications${query}`, { token })).body;

test('whoever is asked for a review, whose work is rejected or merged is notified, and nobody of their own doing', async () => {
  const { spaceId, ada, bob, url, changeRequestId } = await requestReview();
  expect(await list(bob)).toMatchObject({
    count: 1,
    items: [
      {
        object: 'notification',
        kind: 'review-requested',
        read: false,
        createdBy: { id: ada.userId, displayName: 'Ada' },
        organization: app.organizationId,
        space: { id: spaceId },
        changeRequest: { id: changeRequestId, number: 1, subject: 'Words' },
        urls: { app: `https://docs.example.com/app/s/${spaceId}/change-requests/1` },
      },
    ],
  });
  await send('POST', `${url}/reviews`, { body: { status: 'changes-requested' }, token: bob.token });
  await send('POST', `${url}/reviews`, { body: { status: 'approved' }, token: bob.token });
  await send('POST', `${url}/merge`, { token: bob.token });
  const kinds = (await list(ada)).items.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(['merged', 'changes-requested']);
  expect((await list(bob)).count).toBe(1);
});

test('whoever merges their own change request is not notified of it', async () => {
  const spaceId = await addSpace(app);
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const { token } = await addMember(app, { role: 'review' });
  await send('POST', base, { token });
  expect((await send('POST', `${base}/1/merge`, { token })).body.result).toBe('merge');
  expect((await send('GET', '/v1/user/notifications', { token })).body.count).toBe(0);
});

test('notifications are read one by one and all together, and listed in pages', async () => {
  const { ada, bob, spaceId } = await requestReview();
  for (let n = 0; n < 2; n += 1) await requestReview({ ada, bob, spaceId });
  const first = await list(bob, '?limit=2');
  expect(first).toMatchObject({ count: 3, items: [{}, {}] });
  const second = await list(bob, `?limit=2&page=${encodeURIComponent(first.next.page)}`);
  expect(second.items).toHaveLength(1);
  expect(second.next).toBeUndefined();
  const [{ id }] = second.items;
  const url = `/v1/user/notifications/${id}`;
  expect((await send('PUT', url, { body: { read: true }, token: bob.token })).body).toMatchObject({
    id,
    read: true,
  });
  expect((await list(bob, '?unread=true')).count).toBe(2);
  await send('PUT', url, { body: { read: false }, token: bob.token });
  expect((await list(bob, '?unread=true')).count).toBe(3);
  expect((await send('PUT', url, { body: { read: true }, token: ada.token })).status).toBe(404);
  expect((await send('POST', '/v1/user/notifications/read-all', { token: bob.token })).status).toBe(204);
  expect((await list(bob, '?unread=true')).count).toBe(0);
  expect((await list(bob)).count).toBe(3);
});

test('whoever may no longer read the space sees and gets nothing of it', async () => {
  const { bob, spaceId } = await requestReview();
  const [{ id }] = (await list(bob)).items;
  await send('PATCH', `/v1/spaces/${spaceId}`, { body: { defaultLevel: null } });
  expect(await list(bob)).toEqual({ count: 0, items: [] });
  const marked = await send('PUT', `/v1/user/notifications/${id}`, {
    body: { read: true },
    token: bob.token,
  });
  expect(marked.status).toBe(404);
  await runJobs(app);
  expect(server.received).toEqual([]);
});

test('a mail says who wants what, and ends further ones with one request', async () => {
  const { spaceId, ada, bob, url } = await requestReview();
  await runJobs(app);
  const [mail, ...others] = server.received;
  expect(others).toEqual([]);
  expect(mail?.to).toEqual([bob.email]);
  expect(mail?.text).toContain('“Ada” requests your review of change request 1 “Words”');
  expect(mail?.link).toBe(`https://docs.example.com/app/s/${spaceId}/change-requests/1`);
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const address = mail?.headers.get('list-unsubscribe')?.slice(1, -1) as string;
  const ticket = address.slice(address.lastIndexOf('/') + 1);
  expect(address).toBe(`https://docs.example.com/v1/unsubscribe/${ticket}`);
  expect(mail?.text).toContain(`https://docs.example.com/app/unsubscribe/${ticket}`);

  const unsubscribe = (text: string) =>
    app.app.server.inject({
      method: 'POST',
      url: `/v1/unsubscribe/${text}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  const forged = ticket.replace(bob.userId, ada.userId);
  for (const text of [forged, 'nonsense', `${newId()}.merged.AAAA`])
    expect((await unsubscribe(text)).statusCode).toBe(404);
  expect((await unsubscribe(ticket)).statusCode).toBe(204);
  expect((await send('GET', '/v1/user/notification-preferences', { token: bob.token })).body).toMatchObject({
    'review-requested': { inApp: true, mail: false },
    merged: { inApp: true, mail: true },
  });
  server.received.length = 0;
  await send('POST', `${url}/requested-reviewers`, { body: { users: [bob.userId] }, token: ada.token });
  await runJobs(app);
  expect(server.received).toEqual([]);
  expect((await list(bob)).count).toBe(2);
});

test('a mail that waited is not sent to whoever unsubscribed meanwhile', async () => {
  const { bob } = await requestReview();
  await send('PUT', '/v1/user/notification-preferences', {
    body: { 'review-requested': { mail: false } },
    token: bob.token,
  });
  await runJobs(app);
  expect(server.received).toEqual([]);
});

test('a kind that is not wanted in the application is not listed', async () => {
  const bob = await addMember(app, { role: 'review' });
  const { body } = await send('PUT', '/v1/user/notification-preferences', {
    body: { 'review-requested': { inApp: false } },
    token: bob.token,
  });
  expect(body['review-requested']).toEqual({ inApp: false, mail: true });
  await requestReview({ bob });
  expect((await list(bob)).count).toBe(0);
  await runJobs(app);
  expect(server.received).toHaveLength(1);
});

test('the page to unsubscribe asks before it acts', async () => {
  const { bob } = await requestReview();
  await runJobs(app);
  const path = new URL(/https:\S+unsubscribe\S+/.exec(server.received[0]?.text ?? '')?.[0] as string)
    .pathname;
  const mailOf = async () =>
    (await send('GET', '/v1/user/notification-preferences', { token: bob.token })).body['review-requested']
      .mail;
  const opened = await app.app.server.inject({ method: 'GET', url: path });
  expect(opened.statusCode).toBe(200);
  expect(opened.body).toContain('someone requests your review');
  expect(await mailOf()).toBe(true);
  const sent = await app.app.server.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://docs.example.com' },
    payload: '',
  });
  expect(sent.body).toContain('You no longer get this email');
  expect(await mailOf()).toBe(false);
});

test('whoever is mentioned is notified once, also by an edit, with the page that the comment is on', async () => {
  const spaceId = await addSpace(app);
  const ada = await addMember(app, { role: 'edit' });
  const bob = await addMember(app, { role: 'read' });
  const changes = [{ operation: 'insert_page', title: 'Page', document: {} }];
  const inserted = await send('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
  const page: string = inserted.body.changes[0].page.id;
  const comments = `/v1/spaces/${spaceId}/comments`;
  const write = (markdown: string) => ({ token: ada.token, body: { body: { markdown } } });
  const { body: comment } = await send('POST', comments, {
    token: ada.token,
    body: { page, body: { markdown: 'Words.' } },
  });
  const mention = `[Bob](/users/${bob.userId})`;
  await send('PUT', `${comments}/${comment.id}`, write(`Look, ${mention}.`));
  await send('PUT', `${comments}/${comment.id}`, write(`Look again, ${mention}.`));
  const told = {
    kind: 'mentioned',
    page,
    urls: { app: `https://docs.example.com/app/s/${spaceId}/${page}?comment=${comment.id}` },
  };
  expect(await list(bob)).toMatchObject({ count: 1, items: [told] });

  const replies = `${comments}/${comment.id}/replies`;
  const { body: reply } = await send('POST', replies, write('Yes.'));
  await send('PUT', `${replies}/${reply.id}`, write(`Yes, ${mention}.`));
  expect(await list(bob)).toMatchObject({ count: 2, items: [told, told] });
});

test('a notification about a draft is shown to those who see the draft', async () => {
  const spaceId = await addSpace(app);
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base, { body: { subject: 'Not yet' } });
  const reader = await addMember(app, { role: 'read' });
  const editor = await addMember(app, { role: 'edit' });
  const markdown = `[A](/users/${reader.userId}) and [B](/users/${editor.userId})`;
  await send('POST', `${base}/1/comments`, { body: { body: { markdown } } });
  expect((await list(editor)).count).toBe(1);
  expect(await list(reader)).toEqual({ count: 0, items: [] });
  await send('PATCH', `${base}/1`, { body: { status: 'open' } });
  expect((await list(reader)).items).toMatchObject([{ changeRequest: { subject: 'Not yet' } }]);
});

test('notifications go with a space that is transferred', async () => {
  const { bob, spaceId, url } = await requestReview();
  const { organizationId, creatorId } = await addOrganization(app);
  const token = await addUserToken(app, creatorId);
  await joinOrganization(app, { userId: creatorId, role: 'admin' });
  await joinOrganization(app, { userId: bob.userId, role: 'review', organizationId });
  const body = { organization: organizationId };
  const transfer = send('POST', `/v1/spaces/${spaceId}/transfer`, { body, token });
  expect((await runJobsFor(app, transfer)).status).toBe(200);
  expect(await list(bob)).toMatchObject({
    count: 1,
    items: [{ organization: organizationId, changeRequest: { id: url.split('/').at(-1) } }],
  });
});

test('notifications are listed by kind', async () => {
  const { ada, bob, url, changeRequestId } = await requestReview();
  const { body: comment } = await send('POST', `${url}/comments`, {
    token: ada.token,
    body: { body: { markdown: `Look, [Bob](/users/${bob.userId}).` } },
  });
  const mentioned = await list(bob, '?kind=mentioned');
  expect(mentioned).toMatchObject({
    count: 1,
    items: [{ kind: 'mentioned', changeRequest: { id: changeRequestId }, comment: comment.id }],
  });
  expect(new URL(mentioned.items[0].urls.app).search).toBe(`?tab=discussion&comment=${comment.id}`);
  expect((await list(bob, '?kind=mentioned&kind=review-requested&unread=true')).count).toBe(2);
  expect((await list(bob, '?kind=merged')).items).toEqual([]);
  expect((await send('GET', '/v1/user/notifications?kind=other', { token: bob.token })).status).toBe(400);
});
