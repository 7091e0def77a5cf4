/** An API reference for somebody who has no pointer: everything is reached with Tab, is operated by keys, and keeps the focus. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { writeComputedEntry } from '../fixtures/published/computed/computed-pages.ts';
import { runJobs } from '../jobs.ts';
import { startWebServer, type WebServer } from '../web-server.ts';
import { readClipboard } from './in-page.mjs';
import { Keyboard } from './keyboard.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

const order = {
  type: 'object',
  properties: {
    payment: { type: 'object', properties: { kind: { enum: ['cash', 'card'] } } },
    buyer: { type: 'object', properties: { name: { type: 'string', example: 'Ada' } } },
  },
};
const json = (content: object) => ({ content: { 'application/json': content } });
const specOf = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  servers: [{ url }],
  paths: {
    '/orders/{id}': {
      put: {
        tags: ['Orders'],
        summary: 'Change an order',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', example: 'first' } },
        ],
        requestBody: json({
          schema: order,
          examples: { cash: { value: { by: 'cash' } }, card: { value: { by: 'card' } } },
        }),
        responses: {
          200: { description: 'The order', ...json({ schema: order, example: { id: 1 } }) },
          404: { description: 'None', ...json({ schema: { type: 'object' }, example: { code: 'none' } }) },
        },
      },
    },
  },
});

let setup: ServedSites;
let api: WebServer;
let url: string;
beforeAll(async () => {
  setup = await serveSites({ config: { allowPrivateNetworks: true } });
  api = await startWebServer();
  api.content['/orders/first'] = { type: 'application/json', body: '{"is":"the first"}' };
  api.content['/orders/second'] = { type: 'application/json', body: '{"is":"the second"}' };
  const { app } = setup;
  await app.request('PUT', `/v1/orgs/${app.organizationId}/openapi/orders`, {
    body: { source: { text: JSON.stringify(specOf(api.origin)) } },
  });
  await runJobs(app);
  const spaceId = await addSpace(app, { title: 'Reference' });
  const entry = writeComputedEntry('orders', {});
  await putContent(app, spaceId, { 'README.md': '# Home\n', 'SUMMARY.md': `* [Home](README.md)\n${entry}` });
  const site = await setup.addPublishedSite({ spaceIds: [spaceId] });
  await app.request('PATCH', `/v1/orgs/${app.organizationId}/sites/${site.siteId}`, {
    body: { apiRequests: { enabled: true } },
  });
  url = `${site.url}orders`;
});
afterAll(async () => {
  await setup?.close();
  await api?.close();
});

describe.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 360],
  ['dark', 360],
] as const)('in a %s scheme, %i wide', (colorScheme, width) => {
  async function open() {
    const context = await setup.browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.goto(url);
    return { context, page, keyboard: new Keyboard(page) };
  }

  test('the page is operated by keys', async () => {
    const { context, page, keyboard } = await open();
    const focused = page.locator(':focus');
    const section = page.locator('.api').first();

    await keyboard.activate(section.getByRole('button', { name: 'Copy' }).first());
    expect(await page.evaluate(readClipboard)).toBe(`${api.origin}/orders/{id}`);

    const own = page.getByRole('button', { name: 'Your own server' });
    await keyboard.activate(own);
    expect(await own.getAttribute('aria-expanded')).toBe('true');
    await keyboard.type('https://own.example');
    await section.locator('pre code', { hasText: 'https://own.example/orders/first' }).first().waitFor();
    await keyboard.press('Escape');
    expect(await own.getAttribute('aria-expanded')).toBe('false');
    expect(await own.and(focused).count()).toBe(1);
    await keyboard.press('Enter');
    await keyboard.replace(' ');
    await keyboard.press('Escape');

    await keyboard.activate(page.getByRole('button', { name: 'Expand all' }));
    expect(await section.locator('.api-text details:not([open])').count()).toBe(0);
    const fold = page.getByRole('button', { name: 'Collapse all' });
    expect(await fold.and(focused).count()).toBe(1);
    const field = section.getByRole('link', { name: 'kind', exact: true }).first();
    await keyboard.goTo(field);
    // The focus goes on from the field, as after any link within a page.
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toMatch(/payment\.kind$/);
    await page.keyboard.press('Tab');
    const next = section.getByRole('link', { name: 'kind', exact: true }).first();
    expect(await next.and(focused).count()).toBe(1);
    await keyboard.activate(fold, { isBack: true });
    expect(await section.locator('.api-text details[open]').count()).toBe(0);
    const folded = section.locator('.api-text summary').first();
    await keyboard.activate(folded);
    expect(await section.locator('.api-text details[open]').count()).toBe(1);

    await keyboard.choose(page.getByRole('combobox', { name: 'Language of the code' }), 'Python');
    const sample = section.locator('pre').filter({ hasText: 'requests.put' });
    expect(await sample.isVisible()).toBe(true);
    await keyboard.activate(
      section.getByRole('button', { name: 'Copy' }).and(section.locator('.api-examples button')).first(),
    );
    expect(await page.evaluate(readClipboard)).toContain('requests.put');
    await keyboard.choose(section.getByRole('combobox', { name: 'Example' }).first(), 'card');
    expect(await section.locator('pre', { hasText: '"card"' }).first().isVisible()).toBe(true);

    const tabs = section.getByRole('tablist').filter({ has: page.getByRole('tab', { name: '404' }) });
    await keyboard.goTo(tabs.getByRole('tab'));
    await keyboard.press('ArrowRight');
    const chosen = tabs.getByRole('tab', { name: '404', selected: true });
    expect(await chosen.and(focused).count()).toBe(1);
    const panel = section.getByRole('tabpanel', { name: '404' });
    expect(await panel.textContent()).toContain('"none"');
    await keyboard.activate(panel.getByRole('button', { name: 'Copy' }));
    expect(JSON.parse(await page.evaluate(readClipboard))).toEqual({ code: 'none' });
    await context.close();
  });

  test('a request is sent by keys, and earlier ones are shown again', async () => {
    const { context, page, keyboard } = await open();
    const focused = page.locator(':focus');
    const button = page.getByRole('button', { name: 'Try it' });
    const dialog = page.getByRole('dialog', { name: 'Try it' });
    await keyboard.activate(button);
    await dialog.waitFor();
    expect(await dialog.locator(':focus').count()).toBe(1);
    const send = dialog.getByRole('button', { name: 'Send request' });
    const response = dialog.getByRole('status');
    const id = dialog.getByLabel('id (required)');
    await keyboard.activate(send);
    await response.getByText('"the first"').waitFor();
    expect(await send.and(focused).count()).toBe(1);
    await keyboard.goTo(id, { isBack: true });
    await keyboard.replace('second');
    // As in any form.
    await keyboard.press('Enter');
    await response.getByText('"the second"').waitFor();
    await keyboard.activate(dialog.locator('summary', { hasText: 'Earlier requests' }));
    const earlier = dialog.getByRole('listitem').getByRole('button');
    expect(await earlier.count()).toBe(2);
    await keyboard.activate(earlier.nth(1));
    expect(await id.inputValue()).toBe('first');
    await response.getByText('"the first"').waitFor();
    expect(await earlier.nth(1).and(focused).count()).toBe(1);
    await keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    expect(await button.and(focused).count()).toBe(1);
    await keyboard.press('Enter');
    await keyboard.activate(dialog.getByRole('button', { name: 'Close' }), { isBack: true });
    expect(await dialog.count()).toBe(0);
    expect(await button.and(focused).count()).toBe(1);
    await context.close();
  });
});
