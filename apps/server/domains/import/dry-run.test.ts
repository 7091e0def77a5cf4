import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { addMember, addSpace } from '../../../../test/factories.ts';
import { createFixtureRepository, temporaryDirectory } from '../../../../test/git-fixtures.ts';
import { startGitServer } from '../../../../test/git-server.ts';
import { importContent } from '../../../../test/imports.ts';
import { runJobsFor } from '../../../../test/jobs.ts';
import { startWebServer, type WebServer } from '../../../../test/web-server.ts';
import { zipOf } from '../../../../test/zip.ts';

let app: TestApp;
let web: WebServer;

beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  web = await startWebServer();
});
afterAll(async () => {
  await web.close();
  await app.close();
});

const read = async (url: string) => (await app.request('GET', url)).json();

const storedRows = async () => {
  const [row] = await app.database.sql`
    select (select count(*)::int from document) as documents, (select count(*)::int from revision) as revisions,
      (select count(*)::int from blob) as blobs`;
  return row;
};

/** Looks at a source, and checks that nothing was stored. */
async function lookAt(body: object, spaceId?: string) {
  const space = spaceId ?? (await addSpace(app));
  const url = `/v1/spaces/${space}/content`;
  const before = [await read(url), await storedRows()];
  const response = await runJobsFor(
    app,
    app.request('POST', `${url}/import`, { body: { ...body, dryRun: true } }),
  );
  expect([await read(url), await storedRows()]).toEqual(before);
  return { status: response.statusCode, run: response.json(), space, headers: response.headers };
}

async function lookAtZip(files: Record<string, string | Buffer>, parts: object = {}) {
  web.content['/x.zip'] = { type: 'application/zip', body: await zipOf(files) };
  return lookAt({ url: web.url('/x.zip'), source: 'zip', ...parts });
}

