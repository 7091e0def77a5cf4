import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addMember, addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { editPage } from './edit-page.ts';

const FILES: Files = {
  'SUMMARY.md': `# Table of contents

* [Home](README.md "Start")
* [No file]()

## Guides <a href="#how-to" id="how-to"></a>

* [Install](guides/install.md)
  * [Linux](guides/linux.md)
* [Elsewhere](https://example.com/)
* [Home again](README.md)
* \`\`\`yaml
  type: builtin:openapi
  props:
    models: true
  dependencies:
    spec:
      ref:
        kind: openapi
        spec: petstore
  \`\`\`
`,
  'README.md': `---
description: >-
  The first page
icon: rocket
cover: .gitbook/assets/cover.png
coverY: 12
hidden: true
noIndex: true
layout:
  width: wide
  cover:
    visible: true
    size: full
  outline:
    visible: false
tags:
  - beta
  - tag: stable
    primary: true
vars:
  level: 3
metaLinks:
  canonical: https://example.com/home
  alternates:
    - guides/install.md
---

# Home

See [install](guides/install.md#first-step), [a heading](#below), [nothing](missing.md) and [outside](https://example.com/x).

![](.gitbook/assets/cover.png)

{% include ".gitbook/includes/note.md" %}

## Below
`,
  'guides/install.md':
    '# Install\n\n## First step\n\nBack [home](../README.md) or [from the root](/README.md).\n',
  'guides/linux.md': '# Linux\n',
  '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nSee [home](../../README.md).\n',
  '.gitbook/vars.yaml': 'product: Lectern\nversion: 2\n',
  '.gitbook/tags.yaml': '- tag: beta\n  label: Beta\n  icon: flask\n- tag: stable\n  label: Stable\n',
  '.gitbook/assets/cover.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

interface Page {
  id: string;
  title: string;
  type: string;
  path: string;
  pages: Page[];
  [field: string]: unknown;
}

let app: TestApp;
let spaceId: string;
let pages: Page[];
let outcome: Awaited<ReturnType<typeof putContent>>;

const get = async (path: string) => app.request('GET', `/v1/spaces/${spaceId}${path}`);
const flat = (list: Page[]): Page[] => list.flatMap((page) => [page, ...flat(page.pages ?? [])]);
const pageBy = (title: string): Page => flat(pages).find((page) => page.title === title) as Page;

beforeAll(async () => {
  app = await buildTestApp();
  spaceId = await addSpace(app);
  outcome = await putContent(app, spaceId, FILES);
  pages = (await get('/content/pages')).json().pages;
});
afterAll(() => app.close());

describe('a revision', () => {
  test('shows pages, groups, links, files, reusable contents, tags and variables as both clients know them', async () => {
    const revision = (await get('/content')).json();
    expect(violationsOfClientSchema('Revision', revision)).toEqual([]);
    expect(flat(revision.pages).map(({ type, title, path }) => [type, title, path])).toEqual([
      ['document', 'Home', 'readme'],
      ['document', 'No file', 'no-file'],
      ['group', 'Guides', 'how-to'],
      ['document', 'Install', 'how-to/install'],
      ['document', 'Linux', 'how-to/install/linux'],
      ['link', 'Elsewhere', undefined],
      ['link', 'Home again', undefined],
    ]);
    expect(revision.variables).toEqual({ product: 'Lectern', version: 2 });
    expect(revision.tags).toMatchObject([{ slug: 'beta', label: 'Beta', icon: 'flask' }, { slug: 'stable' }]);
    expect(revision.files).toMatchObject([
      { name: 'cover.png', contentType: 'image/png', dimensions: { width: 1, height: 1 } },
    ]);
    expect(revision.reusableContents).toMatchObject([{ title: 'A note' }]);
    expect(pageBy('Home again').target).toEqual({ kind: 'page', page: pageBy('Home').id });
    expect(pageBy('Elsewhere')).toMatchObject({
      target: { kind: 'url', url: 'https://example.com/' },
      href: 'https://example.com/',
    });
  });

  test('shows what the front matter of a page says', () => {
    expect(pageBy('Home')).toMatchObject({
      linkTitle: 'Start',
      description: 'The first page',
      icon: 'rocket',
      hidden: true,
      noIndex: true,
      noRobotsIndex: false,
      cover: { ref: { kind: 'file' }, yPos: 12 },
      layout: {
        width: 'wide',
        cover: true,
        coverSize: 'full',
        outline: false,
        title: true,
        pagination: true,
      },
      tags: [{ tag: { kind: 'tag', tag: 'beta' } }, { tag: { kind: 'tag', tag: 'stable' }, primary: true }],
      variables: { level: 3 },
      metaLinks: {
        canonical: { kind: 'url', url: 'https://example.com/home' },
        alternates: [{ kind: 'page', page: pageBy('Install').id }],
      },
    });
  });

  test('of an entry of which no pages can be made is reported by the import', async () => {
    const { report } = await putContent(app, await addSpace(app), {
      'README.md': '# Home\n',
      'SUMMARY.md': '* [Home](README.md)\n* ```yaml\n  type: builtin:other\n  ```\n',
    });
    expect(report).toMatchObject([
      { severity: 'warning', path: 'SUMMARY.md', line: 2, message: expect.stringContaining('builtin:other') },
    ]);
  });

  test('shows computed entries only as they are declared', async () => {
    expect(outcome.report).not.toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('builtin:openapi') }),
    );

    const declared = (await get('/content?computed=false')).json();
    expect(violationsOfClientSchema('Revision', declared)).toEqual([]);
    expect(flat(declared.pages).filter((page) => page.type === 'computed')).toMatchObject([
      {
        computed: {
          type: 'builtin:openapi',
          props: { models: true },
          dependencies: { spec: { ref: { spec: 'petstore' } } },
        },
      },
    ]);
  });

  test('has a page tree in a short form, with what the list of pages has', async () => {
    const short = ({ type, pages: below = [], ...page }: Page): object => {
      const fields = ['id', 'title', 'linkTitle', 'emoji', 'icon', 'target', 'href'] as const;
      return {
        type,
        ...Object.fromEntries(fields.flatMap((name) => (name in page ? [[name, page[name]]] : []))),
        ...(page.hidden ? { hidden: true } : {}),
        ...(below.length > 0 ? { pages: below.map(short) } : {}),
      };
    };
    const { id } = (await get('/content')).json();
    for (const query of ['', '?computed=false']) {
      const listed = (await get(`/content/pages${query}`)).json().pages;
      const tree = (await get(`/content/tree${query}`)).json();
      expect(tree).toEqual({ pages: listed.map(short) });
      expect((await get(`/revisions/${id}/tree${query}`)).json()).toEqual(tree);
    }
    const opened = await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} });
    const proposed = await get(`/change-requests/${opened.json().number}/content/tree`);
    expect(proposed.json()).toEqual({ pages: pages.map(short) });
  });

  test('is the same by its id, for ever, also after the space moved on', async () => {
    const id = await addSpace(app);
    await putContent(app, id, FILES);
    const before = await app.request('GET', `/v1/spaces/${id}/content`);
    const { id: revisionId } = before.json();
    await putContent(app, id, { ...FILES, 'guides/linux.md': '# Linux\n\nChanged\n' });
    const byId = await app.request('GET', `/v1/spaces/${id}/revisions/${revisionId}`);
    expect(byId.json()).toEqual(before.json());
    expect((await app.request('GET', `/v1/spaces/${id}/content`)).json().parents).toEqual([revisionId]);
  });
});

