/** The form with which readers call an API, in a browser: what is sent is shown before, and nothing is kept but in memory. */

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { writeComputedEntry } from '../fixtures/published/computed/computed-pages.ts';
import { findFreePort } from '../free-port.ts';
import { runJobs } from '../jobs.ts';
import { startWebServer, type WebServer } from '../web-server.ts';
import { auditPage } from './audit-page.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

const specOf = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url }],
  security: [{ token: [] }],
  paths: {
    '/pets/{id}': {
      put: {
        tags: ['Pets'],
        summary: 'Change a pet',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', example: 'rex' } },
          { name: 'kind', in: 'query', schema: { type: 'string', enum: ['cat', 'dog'], default: 'dog' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object' },
              examples: { small: { value: { size: 1 } }, large: { value: { size: 9 } } },
            },
            'text/plain': { schema: { type: 'string' }, example: 'Rex & co' },
          },
        },
        responses: { 200: { description: 'The pet' } },
      },
    },
    '/photos': {
      post: {
        tags: ['Photos'],
        summary: 'Add a photo',
        security: [{ token: [] }, { key: [], session: [] }],
        parameters: [
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { a: { type: 'string' } } },
          },
        ],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['title'],
                properties: {
                  title: { type: 'string', example: 'Rex' },
                  photo: { type: 'string', format: 'binary' },
                },
              },
            },
            'image/png': { schema: { type: 'string', format: 'binary' } },
          },
        },
        responses: { 200: { description: 'The photo' } },
      },
    },
  },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'query', name: 'key' },
      session: { type: 'apiKey', in: 'cookie', name: 'session' },
    },
  },
});

let setup: ServedSites;
let api: WebServer;
let url: string;
let siteId: string;
beforeAll(async () => {
  setup = await serveSites({ config: { allowPrivateNetworks: true } });
  api = await startWebServer();
  const { app } = setup;
  await app.request('PUT', `/v1/orgs/${app.organizationId}/openapi/pets`, {
    body: { source: { text: JSON.stringify(specOf(api.origin)) } },
  });
  await runJobs(app);
  const spaceId = await addSpace(app, { title: 'Reference' });
  const entry = writeComputedEntry('pets', {});
  await putContent(app, spaceId, { 'README.md': '# Home\n', 'SUMMARY.md': `* [Home](README.md)\n${entry}` });
  const site = await setup.addPublishedSite({ spaceIds: [spaceId] });
  await app.request('PATCH', `/v1/orgs/${app.organizationId}/sites/${site.siteId}`, {
    body: { apiRequests: { enabled: true } },
  });
  ({ url, siteId } = site);
});
afterAll(async () => {
  await setup?.close();
  await api?.close();
});

async function openForm(
  viewport = { width: 1440, height: 900 },
  colorScheme: 'light' | 'dark' = 'light',
  path = 'pets',
) {
  const context = await setup.browser.newContext({ bypassCSP: true, viewport, colorScheme });
  const page = await context.newPage();
  await page.goto(url + path);
  await page.getByRole('button', { name: 'Try it' }).click();
  return { context, page, dialog: page.getByRole('dialog', { name: 'Try it' }) };
}

const readStored = (page: Page) =>
  page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])');

test('the form begins with defaults and examples, and shows the request that is sent', async () => {
  const { context, dialog } = await openForm();
  expect(await dialog.getByLabel('id (required)').inputValue()).toBe('rex');
  expect(await dialog.getByLabel('kind').inputValue()).toBe('dog');
  expect(await dialog.getByLabel('limit').inputValue()).toBe('20');
  const query = dialog.getByRole('group', { name: 'Query parameters' });
  expect(await query.getByRole('textbox', { name: 'limit' }).isVisible()).toBe(true);
  await dialog.getByLabel('Example').selectOption({ label: 'large' });
  await dialog.getByLabel('Authentication').fill('secret');
  await dialog.getByLabel('id (required)').fill('a/b');
  await dialog.locator('summary', { hasText: 'Request' }).first().click();
  await dialog.locator('form pre', { hasText: '"size": 9' }).waitFor();
  const shown = await dialog.locator('form pre').textContent();
  expect(shown).toContain(`PUT ${api.origin}/pets/a%2Fb?kind=dog&limit=20\n`);
  expect(shown).toContain('Content-Type: application/json\nAuthorization: Bearer ••••\n\n{');
  expect(shown).not.toContain('secret');
  api.content['/pets/a%2Fb?kind=dog&limit=20'] = { type: 'application/json', body: '{"a":[1]}' };
  api.content['/pets/a%2Fb'] = { type: 'application/json', body: '{"a":[1]}' };
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('"a": [').waitFor();
  const [arrived] = api.requests.slice(-1);
  expect(JSON.parse(arrived?.body ?? '')).toEqual({ size: 9 });
  expect(arrived?.headers).toMatchObject({
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  });
  expect(await dialog.getByRole('status').textContent()).toMatch(/200 \d+ ms · 9 bytes/);
  await dialog.getByLabel('Content-Type').selectOption({ label: 'text/plain' });
  expect(await dialog.getByRole('textbox', { name: 'Request body' }).inputValue()).toBe('Rex & co');
  await context.close();
});

