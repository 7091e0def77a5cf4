/** The layout of API references: columns, choices of examples, addresses of responses, print, and pages without scripts. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { writeComputedEntry } from '../fixtures/published/computed/computed-pages.ts';
import { runJobs } from '../jobs.ts';
import { auditPage } from './audit-page.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

const EXAMPLES = {
  cash: { summary: 'Paid in cash', value: { payment: { kind: 'cash' } } },
  card: { summary: 'Paid by card', value: { payment: { kind: 'card' } } },
};
const order = { $ref: '#/components/schemas/Order' };
const problem = (code: string) => ({
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' }, example: { code } } },
});
const writing = (summary: string) => ({
  tags: ['Orders'],
  summary,
  requestBody: { content: { 'application/json': { schema: order, examples: EXAMPLES } } },
  responses: {
    200: {
      description: 'Fine',
      content: {
        'application/json': { schema: order, examples: EXAMPLES },
        'application/xml': { schema: order },
      },
    },
    400: problem('wrong'),
    409: { description: 'Already there' },
  },
});
/** As deep as nobody wants it. */
const nested = (depth: number): object =>
  depth === 0
    ? { type: 'string' }
    : { type: 'object', required: ['child'], properties: { child: nested(depth - 1) } };
const STATUSES = [200, 201, 202, 301, 400, 401, 403, 404, 409, 422, 429, 500];
const deep = {
  tags: ['Orders'],
  summary: 'Send a deep order',
  requestBody: { content: { 'application/json': { schema: nested(12) } } },
  responses: Object.fromEntries(STATUSES.map((status) => [status, problem(`code ${status}`)])),
};
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  security: [{ token: [] }, { key: [], tenant: [] }],
  servers: [{ url: 'https://orders-and-their-payments.example.com/a/rather/long/address' }],
  paths: {
    '/orders': { post: writing('Create an order') },
    '/orders/{idOfTheOrderThatIsChanged}/of/{idOfTheCustomerOfTheOrder}': { put: writing('Change an order') },
    '/orders/deep': { post: deep },
  },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'From the settings.' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      tenant: { type: 'apiKey', in: 'header', name: 'X-Tenant' },
    },
    schemas: {
      Order: {
        type: 'object',
        properties: {
          payment: { type: 'object', properties: { kind: { enum: ['cash', 'card'] } } },
          buyer: {
            oneOf: [{ $ref: '#/components/schemas/Person' }, { $ref: '#/components/schemas/Company' }],
          },
          aFieldWhoseNameIsLongerThanAPhoneIsWideAndCannotBeWrapped: { type: 'string' },
        },
      },
      Person: {
        type: 'object',
        properties: {
          birthday: { type: 'string' },
          parent: { type: 'object', properties: { one: { $ref: '#/components/schemas/Person' } } },
        },
      },
      Company: { type: 'object', properties: { register: { type: 'string' } } },
      Problem: { type: 'object', properties: { code: { type: 'string' } } },
    },
  },
};

let setup: ServedSites;
let url: string;
beforeAll(async () => {
  setup = await serveSites();
  const { app } = setup;
  const spaceId = await addSpace(app, { title: 'Reference' });
  const entry = writeComputedEntry('orders', {});
  await putContent(app, spaceId, { 'README.md': '# Home\n', 'SUMMARY.md': `* [Home](README.md)\n${entry}` });
  const path = `/v1/orgs/${app.organizationId}/openapi/orders`;
  await app.request('PUT', path, { body: { source: { text: JSON.stringify(SPEC) } } });
  await runJobs(app);
  const site = await setup.addPublishedSite({ spaceIds: [spaceId] });
  url = `${site.url}orders`;
});
afterAll(() => setup?.close());

