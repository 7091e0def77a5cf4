/** A public site as files: it contains what readers see, nothing that they do not see, and the same bytes each time. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { buildSiteGround, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import {
  buildSite,
  createScratch,
  readFolder,
} from '../../../test/fixtures/published/static-site/static-site.ts';

let setup: SiteGround;
let scratch: Awaited<ReturnType<typeof createScratch>>;
let siteId: string;
let path: string;
let files: Map<string, Buffer>;

beforeAll(async () => {
  scratch = await createScratch();
  setup = await buildSiteGround({ securityContact: 'mailto:security@example.com' });
  ({ siteId, path } = await setup.addPublishedSite());
  const folder = scratch.path('site');
  await buildSite(setup, siteId, { folder });
  files = await readFolder(folder);
});
afterAll(async () => {
  await setup.close();
  await scratch.remove();
});

const textOf = (file: string): string => String(files.get(file));
/** Returns the text of a page between its header and its footer, in one line. */
const saidBy = (html: string): string =>
  (/<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const pages = (): string[] => [...files.keys()].filter((file) => file.endsWith('index.html'));

describe('the files of a public site', () => {
  test('are its pages, as readers see them', async () => {
    for (const [file, address] of [
      ['index.html', `${path}/`],
      ['guides/install/index.html', `${path}/guides/install`],
      ['guides/install/linux/index.html', `${path}/guides/install/linux`],
    ] as const) {
      const { text } = await setup.visit(address);
      expect(saidBy(textOf(file)), file).toBe(saidBy(text));
      expect(saidBy(text), file).not.toBe('');
    }
    expect(textOf('404.html')).toContain('Page not found');
  });

  test('are its pages as Markdown, and what programs read of the whole site', async () => {
    expect(textOf('guides/install.md')).toContain('# Install\n\n## Steps\n\nDone.');
    expect(textOf('readme.md')).toContain('[install](https://docs.example.com/guides/install.md#steps)');
    expect(textOf('llms.txt')).toContain(
      '- [Welcome](https://docs.example.com/readme.md): Where to begin.\n',
    );
    expect(textOf('llms-full.txt')).toContain(
      '<!-- https://docs.example.com/guides/install/ -->\n\n# Install',
    );
    expect(textOf('sitemap.xml')).toContain('<loc>https://docs.example.com/guides/install/</loc>');
    expect(textOf('sitemap.xml')).not.toContain('linux');
    expect(textOf('robots.txt')).toContain('Sitemap: https://docs.example.com/sitemap.xml');
    expect(textOf('feed.xml')).toContain('<link>https://docs.example.com/</link>');
    expect(JSON.parse(textOf('feed.json'))).toMatchObject({ home_page_url: 'https://docs.example.com/' });
  });

  test('have the files of users beside them', () => {
    const [, picture = ''] =
      /<img[^>]* src="\/(~\/files\/[0-9a-f]{16}\/picture\.png)"/.exec(textOf('index.html')) ?? [];
    expect(files.get(picture)?.subarray(1, 4).toString()).toBe('PNG');
    expect(textOf('index.html')).not.toContain('srcset');
    expect(textOf('readme.md')).toContain(`https://docs.example.com/${picture}`);
    expect(textOf('llms-full.txt')).toContain(`https://docs.example.com/${picture}`);
  });

  test('name no address of the instance', () => {
    const named = [...files].filter(([, body]) =>
      /sites\.example\.com|localhost|127\.0\.0\.1/.test(String(body)),
    );
    expect(named.map(([file]) => file)).toEqual([]);
  });

  test('load only what is among them, by what the policy of each page allows', () => {
    for (const file of pages()) {
      const html = textOf(file);
      const loaded = [
        ...html.matchAll(/<(?:script|img)[^>]* src="([^"]+)"|<link rel="stylesheet" href="([^"]+)"/g),
      ];
      for (const [, src, style] of loaded)
        expect(files.has((src ?? style ?? '').slice(1)), src ?? style).toBe(true);
      if (html.includes('http-equiv="refresh"')) continue;
      expect(html).toContain(
        '<meta http-equiv="content-security-policy" content="default-src &#39;none&#39;',
      );
      expect(html).not.toContain('frame-ancestors');
      // Browsers do not look ahead past a policy.
      expect(html.indexOf('<link rel="stylesheet"')).toBeLessThan(html.indexOf('http-equiv='));
    }
  });

  test('lead on from where pages were and from what is no page', async () => {
    const redirect = (file: string): string | undefined => /url=([^"]*)"/.exec(textOf(file))?.[1];
    expect(redirect('old/place/index.html')).toBe('/guides/install/');
    expect(redirect('guides/index.html')).toBe('/guides/install/');
    expect(redirect('readme/index.html')).toBe('/');
    expect(textOf('old/place/index.html')).toContain(
      '<link rel="canonical" href="https://docs.example.com/guides/install/">',
    );
    expect(textOf('_redirects')).toContain('/old/place/ /guides/install/ 302\n');
  });
});

describe('what a visitor does not see', () => {
  test('is in no file', () => {
    const secret = /Secret plans|rule the world|For professionals|guides\/secret/;
    expect([...files].filter(([, body]) => secret.test(String(body))).map(([file]) => file)).toEqual([]);
    expect([...files.keys()].filter((file) => file.includes('secret'))).toEqual([]);
  });

  test('is not seen with claims that nobody signed either', async () => {
    await setup.changeSite(siteId, { adaptive: true });
    const folder = scratch.path('adaptive');
    await buildSite(setup, siteId, { folder });
    const built = await readFolder(folder);
    expect(String(built.get('index.html'))).toContain('Read how to');
    expect([...built.values()].some((body) => /rule the world|For professionals/.test(String(body)))).toBe(
      false,
    );
    await setup.changeSite(siteId, { adaptive: false });
  });
});

describe('a page that is in no list', () => {
  test('has its file, as it has its address, and no list names it', async () => {
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, {
      'README.md': '# Start\n\nSee [that](unlisted.md).\n',
      'unlisted.md': '---\nhidden: true\n---\n\n# Unlisted\n',
    });
    const other = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const folder = scratch.path('unlisted');
    await buildSite(setup, other.siteId, { folder });
    const found = await readFolder(folder);
    expect(String(found.get('unlisted/index.html'))).toContain('<h1>Unlisted</h1>');
    expect(saidBy(String(found.get('index.html')))).toContain('that');
    for (const list of ['sitemap.xml', 'llms.txt', 'llms-full.txt', 'lectern-build.json'])
      expect(String(found.get(list)), list).not.toMatch(/unlisted\/|# Unlisted/);
  });
});

test('a font that comes with the service is written only for a site that uses it', async () => {
  const spaceId = await addSpace(setup.app);
  await putContent(setup.app, spaceId, { 'README.md': '# Start\n' });
  const { siteId } = await setup.addPublishedSite({ spaceIds: [spaceId] });
  const listFonts = async (name: string): Promise<string[]> => {
    const folder = scratch.path(name);
    await buildSite(setup, siteId, { folder });
    return [...(await readFolder(folder)).keys()].filter((path) => path.startsWith('~/assets/font-'));
  };
  expect(await listFonts('without-fonts')).toEqual([]);
  const url = `/v1/orgs/${setup.app.organizationId}/sites/${siteId}/customization`;
  await setup.app.request('PUT', url, { body: { styling: { font: 'Roboto' } } });
  const fonts = await listFonts('with-fonts');
  expect(fonts).toContainEqual(expect.stringMatching(/font-roboto-[0-9a-f]{12}\.css$/));
  expect(fonts).toContainEqual(expect.stringMatching(/font-roboto\.latin-[0-9a-f]{12}\.woff2$/));
  expect(fonts.filter((path) => !/font-roboto[.-](?!mono|slab)/.test(path))).toEqual([]);
});

describe('a file of a user', () => {
  const LINK = (name: string): string => `# Start\n\n{% file src="${name}" %}\n`;

  test('is sent by no host as a page', async () => {
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, {
      'README.md': LINK('evil.html'),
      'evil.html': '<script>alert(1)</script>',
    });
    const other = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const folder = scratch.path('evil');
    expect((await buildSite(setup, other.siteId, { folder })).brokenLinks).toEqual([]);
    const names = [...(await readFolder(folder)).keys()].filter((name) => name.startsWith('~/files/'));
    expect(names).toEqual([expect.stringMatching(/^~\/files\/[0-9a-f]{16}\/evil\.html\.txt$/)]);
  });

  test('has a name of its own, whatever its address says', async () => {
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, { 'README.md': LINK('note.txt'), 'note.txt': 'A note.' });
    const listed = await setup.app.request('GET', `/v1/spaces/${spaceId}/content/files`);
    const url = (listed.json().items[0].downloadURL as string).replace(/note\.txt$/, '');
    const names = ['..%2F..%2F..%2Fup.txt', '..', '%2e%2e', '%zz', '%00'];
    await putContent(setup.app, spaceId, {
      'README.md': `# Start\n\n${names.map((name) => `\`${url}${name}\``).join(' ')}\n`,
      'note.txt': 'A note.',
    });
    const other = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const folder = scratch.path('named/site');
    await buildSite(setup, other.siteId, { folder });
    const found = [...(await readFolder(folder)).keys()].filter((name) => name.startsWith('~/files/'));
    expect(found.map((name) => name.replace(/^~\/files\/[0-9a-f]{16}\//, ''))).toEqual([
      '%zz',
      '.._.._.._up.txt',
      '_',
      'file',
    ]);
    expect(
      [...(await readFolder(scratch.path('named'))).keys()].every((name) => name.startsWith('site/')),
    ).toBe(true);
  });

  test('that is a font of the site is a file that its pages allow', async () => {
    const font = Buffer.from('wOF2 of some kind');
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, { 'README.md': LINK('own.woff2'), 'own.woff2': font });
    const listed = await setup.app.request('GET', `/v1/spaces/${spaceId}/content/files`);
    const url = listed.json().items[0].downloadURL as string;
    const other = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const fontFaces = [{ weight: 400, sources: [{ url }] }];
    const changed = await setup.app.request(
      'PUT',
      `/v1/orgs/${setup.app.organizationId}/sites/${other.siteId}/customization`,
      { body: { styling: { font: { id: 'own', custom: true, fontFamily: 'Own', fontFaces } } } },
    );
    expect(changed.statusCode, changed.body).toBe(200);
    const folder = scratch.path('font');
    await buildSite(setup, other.siteId, { folder });
    const found = await readFolder(folder);
    const page = String(found.get('index.html'));
    const [, style = '', path = ''] = /<style>(.*?src:url\(\/(.*?)\).*?)<\/style>/.exec(page) ?? [];
    expect(found.get(path)).toEqual(font);
    const digest = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(`style-src &#39;self&#39; &#39;sha256-${digest}&#39;`);
    expect(page).toContain('font-src &#39;self&#39;');
  });

  test('of another space is not taken along, even by its address', async () => {
    const inner = await addSpace(setup.app, { title: 'Inner' });
    await putContent(setup.app, inner, {
      'README.md': LINK('inner.txt'),
      'inner.txt': 'Not for everybody.',
    });
    const listed = await setup.app.request('GET', `/v1/spaces/${inner}/content/files`);
    const [file] = listed.json().items as { downloadURL: string }[];
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, { 'README.md': `# Start\n\n[It](${file?.downloadURL})\n` });
    const other = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const folder = scratch.path('foreign');
    await buildSite(setup, other.siteId, { folder });
    const found = await readFolder(folder);
    expect(file?.downloadURL).toContain('/files/');
    expect(String(found.get('index.html'))).toContain(file?.downloadURL);
    expect([...found.values()].some((body) => String(body).includes('Not for everybody.'))).toBe(false);
  });
});

