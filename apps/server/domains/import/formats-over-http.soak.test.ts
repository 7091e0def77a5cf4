import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeContent } from '../../../../test/content.ts';
import { addSpace } from '../../../../test/factories.ts';
import { useGitSetup } from '../../../../test/git-setup.ts';
import { runJobs, runJobsFor } from '../../../../test/jobs.ts';
import { startWebServer, type WebServer } from '../../../../test/web-server.ts';
import { zipOf } from '../../../../test/zip.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const setup = useGitSetup();
let web: WebServer;

beforeAll(async () => {
  web = await startWebServer();
});
afterAll(async () => {
  await web.close();
});

const REF = 'refs/heads/main';

interface Page {
  id: string;
  title: string;
  type: string;
  slug?: string;
  pages?: Page[];
}

const read = async (url: string) => (await setup.app.request('GET', url)).json();

const flatten = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);

const ID = (digit: number): string => `${'0'.repeat(31)}${digit}`;

const outlineDocument = (id: string, title: string, content: object[]) => ({
  id,
  urlId: `${id}0123456789`.slice(0, 10),
  title,
  publishedAt: '2025-01-01T00:00:00.000Z',
  data: { type: 'doc', content },
});

const wikiJsFacts = (title: string): string =>
  `---\ntitle: ${title}\ndescription: \npublished: true\ndate: 2025-01-01T00:00:00.000Z\ntags: \neditor: markdown\ndateCreated: 2025-01-01T00:00:00.000Z\n---\n\n`;

const confluencePage = (title: string, body: string): string =>
  `<html><head><title>Space : ${title}</title></head><body><h1 id="title-heading"><span id="title-text"> Space : ${title} </span></h1><div id="main-content">${body}</div></body></html>`;

