/** Pages of a spec as the API computes them, for any source and any caller who may read it. */

import { newId } from '@lectern/std/ids';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addSite, addSpace, grantRole } from '../../../../../test/factories.ts';
import { runJobs } from '../../../../../test/jobs.ts';

const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  tags: [{ name: 'owners', description: 'Who *keeps* pets.' }],
  paths: {
    '/pets': { get: { summary: 'List pets' }, post: { summary: 'Add a pet' } },
    '/owners/{id}': { get: { tags: ['owners'], operationId: 'getOwner' } },
  },
  webhooks: { petAdded: { post: {} } },
  components: { schemas: { Pet: { type: 'object' } } },
};

interface ComputedPage {
  id: string;
  type: string;
  title: string;
  path: string;
  pages: ComputedPage[];
  computed?: object;
  computedSeed?: string;
}

let app: TestApp;
let spaceId: string;

async function publish(slug: string, spec: object): Promise<void> {
  const url = `/v1/orgs/${app.organizationId}/openapi/${slug}`;
  const response = await app.request('PUT', url, { body: { source: { text: JSON.stringify(spec) } } });
  expect(response.statusCode).toBeLessThan(300);
  await runJobs(app);
}

beforeAll(async () => {
  app = await buildTestApp();
  spaceId = await addSpace(app, { title: 'Reference' });
  await publish('pets', SPEC);
  const { '/pets': pets } = SPEC.paths;
  await publish('pets', { ...SPEC, paths: { ...SPEC.paths, '/pets': { get: pets.get } } });
});
afterAll(async () => app?.close());

const sourceOf = (props: object, spec = 'pets') => ({
  type: 'builtin:openapi',
  props,
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
});

const compute = (
  what: 'revision' | 'document',
  source: object,
  { seed = 'seed', token = app.adminToken } = {},
) => app.request('POST', `/v1/spaces/${spaceId}/content/computed/${what}`, { body: { source, seed }, token });

async function pagesOf(props: object, options?: { seed?: string }): Promise<ComputedPage[]> {
  const response = await compute('revision', sourceOf(props), options);
  expect(response.statusCode).toBe(200);
  const { pages, ...others } = response.json();
  expect(others).toEqual({ files: [], reusableContents: [] });
  return pages;
}

const listPages = (pages: ComputedPage[]): ComputedPage[] =>
  pages.flatMap((page) => [page, ...listPages(page.pages)]);

