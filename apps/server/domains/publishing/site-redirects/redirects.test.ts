import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Method, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addOrganization, addSite, addSpace } from '../../../../../test/factories.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';

let app: TestApp;
/** Pages: `start` and `guides/install`. */
let spaceId: string;
let installId: string;
beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: 'https://sites.example.com' } });
  spaceId = await addSpace(app);
  await putContent(app, spaceId, {
    'README.md': '# Start\n',
    'guides/README.md': '# Guides\n',
    'guides/install.md': '# Install\n',
    'secret.md': '---\nif: visitor.claims.plan == "pro"\n---\n\n# Secret\n',
    'secret/below.md': '# Below\n',
    'SUMMARY.md':
      '* [Start](README.md)\n* [Guides](guides/README.md)\n  * [Install](guides/install.md)\n* [Secret](secret.md)\n  * [Below](secret/below.md)\n',
  });
  const found = await app.request('GET', `/v1/spaces/${spaceId}/content/path/guides%2Finstall`);
  installId = found.json().id;
});
afterAll(() => app.close());

interface Setup {
  siteId: string;
  url: string;
  /** The address of the site. */
  base: string;
  /** The ids of its site spaces: of the space with pages, and of an empty variant at `v2`. */
  siteSpaceId: string;
  variantId: string;
  variantSpaceId: string;
}

async function addGround(): Promise<Setup> {
  const variantSpaceId = await addSpace(app, { title: 'V2' });
  const siteId = await addSite(app, { spaceIds: [spaceId, variantSpaceId], isPublished: true });
  await app.database
    .sql`update site_space set path = 'v2' where site_id = ${siteId} and space_id = ${variantSpaceId}`;
  await announce(siteId);
  const rows = await app.database.sql<{ site_space_id: string }[]>`
    select site_space_id from site_space where site_id = ${siteId} order by position`;
  const { basename } = (await app.context.pointers.sites.find(siteId)) as SitePointer;
  return {
    siteId,
    url: `/v1/orgs/${app.organizationId}/sites/${siteId}/redirects`,
    base: `https://sites.example.com/${basename}`,
    siteSpaceId: rows[0]?.site_space_id as string,
    variantId: rows[1]?.site_space_id as string,
    variantSpaceId,
  };
}

const announce = (siteId: string) =>
  app.context.transact(async (unit) => unit.announce({ kind: 'site', siteId }));

const external = (url: string) => ({ kind: 'external', url });

