import { join } from 'node:path';
import {
  Document,
  ExternalHyperlink,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { describeContent } from '../../../../test/content.ts';
import { addSpace } from '../../../../test/factories.ts';
import { createFixtureRepository, temporaryDirectory } from '../../../../test/git-fixtures.ts';
import { type GitServer, startGitServer } from '../../../../test/git-server.ts';
import { importContent } from '../../../../test/imports.ts';
import { runJobs } from '../../../../test/jobs.ts';
import { startWebServer, type WebServer } from '../../../../test/web-server.ts';
import { zipOf } from '../../../../test/zip.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

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

const importInto = (place: string, path: string, body: object) =>
  importContent({ app, place, body: { url: path.startsWith('http') ? path : web.url(path), ...body } });

interface Page {
  id: string;
  type: string;
  title: string;
  path: string;
  pages: Page[];
  href?: string;
}

const read = async (url: string) => (await app.request('GET', url)).json();
const listPages = async (place: string): Promise<Page[]> => (await read(`/v1/spaces/${place}`)).pages;
const outline = (pages: Page[]): unknown[] =>
  pages.map(({ title, type, pages: inner }) =>
    inner && inner.length > 0 ? [title, type, outline(inner)] : [title, type],
  );
const markdownOf = async (place: string, pageId: string): Promise<string> =>
  (await read(`/v1/spaces/${place}/page/${pageId}?format=markdown`)).markdown;
const find = (pages: Page[], title: string): Page => {
  const all = pages.flatMap(function flat(page): Page[] {
    return [page, ...(page.pages ?? []).flatMap(flat)];
  });
  return all.find((page) => page.title === title) as Page;
};

/** Text in windows-1252; it has no characters above U+00FF. */
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('an import of pages in other encodings', () => {
  const html = (head: string, text: string): Buffer =>
    latin1(`<html><head>${head}<title>${text}</title></head><body><p>${text} page</p></body></html>`);
  const findProblems = async (spaceId: string, importId: string) =>
    (await read(`/v1/spaces/${spaceId}/content/imports/${importId}`)).problems;

  test('reads those of an archive as they declare', async () => {
    const sjis = Buffer.from('93fa967b8cea', 'hex').toString('latin1');
    web.content['/encoded.zip'] = {
      type: 'application/zip',
      body: await zipOf({
        'site/a.html': html('<meta charset="windows-1252">', '\x93Caf\xe9\x94 \x80'),
        'site/b.htm': html('<meta http-equiv=Content-Type content="text/html; charset=Shift_JIS">', sjis),
        'site/c.html': html('', 'Caf\xe9 undeclared'),
        'site/d.html': html('<meta charset=utf-8>', 'Caf\xe9 damaged'),
        'site/e.html': html('<meta charset=none>', 'Unknown'),
      }),
    };
    const spaceId = await addSpace(app);
    const { importId } = await importInto(`${spaceId}/content`, '/encoded.zip', { source: 'zip' });
    const pages = await listPages(`${spaceId}/content`);
    const titles = ['“Café” €', '日本語', 'Café undeclared', 'Caf\ufffd damaged', 'Unknown'];
    expect(pages.map(({ title }) => title)).toEqual(titles);
    for (const { id, title } of pages)
      expect(await markdownOf(`${spaceId}/content`, id)).toContain(`${title} page`);
    expect(await findProblems(spaceId, importId)).toMatchObject([
      { path: 'c.html', reason: 'undeclared-encoding' },
      { path: 'd.html', line: 1, reason: 'undecodable-text' },
      { path: 'e.html', reason: 'unknown-encoding' },
    ]);
  });

  test('reads Markdown that is not UTF-8 with a problem', async () => {
    web.content['/md.zip'] = {
      type: 'application/zip',
      body: await zipOf({ 'a.md': latin1('# A\n\ncaf\xe9\n'), 'b.md': '# B\n\ncafé\n' }),
    };
    const spaceId = await addSpace(app);
    const { importId } = await importInto(`${spaceId}/content`, '/md.zip', { source: 'zip' });
    expect(await findProblems(spaceId, importId)).toMatchObject([
      { path: 'a.md', line: 3, reason: 'undecodable-text' },
    ]);
  });

  test.each([
    ['html', 'text/html; charset=ISO-8859-1', '<meta charset=koi8-r>'],
    ['html', 'text/html', '<meta charset=cp1252>'],
    ['website', 'text/html; charset=ISO-8859-1', '<meta charset=koi8-r>'],
    ['website', 'text/html', '<meta charset=latin1>'],
  ])('reads a page of the source %s by its type (%s), else by itself (%s)', async (source, type, head) => {
    web.content['/page.html'] = { type, body: html(head, 'Caf\xe9') };
    const spaceId = await addSpace(app);
    const { importId } = await importInto(`${spaceId}/content`, '/page.html', { source });
    const [page] = await listPages(`${spaceId}/content`);
    expect(page?.title).toBe('Café');
    expect(await findProblems(spaceId, importId)).toEqual([]);
  });

  test('reports the problems of the page at the address of a website', async () => {
    web.content['/page.html'] = { type: 'text/html', body: html('', 'Caf\xe9') };
    const spaceId = await addSpace(app);
    const { importId } = await importInto(`${spaceId}/content`, '/page.html', { source: 'website' });
    expect(await findProblems(spaceId, importId)).toMatchObject([
      { path: web.url('/page.html'), reason: 'undeclared-encoding' },
    ]);
  });

  test('reads an export of Confluence as it declares', async () => {
    const page = (body: string): Buffer =>
      latin1(
        `<html><head><meta charset="windows-1252"><title>Space : Caf\xe9</title></head><body><h1 id="title-heading"><span id="title-text"> Space : Caf\xe9 </span></h1><div id="main-content">${body}</div></body></html>`,
      );
    web.content['/confluence.zip'] = {
      type: 'application/zip',
      body: await zipOf({
        'index.html': latin1(
          '<html><head><meta charset="windows-1252"><title>Space (Confluence)</title></head><body><ul><li><a href="Cafe_1001.html">Caf\xe9</a></li></ul></body></html>',
        ),
        'Cafe_1001.html': page('<p>5 \x80</p>'),
      }),
    };
    const spaceId = await addSpace(app);
    await importInto(`${spaceId}/content`, '/confluence.zip', { source: 'zip' });
    const [first] = await listPages(`${spaceId}/content`);
    expect(first?.title).toBe('Café');
    expect(await markdownOf(`${spaceId}/content`, first?.id ?? '')).toContain('5 €');
  });
});

describe('an import of a ZIP archive', () => {
  test('brings in Markdown with its table of contents, links and files, in one revision', async () => {
    web.content['/docs.zip'] = {
      type: 'application/zip',
      body: await zipOf({
        'docs/README.md':
          '---\ndescription: About it\n---\n\n# Welcome\n\nSee [the guide](guide/first.md#start) and [the same](/guide/first.md).\n',
        'docs/guide/first.md':
          '# First steps\n\n## Start\n\n![shot](../images/a.png) and [twice](../images/copy.png), [data](../images/data.csv), [gone](none.md), [web](https://example.org/).\n',
        'docs/images/a.png': PNG,
        'docs/images/copy.png': PNG,
        'docs/images/data.csv': 'a,b\n',
        'docs/images/unused.csv': 'c,d\n',
        '__MACOSX/docs/._README.md': 'x',
      }),
    };
    const spaceId = await addSpace(app);
    const before = (await read(`/v1/spaces/${spaceId}`)).revision;
    const { status, body, headers, importId } = await importInto(`${spaceId}/content`, '/docs.zip', {
      source: 'zip',
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({ revision: expect.any(String), importedResources: 6, totalResources: 6 });
    expect(headers.location).toContain(`/v1/spaces/${spaceId}/revisions/${body.revision}`);
    expect((await app.request('GET', headers.location as string)).statusCode).toBe(200);

    const pages = await listPages(`${spaceId}/content`);
    expect(outline(pages)).toEqual([
      ['Welcome', 'document'],
      ['guide', 'document', [['First steps', 'document']]],
    ]);
    const first = find(pages, 'First steps');
    expect(first.path).toBe('guide/first');
    expect(await markdownOf(`${spaceId}/content`, find(pages, 'Welcome').id)).toBe(
      `---\ndescription: About it\n---\n\n# Welcome\n\nSee [the guide](/pages/${first.id}#start) and [the same](/pages/${first.id}).\n`,
    );
    const files = (await read(`/v1/spaces/${spaceId}/content/files`)).items;
    expect(files.map(({ name }: { name: string }) => name).sort()).toEqual(['a.png', 'data.csv']);
    const [image] = files.filter(({ name }: { name: string }) => name === 'a.png');
    const [table] = files.filter(({ name }: { name: string }) => name === 'data.csv');
    expect(await markdownOf(`${spaceId}/content`, first.id)).toBe(
      `# First steps\n\n## Start\n\n![shot](/files/${image.id}) and [twice](/files/${image.id}), [data](/files/${table.id}), [gone](none.md), [web](https://example.org/).\n`,
    );

    const revision = await read(`/v1/spaces/${spaceId}/revisions/${body.revision}`);
    expect(revision.parents).toEqual([before]);
    const run = await read(`/v1/spaces/${spaceId}/content/imports/${importId}`);
    expect(run).toMatchObject({
      object: 'import-run',
      status: 'completed',
      source: { type: 'zip', url: web.url('/docs.zip'), format: 'markdown' },
      target: { space: spaceId },
      revision: body.revision,
      counts: { pages: 3, groups: 0, links: 0, files: 3, reusableContents: 0 },
      problemCount: 1,
      problems: [
        { path: 'guide/first.md', reason: 'missing-target', message: expect.stringContaining('none.md') },
      ],
    });
    expect(run.pages).toHaveLength(2);
  });

  test('brings in HTML, with folders as groups and images within pages as files', async () => {
    web.content['/site.zip'] = {
      type: 'application/zip',
      body: await zipOf({
        'index.html':
          '<title>Home</title><nav><a href="x.html">Menu</a></nav><main><h1>Home</h1><p>Go to <a href="how-to/two.html#part">two</a>.</p></main>',
        'how-to/one.html': `<h1>One</h1><p><img src="data:image/png;base64,${PNG.toString('base64')}" alt="dot"></p>`,
        'how-to/two.html': '<h1>Two</h1><h2 id="part">Part</h2><p><a href="./one.html">one</a></p>',
      }),
    };
    const spaceId = await addSpace(app);
    const { status, body } = await importInto(`${spaceId}/content`, '/site.zip', { source: 'zip' });
    expect(status, JSON.stringify(body)).toBe(201);
    const pages = await listPages(`${spaceId}/content`);
    expect(outline(pages)).toEqual([
      ['Home', 'document'],
      [
        'How to',
        'group',
        [
          ['One', 'document'],
          ['Two', 'document'],
        ],
      ],
    ]);
    expect(await markdownOf(`${spaceId}/content`, find(pages, 'Home').id)).toBe(
      `# Home\n\nGo to [two](/pages/${find(pages, 'Two').id}#part).\n`,
    );
    const [file] = (await read(`/v1/spaces/${spaceId}/content/files`)).items;
    expect(file).toMatchObject({ name: 'image-1.png', contentType: 'image/png' });
    expect(await markdownOf(`${spaceId}/content`, find(pages, 'One').id)).toContain(
      `src="/files/${file.id}"`,
    );
  });
});

describe('an import of one file', () => {
  test('reads Markdown with the images that it shows', async () => {
    web.content['/a/note.md'] = {
      type: 'text/plain',
      body: '# A note\n\n![dot](img/dot.png) [next](next.md)\n',
    };
    web.content['/a/img/dot.png'] = { type: 'image/png', body: PNG };
    const spaceId = await addSpace(app);
    const { status, body, importId } = await importInto(`${spaceId}/content`, '/a/note.md', {
      source: 'markdown',
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ importedResources: 2, totalResources: 2 });
    const [page] = await listPages(`${spaceId}/content`);
    const [file] = (await read(`/v1/spaces/${spaceId}/content/files`)).items;
    expect(file.name).toBe('dot.png');
    expect(await markdownOf(`${spaceId}/content`, page?.id ?? '')).toBe(
      `# A note\n\n![dot](/files/${file.id}) [next](${web.url('/a/next.md')})\n`,
    );
    expect((await read(`/v1/spaces/${spaceId}/content/imports/${importId}`)).problems).toEqual([]);
  });

  test('reads HTML, keeps the address of an image that is not there, and reports it', async () => {
    web.content['/b/page.html'] = '<h1>Page</h1><p>Text <img src="none.png"> here.</p>';
    const spaceId = await addSpace(app);
    const { body, importId } = await importInto(`${spaceId}/content`, '/b/page.html', { source: 'html' });
    expect(body).toMatchObject({ importedResources: 1, totalResources: 2 });
    const [page] = await listPages(`${spaceId}/content`);
    expect(await markdownOf(`${spaceId}/content`, page?.id ?? '')).toBe(
      `# Page\n\nText ![](${web.url('/b/none.png')}) here.\n`,
    );
    expect((await read(`/v1/spaces/${spaceId}/content/imports/${importId}`)).problems).toMatchObject([
      { path: web.url('/b/none.png'), reason: 'image-unavailable' },
    ]);
  });

  test('copies pictures of other hosts only if asked to, and reports the others by page', async () => {
    const markdown = (name: string) => `![dot](${web.url(name)}) and [a link](${web.url('/c/linked.png')})`;
    web.content['/c/dot.png'] = { type: 'application/octet-stream', body: PNG };
    web.content['/c/page.png'] = { type: 'image/png', body: '<!doctype html><p>Please sign in.</p>' };
    web.content['/c/pictures.zip'] = {
      type: 'application/zip',
      body: await zipOf({
        'README.md': `# First\n\n${markdown('/c/dot.png')}\n`,
        'guide/second.md': `# Second\n\n${markdown('/c/page.png')} ![](${web.url('/c/gone.png')}) ![](${web.url('/c/dot.png')})\n`,
      }),
    };
    const asIs = await addSpace(app);
    await importInto(`${asIs}/content`, '/c/pictures.zip', { source: 'zip' });
    expect((await read(`/v1/spaces/${asIs}/content/files`)).items).toEqual([]);

    web.requests.length = 0;
    const spaceId = await addSpace(app);
    const { status, importId } = await importInto(`${spaceId}/content`, '/c/pictures.zip', {
      source: 'zip',
      copyPictures: true,
    });
    expect(status).toBe(201);
    const { items } = await read(`/v1/spaces/${spaceId}/content/files`);
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['dot.png']);
    const pages = await listPages(`${spaceId}/content`);
    const first = find(pages, 'First');
    expect(await markdownOf(`${spaceId}/content`, first.id)).toContain(`![dot](/files/${items[0].id})`);
    const second = await markdownOf(`${spaceId}/content`, find(pages, 'Second').id);
    expect(second).toContain(`![dot](${web.url('/c/page.png')})`);
    expect(second).toContain(`[a link](${web.url('/c/linked.png')})`);
    expect(second).toContain(`![](/files/${items[0].id})`);
    const { problems } = await read(`/v1/spaces/${spaceId}/content/imports/${importId}`);
    const shown = problems.map(({ path, reason, message }: Record<string, string>) => [
      path,
      reason,
      message?.split(': ')[0],
    ]);
    expect(shown.sort()).toEqual([
      ['guide/second.md', 'image-unavailable', web.url('/c/gone.png')],
      ['guide/second.md', 'image-unavailable', web.url('/c/page.png')],
    ]);
    // Each picture once, and nothing that pages only link to.
    expect(web.requests.map(({ path }) => path).sort()).toEqual([
      '/c/dot.png',
      '/c/gone.png',
      '/c/page.png',
      '/c/pictures.zip',
    ]);
  });
});

describe('the place of an import', () => {
  beforeAll(() => {
    web.content['/plain.md'] = { type: 'text/markdown', body: '# Plain\n' };
  });

  test('is below a page if the URL names one, with a slug that no page has there', async () => {
    const spaceId = await addSpace(app);
    await importInto(`${spaceId}/content`, '/plain.md', { source: 'markdown' });
    const [parent] = await listPages(`${spaceId}/content`);
    const below = `${spaceId}/content/page/${parent?.id}`;
    await importInto(below, '/plain.md', { source: 'markdown' });
    await importInto(below, '/plain.md', { source: 'markdown' });
    const [after] = await listPages(`${spaceId}/content`);
    expect(after?.pages.map(({ path }) => path)).toEqual(['plain/plain', 'plain/plain-1']);
  });

  test('can be a change request, and a page of it; the space stays as it is', async () => {
    const spaceId = await addSpace(app);
    const { id } = (await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} })).json();
    const place = `${spaceId}/change-requests/${id}/content`;
    const first = await importInto(place, '/plain.md', { source: 'markdown' });
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const [page] = await listPages(place);
    await importInto(`${place}/page/${page?.id}`, '/plain.md', { source: 'markdown' });
    expect(outline(await listPages(place))).toEqual([['Plain', 'document', [['Plain', 'document']]]]);
    expect(await listPages(`${spaceId}/content`)).toEqual([]);
    expect(await read(`/v1/spaces/${spaceId}/content/imports/${first.importId}`)).toMatchObject({
      target: { space: spaceId, changeRequest: id },
    });
  });

  test('may change while the import runs: both are kept', async () => {
    const spaceId = await addSpace(app);
    web.content['/slow.md'] = (response) => {
      app
        .request('POST', `/v1/spaces/${spaceId}/content`, {
          body: { changes: [{ operation: 'insert_page', title: 'Meanwhile' }] },
        })
        .then(() => response.end('# Slow\n'));
    };
    await importInto(`${spaceId}/content`, '/slow.md', { source: 'markdown' });
    expect((await listPages(`${spaceId}/content`)).map(({ title }) => title)).toEqual(['Meanwhile', 'Slow']);
  });

  test('is gone: nothing is imported', async () => {
    const spaceId = await addSpace(app);
    const gone = await importInto(`${spaceId}/content/page/${spaceId}`, '/plain.md', { source: 'markdown' });
    expect([gone.status, gone.body.error?.reason]).toEqual([404, 'page-not-found']);
  });
});

