import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { putContent } from '../../../../test/content.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addSpace,
  grantRole,
} from '../../../../test/factories.ts';
import { createFixtureRepository, temporaryDirectory } from '../../../../test/git-fixtures.ts';
import { startGitServer } from '../../../../test/git-server.ts';
import { runJobs } from '../../../../test/jobs.ts';
import { signIn } from '../../../../test/session.ts';

let app: TestApp;
let cookie: string;
let spaceId: string;
/** Ids of pages by title. */
const pages: Record<string, string> = {};

interface ListedPage {
  id: string;
  title: string;
  pages?: ListedPage[];
}

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: 'https://files.example', allowPrivateNetworks: true } });
  cookie = await signIn(app, app.adminToken);
  spaceId = await addSpace(app, { title: 'Guides & <more>' });
  await putContent(app, spaceId, {
    'README.md': '---\ndescription: Where to begin\n---\n\n# Welcome\n\nHello *there*.\n',
    'SUMMARY.md': `# Table of contents

* [Welcome](README.md)
* [Install](install/README.md)
  * [On Linux](install/linux.md "Linux")
* [Elsewhere](https://example.com/a?b=1&c=2)

## Reference

* [Blocks](blocks.md)
`,
    'install/README.md': '# Install\n\nSee [Linux](linux.md#first-step) and [gone](gone.md).\n',
    'install/linux.md': '# On Linux\n\n## First step\n\n![A picture](../.gitbook/assets/a%20b.svg)\n',
    '.gitbook/assets/a b.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>',
    '.gitbook/includes/notice.md': '---\ntitle: Notice\n---\n\nSaid in many places.\n',
    'blocks.md': `# Blocks

{% include ".gitbook/includes/notice.md" %}

1. one
2. two

- [x] done

| Name | Value |
| ---- | ----: |
| \`a\` | 1 |

\`\`\`js
if (a < b) run();
\`\`\`

{% hint style="warning" %}
Take care.
{% endhint %}

{% tabs %}
{% tab title="First tab" %}
In a tab.
{% endtab %}
{% endtabs %}

<details>

<summary>More</summary>

Hidden at first.

</details>

{% embed url="https://example.com/video" %}

{% unknown-tag %}

![](https://example.com/elsewhere.png)
`,
  });
  const listed = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
  const note = ({ id, title, pages: below = [] }: ListedPage): void => {
    pages[title] = id;
    below.forEach(note);
  };
  listed.pages.forEach(note);
});
afterAll(() => app?.close());

const get = (url: string, as = cookie): Promise<LightMyRequestResponse> =>
  app.request('GET', url, { token: null, headers: { cookie: as } });

async function show(url: string, as = cookie): Promise<string> {
  const response = await get(url, as);
  expect(response.statusCode, url).toBe(200);
  expect(parseErrors(response.body)).toEqual([]);
  return response.body;
}

function parseErrors(page: string): string[] {
  const errors: string[] = [];
  parse(page, { onParseError: ({ code }) => errors.push(code) });
  return errors;
}

const linksIn = (page: string): string[] =>
  [...page.matchAll(/href="([^"]+)"/g)].map((match) => (match[1] as string).replaceAll('&amp;', '&'));

