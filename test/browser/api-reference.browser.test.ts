/** API references in a browser: accessible, without errors, and with the code in the language that the reader chose. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { writeComputedEntry } from '../fixtures/published/computed/computed-pages.ts';
import { runJobs } from '../jobs.ts';
import { startWebServer, type WebServer } from '../web-server.ts';
import { auditPage } from './audit-page.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [
    { url: 'https://{region}.example.com', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
  ],
  security: [{ token: [] }],
  paths: {
    '/pets/{id}': {
      put: {
        tags: ['Pets'],
        summary: 'Change a pet',
        description: '## Before you begin\n\nRead *this*.',
        deprecated: true,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: {
          200: {
            description: 'The pet',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          404: { description: 'No such pet' },
          default: { description: 'Anything else' },
        },
      },
      get: { tags: ['Pets'], summary: 'Get a pet', responses: { 200: { description: 'The pet' } } },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['kind'],
        properties: {
          kind: { enum: ['cat', 'dog'], default: 'cat' },
          friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
          home: {
            oneOf: [
              { type: 'object', properties: { city: { type: 'string', maxLength: 50 } } },
              { type: 'string' },
            ],
          },
        },
      },
    },
  },
};

let setup: ServedSites;
let api: WebServer;
let url: string;
beforeAll(async () => {
  setup = await serveSites({ config: { allowPrivateNetworks: true } });
  api = await startWebServer();
  const { app } = setup;
  const spaceId = await addSpace(app, { title: 'Reference' });
  const entry = writeComputedEntry('pets', { models: true });
  await putContent(app, spaceId, { 'README.md': '# Home\n', 'SUMMARY.md': `* [Home](README.md)\n${entry}` });
  const path = `/v1/orgs/${app.organizationId}/openapi/pets`;
  await app.request('PUT', path, { body: { source: { text: JSON.stringify(SPEC) } } });
  await runJobs(app);
  ({ url } = await setup.addPublishedSite({ spaceIds: [spaceId] }));
});
afterAll(async () => {
  await setup?.close();
  await api?.close();
});

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('in a %s scheme, %i wide', (colorScheme, width) => {
  test.each(['pets', 'models'])(
    '/%s breaks no rule of WCAG 2.2 AA, and scrolls in one direction',
    async (path) => {
      const context = await setup.browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        bypassCSP: true,
      });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      page.on('request', (request) => {
        if (!request.url().startsWith(setup.origin) && !request.url().startsWith('data:'))
          problems.push(request.url());
      });
      await page.goto(url + path);
      for (const details of await page.locator('.api details').all())
        await details.evaluate((element) => element.setAttribute('open', ''));
      expect(await auditPage(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(problems).toEqual([]);
      await context.close();
    },
  );
});

test('the language that a reader chooses counts for all operations', async () => {
  const context = await setup.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}pets`);
  const languages = page.getByRole('combobox', { name: 'Language of the code' });
  await languages.first().selectOption('Python');
  expect(await languages.nth(1).inputValue()).toBe('Python');
  const second = page.locator('.api-examples').nth(1);
  expect(await second.locator('.tab:not([hidden])').first().textContent()).toContain('requests.put');
  await page.reload();
  expect(await languages.first().inputValue()).toBe('Python');
  expect(await languages.nth(1).inputValue()).toBe('Python');
  await context.close();
});

test('a field has an address that opens what it is folded in, and an operation is unfolded as a whole', async () => {
  const context = await setup.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}pets`);
  const folded = page.locator('.api-text details .api-fields > li[id]').first();
  expect(await folded.isVisible()).toBe(false);
  const id = (await folded.getAttribute('id')) ?? '';
  await page.goto(`${url}pets#${encodeURIComponent(id)}`);
  await folded.waitFor({ state: 'visible' });
  expect(await folded.getByRole('link').first().getAttribute('href')).toBe(`#${encodeURIComponent(id)}`);
  const operation = page.locator('.api', { has: page.locator('.api-unfold') }).first();
  await operation.getByRole('button', { name: 'Expand all' }).click();
  expect(await operation.locator('.api-text details:not([open])').count()).toBe(0);
  await operation.getByRole('button', { name: 'Collapse all' }).click();
  expect(await operation.locator('.api-text details[open]').count()).toBe(0);
  await context.close();
});

test('the code stands beside the description where there is room', async () => {
  const context = await setup.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}pets`);
  const text = await page.locator('.api-text').first().boundingBox();
  const code = await page.locator('.api-examples').first().boundingBox();
  expect(code?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
  await context.close();
});

test('a reader calls an operation, and what the API answers is text', async () => {
  const { app } = setup;
  const spec = { ...SPEC, servers: [{ url: api.origin }] };
  const path = `/v1/orgs/${app.organizationId}/openapi/live`;
  await app.request('PUT', path, { body: { source: { text: JSON.stringify(spec) } } });
  await runJobs(app);
  const spaceId = await addSpace(app, { title: 'Live' });
  const entry = writeComputedEntry('live', {});
  await putContent(app, spaceId, { 'README.md': '# Home\n', 'SUMMARY.md': `* [Home](README.md)\n${entry}` });
  const site = await setup.addPublishedSite({ spaceIds: [spaceId] });
  await app.request('PATCH', `/v1/orgs/${app.organizationId}/sites/${site.siteId}`, {
    body: { apiRequests: { enabled: true } },
  });
  api.content['/pets/rex%2F1'] = {
    type: 'application/json',
    body: JSON.stringify({ name: '<img src=x onerror="document.title=1">' }),
  };
  const context = await setup.browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${site.url}pets`);
  const title = await page.title();
  await page.getByRole('button', { name: 'Try it' }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('id (required)').fill('rex/1');
  await dialog.getByLabel('Authentication').fill('secret');
  expect(await auditPage(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('onerror').waitFor();
  const [arrived] = api.requests.slice(-1);
  expect(arrived).toMatchObject({ method: 'PUT', path: '/pets/rex%2F1' });
  expect(JSON.parse(arrived?.body ?? '')).toHaveProperty('kind');
  expect(arrived?.headers.authorization).toBe('Bearer secret');
  expect(await page.title()).toBe(title);
  // Kept until the reader leaves, and nowhere else.
  expect(
    await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])'),
  ).not.toContain('secret');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Try it' }).first().click();
  expect(await page.getByRole('dialog').getByLabel('Authentication').inputValue()).toBe('secret');
  await context.close();
});