async function call(method: Method, url: string, body?: object) {
  const response = await app.request(method, url, body ? { body } : {});
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

const create = ({ url }: Setup, body: object) => call('POST', url, body);

/** Creates redirects from sources to external addresses or other destinations. */
async function createAll(setup: Setup, redirects: Record<string, string | object>, more: object = {}) {
  for (const [source, to] of Object.entries(redirects)) {
    const destination = typeof to === 'string' ? external(to) : to;
    expect((await create(setup, { source, destination, ...more })).status).toBe(201);
  }
}

/** The target of a path, or the status of the refusal. */
async function find({ url }: Setup, source: string, query = ''): Promise<string | number> {
  const asked = `${url.slice(0, -1)}?source=${encodeURIComponent(source)}${query}`;
  const { status, body } = await call('GET', asked);
  return status === 200 ? body.target : status;
}

describe('a redirect', () => {
  test('is created, listed, changed and deleted', async () => {
    const setup = await addGround();
    const made = await app.request('POST', setup.url, {
      body: { source: '/Old/Páge/', destination: external('https://example.com/new') },
    });
    const redirect = made.json();
    expect(made.statusCode).toBe(201);
    expect(made.headers.location).toMatch(new RegExp(`/redirects/${redirect.id}$`));
    expect(redirect).toEqual({
      object: 'site-redirect',
      id: expect.any(String),
      source: '/old/p%C3%A1ge',
      draft: false,
      captureWildcard: false,
      permanent: false,
      destination: external('https://example.com/new'),
      createdAt: expect.any(String),
    });
    expect((await call('GET', setup.url)).body).toEqual({ count: 1, items: [{ ...redirect, uses: 0 }] });
    expect(await find(setup, '/OLD/pa%CC%81ge')).toBe('https://example.com/new');

    const changed = await call('PATCH', `${setup.url}/${redirect.id}`, {
      permanent: true,
      source: '/older',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: redirect.id, source: '/older', permanent: true },
    });
    expect(changed.body.updatedAt).toEqual(expect.any(String));
    expect([await find(setup, '/older'), await find(setup, '/old/páge')]).toEqual([
      'https://example.com/new',
      404,
    ]);

    expect((await call('DELETE', `${setup.url}/${redirect.id}`)).status).toBe(205);
    expect((await call('DELETE', `${setup.url}/${redirect.id}`)).status).toBe(404);
    expect(await find(setup, '/older')).toBe(404);
  });

  test('has a source of its own, as a draft and live', async () => {
    const setup = await addGround();
    const destination = external('https://example.com/');
    const first = await create(setup, { source: '/a', destination });
    expect(first.status).toBe(201);
    expect(await create(setup, { source: '/A/', destination })).toMatchObject({
      status: 409,
      body: { error: { reason: 'redirect-source-taken' } },
    });
    const draft = await create(setup, { source: '/a', destination, draft: true });
    expect(draft.status).toBe(201);
    expect((await call('PATCH', `${setup.url}/${draft.body.id}`, { draft: false })).status).toBe(409);
    expect((await call('GET', `${setup.url}?draft=true`)).body).toMatchObject({
      count: 1,
      items: [{ id: draft.body.id }],
    });
    expect((await call('GET', setup.url)).body).toMatchObject({ count: 1, items: [{ id: first.body.id }] });
  });

  test('is listed by its source or time, and searched', async () => {
    const setup = await addGround();
    await createAll(setup, {
      '/b': 'https://example.com/1',
      '/café/*': 'https://example.com/2',
      '/a': 'https://example.com/3',
    });
    const sourcesOf = async (query: string) =>
      (await call('GET', `${setup.url}?${query}`)).body.items.map(({ source }: { source: string }) => source);
    expect(await sourcesOf('')).toEqual(['/a', '/caf%C3%A9/*', '/b']);
    expect(await sourcesOf('orderBy=source')).toEqual(['/a', '/b', '/caf%C3%A9/*']);
    expect(await sourcesOf('search=CAFÉ/')).toEqual(['/caf%C3%A9/*']);
    expect(await sourcesOf('search=%25')).toEqual([]);
    const first = (await call('GET', `${setup.url}?orderBy=source&limit=2`)).body;
    expect(first.count).toBe(3);
    expect(await sourcesOf(`orderBy=source&limit=2&page=${encodeURIComponent(first.next.page)}`)).toEqual([
      '/caf%C3%A9/*',
    ]);
    expect((await call('GET', `${setup.url}?page=${encodeURIComponent(first.next.page)}`)).status).toBe(400);
    const [b] = (await call('GET', `${setup.url}?search=/b`)).body.items;
    await call('PATCH', `${setup.url}/${b.id}`, { permanent: true });
    expect(await sourcesOf('orderBy=updatedAt')).toEqual(['/b', '/a', '/caf%C3%A9/*']);
  });

  test.each([
    ['/', 'source'],
    ['/*', 'source'],
    ['/a/../b', 'source'],
    ['/a*b', 'source'],
    ['a', 'source'],
    [`/${'é'.repeat(200)}`, 'source'],
  ])('from %s is refused', async (source, path) => {
    const setup = await addGround();
    const refused = await create(setup, { source, destination: external('https://example.com/') });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, path]);
  });
});

