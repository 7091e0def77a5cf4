import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { putContent } from '../../test/content.ts';
import { addSite, addSpace } from '../../test/factories.ts';
import { buildPublishedApp } from './published-app.ts';

const HOST = 'sites.example.com';
const TEXT = 'Merriweather NotoSans OpenSans Overpass Raleway Roboto RobotoSlab SourceSansPro'.split(' ');
const MONO = 'FiraCode Inconsolata JetBrainsMono RobotoMono SourceCodePro'.split(' ');
let app: TestApp;
let published: FastifyInstance;
let siteId: string;
let home: string;

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: `https://${HOST}` } });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, { 'README.md': '# Welcome\n' });
  siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  home = `/${(await app.context.pointers.sites.find(siteId))?.basename}/`;
});
afterAll(async () => {
  await published?.close();
  await app?.close();
});

const get = (url: string) => published.inject({ method: 'GET', url, headers: { host: HOST } });

async function show(styling: object): Promise<string> {
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`;
  expect((await app.request('PUT', url, { body: { styling } })).statusCode).toBe(200);
  return (await get(home)).body;
}

const sheetsOf = (page: string): string[] =>
  [...page.matchAll(/rel="stylesheet" href="(\/~\/assets\/font-[^"]+)"/g)].map(([, href = '']) => href);

test.each([...TEXT.map((name) => ['font', name]), ...MONO.map((name) => ['monospaceFont', name])])(
  'the %s %s comes from the site, in subsets, and moves no text',
  async (field, name) => {
    const page = await show({ [field]: name });
    const [sheet, ...others] = sheetsOf(page);
    expect(others).toEqual([]);
    const { body, headers } = await get(sheet as string);
    expect(headers['cache-control']).toContain('immutable');
    const faces = [...body.matchAll(/@font-face\{([^}]*)\}/g)].map(([, face = '']) => face);
    expect(faces.length).toBeGreaterThan(1);
    for (const face of faces) {
      expect(face).toContain('font-display:optional');
      expect(face).toMatch(/unicode-range:U\+/);
    }
    const chosen = /<html[^>]*class="[^"]*\b((?:font|mono)-[a-z0-9-]+)/.exec(
      page.replace(/\bfont-system\b/, ''),
    )?.[1];
    expect(body).toContain(`.${chosen}{--${field === 'font' ? 'sans' : 'mono'}:`);
    const preloaded = /rel="preload" as="font"[^>]*href="([^"]+)" crossorigin/.exec(page)?.[1] ?? '';
    const file = await get(preloaded);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'font/woff2']);
    expect(file.rawPayload.subarray(0, 4).toString()).toBe('wOF2');
    expect(body).toContain(preloaded.split('/').at(-1));
  },
);

test('a heading has a font of its own, and a font that is used twice is loaded once', async () => {
  expect(sheetsOf(await show({ font: 'OpenSans', headingFont: 'RobotoSlab' }))).toHaveLength(2);
  const page = await show({ font: 'OpenSans', headingFont: 'OpenSans' });
  expect(sheetsOf(page)).toHaveLength(1);
  expect(page).toMatch(/<html[^>]*class="[^"]*font-open-sans heading-open-sans/);
});

test('the default, and names without files, load nothing', async () => {
  for (const styling of [{}, { font: 'Inter', monospaceFont: 'IBMPlexMono' }, { font: 'Lato' }]) {
    const page = await show(styling);
    expect(page).not.toContain('as="font"');
    expect(sheetsOf(page)).toEqual([]);
  }
});
