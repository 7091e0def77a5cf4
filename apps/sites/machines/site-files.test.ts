/** The files of a site for programs: lists, feeds, and the metadata in the head of its pages. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSite, addSpace } from '../../../test/factories.ts';
import { buildSiteGround, HOST, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { writeSitemapIndex } from './sitemap.ts';

const FILES = ['llms.txt', 'llms-full.txt', 'sitemap.xml', 'sitemap-pages.xml', 'feed.xml', 'feed.json'];

let setup: SiteGround;
beforeAll(async () => {
  setup = await buildSiteGround({ securityContact: 'mailto:security@example.com' });
});
afterAll(() => setup.close());

async function setLanguage(spaceId: string, language: string): Promise<void> {
  const response = await setup.app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { language } });
  expect(response.statusCode).toBe(200);
}

describe('the files of a site', () => {
  test('list its pages with their descriptions, and hold all of them as Markdown', async () => {
    const { path } = await setup.addPublishedSite({ title: 'The [manual]' });
    const at = `https://${HOST}${path}`;
    const list = await setup.visit(`${path}/llms.txt`);
    expect(list.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
    });
    expect(list.text).toMatch(
      /^# The \\\[manual\\\]\n\n> Where to begin\.\n\n## Manual\n\n- \[Welcome\]\(.*\.md\): Where to begin\.\n/,
    );
    expect(list.text).toContain(`- [On Linux](${at}/guides/install/linux.md)\n`);
    expect(list.text).not.toContain('Secret');
    const whole = await setup.visit(`${path}/llms-full.txt`);
    expect(whole.text).toContain(`<!-- ${at}/guides/install -->\n\n# Install\n\n## Steps`);
    expect(whole.text).toContain('# On Linux\n\nType.');
    expect(whole.text).not.toContain('rule the world');
  });

  test.each(['llms-full.txt', 'sitemap.xml'])('are compressed as the client wishes: %s', async (name) => {
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, { 'README.md': '# Long\n\n'.padEnd(3000, 'Words. ') });
    const { path } = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const plain = await setup.visit(`${path}/${name}`);
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const small = await setup.visit(`${path}/${name}`, { 'accept-encoding': encoding });
      expect(small.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(decode(small.bytes).toString()).toBe(plain.text);
    }
  });

  test('are made while they are read, and no further', async () => {
    const { path } = await setup.addPublishedSite();
    const enter = await setup.app.app.published.pages.enterSite({
      host: HOST,
      segments: [path.slice(1), 'llms-full.txt'],
      pathname: `${path}/llms-full.txt`,
      isTidy: true,
      query: new URLSearchParams(),
      search: '',
      cookies: undefined,
    });
    if (!('place' in enter)) throw new Error('The site did not open.');
    const { body } = await setup.app.app.published.pages.readSiteFile(
      enter.place,
      'llms-full.txt',
      new URLSearchParams(),
    );
    if (typeof body === 'string') throw new Error('The file was made as a whole.');
    const taken: string[] = [];
    for await (const piece of body) {
      taken.push(piece);
      if (taken.length === 2) break;
    }
    expect(body.destroyed).toBe(true);
    expect(taken.join('')).not.toContain('# On Linux');
  });

  test.each([
    ['llms-full.txt', 'For professionals.'],
    ['feed.xml', 'For professional readers.'],
  ])('are read from the content once for all who get the same: %s', async (name, secret) => {
    const { app, visit, signVisitor } = setup;
    const spaceId = await addSpace(app);
    const content = {
      'README.md':
        '# News\n\n{% if visitor.claims.plan == "pro" %}\nFor professionals.\n{% endif %}\n\n{% updates %}\n{% update date="2026-02-01" %}\n## One\n\n{% if visitor.claims.plan == "pro" %}\nFor professional readers.\n{% endif %}\n{% endupdate %}\n{% endupdates %}\n',
    };
    await putContent(app, spaceId, content);
    const { siteId, path } = await setup.addPublishedSite({
      visibility: 'visitor-auth',
      spaceIds: [spaceId],
    });
    await setup.changeSite(siteId, { adaptive: true });
    const enter = async (plan: string): Promise<string> =>
      (await visit(`${path}/?jwt_token=${await signVisitor(siteId, { plan })}`)).cookie;
    const [free, pro] = [await enter('free'), await enter('pro')];
    const reads = [vi.spyOn(app.app.content, 'getBlocks'), vi.spyOn(app.app.content, 'getSource')];
    const count = async (cookie: string): Promise<{ text: string; reads: number }> => {
      for (const read of reads) read.mockClear();
      const { text } = await visit(`${path}/${name}`, { cookie });
      return { text, reads: reads.flatMap(({ mock }) => mock.calls).length };
    };
    const first = await count(free);
    expect(first.text).toContain('One');
    expect(first.text).not.toContain(secret);
    expect(first.reads).toBeGreaterThan(0);
    expect(await count(free)).toEqual({ text: first.text, reads: 0 });
    expect((await count(pro)).text).toContain(secret);
    await putContent(app, spaceId, { 'README.md': content['README.md'].replace('One', 'Two') });
    expect((await count(free)).text).toContain('Two');
    await app.request('POST', `/v1/orgs/${app.organizationId}/sites/${siteId}/unpublish`);
    expect((await count(free)).text).not.toContain('Two');
    vi.restoreAllMocks();
  });

  test('name what search engines may list, with its languages', async () => {
    const german = await addSpace(setup.app, { title: 'Handbuch' });
    await putContent(setup.app, german, {
      'SUMMARY.md': '* [Willkommen](README.md)\n* [Install](guides/install.md)\n',
      'README.md': '# Willkommen\n',
      'guides/install.md': '# Installieren\n',
    });
    const english = await addSpace(setup.app, { title: 'Manual' });
    await putContent(setup.app, english, {
      'SUMMARY.md': '* [Welcome](README.md)\n* [Install](guides/install.md)\n* [Alone](alone.md)\n',
      'README.md': '# Welcome\n',
      'guides/install.md': '# Install\n',
      'alone.md': '---\nnoRobotsIndex: true\n---\n\n# Alone\n',
    });
    await setLanguage(german, 'de');
    await setLanguage(english, 'en');
    const { path } = await setup.addPublishedSite({ spaceIds: [english, german] });
    const at = `https://${HOST}${path}`;
    const { text } = await setup.visit(`${path}/sitemap.xml`);
    const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    const install = addresses.find((address) => address?.endsWith('/install')) as string;
    expect(addresses).toEqual([
      `${at}/`,
      install,
      `${at}/variant-2/`,
      install.replace(at, `${at}/variant-2`),
    ]);
    expect(text).toContain(
      `<xhtml:link rel="alternate" hreflang="de" href="${install.replace(at, `${at}/variant-2`)}"/><xhtml:link rel="alternate" hreflang="x-default" href="${install}"/>`,
    );
    expect(text).toMatch(/<lastmod>2026-03-01T10:00:00.000Z<\/lastmod>/);
    const page = await setup.visit(install.slice(`https://${HOST}`.length));
    expect(page.text).toContain(
      `<link rel="alternate" hreflang="de" href="${install.replace(at, `${at}/variant-2`)}">`,
    );
    // The other language is gone: the kept page no longer mentions it.
    await putContent(setup.app, german, { 'README.md': '# Willkommen\n' });
    const after = await setup.visit(install.slice(`https://${HOST}`.length));
    expect(after.text).not.toContain('hreflang');
    const part = await setup.visit(`${path}/sitemap-pages.xml?part=2`);
    expect(part.text).not.toContain('<loc>');
    expect((await setup.visit(`${path}/sitemap-pages.xml?part=0`)).status).toBe(404);
  });

  test('tell of the updates on its pages, the newest first', async () => {
    const spaceId = await addSpace(setup.app, { title: 'Manual' });
    await putContent(setup.app, spaceId, {
      'README.md': '# Start\n',
      'news.md': `# News

{% updates format="full" %}
{% update date="2026-01-05" %}
## First & foremost

See [the start](README.md), or [the title](#first-foremost).

### More
{% endupdate %}

{% update date="2026-02-01" tags="new" %}
Second <script>alert(1)</script>
{% endupdate %}

{% update date="someday" %}
Never.
{% endupdate %}
{% endupdates %}

{% if visitor.claims.plan == "pro" %}
{% updates format="full" %}
{% update date="2026-02-20" %}
## Hidden
{% endupdate %}
{% endupdates %}
{% endif %}
`,
    });
    const { path } = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const at = `https://${HOST}${path}`;
    const feed = JSON.parse((await setup.visit(`${path}/feed.json`)).text);
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'The manual',
      home_page_url: `${at}/`,
      feed_url: `${at}/feed.json`,
    });
    expect(
      feed.items.map(({ date_published }: { date_published: string }) => date_published.slice(0, 10)),
    ).toEqual(['2026-02-01', '2026-01-05']);
    const [second, first] = feed.items;
    expect(first).toMatchObject({ title: 'First & foremost', url: `${at}/news#first-foremost` });
    expect(second.url).toBe(`${at}/news`);
    expect(first.content_html).toContain(`href="${at}/"`);
    // Nothing in it links to an anchor of the reader's own window.
    expect(first.content_html).not.toMatch(/href="#|class="anchor"/);
    expect((await setup.visit(`${path}/news`)).text).toContain('id="first-foremost"');
    expect(second.content_html).not.toContain('<script');
    await putContent(setup.app, spaceId, {
      'README.md': '# Start\n',
      'news.md':
        '# News\n\n{% updates format="full" %}\n{% update date="2026-01-05" %}\n## First & foremost\n\nCorrected.\n{% endupdate %}\n{% endupdates %}\n',
    });
    const corrected = JSON.parse((await setup.visit(`${path}/feed.json`)).text).items;
    expect(corrected).toEqual([expect.objectContaining({ id: first.id })]);
    const rss = await setup.visit(`${path}/feed.xml`);
    expect(rss.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(rss.text).toContain('<title>First &amp; foremost</title>');
    expect(rss.text).toContain('<pubDate>Mon, 05 Jan 2026 00:00:00 GMT</pubDate>');
    const page = await setup.visit(`${path}/`);
    expect(page.text).toContain(
      `<link rel="alternate" type="application/rss+xml" title="The manual" href="${at}/feed.xml">`,
    );
    const without = await setup.addPublishedSite();
    expect((await setup.visit(`${without.path}/`)).text).not.toContain('rss+xml');
  });

  test('are at the root of a site alone, and not where a site is not open', async () => {
    const secret = await setup.addPublishedSite({ visibility: 'share-link' });
    const draft = await setup.addPublishedSite({ isPublished: false });
    const open = await setup.addPublishedSite();
    for (const name of FILES) {
      for (const path of [secret.path, draft.path, `${open.path}/guides`])
        expect([name, path, (await setup.visit(`${path}/${name}`)).status]).toEqual([name, path, 404]);
      expect((await setup.visit(`${open.path}/${name}`)).status).toBe(200);
    }
  });

  test('are not for search engines where the site is not, and list no pages there', async () => {
    const { path } = await setup.addPublishedSite({ visibility: 'unlisted' });
    for (const name of FILES) {
      const { status, headers } = await setup.visit(`${path}/${name}`);
      expect([name, status]).toEqual([name, name.startsWith('sitemap') ? 404 : 200]);
      expect(headers['x-robots-tag']).toBe('noindex');
    }
  });

  test('are for one visitor where it depends on them what they see', async () => {
    const { path, siteId } = await setup.addPublishedSite({ visibility: 'visitor-auth' });
    await setup.changeSite(siteId, { adaptive: true });
    const token = await setup.signVisitor(siteId, { plan: 'pro' });
    const { cookie } = await setup.visit(`${path}/?jwt_token=${token}`);
    const list = await setup.visit(`${path}/llms.txt`, { cookie });
    expect(list.text).toContain('Secret plans');
    expect(list.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, cookie',
    });
    expect((await setup.visit(`${path}/llms.txt`)).status).toBe(401);
  });
});

describe('a sitemap', () => {
  test('is a list of files where the pages are more than one may have', () => {
    expect(writeSitemapIndex(3, (part) => `https://a.example/sitemap-pages.xml?part=${part}`)).toContain(
      '<sitemap><loc>https://a.example/sitemap-pages.xml?part=3</loc></sitemap>\n</sitemapindex>',
    );
  });
});

describe('what a host says to crawlers', () => {
  test('names the sitemap of a public site on its own host, and no other site', async () => {
    const { siteId, path } = await setup.addPublishedSite();
    await setup.proveHostname(siteId, 'docs.acme.example');
    const robots = (host: string) => setup.visit('/robots.txt', { host });
    const plain = await robots(HOST);
    expect(plain.text).toBe('User-agent: *\nDisallow:\n');
    expect((await robots('docs.acme.example')).text).toBe(
      'User-agent: *\nDisallow:\n\nSitemap: https://docs.acme.example/sitemap.xml\n',
    );
    for (const values of [{ visibility: 'unlisted' }, { visibility: 'public', published_at: null }]) {
      await setup.changeSite(siteId, values);
      expect((await robots('docs.acme.example')).text).toBe(plain.text);
    }
    expect((await robots('unknown.example')).text).toBe(plain.text);
    expect(path).not.toBe('');
  });

  test('names whom to tell of problems of security', async () => {
    expect((await setup.visit('/.well-known/security.txt')).text).toBe(
      'Contact: mailto:security@example.com\nExpires: 2026-05-30T00:00:00.000Z\n',
    );
  });
});

test('the head of a page describes it, and holds nothing that ends it', async () => {
  const spaceId = await addSpace(setup.app);
  await putContent(setup.app, spaceId, {
    'README.md': '---\ndescription: \'"</script><script>alert(1)//\'\n---\n\n# A \\</script> & "b"\n',
  });
  const siteId = await addSite(setup.app, { title: 'Site', spaceIds: [spaceId], isPublished: true });
  const pointer = await setup.app.context.pointers.sites.find(siteId);
  const at = `https://${HOST}/${pointer?.basename}/`;
  const { text } = await setup.visit(`/${pointer?.basename}/`);
  expect(text.match(/<script/g)).toHaveLength(3);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  const [article, crumbs] = JSON.parse(json)['@graph'];
  expect(article).toMatchObject({
    '@type': 'TechArticle',
    headline: 'A </script> & "b"',
    description: '"</script><script>alert(1)//',
    url: at,
    inLanguage: 'en',
    dateModified: '2026-03-01T10:00:00.000Z',
  });
  expect(crumbs.itemListElement.map(({ item }: { item: string }) => item)).toEqual([at, at]);
  expect(text).toContain('<meta property="og:title" content="A &lt;/script&gt; &amp; &quot;b&quot;">');
  expect(text).toContain(`<meta property="og:url" content="${at}">`);
  expect(text).toMatch(/<link rel="alternate" type="text\/markdown" href="https:[^"]+\.md">/);
});

test.each([
  ['https://example.com/x', 'https://example.com/x'],
  ['javascript:alert(1)', undefined],
  ['mailto:a@example.com', undefined],
  ['../elsewhere', undefined],
])('the canonical address %s of a page counts only if it is one in the web', async (written, named) => {
  const spaceId = await addSpace(setup.app);
  await putContent(setup.app, spaceId, {
    'README.md': `---\nmetaLinks:\n  canonical: '${written}'\n---\n\n# Page\n`,
  });
  const { path } = await setup.addPublishedSite({ spaceIds: [spaceId] });
  const { text } = await setup.visit(`${path}/`);
  const address = named ?? `https://${HOST}${path}/`;
  expect(text).toContain(`<link rel="canonical" href="${address}">`);
  expect(text).toContain(`<meta property="og:url" content="${address}">`);
  const { text: sitemap } = await setup.visit(`${path}/sitemap.xml`);
  expect(sitemap.includes('<loc>')).toBe(named === undefined);
});