describe('an import into a space that was edited', () => {
  let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
  let git: GitServer;
  const FILES = {
    'README.md': '# Welcome\n\n{% include ".gitbook/includes/note.md" %}\n\n![a](a.png)\n',
    'SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n\n## Guides\n\n* [First](first.md "Label")\n',
    'first.md': '---\ndescription: Theirs\n---\n\n# First\n\nTheirs.\n',
    'a.png': PNG,
    '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nTheir note.\n',
    '.gitbook/vars.yaml': 'product: Theirs\n',
    '.gitbook.yaml': 'redirects:\n  old: first.md\n',
  };

  async function addEditedSpace(): Promise<string> {
    const spaceId = await addSpace(app, { title: 'Ours' });
    const changes = [
      { operation: 'insert_files', files: [{ name: 'a.png', base64: 'T3Vycw==' }] },
      { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'Our note.\n' } },
      {
        operation: 'insert_page',
        title: 'Welcome',
        ref: 'welcome',
        document: { markdown: '---\ndescription: Ours\n---\n\n# Welcome\n\nOurs, see [first](./first).\n' },
      },
      { operation: 'insert_page', type: 'group', title: 'Guides', ref: 'guides' },
      {
        operation: 'insert_page',
        into: 'guides',
        title: 'First',
        ref: 'first',
        document: { markdown: '# First\n\nOurs.\n' },
      },
    ];
    const edited = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
    expect(edited.statusCode, edited.body).toBeLessThan(300);
    return spaceId;
  }

  beforeAll(async () => {
    web.content['/ours.zip'] = { type: 'application/zip', body: await zipOf(FILES) };
    web.content['/first.md'] = { type: 'text/markdown', body: FILES['first.md'] };
    web.content['/first.html'] = {
      type: 'text/html',
      body: '<title>First</title><h1>First</h1><p>Theirs.</p>',
    };
    web.content['/first.docx'] = { type: 'application/octet-stream', body: await writeDocument() };
    folder = await temporaryDirectory();
    const { directory } = await createFixtureRepository(join(folder.path, 'ours'), { files: FILES });
    git = await startGitServer({ repositories: { ours: directory, 'ours.wiki': directory } });
  });
  afterAll(async () => {
    await git.close();
    await folder.remove();
  });

  test.each([
    ['repository', 'ours', ''],
    ['repository', 'ours', 'Welcome'],
    ['github-wiki', 'ours', ''],
    ['zip', '/ours.zip', ''],
    ['zip', '/ours.zip', 'Welcome'],
    ['markdown', '/first.md', ''],
    ['markdown', '/first.md', 'Guides'],
    ['html', '/first.html', ''],
    ['website', '/first.html', ''],
    ['docx', '/first.docx', ''],
  ])(
    'only adds to it (%s of %s below “%s”), also if it is repeated after edits',
    async (source, path, parent) => {
      const spaceId = await addEditedSpace();
      const parentId = parent && find(await listPages(`${spaceId}/content`), parent).id;
      const place = parentId ? `${spaceId}/content/page/${parentId}` : `${spaceId}/content`;
      for (const turn of ['first', 'second']) {
        const before = await describeContent(app, spaceId);
        const url = path.startsWith('/') ? path : git.url(path);
        const { status, body } = await importInto(place, url, { source });
        expect(status, JSON.stringify(body)).toBe(201);
        const after = await describeContent(app, spaceId);
        for (const [id, entry] of before) expect(after.get(id), `${turn} import: ${id}`).toEqual(entry);
        expect(after.size).toBeGreaterThan(before.size);
        const imported = [...after.keys()].filter((id) => !before.has(id));
        const pages = (await listPages(`${spaceId}/content`)).flatMap(function flat(page): Page[] {
          return [page, ...(page.pages ?? []).flatMap(flat)];
        });
        const own = pages.find(({ id, type }) => imported.includes(id) && type === 'document');
        const changes = [{ operation: 'update_page', page: own?.id, title: 'Renamed here' }];
        await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
      }
    },
  );
});

