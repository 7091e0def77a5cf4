/** The form with which readers call an API, in a browser: what is sent is shown before, and nothing is kept but in memory. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { writeComputedEntry } from '../fixtures/published/computed/computed-pages.ts';
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
  },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
});

let setup: ServedSites;
let api: WebServer;
let url: string;
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
  ({ url } = site);
});
afterAll(async () => {
  await setup?.close();
  await api?.close();
});

async function openForm(viewport = { width: 1440, height: 900 }, colorScheme: 'light' | 'dark' = 'light') {
  const context = await setup.browser.newContext({ bypassCSP: true, viewport, colorScheme });
  const page = await context.newPage();
  await page.goto(`${url}pets`);
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
  await dialog.getByLabel('Example').selectOption({ label: 'large · application/json' });
  await dialog.getByLabel('Authentication').fill('secret');
  await dialog.getByLabel('id (required)').fill('a/b');
  await dialog.locator('summary', { hasText: 'Request' }).first().click();
  const shown = await dialog.locator('form pre').textContent();
  expect(shown).toContain(`PUT ${api.origin}/pets/a%2Fb?kind=dog&limit=20\n`);
  expect(shown).toContain('Authorization: ••••\nContent-Type: application/json\n\n{');
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
  await dialog.getByLabel('Content-Type').selectOption('text/plain');
  expect(await dialog.getByLabel('Request body').inputValue()).toBe('Rex & co');
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
