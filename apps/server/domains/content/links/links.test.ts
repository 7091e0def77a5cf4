import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';
import {
  type LinkItem,
  linksOf,
  pagesByTitle,
  summaryOf,
} from '../../../../../test/fixtures/content/links/links.ts';
import { runJobs } from '../../../../../test/jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** A space with these files, whose pages are all Markdown files outside `.gitbook`. */
async function spaceWith(files: Files): Promise<string> {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, { 'SUMMARY.md': summaryOf(files), ...files });
  return spaceId;
}

/** Creates a page with links to these targets, and returns `[target, status]` of each, in the same order. */
async function statusesOf(targets: string[], files: Files = {}): Promise<[string, string][]> {
  const source = targets.map((target) => `[x](<${target}>)\n`).join('\n');
  const spaceId = await spaceWith({ 'README.md': `# Home\n\n${source}`, ...files });
  const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links?limit=1000`);
  const own = items.filter(({ locationReferences: [place] }) => place?.page?.title === 'Home');
  return own.map(({ target, status }) => [target, status]);
}

const all = (status: string, targets: string[]): [string, string][] =>
  targets.map((target) => [target, status]);

describe('a link', () => {
  const OTHERS: Files = {
    'guide.md': '# Guide\n',
    'dir/README.md': '# Dir\n',
    'dir/inner.md': '# Inner\n',
    'a b (1).md': '# Blanks\n',
    'notes/draft.txt': 'not listed',
    '.gitbook/assets/pic (1).png': 'p',
    '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nText\n',
  };

  test('to a page, a folder with a README, a file or a reusable content that is there is ok', async () => {
    const targets = [
      'guide.md',
      './guide.md',
      '/guide.md',
      'guide',
      'dir/',
      'dir',
      './',
      '/',
      'dir/../guide.md',
      'a b (1).md',
      'a%20b%20(1).md',
      '.gitbook/assets/pic (1).png',
      '.gitbook/assets/pic%20%281%29.png',
      '.gitbook/includes/note.md',
      'guide.md?x=y',
      '#',
    ];
    expect(await statusesOf(targets, OTHERS)).toEqual(all('ok', targets));
  });

  test('to what is not there, out of the repository, or to nothing is broken', async () => {
    const targets = [
      'gone.md',
      '/gone.md',
      'gone/',
      '../x.md',
      '',
      'www.example.com',
      'dir/guide.md',
      '%E0%A4%A',
    ];
    expect(await statusesOf(targets, OTHERS)).toEqual(all('broken', targets));
  });

  test('in the forms that platforms write for lost targets is broken', async () => {
    const targets = [
      'broken-reference',
      '/broken/pages/x1y2',
      '/broken/spaces/s1/pages/x1y2',
      '/broken/files/x1y2',
      '/pages/0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
    ];
    expect(await statusesOf(targets, { 'broken-reference.md': '# A page of that name\n' })).toEqual(
      all('broken', targets),
    );
  });

  test('with any scheme, or none but a host, is an address outside and ok', async () => {
    const targets = [
      'https://example.com/a',
      'http://[bad',
      'mailto:a@b.c',
      'tel:+1',
      '//example.com/a',
      'ftp://x',
    ];
    expect(await statusesOf(targets)).toEqual(all('ok', targets));
  });

  test('whose name differs in case, Unicode form or kind of blank finds the file as an import does', async () => {
    const files = {
      'Guide.md': '# Guide\n',
      'cafe\u0301.md': '# Café\n',
      '.gitbook/assets/a\u202fb.png': 'p',
    };
    const targets = ['guide.md', 'GUIDE.md', 'caf\u00e9.md', 'caf%C3%A9.md', '.gitbook/assets/a b.png'];
    expect(await statusesOf(targets, files)).toEqual(all('ok', targets));
  });

  test('prefers the exact name among those that differ only in case', async () => {
    const files = {
      'README.md': '# Home\n\n[x](b/A.md) [y](b/a.md)\n',
      'b/a.md': '# Lower\n',
      'b/A.md': '# Upper\n',
    };
    const spaceId = await spaceWith(files);
    const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links`);
    expect(items.map(({ targetReference }) => targetReference.page?.title)).toEqual(['Upper', 'Lower']);
  });

  test('to an old path leads where the redirects of the space do', async () => {
    const targets = ['/old/way', 'old/way.md', 'OLD/Way', 'lost', 'elsewhere'];
    expect(
      await statusesOf(targets, {
        'guide.md': '# Guide\n\n## Here\n',
        '.gitbook.yaml':
          'redirects:\n  old/way: guide.md#here\n  lost: gone.md\n  elsewhere: https://example.com/\n',
      }),
    ).toEqual([
      ['/old/way', 'ok'],
      ['old/way.md', 'ok'],
      ['OLD/Way', 'ok'],
      ['lost', 'broken'],
      ['elsewhere', 'ok'],
    ]);
  });

  test('is the same in a file with the line breaks of Windows', async () => {
    const files = { 'guide.md': '# Guide\r\n\r\n## Part\r\n', 'dir/x.md': '# X\n' };
    const source =
      '# Home\r\n\r\n## One\r\n\r\n[a](guide.md#part)\r\n[b](gone.md)\r\n\r\n![](dir/no.png)\r\n';
    const spaceId = await spaceWith({ 'README.md': source, ...files });
    const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links`);
    expect(items.map(({ status, target }) => `${status} ${target}`)).toEqual([
      'ok guide.md#part',
      'broken gone.md',
      'broken dir/no.png',
    ]);
    expect(items[0]?.locationReferences[0]?.internalLocation).toEqual({ type: 'anchor', anchor: 'one' });
  });

  test('by id is ok as long as the page, file or reusable content is there', async () => {
    const spaceId = await spaceWith({ ...OTHERS, 'README.md': '# Home\n' });
    const revision = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
    const page = pagesByTitle(revision.pages).get('Guide');
    const targets = [
      `/pages/${page}`,
      `/files/${revision.files[0].id}`,
      `/reusable-contents/${revision.reusableContents[0].id}`,
      `/files/${page}`,
    ];
    const source = `# Home\n\n${targets.map((target) => `[x](${target})`).join(' ')}\n`;
    await putContent(app, spaceId, {
      ...OTHERS,
      'README.md': source,
      'SUMMARY.md': summaryOf({ 'README.md': source, ...OTHERS }),
    });
    const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links`);
    expect(items.map(({ status, targetReference }) => `${status} ${targetReference.kind}`)).toEqual([
      'ok page',
      'ok file',
      'ok reusable-content',
      'broken url',
    ]);
  });
});

describe('an anchor', () => {
  const GUIDE = `# Guide

## Install it

### \`MRR(), NO_MRR()\`

## 1. Create

## dl4J & Co.

## Twice

## Twice

## Чтение

## Named <a href="#by-hand" id="by-hand"></a>

{% tabs %}
{% tab title="On Linux" %}
#### Deep
{% endtab %}
{% endtabs %}

<details>

<summary>More of it</summary>

## Inside

</details>

{% include ".gitbook/includes/outer.md" %}
`;
  const FILES: Files = {
    'guide.md': GUIDE,
    '.gitbook/includes/outer.md': '## Outer\n\n{% include "inner.md" %}\n\n[up](#named) [no](#nowhere)\n',
    '.gitbook/includes/inner.md': '## Inner\n\n{% include "outer.md" %}\n',
  };

  test('that the page offers, itself or through what it includes, is ok', async () => {
    const anchors = [
      ...['install-it', 'mrr-no_mrr', 'id-1.-create', 'twice', 'twice-1', 'by-hand', 'on-linux', 'deep'],
      ...['more-of-it', 'inside', 'outer', 'inner', 'чтение'],
    ];
    const targets = anchors.map((anchor) => `guide.md#${anchor}`);
    expect(await statusesOf(targets, FILES)).toEqual(all('ok', targets));
  });

  test('of an older rule is ok where it differs in case and punctuation only', async () => {
    const anchors = [
      'Install-It',
      'install_it',
      '1-create',
      'id-1-create',
      'dl-4-j-co',
      'dl4j--co',
      'installit',
    ];
    const targets = [
      ...anchors.map((anchor) => `guide.md#${anchor}`),
      'guide.md#%D1%87%D1%82%D0%B5%D0%BD%D0%B8%D0%B5',
    ];
    expect(await statusesOf(targets, FILES)).toEqual(all('ok', targets));
  });

  test('that the page does not offer is broken, and the page is still what it leads to', async () => {
    const targets = ['guide.md#gone', 'guide.md#install', '#install-it', 'guide.md#guide'];
    expect(await statusesOf(targets, FILES)).toEqual(all('broken', targets));
    const spaceId = await spaceWith({ 'README.md': '# Home\n\n[x](guide.md#gone)\n', ...FILES });
    const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links?status=broken`);
    expect(items[0]?.targetReference).toMatchObject({
      kind: 'page',
      page: { title: 'Guide' },
      internalLocation: { type: 'anchor', anchor: 'gone' },
    });
  });

  test('of the same page is looked for there; of a reusable content also in the pages that show it', async () => {
    const spaceId = await spaceWith({
      'README.md': '# Home\n\n## Here\n\n[a](#here) [b](#Here) [c](#not)\n',
      ...FILES,
    });
    const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links`);
    const found = items.filter(({ target }) => target.startsWith('#'));
    expect(found.map(({ target, status }) => `${target} ${status}`)).toEqual([
      '#here ok',
      '#Here ok',
      '#not broken',
      '#named broken',
      '#nowhere broken',
    ]);
    await putContent(app, spaceId, {
      ...FILES,
      'SUMMARY.md': '* [Guide](guide.md)\n',
      '.gitbook/includes/outer.md': '## Outer\n\n[up](#by-hand) [no](#nowhere)\n',
    });
    const after = await linksOf(app, `/v1/spaces/${spaceId}/links`);
    const own = after.items.filter(({ target }) => target.startsWith('#'));
    expect(own.map(({ target, status }) => `${target} ${status}`)).toEqual([
      '#by-hand ok',
      '#nowhere broken',
    ]);
  });
});