describe('an import', () => {
  test('goes on when nobody waits any more, and can be followed and listed', async () => {
    const spaceId = await addSpace(app);
    const impatient = await buildTestApp({
      beside: app,
      config: { ...app.context.config, limits: { ...app.context.config.limits, waitSeconds: 0 } },
    });
    web.content['/later.md'] = { type: 'text/markdown', body: '# Later\n' };
    const response = await impatient.request('POST', `/v1/spaces/${spaceId}/content/import`, {
      body: { url: web.url('/later.md'), source: 'markdown' },
    });
    await impatient.close();
    const { revision } = await read(`/v1/spaces/${spaceId}`);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ revision, importedResources: 0, totalResources: 0 });
    const url = `/v1/spaces/${spaceId}/content/imports`;
    const waiting = await read(`${url}?status=active`);
    expect(waiting).toMatchObject({
      count: 1,
      items: [{ id: response.headers['x-import-id'], status: 'pending' }],
    });
    await runJobs(app);
    expect(await read(`${url}?status=active`)).toEqual({ count: 0, items: [] });
    const done = await read(`${url}?limit=1`);
    expect(done.items).toMatchObject([{ status: 'completed', counts: { pages: 1 } }]);
    expect(done.items[0].problems).toBeUndefined();
  });

  test('can be cancelled while it waits and while it runs; then it brings nothing in', async () => {
    const spaceId = await addSpace(app);
    const url = `/v1/spaces/${spaceId}/content/imports`;
    const waiting = app.request('POST', `/v1/spaces/${spaceId}/content/import`, {
      body: { url: web.url('/plain.md'), source: 'markdown' },
    });
    await expect.poll(async () => (await read(url)).count).toBe(1);
    const [{ id }] = (await read(url)).items;
    expect((await app.request('DELETE', `${url}/${id}`)).statusCode).toBe(204);
    expect((await waiting).json().error.reason).toBe('import-cancelled');
    await runJobs(app);
    expect(await listPages(`${spaceId}/content`)).toEqual([]);
    expect((await app.request('DELETE', `${url}/${id}`)).json().error.reason).toBe('import-not-running');

    const begun = new Promise<void>((resolve) => {
      web.content['/hanging.md'] = () => resolve();
    });
    const running = importInto(`${spaceId}/content`, '/hanging.md', { source: 'markdown' });
    await begun;
    const [{ id: second }] = (await read(`${url}?status=in-progress`)).items;
    await app.request('DELETE', `${url}/${second}`);
    expect((await running).body.error.reason).toBe('import-cancelled');
    expect(await listPages(`${spaceId}/content`)).toEqual([]);
  });

  test.each([
    [{ source: 'google-docs' }, 501, 'not-implemented'],
    [{ source: 'website', format: 'word-perfect' }, 400, 'invalid-request'],
    [{ source: 'zip', maxPages: 2 }, 400, 'invalid-request'],
    [{ source: 'carrier-pigeon' }, 400, 'invalid-request'],
    [{ source: 'zip', url: 'ftp://example.org/x.zip' }, 400, 'invalid-request'],
    [{ source: 'zip', url: 'https://user:secret@example.org/x.zip' }, 400, 'invalid-request'],
  ])('of %j is refused with %i', async (body, status, reason) => {
    const spaceId = await addSpace(app);
    const response = await app.request('POST', `/v1/spaces/${spaceId}/content/import`, {
      body: { url: web.url('/x'), ...body },
    });
    expect([response.statusCode, response.json().error.reason]).toEqual([status, reason]);
    expect((await read(`/v1/spaces/${spaceId}/content/imports`)).count).toBe(0);
  });

  test('into a locked space is refused', async () => {
    const spaceId = await addSpace(app);
    await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { editMode: 'locked' } });
    const { status, body } = await importInto(`${spaceId}/content`, '/plain.md', { source: 'markdown' });
    expect([status, body.error.reason]).toEqual([409, 'space-locked']);
  });
});

