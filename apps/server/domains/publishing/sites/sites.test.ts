import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addSite,
  addSpace,
  grantRole,
} from '../../../../../test/factories.ts';
import { proposeBasenames } from './basename.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

const sitesUrl = (): string => `/v1/orgs/${app.organizationId}/sites`;
const url = (siteId: string): string => `${sitesUrl()}/${siteId}`;
const get = async (path: string, options = {}) => (await app.request('GET', path, options)).json();
const getSpace = (spaceId: string) => get(`/v1/spaces/${spaceId}`);

describe('creating a site', () => {
  test('puts the spaces at its root, the first one first, and publishes nothing', async () => {
    const [guide, reference, other] = [
      await addSpace(app, { title: 'Guide' }),
      await addSpace(app, { title: 'Reference' }),
      await addSpace(app, { title: 'Reference' }),
    ];
    const made = await app.request('POST', sitesUrl(), {
      body: { visibility: 'unlisted', spaces: [guide, reference, other] },
    });
    expect(made.statusCode, made.body).toBe(201);
    const site = made.json();
    expect(site).toMatchObject({ title: 'Guide', visibility: 'unlisted', published: false, siteSpaces: 3 });
    expect(site.urls).not.toHaveProperty('published');
    expect(made.headers.location).toBe(site.urls.location);
    expect(await get(url(site.id))).toEqual(site);

    const { type, structure } = await get(`${url(site.id)}/structure`);
    expect(type).toBe('siteSpaces');
    expect(
      structure.map((one: { path: string; default: boolean; space: { id: string } }) => [
        one.space.id,
        one.path,
        one.default,
      ]),
    ).toEqual([
      [guide, 'guide', true],
      [reference, 'reference', false],
      [other, 'reference-2', false],
    ]);
    expect(await getSpace(guide)).toMatchObject({ visibility: 'private' });
  });

  test('needs nothing, and names that are taken or reserved get a number', async () => {
    const first = (await app.request('POST', sitesUrl(), { body: {} })).json();
    const second = (await app.request('POST', sitesUrl(), {})).json();
    const reserved = (await app.request('POST', sitesUrl(), { body: { title: 'Sitemap' } })).json();
    expect(first).toMatchObject({ title: 'Untitled site', visibility: 'public', basename: 'untitled-site' });
    expect(second.basename).toBe('untitled-site-2');
    expect(reserved.basename).toBe('sitemap-2');
  });

  test.each([
    '',
    'AB',
    'Ü1',
    '??',
    '日本語',
    '-- a --',
    'api',
    'x'.repeat(50),
    `${'long word '.repeat(4)}`,
    'A b',
  ])('makes a basename of the title “%s” that can be a subdomain, also when it is taken', async (title) => {
    for (let n = 0; n < 3; n += 1) {
      const made = await app.request('POST', sitesUrl(), { body: title === '' ? {} : { title } });
      expect(made.json().basename).toMatch(/^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/);
    }
    for (const proposed of proposeBasenames(title))
      expect(proposed).toMatch(/^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/);
  });

  test('gives every one of many sites that are made at once a name of its own', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => app.request('POST', sitesUrl(), { body: { title: 'At once' } })),
    );
    expect(made.map(({ statusCode }) => statusCode)).toEqual(made.map(() => 201));
    expect(new Set(made.map((one) => one.json().basename)).size).toBe(made.length);
  });

  test('takes only spaces of the organization on which the caller may create content', async () => {
    const { organizationId } = await addOrganization(app);
    const foreign = await addSpace(app, { organizationId });
    const create = (spaces: string[]) => app.request('POST', sitesUrl(), { body: { spaces } });
    expect((await create([foreign])).statusCode).toBe(404);
    expect((await create(['nonsense'])).statusCode).toBe(404);
    const deleted = await addSpace(app);
    await app.request('DELETE', `/v1/spaces/${deleted}`);
    expect((await create([deleted])).statusCode).toBe(404);
    const space = await addSpace(app);
    expect((await create([space, space])).statusCode).toBe(400);
  });
});

