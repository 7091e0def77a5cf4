import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { petSpec, publishSpec } from '../../../../../test/fixtures/review/openapi-drift/drift.ts';

let app: TestApp;
let organizationId: string;
let token: string;
let spaceId: string;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  const made = await addOrganization(app);
  organizationId = made.organizationId;
  token = await addUserToken(app, made.creatorId);
  spaceId = await addSpace(app, { organizationId, title: 'Guides' });
  for (const methods of [['get', 'delete'], ['get']])
    await publishSpec(app, { organizationId, token, slug: 'pets', source: petSpec({ methods }) });
});

const fill = (text: string, target = spaceId) =>
  putContent(app, target, { 'SUMMARY.md': '* [Calls](calls.md)', 'calls.md': `# Calls\n\n${text}\n` });
const draft = (body: object, caller = token) =>
  app.request('POST', `/v1/orgs/${organizationId}/openapi/pets/versions/latest/change-requests`, {
    token: caller,
    body,
  });

test('a draft lists the places in its description, as a checklist with links', async () => {
  await fill('## Remove\n\nSend `DELETE /pets` – *now*.');
  const response = await draft({ space: spaceId, class: 'breaking' });
  expect(response.statusCode, response.body).toBe(201);
  const created = response.json();
  expect(created).toMatchObject({
    status: 'draft',
    subject: 'Update pages for the OpenAPI spec “pets”',
    space: spaceId,
  });
  expect(created.revision).toBe(created.revisionInitial);
  expect(response.headers.location).toBe(created.urls.location);
  const read = (
    await app.request('GET', `/v1/spaces/${spaceId}/change-requests/${created.number}`, { token })
  ).json();
  expect(read.description).toEqual(created.description);
  const [page] = (await app.request('GET', `/v1/spaces/${spaceId}/content`, { token })).json().pages;
  const [introduction, list] = created.description.nodes;
  expect(JSON.stringify(introduction)).toContain('has changed (1 breaking)');
  const [item] = list.nodes;
  expect([list.type, item.data]).toEqual(['list-tasks', { checked: false }]);
  expect(item.nodes[0].nodes[0]).toMatchObject({
    type: 'link',
    data: { ref: { kind: 'page', page: page.id } },
  });
  const place = item.nodes[1].nodes[0].nodes[0].nodes;
  expect(place).toMatchObject([
    { leaves: [{ text: 'DELETE /pets', marks: [{ type: 'code' }] }] },
    { leaves: [{ text: ' – operation removed – ' }] },
    { type: 'link', data: { ref: { kind: 'anchor', anchor: 'remove', page: page.id } } },
    { leaves: [{ text: ' (prose): “Send DELETE /pets – now.”' }] },
  ]);
});

test('the description is a document, whatever the pages say', async () => {
  await fill(
    '| `DELETE /pets` | [x](y) **b** {% hint %} |\n| --- | --- |\n| a | b |\n\n```sh\ncurl -X DELETE $B/pets\n```',
  );
  const { description } = (await draft({ space: spaceId })).json();
  const markdown = writeMarkdown(description);
  expect(writeMarkdown(parseMarkdown(markdown).document)).toBe(markdown);
  expect(markdown).toContain('* [ ] [Calls]');
});

test('a space in which nothing is named gets none', async () => {
  await fill('GET /users');
  const refused = await draft({ space: spaceId });
  expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'no-touched-pages']);
  await fill('DELETE /pets');
  expect((await draft({ space: spaceId, class: 'documentation' })).statusCode).toBe(409);
});

test('whoever may not edit the space is refused, and a space elsewhere is not found', async () => {
  await fill('DELETE /pets');
  const reader = await addMember(app, { organizationId, role: 'read' });
  const editor = await addMember(app, { organizationId, role: 'edit' });
  expect((await draft({ space: spaceId }, reader.token)).json().error.reason).toBe('insufficient-role');
  expect((await draft({ space: spaceId }, editor.token)).statusCode).toBe(201);
  await app.request('PATCH', `/v1/spaces/${spaceId}`, { token, body: { defaultLevel: null } });
  expect((await draft({ space: spaceId }, editor.token)).statusCode).toBe(404);
  expect((await draft({ space: await addSpace(app) })).statusCode).toBe(404);
  expect((await draft({ space: 'none' })).statusCode).toBe(404);
  expect((await draft({})).statusCode).toBe(400);
  expect((await draft({ space: spaceId, base: spaceId })).statusCode).toBe(400);
});