describe('a destination', () => {
  test('is a site space or a page of the site, by its id or its path', async () => {
    const setup = await addGround();
    const { siteSpaceId, variantId, base } = setup;
    const page = { kind: 'site-page', siteSpaceId, pageId: installId };
    await createAll(setup, {
      '/old-v2': { kind: 'site-space', siteSpaceId: variantId },
      '/old-install': page,
      '/old-root': { kind: 'path', spaceId, path: '/' },
    });
    const byPath = await create(setup, {
      source: '/setup',
      destination: { kind: 'path', spaceId, path: 'guides/install' },
    });
    expect(byPath.body.destination).toEqual(page);
    expect(await find(setup, '/old-v2')).toBe(`${base}/v2/`);
    expect(await find(setup, '/old-install')).toBe(`${base}/guides/install`);
    expect(await find(setup, '/setup')).toBe(`${base}/guides/install`);
    expect(await find(setup, '/old-root')).toBe(`${base}/`);
  });

  test('is named by its path on the site, too', async () => {
    const setup = await addGround();
    const create = (path: string) =>
      call('POST', setup.url, { source: '/from', destination: { kind: 'site-path', path } });
    expect((await create('/nowhere')).status).toBe(400);
    const { status, body } = await create('/guides/install');
    expect([status, body.destination]).toEqual([
      201,
      { kind: 'site-page', siteSpaceId: setup.siteSpaceId, pageId: installId },
    ]);
  });

  test('that is not on the site, or is no address of the web, is refused', async () => {
    const setup = await addGround();
    const other = await addGround();
    const foreign = await addOrganization(app);
    const foreignSpace = await addSpace(app, { organizationId: foreign.organizationId });
    const { siteSpaceId } = setup;
    for (const [destination, path] of [
      [{ kind: 'site-section', siteSectionId: newId() }, 'destination.siteSectionId'],
      [{ kind: 'site-space', siteSpaceId: other.siteSpaceId }, 'destination.siteSpaceId'],
      [{ kind: 'site-page', siteSpaceId: other.siteSpaceId, pageId: installId }, 'destination.siteSpaceId'],
      [{ kind: 'site-page', siteSpaceId, pageId: 'unknown' }, 'destination.pageId'],
      [{ kind: 'site-page', siteSpaceId: setup.variantId, pageId: installId }, 'destination.pageId'],
      [{ kind: 'path', spaceId: foreignSpace, path: 'a' }, 'destination.spaceId'],
      [{ kind: 'path', spaceId, path: 'unknown' }, 'destination.path'],
      [external('https://user:secret@example.com/'), 'destination.url'],
      [external('javascript:alert(1)'), 'destination.url'],
      [external('ftp://example.com/'), 'destination.url'],
      [external('//example.com/'), 'destination.url'],
    ] as const) {
      const refused = await create(setup, { source: '/a', destination });
      expect([destination, refused.status]).toEqual([destination, 400]);
      expect(refused.body.error.details[0].path).toBe(path);
    }
    expect((await call('GET', setup.url)).body.count).toBe(0);
  });

  test('that is gone does not count, until it is back', async () => {
    const setup = await addGround();
    await createAll(setup, {
      '/old': { kind: 'site-space', siteSpaceId: setup.variantId },
      '/o*': 'https://example.com/',
    });
    expect(await find(setup, '/old')).toBe(`${setup.base}/v2/`);
    await call('DELETE', `/v1/spaces/${setup.variantSpaceId}`);
    expect(await find(setup, '/old')).toBe('https://example.com/');
    await call('POST', `/v1/spaces/${setup.variantSpaceId}/restore`);
    expect(await find(setup, '/old')).toBe(`${setup.base}/v2/`);
  });
});