test('every kind of reference is listed once, with its relation and what it can show', async () => {
  const source = `---
cover: .gitbook/assets/a.png
metaLinks:
  alternates:
    - guide.md
    - gone.md
---

# Home

[l](guide.md) ![i](.gitbook/assets/a.png) ![page](guide.md) [m](guide.md "mention")
<a href="guide.md" class="button primary">B</a> [def][d]

{% include ".gitbook/includes/note.md" %}

{% include "guide.md" %}

{% file src=".gitbook/assets/a.png" %}

{% content-ref url="guide.md" %}
[guide.md](guide.md)
{% endcontent-ref %}

{% embed url="https://example.com/v" %}

{% openapi src=".gitbook/assets/a.png" path="/" method="get" %}
[.gitbook/assets/a.png](.gitbook/assets/a.png)
{% endopenapi %}

{% openapi-operation spec="pets" path="/" method="get" %}
[OpenAPI spec](https://example.com/pets)
{% endopenapi-operation %}

[d]: guide.md
`;
  const files = {
    'README.md': source,
    'guide.md': '# Guide\n',
    '.gitbook/assets/a.png': 'p',
    '.gitbook/includes/note.md': '---\ntitle: Note\ncover: gone.png\n---\n\n[x](../../guide.md)\n',
  };
  const spaceId = await spaceWith({
    ...files,
    'SUMMARY.md': `${summaryOf(files)}* [Out](https://example.com/)\n* [Again](guide.md)\n`,
  });
  const { items, stats } = await linksOf(app, `/v1/spaces/${spaceId}/links`);
  const shown = items.map(
    ({ kind, relation, status, targetReference, locationReferences: [from] }) =>
      `${kind} ${relation} ${status} ${targetReference.kind} in ${from?.page?.title ?? from?.reusableContent?.title}`,
  );
  expect(shown).toEqual([
    'cover reference ok file in Home',
    'meta-link reference ok page in Home',
    'meta-link reference broken url in Home',
    'link reference ok page in Home',
    'image reference ok file in Home',
    'image reference broken page in Home',
    'mention reference ok page in Home',
    'button reference ok page in Home',
    'include dependsOn ok reusable-content in Home',
    'include dependsOn broken page in Home',
    'file reference ok file in Home',
    'content-ref reference ok page in Home',
    'embed reference ok url in Home',
    'swagger dependsOn ok file in Home',
    'openapi dependsOn broken url in Home',
    'link reference ok page in Home',
    'page-link reference ok url in Out',
    'page-link reference ok page in Again',
    'link reference ok page in Note',
  ]);
  expect(stats).toEqual({ total: 19, broken: { total: 4 } });
});

