import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { linksOf, pagesByTitle, summaryOf } from '../../../../../test/fixtures/content/links/links.ts';

let app: TestApp;
let spaceId: string;
let pages: Map<string, string>;

const FILES: Files = {
  'README.md': '# Home\n\n## Start here\n',
  'dir/guide.md': '# Guide\n\n## First steps\n\n{% include "../.gitbook/includes/note.md" %}\n',
  'dir/other.md': '# Other\n',
  '.gitbook/assets/a b.png': 'p',
  '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\n## In the note\n',
};

beforeAll(async () => {
  app = await buildTestApp();
  spaceId = await addSpace(app);
  await putContent(app, spaceId, { 'SUMMARY.md': summaryOf(FILES), ...FILES });
  pages = pagesByTitle((await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json().pages);
});
afterAll(() => app.close());

const resolve = (body: object, at = `/v1/spaces/${spaceId}/content`) =>
  app.request('POST', `${at}/resolve`, { body });

test('targets are resolved from the page that they are in, in their order', async () => {
  const targets = ['other.md', '#first-steps', '#in-the-note', '#gone', '../README.md#start-here', 'gone.md'];
  const response = await resolve({
    page: pages.get('Guide'),
    targets: [...targets.map((target) => ({ target })), { target: 'other.md', kind: 'image' }],
  });
  expect(response.statusCode).toBe(200);
  const { items } = response.json();
  expect(items.map(({ target, status }: { target: string; status: string }) => [target, status])).toEqual([
    ['other.md', 'ok'],
    ['#first-steps', 'ok'],
    ['#in-the-note', 'ok'],
    ['#gone', 'broken'],
    ['../README.md#start-here', 'ok'],
    ['gone.md', 'broken'],
    ['other.md', 'broken'],
  ]);
  expect(items[0].targetReference).toMatchObject({ kind: 'page', page: { title: 'Other' } });
  expect(items[4].targetReference).toMatchObject({
    page: { title: 'Home' },
    internalLocation: { anchor: 'start-here' },
  });
});

test('what is said of a target before it is saved is what the list of links says afterwards', async () => {
  const targets = [
    ...['dir/guide.md', './dir/guide.md#first-steps', 'dir/', 'https://example.com', '', 'mailto:a@b.c', '#'],
    ...['.gitbook/assets/a b.png', '%E0%A4%A', `/pages/${pages.get('Other')}`, '/pages/x', '../x.md'],
    `${app.context.config.baseUrl}/s/${spaceId}/dir/guide`,
  ];
  const before = (await resolve({ page: pages.get('Home'), targets: targets.map((target) => ({ target })) }))
    .json()
    .items.map(({ status, targetReference }: Record<string, unknown>) => [status, targetReference]);
  const twin = await addSpace(app);
  const files = {
    ...FILES,
    'README.md': `# Home\n\n${targets.map((target) => `[x](<${target}>)`).join('\n\n')}\n`,
  };
  await putContent(app, twin, { 'SUMMARY.md': summaryOf(files), ...files });
  const { items } = await linksOf(app, `/v1/spaces/${twin}/links?limit=1000`);
  const statuses = items
    .filter(({ kind, locationReferences: [place] }) => kind === 'link' && place?.page?.title === 'Home')
    .map(({ status }) => status);
  // The ids of pages are those of the other space.
  expect(statuses.with(9, 'ok')).toEqual(before.map(([status]: [string]) => status));
});

test('a change request resolves in its own content', async () => {
  const changeRequest = (
    await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} })
  ).json();
  const at = `/v1/spaces/${spaceId}/change-requests/${changeRequest.id}/content`;
  await app.request('POST', at, {
    body: { changes: [{ operation: 'insert_page', title: 'New', document: { markdown: '# New\n' } }] },
  });
  const added = pagesByTitle((await app.request('GET', `${at}/pages`)).json().pages);
  const body = { page: pages.get('Home'), targets: [{ target: `/pages/${added.get('New')}` }] };
  expect((await resolve(body, at)).json().items[0]).toMatchObject({
    status: 'ok',
    targetReference: { page: { title: 'New' } },
  });
  expect((await resolve(body)).json().items[0].status).toBe('broken');
});

test.each([
  [{ targets: [{ target: 'a' }] }, 400, 'page'],
  [{ page: 'a', reusableContent: 'b', targets: [{ target: 'a' }] }, 400, 'page'],
  [{ page: 'a', targets: [] }, 400, 'targets'],
  [{ page: 'a', targets: [{ target: 'a', kind: 'page-link' }] }, 400, 'targets.0.kind'],
])('%j is refused', async (body, status, path) => {
  const response = await resolve(body);
  expect([response.statusCode, response.json().error.details[0].path]).toEqual([status, path]);
});

test('a page of another space is not found', async () => {
  const response = await resolve({
    page: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
    targets: [{ target: 'a' }],
  });
  expect(response.statusCode).toBe(404);
});