describe('pages of a spec', () => {
  test('are those of an entry with the same source', async () => {
    const pages = await pagesOf({ models: true, changelog: true });
    expect(pages.map(({ type, title, path }) => `${type} ${title} ${path}`)).toEqual([
      'document owners owners',
      'document Pets pets',
      'document Webhooks webhooks',
      'document Models models',
      'document Changelog changelog',
    ]);
    const grouped = listPages(await pagesOf({ models: false, grouping: 'by-operation' }));
    expect(grouped.map(({ type, path }) => `${type} ${path}`)).toEqual([
      'document owners',
      'document owners/getowner',
      'group pets',
      'document pets/list-pets',
      'document webhooks',
    ]);
  });

  test('begin with what the spec says about the API, and go on where one page would be too long', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 101 }, (_, n) => [`/many/${n}`, { get: { tags: ['many', 'also'] } }]),
    );
    const schemas = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`Model${n}`, {}]));
    const hidden = { '/secret': { get: { tags: ['secret'], 'x-internal': true } } };
    const info = { title: 'Many', version: '2', description: 'Read this *first*.' };
    await publish('many', { ...SPEC, info, paths: { ...paths, ...hidden }, components: { schemas } });
    const source = sourceOf({ models: true }, 'many');
    const { pages } = (await compute('revision', source)).json();
    expect(pages.map(({ title, path }: ComputedPage) => `${title} ${path}`)).toEqual([
      'Overview overview',
      // The tag is described, and no operation has it.
      'owners owners',
      'many many',
      'many (2) many-2',
      'also also',
      'also (2) also-2',
      'Webhooks webhooks',
      'Models models',
      'Models (2) models-2',
    ]);
    const counts = await Promise.all(
      pages.map(async ({ computed, computedSeed }: Required<ComputedPage>) => {
        const response = await compute('document', computed, { seed: computedSeed });
        const { nodes } = response.json();
        return nodes[0].data?.schemas?.length ?? nodes.length;
      }),
    );
    expect(counts).toEqual([2, 1, 100, 1, 100, 1, 1, 200, 1]);
  });

  test('have the ids that their seed makes', async () => {
    const ids = async (seed: string) => (await pagesOf({ models: true }, { seed })).map(({ id }) => id);
    expect(await ids('one')).toEqual(await ids('one'));
    expect(await ids('one')).not.toEqual(await ids('other'));
    expect(new Set(await ids('one')).size).toBe(4);
    // A form of a UUID, of a version that there is not.
    expect(await ids('11111111-1111-9111-c111-111111111111')).toHaveLength(4);
  });

  test('have documents, by what they say of themselves', async () => {
    const shown = new Map<string, string>();
    for (const props of [{ models: true, changelog: true }, { grouping: 'by-operation' }])
      for (const { path, computed, computedSeed } of listPages(await pagesOf(props))) {
        if (!computed) continue;
        const response = await compute('document', computed, { seed: computedSeed });
        expect(response.statusCode, path).toBe(200);
        const { object, nodes } = response.json();
        expect(object).toBe('document');
        const keys = nodes.map(({ key }: { key: string }) => key);
        expect(new Set(keys).size, path).toBe(nodes.length);
        shown.set(
          path,
          nodes.map(({ type, data }: { type: string; data: object }) => {
            const { method, path: of, name, schemas } = data as Record<string, string>;
            return [type, method, of ?? name ?? schemas].filter((one) => one !== undefined).join(' ');
          }),
        );
      }
    expect(Object.fromEntries(shown)).toEqual({
      owners: ['paragraph'],
      pets: ['openapi-operation get /pets'],
      webhooks: ['openapi-webhook post petAdded'],
      models: ['openapi-schemas Pet'],
      changelog: ['heading-1', 'list-unordered'],
      'owners/getowner': ['openapi-operation get /owners/{id}'],
      'pets/list-pets': ['openapi-operation get /pets'],
    });
    const named = await compute('document', sourceOf({ doc: 'operation', page: '/pets', method: 'get' }));
    expect(named.json().nodes).toMatchObject([{ data: { path: '/pets' } }]);
  });
});

