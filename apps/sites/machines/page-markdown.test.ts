/** Pages of sites as Markdown: at which addresses, for whom, and what they never tell. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { buildSiteGround, HOST, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { acceptsMarkdown } from './send-markdown.ts';

let setup: SiteGround;
beforeAll(async () => {
  setup = await buildSiteGround();
});
afterAll(() => setup.close());

describe('a page as Markdown', () => {
  test('is compressed as the client wishes, under a tag of its own', async () => {
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, { 'README.md': '# Long\n\n'.padEnd(3000, 'Words. ') });
    const { path } = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const plain = await setup.visit(`${path}/`, { accept: 'text/markdown' });
    const asked = { accept: 'text/markdown', 'accept-encoding': 'gzip' };
    const small = await setup.visit(`${path}/`, asked);
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept, accept-encoding' });
    expect(gunzipSync(small.bytes).toString()).toBe(plain.text);
    const { etag } = small.headers;
    expect(etag).not.toBe(plain.headers.etag);
    expect((await setup.visit(`${path}/`, { ...asked, 'if-none-match': String(etag) })).status).toBe(304);
  });

  test('has its title, what it includes, and absolute addresses of pages as Markdown and of files', async () => {
    const { path } = await setup.addPublishedSite();
    const [, markdownHref = ''] = /data-copy-page="([^"]+)"/.exec((await setup.visit(`${path}/`)).text) ?? [];
    const page = await setup.visit(`${path}/`, { accept: 'text/markdown' });
    expect(page.status).toBe(200);
    expect((await setup.visit(markdownHref)).text).toBe(page.text);
    expect(page.text).toMatch(/^# Welcome\n\nRead how to /);
    const at = `https://${HOST}${path}`;
    expect(page.text).toContain(`[install](${at}/guides/install.md#steps)`);
    expect(page.text).toContain(`A note about [Linux](${at}/guides/install/linux.md).`);
    expect(page.text).toMatch(new RegExp(`!\\[\\]\\(https://${HOST}/files/`));
    expect(page.text).toContain('[plans](broken-reference)');
    for (const hidden of ['description', 'secret', 'professionals', '{%'])
      expect(page.text).not.toContain(hidden);
    expect(page.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'accept, accept-encoding',
      link: `<${at}/>; rel="canonical"`,
    });
    expect(page.headers['x-robots-tag']).toBeUndefined();
    const again = await setup.visit(`${path}/`, {
      accept: 'text/markdown',
      'if-none-match': page.headers.etag as string,
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('has the title of the page where its source has none', async () => {
    const { path } = await setup.addPublishedSite();
    const page = await setup.visit(`${path}/guides/install.md`);
    expect(page.text).toBe('# Install\n\n## Steps\n\nDone. See [this](#steps).\n');
  });

  test('is at one address, and leads there from others', async () => {
    const { path } = await setup.addPublishedSite();
    for (const [asked, status, location] of [
      ['/Guides/Install.md', 308, '/guides/install.md'],
      ['/guides/install.md/', 308, '/guides/install.md'],
      ['/old/place.md', 307, '/guides/install.md'],
      ['/guides.md', 307, '/guides/install.md'],
      ['/guides/nothing.md', 404, undefined],
      ['/guides/secret.md', 404, undefined],
    ] as const) {
      const response = await setup.visit(path + asked);
      const expected = location === undefined ? undefined : path + location;
      expect([asked, response.status, response.location]).toEqual([asked, status, expected]);
    }
    const hidden = await setup.visit(`${path}/guides/secret.md`);
    expect(hidden.text).toBe((await setup.visit(`${path}/guides/secreu.md`)).text);
  });

  test('is made of a large source with includes as of a small one', async () => {
    const spaceId = await addSpace(setup.app);
    const paragraphs = 'Some words [here](guides/two.md).\n\n'.repeat(3000);
    await putContent(setup.app, spaceId, {
      'README.md': `# Large\n\n${paragraphs}{% include ".gitbook/includes/part.md" %}\n\n{% if visitor.claims.plan == "pro" %}\nHidden.\n{% endif %}\n`,
      '.gitbook/includes/part.md': 'See [two](../../guides/two.md).\n',
      'guides/two.md': '# Two\n',
    });
    const { path } = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const page = await setup.visit(`${path}/`, { accept: 'text/markdown' });
    const two = `https://${HOST}${path}/guides/two.md`;
    expect(page.text.split(`[here](${two})`)).toHaveLength(3001);
    expect(page.text.trimEnd().endsWith(`See [two](${two}).`)).toBe(true);
    expect(page.text).not.toContain('Hidden');
  });

  test('shows each visitor what they may see, and is not for caches that many share', async () => {
    const { path, siteId } = await setup.addPublishedSite({ visibility: 'visitor-auth' });
    await setup.changeSite(siteId, { adaptive: true });
    expect((await setup.visit(`${path}/guides/install.md`)).status).toBe(401);
    const enter = async (plan: string) =>
      (await setup.visit(`${path}/?jwt_token=${await setup.signVisitor(siteId, { plan })}`)).cookie;
    const pro = await setup.visit(`${path}/guides/secret.md`, { cookie: await enter('pro') });
    expect(pro.text).toBe('# Secret plans\n\nTo rule the world.\n');
    expect(pro.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'accept, accept-encoding, cookie',
      'x-robots-tag': 'noindex',
    });
    const free = await enter('free');
    expect((await setup.visit(`${path}/guides/secret.md`, { cookie: free })).status).toBe(404);
    const home = { cookie: free, accept: 'text/markdown' };
    expect((await setup.visit(`${path}/`, home)).text).not.toContain('professionals');
  });

  test('keeps the key of a share link in its addresses', async () => {
    const { path, siteId } = await setup.addPublishedSite({ visibility: 'share-link' });
    const links = `/v1/orgs/${setup.app.organizationId}/sites/${siteId}/share-links`;
    const link = (await setup.app.request('POST', links, { body: { name: 'A' } })).json();
    const base = new URL(link.urls.published).pathname.replace(/\/$/, '');
    expect(base.startsWith(`${path}/`)).toBe(true);
    const page = await setup.visit(`${base}/`, { accept: 'text/markdown' });
    expect(page.text).toContain(`[install](https://${HOST}${base}/guides/install.md#steps)`);
    expect((await setup.visit(`${path}/guides/install.md`)).status).toBe(404);
  });
});

test.each([
  ['text/markdown', true],
  ['text/markdown, text/html;q=0.9', true],
  ['text/html, text/markdown', true],
  ['text/html, text/markdown;q=0.5', false],
  ['text/markdown;q=0', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['*/*', false],
  ['text/*', false],
  [undefined, false],
])('%s asks for Markdown: %s', (accept, expected) => {
  expect(acceptsMarkdown(accept)).toBe(expected);
});