test('a block of what changed is broken without its spec', async () => {
  const spaceId = await spaceWith({
    'README.md':
      '# Home\n\n{% openapi-changelog spec="told" %}\n\n{% @lectern/openapi-changelog spec="told" %}\n',
  });
  const list = async () =>
    (await linksOf(app, `/v1/spaces/${spaceId}/links`)).items.map(
      ({ kind, relation, status }) => `${kind} ${relation} ${status}`,
    );
  expect(await list()).toEqual(Array(2).fill('openapi dependsOn broken'));
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Told', version: '1' }, paths: {} });
  await app.request('PUT', `/v1/orgs/${app.organizationId}/openapi/told`, { body: { source: { text } } });
  await runJobs(app);
  expect(await list()).toEqual(Array(2).fill('openapi dependsOn ok'));
});

test('a block of a spec is broken while its spec has not all that it shows', async () => {
  const block = (name: string, attributes: string) =>
    `{% ${name} spec="pets" ${attributes} %}\n[pets](https://example.com)\n{% end${name} %}\n`;
  const spaceId = await spaceWith({
    'README.md': [
      '# Home',
      block('openapi-operation', 'path="/pets" method="GET"'),
      block('openapi-operation', 'path="/pets" method="post"'),
      block('openapi-webhook', 'name="added" method="post"'),
      block('openapi-schemas', 'schemas="Pet, Owner"'),
      block('openapi-schemas', 'schemas="Pet,Gone"'),
    ].join('\n'),
  });
  const statuses = async () =>
    (await linksOf(app, `/v1/spaces/${spaceId}/links`)).items.map(({ status }) => status);
  const publish = async (spec: object) => {
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, ...spec });
    const path = `/v1/orgs/${app.organizationId}/openapi/pets`;
    expect((await app.request('PUT', path, { body: { source: { text } } })).statusCode).toBeLessThan(300);
    await runJobs(app);
  };
  // Repeated: such answers are kept.
  for (let turn = 0; turn < 4; turn += 1) expect(await statuses()).toEqual(Array(5).fill('broken'));
  const webhooks = { added: { post: {} } };
  const components = { schemas: { Pet: {}, Owner: {} } };
  await publish({ paths: { '/pets': { get: {} } }, webhooks, components });
  expect(await statuses()).toEqual(['ok', 'broken', 'ok', 'ok', 'broken']);
  await publish({ paths: { '/pets': { post: {} } }, components });
  expect(await statuses()).toEqual(['broken', 'ok', 'broken', 'ok', 'broken']);
});

