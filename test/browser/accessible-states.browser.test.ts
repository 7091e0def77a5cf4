/** Pages after what readers do with them, and with all that a site can add to them: what axe finds there. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { plainPng } from '../../src/published/files/served-pictures.fixtures.ts';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { runJobs } from '../jobs.ts';
import { auditPage } from './audit-page.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const TEXT = `# Welcome

A lantern[^1] burns. See \`lantern/settings.yaml\`.

{% tabs %}
{% tab title="One" %}
One.
{% endtab %}
{% tab title="Two" %}
Two.
{% endtab %}
{% endtabs %}

<figure><img src=".gitbook/assets/picture.png" alt="A picture"><figcaption></figcaption></figure>

## More

Text.

[^1]: See [the tools](tools.md).
`;

let ground: ServedSites;
let url: string;

beforeAll(async () => {
  ground = await serveSites();
  const { app } = ground;
  const spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, {
    'SUMMARY.md': '* [Welcome](README.md)\n* [Tools](tools.md)\n',
    'README.md': TEXT,
    'tools.md': '# Tools\n\nText.\n',
    '.gitbook/assets/picture.png': plainPng({ width: 800, height: 200 }),
  });
  await runJobs(app);
  const site = await ground.addPublishedSite({ title: 'Docs', spaceIds: [spaceId] });
  url = site.url;
  const to = { kind: 'url', url: 'https://example.com/' };
  const body = {
    announcement: { enabled: true, message: 'Version 2', style: 'info', link: { title: 'Read more', to } },
    header: { preset: 'default', links: [{ title: 'More', to, links: [{ title: 'Blog', to }] }] },
    footer: { groups: [{ title: 'Product', links: [{ title: 'Home', to }] }], copyright: '2026' },
    feedback: { enabled: true },
  };
  const customization = `/v1/orgs/${app.organizationId}/sites/${site.siteId}/customization`;
  expect((await app.request('PUT', customization, { body })).statusCode).toBe(200);
});
afterAll(() => ground?.close());

/** What surrounds an open menu is not there for screen readers, and so neither is the text. */
const BEHIND_A_MENU = ['landmark-one-main: html', 'page-has-heading-one: html'];

const STATES: [state: string, width: number, reach: (page: Page) => Promise<unknown>][] = [
  ['as it opens', 1280, async () => undefined],
  ['with a list of links', 1280, (page) => page.locator('.bar-links summary').click()],
  ['with the page actions', 390, (page) => page.locator('.actions summary').click()],
  ['with the menu of narrow screens', 390, (page) => page.locator('.menu').click()],
  ['with a note', 390, (page) => page.locator('.annotation').click()],
  ['with a picture in its full size', 1280, (page) => page.locator('img[data-zoom]').click()],
  ['with a field for a comment', 390, (page) => page.locator('.feedback button').first().click()],
  [
    'with results of a search',
    390,
    async (page) => {
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('lantern');
      await page.locator('[role=option]').first().waitFor();
    },
  ],
];

test.each(STATES)('a page %s breaks no rule of WCAG 2.2 AA', async (state, width, reach) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    // The policy of the pages would keep the script of the test out.
    const context = await ground.browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      bypassCSP: true,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('[role=tab]').first().waitFor();
    await reach(page);
    const broken = await auditPage(page);
    const expected = state === 'with the menu of narrow screens' ? BEHIND_A_MENU : [];
    expect(broken, colorScheme).toEqual(expected);
    await context.close();
  }
});
