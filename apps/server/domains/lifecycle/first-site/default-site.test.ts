import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addUser } from '../../../../../test/factories.ts';
import { runJobs } from '../../../../../test/jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Creates an organization as a new user, and sends requests as this user. */
async function create(query: string) {
  const { token } = await addUser(app);
  const created = await app.request('POST', `/v1/orgs${query}`, { token, body: { title: 'Acme [x]' } });
  expect(created.statusCode, created.body).toBe(201);
  const url = `/v1/orgs/${created.json().id}`;
  const send = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const response = await app.request(method, path, { token, body });
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response.json();
  };
  return {
    get: (path: string) => send('GET', path.startsWith('/v1') ? path : url + path),
    post: (path: string, body: object) => send('POST', path, body),
  };
}

const titlesOf = (list: unknown) => (list as { items: { title: string }[] }).items.map(({ title }) => title);

test('a new organization can begin with a site, whose space has a page', async () => {
  const { get } = await create('?withDefaultSite=true');
  await runJobs(app);
  const sites = (await get('/sites')) as { items: { id: string; published: boolean }[] };
  expect(sites.items).toMatchObject([{ title: 'Acme [x]', visibility: 'public', published: false }]);
  expect(await get('')).toMatchObject({ defaultContent: { type: 'site', site: sites.items[0]?.id } });
  const [space] = ((await get('/spaces')) as { items: { id: string; title: string }[] }).items;
  expect(space?.title).toBe('Documentation');
  expect(await get(`/v1/spaces/${space?.id}/content`)).toMatchObject({
    pages: [{ type: 'document', title: 'Acme [x]' }],
  });
  expect(await get('/openapi')).toMatchObject({ items: [] });
});

test('its site can show an OpenAPI spec', async () => {
  const { get } = await create('?withDefaultSite=true&openapiUrl=https://api.example.com/openapi.json');
  await runJobs(app);
  expect(await get('/openapi')).toMatchObject({
    items: [{ slug: 'api', sourceURL: 'https://api.example.com/openapi.json' }],
  });
  const [space] = ((await get('/spaces')) as { items: { id: string }[] }).items;
  const content = await get(`/v1/spaces/${space?.id}/content?computed=false`);
  expect(content).toMatchObject({ pages: [{ title: 'Acme [x]' }, { type: 'computed' }] });
});

test('a space that somebody changed before the job ran stays as it is', async () => {
  const { get, post } = await create('?withDefaultSite=true');
  const [space] = ((await get('/spaces')) as { items: { id: string }[] }).items;
  const content = `/v1/spaces/${space?.id}/content`;
  await post(content, { changes: [{ operation: 'insert_page', document: { markdown: '# Mine\n' } }] });
  await runJobs(app);
  expect(await get(content)).toMatchObject({ pages: [{ title: 'Mine' }] });
});

test.each([
  ['openapiUrl', '?openapiUrl=https://api.example.com/openapi.json'],
  ['openapiUrl', '?withDefaultSite=true&openapiUrl=ftp://api.example.com/'],
  ['withDefaultSite', '?withDefaultSite=perhaps'],
])('an invalid %s is refused, and nothing is created', async (path, query) => {
  const { token } = await addUser(app);
  const response = await app.request('POST', `/v1/orgs${query}`, { token, body: { title: 'Acme' } });
  expect(response.statusCode).toBe(400);
  expect(JSON.stringify(response.json())).toContain(path);
  expect(titlesOf((await app.request('GET', '/v1/orgs', { token })).json())).toEqual([]);
});

test('the documentation of the first start is as old as the organization, by which the console knows it', async () => {
  const first = await buildTestApp({ hasFirstSite: true });
  try {
    const url = `/v1/orgs/${first.organizationId}`;
    const { createdAt } = (await first.request('GET', url)).json();
    const { items } = (await first.request('GET', `${url}/spaces`)).json();
    expect(items).toMatchObject([{ title: 'Documentation', createdAt }]);
  } finally {
    await first.close();
  }
});
