import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { putContent } from '../../test/content.ts';
import { addSite, addSpace } from '../../test/factories.ts';
import { storeFormerCustomization } from '../../test/former-customization.ts';
import { buildPublishedApp } from './published-app.ts';

const HOST = 'sites.example.com';
let app: TestApp;
let published: FastifyInstance;
let siteId: string;
let home: string;

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: `https://${HOST}` } });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  const spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, {
    'README.md': '# Welcome\n',
    'next.md': '---\nicon: rocket\n---\n\n# Next\n',
    'odd.md': '---\nicon: "no-such-icon"\n---\n\n# Odd\n',
    'secret.md': '---\nif: visitor.claims.plan == "pro"\n---\n\n# Secret plans\n',
  });
  siteId = await addSite(app, { title: 'The manual', spaceIds: [spaceId], isPublished: true });
  home = `/${(await app.context.pointers.sites.find(siteId))?.basename}/`;
});
afterAll(async () => {
  await published.close();
  await app.close();
});

async function show(customization: object): Promise<string> {
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`;
  const changed = await app.request('PUT', url, { body: customization });
  expect(changed.statusCode, changed.body).toBe(200);
  return visit(home);
}

/** Shows what an earlier version has stored. */
async function showFormer(customization: object): Promise<string> {
  await storeFormerCustomization(app, siteId, customization);
  return visit(home);
}

async function visit(url: string): Promise<string> {
  const page = await published.inject({ method: 'GET', url, headers: { host: HOST } });
  expect(page.statusCode).toBe(200);
  return page.body;
}

const link = (title: string, url: string, more: object = {}) => ({
  title,
  to: { kind: 'url', url },
  links: [],
  ...more,
});

test('a page has the links of the header whose conditions hold, and those of the footer', async () => {
  const page = await show({
    header: {
      preset: 'default',
      links: [
        link('Status', 'https://status.example.com/'),
        link('For customers', 'https://pro.example.com/', { condition: 'visitor.claims.plan == "pro"' }),
        { title: 'More', to: null, links: [link('Forum', 'https://forum.example.com/')] },
        { title: 'Nowhere', to: null, links: [] },
        { title: 'A page that is not there', to: { kind: 'page', page: 'no-page' }, links: [] },
      ],
    },
    footer: {
      groups: [{ title: 'Product', links: [link('Releases', 'https://example.com/releases')] }],
      copyright: '© Acme <b>',
    },
    socialAccounts: [
      { platform: 'github', handle: 'acme/docs', display: { footer: true, header: false } },
      { platform: 'discord', handle: 'acme', display: { footer: false, header: true } },
      { platform: 'slack', handle: 'https://acme.slack.example/', display: { footer: true, header: false } },
    ],
    announcement: {
      enabled: true,
      message: 'Version 2 is here',
      style: 'success',
      link: link('Read more', 'https://example.com/v2'),
    },
  });
  for (const shown of [
    '<a href="https://status.example.com/">Status</a>',
    '<a href="https://forum.example.com/">Forum</a>',
    '<a href="https://example.com/releases">Releases</a>',
    '© Acme &lt;b&gt;',
    '<a href="https://github.com/acme/docs">GitHub</a>',
    '<a href="https://acme.slack.example/">Slack</a>',
    '<li><a href="https://discord.gg/acme">Discord</a></li></ul></nav>',
    '<aside class="announcement announcement-success" aria-label="Announcement"><span>Version 2 is here</span> <a href="https://example.com/v2">Read more</a></aside>',
  ])
    expect(page).toContain(shown);
  expect(page).not.toMatch(/For customers|Nowhere|A page that is not there/);
  // Narrow screens have them in the menu.
  const menu = page.slice(page.indexOf('id="_contents"'), page.indexOf('<main'));
  expect(menu).toContain('<a href="https://status.example.com/">Status</a>');
});

test('a page shows a logo and an icon of this service, and those of another host through it', async () => {
  const themed = (url: string) => ({ light: `${url}/light.png`, dark: `${url}/dark.png` });
  const own = themed(`https://${HOST}/files/a`);
  const shown = await show({
    header: { preset: 'default', links: [], logo: own },
    footer: { groups: [], logo: own },
    favicon: { icon: own },
  });
  expect(shown).toMatch(/<p class="footer-logo"><img class="only-light" src="[^"]+light.png"/);
  expect(shown).toContain(`<img class="only-dark" src="${own.dark}" alt="The manual"`);
  expect(shown).toContain(`<link rel="icon" href="${own.light}" media="(prefers-color-scheme: light)">`);
  const foreign = themed('https://tracker.example.net');
  const page = await showFormer({
    header: { preset: 'default', links: [], logo: foreign },
    footer: { groups: [], logo: foreign },
    favicon: { icon: foreign, emoji: '1f4d4' },
  });
  expect(page).not.toMatch(/(?:src|href)="https:\/\/tracker/);
  for (const place of ['brand brand-logo', 'footer-logo'])
    expect(page).toMatch(
      new RegExp(`class="${place}"[^>]*><img class="only-light" src="/the-manual/~/pictures/[^"]+tracker`),
    );
  expect(page).toMatch(/<link rel="icon" href="\/the-manual\/~\/pictures\/[^"]+tracker/);
});