describe('the lists', () => {
  const FILES = {
    'README.md':
      '# Home\n\n## A\n\n[x](a.md) [x](a.md) [gone](gone.md)\n\n## B\n\n[x](a.md) [self](README.md)\n',
    'a.md':
      '---\ncover: p.png\n---\n\n# A\n\n[up](README.md) ![](p.png)\n\n{% include ".gitbook/includes/n.md" %}\n',
    'p.png': 'p',
    '.gitbook/includes/n.md': '## N\n\n[a](../../a.md#gone)\n',
  };
  let spaceId: string;
  let ids: Map<string, string>;
  let fileId: string;
  beforeAll(async () => {
    spaceId = await spaceWith(FILES);
    const revision = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
    ids = pagesByTitle(revision.pages);
    fileId = revision.files.find(({ name }: { name: string }) => name === 'p.png').id;
  });

  test('of a page hold what stands on it, with the stats of the page', async () => {
    const { items, stats, count } = await linksOf(
      app,
      `/v1/spaces/${spaceId}/content/page/${ids.get('Home')}/links`,
    );
    expect(items.map(({ target }) => target)).toEqual(['a.md', 'a.md', 'gone.md', 'a.md', 'README.md']);
    expect({ stats, count }).toEqual({ stats: { total: 5, broken: { total: 1 } }, count: 5 });
    const broken = await linksOf(
      app,
      `/v1/spaces/${spaceId}/content/page/${ids.get('Home')}/links?status=broken`,
    );
    expect(broken).toMatchObject({
      count: 1,
      stats: { total: 5, broken: { total: 1 } },
      items: [{ target: 'gone.md' }],
    });
  });

  test('of backlinks hold one place for each heading, without those on the page itself', async () => {
    const places = async (path: string): Promise<string[]> => {
      const { items } = (await app.request('GET', `/v1/spaces/${spaceId}/content/${path}/backlinks`)).json();
      return items.map(
        (item: LinkItem['targetReference']) =>
          `${item.page?.title ?? item.reusableContent?.title}#${item.internalLocation?.anchor ?? ''}`,
      );
    };
    expect(await places(`page/${ids.get('A')}`)).toEqual(['Home#a', 'Home#b', 'n#']);
    expect(await places(`page/${ids.get('Home')}`)).toEqual(['A#']);
    expect(await places(`files/${fileId}`)).toEqual(['A#']);
  });

  test('contain the organization, the space and the page as clients know them, and of the revision only its name', async () => {
    const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links?limit=1`);
    const read = async (path: string) => (await app.request('GET', path)).json();
    const space = await read(`/v1/spaces/${spaceId}`);
    const { baseUrl } = app.context.config;
    const place = {
      organization: await read(`/v1/orgs/${app.organizationId}`),
      space,
      versionContext: {
        type: 'revision',
        revision: {
          object: 'revision',
          id: space.revision,
          type: expect.any(String),
          urls: { app: `${baseUrl}/app/s/${spaceId}/revisions/${space.revision}` },
        },
      },
    };
    const { document: _document, ...page } = await read(`/v1/spaces/${spaceId}/content/page/${ids.get('A')}`);
    expect(page.slug).toBe('a');
    expect(items[0]?.targetReference).toEqual({ kind: 'page', ...place, page: { ...page, pages: [] } });
    expect(items[0]?.locationReferences).toEqual([expect.objectContaining({ kind: 'page', ...place })]);
  });

  test('shows each caller their own permissions in references', async () => {
    const { token } = await addMember(app, { role: 'read' });
    const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links?limit=1`, token);
    expect(items[0]?.targetReference).toMatchObject({
      organization: { permissions: { admin: false } },
      space: { permissions: { view: true, admin: false, edit: false } },
    });
  });

  test('page by page make the whole list, in the revision in which they began', async () => {
    for (const status of ['', '&status=ok', '&status=broken']) {
      const whole = await linksOf(app, `/v1/spaces/${spaceId}/links?limit=1000${status}`);
      const seen: string[] = [];
      for (let page: string | undefined = ''; page !== undefined; ) {
        const response = await linksOf(
          app,
          `/v1/spaces/${spaceId}/links?limit=2${status}${page && `&page=${page}`}`,
        );
        expect(response).toMatchObject({ count: whole.count, stats: whole.stats });
        seen.push(...response.items.map(({ target }) => target));
        page = response.next?.page;
      }
      expect(seen).toEqual(whole.items.map(({ target }) => target));
    }
    const other = await spaceWith(FILES);
    const first = await linksOf(app, `/v1/spaces/${other}/links?limit=5`);
    await putContent(app, other, { 'README.md': '# Nothing\n', 'SUMMARY.md': '* [Home](README.md)\n' });
    const second = await linksOf(app, `/v1/spaces/${other}/links?limit=5&page=${first.next?.page}`);
    expect(second.count).toBe(first.count);
    expect(second.items.length).toBe(first.count - 5);
    expect((await linksOf(app, `/v1/spaces/${other}/links`)).count).toBe(0);
  });

  test.each([
    ['links?page=nonsense', 400],
    ['links?status=other', 400],
    ['links?limit=0', 400],
    ['content/page/nonsense/links', 404],
    ['content/page/nonsense/backlinks', 404],
    ['content/files/nonsense/backlinks', 404],
  ])('%s is %i', async (path, status) => {
    expect((await app.request('GET', `/v1/spaces/${spaceId}/${path}`)).statusCode).toBe(status);
  });

  test('take no page of another list, and no page or file of another space', async () => {
    const { next } = await linksOf(app, `/v1/spaces/${spaceId}/links?limit=1`);
    const paths = ['links?status=ok&page=', `content/page/${ids.get('Home')}/links?page=`];
    for (const path of paths)
      expect((await app.request('GET', `/v1/spaces/${spaceId}/${path}${next?.page}`)).statusCode).toBe(400);
    const other = await spaceWith(FILES);
    for (const path of [
      `page/${ids.get('A')}/links`,
      `page/${ids.get('A')}/backlinks`,
      `files/${fileId}/backlinks`,
    ])
      expect((await app.request('GET', `/v1/spaces/${other}/content/${path}`)).statusCode).toBe(404);
  });

  test('are not sent again to who holds them', async () => {
    const first = await app.request('GET', `/v1/spaces/${spaceId}/links`);
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await app.request('GET', `/v1/spaces/${spaceId}/links`, { headers })).statusCode).toBe(304);
  });

  test('of an empty space are empty', async () => {
    expect(await linksOf(app, `/v1/spaces/${await addSpace(app)}/links`)).toEqual({
      count: 0,
      stats: { total: 0, broken: { total: 0 } },
      items: [],
    });
  });
});