describe('a page', () => {
  test('is read by id and by path, as Markdown byte for byte', async () => {
    const { id } = pageBy('Install');
    const byId = await get(`/content/page/${id}?format=markdown`);
    expect(byId.json()).toMatchObject({ id, markdown: FILES['guides/install.md'], path: 'how-to/install' });
    expect(violationsOfClientSchema('RevisionPage', byId.json())).toEqual([]);
    const byPath = await get(`/content/path/${encodeURIComponent('How-To/INSTALL')}?format=markdown`);
    expect(byPath.json()).toEqual(byId.json());
    expect((await get('/content/path/how-to/install?format=markdown')).json()).toEqual(byId.json());
    for (const path of ['how-to%2Fnowhere', 'how-to/nowhere', '']) {
      expect((await get(`/content/path/${path}`)).statusCode).toBe(404);
    }
  });

  test('is read as blocks whose references lead to pages, headings and files of the revision', async () => {
    const response = (await get(`/content/page/${pageBy('Home').id}`)).json();
    expect(violationsOfClientSchema('RevisionPage', response)).toEqual([]);
    const references = [...JSON.stringify(response.document).matchAll(/"ref":(\{[^}]*\})/g)].map(([, ref]) =>
      JSON.parse(ref as string),
    );
    const revision = (await get('/content')).json();
    expect(references).toEqual([
      { kind: 'anchor', page: pageBy('Install').id, anchor: 'first-step' },
      { kind: 'anchor', anchor: 'below' },
      { kind: 'url', url: 'missing.md' },
      { kind: 'url', url: 'https://example.com/x' },
      { kind: 'file', file: revision.files[0].id },
      { kind: 'reusable-content', reusableContent: revision.reusableContents[0].id },
    ]);
  });

  test('shows the blocks of reusable contents in their place when asked', async () => {
    const { revision } = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
    const path = `/revisions/${revision}/page/${pageBy('Home').id}/document`;
    const plain = (await get(path)).json();
    const expanded = (await get(`${path}?dereferenced=reusable-contents`)).json();
    expect(JSON.stringify(plain)).toContain('"reusable-content"');
    expect(JSON.stringify(expanded)).not.toContain('"reusable-content"');
    expect(JSON.stringify(expanded)).toContain(pageBy('Home').id);
    const byId = await get(`/documents/${pageBy('Home').documentId}?dereferenced=reusable-contents`);
    expect(byId.json()).toEqual(expanded);
    const keys = [...JSON.stringify(expanded).matchAll(/"key":"([^"]+)"/g)].map(([, key]) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('shows the Markdown of reusable contents in its place when asked', async () => {
    const path = `/content/page/${pageBy('Home').id}?format=markdown`;
    const plain = (await get(path)).json().markdown;
    const tag = '{% include ".gitbook/includes/note.md" %}';
    for (const dereferenced of ['true', 'reusable-contents']) {
      const { markdown } = (await get(`${path}&dereferenced=${dereferenced}`)).json();
      expect(markdown).toBe(plain.replace(tag, 'See [home](README.md).'));
    }
    const stable = (await get(`${path}&dereferenced=true&format.markdown.refs=stable`)).json().markdown;
    expect(stable).toContain(`See [home](/pages/${pageBy('Home').id}).`);
    expect((await get(path)).json().markdown).toBe(plain);
  });

  test('is found at the paths that the space redirects to it', async () => {
    const id = await addSpace(app);
    await putContent(app, id, {
      'README.md': '# Home\n',
      'guide.md': '# Guide\n',
      '.gitbook.yaml':
        'redirects:\n  old/guide: guide.md\n  anchored: guide.md#part\n  away: https://example.com/\n  guide: README.md\n',
    });
    const pageAt = (path: string) => app.request('GET', `/v1/spaces/${id}/content/path/${path}`);
    const guide = (await pageAt('guide')).json();
    expect(guide.title).toBe('Guide');
    for (const path of ['old/guide', 'OLD/Guide', 'old%2Fguide', 'anchored'])
      expect((await pageAt(path)).json(), path).toEqual(guide);
    const { revision } = (await app.request('GET', `/v1/spaces/${id}`)).json();
    const inRevision = await app.request('GET', `/v1/spaces/${id}/revisions/${revision}/path/old/guide`);
    expect(inRevision.json().id).toBe(guide.id);
    for (const path of ['away', 'old']) expect((await pageAt(path)).statusCode, path).toBe(404);
  });

  test('has references by id in its Markdown when asked', async () => {
    const query = 'format=markdown&format.markdown.refs=stable';
    const { markdown } = (await get(`/content/page/${pageBy('Home').id}?${query}`)).json();
    const install = pageBy('Install').id;
    expect(markdown).toContain(
      `[install](/pages/${install}#first-step), [a heading](#below), [nothing](missing.md)`,
    );
    expect(markdown).toContain('[outside](https://example.com/x)');
    expect(markdown).toMatch(/!\[\]\(\/files\/[0-9a-f-]+\)/);
  });

  test('without a file has no document id and no blocks', async () => {
    const page = pageBy('No file');
    expect(page.documentId).toBeUndefined();
    expect((await get(`/content/page/${page.id}`)).json().document.nodes).toEqual([]);
    expect((await get(`/content/page/${page.id}?format=markdown`)).json().markdown).toBe('');
  });

  test('tells its canonical and alternate addresses', async () => {
    const links = (await get(`/content/page/${pageBy('Home').id}/meta-links`)).json();
    expect(links.canonical).toEqual({ kind: 'url', url: 'https://example.com/home' });
    expect((await get(`/content/page/${pageBy('Linux').id}/meta-links`)).json()).toEqual({});
  });
});

