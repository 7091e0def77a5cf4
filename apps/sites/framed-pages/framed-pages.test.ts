import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createTestClock } from '../../../test/clock.ts';
import { putContent } from '../../../test/content.ts';
import { addMember, addSite, addSpace } from '../../../test/factories.ts';
import { buildPublishedApp } from '../published-app.ts';

const HOST = 'sites.example.com';
const clock = createTestClock();
let app: TestApp;
let published: FastifyInstance;
let site: string;
let home: string;

beforeAll(async () => {
  app = await buildTestApp({
    clock: clock.now,
    config: { sitesUrl: `https://${HOST}`, baseUrl: 'https://docs.example.com' },
  });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  const spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, {
    'README.md': '# Welcome\n\n{% if visitor.claims.plan == "pro" %}\nFor customers\n{% endif %}\n',
    'guide/setup.md': '# Set up\n',
  });
  // Nobody else can read it yet.
  const siteId = await addSite(app, { title: 'The manual', spaceIds: [spaceId] });
  site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  home = `/${(await app.context.pointers.sites.find(siteId))?.basename}/`;
});
afterAll(async () => {
  await published?.close();
  await app?.close();
});

const frame = async (path: string, body: object, token = app.adminToken) => {
  const response = await app.request('POST', `${site}${path}`, { body, token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

const draw = (token: string) =>
  published.inject({
    method: 'POST',
    url: '/~/frame',
    headers: { host: HOST, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token }).toString(),
  });

const shown = async (customization: object, more: object = {}): Promise<string> => {
  const { token } = await frame('/customization/preview', { customization, ...more });
  const response = await draw(token);
  expect(response.statusCode, response.body).toBe(200);
  return response.body;
};

test('a customization is shown before it is saved, and nothing is stored', async () => {
  const before = (await app.request('GET', `${site}/customization`)).body;
  const page = await shown({
    title: 'Another name',
    styling: { primaryColor: { light: '#b00020', dark: '#ff8a8a' }, corners: 'circular' },
    announcement: { enabled: true, message: 'Version 2 is here', style: 'success' },
    footer: { groups: [], copyright: '© Acme' },
  });
  for (const part of ['Another name', '--primary:#b00020', 'corners-circular', 'Version 2 is here', '© Acme'])
    expect(page).toContain(part);
  expect((await app.request('GET', `${site}/customization`)).body).toBe(before);
  expect(await shown({})).not.toContain('Another name');
});

test('any page is shown in the mode that is asked for', async () => {
  const page = await shown({}, { target: 'guide/setup', mode: 'dark' });
  expect(page).toContain('<h1>Set up</h1>');
  expect(page).toContain('data-theme="dark"');
  expect(await shown({}, { target: 'no/such/page' })).toContain('Page not found');
});

test('nothing in it runs, leads away or is kept, and only the console frames it', async () => {
  const { token, url } = await frame('/customization/preview', { customization: {} });
  expect(url).toBe(`https://${HOST}/~/frame`);
  const { body, headers } = await draw(token);
  expect(body).not.toContain('<script');
  expect(body).toContain(`<base href="https://${HOST}${home}" target="_blank">`);
  expect(body).not.toContain('class="preview"');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain('sandbox allow-same-origin');
  expect(policy).toContain('frame-ancestors https://docs.example.com');
  expect(policy).not.toMatch(/script-src|unsafe/);
  expect(headers['cache-control']).toBe('no-store');
});

test('a customization that could not be saved is refused in the same way', async () => {
  const customization = { header: { links: [{ title: 'A', to: null, links: [], condition: '1 +' }] } };
  const preview = await app.request('POST', `${site}/customization/preview`, { body: { customization } });
  const saved = await app.request('PUT', `${site}/customization`, { body: customization });
  expect([preview.statusCode, saved.statusCode]).toEqual([400, 400]);
  expect(preview.json().error.details).toEqual(saved.json().error.details);
  const { warnings } = await frame('/customization/preview', {
    customization: { styling: { primaryColor: { light: '#ffff00', dark: '#ffffff' } } },
  });
  expect(warnings).toMatchObject([{ path: 'styling.primaryColor.light' }]);
});

test('a page is shown as a visitor with claims sees it', async () => {
  const asVisitor = async (claims?: object) =>
    (await draw((await frame('/publishing/preview', claims ? { claims } : {})).token)).body;
  expect(await asVisitor()).not.toContain('For customers');
  expect(await asVisitor({ plan: 'free' })).not.toContain('For customers');
  expect(await asVisitor({ plan: 'pro' })).toContain('For customers');
});

test('a token ends with its time, with what its member may read, and cannot be made by others', async () => {
  const { token: reader, userId } = await addMember(app, { role: 'read' });
  const { token } = await frame('/publishing/preview', {}, reader);
  expect((await draw(token)).statusCode).toBe(200);
  await app.request('DELETE', `/v1/orgs/${app.organizationId}/members/${userId}`);
  expect((await draw(token)).statusCode).toBe(404);
  const own = (await frame('/publishing/preview', {})).token;
  clock.advance(5 * 60_000 + 1000);
  expect((await draw(own)).statusCode).toBe(404);
  expect((await draw('a.b.c')).statusCode).toBe(404);
  const preview = await app.request('GET', `${site}/publishing/preview`);
  const other = new URL(preview.json().url).searchParams.get('jwt_token') as string;
  expect((await draw(other)).statusCode).toBe(404);
});