/** In each of these, the page “First” links to “Second” and shows an image. */
const SOURCES: Record<string, Record<string, string | Buffer>> = {
  docusaurus: {
    'docusaurus.config.js': 'module.exports = {};',
    'docs/first.mdx': '# First\n\n[next](./second) ![a](/img/a.png)\n\n:::tip\nText\n:::\n',
    'docs/second.md': '# Second\n',
    'static/img/a.png': PNG,
  },
  vitepress: {
    '.vitepress/config.mts':
      "export default { themeConfig: { sidebar: [{ text: 'First', link: '/first' }, { text: 'Second', link: '/second' }] } }",
    'first.md': '# First\n\n[next](/second.html) ![a](/a.png)\n\n::: tip\nText\n:::\n',
    'second.md': '# Second\n',
    'public/a.png': PNG,
  },
  mintlify: {
    'docs.json': '{"navigation": {"groups": [{"group": "Start", "pages": ["first", "second"]}]}}',
    'first.mdx': '---\ntitle: First\n---\n\n[next](/second) ![a](/images/a.png)\n\n<Tip>Text</Tip>\n',
    'second.mdx': '---\ntitle: Second\n---\nText\n',
    'images/a.png': PNG,
  },
  mkdocs: {
    'mkdocs.yml': 'nav:\n  - first.md\n  - second.md\n',
    'docs/first.md': '# First\n\n[next](second.md) ![a](a.png)\n\n!!! tip\n    Text\n',
    'docs/second.md': '# Second\n',
    'docs/a.png': PNG,
  },
  mdbook: {
    'book.toml': '[book]\ntitle = "Book"\n',
    'src/SUMMARY.md': '# Summary\n\n- [First](first.md)\n- [Second](second.md)\n',
    'src/first.md': '# First\n\n[next](second.html) ![a](a.png)\n\n> [!TIP]\n> Text\n',
    'src/second.md': '# Second\n',
    'src/a.png': PNG,
  },
  honkit: {
    'book.json': '{"variables": {"name": "First"}}',
    'SUMMARY.md': '# Summary\n\n* [First](README.md)\n* [Second](second.md)\n',
    'README.md': '# {{ book.name }}\n\n[next](second.html) ![a](a.png)\n\n> [!TIP]\n> Text\n',
    'second.md': '# Second\n',
    'a.png': PNG,
  },
  'github-wiki': {
    'Home.md': '# First\n\n[[next|Second-page]] [[a.png]]\n\n> [!TIP]\n> Text\n',
    'Second-page.md': '# Second\n',
    '_Sidebar.md': '* [[Home]]\n* [[Second page]]\n',
    'a.png': PNG,
  },
  wikijs: {
    'home.md': `${wikiJsFacts('First')}[next](/en/second) ![a](/a.png)\n\n> Text\n{.is-success}\n`,
    'second.md': `${wikiJsFacts('Second')}Text\n`,
    'a.png': PNG,
  },
  docmost: {
    'docmost-metadata.json': '{"source": "docmost", "pages": {}}',
    'First.md': '# First\n\n[next](Second.md) ![a](files/1/a.png)\n\n:::success\nText\n:::\n',
    'Second.md': '# Second\n',
    'files/1/a.png': PNG,
  },
  outline: {
    'metadata.json': '{"exportVersion": 1, "createdById": "a"}',
    'Space.json': JSON.stringify({
      collection: { name: 'Space', documentStructure: [{ id: 'aaaa' }, { id: 'bbbb' }] },
      documents: {
        aaaa: outlineDocument('aaaa', 'First', [
          {
            type: 'paragraph',
            content: [
              {
                type: 'text',
                text: 'next',
                marks: [{ type: 'link', attrs: { href: '/doc/second-bbbb012345' } }],
              },
              { type: 'image', attrs: { src: '/api/attachments.redirect?id=att' } },
            ],
          },
          {
            type: 'container_notice',
            attrs: { style: 'tip' },
            content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Text' }] }],
          },
        ]),
        bbbb: outlineDocument('bbbb', 'Second', []),
      },
      attachments: { att: { key: 'uploads/a.png' } },
    }),
    'uploads/a.png': PNG,
  },
  notion: {
    [`First ${ID(1)}.md`]: `# First\n\n[next](Second%20${ID(2)}.md) ![a](a.png)\n\n<aside>\n✅ Text\n\n</aside>\n`,
    [`Second ${ID(2)}.md`]: '# Second\n',
    'a.png': PNG,
  },
  bookstack: {
    'data.json': JSON.stringify({
      book: {
        name: 'Book',
        pages: [
          {
            id: 1,
            name: 'First',
            priority: 1,
            html: '<p><a href="[[bsexport:page:2]]">next</a> <img src="[[bsexport:image:a.png]]"></p><p class="callout success">Text</p>',
            images: [{ name: 'a.png', file: 'a.png' }],
          },
          { id: 2, name: 'Second', priority: 2, html: '<p>Text</p>' },
        ],
      },
    }),
    'files/a.png': PNG,
  },
  confluence: {
    'index.html':
      '<html><head><title>Space (Confluence)</title></head><body><ul><li><a href="First_1001.html">First</a></li><li><a href="1002.html">Second</a></li></ul></body></html>',
    'First_1001.html': confluencePage(
      'First',
      '<p><a href="1002.html">next</a> <img src="attachments/1001/2001.png"></p><div class="confluence-information-macro confluence-information-macro-tip"><div class="confluence-information-macro-body"><p>Text</p></div></div>',
    ),
    '1002.html': confluencePage('Second', '<p>Text</p>'),
    'attachments/1001/2001.png': PNG,
  },
};

/** Imports an archive of a format into a space, a new one by default. */
async function importFormat(format: string, into?: string): Promise<string> {
  const { app } = setup;
  web.content[`/${format}.zip`] = { type: 'application/zip', body: await zipOf(SOURCES[format]!) };
  const spaceId = into ?? (await addSpace(app));
  const response = await runJobsFor(
    app,
    app.request('POST', `/v1/spaces/${spaceId}/content/import`, {
      body: { url: web.url(`/${format}.zip`), source: 'zip' },
    }),
  );
  expect(response.statusCode, response.body).toBe(201);
  const importId = response.headers['x-import-id'] as string;
  const run = await read(`/v1/spaces/${spaceId}/content/imports/${importId}`);
  expect(run).toMatchObject({ status: 'completed', source: { format }, problems: [] });
  return spaceId;
}

