/**
 * Plays an existing renderer of published sites: the calls that it was seen to make for each kind of request, in their
 * order, and the fields without which it fails.
 */
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addSite, addSpace } from '../../../../../test/factories.ts';
import { runJobs } from '../../../../../test/jobs.ts';

let app: TestApp;
let setup: { siteId: string; spaceId: string; other: string; site: string; address: string };

const FILES = {
  'README.md':
    '# Welcome\n\nSee [the guide](guides/first-steps.md).\n\n![A picture](.gitbook/assets/a.png)\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n\n## Guides\n\n* [First steps](guides/first-steps.md)\n* [For the plan pro](guides/pro.md)\n',
  'guides/first-steps.md':
    '# First steps\n\nInstall the quixotic program.\n\n{% if visitor.claims.plan === "pro" %}\nOnly with the plan pro: zephyr.\n{% endif %}\n',
  'guides/pro.md': '---\nif: visitor.claims.plan === "pro"\n---\n\n# For the plan pro\n\nAbout the zephyr.\n',
  '.gitbook/assets/a.png': Buffer.from('89504e470d0a1a0a', 'hex'),
};

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: 'https://sites.example.com' } });
  const spaceId = await addSpace(app, { title: 'Docs' });
  const other = await addSpace(app, { title: 'Version 1' });
  await putContent(app, spaceId, FILES);
  await putContent(app, other, { 'README.md': '# Version 1\n' });
  await runJobs(app);
  const siteId = await addSite(app, { title: 'Docs', spaceIds: [spaceId, other], isPublished: true });
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  await app.request('PATCH', site, { body: { adaptiveContent: { enabled: true } } });
  const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
  setup = { siteId, spaceId, other, site, address: `https://sites.example.com/${basename}` };
});
afterAll(() => app.close());

interface Visit {
  jwtToken?: string;
}

async function resolve(path: string, visitor: Visit = {}) {
  const response = await app.request('POST', '/v1/urls/published', {
    token: null,
    body: { url: `${setup.address}${path}`, visitor, redirectOnError: false, cacheBust: '1' },
  });
  return { status: response.statusCode, body: response.json() };
}

/** Reads with the token of a site. */
const reader = (token: string) => async (url: string, body?: object) => {
  const response = await app.request(body ? 'POST' : 'GET', url, { token, ...(body ? { body } : {}) });
  return { status: response.statusCode, body: response.json() };
};

/** The first calls for every page: the address, the site, the space and its revision. */
async function open(path: string, visitor: Visit = {}) {
  const { body: content, status } = await resolve(path, visitor);
  expect(status).toBe(200);
  const read = reader(content.apiToken);
  const shareKey = content.shareKey === undefined ? '' : `?shareKey=${content.shareKey}`;
  const [bundle, space] = await Promise.all([
    read(`${setup.site}/published${shareKey}`),
    read(`/v1/spaces/${content.space}${shareKey}`),
  ]);
  expect([bundle.status, space.status]).toEqual([200, 200]);
  const revisionId = content.revision ?? space.body.revision;
  const at = `/v1/spaces/${content.space}/revisions/${revisionId}`;
  const revision = await read(`${at}?metadata=true`);
  expect(revision.status).toBe(200);
  return { content, bundle: bundle.body, space: space.body, revision: revision.body, at, read };
}

interface Page {
  id: string;
  path: string;
  title: string;
  type: string;
  pages?: Page[];
}

const flatten = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);
const pageAt = (pages: Page[], path: string): Page => {
  const page = flatten(pages).find((one) => one.path === path);
  if (!page) throw new Error(`There is no page at ${path}.`);
  return page;
};

const signIn = async (claims: object): Promise<string> => {
  const { privateKey } = (await app.request('GET', `${setup.site}/publishing/auth`)).json();
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(Buffer.from(privateKey));
};

