/** Visitors of a site see neither hidden pages of a revision nor a trace of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addSite, addSpace } from '../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';
import { createVisitorTokens } from '../../publishing/site-visitors/visitor-token.ts';

const hiddenPage = (title: string): string =>
  `---\nif: visitor.claims.plan === "pro"\ncover: ${title}.png\n---\n\n# ${title}\n\nText of ${title}.\n`;

const FILES: Files = {
  'SUMMARY.md': `# Table of contents

* [Home](README.md)
* [Secret Page](secret.md)
  * [Secret child](secret/child.md)
* [Link to secret](secret.md)

## Secret group

* [Secret only](group/only.md)

## Open

* [Guide](open/guide.md)
* [Soon](open/soon.md)
* [Logo](logo.png)
`,
  'README.md': `---
if: visitor.claims.plan !== "banned" || visitor.claims.plan === undefined
metaLinks:
  alternates:
    - secret.md
    - open/guide.md
---

# Home

See [the plans](secret.md#prices), [the guide](open/guide.md) and [secret/child.md](secret/child.md "mention").

{% content-ref url="secret.md" %}
[Secret Page](secret.md)
{% endcontent-ref %}

<a href="secret.md" class="button primary">Upgrade</a>

[later][secret-label]

<table><thead><tr><th>Name</th><th data-type="content-ref">Page</th></tr></thead><tbody><tr><td>A</td><td><a href="secret.md">secret.md</a></td></tr></tbody></table>

{% if visitor.claims.plan === "pro" %}
Inside: ![](inside.png)

{% include ".gitbook/includes/inside.md" %}
{% endif %}

![](seen.png)

{% include ".gitbook/includes/seen.md" %}

[secret-label]: secret.md
`,
  'secret.md': hiddenPage('Secret Page').replace('Secret Page.png', 'secret.png'),
  'secret/child.md': '# Secret child\n\n![](../child.png)\n',
  'group/only.md': hiddenPage('Secret only').replace('cover: Secret only.png\n', ''),
  'open/guide.md': `---
vars:
  open: yes
  plan: '{% if visitor.claims.plan === "pro" %}secret{% endif %}'
---

# Guide

{% include "../.gitbook/includes/seen.md" %}

Now <code class="expression">Date.now() > 9e15 ? "secret" : "open"</code>,
<code class="expression">Date.now() > 9e15 && "secret"</code> or
<code class="expression">["secret", "open"][Date.now() > 0 ? 1 : 0]</code>,
at <code class="expression">Date.now()</code>.
`,
  '.gitbook/vars.yaml': 'open: yes\nplan: "&#123;% if visitor.claims.plan %}secret{% endif %}"\n',
  'open/soon.md': '---\nif: Date.now() >= Date.parse("2027-01-01")\n---\n\n# Soon\n',
  '.gitbook/includes/inside.md': '---\ntitle: Secret note\n---\n\nNote ![](note.png)\n',
  '.gitbook/includes/seen.md':
    '---\ntitle: Seen note\n---\n\n{% if visitor.claims.plan === "pro" %}\n![](../../deep.png)\n{% endif %}\n\nSee [the plans](../../secret.md).\n',
  ...Object.fromEntries(
    ['secret', 'child', 'inside', 'seen', 'deep', 'logo'].map((name) => [`${name}.png`, `picture ${name}`]),
  ),
  '.gitbook/includes/note.png': 'picture note',
};

interface Page {
  id: string;
  title: string;
  documentId?: string;
  condition?: string;
  pages?: Page[];
  [field: string]: unknown;
}

const clock = createTestClock(new Date('2026-12-31T12:00:00Z'));
let app: TestApp;
let spaceId: string;
let siteId: string;
let all: {
  id: string;
  pages: Page[];
  files: { id: string; name: string }[];
  reusableContents: { id: string; title: string; document: string }[];
};

const flat = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
const pageBy = (title: string): Page => flat(all.pages).find((page) => page.title === title) as Page;

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  spaceId = await addSpace(app);
  await putContent(app, spaceId, FILES);
  all = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
  siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  await app.context.transact(async ({ trx, announce }) => {
    await trx.updateTable('site').set({ adaptive: true }).where('site_id', '=', siteId).execute();
    announce({ kind: 'site', siteId });
  });
});
afterAll(() => app.close());

async function visit(claims: Record<string, unknown>) {
  const site = await app.context.pointers.sites.find(siteId);
  const token = await createVisitorTokens(app.context.keyRing).sign('site', {
    organizationId: app.organizationId,
    siteId,
    claims,
    epoch: site?.visitorEpoch ?? 0,
    isAuthenticated: true,
    expiresAt: new Date('2030-01-01T00:00:00Z'),
  });
  return async (path: string) => {
    const response = await app.request('GET', `/v1/spaces/${spaceId}${path}`, { token });
    return { status: response.statusCode, body: response.json(), text: response.body };
  };
}
type Visit = Awaited<ReturnType<typeof visit>>;

/** Lists the paths of all requests that visitors can make for the content of the space. */
function listPaths(): string[] {
  const pages = flat(all.pages);
  const bases = ['/content', `/revisions/${all.id}`];
  return [
    ...bases,
    ...bases.flatMap((base) => [
      `${base}/pages`,
      `${base}/files`,
      ...all.files.map(({ id }) => `${base}/files/${id}`),
      ...all.reusableContents.map(({ id }) => `${base}/reusable-contents/${id}`),
      ...pages.flatMap(({ id, path }) => [
        `${base}/page/${id}`,
        `${base}/page/${id}/meta-links`,
        `${base}/page/${id}?evaluated=deterministic-only&dereferenced=true`,
        `${base}/page/${id}?format=markdown`,
        `${base}/page/${id}?format=markdown&dereferenced=true&format.markdown.refs=stable`,
        `${base}/path/${encodeURIComponent(String(path ?? ''))}`,
      ]),
    ]),
    ...pages.map(({ id }) => `/revisions/${all.id}/page/${id}/document`),
    ...pages.map(({ documentId }) => `/documents/${documentId ?? 'x'}?evaluated=true`),
    ...all.reusableContents.map(({ document }) => `/documents/${document}`),
    ...all.reusableContents.map(({ id }) => `/revisions/${all.id}/reusable-contents/${id}/document`),
  ];
}