describe('files, reusable contents and documents', () => {
  test('are read one by one', async () => {
    const revision = (await get('/content')).json();
    expect((await get(`/content/files/${revision.files[0].id}`)).json()).toEqual(revision.files[0]);
    const [reusable] = revision.reusableContents;
    expect((await get(`/content/reusable-contents/${reusable.id}`)).json()).toEqual(reusable);
    const document = (
      await get(`/revisions/${revision.id}/reusable-contents/${reusable.id}/document`)
    ).json();
    expect(violationsOfClientSchema('JSONDocument', document)).toEqual([]);
    expect((await get(`/documents/${reusable.document}`)).json()).toEqual(document);
    const home = (await get(`/content/page/${pageBy('Home').id}`)).json();
    expect((await get(`/documents/${home.documentId}`)).json()).toEqual(home.document);
    const current = await get(`/documents/${home.documentId}?schema=current`);
    expect(current.json()).toEqual(home.document);
    const next = await get(`/documents/${home.documentId}?schema=next`);
    expect(next.statusCode).toBe(400);
    expect(next.json().error.message).toContain('schema');
  });

  test('are listed page by page in one revision, whatever changes meanwhile', async () => {
    const id = await addSpace(app);
    const assets = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [`.gitbook/assets/${index}.txt`, `file ${index}`]),
    );
    await putContent(app, id, { 'README.md': '# Home\n', ...assets });
    const list = async (query: string) =>
      (await app.request('GET', `/v1/spaces/${id}/content/files?${query}`)).json();
    const first = await list('limit=2');
    expect(first).toMatchObject({ count: 5, items: [{ name: '0.txt' }, { name: '1.txt' }] });
    await putContent(app, id, { 'README.md': '# Home\n' });
    const second = await list(`limit=2&page=${first.next.page}`);
    expect(second.items).toMatchObject([{ name: '2.txt' }, { name: '3.txt' }]);
    const third = await list(`limit=2&page=${second.next.page}`);
    expect(third).toMatchObject({ count: 5, items: [{ name: '4.txt' }] });
    expect(third.next).toBeUndefined();
    expect(await list('limit=2')).toEqual({ count: 0, items: [] });
    const foreign = await get(`/content/files?page=${first.next.page}`);
    expect(foreign.statusCode).toBe(400);
  });
});