describe('an import of a Word document', () => {
  test('brings in headings, lists, tables, links and images', async () => {
    web.content['/report.docx'] = { type: 'application/octet-stream', body: await writeDocument() };
    const spaceId = await addSpace(app);
    const { status, body } = await importInto(`${spaceId}/content`, '/report.docx', { source: 'docx' });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ importedResources: 2, totalResources: 2 });
    const [page] = await listPages(`${spaceId}/content`);
    const [file] = (await read(`/v1/spaces/${spaceId}/content/files`)).items;
    expect(file).toMatchObject({ contentType: 'image/png' });
    expect(await markdownOf(`${spaceId}/content`, page?.id ?? '')).toBe(
      [
        '# Report',
        'Some **bold** words and a [link](https://example.org/).',
        '## Part',
        '* one\n  * inner\n* two',
        '| A   | B   |\n| --- | --- |\n| 1   | 2   |',
        `<figure><img src="/files/${file.id}" alt=""><figcaption></figcaption></figure>\n`,
      ].join('\n\n'),
    );
  });

  test('that is none is refused', async () => {
    web.content['/no.docx'] = { type: 'application/octet-stream', body: 'Not a document.' };
    const spaceId = await addSpace(app);
    const { status, body } = await importInto(`${spaceId}/content`, '/no.docx', { source: 'docx' });
    expect([status, body.error.reason]).toEqual([409, 'import-format-mismatch']);
  });
});

/** As a library for documents writes one. */
function writeDocument(): Promise<Buffer> {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const bullet = (text: string, level: number) => new Paragraph({ text, bullet: { level } });
  const document = new Document({
    sections: [
      {
        children: [
          new Paragraph({ text: 'Report', heading: HeadingLevel.TITLE }),
          new Paragraph({
            children: [
              new TextRun('Some '),
              new TextRun({ text: 'bold', bold: true }),
              new TextRun(' words and a '),
              new ExternalHyperlink({ link: 'https://example.org/', children: [new TextRun('link')] }),
              new TextRun('.'),
            ],
          }),
          new Paragraph({ text: 'Part', heading: HeadingLevel.HEADING_2 }),
          bullet('one', 0),
          bullet('inner', 1),
          bullet('two', 0),
          new Table({
            rows: [
              new TableRow({ tableHeader: true, children: [cell('A'), cell('B')] }),
              new TableRow({ children: [cell('1'), cell('2')] }),
            ],
          }),
          new Paragraph({
            children: [new ImageRun({ type: 'png', data: PNG, transformation: { width: 1, height: 1 } })],
          }),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}