async function open(options: Parameters<ServedSites['browser']['newContext']>[0] = {}): Promise<Page> {
  const context = await setup.browser.newContext({ bypassCSP: true, ...options });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** What is wider than its surroundings, and scrolls or is cut. */
const listCut = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('${selector}')].filter((one) => {
    const around = one.parentElement.getBoundingClientRect();
    const { left, right, width } = one.getBoundingClientRect();
    return width > 0 && (right > around.right + 1 || left < around.left - 1 || right > innerWidth);
  }).map((one) => one.textContent)`);

const examplesOf = (page: Page, n: number) => page.locator('.api-examples').nth(n);

describe.each([
  ['light', 1440],
  ['dark', 1200],
  ['light', 768],
  ['dark', 360],
] as const)('in a %s scheme, %i wide', (colorScheme, width) => {
  test('everything is accessible and fits', async () => {
    const page = await open({ viewport: { width, height: 900 }, colorScheme });
    const folded = page.getByRole('button', { name: 'Expand all' });
    while ((await folded.count()) > 0) await folded.first().click();
    // What is half below the bar counts as too small to press.
    await page.evaluate(`scrollTo({ top: 0, behavior: 'instant' })`);
    expect(await auditPage(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await listCut(page, '.api-fields > li > p, .api-examples [role=tab]')).toEqual([]);
    const text = await page.locator('.api-text').first().boundingBox();
    const examples = await examplesOf(page, 0).boundingBox();
    const isBeside = (examples?.x ?? 0) > (text?.x ?? 0);
    expect(isBeside).toBe(width >= 1200);
    await page.context().close();
  });
});

test('the examples stay beside the fields, below the bar of the site', async () => {
  const page = await open({ viewport: { width: 1440, height: 700 } });
  await page.getByRole('button', { name: 'Expand all' }).first().click();
  const before = await examplesOf(page, 0).boundingBox();
  await page.evaluate(`scrollTo({ top: ${(before?.y ?? 0) + 100}, behavior: 'instant' })`);
  const bar = await page.locator('.bar').boundingBox();
  const examples = await examplesOf(page, 0).boundingBox();
  expect(bar?.height).toBeGreaterThan(0);
  expect(examples?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  expect((examples?.y ?? 0) + (examples?.height ?? 0)).toBeLessThanOrEqual(700);
  await page.context().close();
});

test('statuses are tabs, and the examples of each are in a menu, for one operation alone', async () => {
  const page = await open();
  const [first, second] = [examplesOf(page, 0), examplesOf(page, 1)];
  const shown = first.getByRole('tabpanel').filter({ visible: true });
  await first.getByRole('tab', { name: '200' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await first.getByRole('tab', { name: '400' }).getAttribute('aria-selected')).toBe('true');
  expect(await shown.textContent()).toContain('"wrong"');
  expect(await second.getByRole('tab', { name: '200' }).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowLeft');
  const menu = shown.getByRole('combobox', { name: 'Example' });
  expect(await menu.getByRole('option').allTextContents()).toEqual([
    'Paid in cash · application/json',
    'Paid by card · application/json',
    'application/xml',
  ]);
  await menu.selectOption('Paid by card · application/json');
  expect(await shown.locator('pre').filter({ visible: true }).textContent()).toContain('"card"');
  const bodies = page
    .getByRole('combobox', { name: 'Example' })
    .filter({ hasText: /^Paid in cashPaid by card$/ });
  await bodies.first().selectOption('Paid by card');
  expect(await bodies.nth(1).inputValue()).toBe('Paid in cash');
  expect(await page.evaluate('localStorage.getItem("lectern-tabs")')).toBeNull();
  await page.context().close();
});

test('the table of contents lists the operations of the page with their methods, and marks the one that is read', async () => {
  const page = await open({ viewport: { width: 1440, height: 700 } });
  const operations = page.getByRole('navigation', { name: 'Pages' }).locator('a[href^="#"]');
  expect(await operations.allTextContents()).toEqual([
    'Create an order POST',
    'Change an order PUT',
    'Send a deep order POST',
  ]);
  await operations.nth(1).click();
  await page.locator('.tree a[aria-current="true"]', { hasText: 'Change an order' }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Menu: On this page' });
  expect(await menu.isVisible()).toBe(false);
  await page.setViewportSize({ width: 360, height: 700 });
  await menu.waitFor();
  expect(await menu.locator('summary').textContent()).toMatch(/^On this page(Create|Change) an order$/);
  await page.context().close();
});

test('a line says how requests are authenticated, and the fields follow it', async () => {
  const page = await open({ viewport: { width: 1440, height: 900 } });
  const line = page.locator('.api-access > summary').first();
  expect(await line.textContent()).toMatch(/Authentication\s*token or key and tenant/);
  expect(await page.getByText('From the settings.').first().isVisible()).toBe(false);
  await line.click();
  await page.getByText('From the settings.').first().waitFor();
  await page.context().close();
});

test('one variant of a schema is shown, which the address of a field chooses', async () => {
  const page = await open();
  const buyer = page.locator('[id="post-orders.body.buyer"]');
  await buyer.getByText('One of: Person, Company').click();
  expect(await buyer.getByRole('tab', { name: 'Person' }).getAttribute('aria-selected')).toBe('true');
  const register = page.locator('[id="post-orders.body.buyer.register"]');
  expect(await register.isVisible()).toBe(false);
  await page.goto(`${url}#post-orders.body.buyer.register`);
  await register.waitFor();
  expect(await buyer.getByRole('tab', { name: 'Company' }).getAttribute('aria-selected')).toBe('true');
  await page.context().close();
});

