import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addCollection, addMember, addSpace, grantRole } from '../../../../../test/factories.ts';
import { createFixtureRepository, temporaryDirectory } from '../../../../../test/git-fixtures.ts';
import { startGitServer } from '../../../../../test/git-server.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { startWebServer, type WebServer } from '../../../../../test/web-server.ts';
import { zipOf } from '../../../../../test/zip.ts';

let app: TestApp;
let web: WebServer;
let git: Awaited<ReturnType<typeof startGitServer>>;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;

/** Documentation of several products in one repository. */
const SEVERAL = {
  'docs/.gitbook.yaml': 'root: ./\nstructure:\n  summary: SUMMARY.md\n',
  'docs/SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n* [Install](install.md)\n',
  'docs/README.md': '# Product guide\n\n[Install](install.md) [gone](gone.md)\n\n{% include "none.md" %}\n',
  'docs/install.md':
    '# Install\n\n{% openapi-operation spec="petstore" path="/a" method="get" %}\n[x](https://example.com)\n{% endopenapi-operation %}\n',
  'api/mkdocs.yml': 'site_name: "API handbook"\nnav:\n  - Home: index.md\n  - Usage: usage.md\n',
  'api/docs/index.md': '# Home\n\n[Usage](usage.md)\n',
  'api/docs/usage.md': '# Usage\n',
  'website/docusaurus.config.js':
    "module.exports = { title: 'Acme site', url: 'https://acme.example', baseUrl: '/', presets: [['classic', { docs: {} }]] };\n",
  'website/docs/intro.md': '# Intro\n\nText\n',
  'mint/docs.json':
    '{\n  "name": "Mint docs",\n  "navigation": { "groups": [{ "group": "Start", "pages": ["start"] }] }\n}\n',
  'mint/start.mdx': '---\ntitle: Start\n---\n\nText\n',
  'site/.vitepress/config.mts':
    "export default { title: 'Vite guide', themeConfig: { sidebar: [{ text: 'One', link: '/one' }] } }\n",
  'site/one.md': '# One\n',
  'book/book.toml': '[book]\ntitle = "A book"\n',
  'book/src/SUMMARY.md': '# Summary\n\n- [Chapter](chapter.md)\n',
  'book/src/chapter.md': '# Chapter\n',
  'tests/fixtures/mkdocs.yml': 'site_name: A fixture\n',
  'tests/fixtures/docs/index.md': '# Fixture\n',
};

beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  web = await startWebServer();
  folder = await temporaryDirectory();
  const several = await createFixtureRepository(join(folder.path, 'several.git'));
  await several.commit(SEVERAL);
  const plain = await createFixtureRepository(join(folder.path, 'plain.git'));
  await plain.commit({ 'README.md': '# Tool\n', 'docs/a.md': '# A\n', 'docs/b.md': '# B\n', 'src/x.ts': '' });
  git = await startGitServer({ repositories: { several: several.directory, plain: plain.directory } });
});
afterAll(async () => {
  await git.close();
  await web.close();
  await app.close();
  await folder.remove();
});

const importsUrl = (): string => `/v1/orgs/${app.organizationId}/imports`;

/** Requests an import, runs its job, and reads its report. */
async function send(body: object, token?: string) {
  const response = await app.request('POST', importsUrl(), { body, ...(token ? { token } : {}) });
  if (response.statusCode !== 202) return { status: response.statusCode, error: response.json().error };
  await runJobs(app);
  const read = await app.request('GET', `${importsUrl()}/${response.json().id}`, token ? { token } : {});
  return { status: response.statusCode, run: read.json() };
}

const lookAt = (body: object, token?: string) => send({ ...body, dryRun: true }, token);
const countSpaces = async (): Promise<number> =>
  (await app.request('GET', `/v1/orgs/${app.organizationId}/spaces`)).json().count;
const pagesOf = async (spaceId: string): Promise<string[]> =>
  (await app.request('GET', `/v1/spaces/${spaceId}/content`))
    .json()
    .pages.map(({ title }: { title: string }) => title);