describe('a site that is not for everybody', () => {
  test.each([
    ['unlisted', 'is unlisted'],
    ['share-link', 'opens only with a share link'],
    ['visitor-auth', 'opens only to visitors who have signed in'],
  ] as const)('is not built when it is %s', async (visibility, reason) => {
    const other = await setup.addPublishedSite({ visibility, title: 'Private' });
    const folder = scratch.path(`refused-${visibility}`);
    await expect(buildSite(setup, other.siteId, { folder })).rejects.toThrow(`The site “Private” ${reason}`);
    await expect(readFolder(folder)).rejects.toThrow('ENOENT');
  });

  test('is not built before it is published', async () => {
    const other = await setup.addPublishedSite({ isPublished: false, title: 'Draft' });
    const folder = scratch.path('refused-draft');
    await expect(buildSite(setup, other.siteId, { folder })).rejects.toThrow('“Draft” is not published');
  });
});

describe('a second build', () => {
  test('of the same revision has the same bytes, on another day and over another one', async () => {
    setup.setNow(new Date('2027-11-05T06:07:08.000Z'));
    const folder = scratch.path('again');
    for (let turn = 0; turn < 2; turn += 1) {
      await buildSite(setup, siteId, { folder });
      const again = await readFolder(folder);
      expect([...again.keys()]).toEqual([...files.keys()]);
      for (const [file, body] of again) expect(body.equals(files.get(file) as Buffer), file).toBe(true);
    }
  });
});