describe('a page', () => {
  test('is drawn from six requests', async () => {
    const { content, revision, at, read } = await open('/');
    expect(content).toMatchObject({ pathname: '/', space: setup.spaceId, siteSpace: expect.any(String) });
    const [first] = flatten(revision.pages).filter(({ type }) => type === 'document');
    expect((await read(`${at}/page/${first?.id}/meta-links`)).status).toBe(200);
    const document = await read(
      `${at}/page/${first?.id}/document?evaluated=deterministic-only&dereferenced=reusable-contents`,
    );
    expect(document.status).toBe(200);
    expect(JSON.stringify(document.body)).toContain('the guide');
  });

  test('names in each answer what the renderer is told when it changes', async () => {
    const { content, revision, at } = await open('/');
    const [first] = flatten(revision.pages).filter(({ type }) => type === 'document');
    const tagsOf = async (url: string, token: string, body?: object) => {
      const response = await app.request(body ? 'POST' : 'GET', url, { token, ...(body ? { body } : {}) });
      return [response.statusCode, response.headers['x-gitbook-cache-tag']];
    };
    const ofSite = `site:${setup.siteId}`;
    const ofSpace = `space:${setup.spaceId},${ofSite}`;
    const document = `${at}/page/${first?.id}/document?evaluated=deterministic-only`;
    const read = (url: string, body?: object) => tagsOf(url, content.apiToken, body);
    expect(await read(`${setup.site}/published`)).toEqual([200, ofSite]);
    expect(await read(`${setup.site}/redirect?source=/nowhere`)).toEqual([404, ofSite]);
    expect(await read(`${setup.site}/search`, { query: 'quixotic', mode: 'all' })).toEqual([200, ofSite]);
    expect(await read(`/v1/spaces/${setup.spaceId}`)).toEqual([200, ofSpace]);
    expect(await read(`${at}?metadata=true`)).toEqual([200, ofSpace]);
    expect(await read(document)).toEqual([200, ofSpace]);
    expect(await read(document)).toEqual([200, ofSpace]);
    expect(await read(`${at}/page/${first?.id}?format=markdown`)).toEqual([200, ofSpace]);
    expect(await read(`${at}/path/no-such-page`)).toEqual([404, ofSpace]);
    expect(await tagsOf(document, app.adminToken)).toEqual([200, undefined]);
  });

  test('has every field that the renderer needs', async () => {
    const { content, bundle, space, revision } = await open('/');
    for (const name of 'site siteSpace space organization pathname basePath siteBasePath apiToken complete canonicalUrl'.split(
      ' ',
    ))
      expect(content, name).toHaveProperty(name);
    expect(content.apiToken.split('.')).toHaveLength(3);
    expect(bundle.site.urls.published).toBe(`${setup.address}/`);
    expect(bundle.structure.type).toBe('siteSpaces');
    for (const entry of bundle.structure.structure) {
      expect(entry).toMatchObject({ id: expect.any(String), space: { id: expect.any(String) } });
      expect(entry.urls.published).toMatch(`${setup.address}/`);
    }
    const customization = bundle.customizations.site;
    const [, ...others] = bundle.structure.structure;
    expect(bundle.customizations.siteSpaces).toEqual(
      Object.fromEntries(others.map(({ id }: { id: string }) => [id, customization])),
    );
    expect(bundle.scripts).toEqual([]);
    for (const color of ['primaryColor', 'infoColor', 'warningColor', 'dangerColor', 'successColor'])
      expect(customization.styling[color]).toEqual({ light: expect.any(String), dark: expect.any(String) });
    expect(customization.styling).toHaveProperty('font');
    expect(customization.styling.codeTheme.default).toHaveProperty('light');
    for (const name of 'internationalization favicon footer themes feedback ai externalLinks pagination pageActions trademark privacyPolicy socialPreview socialAccounts'.split(
      ' ',
    ))
      expect(customization, name).toHaveProperty(name);
    expect(customization.header.links).toEqual([]);
    expect(customization.ai.mode).toBe('none');
    expect(space).toMatchObject({ urls: expect.any(Object), revision: expect.any(String), title: 'Docs' });
    expect(revision.urls).toBeDefined();
    for (const list of ['files', 'reusableContents', 'tags'])
      expect(revision[list]).toEqual(expect.any(Array));
    expect(revision.files).toContainEqual(
      expect.objectContaining({
        name: 'a.png',
        contentType: expect.any(String),
        downloadURL: expect.any(String),
      }),
    );
    for (const page of flatten(revision.pages).filter(({ type }) => type === 'document'))
      expect(page).toMatchObject({
        id: expect.any(String),
        layout: expect.any(Object),
        tags: expect.any(Array),
      });
    expect(flatten(revision.pages).map(({ type }) => type)).not.toContain('computed');
  });

  test('is read by its Markdown with stable references', async () => {
    const { revision, at, read } = await open('/guides/first-steps');
    const page = pageAt(
      revision.pages,
      'welcome' in revision ? '' : (flatten(revision.pages)[0]?.path ?? ''),
    );
    const response = await read(`${at}/page/${page.id}?format=markdown&format.markdown.refs=stable`);
    expect(response.body.markdown).toMatch(/\/pages\/[\w-]+/);
  });

  test('of an unknown path is looked for among redirects and paths', async () => {
    const { at, read } = await open('/no/such/page');
    expect((await read(`${setup.site}/redirect?source=/no/such/page`)).status).toBe(404);
    expect((await read(`${at}/path/${encodeURIComponent('no/such/page')}`)).status).toBe(404);
  });

  test('that was moved is found by a redirect', async () => {
    const destination = { kind: 'external', url: 'https://example.com/new' };
    await app.request('POST', `${setup.site}/redirects`, { body: { source: '/old/page', destination } });
    const { read } = await open('/old/page');
    const response = await read(`${setup.site}/redirect?source=/old/page`);
    expect(response.body).toMatchObject({ target: 'https://example.com/new' });
  });
});