describe('a path', () => {
  test('follows its own redirect before the longest wildcard, which may pass on the rest', async () => {
    const setup = await addGround();
    await createAll(setup, {
      '/old/page': 'https://example.com/exact',
      '/old/p*': 'https://example.com/within',
    });
    await createAll(
      setup,
      {
        '/old/*': 'https://example.com/all?x=1#y',
        '/old/deep/*': 'https://example.com/deep/',
        '/v1*': 'https://example.com/v2',
      },
      { captureWildcard: true },
    );
    for (const [asked, target] of [
      ['/old/page', 'https://example.com/exact'],
      ['/old/pages', 'https://example.com/within'],
      ['/old/page/below', 'https://example.com/within'],
      ['/Old/Other/A%20b', 'https://example.com/all/Other/A%20b?x=1#y'],
      ['/old', 'https://example.com/all?x=1#y'],
      ['/old/deep/Er', 'https://example.com/deep/Er'],
      ['/old/deep', 'https://example.com/deep/'],
      ['/v1-beta/x', 'https://example.com/v2-beta/x'],
      ['/older', 404],
      ['/', 404],
      ['/old/%2e%2e/x', 404],
      ['/old/a%2Fb', 404],
      ['/old/%', 404],
    ] as const) {
      expect([asked, await find(setup, asked)]).toEqual([asked, target]);
    }
  });

  test('is followed through other redirects of the site to content, or to what was typed', async () => {
    const setup = await addGround();
    const { base, siteSpaceId } = setup;
    await createAll(setup, { '/two': { kind: 'site-page', siteSpaceId, pageId: installId } });
    await createAll(setup, {
      '/one': `${base}/two`,
      '/to-page': `${base}/Guides?a=1#b`,
      '/feed': `${base}/feed.xml`,
      '/else': 'https://sites.example.com/another-site/two',
    });
    await createAll(setup, { '/moved/*': { kind: 'site-space', siteSpaceId } }, { captureWildcard: true });
    expect(await find(setup, '/one')).toBe(`${base}/guides/install`);
    expect(await find(setup, '/to-page')).toBe(`${base}/Guides?a=1#b`);
    expect(await find(setup, '/feed')).toBe(`${base}/feed.xml`);
    expect(await find(setup, '/else')).toBe('https://sites.example.com/another-site/two');
    expect(await find(setup, '/moved/guides/install')).toBe(`${base}/guides/install`);
    expect(await find(setup, '/moved/two')).toBe(`${base}/guides/install`);
    expect(await find(setup, '/moved/nothing')).toBe(404);
  });

  test('does not run in circles: loops are refused, and those that come about otherwise are not followed', async () => {
    const setup = await addGround();
    const { base, siteSpaceId } = setup;
    const loop = { status: 409, body: { error: { reason: 'redirect-loop' } } };
    expect(await create(setup, { source: '/self', destination: external(`${base}/Self/`) })).toMatchObject(
      loop,
    );
    expect(await create(setup, { source: '/self*', destination: external(`${base}/selfish`) })).toMatchObject(
      loop,
    );
    await createAll(setup, { '/a': `${base}/b`, '/b': `${base}/c` });
    expect(await create(setup, { source: '/c', destination: external(`${base}/a`) })).toMatchObject(loop);
    expect(await create(setup, { source: '/c*', destination: external(`${base}/a`) })).toMatchObject(loop);
    const intoItself = {
      source: '/guides/*',
      captureWildcard: true,
      destination: external(`${base}/guides`),
    };
    expect(await create(setup, intoItself)).toMatchObject(loop);
    expect((await call('GET', setup.url)).body.count).toBe(2);
    const draft = await create(setup, { source: '/c', destination: external(`${base}/a`), draft: true });
    expect(draft.status).toBe(201);
    expect(await call('PATCH', `${setup.url}/${draft.body.id}`, { draft: false })).toMatchObject(loop);
    expect(await call('PUT', setup.url, { redirects: [{ source: '/c', intent: 'publish' }] })).toMatchObject({
      body: { results: [{ status: 'error' }] },
    });
    // A page that ended a chain is deleted.
    await createAll(setup, { '/x': `${base}/v2` });
    await createAll(setup, { '/v2*': `${base}/x`, '/root': { kind: 'site-space', siteSpaceId } });
    expect(await find(setup, '/x')).toBe(`${base}/v2`);
    await call('DELETE', `/v1/spaces/${setup.variantSpaceId}`);
    expect(await find(setup, '/x')).toBe(404);
    expect(await find(setup, '/root')).toBe(`${base}/`);
  });

  test('at which there is content is told when a redirect is made from it', async () => {
    const setup = await addGround();
    const destination = external('https://example.com/');
    for (const source of ['/guides/install', '/Guides/', '/v2']) {
      const { status, body } = await create(setup, { source, destination });
      expect([status, body.warnings?.map(({ path }: { path: string }) => path)]).toEqual([201, ['source']]);
    }
    for (const source of ['/guides/*', '/v2/x', '/free']) {
      expect((await create(setup, { source, destination })).body.warnings).toBeUndefined();
    }
  });
});