describe('the address that an answer of the API gives leads to', () => {
  const follow = async (url: string): Promise<string> => {
    const { urls } = (await app.request('GET', url)).json();
    const { baseUrl } = app.context.config;
    expect(urls.app).toMatch(new RegExp(`^${baseUrl}/app/`));
    return show(urls.app.slice(baseUrl.length));
  };

  test('an organization', async () => {
    const page = await follow(`/v1/orgs/${app.organizationId}`);
    expect(page).toContain('Guides &amp; &lt;more&gt;');
    expect(linksIn(page)).toContain(`/app/s/${spaceId}`);
  });

  test('a collection with what is in it', async () => {
    const outer = await addCollection(app, { title: 'Outer' });
    const inner = await addCollection(app, { title: 'Inner', parentId: outer });
    const inside = await addSpace(app, { title: 'Inside', parentId: inner });
    const page = await follow(`/v1/collections/${inner}`);
    expect(page).toContain('<h1>Inner</h1>');
    expect(linksIn(page)).toEqual(expect.arrayContaining([`/app/c/${outer}`, `/app/s/${inside}`]));
    expect(page).not.toContain(spaceId);
    expect(linksIn(await show(`/app/c/${outer}`))).toContain(`/app/c/${inner}`);
    const space = await show(`/app/s/${inside}`);
    expect(linksIn(space)).toEqual(expect.arrayContaining([`/app/c/${outer}`, `/app/c/${inner}`]));
    const organization = await show(`/app/o/${app.organizationId}`);
    expect(organization).toMatch(/Outer<\/a><ul class="contents"><li><a [^>]+>Inner<\/a>/);
    expect(organization).toContain('in Inner, updated');
  });

  test('what has no title, by a name that can be clicked on', async () => {
    const collectionId = await addCollection(app, { title: '' });
    const untitled = await addSpace(app, { title: ' ', parentId: collectionId });
    const organization = await show(`/app/o/${app.organizationId}`);
    expect(organization).toContain(`<a href="/app/c/${collectionId}">Untitled</a>`);
    expect(organization).toContain(`<a href="/app/s/${untitled}">Untitled</a>`);
    const space = await follow(`/v1/spaces/${untitled}`);
    expect(space).toContain(`<a href="/app/c/${collectionId}">Untitled</a>`);
    expect(space).toContain('<title>Untitled – Lectern</title>');
    expect(await follow(`/v1/collections/${collectionId}`)).toContain('<h1>Untitled</h1>');
  });

  test.each(['1f389', '🎉'])('a space by its emoji, however it was given: %s', async (emoji) => {
    const made = await app.request('POST', `/v1/orgs/${app.organizationId}/spaces`, { body: { emoji } });
    const { id, urls } = made.json();
    expect(await show(new URL(urls.app).pathname)).toContain('🎉');
    const list = await show(`/app/o/${app.organizationId}`);
    expect(list).toContain(`<span class="emoji" aria-hidden="true">🎉</span><a href="/app/s/${id}">`);
  });

  test('a space with its facts and its contents', async () => {
    const page = await follow(`/v1/spaces/${spaceId}`);
    expect(page).toContain('<title>Guides &amp; &lt;more&gt; – Lectern</title>');
    expect(linksIn(page)).toEqual(
      expect.arrayContaining([
        `/app/o/${app.organizationId}`,
        `/app/s/${spaceId}/${pages.Install}`,
        'https://example.com/a?b=1&c=2',
      ]),
    );
    expect(page).toMatch(/Install<\/a><ul class="contents"><li><a [^>]+>Linux<\/a>/);
    expect(page).toContain('Reference');
  });

  test('a page', async () => {
    const page = await follow(`/v1/spaces/${spaceId}/content/page/${pages.Welcome}`);
    expect(page).toContain('<h1>Welcome</h1>');
    expect(page).toContain('Where to begin');
    expect(page).toContain('<p>Hello <em>there</em>.</p>');
  });

  test('a revision, whose pages stay in it', async () => {
    const page = await follow(`/v1/spaces/${spaceId}/content`);
    const { id, parents } = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
    const address = `/app/s/${spaceId}/revisions/${id}`;
    expect(linksIn(page)).toEqual(
      expect.arrayContaining([`${address}/${pages.Install}`, `/app/s/${spaceId}/revisions/${parents[0]}`]),
    );
    const below = await show(`${address}/${pages.Install}`);
    expect(below).toContain('which can differ from the current version');
    expect(linksIn(below)).toContain(`${address}/${pages['On Linux']}#first-step`);
  });
});

test('a space tells how its import from Git went', async () => {
  const folder = await temporaryDirectory();
  const repository = await createFixtureRepository(join(folder.path, 'docs.git'), {
    files: { 'README.md': '# Home\n', 'SUMMARY.md': '* [Gone](gone.md)\n* [Home](README.md)\n' },
  });
  const git = await startGitServer({ repositories: { docs: repository.directory } });
  const imported = await addSpace(app);
  for (const [ref, said] of [
    ['refs/heads/main', /the last import succeeded .*, at <code>[0-9a-f]{12}<\/code>.*report has 1 entry/s],
    ['refs/heads/none', /the last import failed .*: The repository has no branch named “none”/],
  ] as const) {
    const body = { url: git.url('docs'), ref };
    await app.request('POST', `/v1/spaces/${imported}/git/import`, { body });
    await runJobs(app);
    expect(await show(`/app/s/${imported}`)).toMatch(said);
  }
  await git.close();
  await folder.remove();
});