test('values, credentials and earlier requests are kept until the reader leaves, and only in memory', async () => {
  const { context, page, dialog } = await openForm();
  api.content['/pets/one'] = { type: 'text/plain', body: 'the first' };
  await dialog.getByLabel('Authentication').fill('secret');
  await dialog.getByLabel('kind').selectOption('');
  await dialog.getByLabel('limit').fill('');
  await dialog.getByLabel('id (required)').fill('one');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('the first').waitFor();
  await dialog.getByLabel('id (required)').fill('two');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Try it' }).click();
  expect(await dialog.getByLabel('id (required)').inputValue()).toBe('two');
  expect(await dialog.getByLabel('Authentication').inputValue()).toBe('secret');
  await dialog.locator('summary', { hasText: 'Earlier requests' }).click();
  await dialog.getByRole('listitem').getByRole('button').click();
  expect(await dialog.getByLabel('id (required)').inputValue()).toBe('one');
  expect(await dialog.getByText('the first').isVisible()).toBe(true);
  expect(await readStored(page)).not.toContain('secret');
  await page.reload();
  await page.getByRole('button', { name: 'Try it' }).click();
  expect(await dialog.getByLabel('Authentication').inputValue()).toBe('');
  expect(await dialog.getByText('Earlier requests').isVisible()).toBe(false);
  await context.close();
});