describe('a visitor of the published site', () => {
  /** The answer to a token that reads the site as a visitor without claims. */
  async function findAsVisitor(setup: Setup, source: string, query = '') {
    const resolved = await app.request('POST', '/v1/urls/published', {
      token: null,
      body: { url: setup.base },
    });
    const url = `${setup.url.slice(0, -1)}?source=${encodeURIComponent(source)}${query}`;
    const response = await app.request('GET', url, { token: resolved.json().apiToken });
    return response.statusCode === 200 ? response.json().target : response.statusCode;
  }

  test('is sent only to what they may see', async () => {
    const setup = await addGround();
    const { base, siteId, siteSpaceId, variantId } = setup;
    const secret = await app.request('GET', `/v1/spaces/${spaceId}/content/path/secret`);
    await createAll(setup, {
      '/open': { kind: 'site-page', siteSpaceId, pageId: installId },
      '/variant': { kind: 'site-space', siteSpaceId: variantId },
      '/typed-variant': `${base}/v2`,
      '/secret-old': { kind: 'site-page', siteSpaceId, pageId: secret.json().id },
      '/typed-secret': `${base}/secret/below`,
      '/away': 'https://example.com/',
    });
    await createAll(setup, { '/draft': 'https://example.com/' }, { draft: true });
    await createAll(setup, { '/s*': { kind: 'site-space', siteSpaceId } }, { captureWildcard: true });
    const paths = [
      '/open',
      '/variant',
      '/typed-variant',
      '/secret-old',
      '/typed-secret',
      '/secret/below',
      '/away',
      '/draft',
    ];
    const seen = async (ask: typeof find) => {
      const targets: Record<string, string | number> = {};
      for (const path of paths) targets[path] = await ask(setup, path);
      return targets;
    };
    const everything = {
      '/open': `${base}/guides/install`,
      '/variant': `${base}/v2/`,
      '/typed-variant': `${base}/v2`,
      '/secret-old': `${base}/secret`,
      '/typed-secret': `${base}/secret/below`,
      '/secret/below': 404,
      '/away': 'https://example.com/',
      '/draft': 404,
    };
    expect(await seen(find)).toEqual(everything);
    const hidden = { '/secret-old': 404, '/typed-secret': 404 };
    expect(await seen(findAsVisitor)).toEqual({ ...everything, ...hidden });
    await app.database.sql`update site_space set is_draft = true where site_space_id = ${variantId}`;
    await announce(siteId);
    expect(await seen(find)).toEqual(everything);
    expect(await seen(findAsVisitor)).toEqual({
      ...everything,
      ...hidden,
      '/variant': 404,
      '/typed-variant': 404,
    });
    await app.database.sql`
      update site_space set is_draft = false, condition = 'visitor.claims.plan == "pro"' where site_space_id = ${variantId}`;
    await announce(siteId);
    expect(await findAsVisitor(setup, '/variant')).toBe(404);
  });

  test('keeps the key of the link that they came by', async () => {
    const setup = await addGround();
    await createAll(setup, { '/old': { kind: 'site-space', siteSpaceId: setup.variantId } });
    await app.database.sql`update site set visibility = 'share-link' where site_id = ${setup.siteId}`;
    await announce(setup.siteId);
    const link = await call('POST', setup.url.replace('redirects', 'share-links'), { name: 'A link' });
    const key = /\/(k-[\w-]+)\/?$/.exec(link.body.urls.published)?.[1] as string;
    expect(await find(setup, '/old', `&shareKey=${key}`)).toBe(`${setup.base}/${key}/v2/`);
    expect(await find(setup, '/old', '&shareKey=k-unknown')).toBe(`${setup.base}/v2/`);
    const refused = await app.request('POST', '/v1/urls/published', {
      token: null,
      body: { url: setup.base },
    });
    expect(refused.statusCode).toBe(404);
  });
});