test('the first page lists the organizations of who signed in, and no others', async () => {
  const { organizationId } = await addOrganization(app, { title: 'Strangers' });
  const page = await show('/app');
  expect(linksIn(page)).toContain(`/app/o/${app.organizationId}`);
  expect(page).not.toContain(organizationId);
});

describe('a page', () => {
  test('says where it stands, and what is below it', async () => {
    const linux = await show(`/app/s/${spaceId}/${pages['On Linux']}`);
    expect(linksIn(linux)).toEqual(
      expect.arrayContaining([`/app/s/${spaceId}`, `/app/s/${spaceId}/${pages.Install}`]),
    );
    expect(await show(`/app/s/${spaceId}/${pages.Install}`)).toMatch(/Child pages.*>Linux</s);
    expect(await show(`/app/s/${spaceId}/${pages.Reference}`)).toMatch(/Child pages.*>Blocks</s);
  });

  test('leads to other pages here, and says what leads nowhere', async () => {
    const page = await show(`/app/s/${spaceId}/${pages.Install}`);
    expect(linksIn(page)).toContain(`/app/s/${spaceId}/${pages['On Linux']}#first-step`);
    expect(page).toMatch(/<span class="broken"[^>]*>gone<\/span>/);
    expect(await show(`/app/s/${spaceId}/${pages['On Linux']}`)).toContain(
      '<h2 id="first-step" class="anchored">',
    );
  });

  test('shows pictures from the origin of files, and those of others as links', async () => {
    const page = await show(`/app/s/${spaceId}/${pages['On Linux']}`);
    expect(page).toMatch(/<img src="https:\/\/files\.example\/files\/[^"]+" alt="A picture"/);
    const blocks = await show(`/app/s/${spaceId}/${pages.Blocks}`);
    expect(blocks).not.toContain('<img');
    expect(linksIn(blocks)).toContain('https://example.com/elsewhere.png');
  });

  test.each([
    ['a reusable content', '<p>Said in many places.</p>'],
    ['a list', '<ol><li>one'],
    ['a task', 'aria-label="Done"'],
    ['a table', '<td class="right">1</td>'],
    ['code', '<code class="language-js"><span class="k">if</span> (a &lt; '],
    ['a hint', 'aria-label="Warning"'],
    ['a tab', '<p class="tab-title">First tab</p><p>In a tab.</p>'],
    [
      'what unfolds',
      '<summary><span>More</span></summary><div class="expandable-body"><p>Hidden at first.</p>',
    ],
    ['an embedded page', 'href="https://example.com/video"'],
    ['what is not understood', '{% unknown-tag %}'],
  ])('shows %s', async (_what, html) => {
    expect(await show(`/app/s/${spaceId}/${pages.Blocks}`)).toContain(html);
  });
});

describe('the search of a space', () => {
  test('finds pages and the sections in them', async () => {
    const space = await show(`/app/s/${spaceId}`);
    expect(space).toContain(`action="/app/s/${spaceId}/search"`);
    const page = await show(`/app/s/${spaceId}/search?q=first+step`);
    const { baseUrl } = app.context.config;
    expect(linksIn(page)).toContain(`${baseUrl}/app/s/${spaceId}/${pages['On Linux']}#first-step`);
  });

  test('says when nothing is found, and asks when nothing was asked', async () => {
    expect(await show(`/app/s/${spaceId}/search?q=%22%3E%3Cxyzzy%3E`)).toContain('No results');
    expect(await show(`/app/s/${spaceId}/search`)).not.toContain('No results');
    expect((await get(`/app/s/${spaceId}/search?q=${'a'.repeat(600)}`)).statusCode).toBe(400);
  });

  test('leads on through what is found', async () => {
    const many = await addSpace(app);
    const files = Array.from({ length: 25 }, (_, n) => [`p${n}.md`, `# Page ${n}\n\nneedle\n`] as const);
    await putContent(app, many, { 'README.md': '# Home\n', ...Object.fromEntries(files) });
    const first = await show(`/app/s/${many}/search?q=needle`);
    expect(first).toContain('25 pages');
    const next = linksIn(first).find((link) => link.includes('page=')) as string;
    expect((await show(next)).match(/<h2>/g)).toHaveLength(5);
  });
});