describe('what belongs to another space', () => {
  test('is 404 under this one: revisions, pages, files, contents, documents', async () => {
    const other = await addSpace(app);
    await putContent(app, other, FILES);
    const theirs = (await app.request('GET', `/v1/spaces/${other}/content`)).json();
    const page = flat(theirs.pages)[0] as Page;
    const paths = [
      `/revisions/${theirs.id}`,
      `/revisions/${theirs.id}/pages`,
      `/revisions/${theirs.id}/page/${page.id}`,
      `/content/page/${page.id}`,
      `/content/files/${theirs.files[0].id}`,
      `/content/reusable-contents/${theirs.reusableContents[0].id}`,
      `/documents/${page.documentId}`,
      '/documents/x',
      '/revisions/x',
      '/content/page/x',
    ];
    for (const path of paths) expect((await get(path)).statusCode, path).toBe(404);
    const own = (await get('/content')).json();
    expect((await get(`/revisions/${own.id}/page/${page.id}`)).statusCode).toBe(404);
  });

  test('is read by nobody without a role on the space', async () => {
    const { creatorId } = await addOrganization(app);
    const stranger = await addUserToken(app, creatorId);
    const guest = await addMember(app, { role: null });
    for (const token of [stranger, guest.token]) {
      const response = await app.request('GET', `/v1/spaces/${spaceId}/content/page/${pageBy('Home').id}`, {
        token,
      });
      expect(response.statusCode).toBe(404);
    }
  });
});