describe('many redirects at once', () => {
  test('are created, updated, deleted and published, each on its own', async () => {
    const setup = await addGround();
    const destination = external('https://example.com/1');
    const first = await call('PUT', setup.url, {
      redirects: [
        { source: '/A', destination, permanent: true },
        { source: '/b', destination, intent: 'draft', captureWildcard: true },
        { source: '/../c', destination },
        { source: '/d', destination: { kind: 'path', spaceId, path: 'unknown' } },
        { source: '/e', destination: null },
        { source: '/f' },
        { source: '/g', intent: 'publish' },
        { source: '/guides', destination },
      ],
    });
    expect(first.status).toBe(200);
    const { results } = first.body;
    expect(
      results.map(({ status, source, draft }: Record<string, unknown>) => [status, source, draft]),
    ).toEqual([
      ['created', '/a', false],
      ['created', '/b', true],
      ['error', '/../c', false],
      ['error', '/d', false],
      ['error', '/e', false],
      ['error', '/f', false],
      ['error', '/g', true],
      ['created', '/guides', false],
    ]);
    expect(results[7].warnings).toHaveLength(1);
    const second = await call('PUT', setup.url, {
      redirects: [
        { source: '/a', destination: external('https://example.com/2') },
        { source: '/b', intent: 'publish' },
        { source: '/a', intent: 'draft', destination: external('https://example.com/3') },
        { source: '/a', intent: 'publish' },
        { source: '/guides', destination: null },
      ],
    });
    expect(second.body.results).toEqual([
      { status: 'updated', source: '/a', draft: false, id: results[0].id },
      { status: 'published', source: '/b', draft: false, id: results[1].id },
      { status: 'created', source: '/a', draft: true, id: expect.any(String) },
      { status: 'published', source: '/a', draft: false, id: results[0].id },
      { status: 'deleted', source: '/guides', draft: false },
    ]);
    expect((await call('GET', `${setup.url}?orderBy=source`)).body).toMatchObject({
      count: 2,
      items: [
        { id: results[0].id, source: '/a', permanent: false, destination: { url: 'https://example.com/3' } },
        { id: results[1].id, source: '/b', captureWildcard: true },
      ],
    });
    expect((await call('GET', `${setup.url}?draft=true`)).body.count).toBe(0);
  });

  test('that would make a loop together are refused where it closes', async () => {
    const setup = await addGround();
    const { base } = setup;
    const { body } = await call('PUT', setup.url, {
      redirects: [
        { source: '/a', destination: external(`${base}/b`) },
        { source: '/b', destination: external(`${base}/a`) },
        { source: '/b', destination: external(`${base}/guides`) },
      ],
    });
    expect(body.results.map(({ status }: { status: string }) => status)).toEqual([
      'created',
      'error',
      'created',
    ]);
    expect(await find(setup, '/a')).toBe(`${base}/guides`);
  });

  test('two writers at once leave no loop', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const setup = await addGround();
      const responses = await Promise.all([
        create(setup, { source: '/a', destination: external(`${setup.base}/b`) }),
        create(setup, { source: '/b', destination: external(`${setup.base}/a`) }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });
});

describe('a file of redirects', () => {
  const upload = async ({ url }: Setup, csv: string, query = '') => {
    const response = await app.server.inject({
      method: 'PUT',
      url: `${url}.csv${query}`,
      headers: { authorization: `Bearer ${app.adminToken}`, 'content-type': 'text/csv' },
      payload: csv,
    });
    return { status: response.statusCode, body: response.json() };
  };
  const download = async ({ url }: Setup) => {
    const response = await app.request('GET', `${url}.csv`);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    return response.body;
  };

  test('comes in whole, and goes out as it can come in again', async () => {
    const setup = await addGround();
    const { siteSpaceId, variantId } = setup;
    const uploaded = await upload(
      setup,
      [
        'Source,Destination,captureWildcard,permanent,draft',
        '/Old,"https://example.com/a,b",,yes,',
        '/install,/guides/install,,,',
        `/v/*,site-space:${variantId},true,0,false`,
        '/v3,/v2/,,,true',
        '',
        `/guides,site-page:${siteSpaceId}/${installId}`,
      ].join('\r\n'),
    );
    expect(uploaded).toMatchObject({
      status: 200,
      body: { created: 5, updated: 0, deleted: 0, unchanged: 0 },
    });
    expect(uploaded.body.warnings).toEqual([
      { path: 'line 7', message: expect.stringMatching(/^has a source that is the path of a page/) },
    ]);
    const file = await download(setup);
    expect(file).toBe(
      [
        'source,destination,captureWildcard,permanent,draft',
        `/guides,site-page:${siteSpaceId}/${installId},false,false,false`,
        `/install,site-page:${siteSpaceId}/${installId},false,false,false`,
        '/old,"https://example.com/a,b",false,true,false',
        `/v/*,site-space:${variantId},true,false,false`,
        `/v3,site-space:${variantId},false,false,true`,
        '',
      ].join('\r\n'),
    );
    expect((await upload(setup, file)).body).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
    const changed = `${file.replace('/old,"https://example.com/a,b"', '/old,https://example.com/c')}`;
    expect((await upload(setup, changed)).body).toMatchObject({ updated: 1, unchanged: 4 });
    expect(await find(setup, '/old')).toBe('https://example.com/c');
    const less = await upload(setup, 'source,destination\n/old,https://example.com/c\n', '?replace=true');
    expect(less.body).toMatchObject({ created: 0, updated: 1, deleted: 4, unchanged: 0 });
    expect((await call('GET', setup.url)).body.count).toBe(1);
  });

  test('is only checked in a dry run, with the same counts and problems', async () => {
    const setup = await addGround();
    const file = 'source,destination\n/old,https://example.com/\n';
    const checked = await upload(setup, file, '?dryRun=true');
    expect((await call('GET', setup.url)).body.count).toBe(0);
    const uploaded = await upload(setup, file);
    expect(checked).toEqual(uploaded);
    const invalid = 'source,destination\n/,https://example.com/\n';
    const [problems, refused] = [await upload(setup, invalid, '?dryRun=true'), await upload(setup, invalid)];
    expect(problems.body.error.details).toEqual(refused.body.error.details);
    const replacing = await upload(setup, 'source,destination\n', '?dryRun=true&replace=true');
    expect(replacing.body).toMatchObject({ deleted: 1 });
    expect((await call('GET', setup.url)).body.count).toBe(1);
  });

  test('with an invalid line changes nothing, and each such line is told', async () => {
    const setup = await addGround();
    await createAll(setup, { '/b': `${setup.base}/a` });
    const { status, body } = await upload(
      setup,
      [
        'source,destination,permanent',
        '/ok,https://example.com/',
        '/,https://example.com/',
        '/x,ftp://example.com/',
        '/ok,https://example.com/2',
        '/y,https://example.com/,maybe',
        '/z,https://example.com/,true,more',
        '"open,https://example.com/',
      ].join('\n'),
    );
    expect(status).toBe(400);
    expect(body.error.details).toEqual(
      [
        ['line 3', 'has an invalid source: it must not be the root of the site'],
        [
          'line 4',
          'must have a destination: an address, a path of the site, site-section:…, site-space:… or site-page:…',
        ],
        ['line 5', 'has the same source as line 2'],
        ['line 6', 'must have true, false or nothing in the columns captureWildcard, permanent and draft'],
        ['line 7', 'has more than 3 values'],
        ['line 8', 'has a quote that is not closed, text after a closing quote, or a very long value'],
      ].map(([path, message]) => ({ path, message })),
    );
    const columns = /^must list the columns source and destination, and can list captureWildcard/;
    for (const [csv, path, message] of [
      [
        'source,destination\n/a,https://example.com/\n/c,/unknown',
        'line 3',
        /^has an invalid destination: it is not the path of a page/,
      ],
      [
        `source,destination\n/ok,https://example.com/\n/a,${setup.base}/b`,
        'line 3',
        /^would lead back to its own source/,
      ],
      ['name,destination\n/a,https://example.com/', 'line 1', columns],
      ['', 'line 1', columns],
    ] as const) {
      const { status: refused, body: told } = await upload(setup, csv);
      expect([refused, told.error.details[0]]).toEqual([
        400,
        { path, message: expect.stringMatching(message) },
      ]);
    }
    expect((await call('GET', setup.url)).body.count).toBe(1);
    const notText = await app.server.inject({
      method: 'PUT',
      url: `${setup.url}.csv`,
      headers: { authorization: `Bearer ${app.adminToken}`, 'content-type': 'text/csv' },
      payload: Buffer.from([0x73, 0xff]),
    });
    expect(notText.statusCode).toBe(400);
  });
});