describe('the content of a space with a computed entry', () => {
  const ENTRY = [
    '* [Home](README.md)',
    '* ```yaml',
    '  type: builtin:openapi',
    '  props:',
    '    models: true',
    '  dependencies:',
    '    spec:',
    '      ref:',
    '        kind: openapi',
    '        spec: listed',
    '  ```',
    '',
  ].join('\n');
  let place: string;
  const read = async (path: string, token?: string) => {
    const response = await app.request('GET', `${place}${path}`, token === undefined ? {} : { token });
    return response.statusCode === 200 ? response.json() : response.statusCode;
  };
  const titles = (pages: ComputedPage[]): string[] => listPages(pages).map(({ title }) => title);

  beforeAll(async () => {
    await publish('listed', SPEC);
    const listed = await addSpace(app);
    await putContent(app, listed, { 'README.md': '# Home\n', 'SUMMARY.md': ENTRY });
    place = `/v1/spaces/${listed}`;
  });

  test('has its pages by default, and the entry with computed=false', async () => {
    const { revision } = await read('');
    for (const at of ['/content', `/revisions/${revision}`]) {
      for (const query of ['', '?computed=true']) {
        for (const path of [at, `${at}/pages`]) {
          const { pages } = await read(path + query);
          expect(titles(pages)).toEqual(['Home', 'owners', 'Pets', 'Webhooks', 'Models']);
          expect(pages[1]).toMatchObject({
            type: 'document',
            computed: { type: 'builtin:openapi' },
            computedSeed: expect.any(String),
          });
        }
      }
      for (const path of [at, `${at}/pages`])
        expect((await read(`${path}?computed=false`)).pages.map(({ type }: ComputedPage) => type)).toEqual([
          'document',
          'computed',
        ]);
    }
  });

  test('shows each page by id, by path, as a document and as Markdown', async () => {
    const { revision } = await read('');
    for (const at of ['/content', `/revisions/${revision}`]) {
      for (const { id, path } of (await read(`${at}/pages`)).pages.slice(1)) {
        const page = await read(`${at}/page/${id}`);
        expect(page).toMatchObject({ id, path, document: { nodes: expect.any(Array) } });
        expect(page.document.nodes.length).toBeGreaterThan(0);
        expect(await read(`${at}/path/${path}`)).toEqual(page);
        expect((await read(`${at}/page/${id}?format=markdown`)).markdown).toMatch(/^# /);
        expect(await read(`${at}/page/${id}?computed=false`)).toBe(404);
        expect(await read(`${at}/page/${id}/meta-links`)).toEqual({});
        expect(await read(`/revisions/${revision}/page/${id}/document`)).toEqual(page.document);
      }
    }
  });

  test('follows the spec without a new revision, and keeps the ids', async () => {
    const { revision } = await read('');
    const before = (await read('/content/pages')).pages;
    await publish('listed', { ...SPEC, paths: { ...SPEC.paths, '/vets': { get: { tags: ['vets'] } } } });
    const after = (await read('/content/pages')).pages;
    expect((await read('/content/tree')).pages).toMatchObject(
      after.map(({ id, title }: ComputedPage) => ({ id, title })),
    );
    expect(titles(after)).toEqual(['Home', 'owners', 'Pets', 'vets', 'Webhooks', 'Models']);
    expect(after.slice(0, 3).map(({ id }: ComputedPage) => id)).toEqual(
      before.slice(0, 3).map(({ id }: ComputedPage) => id),
    );
    expect((await read('')).revision).toBe(revision);
    await app.request('DELETE', `/v1/orgs/${app.organizationId}/openapi/listed`);
    expect(titles((await read('/content')).pages)).toEqual(['Home']);
  });
});

describe('a search finds computed pages', () => {
  const entryOf = (spec: string, props: string): string =>
    `* \`\`\`yaml\n  type: builtin:openapi\n  props: {${props}}\n  dependencies: {spec: {ref: {kind: openapi, spec: ${spec}}}}\n  \`\`\`\n`;

  interface Found {
    next?: { page: string };
    count: number;
    items: { id: string; title: string; path: string; sections: { title: string; path: string }[] }[];
  }

  async function placeWith(spec: string, props: string): Promise<{ id: string; place: string }> {
    const id = await addSpace(app);
    await putContent(app, id, { 'SUMMARY.md': entryOf(spec, props) });
    return { id, place: `/v1/spaces/${id}` };
  }

  async function find(place: string, query: string, more = ''): Promise<Found> {
    const response = await app.request('GET', `${place}/search?query=${encodeURIComponent(query)}${more}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  }

  async function findInOrganization(spaceId: string, query: string) {
    const found = await find(`/v1/orgs/${app.organizationId}`, query);
    const groups = found.items as unknown as { id: string; pages: Found['items'] }[];
    return groups.find(({ id }) => id === spaceId)?.pages ?? [];
  }

  test.each(['models: true', 'models: true, grouping: by-operation'])('with %s', async (props) => {
    const spec = props.includes('by-operation') ? 'each-found' : 'found';
    await publish(spec, {
      ...SPEC,
      paths: { '/pets': { get: { summary: 'List pets', description: 'Returns whatever barks.' } } },
    });
    const { id, place } = await placeWith(spec, props);
    const { pages } = (await app.request('GET', `${place}/content/pages`)).json();
    const all = new Map(listPages(pages).map((page) => [page.id, page]));
    for (const query of ['list pets', 'barks', 'petAdded', 'GET /pets', 'Pet']) {
      const found = await find(place, query);
      expect(found.items.length, query).toBeGreaterThan(0);
      expect(found.count).toBe(found.items.length);
      for (const { id: pageId, title, path, sections } of found.items) {
        expect({ title, path }).toEqual({ title: all.get(pageId)?.title, path: all.get(pageId)?.path });
        for (const section of sections) expect(section.path).toMatch(new RegExp(`^${path}(#|$)`));
      }
      expect(await findInOrganization(id, query)).toMatchObject(
        found.items.map(({ id: pageId, path }) => ({ id: pageId, path })),
      );
    }
    expect((await find(place, 'barks')).items[0]?.sections[0]?.title).toBe('List pets');
  });

  test('in sites, for readers who see their entry', async () => {
    await publish('on-site', SPEC);
    const id = await addSpace(app);
    await putContent(app, id, {
      'SUMMARY.md': `* [Start](README.md)\n${entryOf('on-site', 'models: true')}* [For some](some.md)\n${entryOf('on-site', 'grouping: by-operation').replace(/^(?=.)/gm, '  ')}`,
      'README.md': '# Start\n\n{% if visitor.claims.beta %}\nText about pets.\n{% endif %}\n',
      'some.md': '---\nif: visitor.claims.beta\n---\n\n# For some\n',
    });
    const plain = await addSpace(app);
    await putContent(app, plain, { 'SUMMARY.md': entryOf('on-site', 'models: true') });
    const siteId = await addSite(app, { spaceIds: [id, plain], isPublished: true });
    const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
    await app.request('PATCH', site, { body: { adaptiveContent: { enabled: true } } });
    const { privateKey } = (await app.request('GET', `${site}/publishing/auth`)).json();
    const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };

    async function findAs(claims: object | undefined): Promise<{ count: number; paths: string[][] }> {
      const jwtToken =
        claims &&
        (await new SignJWT({ ...claims })
          .setProtectedHeader({ alg: 'HS256' })
          .setExpirationTime('1h')
          .sign(Buffer.from(privateKey)));
      const url = new URL(`${basename}/`, app.context.config.sitesUrl).href;
      const visit = { url, visitor: jwtToken ? { jwtToken } : {} };
      const { apiToken: token } = (
        await app.request('POST', '/v1/urls/published', { body: visit, token: null })
      ).json();
      const body = { query: 'list', scope: { mode: 'all' } };
      const { count, items } = (await app.request('POST', `${site}/search`, { body, token })).json();
      const pathsIn = (spaceId: string) =>
        items.flatMap((one: { id: string; pages: { path: string }[] }) =>
          one.id === spaceId ? one.pages.map(({ path }) => path) : [],
        );
      return { count, paths: [pathsIn(id), pathsIn(plain)] };
    }

    expect(await findAs(undefined)).toEqual({ count: 2, paths: [['pets'], ['pets']] });
    const { count, paths } = await findAs({ beta: true });
    expect(count).toBe(3);
    expect(paths.map((some) => some.sort())).toEqual([['pets', 'some/pets/list-pets'], ['pets']]);
    const asMember = await app.request('POST', `${site}/search`, {
      body: { query: 'list', mode: 'all' },
    });
    expect(asMember.json().count).toBe(2);
  });

  test('by the last version of the spec, and no longer when it is deleted', async () => {
    await publish('moving', SPEC);
    const { id, place } = await placeWith('moving', 'models: false');
    expect((await find(place, 'hospital')).count).toBe(0);
    await publish('moving', {
      ...SPEC,
      tags: [],
      paths: { '/vets': { get: { summary: 'Call the hospital' } } },
    });
    expect((await find(place, 'hospital')).count).toBe(1);
    expect(await findInOrganization(id, 'hospital')).toHaveLength(1);
    expect((await find(place, 'owners')).count).toBe(0);
    await app.request('DELETE', `/v1/orgs/${app.organizationId}/openapi/moving`);
    expect((await find(place, 'hospital')).count).toBe(0);
    expect(await findInOrganization(id, 'hospital')).toEqual([]);
  });

  test('among the written ones, page by page, and not after their entry is gone', async () => {
    await publish('mixed', SPEC);
    const { id, place } = await placeWith('mixed', 'models: false, grouping: by-operation');
    const written = { 'README.md': '# Pets at home\n\nPets everywhere.\n' };
    await putContent(app, id, {
      ...written,
      'SUMMARY.md': `* [Pets at home](README.md)\n${entryOf('mixed', 'grouping: by-operation')}`,
    });
    const whole = await find(place, 'pets');
    expect(whole.items.map(({ title }) => title).sort()).toEqual([
      'Add a pet',
      'List pets',
      'Pets at home',
      'Webhooks',
      'owners',
    ]);
    const seen: string[] = [];
    let next = '';
    do {
      const part = await find(place, 'pets', `&limit=1${next}`);
      seen.push(...part.items.map(({ id: pageId }) => pageId));
      next = part.next ? `&page=${part.next.page}` : '';
    } while (next !== '');
    expect(seen).toEqual(whole.items.map(({ id: pageId }) => pageId));
    await putContent(app, id, { ...written, 'SUMMARY.md': '* [Pets at home](README.md)\n' });
    expect((await find(place, 'pets')).items.map(({ title }) => title)).toEqual(['Pets at home']);
    expect(await findInOrganization(id, 'pets')).toHaveLength(1);
  });
});