describe('a visitor for whom a condition does not hold', () => {
  let get: Visit;
  beforeAll(async () => {
    get = await visit({ plan: 'free' });
  });

  test('finds no trace of hidden pages and blocks in any answer', async () => {
    const hiddenIds = ['Secret Page', 'Secret child', 'Secret group', 'Secret only', 'Link to secret'].map(
      (title) => pageBy(title).id,
    );
    let found = 0;
    for (const path of listPaths()) {
      const { status, text } = await get(path);
      expect([200, 404], path).toContain(status);
      if (status === 404) continue;
      found += 1;
      // The author chose the id of the label of a definition; its target is removed.
      expect(text.replaceAll('secret-label', ''), path).not.toMatch(/secret/i);
      for (const id of hiddenIds) expect(text.includes(id), path).toBe(false);
      expect(text, path).not.toMatch(/Inside|child\.png|deep\.png|Note |condition|visitor\.claims/);
    }
    expect(found).toBeGreaterThan(40);
  });

  test('sees the pages, files and reusable contents that are open to them', async () => {
    const { body } = await get('/content');
    expect(violationsOfClientSchema('Revision', body)).toEqual([]);
    expect(flat(body.pages).map(({ title }) => title)).toEqual(['Home', 'Open', 'Guide', 'Logo']);
    expect(body.files.map(({ name }: { name: string }) => name)).toEqual(['seen.png', 'logo.png']);
    expect(body.reusableContents).toMatchObject([{ title: 'Seen note' }]);
    expect(body.variables).toEqual({ open: 'yes' });
    expect(flat(body.pages).find(({ title }) => title === 'Guide')?.variables).toEqual({ open: 'yes' });
    const guide = `/content/page/${pageBy('Guide').id}?evaluated=deterministic-only`;
    expect((await get(guide)).text).toContain('{"expression":"Date.now()"}');
    expect((await get('/content/files')).body).toMatchObject({ count: 2, items: body.files });
    expect((await get('/content/pages')).body.pages).toEqual(body.pages);
    const tree = (await get('/content/tree')).body.pages;
    expect(flat(tree).map(({ id }) => id)).toEqual(flat(body.pages).map(({ id }) => id));
    expect(body.pages[0].metaLinks).toEqual({ alternates: [{ kind: 'page', page: pageBy('Guide').id }] });
  });

  test('finds nothing at the addresses of what is hidden', async () => {
    const { id, documentId } = pageBy('Secret child');
    const file = all.files.find(({ name }) => name === 'deep.png');
    const note = all.reusableContents.find(({ title }) => title === 'Secret note');
    for (const path of [
      `/content/page/${id}`,
      `/content/page/${id}/meta-links`,
      '/content/path/secret-page%2Fsecret-child',
      `/documents/${documentId}`,
      `/revisions/${all.id}/page/${id}/document`,
      `/content/files/${file?.id}`,
      `/content/reusable-contents/${note?.id}`,
      `/documents/${note?.document}`,
      `/revisions/${all.id}/reusable-contents/${note?.id}/document`,
    ])
      expect((await get(path)).status, path).toBe(404);
  });

  test('reads references to hidden pages as broken ones, with the text that the author gave them', async () => {
    const { document } = (await get(`/content/page/${pageBy('Home').id}`)).body;
    expect(violationsOfClientSchema('JSONDocument', document)).toEqual([]);
    const text = JSON.stringify(document);
    expect(text).toContain('the plans');
    expect(text).toContain('Upgrade');
    expect(text).toContain('{"kind":"url","url":"broken-reference"}');
    const { markdown } = (await get(`/content/page/${pageBy('Home').id}?format=markdown`)).body;
    expect(markdown).toContain('See [the plans](broken-reference), [the guide](open/guide.md) and');
    expect(markdown).toContain('![](seen.png)');
    expect(markdown).not.toContain('if:');
  });

  test('reads no revision that has not been published for a while', async () => {
    const other = await addSpace(app);
    await putContent(app, other, { 'README.md': '# One\n' });
    const first = (await app.request('GET', `/v1/spaces/${other}/content`)).json().id;
    await putContent(app, other, { 'README.md': '# Two\n' });
    const second = (await app.request('GET', `/v1/spaces/${other}/content`)).json().id;
    const hourAgo = new Date(app.context.clock().getTime() - 3_600_000);
    await app.context.db
      .updateTable('revision')
      .set({ created_at: hourAgo })
      .where('revision_id', '=', second)
      .execute();
    const elsewhere = await addSite(app, { spaceIds: [other], isPublished: true });
    const [site, own] = [siteId, spaceId];
    [siteId, spaceId] = [elsewhere, other];
    const getThere = await visit({});
    expect((await getThere('/content')).status).toBe(200);
    expect((await getThere(`/revisions/${first}`)).status).toBe(404);
    expect((await getThere(`/revisions/${first}/pages`)).status).toBe(404);
    [siteId, spaceId] = [site, own];
  });
});