describe('search', () => {
  test.each([
    ['all', () => ({ mode: 'all' })],
    ['current', (siteSpaceId: string) => ({ mode: 'current', siteSpaceId })],
    ['specific', (siteSpaceId: string) => ({ mode: 'specific', siteSpaceIds: [siteSpaceId] })],
    ['default', (siteSpaceId: string) => ({ scope: { mode: 'default', currentSiteSpace: siteSpaceId } })],
  ])('finds pages in the mode “%s”', async (_mode, scope) => {
    const { content, read } = await open('/');
    const { body } = await read(`${setup.site}/search`, { query: 'quixotic', ...scope(content.siteSpace) });
    expect(body.items).toMatchObject([
      {
        type: 'space',
        id: setup.spaceId,
        pages: [{ title: 'First steps', path: expect.stringContaining('first-steps') }],
      },
    ]);
  });

  test('never finds what the visitor does not see', async () => {
    const query = { query: 'zephyr', mode: 'all' };
    const anybody = await open('/');
    expect((await anybody.read(`${setup.site}/search`, query)).body.items).toEqual([]);
    const pro = await open('/', { jwtToken: await signIn({ plan: 'pro' }) });
    const { body } = await pro.read(`${setup.site}/search`, query);
    expect(JSON.stringify(body.items)).toContain('For the plan pro');
  });
});

describe('adaptive content', () => {
  test('differs by the claims of the visitor', async () => {
    const anybody = await open('/');
    const pro = await open('/', { jwtToken: await signIn({ plan: 'pro' }) });
    const titles = (pages: Page[]) => flatten(pages).map(({ title }) => title);
    expect(titles(anybody.revision.pages)).not.toContain('For the plan pro');
    expect(titles(pro.revision.pages)).toContain('For the plan pro');
    const hidden = flatten(pro.revision.pages).find(({ title }) => title === 'For the plan pro');
    expect((await anybody.read(`${anybody.at}/page/${hidden?.id}/document`)).status).toBe(404);
    const guide = flatten(pro.revision.pages).find(({ title }) => title === 'First steps');
    const query = '?evaluated=deterministic-only&dereferenced=reusable-contents';
    const [plain, shown] = await Promise.all(
      [anybody, pro].map(({ read, at }) => read(`${at}/page/${guide?.id}/document${query}`)),
    );
    expect(JSON.stringify(plain?.body)).not.toContain('zephyr');
    expect(JSON.stringify(shown?.body)).toContain('zephyr');
    expect(JSON.stringify(shown?.body)).not.toContain('"type":"if"');
  });
});

describe('a revision', () => {
  test('that was replaced is still read by those in the middle of a page, but no older one', async () => {
    const spaceId = await addSpace(app);
    await putContent(app, spaceId, { 'README.md': '# One\n' });
    const siteId = await addSite(app, { title: 'Moving', spaceIds: [spaceId], isPublished: true });
    const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
    const response = await app.request('POST', '/v1/urls/published', {
      token: null,
      body: { url: `https://sites.example.com/${basename}/` },
    });
    const read = reader(response.json().apiToken);
    const before = (await read(`/v1/spaces/${spaceId}`)).body.revision;
    await putContent(app, spaceId, { 'README.md': '# Two\n' });
    const after = (await read(`/v1/spaces/${spaceId}`)).body.revision;
    expect(after).not.toBe(before);
    for (const revision of [before, after])
      expect((await read(`/v1/spaces/${spaceId}/revisions/${revision}`)).status).toBe(200);
    const hour = new Date(Date.now() - 3_600_000);
    await app.context.db
      .updateTable('revision')
      .set({ created_at: hour })
      .where('revision_id', '=', after)
      .execute();
    expect((await read(`/v1/spaces/${spaceId}/revisions/${before}`)).status).toBe(404);
    expect((await read(`/v1/spaces/${spaceId}/revisions/${after}`)).status).toBe(200);
  });
});

describe('the preview of a change request', () => {
  test('shows its content, and nothing else than it', async () => {
    const created = await app.request('POST', `/v1/spaces/${setup.spaceId}/change-requests`, {
      body: { subject: 'Try' },
    });
    const changeRequest = created.json();
    const response = await app.request(
      'GET',
      `${setup.site}/publishing/preview?changeRequest=${changeRequest.number}`,
    );
    const url = new URL(response.json().url);
    expect(url.pathname).toContain(`/~/changes/${changeRequest.id}/`);
    const jwtToken = url.searchParams.get('jwt_token') as string;
    const path = url.pathname.slice(new URL(setup.address).pathname.length);
    const resolved = await resolve(path, { jwtToken });
    expect(resolved.body).toMatchObject({ changeRequest: changeRequest.id, preview: true });
    const read = reader(resolved.body.apiToken);
    const shown = await read(`/v1/spaces/${setup.spaceId}/change-requests/${changeRequest.id}`);
    expect(shown.body).toMatchObject({ id: changeRequest.id, revision: expect.any(String) });
    expect((await read(`/v1/spaces/${setup.spaceId}/revisions/${shown.body.revision}`)).status).toBe(200);
    const other = (
      await app.request('POST', `/v1/spaces/${setup.spaceId}/change-requests`, {
        body: { subject: 'Other' },
      })
    ).json();
    expect((await read(`/v1/spaces/${setup.spaceId}/change-requests/${other.id}`)).status).toBe(404);
    expect((await resolve(`/~/changes/${other.id}/`, { jwtToken })).status).toBe(404);
    expect((await resolve(path)).status).toBe(404);
  });
});