test('a page brings along the fonts that are files of this service, and none of another host', async () => {
  const own = (name: string) => ({
    id: name,
    custom: true,
    fontFamily: name,
    fontFaces: [
      { weight: 400, sources: [{ url: `https://${HOST}/files/${name}.woff2` }] },
      { weight: 700, sources: [{ url: `https://cdn.example.net/${name}.woff2` }] },
    ],
  });
  const page = await showFormer({
    styling: { font: own('Text'), headingFont: 'IBMPlexSerif', monospaceFont: own('Code') },
  });
  const face = (use: string, name: string) =>
    `@font-face{font-family:own-${use};font-weight:400;font-display:optional;src:url(https://${HOST}/files/${name}.woff2)}`;
  expect(page).toContain(`<style>${face('text', 'Text')}${face('mono', 'Code')}:root{`);
  expect(page).toContain(
    `<link rel="preload" as="font" href="https://${HOST}/files/Text.woff2" crossorigin>`,
  );
  expect(page.match(/rel="preload"/g)).toHaveLength(1);
  expect(page).toMatch(/<html [^>]*class="[^"]*font-own heading-serif mono-own /);
  expect(page).not.toContain('cdn.example.net');

  const foreign = { ...own('Text'), fontFaces: [own('Text').fontFaces[1]] };
  const plain = await showFormer({ styling: { font: foreign } });
  expect(plain).not.toMatch(/@font-face|font-own|cdn\.example\.net/);
});

test('an address of a font ends neither its style nor the page', async () => {
  const url = `https://${HOST}/files/it's-(1);a,b&c.woff2`;
  const fontFaces = [{ weight: 400, sources: [{ url, format: 'woff2' }] }];
  const page = await show({ styling: { font: { id: 'a', custom: true, fontFamily: 'A', fontFaces } } });
  expect(page).toContain(`src:url(https://${HOST}/files/it%27s-%281%29%3Ba%2Cb%26c.woff2)}:root{`);
});

test('a page speaks the language of its site, and starts in its mode', async () => {
  const german = await show({
    internationalization: { locale: 'de' },
    themes: { default: 'dark', toggeable: false },
  });
  expect(german).toMatch(/<html lang="de" dir="ltr" class="[^"]*corners-rounded[^"]*" data-theme="dark">/);
  expect(german).toContain('Zum Inhalt springen');
  expect(german).not.toContain('data-theme-toggle');
  const light = await show({ themes: { default: 'light', toggeable: false } });
  expect(light).toContain('data-theme="light"');
  const system = await show({
    internationalization: { locale: 'en' },
    themes: { default: 'system', toggeable: true },
  });
  expect(system).toContain('data-theme-toggle');
  expect(system).not.toContain('data-theme="');
});