describe('looking first', () => {
  test('finds each set of documentation of a repository, with product, title, pages and problems', async () => {
    const before = await countSpaces();
    const { run } = await lookAt({ url: git.url('several') });
    expect(run, run.message).toMatchObject({ status: 'completed', dryRun: true });
    expect(run.source).toMatchObject({ type: 'repository', ref: 'refs/heads/main' });
    const roots = run.roots.map((root: Record<string, unknown>) => [
      root.path,
      root.product,
      root.title,
      root.isSuggested,
      (root.counts as { pages: number }).pages,
    ]);
    expect(roots).toEqual([
      ['api', 'MkDocs', 'API handbook', true, 2],
      ['book', 'mdBook', 'A book', true, 1],
      ['docs', 'GitBook', 'Product guide', true, 2],
      ['mint', 'Mintlify', 'Mint docs', true, 1],
      ['site', 'VitePress', 'Vite guide', true, 1],
      ['website', 'Docusaurus', 'Acme site', true, 1],
      ['tests/fixtures', 'MkDocs', 'A fixture', false, 1],
    ]);
    const docs = run.roots.find(({ path }: { path: string }) => path === 'docs');
    expect(docs).toMatchObject({
      status: 'found',
      brokenLinks: 1,
      missingIncludes: 1,
      missingSpecs: ['petstore'],
      pages: [{ title: 'Welcome' }, { title: 'Install' }],
    });
    expect(docs.problems).toContainEqual(
      expect.objectContaining({ path: 'README.md', reason: 'missing-target' }),
    );
    expect(await countSpaces()).toBe(before);
    expect(await readdir(join(app.context.config.dataDir, 'imports'))).toEqual([]);
  });

  test('offers the folder of the documentation and the whole of a repository without any mark', async () => {
    const { run } = await lookAt({ url: git.url('plain') });
    expect(run.roots).toMatchObject([
      { path: 'docs', product: 'Markdown', isSuggested: true, counts: { pages: 2 } },
      { path: '', isSuggested: false, counts: { pages: 4 } },
    ]);
  });

  test('tells a website, with what made it, from a document and an archive', async () => {
    web.content['/guide/'] =
      '<html><head><meta name="generator" content="Docusaurus v3.8.1"><title>Guide</title></head><body><main><h1>Guide</h1><p>Text</p><a href="/guide/next">Next</a></main></body></html>';
    web.content['/guide/next'] = '<main><h1>Next</h1><p>Other text</p></main>';
    web.content['/download'] = { type: 'application/zip', body: await zipOf({ 'a.md': '# A\n' }) };
    const { run: website } = await lookAt({ url: web.url('/guide/') });
    expect(website).toMatchObject({ source: { type: 'website' }, product: 'Docusaurus v3.8.1' });
    expect(website.roots).toMatchObject([{ format: 'website', title: 'Guide', counts: { pages: 2 } }]);
    const { run: archive } = await lookAt({ url: web.url('/download') });
    expect(archive).toMatchObject({ source: { type: 'zip' }, roots: [{ counts: { pages: 1 } }] });
  });

  test('reads a file that was uploaded', async () => {
    const body = await zipOf({ [`Plan ${'0'.repeat(32)}.md`]: '# Plan\n\nText\n' });
    const upload = await uploadFile('Export.zip', body);
    const { run } = await lookAt({ upload });
    expect(run).toMatchObject({
      source: { type: 'zip', file: 'Export.zip' },
      product: 'Notion',
      roots: [{ title: 'Export', counts: { pages: 1 } }],
    });
    const { run: other } = await lookAt({ upload: await uploadFile('a.exe', Buffer.from('x')) });
    expect(other).toMatchObject({ status: 'failed', reason: 'import-source-wrong-type' });
    expect(other.message).toContain('“a.exe”');
    const unknown = await lookAt({ upload: '0190a1b1-0000-7000-8000-000000000000' });
    expect(unknown).toMatchObject({ status: 404, error: { reason: 'upload-not-found' } });
  });

  test('fails in words when there is nothing, nobody answers, or the network is private', async () => {
    const nothing = await lookAt({ upload: await uploadFile('x.zip', await zipOf({ 'a.bin': 'x' })) });
    expect(nothing.run).toMatchObject({ status: 'failed', reason: 'import-nothing-found' });
    const bomb = await zipOf({ 'a.md': Buffer.alloc(60_000_000), 'b.md': Buffer.alloc(60_000_000) });
    const { run } = await lookAt({ upload: await uploadFile('bomb.zip', bomb) });
    expect(run).toMatchObject({ status: 'failed', reason: 'import-archive-bomb' });
    const away = await lookAt({ url: 'http://127.0.0.1:9/docs' });
    expect(away.run).toMatchObject({ status: 'failed', reason: 'import-source-unavailable' });
    const guarded = await buildTestApp();
    try {
      const url = `/v1/orgs/${guarded.organizationId}/imports`;
      for (const address of ['http://127.0.0.1:9/', 'http://169.254.169.254/latest/', 'http://[::1]/x.git']) {
        const asked = await guarded.request('POST', url, { body: { url: address, dryRun: true } });
        await runJobs(guarded);
        const read = (await guarded.request('GET', `${url}/${asked.json().id}`)).json();
        expect([address, read.status, read.reason]).toEqual([address, 'failed', 'import-source-refused']);
      }
    } finally {
      await guarded.close();
    }
  });
});