test('a request can be cancelled, and failures are said in words', async () => {
  const { context, page, dialog } = await openForm();
  const address = '**/~/api-request';
  // No answer comes.
  await page.route(address, () => {});
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText('The request was cancelled.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(false);
  await page.unroute(address);
  await page.route(address, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('The request could not be sent.').waitFor();
  const send = dialog.getByRole('button', { name: 'Send request' });
  expect(await send.evaluate((button) => button.matches(':focus'))).toBe(true);
  await page.unroute(address);
  const body = JSON.stringify({
    error: { code: 502, reason: 'api-unreachable', message: 'a.test is gone.' },
  });
  await page.route(address, (route) => route.fulfill({ status: 502, body }));
  await send.click();
  await dialog.getByText('Check that its server is running, or choose another one.').waitFor();
  expect(await dialog.getByText('a.test is gone.').isVisible()).toBe(true);
  await context.close();
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('files, lists and the second way to authenticate are sent, and a picture is shown', async () => {
  const { context, page, dialog } = await openForm(undefined, undefined, 'photos');
  await dialog.getByLabel('Authentication', { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel('Authentication: API key (query: key)').fill('k');
  await dialog.getByLabel('Authentication: API key (cookie: session)').fill('s;1');
  await dialog.getByLabel('tags').fill('big\nold, brown');
  await dialog.getByLabel('filter').fill('{"a"');
  await dialog.getByLabel('photo').setInputFiles({ name: 'rex.png', mimeType: 'image/png', buffer: PNG });
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('Enter an object as JSON.').waitFor();
  expect(await page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
  await dialog.getByLabel('filter').fill('{"a":"b"}');
  api.content['/photos?tags=big&tags=old%2C%20brown&filter%5Ba%5D=b&key=k'] = {
    type: 'image/png',
    body: PNG,
  };
  await dialog.getByRole('button', { name: 'Send request' }).click();
  const picture = dialog.getByRole('img', { name: 'Response' });
  await picture.waitFor();
  expect(
    await picture.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth),
  ).toBe(1);
  const [arrived] = api.requests.slice(-1);
  expect(arrived?.headers).toMatchObject({ cookie: 'session=s%3B1' });
  expect(arrived?.body).toContain('name="title"\r\n\r\nRex\r\n');
  expect(arrived?.body).toContain('name="photo"; filename="rex.png"\r\nContent-Type: image/png\r\n');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Save the response' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('response.png');
  await dialog.getByLabel('Content-Type').selectOption({ label: 'image/png' });
  expect(await dialog.getByLabel('title').isVisible()).toBe(false);
  await context.close();
});

test('a server of the reader stands in the samples, and only one of the spec is called', async () => {
  const { context, page, dialog } = await openForm();
  await dialog.getByLabel('Your own server').fill('https://own.example/v2');
  await page.locator('.api pre code', { hasText: 'https://own.example/v2/pets/rex' }).first().waitFor();
  const count = api.requests.length;
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('This site sends requests only to the servers that the spec names.').waitFor();
  expect(api.requests).toHaveLength(count);
  await dialog.getByLabel('Your own server').fill('');
  await page
    .locator('.api pre code', { hasText: `${api.origin}/pets/rex` })
    .first()
    .waitFor();
  expect(await readStored(page)).not.toContain('own.example');
  await context.close();
});

test('the field for the own server is beside the address, and its samples stay while the reader goes on', async () => {
  const context = await setup.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}pets`);
  const button = page.getByRole('button', { name: 'Your own server' });
  await button.click();
  const field = page.getByRole('textbox', { name: 'Your own server' });
  expect(await field.evaluate((element) => element.matches(':focus'))).toBe(true);
  await field.fill('https://own.example/v2/');
  const samples = page.locator('.api pre code', { hasText: 'https://own.example/v2/pets/rex' });
  await samples.first().waitFor();
  await page.locator('.api-line code', { hasText: 'https://own.example/v2/pets/{id}' }).waitFor();
  await field.fill('no address');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await field.fill('https://own.example/v2');
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await button.click();
  expect(await field.isVisible()).toBe(false);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'photos' }).click();
  await page.locator('.api pre code', { hasText: 'https://own.example/v2/photos' }).first().waitFor();
  await page.getByRole('button', { name: 'Try it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Try it' });
  expect(await dialog.getByLabel('Your own server').inputValue()).toBe('https://own.example/v2');
  expect(await readStored(page)).not.toContain('own.example');
  await context.close();
});

describe('where the site lets readers call their own servers', () => {
  const allow = (ownServers: boolean) =>
    setup.app.request('PATCH', `/v1/orgs/${setup.app.organizationId}/sites/${siteId}`, {
      body: { apiRequests: { enabled: true, ownServers } },
    });
  let own: Server;
  let base: string;
  let arrived: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[];
  beforeAll(async () => {
    await allow(true);
    own = createServer(async (request, response) => {
      const { method = '', url: asked = '', headers } = request;
      const allowed = asked.includes('closed')
        ? {}
        : {
            'access-control-allow-origin': '*',
            'access-control-allow-headers': '*, authorization',
            'access-control-allow-methods': '*',
            'access-control-expose-headers': '*',
          };
      const body = (await request.toArray()).join('');
      if (method !== 'OPTIONS') arrived.push({ method, url: asked, headers, body });
      if (asked.includes('moved') && method !== 'OPTIONS')
        response.writeHead(302, { ...allowed, location: '/pets/other' }).end();
      else if (asked.includes('long'))
        response.writeHead(200, { ...allowed, 'content-type': 'text/plain' }).end('a'.repeat(50_000_000));
      else
        response
          .writeHead(201, { ...allowed, 'content-type': 'application/json', 'x-own': '1' })
          .end('{"is":"own"}');
    });
    const port = await findFreePort();
    await new Promise<void>((done) => own.listen(port, '127.0.0.1', done));
    base = `http://127.0.0.1:${port}`;
  });
  beforeEach(() => {
    arrived = [];
  });
  afterAll(async () => {
    own?.close();
    await allow(false);
  });

  async function openOwn(path = 'pets') {
    // With the policy of the page.
    const context = await setup.browser.newContext();
    const page = await context.newPage();
    await page.goto(url + path);
    await page.getByRole('button', { name: 'Try it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Try it' });
    await dialog.getByLabel('Your own server').fill(base);
    return { context, page, dialog };
  }

  test('the browser sends the request, with credentials that the service does not get', async () => {
    const { context, page, dialog } = await openOwn();
    const posted: string[] = [];
    page.on('request', (request) => posted.push(`${request.url()} ${request.postData() ?? ''}`));
    await dialog.getByText('Your browser sends the request to your server.').waitFor();
    await dialog.getByLabel('Authentication').fill('secret-token');
    await dialog.getByLabel('id (required)').fill('a/b');
    const count = api.requests.length;
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await dialog.getByText('"is": "own"').waitFor();
    expect(arrived).toMatchObject([
      {
        method: 'PUT',
        url: '/pets/a%2Fb?kind=dog&limit=20',
        headers: { authorization: 'Bearer secret-token' },
      },
    ]);
    expect(arrived[0]?.headers.referer).toBeUndefined();
    expect(api.requests).toHaveLength(count);
    expect(posted.filter((one) => one.includes('/~/api-request') && one.includes('secret-token'))).toEqual(
      [],
    );
    expect(await dialog.getByRole('status').textContent()).toMatch(/^201 \d+ ms · 12 bytes/);
    expect(await dialog.getByRole('status').textContent()).toContain('x-own: 1');
    await context.close();
  });

  test('files go from the browser, and cookies that it does not send are named', async () => {
    const { context, dialog } = await openOwn('photos');
    await dialog.getByLabel('Authentication', { exact: true }).selectOption({ index: 1 });
    await dialog.getByLabel(/API key \(cookie/).fill('s;1');
    await dialog
      .getByLabel('photo')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.alloc(5_000_000, 'x') });
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await dialog.getByText('Browsers do not send: Cookie').waitFor();
    expect(arrived[0]?.body).toContain('filename="a.txt"');
    expect(arrived[0]?.body.length).toBeGreaterThan(5_000_000);
    await context.close();
  });

  test('what does not answer, redirects, or answers without end is said', async () => {
    const { context, dialog } = await openOwn();
    const send = async (id: string) => {
      await dialog.getByLabel('id (required)').fill(id);
      await dialog.getByRole('button', { name: 'Send request' }).click();
    };
    await send('closed');
    await dialog.getByText('Your server could not be reached.').waitFor();
    expect(await dialog.getByText(`accept requests from ${new URL(url).origin} (CORS)`).isVisible()).toBe(
      true,
    );
    await send('moved');
    await dialog.getByText('The server redirects the request.').waitFor();
    await send('long');
    await dialog.getByText('Only the beginning is shown.').waitFor();
    expect(arrived.map(({ url: asked }) => asked.split('?')[0])).not.toContain('/pets/other');
    await context.close();
  });
});

test('a request that is too large is not sent, and says so', async () => {
  const { context, dialog } = await openForm();
  const count = api.requests.length;
  await dialog.getByLabel('Content-Type').selectOption({ label: 'text/plain' });
  await dialog.getByRole('textbox', { name: 'Request body' }).fill('a'.repeat(5_000_000));
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('The request is larger than 3 MB.').waitFor();
  // One that is too large only as it is sent.
  await dialog.getByRole('textbox', { name: 'Request body' }).fill('"'.repeat(2_500_000));
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('Waiting for the response').waitFor({ state: 'hidden' });
  await dialog.getByText('The request is larger than 3 MB.').waitFor();
  expect(api.requests).toHaveLength(count);
  await context.close();
});

test.each([
  ['light', 1440],
  ['dark', 360],
] as const)('in a %s scheme, %i wide, the form breaks no rule of WCAG 2.2 AA', async (scheme, width) => {
  const { context, page, dialog } = await openForm({ width, height: 900 }, scheme);
  api.content['/pets/rex'] = { type: 'application/octet-stream', body: 'x'.repeat(1500) };
  await dialog.getByLabel('kind').selectOption('');
  await dialog.getByLabel('limit').fill('');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('The response is not text and is not shown.').waitFor();
  for (const details of await dialog.locator('details').all())
    await details.evaluate((element) => element.setAttribute('open', ''));
  expect(await auditPage(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await context.close();
});