describe('the address of the files', () => {
  test('may be below the root of a host: then nothing leads above it, and no file of the root is there', async () => {
    const folder = scratch.path('below');
    const built = await buildSite(setup, siteId, { folder, baseUrl: 'https://example.com/team/docs' });
    expect(built).toMatchObject({ baseUrl: 'https://example.com/team/docs/', pages: 3 });
    expect(built.brokenLinks).toEqual([{ page: '/team/docs/', link: 'plans', reason: 'unresolved' }]);
    const below = await readFolder(folder);
    expect(below.has('robots.txt') || below.has('_redirects') || below.has('_headers')).toBe(false);
    for (const [file, body] of below) {
      if (!file.endsWith('.html')) continue;
      const addresses = [...String(body).matchAll(/ (?:href|src|action|data-[a-z-]+)="(\/[^"]*)"/g)];
      for (const [, address] of addresses) expect(address, file).toMatch(/^\/team\/docs\//);
    }
    const list = JSON.parse(String(below.get('~/search/index.json'))) as { spaces: { index: string }[] };
    expect(list.spaces[0]?.index).toMatch(/^\/team\/docs\/~\/index\/[0-9a-f]{16}\/$/);
    expect(String(below.get('sitemap.xml'))).toContain(
      '<loc>https://example.com/team/docs/guides/install/</loc>',
    );
  });

  test('is that of the site unless told', async () => {
    const built = await buildSite(setup, siteId, { folder: scratch.path('own'), baseUrl: undefined });
    expect(built.baseUrl).toBe(`https://sites.example.com${path}/`);
  });

  test.each([
    'docs',
    'ftp://example.com/',
    'https://a@example.com/',
    'https://example.com/?a=b',
    'https://example.com/~/',
  ])('cannot be %s', async (baseUrl) => {
    const folder = scratch.path('nowhere');
    await expect(buildSite(setup, siteId, { folder, baseUrl })).rejects.toThrow('is not a valid base URL');
  });
});

describe('links that lead nowhere', () => {
  const CONTENT = {
    'README.md':
      '# Start\n\nTo [what is](other.md#there), [what is not](other.md#gone), and [nothing](missing.md).\n\n{% content-ref url="card.md" %}\n[card.md](card.md)\n{% endcontent-ref %}\n\n<a href="button.md" class="button primary" data-icon="rocket">Start</a> <a class="button secondary">Here</a>\n',
    'other.md': '# Other\n\n## There\n\nText.\n',
  };

  test('are reported, each with its page', async () => {
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, CONTENT);
    const other = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const folder = scratch.path('broken');
    const built = await buildSite(setup, other.siteId, { folder });
    expect(built.brokenLinks).toEqual([
      { page: '/', link: '/other/#gone', reason: 'unknown-anchor' },
      { page: '/', link: 'Start', reason: 'unresolved' },
      { page: '/', link: 'card.md', reason: 'unresolved' },
      { page: '/', link: 'nothing', reason: 'unresolved' },
    ]);
    expect(built.isWritten).toBe(true);
    expect((await readFolder(folder)).has('other/index.html')).toBe(true);
  });

  test('are not what text, code and the data about a page show of links', async () => {
    const shown = '<a href="/nowhere" id="x"> href="/nowhere" ';
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, {
      'README.md': `---\ntitle: '${shown}'\ndescription: '${shown}'\n---\n\n# Start\n\n\`${shown}\` and href="/nowhere" too\n\n\`\`\`html\n${shown}\n\`\`\`\n`,
    });
    const other = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const folder = scratch.path('shown');
    expect((await buildSite(setup, other.siteId, { folder })).brokenLinks).toEqual([]);
    expect(String((await readFolder(folder)).get('index.html'))).toContain('/nowhere');
  });

  test('leave the folder as it was where they must not be', async () => {
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, { 'README.md': '# Start\n' });
    const other = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const folder = scratch.path('strict');
    await buildSite(setup, other.siteId, { folder, failsOnBrokenLinks: true });
    const before = await readFolder(folder);
    await putContent(setup.app, spaceId, CONTENT);
    const built = await buildSite(setup, other.siteId, { folder, failsOnBrokenLinks: true });
    expect(built.isWritten).toBe(false);
    expect(await readFolder(folder)).toEqual(before);
  });
});