test('a page names the site and its privacy policy in its language', async () => {
  const page = await show({
    title: 'Manual',
    localizedTitle: { de: 'Handbuch' },
    internationalization: { locale: 'de' },
    privacyPolicy: { url: 'https://example.com/privacy' },
  });
  expect(page).toContain('<span>Handbuch</span></a>');
  expect(page).toContain('<title>Welcome · Handbuch</title>');
  expect(page).toContain('<a href="https://example.com/privacy">Datenschutz</a>');
});

test('a page leads to the next one unless the site turns that off', async () => {
  expect(await show({})).toContain('rel="next"');
  expect(await show({ pagination: { enabled: false } })).not.toMatch(/rel="(?:next|prev)"/);
});

test('a page has the header of its theme, unless the header has a look of its own', async () => {
  expect(await show({ styling: { theme: 'bold' } })).toContain('theme-bold');
  expect(await show({ styling: { theme: 'bold' } })).toContain('header-bold');
  const own = await show({ styling: { theme: 'bold' }, header: { preset: 'contrast', links: [] } });
  expect(own).toContain('header-contrast');
  expect(own).not.toContain('header-bold');
});

test('pages and sections have their icons where they are named', async () => {
  const icon = '<svg class="icon" viewBox="[^"]+" [^>]*aria-hidden="true"><path d="[^"]+"/></svg>';
  const tree = await visit(`${home}next`);
  expect(tree).toMatch(new RegExp(`<a href="${home}next" aria-current="page">${icon}<span>Next</span></a>`));
  expect(tree).toMatch(new RegExp(`<h1>${icon}Next</h1>`));
  expect(tree).toContain(`<a href="${home}odd"><span>Odd</span></a>`);
  const at = `/v1/orgs/${app.organizationId}/sites`;
  const spaces = [await addSpace(app, { title: 'One' }), await addSpace(app, { title: 'Two' })];
  const sectioned = await addSite(app, {
    title: 'Sectioned',
    spaceIds: spaces.slice(0, 1),
    isPublished: true,
  });
  const added = await app.request('POST', `${at}/${sectioned}/sections`, {
    body: { title: 'Guides', spaceId: spaces[1], icon: 'compass' },
  });
  expect(added.statusCode, added.body).toBe(201);
  const basename = (await app.context.pointers.sites.find(sectioned))?.basename;
  for (const spaceId of spaces) await putContent(app, spaceId, { 'README.md': '# Start\n' });
  expect(await visit(`/${basename}/`)).toMatch(new RegExp(`<li><a href="[^"]+">${icon}Guides</a></li>`));
});

test('links lead to pages of other spaces of the site, for those who see them', async () => {
  const other = await addSpace(app, { title: 'Other' });
  await putContent(app, other, {
    'README.md': '# Other\n',
    'open.md': '# Open\n',
    'secret.md': '---\nif: visitor.claims.plan == "pro"\n---\n\n# Secret\n',
  });
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  const added = await app.request('POST', `${url}/sections`, { body: { spaceId: other, title: 'Other' } });
  expect(added.statusCode, added.body).toBe(201);
  const pageAt = async (path: string) =>
    (await app.request('GET', `/v1/spaces/${other}/content/path/${path}`)).json().id;
  const to = async (path: string) => ({ kind: 'page', page: await pageAt(path), space: other });
  const links = [
    { title: 'Opened', to: await to('open') },
    { title: 'Hidden', to: await to('secret') },
  ];
  const page = await show({
    header: { links: links.map((one) => ({ ...one, links: [] })) },
    footer: { groups: [{ title: 'More', links }] },
  });
  expect(page.split(`<a href="${home}other/open">Opened</a>`).length).toBeGreaterThan(2);
  expect(page).not.toContain('Hidden');
  // The address follows the page.
  await app.request('POST', `/v1/spaces/${other}/content`, {
    body: { changes: [{ operation: 'update_page', page: await pageAt('open'), slug: 'moved' }] },
  });
  expect(await visit(home)).toContain(`<a href="${home}other/moved">Opened</a>`);
});