describe('the list of sites', () => {
  test('shows those that the caller may read, and filters', async () => {
    const space = await addSpace(app);
    const [open, closed] = [
      await addSite(app, { title: 'Straße nach Süden', spaceIds: [space], isPublished: true }),
      await addSite(app, { title: 'Hidden from members' }),
    ];
    await app.request('PATCH', url(closed), { body: { defaultLevel: null } });
    const ids = async (query: string, token?: string): Promise<string[]> =>
      (await get(`${sitesUrl()}?limit=1000&${query}`, token ? { token } : {})).items.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids('')).toEqual(expect.arrayContaining([open, closed]));
    expect(await ids(`space=${space}`)).toEqual([open]);
    expect(await ids('space=nonsense')).toEqual([]);
    expect(await ids('title=STRASSE%20NACH')).toEqual([]);
    expect(await ids(`title=${encodeURIComponent('STRAßE')}`)).toEqual([open]);
    expect(await ids('published=true')).toContain(open);
    expect(await ids('published=false')).not.toContain(open);
    expect(await ids(`space=${space}&type=ultimate`)).toEqual([open]);
    expect(await ids(`space=${space}&type=basic`)).toEqual([]);

    const [member, guest] = [await addMember(app, { role: 'read' }), await addMember(app, { role: null })];
    expect(await ids('', member.token)).toContain(open);
    expect(await ids('', member.token)).not.toContain(closed);
    expect((await app.request('GET', url(closed), { token: member.token })).statusCode).toBe(404);
    expect(await ids('', guest.token)).toEqual([]);
    await grantRole(app, { userId: guest.userId, siteId: closed, role: 'read' });
    expect(await ids('', guest.token)).toEqual([closed]);
  });

  test('comes in pages', async () => {
    const { count } = await get(`${sitesUrl()}?limit=1000`);
    const seen: string[] = [];
    let page = '';
    do {
      const list = await get(`${sitesUrl()}?limit=2${page}`);
      expect(list.count).toBe(count);
      seen.push(...list.items.map(({ id }: { id: string }) => id));
      page = list.next ? `&page=${list.next.page}` : '';
    } while (page);
    expect(new Set(seen).size).toBe(count);
    expect(seen).toEqual(seen.toSorted());
  });
});