test('answers carry an ETag, and nothing is sent again to who holds it', async () => {
  const first = await get('/content');
  const etag = first.headers.etag as string;
  const again = await app.request('GET', `/v1/spaces/${spaceId}/content`, {
    headers: { 'if-none-match': etag },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('blocks of a small page are read as they were stored, and made from the source if they were not', async () => {
  const id = await addSpace(app);
  const { db } = app.context;
  await putContent(app, id, {
    'README.md': '# Home\n\nwritten first\n',
    'other.md': '# Other\n\nalso first\n',
  });
  const { pages } = (await app.request('GET', `/v1/spaces/${id}/content`)).json<{ pages: Page[] }>();
  const [home, other] = pages as [Page, Page];
  await sql`update document set source = '# New\n\nchanged later\n' where source in ('# Home\n\nwritten first\n', '# Other\n\nalso first\n')`.execute(
    db,
  );
  const textOf = async (page: Page): Promise<string> =>
    JSON.stringify(
      (await app.request('GET', `/v1/spaces/${id}/content/page/${page.id}?format=document`)).json(),
    );
  expect(await textOf(home)).toContain('written first');
  await sql`update document_facts set blocks = null`.execute(db);
  expect(await textOf(other)).toContain('changed later');
}, 60_000);

describe('an edit of one page', () => {
  const actor = {
    kind: 'service' as const,
    organizationId: '',
    role: 'admin' as const,
    tokenId: '',
    scopes: [],
    expiresAt: null,
  };

  test('makes a revision that shares everything else, and is refused when the space has moved', async () => {
    const id = await addSpace(app);
    await putContent(app, id, FILES);
    const space = (await app.context.pointers.spaces.find(id)) as SpacePointer;
    const before = (await app.request('GET', `/v1/spaces/${id}/content`)).json();
    const linux = flat(before.pages).find((page) => page.title === 'Linux') as Page;
    const source = Buffer.from('# Linux\n\nNew text\n');
    const revisionId = await editPage(app.context, app.app.content, {
      space,
      pageId: linux.id,
      source,
      actor,
    });
    const after = (await app.request('GET', `/v1/spaces/${id}/content`)).json();
    expect(after.id).toBe(revisionId);
    expect(flat(after.pages).map((page) => page.id)).toEqual(flat(before.pages).map((page) => page.id));
    const page = await app.request('GET', `/v1/spaces/${id}/content/page/${linux.id}?format=markdown`);
    expect(page.json().markdown).toBe(source.toString());
    await expect(
      editPage(app.context, app.app.content, {
        space,
        pageId: linux.id,
        source: Buffer.from('other'),
        actor,
      }),
    ).rejects.toMatchObject({ status: 409 });
    const current = (await app.context.pointers.spaces.find(id)) as SpacePointer;
    expect(
      await editPage(app.context, app.app.content, { space: current, pageId: linux.id, source, actor }),
    ).toBe(revisionId);
  });

  test('is read right by a process that holds nothing in memory', async () => {
    const id = await addSpace(app);
    await putContent(app, id, FILES);
    const space = (await app.context.pointers.spaces.find(id)) as SpacePointer;
    const home = flat((await app.request('GET', `/v1/spaces/${id}/content/pages`)).json().pages)[0] as Page;
    await editPage(app.context, app.app.content, {
      space,
      pageId: home.id,
      source: Buffer.from('# Edited\n'),
      actor,
    });
    const here = await app.request('GET', `/v1/spaces/${id}/content`);
    const other = await buildTestApp({ beside: app });
    try {
      expect((await other.request('GET', `/v1/spaces/${id}/content`)).json()).toEqual(here.json());
    } finally {
      await other.close();
    }
  });
});
