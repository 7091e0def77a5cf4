/** A preview shows the facts of its own change request or revision beside the content, and of no other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { putContent } from '../../../../../../test/content.ts';
import { addSite, addSpace } from '../../../../../../test/factories.ts';

const BASE = 'https://sites.example.com';
let app: TestApp;
let spaceId: string;
let siteUrl: string;
let revisionIds: string[];
let changeRequests: { id: string; number: number }[];

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: BASE } });
  spaceId = await addSpace(app);
  revisionIds = [];
  for (const text of ['One', 'Two', 'Three']) {
    await putContent(app, spaceId, { 'README.md': `# Home\n\n${text}\n` });
    revisionIds.push((await app.request('GET', `/v1/spaces/${spaceId}`)).json().revision);
  }
  changeRequests = [];
  for (const subject of ['Mine', 'Other']) {
    const url = `/v1/spaces/${spaceId}/change-requests`;
    changeRequests.push((await app.request('POST', url, { body: { subject } })).json());
  }
  const siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  siteUrl = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
});
afterAll(() => app?.close());

async function preview(query: string): Promise<string> {
  const { url } = (await app.request('GET', `${siteUrl}/publishing/preview?${query}`)).json();
  const address = new URL(url);
  const jwtToken = address.searchParams.get('jwt_token') as string;
  address.search = '';
  const body = { url: address.href, visitor: { jwtToken } };
  const response = await app.request('POST', '/v1/urls/published', { token: null, body });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().apiToken;
}

async function statuses(token: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const [mine, other] = changeRequests.map(({ id }) => id);
  const [first, second, third] = revisionIds;
  for (const path of [
    `change-requests/${mine}`,
    `change-requests/${mine}/changes?limit=100`,
    `change-requests/${other}`,
    `change-requests/${other}/changes`,
    `revisions/${second}/changes?computed=false&limit=100&metadata=false`,
    `revisions/${second}/changes?base=${first}`,
    `revisions/${first}/changes`,
    `revisions/${third}/changes`,
  ])
    found[path] = (await app.request('GET', `/v1/spaces/${spaceId}/${path}`, { token })).statusCode;
  return found;
}

const opened = (found: Record<string, number>): string[] =>
  Object.keys(found).filter((path) => {
    expect([200, 404]).toContain(found[path]);
    return found[path] === 200;
  });

test('a preview of a change request opens that one', async () => {
  const id = changeRequests[0]?.id as string;
  const token = await preview(`space=${spaceId}&changeRequest=${id}`);
  expect(opened(await statuses(token))).toEqual([
    `change-requests/${id}`,
    `change-requests/${id}/changes?limit=100`,
  ]);
  const shown = (await app.request('GET', `/v1/spaces/${spaceId}/change-requests/${id}`, { token })).json();
  expect(shown).toMatchObject({ id, subject: 'Mine', revision: expect.any(String) });
  expect(shown.createdBy).toMatchObject({ displayName: 'Unknown' });
  expect(shown.createdBy?.email).toBeUndefined();
});

test('a preview of a revision opens its changes since its parent', async () => {
  const token = await preview(`space=${spaceId}&revision=${revisionIds[1]}`);
  expect(opened(await statuses(token))).toEqual([
    `revisions/${revisionIds[1]}/changes?computed=false&limit=100&metadata=false`,
  ]);
});

test('a reader of the site opens none of them', async () => {
  const { basename } = (await app.context.pointers.sites.find(siteUrl.split('/').at(-1) as string)) as {
    basename: string;
  };
  const body = { url: `${BASE}/${basename}/` };
  const token = (await app.request('POST', '/v1/urls/published', { token: null, body })).json().apiToken;
  expect(opened(await statuses(token))).toEqual([]);
});