test('broken links are listed with where they stand', async () => {
  const page = await show(`/app/s/${spaceId}/broken-links`);
  expect(page).toMatch(new RegExp(`<a href="/app/s/${spaceId}/${pages.Install}">Install</a>.*gone\\.md`));
  const whole = await addSpace(app);
  await putContent(app, whole, { 'README.md': '# Home\n' });
  expect(await show(`/app/s/${whole}/broken-links`)).toContain('None of the 0 links');
});

describe('what may not be seen', () => {
  test.each([
    [
      'another organization',
      () => addOrganization(app).then(({ organizationId }) => `/app/o/${organizationId}`),
    ],
    ['a page that is not in the space', () => addSpace(app).then((id) => `/app/s/${id}/${pages.Welcome}`)],
    ['a malformed id', async () => '/app/s/nonsense'],
    ['a revision of another space', () => addSpace(app).then((id) => `/app/s/${spaceId}/revisions/${id}`)],
    ['an address that means nothing', async () => '/app/nothing/here'],
  ])('is a page that says so: %s', async (_what, address) => {
    const response = await get(await address());
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toContain('<h1>Not found</h1>');
    expect(response.body).toContain('Sign out');
  });

  test('is a space by whoever has no role on it', async () => {
    const { token } = await addMember(app, { role: null });
    const guest = await signIn(app, token);
    expect((await get(`/app/s/${spaceId}`, guest)).statusCode).toBe(404);
    expect(await show(`/app/o/${app.organizationId}`, guest)).not.toContain(spaceId);
  });

  test('is a collection, of which not even the name is shown', async () => {
    const outer = await addCollection(app, { title: 'Nobody’s' });
    const inner = await addCollection(app, { title: 'Granted', parentId: outer });
    const inside = await addSpace(app, { title: 'In there', parentId: inner });
    const { token, userId } = await addMember(app, { role: null });
    await grantRole(app, { userId, collectionId: inner, role: 'read' });
    const guest = await signIn(app, token);
    expect((await get(`/app/c/${outer}`, guest)).statusCode).toBe(404);
    for (const url of [`/app/o/${app.organizationId}`, `/app/c/${inner}`, `/app/s/${inside}`]) {
      const page = await show(url, guest);
      expect(page).toContain('Granted');
      expect(page).not.toContain('Nobody’s');
    }
  });

  test('is a deleted space, except that it is deleted, by its administrators', async () => {
    const deleted = await addSpace(app, { title: 'Old' });
    await putContent(app, deleted, { 'README.md': '# Secret\n' });
    await app.request('DELETE', `/v1/spaces/${deleted}`);
    const page = await show(`/app/s/${deleted}`);
    expect(page).toContain('was deleted');
    expect(page).not.toContain('Secret');
    const { token } = await addMember(app, { role: 'read' });
    expect((await get(`/app/s/${deleted}`, await signIn(app, token))).statusCode).toBe(404);
  });

  test('is answered with a page also for what is not asked rightly', async () => {
    const page = await get(`/app/o/${app.organizationId}?page=made-up`);
    expect(page.statusCode).toBe(400);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

test('nothing runs, nothing is loaded from elsewhere, nobody frames or keeps a page', async () => {
  for (const url of ['/app', `/app/s/${spaceId}/${pages.Blocks}`, '/app/nothing', '/app/sign-in']) {
    const { headers, body } = await get(url);
    expect(headers['content-security-policy'], url).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' https://files.example; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers['cache-control']).toMatch(/^(?:private, no-cache|no-store)$/);
    expect(headers['access-control-allow-origin']).toBe(new URL(app.context.config.baseUrl).origin);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
  }
});

test('the reference of the API knows nothing of these pages', async () => {
  const { paths } = (await app.request('GET', '/v1/openapi.json')).json();
  expect(Object.keys(paths).filter((path) => path.startsWith('/app'))).toEqual([]);
});

test('the style sheet and the icon are there', async () => {
  for (const link of linksIn(await show('/app')).filter((one) => one.includes('.'))) {
    expect((await get(link, '')).statusCode, link).toBe(200);
  }
});
