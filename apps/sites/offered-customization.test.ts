/** What the form of the console offers changes the published pages. */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { putContent } from '../../test/content.ts';
import { addSite, addSpace } from '../../test/factories.ts';
import { buildPublishedApp } from './published-app.ts';

const HOST = 'sites.example.com';
const FILE = `https://${HOST}/files/a/b/c/d.png`;
const picture = { light: FILE, dark: FILE };
const color = { light: '#123456', dark: '#abcdef' };
const link = { title: 'Status', to: { kind: 'url', url: 'https://status.example.com' } };
const tint = { tint: { color } };

let app: TestApp;
let published: FastifyInstance;
let customization: string;
let home: string;
let plain: string;

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: `https://${HOST}` } });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, {
    'README.md': '# Welcome\n\n![Far](https://elsewhere.example/far.png)\n',
    'next.md': '# Next\n',
  });
  const siteId = await addSite(app, { title: 'Manual', spaceIds: [spaceId], isPublished: true });
  customization = `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`;
  home = `/${(await app.context.pointers.sites.find(siteId))?.basename}/`;
  plain = await show({});
});
afterAll(async () => {
  await published?.close();
  await app?.close();
});

async function show(body: object): Promise<string> {
  const changed = await app.request('PUT', customization, { body });
  expect(changed.statusCode, changed.body).toBe(200);
  return (await published.inject({ method: 'GET', url: home, headers: { host: HOST } })).body;
}

const styling = (name: string, values: readonly unknown[], more: object = {}) =>
  values.map((value) => ({ styling: { [name]: value, ...more } }));

const OFFERED: readonly object[] = [
  { title: 'Another title' },
  { header: { logo: picture } },
  { favicon: { icon: picture } },
  { favicon: { emoji: '📔' } },
  ...styling('theme', ['muted', 'bold', 'gradient']),
  ...['primaryColor', 'infoColor', 'successColor', 'warningColor', 'dangerColor'].flatMap((name) =>
    styling(name, [color]),
  ),
  { styling: tint },
  ...styling('links', ['accent']),
  ...styling('corners', ['straight', 'circular']),
  ...styling('depth', ['flat']),
  ...styling('sidebar', [{ background: 'filled' }, { list: 'pill' }, { list: 'line' }]),
  ...styling('search', ['subtle']),
  ...styling('font', ['IBMPlexSerif', 'OpenSans']),
  ...styling('headingFont', ['Inter', 'IBMPlexSerif', 'Roboto']),
  ...styling('monospaceFont', ['FiraCode']),
  ...['bold', 'contrast', 'none'].map((preset) => ({ header: { preset } })),
  { header: { preset: 'custom', backgroundColor: color, linkColor: color } },
  { header: { links: [{ ...link, links: [] }] } },
  { header: { links: [{ title: 'More', to: null, links: [link] }] } },
  { footer: { logo: picture } },
  { footer: { groups: [{ title: 'Product', links: [link] }] } },
  { footer: { copyright: '© Acme' } },
  { privacyPolicy: { url: 'https://example.com/privacy' } },
  ...[
    { header: true, footer: false },
    { header: false, footer: true },
  ].map((display) => ({ socialAccounts: [{ platform: 'github', handle: 'acme', display }] })),
  { announcement: { enabled: true, message: 'New version', style: 'info' } },
  { announcement: { enabled: true, message: 'New version', style: 'danger', link } },
  ...[
    { toggeable: true, default: 'dark' },
    { toggeable: false, default: 'system' },
    { toggeable: false, default: 'light' },
    { toggeable: false, default: 'dark' },
  ].map((themes) => ({ themes })),
  ...[[], ['markdown'], ['pdf'], ['markdown', 'pdf', 'external-ai']].map((items) => ({
    pageActions: { items },
  })),
  { pagination: { enabled: false } },
  { feedback: { enabled: true } },
  { externalPictures: { mode: 'direct' } },
  { externalPictures: { mode: 'none' } },
  { socialPreview: { url: FILE } },
];

test.each(OFFERED.map((body) => [JSON.stringify(body), body] as const))('%s', async (_name, body) => {
  expect(await show(body)).not.toBe(plain);
});

test('a tint can color the background, too', async () => {
  const withTint = await show({ styling: tint });
  expect(await show({ styling: { ...tint, background: 'match' } })).not.toBe(withTint);
});