test('a schema that contains itself leads to where it was shown', async () => {
  const page = await open();
  const person = page.locator('[id="post-orders.body.buyer"]');
  await person.getByText('One of: Person, Company').click();
  await person.getByText('Fields').first().click();
  const link = person.getByRole('link', { name: 'shown elsewhere on this page' }).first();
  expect(await link.getAttribute('href')).toBe('#post-orders.body.buyer');
  await page.context().close();
});

test('a response has an address, which opens it', async () => {
  const page = await open();
  const wrong = page.locator('[id="post-orders.400"]');
  expect(await wrong.getByText('code', { exact: true }).isVisible()).toBe(false);
  const response = page.locator('.api-response', { has: wrong });
  await response.getByRole('link', { name: 'Link to this section' }).click();
  await wrong.getByText('code', { exact: true }).waitFor();
  expect(page.url()).toBe(`${url}#post-orders.400`);
  expect(await page.locator('[id="post-orders.409"]').textContent()).toContain('Already there');
  const field = page.locator('[id="post-orders.200.payment.kind"]');
  expect(await field.isVisible()).toBe(false);
  await page.goto(`${url}#post-orders.200.payment.kind`);
  await field.waitFor();
  await page.context().close();
});

test('paper has everything, and nothing to press', async () => {
  const page = await open({ viewport: { width: 1440, height: 500 } });
  await page.emulateMedia({ media: 'print' });
  const hidden = (selector: string) => page.locator(selector).filter({ visible: false }).count();
  expect(await page.locator('.api details:not([open])').count()).toBeGreaterThan(0);
  const heights = await page
    .locator('.api .expandable-body')
    .evaluateAll((bodies) => bodies.map((body) => body.getBoundingClientRect().height));
  expect(heights.every((height) => height > 0)).toBe(true);
  expect(await hidden('.api .tab pre')).toBe(0);
  expect(await page.locator('.api :is(button, select)').filter({ visible: true }).count()).toBe(0);
  const cut = await page
    .locator('.api-examples, .api-examples pre')
    .evaluateAll((boxes) => boxes.filter((box) => box.scrollHeight > box.clientHeight + 1).length);
  expect(cut).toBe(0);
  await page.context().close();
});

test('without scripts, all samples and examples are shown', async () => {
  const page = await open({ javaScriptEnabled: false });
  const samples = page.locator('.api-examples .tab pre');
  expect(await samples.filter({ visible: false }).count()).toBe(0);
  const text = await examplesOf(page, 0).textContent();
  for (const one of ['requests.post', 'Paid by card', 'application/xml', '"wrong"'])
    expect(text).toContain(one);
  await page.context().close();
});

test('fields become links to themselves when they are opened', async () => {
  const page = await open();
  const field = page.locator('[id="post-orders.200.payment.kind"]');
  expect(await field.locator('a').count()).toBe(0);
  await page.goto(`${url}#post-orders.200.payment.kind`);
  const link = field.getByRole('link', { name: 'kind', exact: true });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe('#post-orders.200.payment.kind');
  await page.context().close();
});