describe('a dry run of an import', () => {
  test('shows the format with the files that decide, the pages, files and problems', async () => {
    const { status, run, space, headers } = await lookAtZip({
      'mkdocs.yml': 'nav:\n  - Home: index.md\n  - Guide:\n      - guide/first.md\n      - none.md\n',
      'docs/index.md': '# Home\n\n![a](a.png) [gone](gone.md) [first](guide/first.md)\n',
      'docs/guide/first.md': '# First\n\n[data](../data.csv)\n',
      'docs/a.png': Buffer.alloc(20),
      'docs/data.csv': 'a,b\n',
      'docs/unused.csv': 'a,b\n',
      'wiki/SUMMARY.md': '# Summary\n\n* [Home](README.md)\n',
      'wiki/README.md': '# Wiki\n',
    });
    expect(status).toBe(200);
    expect(run).toMatchObject({ object: 'import-run', status: 'completed', dryRun: true });
    expect(run.id).toBe(headers['x-import-id']);
    expect(run).not.toHaveProperty('revision');
    expect(run.source.format).toBe('mkdocs');
    const { preview } = run;
    expect(preview.formats).toMatchObject([
      {
        name: 'mkdocs',
        label: 'MkDocs',
        files: ['mkdocs.yml'],
        reason: expect.stringContaining('mkdocs.yml'),
      },
      { name: 'markdown', files: ['wiki/SUMMARY.md'], reason: '4 files are pages of Markdown.' },
    ]);
    expect(preview.roots).toEqual([
      { path: '', file: 'mkdocs.yml', format: 'mkdocs', pages: 4 },
      { path: 'wiki', file: 'wiki/SUMMARY.md', format: 'markdown', pages: 2 },
    ]);
    expect(preview.counts).toEqual({ pages: 2, groups: 1, links: 0, files: 2, reusableContents: 0 });
    expect(preview.pages).toMatchObject([
      { title: 'Home', type: 'document', level: 1, path: 'docs/index.md', size: expect.any(Number) },
      { title: 'Guide', type: 'group', level: 1 },
      { title: 'First', type: 'document', level: 2, path: 'docs/guide/first.md' },
    ]);
    expect(preview.files).toEqual([
      { path: 'docs/a.png', name: 'a.png', size: 20 },
      { path: 'docs/data.csv', name: 'data.csv', size: 4 },
    ]);
    expect(preview.brokenLinks).toBe(1);
    expect(preview.problemKinds).toEqual([
      { reason: 'missing-page', count: 1 },
      { reason: 'missing-target', count: 1 },
    ]);
    expect(run.problems).toMatchObject([
      { path: 'mkdocs.yml', reason: 'missing-page' },
      { path: 'docs/index.md', reason: 'missing-target' },
    ]);
    const list = await read(`/v1/spaces/${space}/content/imports`);
    expect(list.items).toMatchObject([{ id: run.id, dryRun: true, source: { format: 'mkdocs' } }]);
    expect(list.items[0]).not.toHaveProperty('preview');
    expect((await read(`/v1/spaces/${space}/content/imports/${run.id}`)).preview).toEqual(preview);
  });

  test('finds what the import then does', async () => {
    const { run, space } = await lookAtZip({
      'README.md': '# Home\n\n{% include "none.md" %}\n\n[gone](gone.md) ![b](b.png) {% unknown %}\n',
      'a.md': '# A\n\n[home](README.md)\n',
      'b.png': Buffer.alloc(9, 1),
    });
    const url = `/v1/spaces/${space}/content`;
    const body = { url: web.url('/x.zip'), source: 'zip' };
    const response = await runJobsFor(app, app.request('POST', `${url}/import`, { body }));
    const imported = await read(`${url}/imports/${response.headers['x-import-id']}`);
    expect(imported.counts).toEqual(run.preview.counts);
    expect(imported.problems).toEqual(run.problems);
    expect(run.preview).toMatchObject({ brokenLinks: 1, missingIncludes: 1 });
    expect(imported).not.toHaveProperty('preview');
    expect(imported).not.toHaveProperty('dryRun');
  });

  test('says which other formats fit, and uses the one that is named', async () => {
    const { run } = await lookAtZip(
      { 'book/SUMMARY.md': '* [A](a.md)\n', 'book/a.md': '# A\n', 'c.html': '<h1>C</h1>' },
      { format: 'html' },
    );
    expect(run.source.format).toBe('html');
    expect(run.preview.formats.map(({ name }: { name: string }) => name)).toEqual(['markdown', 'html']);
    expect(run.preview.pages).toMatchObject([{ title: 'C', path: 'c.html' }]);
  });

  test('fails as the import would', async () => {
    const { status, run } = await lookAtZip({ 'a.bin': 'x' });
    expect(status).toBe(409);
    expect(run.error.reason).toBe('import-nothing-found');
  });

  test('looks at a repository, without its credentials in the response', async () => {
    const folder = await temporaryDirectory();
    const repository = await createFixtureRepository(join(folder.path, 'docs.git'));
    await repository.commit({ 'a/.gitbook.yaml': 'root: .\n', 'a/x.md': '# X\n' });
    const auth = { username: 'ann', password: 'open-sesame' };
    const git = await startGitServer({ repositories: { docs: repository.directory }, auth });
    try {
      const { run } = await lookAt({ url: git.url('docs', auth), source: 'repository' });
      expect(run.preview.roots).toEqual([
        { path: 'a', file: 'a/.gitbook.yaml', format: 'markdown', pages: 1 },
      ]);
      expect(JSON.stringify(run)).not.toContain('open-sesame');
    } finally {
      await git.close();
      await folder.remove();
    }
  });

  test('looks at a branch and a directory of a repository, as the import reads them', async () => {
    const folder = await temporaryDirectory();
    const repository = await createFixtureRepository(join(folder.path, 'docs.git'));
    await repository.commit({ 'README.md': '# Main\n', 'docs/mkdocs.yml': '', 'docs/docs/a.md': '# A\n' });
    await repository.git(['branch', 'next']);
    await repository.commit({ 'docs/docs/b.md': '# B\n' });
    const git = await startGitServer({ repositories: { docs: repository.directory } });
    const body = { url: git.url('docs'), source: 'repository' };
    try {
      const next = { ...body, ref: 'refs/heads/next', repoProjectDirectory: 'docs/' };
      const { run, space } = await lookAt(next);
      expect(run.source.format).toBe('mkdocs');
      expect(run.preview.pages).toMatchObject([{ title: 'A', path: 'docs/a.md' }]);
      const imported = await importContent({ app, body: next, place: `${space}/content` });
      expect(imported.pages.map(({ title }) => title)).toContain('A');
      expect(imported.run.counts).toEqual(run.preview.counts);
      const { run: whole } = await lookAt(body);
      expect(whole.preview.counts.pages).toBeGreaterThan(run.preview.counts.pages);
      const { status, run: none } = await lookAt({ ...body, repoProjectDirectory: 'none' });
      expect([status, none.error.message]).toEqual([409, expect.stringContaining('“none”')]);
    } finally {
      await git.close();
      await folder.remove();
    }
    for (const [field, value] of [
      ['ref', '../x'],
      ['repoProjectDirectory', '../x'],
    ] as const) {
      const refused = await lookAt({ ...body, [field]: value });
      expect(refused.run.error.details[0].path).toBe(field);
      const elsewhere = await lookAt({ url: web.url('/x.zip'), source: 'zip', [field]: 'refs/heads/x' });
      expect(elsewhere.run.error.details[0].path).toBe(field);
    }
  });

  test('looks at a website, a page and a document without fetching their images', async () => {
    web.content['/site/'] = '<h1>Site</h1><p>Text</p><img src="/picture.png">';
    const before = web.requests.length;
    const { run } = await lookAt({ url: web.url('/site/'), source: 'website' });
    expect(run.preview).toMatchObject({
      formats: [],
      pages: [{ title: 'Site', path: web.url('/site/') }],
      files: [{ path: web.url('/picture.png'), name: 'picture.png' }],
    });
    const { run: page } = await lookAt({ url: web.url('/site/'), source: 'html' });
    expect(page.preview.counts).toMatchObject({ pages: 1, files: 1 });
    expect(web.requests.slice(before).map(({ path }) => path)).toEqual(['/site/', '/site/']);
  });

  test('works in a locked space, and leaves no files behind', async () => {
    const spaceId = await addSpace(app);
    await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { editMode: 'locked' } });
    web.content['/a.md'] = { type: 'text/markdown', body: '# A\n' };
    const { status, run } = await lookAt({ url: web.url('/a.md'), source: 'markdown' }, spaceId);
    expect([status, run.preview.counts.pages]).toEqual([200, 1]);
    expect(await readdir(join(app.context.config.dataDir, 'imports'))).toEqual([]);
  });

  test('shows what it found to those who may edit the space, and needs the role of the import', async () => {
    const { run, space } = await lookAtZip({ 'secret-plan.md': '# Secret plan\n' });
    const url = `/v1/spaces/${space}/content/imports/${run.id}`;
    const seenBy = async (role: 'read' | 'edit') => {
      const { token } = await addMember(app, { role });
      const body = { url: web.url('/x.zip'), source: 'zip', dryRun: true };
      const refused = await app.request('POST', `/v1/spaces/${space}/content/import`, { token, body });
      expect(refused.statusCode).toBe(403);
      return (await app.request('GET', url, { token })).json();
    };
    expect(await seenBy('read')).not.toHaveProperty('preview');
    expect((await seenBy('edit')).preview.pages).toMatchObject([{ title: 'Secret plan' }]);
  });

  test('can be cancelled', async () => {
    const spaceId = await addSpace(app);
    const url = `/v1/spaces/${spaceId}/content`;
    web.content['/a.md'] = { type: 'text/markdown', body: '# A\n' };
    const waiting = app.request('POST', `${url}/import`, {
      body: { url: web.url('/a.md'), source: 'markdown', dryRun: true },
    });
    let item: { id: string } | undefined;
    while (!item) [item] = (await read(`${url}/imports`)).items;
    expect((await app.request('DELETE', `${url}/imports/${item.id}`)).statusCode).toBe(204);
    const response = await runJobsFor(app, waiting);
    expect(response.json().error.reason).toBe('import-cancelled');
  });
});