const listPages = async (spaceId: string): Promise<Page[]> =>
  flatten((await read(`/v1/spaces/${spaceId}/content`)).pages);

describe('an import of an archive', () => {
  test.each(Object.keys(SOURCES))(
    'recognizes %s, and brings in its pages, links and files',
    async (format) => {
      const spaceId = await importFormat(format);
      const pages = await listPages(spaceId);
      const idOf = (title: string): string | undefined => pages.find((page) => page.title === title)?.id;
      const { markdown } = await read(`/v1/spaces/${spaceId}/content/page/${idOf('First')}?format=markdown`);
      const files = (await read(`/v1/spaces/${spaceId}/content/files`)).items;
      expect(files).toHaveLength(1);
      expect(markdown).toContain(`[next](/pages/${idOf('Second')})`);
      expect(markdown).toContain(`/files/${files[0].id}`);
      expect(markdown).toContain('{% hint style="success" %}');
    },
  );

  test.each(Object.keys(SOURCES))('of %s only adds to a space that was edited', async (format) => {
    const { app } = setup;
    const spaceId = await importFormat(format);
    const [first] = await listPages(spaceId);
    const changes = [{ operation: 'update_page', page: first?.id, title: 'Renamed here', slug: 'here' }];
    await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
    const before = await describeContent(app, spaceId);
    await importFormat(format, spaceId);
    const after = await describeContent(app, spaceId);
    for (const [id, entry] of before) expect(after.get(id), id).toEqual(entry);
    expect(after.size).toBeGreaterThan(before.size);
  });

  test.each(Object.keys(SOURCES))('of %s goes to Git and comes back as it is', async (format) => {
    const { app, git } = setup;
    const first = await importFormat(format);
    const repository = await setup.serve(format);
    const run = async (
      spaceId: string,
      direction: 'import' | 'export',
    ): Promise<{ isUnchanged: boolean }> => {
      const body = {
        url: git.url(format),
        ref: REF,
        ...(direction === 'export' ? { commitMessage: 'Move' } : {}),
      };
      const response = await app.request('POST', `/v1/spaces/${spaceId}/git/${direction}`, { body });
      expect(response.statusCode, response.body).toBe(204);
      await runJobs(app);
      const { operation } = await read(`/v1/spaces/${spaceId}/git/info`);
      expect(operation, operation.error).toMatchObject({ state: 'success' });
      return operation;
    };
    await run(first, 'export');
    const head = await repository.git(['rev-parse', REF]);
    const second = await addSpace(app);
    await run(second, 'import');
    const [before, after] = [await listPages(first), await listPages(second)];
    const shown = ({ title, type, slug }: Page): unknown[] => [title, type, slug];
    expect(after.map(shown)).toEqual(before.map(shown));
    for (const [at, { id, type }] of before.entries()) {
      if (type !== 'document') continue;
      const text = (spaceId: string, page: string | undefined) =>
        read(`/v1/spaces/${spaceId}/content/page/${page}?format=markdown`);
      const [own, other] = [await text(first, id), await text(second, after[at]?.id)];
      expect(withoutTargets(other.markdown)).toBe(withoutTargets(own.markdown));
    }
    // Neither side has anything left to say.
    await run(second, 'export');
    expect(await repository.git(['rev-parse', REF])).toBe(head);
    await run(first, 'export');
    expect(await repository.git(['rev-parse', REF])).toBe(head);
    expect(await run(first, 'import')).toMatchObject({ isUnchanged: true });
  });
});

/** Pages and files have other ids in another space. */
const withoutTargets = (markdown: string): string =>
  markdown
    .replace(/\]\([^)]*\)/g, ']()')
    .replace(/(?:src|url|href)="[^"]*"/g, '')
    .trimEnd();