describe('what cannot be computed', () => {
  test.each([
    [sourceOf({ models: true }, 'none'), 404, 'openapi-spec-not-found'],
    [{ type: 'builtin:openapi', props: {} }, 400, 'invalid-request'],
    [{ type: 'builtin:nothing' }, 400, 'invalid-request'],
    [{ ...sourceOf({}), props: 'models' }, 400, 'invalid-request'],
    [{ type: 'builtin:translation', props: {} }, 501, 'not-implemented'],
    [{ type: 'integration:vendor:pages', props: {} }, 501, 'not-implemented'],
  ])('%j is an error', async (source, status, reason) => {
    for (const what of ['revision', 'document'] as const) {
      const response = await compute(what, source);
      expect([response.statusCode, response.json().error.reason], what).toEqual([status, reason]);
    }
  });

  test.each([{}, { doc: 'operations', page: 'tag/none' }, { doc: 'tag', page: '' }, { doc: 'tag', page: 7 }])(
    'a document of %j is none',
    async (props) => {
      const response = await compute('document', sourceOf(props));
      expect([response.statusCode, response.json().error.reason]).toEqual([404, 'document-not-found']);
    },
  );

  test('a spec without a version has no pages', async () => {
    const url = `/v1/orgs/${app.organizationId}/openapi/broken`;
    await app.request('PUT', url, { body: { source: { text: 'openapi: [' } } });
    await runJobs(app);
    expect((await compute('revision', sourceOf({}, 'broken'))).statusCode).toBe(404);
  });
});

test('a guest reads specs that the space has pages of, and no others', async () => {
  const { token, userId } = await addMember(app, { role: null });
  await grantRole(app, { spaceId, userId, role: 'read' });
  await publish('secret', SPEC);
  const statuses = async () =>
    Promise.all(
      ['pets', 'secret'].flatMap((spec) =>
        (['revision', 'document'] as const).map(
          async (what) => (await compute(what, sourceOf({ doc: 'models' }, spec), { token })).statusCode,
        ),
      ),
    );
  expect(await statuses()).toEqual([404, 404, 404, 404]);
  const entry =
    '* ```yaml\n  type: builtin:openapi\n  props: {models: true}\n  dependencies: {spec: {ref: {kind: openapi, spec: pets}}}\n  ```\n';
  await putContent(app, spaceId, { 'README.md': '# Home\n', 'SUMMARY.md': `* [Home](README.md)\n${entry}` });
  expect(await statuses()).toEqual([200, 200, 404, 404]);
  expect((await compute('revision', sourceOf({}), { token: newId() })).statusCode).toBe(401);
});