test('a visitor for whom all conditions hold sees all but the conditions', async () => {
  const get = await visit({ plan: 'pro' });
  const { body } = await get('/content');
  const titles = flat(all.pages).map(({ title }) => title);
  expect(flat(body.pages).map(({ title }) => title)).toEqual(titles.filter((title) => title !== 'Soon'));
  expect(body.files).toEqual(all.files);
  expect(body.reusableContents).toEqual(all.reusableContents);
  expect(JSON.stringify(body)).not.toContain('condition');
  const home = (await get(`/content/page/${pageBy('Home').id}?dereferenced=true`)).body;
  expect(JSON.stringify(home.document)).toContain('Inside');
  expect(JSON.stringify(home.document)).not.toContain('"if"');
});

test('visitors for whom the same conditions hold share their answers', async () => {
  const path = `/content/page/${pageBy('Home').id}?evaluated=true&dereferenced=true`;
  const names = ['/content', path];
  const read = async (claims: Record<string, unknown>): Promise<string[]> => {
    const get = await visit(claims);
    return Promise.all(names.map(async (name) => (await get(name)).text));
  };
  const first = await read({ plan: 'pro', name: 'first' });
  const { content } = app.app;
  const { open } = content;
  let opened = 0;
  content.open = (...of) => {
    opened += 1;
    return open(...of);
  };
  for (let n = 0; n < 20; n += 1) expect(await read({ plan: 'pro', name: `visitor ${n}` })).toEqual(first);
  expect(opened).toBe(0);
  expect(await read({ plan: 'free' })).not.toEqual(first);
  content.open = open;
});

test('a page appears at its time', async () => {
  const get = await visit({ plan: 'free', at: 'new year' });
  const path = `/content/page/${pageBy('Soon').id}`;
  expect((await get(path)).status).toBe(404);
  clock.advance(12 * 3_600_000);
  expect((await get(path)).status).toBe(200);
  expect(flat((await get('/content/pages')).body.pages).map(({ title }) => title)).toContain('Soon');
});
