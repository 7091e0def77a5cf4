import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { addMember, addSpace } from '../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function send(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  { body, token }: { body?: unknown; token?: string } = {},
) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

async function addPage(spaceId: string, markdown: string): Promise<string> {
  const { body } = await send('POST', `/v1/spaces/${spaceId}/content`, {
    body: { changes: [{ operation: 'insert_page', document: { markdown } }] },
  });
  return body.changes[0].page.id;
}

test('a change request is created, edited, opened and found by its number', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Page\n\nOld.\n');
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const created = await send('POST', base, { body: { subject: 'Better words' } });
  expect(created).toMatchObject({
    status: 201,
    body: { number: 1, status: 'draft', subject: 'Better words', outdated: false, comments: 0, links: [] },
  });
  const { id } = created.body;
  const edited = await send('POST', `${base}/1/content?compat=false`, {
    body: { changes: [{ operation: 'update_page', page, document: { markdown: '# Page\n\nNew.\n' } }] },
  });
  expect(edited.body).toMatchObject({
    changeRequest: { id, revisionInitial: created.body.revision },
    changes: [{ object: 'updated_page', page: { id: page } }],
  });
  expect(edited.body.changeRequest.revision).not.toBe(created.body.revision);
  expect((await send('GET', `${base}/1/content/page/${page}?format=markdown`)).body.markdown).toContain(
    'New.',
  );
  expect(
    (await send('GET', `/v1/spaces/${spaceId}/content/page/${page}?format=markdown`)).body.markdown,
  ).toContain('Old.');

  expect((await send('GET', base)).body).toMatchObject({ count: 0, items: [] });
  expect((await send('PATCH', `${base}/${id}`, { body: { status: 'open' } })).body.status).toBe('open');
  expect((await send('GET', base)).body.items).toMatchObject([{ id }]);
  expect(
    (await send('GET', `/v1/orgs/${app.organizationId}/change-requests?creator=me`)).body.items,
  ).toMatchObject([{ id }]);
  expect((await send('GET', `/v1/spaces/${spaceId}`)).body).toMatchObject({
    changeRequests: 1,
    changeRequestsOpen: 1,
    changeRequestsDraft: 0,
  });
  await addPage(spaceId, '# Other\n');
  expect((await send('GET', `${base}/1`)).body.outdated).toBe(true);
  expect((await send('GET', `${base}/1/contributors`)).body.items).toMatchObject([
    { count: 1, actionType: 'edit' },
  ]);
});

test('a draft is its author’s, and of those who can edit', async () => {
  const spaceId = await addSpace(app);
  const reader = await addMember(app, { role: 'read' });
  const editor = await addMember(app, { role: 'edit' });
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  expect((await send('GET', `${base}/1`, { token: reader.token })).status).toBe(404);
  expect((await send('GET', `${base}/1/content`, { token: reader.token })).status).toBe(404);
  expect((await send('GET', `${base}?status=draft`, { token: reader.token })).body.count).toBe(0);
  expect((await send('GET', `${base}/1`, { token: editor.token })).status).toBe(200);
  expect((await send('POST', base, { token: reader.token })).status).toBe(403);
  await send('PATCH', `${base}/1`, { body: { status: 'open' } });
  expect((await send('GET', `${base}/1`, { token: reader.token })).status).toBe(200);
});

test('an archived change request refuses edits until it is reopened', async () => {
  const spaceId = await addSpace(app);
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  await send('PATCH', `${base}/1`, { body: { status: 'archived' } });
  const changes = [{ operation: 'insert_page', title: 'A', document: {} }];
  const refused = await send('POST', `${base}/1/content`, { body: { changes } });
  expect(refused).toMatchObject({ status: 409, body: { error: { reason: 'change-request-archived' } } });
  await send('PATCH', `${base}/1`, { body: { status: 'open' } });
  expect((await send('POST', `${base}/1/content`, { body: { changes } })).status).toBe(200);
});