describe('redirects of a site', () => {
  test('are files, but for those of many addresses', async () => {
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, { 'README.md': '# Start\n', 'there.md': '# There\n' });
    const other = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const redirects = `/v1/orgs/${setup.app.organizationId}/sites/${other.siteId}/redirects`;
    for (const body of [
      { source: '/from', destination: { kind: 'path', spaceId, path: 'there' }, permanent: true },
      { source: '/away', destination: { kind: 'external', url: 'https://elsewhere.example.com/a?b=c' } },
      {
        source: '/draft',
        destination: { kind: 'external', url: 'https://elsewhere.example.com/' },
        draft: true,
      },
      // At addresses of files.
      { source: '/there.md', destination: { kind: 'path', spaceId, path: 'there' } },
      { source: '/robots.txt', destination: { kind: 'path', spaceId, path: 'there' } },
      { source: '/many/*', destination: { kind: 'path', spaceId, path: 'there' } },
    ])
      expect((await setup.app.request('POST', redirects, { body })).statusCode, body.source).toBeLessThan(
        300,
      );
    const folder = scratch.path('redirects');
    const built = await buildSite(setup, other.siteId, { folder });
    const found = await readFolder(folder);
    expect(String(found.get('_redirects')).split('\n')).toEqual([
      '/away/ https://elsewhere.example.com/a?b=c 302',
      '/from/ /there/ 301',
      '/readme/ / 302',
      '',
    ]);
    expect(String(found.get('from/index.html'))).toContain('content="0; url=/there/"');
    expect(String(found.get('away/index.html'))).toContain('url=https://elsewhere.example.com/a?b=c"');
    expect(found.has('draft/index.html')).toBe(false);
    expect(String(found.get('robots.txt'))).toContain('User-agent');
    expect(String(found.get('there.md'))).toContain('# There');
    expect(built.wildcards).toEqual(['/many/*']);
  });

  test('lead from the old address of a page to the new one', async () => {
    const spaceId = await addSpace(setup.app);
    await putContent(setup.app, spaceId, { 'README.md': '# Start\n', 'one.md': '# One\n' });
    const other = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const one = (await setup.app.request('GET', `/v1/spaces/${spaceId}/content/path/one`)).json().id;
    const changes = [{ operation: 'update_page', page: one, slug: 'first' }];
    await setup.app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
    const folder = scratch.path('former');
    await buildSite(setup, other.siteId, { folder });
    expect(String((await readFolder(folder)).get('one/index.html'))).toContain('url=/first/"');
  });

  test('lead from the old address of a section to the new one', async () => {
    const spaceIds: string[] = [];
    for (const title of ['Start', 'Guides']) {
      const spaceId = await addSpace(setup.app, { title });
      await putContent(setup.app, spaceId, { 'README.md': `# ${title}\n`, 'a/b.md': '# B\n' });
      spaceIds.push(spaceId);
    }
    const other = await setup.addPublishedSite({ spaceIds: spaceIds.slice(0, 1) });
    const sections = `/v1/orgs/${setup.app.organizationId}/sites/${other.siteId}/sections`;
    const added = await setup.app.request('POST', sections, { body: { spaceId: spaceIds[1] } });
    expect(added.statusCode, added.body).toBe(201);
    const url = `${sections}/${added.json().id}`;
    expect((await setup.app.request('PATCH', url, { body: { path: 'manual' } })).statusCode).toBe(200);
    const folder = scratch.path('former-section');
    await buildSite(setup, other.siteId, { folder });
    const found = await readFolder(folder);
    expect(String(found.get('guides/index.html'))).toContain('url=/manual/"');
    expect(String(found.get('guides/a/b/index.html'))).toContain('url=/manual/a/b/"');
  });
});