describe('changing a site', () => {
  test('leaves what is absent', async () => {
    const siteId = await addSite(app, { title: 'Before' });
    const before = await get(url(siteId));
    const changed = await app.request('PATCH', url(siteId), {
      body: { visibility: 'share-link', adaptiveContent: { enabled: true }, proxy: null, styleguide: null },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(changed.json()).toEqual({
      ...before,
      visibility: 'share-link',
      adaptiveContent: { enabled: true },
    });
  });

  test('moves it to another basename, which nobody else can have', async () => {
    const [siteId, other] = [await addSite(app), await addSite(app)];
    const to = (id: string, basename: string) => app.request('PATCH', url(id), { body: { basename } });
    const { basename: old } = await get(url(siteId));
    expect((await to(siteId, 'my-docs')).json().basename).toBe('my-docs');
    const taken = await to(other, 'my-docs');
    expect([taken.statusCode, taken.json().error.reason]).toEqual([409, 'basename-taken']);
    expect((await to(other, old)).statusCode).toBe(200);
    expect((await to(siteId, 'my-docs')).statusCode).toBe(200);
    for (const good of ['q7z', 'q-7', '0-0', 'x'.repeat(32)])
      expect((await to(siteId, good)).statusCode, good).toBe(200);
    for (const bad of ['www', 'My docs', '-ab', 'ab-', 'a', 'ab', 'a_b', 'ABC', 'äöü', 'x'.repeat(33), '']) {
      const response = await to(siteId, bad);
      expect(response.statusCode, bad).toBe(400);
      expect(response.json().error.details).toMatchObject([{ path: 'basename' }]);
    }
  });

  test.each([
    ['proxy', { proxy: 'example.com/docs' }],
    ['styleguide', { styleguide: 'x' }],
    ['agentsContext', { agentsContext: 'included' }],
  ])('says that it has no %s', async (_name, body) => {
    const siteId = await addSite(app);
    expect((await app.request('PATCH', url(siteId), { body })).statusCode).toBe(501);
  });

  test('tells the audit of changed access', async () => {
    const siteId = await addSite(app, { title: 'Audited' });
    await app.request('PATCH', url(siteId), { body: { title: 'Audited site' } });
    await app.request('PATCH', url(siteId), { body: { visibility: 'public' } });
    await app.request('PATCH', url(siteId), { body: { visibility: 'visitor-auth', defaultLevel: 'read' } });
    const { items } = await get(`/v1/orgs/${app.organizationId}/audit-events?target=${siteId}`);
    expect(items).toMatchObject([
      { action: 'permission.default-changed' },
      { action: 'site.updated', target: { type: 'site', id: siteId, label: 'Audited site' } },
    ]);
    const event = await get(`/v1/orgs/${app.organizationId}/audit-events/${items[1].id}`);
    expect(event.payload).toMatchObject({
      before: { visibility: 'public' },
      after: { visibility: 'visitor-auth' },
    });
  });
});

describe('publishing', () => {
  test('needs a space to show', async () => {
    const siteId = await addSite(app);
    const response = await app.request('POST', `${url(siteId)}/publish`);
    expect([response.statusCode, response.json().error.reason]).toEqual([409, 'nothing-to-publish']);
    const spaceId = await addSpace(app);
    const other = await addSite(app, { spaceIds: [spaceId] });
    await app.request('DELETE', `/v1/spaces/${spaceId}`);
    expect((await app.request('POST', `${url(other)}/publish`)).statusCode).toBe(409);
  });

  test('gives the site, its site spaces and its spaces their addresses, until it is unpublished', async () => {
    const [guide, api] = [
      await addSpace(app, { title: 'Guide' }),
      await addSpace(app, { title: 'API', parentId: await addCollection(app) }),
    ];
    const siteId = await addSite(app, { title: 'Addresses', spaceIds: [guide, api] });
    const published = (await app.request('POST', `${url(siteId)}/publish`)).json();
    const base = `${app.context.config.sitesUrl}/addresses/`;
    expect(published).toMatchObject({ published: true, urls: { published: base } });
    expect((await app.request('POST', `${url(siteId)}/publish`)).json()).toEqual(published);

    const { structure } = await get(`${url(siteId)}/structure`);
    expect(structure.map((one: { urls: object }) => one.urls)).toEqual([
      { published: base },
      { published: `${base}variant-2/` },
    ]);
    expect(await getSpace(guide)).toMatchObject({
      visibility: 'public',
      urls: { published: base, public: base },
    });
    expect(structure[1].space).toEqual(await getSpace(api));
    expect(structure[1].space).toMatchObject({ visibility: 'public' });

    await app.request('PATCH', url(siteId), { body: { visibility: 'visitor-auth' } });
    const { urls, visibility } = await getSpace(api);
    expect([visibility, urls.published, urls.public]).toEqual([
      'visitor-auth',
      `${base}variant-2/`,
      undefined,
    ]);

    // Readers find it on the most open site, not on the first one.
    const unlisted = await addSite(app, { title: 'More open', visibility: 'unlisted', spaceIds: [api] });
    expect(await getSpace(api)).toMatchObject({ visibility: 'visitor-auth' });
    await app.request('POST', `${url(unlisted)}/publish`);
    expect(await getSpace(api)).toMatchObject({
      visibility: 'unlisted',
      urls: { published: `${app.context.config.sitesUrl}/more-open/` },
    });
    await app.request('DELETE', url(unlisted));

    const unpublished = (await app.request('POST', `${url(siteId)}/unpublish`)).json();
    expect(unpublished.published).toBe(false);
    expect(unpublished.urls).not.toHaveProperty('published');
    expect(await getSpace(api)).toMatchObject({ visibility: 'in-collection' });
    expect((await getSpace(guide)).urls).not.toHaveProperty('published');
  });

  test('tells members since when the site is published, and readers nothing of it', async () => {
    const siteId = await addSite(app, { title: 'Since when', spaceIds: [await addSpace(app)] });
    expect(await get(url(siteId))).not.toHaveProperty('publishedAt');
    await app.request('POST', `${url(siteId)}/publish`);
    await app.request('PATCH', url(siteId), { body: { hostname: 'since.acme-docs.com' } });
    const site = await get(url(siteId));
    expect(site).toMatchObject({ pendingHostname: 'since.acme-docs.com' });
    expect(Date.parse(site.publishedAt)).toBeGreaterThan(Date.parse(site.createdAt) - 1);
    const body = { url: site.urls.published };
    const { apiToken } = (await app.request('POST', '/v1/urls/published', { token: null, body })).json();
    const bundle = await get(`${url(siteId)}/published`, { token: apiToken });
    expect(bundle.site.title).toBe('Since when');
    expect(bundle.site).not.toHaveProperty('publishedAt');
    expect(bundle.site).not.toHaveProperty('pendingHostname');
  });

  test('shows a space in all lists as it is shown by itself', async () => {
    const spaceId = await addSpace(app);
    await addSite(app, { spaceIds: [spaceId], isPublished: true });
    const space = await getSpace(spaceId);
    expect(space.urls.public).toBeDefined();
    const { items } = await get(`/v1/orgs/${app.organizationId}/spaces?limit=1000`);
    expect(items.find(({ id }: { id: string }) => id === spaceId)).toEqual(space);
  });

  test('follows deleted and restored spaces at once', async () => {
    const [first, second] = [await addSpace(app), await addSpace(app)];
    const siteId = await addSite(app, {
      title: 'Deleted ones',
      spaceIds: [first, second],
      isPublished: true,
    });
    const base = `${app.context.config.sitesUrl}/deleted-ones/`;
    const urlOf = async (spaceId: string) => (await getSpace(spaceId)).urls.published;
    expect(await urlOf(second)).toBe(`${base}variant-2/`);
    await app.request('DELETE', `/v1/spaces/${first}`);
    expect(await urlOf(second)).toBe(base);
    expect(await urlOf(first)).toBeUndefined();
    expect(await get(url(siteId))).toMatchObject({ siteSpaces: 1 });
    expect((await get(`${url(siteId)}/structure`)).structure).toMatchObject([
      { default: true, space: { id: second }, urls: { published: base } },
    ]);
    await app.request('POST', `/v1/spaces/${first}/restore`);
    expect(await urlOf(first)).toBe(base);
    expect(await urlOf(second)).toBe(`${base}variant-2/`);
  });
});

describe('deleting a site', () => {
  test('frees its name and leaves its spaces', async () => {
    const spaceId = await addSpace(app);
    const siteId = await addSite(app, { title: 'To be deleted', spaceIds: [spaceId], isPublished: true });
    expect((await app.request('DELETE', url(siteId))).statusCode).toBe(205);
    expect((await app.request('GET', url(siteId))).statusCode).toBe(404);
    expect((await app.request('DELETE', url(siteId))).statusCode).toBe(404);
    expect(await getSpace(spaceId)).toMatchObject({ visibility: 'private' });
    const again = await addSite(app, { title: 'To be deleted' });
    expect((await get(url(again))).basename).toBe('to-be-deleted');
  });
});

test('who may not read a space sees of it what its site shows', async () => {
  const spaceId = await addSpace(app, { title: 'Secret work', parentId: await addCollection(app) });
  const siteId = await addSite(app, { spaceIds: [spaceId] });
  const guest = await addMember(app, { role: null });
  await grantRole(app, { userId: guest.userId, siteId, role: 'read' });
  await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: { subject: 'A change' } });
  const { structure } = await get(`${url(siteId)}/structure`, { token: guest.token });
  expect(structure).toMatchObject([
    { title: 'Secret work', space: { title: 'Secret work', visibility: 'private', changeRequests: 0 } },
  ]);
  expect(structure[0].space).not.toHaveProperty('parent');
  expect(new Set(Object.values(structure[0].space.permissions))).toEqual(new Set([false]));
  expect((await get(`${url(siteId)}/structure`)).structure[0].space).toMatchObject({ changeRequests: 1 });
});
