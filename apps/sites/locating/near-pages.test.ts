/** What the page that says that there is no such page offers instead. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { buildSiteGround, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';

let setup: SiteGround;
let spaceId: string;
let path: string;

const CONTENT = {
  'SUMMARY.md': `* [Start](README.md)
* [Guides](guides/README.md)
  * [Installation on Linux](guides/installation.md)
  * [Configure <the> service](guides/configuration.md)
  * [Internal secrets](guides/secrets.md)
* [Webhooks](reference/webhooks.md)
* [Unlisted deployment](guides/deployment.md)
`,
  'README.md': '# Start\n',
  'guides/README.md': '# Guides\n',
  'guides/installation.md': '# Installation on Linux\n',
  'guides/configuration.md': '# Configure <the> service\n',
  'guides/secrets.md': '---\nif: visitor.claims.plan == "pro"\n---\n\n# Internal secrets\n',
  'guides/deployment.md': '---\nhidden: true\n---\n\n# Unlisted deployment\n',
  'reference/webhooks.md': '# Webhooks\n',
};

beforeAll(async () => {
  setup = await buildSiteGround();
  spaceId = await addSpace(setup.app);
  await putContent(setup.app, spaceId, CONTENT);
  ({ path } = await setup.addPublishedSite({ spaceIds: [spaceId] }));
});
afterAll(() => setup.close());

const LINK = /<a class="search-title" href="([^"]+)">/g;

/** Returns the paths of the offered pages. */
async function offered(from: string, site = path): Promise<string[]> {
  const { status, text } = await setup.visit(site + from);
  expect(status).toBe(404);
  const [, main = ''] = text.split('<main');
  return [...main.matchAll(LINK)].map(([, href = '']) => href.slice(site.length));
}

describe('an address that leads nowhere offers', () => {
  test.each([
    ['a page whose name is misspelled', '/guides/instalation', '/guides/installation'],
    ['a page that is elsewhere', '/setup/webhooks', '/webhooks'],
    [
      'a page by the address that another product gave it',
      '/guides/Configuration.html',
      '/guides/configuration',
    ],
    ['a page that shares a word with it', '/linux-installation', '/guides/installation'],
    ['the page above', '/guides/installation/steps', '/guides/installation'],
  ])('%s', async (_name, from, to) => {
    expect((await offered(from))[0]).toBe(to);
  });

  test('the page to which the beginning of the address moved', async () => {
    const found = await setup.app.request('GET', `/v1/spaces/${spaceId}/content/path/webhooks`);
    const changes = [{ operation: 'update_page', page: found.json().id, slug: 'events' }];
    const body = { changes };
    expect((await setup.app.request('POST', `/v1/spaces/${spaceId}/content`, { body })).statusCode).toBe(200);
    expect(await offered('/webhooks/retries')).toContain('/events');
  });

  test('nothing if nothing is similar, and the search', async () => {
    expect(await offered('/zzz/qqq')).toEqual([]);
    const { text } = await setup.visit(`${path}/zzz/qqq`);
    expect(text).toContain(`<form class="missing-search" action="${path}/~/search"`);
    expect(text).toContain('name="q"');
  });

  test('the same page in another variant', async () => {
    const other = await addSpace(setup.app, { title: 'Earlier' });
    await putContent(setup.app, other, {
      'SUMMARY.md': '* [Start](README.md)\n* [Migration](migration.md)\n',
      'README.md': '# Start\n',
      'migration.md': '# Migration\n',
    });
    const two = await setup.addPublishedSite({ spaceIds: [spaceId, other] });
    const [first] = await offered('/migration', two.path);
    expect(first).toMatch(/^\/[^/]+\/migration$/);
    const { text } = await setup.visit(`${two.path}/migration`);
    expect(text).toContain('<span class="search-crumbs">Earlier</span>');
  });
});

describe('an address that leads nowhere', () => {
  test.each([
    ['/guides/secrets', '/guides/secretz'],
    ['/guides/secrets', '/guides/nothing'],
    ['/guides/deploymen', '/guides/nothing'],
    ['/internal-secrets', '/nothing-at-all'],
  ])('offers the same at %s and at %s: hidden pages have no effect', async (one, other) => {
    expect(await offered(one)).toEqual(await offered(other));
    const texts = [await setup.visit(path + one), await setup.visit(path + other)];
    expect(texts[0]?.text).toBe(texts[1]?.text);
  });

  test('is not repeated, and titles are text', async () => {
    const { text } = await setup.visit(`${path}/guides/configurationn-xyzzy`);
    expect(text).not.toContain('xyzzy');
    expect(text).toContain('Configure &lt;the&gt; service</a>');
  });
});