describe('pictures of other hosts', () => {
  test.each([
    ['proxy', true],
    ['direct', true],
    ['none', false],
  ])('with “%s”, are loaded from them: %s', async (mode, isShown) => {
    const spaceId = await addSpace(setup.app);
    const src = 'https://pictures.example.com/far.png';
    await putContent(setup.app, spaceId, {
      'README.md': `# Start\n\n![Far](${src})\n\n![Plain](http://pictures.example.com/plain.png)\n`,
    });
    const other = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const customization = `/v1/orgs/${setup.app.organizationId}/sites/${other.siteId}/customization`;
    await setup.app.request('PUT', customization, { body: { externalPictures: { mode } } });
    const folder = scratch.path(`pictures-${mode}`);
    await buildSite(setup, other.siteId, { folder });
    const page = String((await readFolder(folder)).get('index.html'));
    expect(page.includes(`<img src="${src}"`)).toBe(isShown);
    expect(page.includes('img-src &#39;self&#39; data: https:;')).toBe(isShown);
    expect(page).not.toContain('~/pictures/');
    expect(page).not.toContain('<img src="http:');
  });
});

describe('the variants of a site', () => {
  test('are below it, name each other, and have a search each', async () => {
    const german = await addSpace(setup.app, { title: 'Handbuch' });
    await putContent(setup.app, german, {
      'README.md': '# Willkommen\n',
      'guides/install.md': '# Installieren\n',
    });
    const english = await addSpace(setup.app, { title: 'Manual' });
    await putContent(setup.app, english, { 'README.md': '# Welcome\n', 'guides/install.md': '# Install\n' });
    for (const [spaceId, language] of [
      [german, 'de'],
      [english, 'en'],
    ] as const)
      await setup.app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { language } });
    const other = await setup.addPublishedSite({ spaceIds: [english, german] });
    const folder = scratch.path('variants');
    const built = await buildSite(setup, other.siteId, { folder });
    const found = await readFolder(folder);
    const page = String(found.get('variant-2/guides/install/index.html'));
    expect(page).toContain('<h1>Installieren</h1>');
    expect(page).toContain('hreflang="en" href="https://docs.example.com/guides/install/"');
    expect(page).toContain('data-search="/variant-2/~/search/index.json"');
    expect(found.has('variant-2/~/search/index.html')).toBe(true);
    expect(built).toMatchObject({ pages: 6, brokenLinks: [] });
  });
});

test('the search of a site with sections says which there are, of those that readers see', async () => {
  const spaceIds: string[] = [];
  for (const title of ['Manual', 'Reference', 'Draft']) {
    const spaceId = await addSpace(setup.app, { title });
    await putContent(setup.app, spaceId, { 'README.md': `# ${title}\n` });
    spaceIds.push(spaceId);
  }
  const [first = '', ...others] = spaceIds;
  const site = await setup.addPublishedSite({ spaceIds: [first] });
  const url = `/v1/orgs/${setup.app.organizationId}/sites/${site.siteId}/sections`;
  for (const [at, spaceId] of others.entries()) {
    const response = await setup.app.request('POST', url, { body: { spaceId, draft: at === 1 } });
    expect(response.statusCode, response.body).toBe(201);
  }
  const folder = scratch.path('sections');
  await buildSite(setup, site.siteId, { folder });
  const found = await readFolder(folder);
  const { spaces, sections } = JSON.parse(String(found.get('reference/~/search/index.json')));
  // The space that is read comes first.
  expect(spaces.map(({ home }: { home: string }) => home)).toEqual(['/reference/', '/']);
  expect(sections).toEqual([
    { title: 'Manual', space: 1 },
    { title: 'Reference', space: 0 },
  ]);
});