async function uploadFile(name: string, body: Buffer): Promise<string> {
  const response = await app.server.inject({
    method: 'POST',
    url: `${importsUrl()}/files?name=${encodeURIComponent(name)}`,
    headers: { authorization: `Bearer ${app.adminToken}`, 'content-type': 'application/octet-stream' },
    payload: body,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().id;
}

describe('an import', () => {
  test('makes spaces of the chosen roots, and sections of one site of them', async () => {
    const { run } = await send({
      url: git.url('several'),
      roots: [{ path: 'docs', title: 'Guide' }, { path: 'api' }, { path: 'website' }],
      site: { title: 'Acme docs' },
    });
    expect(run, run.message).toMatchObject({ status: 'completed', rootCount: 3 });
    expect(run.roots).toMatchObject([
      {
        status: 'imported',
        title: 'Guide',
        counts: { pages: 2 },
        brokenLinks: 1,
        missingSpecs: ['petstore'],
      },
      { status: 'imported', title: 'API handbook', counts: { pages: 2 }, brokenLinks: 0 },
      { status: 'imported', title: 'Acme site', counts: { pages: 1 } },
    ]);
    expect(await pagesOf(run.roots[1].space)).toEqual(['Home', 'Usage']);
    const structure = (
      await app.request('GET', `/v1/orgs/${app.organizationId}/sites/${run.site}/structure`)
    ).json();
    expect(JSON.stringify(structure)).toContain('API handbook');
    const sections = (
      await app.request('GET', `/v1/orgs/${app.organizationId}/sites/${run.site}/sections`)
    ).json();
    expect(sections.items.map(({ title }: { title: string }) => title)).toEqual([
      'Guide',
      'API handbook',
      'Acme site',
    ]);
    const [listed] = (await app.request('GET', importsUrl())).json().items;
    expect(listed).toMatchObject({ id: run.id, status: 'completed', problemCount: run.problemCount });
    expect(listed.roots[0]).not.toHaveProperty('problems');
  });

  test('keeps what could be imported when one root fails', async () => {
    const { run } = await send({
      upload: await uploadFile(
        'x.zip',
        await zipOf({
          'a/mkdocs.yml': 'site_name: A\n',
          'a/docs/index.md': '# A\n',
          'b/SUMMARY.md': '* [Gone](gone.md)\n',
          'b/c.md': '# C\n',
        }),
      ),
      roots: [{ path: 'a' }, { path: 'b', format: 'docx' }],
    });
    expect(run.status).toBe('completed');
    expect(run.roots).toMatchObject([{ status: 'imported' }, { status: 'failed' }]);
    expect(run.roots[1]).not.toHaveProperty('space');
    expect(run.roots[1].message).not.toBe('');
  });

  test('adds the pages of one root to a space', async () => {
    const spaceId = await addSpace(app);
    const { run } = await send({ url: git.url('plain'), space: spaceId, roots: [{ path: 'docs' }] });
    expect(run.roots).toMatchObject([{ status: 'imported', space: spaceId }]);
    expect(await pagesOf(spaceId)).toEqual(['A', 'B']);
  });

  test('puts the spaces into a new collection', async () => {
    const { run } = await send({ url: git.url('plain'), collection: { title: 'Imported' } });
    const space = (await app.request('GET', `/v1/spaces/${run.roots[0].space}`)).json();
    expect(space.parent).toBe(run.parent);
    const collection = (await app.request('GET', `/v1/collections/${run.parent}`)).json();
    expect(collection.title).toBe('Imported');
  });

  test('connects spaces with their folders', async () => {
    const { run } = await send({ url: git.url('several'), roots: [{ path: 'docs' }], sync: 'import' });
    expect(run.roots).toMatchObject([{ status: 'connected' }]);
    const { space } = run.roots[0];
    const connection = (await app.request('GET', `/v1/spaces/${space}/git`)).json();
    expect(connection).toMatchObject({
      direction: 'import',
      ref: 'refs/heads/main',
      repoProjectDirectory: 'docs',
    });
    await runJobs(app);
    expect(await pagesOf(space)).toEqual(['Welcome', 'Install']);
  });

  test('continues after an interruption with what is not imported yet', async () => {
    const response = await app.request('POST', importsUrl(), {
      body: { url: git.url('several'), roots: [{ path: 'docs' }, { path: 'api' }] },
    });
    const { id } = response.json();
    await runJobs(app);
    const first = (await app.request('GET', `${importsUrl()}/${id}`)).json();
    // As if the process had died between the second root and the end.
    await app.database.sql`
      update organization_import set status = 'in-progress', ended_at = null where import_id = ${id}`;
    const job = { organizationId: app.organizationId, jobId: id, payload: { importId: id }, attempt: 2 };
    await app.app.jobs['organization-import'].run(job, new AbortController().signal);
    const second = (await app.request('GET', `${importsUrl()}/${id}`)).json();
    expect(second.status).toBe('completed');
    expect(second.roots.map(({ space }: { space: string }) => space)).toEqual(
      first.roots.map(({ space }: { space: string }) => space),
    );
  });
});

describe('who may import', () => {
  test('administrators of the organization, the collection or the space; others see only their own', async () => {
    const collectionId = await addCollection(app);
    const spaceId = await addSpace(app);
    const body = { url: git.url('plain') };
    const { token, userId } = await addMember(app, { role: 'create' });
    expect((await lookAt(body, token)).status).toBe(403);
    expect((await lookAt({ ...body, parent: collectionId }, token)).status).toBe(403);
    expect((await lookAt({ ...body, space: spaceId }, token)).status).toBe(202);
    await grantRole(app, { organizationId: app.organizationId, userId, role: 'admin', collectionId });
    const { run } = await lookAt({ ...body, parent: collectionId }, token);
    expect(run.status).toBe('completed');
    expect((await send({ ...body, parent: collectionId, site: { title: 'A site' } }, token)).status).toBe(
      403,
    );
    const other = await addMember(app, { role: 'create' });
    const read = await app.request('GET', `${importsUrl()}/${run.id}`, { token: other.token });
    expect(read.statusCode).toBe(404);
    const list = await app.request('GET', `${importsUrl()}?dryRun=true`, { token: other.token });
    expect(list.json().items).toEqual([]);
  });

  test('an import that waits can be cancelled, and credentials are never shown or kept', async () => {
    const url = git.url('plain').replace('http://', 'http://ann:open-sesame@');
    const response = await app.request('POST', importsUrl(), { body: { url } });
    expect(response.body).not.toContain('open-sesame');
    const { id } = response.json();
    expect((await app.request('DELETE', `${importsUrl()}/${id}`)).statusCode).toBe(204);
    await runJobs(app);
    const run = (await app.request('GET', `${importsUrl()}/${id}`)).json();
    expect(run).toMatchObject({ status: 'cancelled', roots: [] });
    const [row] = await app.database.sql`select credentials from organization_import where import_id = ${id}`;
    expect(row?.credentials).toBeNull();
    expect((await app.request('DELETE', `${importsUrl()}/${id}`)).statusCode).toBe(409);
  });
});
