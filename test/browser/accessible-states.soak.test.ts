/** Pages after what readers do with them, and with all that a site can add to them: what axe finds there. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { plainPng } from '../fixtures/published/files/served-pictures.ts';
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

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Tools</td><td><a href="tools.md">tools.md</a></td></tr></tbody></table>

| Name | Meaning |
| --- | --- |
| \`port\` | See [the tools](tools.md). |

\`\`\`sh
run
\`\`\`

<details>

<summary>Why?</summary>

Because.

</details>

<figure><img src=".gitbook/assets/picture.png" alt="A picture"><figcaption></figcaption></figure>

## More

Text.

[^1]: See [the tools](tools.md).
`;

let setup: ServedSites;
let url: string;

beforeAll(async () => {
  setup = await serveSites();
  const { app } = setup;
  const spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, {
    'SUMMARY.md': '* [Welcome](README.md)\n* [Tools](tools.md)\n',
    'README.md': TEXT,
    'tools.md': '# Tools\n\nText.\n',
    '.gitbook/assets/picture.png': plainPng({ width: 800, height: 200 }),
  });
  await runJobs(app);
  const site = await setup.addPublishedSite({ title: 'Docs', spaceIds: [spaceId] });
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
afterAll(() => setup?.close());

/** While the menu is open, screen readers do not see the rest of the page, and so no text either. */
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
    const context = await setup.browser.newContext({
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

/** Where the outline of what has the focus is missing or cut off; empty if nowhere. */
const FIND_CUT = `(() => {
  const focused = document.activeElement;
  // The form around the field of the search has the outline.
  const shown = focused.closest('.search') ?? focused;
  const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(shown);
  if (outlineStyle === 'none') return ['no outline: ' + focused.outerHTML];
  const reach = parseFloat(outlineOffset) + parseFloat(outlineWidth);
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const cut = [];
  for (let around = shown.parentElement; around !== document.body; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around);
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    const box = around.getBoundingClientRect();
    const start = box.left + around.clientLeft - 0.6;
    const above = box.top + around.clientTop - 0.6;
    const isWhole =
      left - reach >= start && right + reach <= start + around.clientWidth + 1.2 &&
      top - reach >= above && bottom + reach <= above + around.clientHeight + 1.2;
    if (!isWhole) cut.push(around.className + ': ' + focused.outerHTML);
  }
  return cut;
})()`;

test('the name of a heading ends before that of the link to it', async () => {
  const page = await setup.browser.newPage();
  await page.goto(url);
  expect(await page.getByRole('heading', { name: 'More Link to this section', exact: true }).count()).toBe(1);
  await page.close();
});

test.each([1280, 390])('the outline of the focus is seen completely, in a window %i wide', async (width) => {
  const context = await setup.browser.newContext({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('[role=tab]').first().waitFor();
  const reached: string[] = [];
  for (let n = 0; n < 80; n += 1) {
    await page.keyboard.press('Tab');
    const name = (await page.evaluate('document.activeElement.className')) as string;
    if ((await page.evaluate('document.activeElement === document.body')) as boolean) break;
    reached.push(name);
    expect(await page.evaluate(FIND_CUT)).toEqual([]);
  }
  expect(reached).toEqual(expect.arrayContaining(['card-target', 'tab']));
  await context.close();
});
