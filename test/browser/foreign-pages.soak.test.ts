/** A README in the forms that people write for GitHub: what axe finds in it, and whether it stands as its HTML says. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { plainPng } from '../fixtures/published/files/served-pictures.ts';
import { startWebServer, type WebServer } from '../web-server.ts';
import { auditPage } from './audit-page.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let setup: ServedSites;
let web: WebServer;
let url: string;

const BADGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><rect width="90" height="20" fill="#297"/></svg>';

const readme = (host: string): string => `<!-- badges -->
<h1 align="center">
  <img src="${host}/logo.png" alt="Logo" width="80"><br>
  Widget <em>Kit</em>
</h1>

<div align="center">

[![Build](${host}/badge.svg)](https://example.com/build) [![License](${host}/badge.svg)](https://example.com/license)

**Fast** widgets for everybody

- one thing
- another

![Wide](${host}/wide.png)

</div>

<p align="right">At the right</p>

<h3 align="center">A heading in the middle</h3>

Text with a note[^1], <kbd>Ctrl</kbd>+<kbd>C</kbd>, H<sub>2</sub>O and <mark>marked</mark> words.

[^1]: The note.

> [!NOTE]
> A note with \`code\`.

> [!WARNING]
> A warning.
>
> - with a list

## Tables

<table>
<thead><tr><th></th><th colspan="2">Values</th></tr></thead>
<tr><th rowspan="2">A</th><td>1</td><td align="right">2</td></tr>
<tr><td colspan="2"><ul><li>x</li><li>y</li></ul></td></tr>
<tr><th>B</th><td rowspan="2">

\`\`\`js
code();
\`\`\`

</td><td>4</td></tr>
<tr><th>C</th><td>5</td></tr>
</table>

<table><tr>
<td align="center"><a href="https://example.com/a"><img src="${host}/logo.png" width="60" alt="Portrait of Ann"><br><sub><b>Ann</b></sub></a></td>
<td align="center"><a href="https://example.com/b"><img src="${host}/logo.png" width="60" alt="Portrait of Bob"><br><sub><b>Bob</b></sub></a></td>
</tr></table>

| Left | Right |  |
| ---- | ----: | - |
| one  |     1 | a |

## Terms

<dl><dt>Term</dt><dd>What it means</dd></dl>

Another term
:   What it means
    in two lines

<details><summary>Click <b>me</b></summary>

Body with **Markdown**

</details>

![Gone](${host}/gone.png)
`;

beforeAll(async () => {
  web = await startWebServer({
    '/logo.png': { type: 'image/png', body: plainPng({ width: 80, height: 80 }) },
    '/wide.png': { type: 'image/png', body: plainPng({ width: 300, height: 60 }) },
    '/badge.svg': { type: 'image/svg+xml', body: BADGE },
  });
  setup = await serveSites({ config: { allowPrivateNetworks: true } });
  const spaceId = await addSpace(setup.app, { title: 'Widgets' });
  await putContent(setup.app, spaceId, { 'README.md': readme(web.origin) });
  ({ url } = await setup.addPublishedSite({ title: 'Widgets', spaceIds: [spaceId] }));
});
afterAll(async () => {
  await setup?.close();
  await web?.close();
});

async function open(colorScheme: 'light' | 'dark', width: number): Promise<Page> {
  const context = await setup.browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    // The policy of the pages would keep the script of the audit out.
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  return page;
}

test.each([
  ['light', 360],
  ['light', 1440],
  ['dark', 360],
  ['dark', 1440],
] as const)(
  'breaks no rule of WCAG 2.2 AA, and nothing is cut off, in a %s scheme %i wide',
  async (scheme, width) => {
    const page = await open(scheme, width);
    expect(await auditPage(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await page.context().close();
  },
);

/** How far the middle of what is seen of an element is from the middle of the text, in parts of its width. */
const OFFSETS = `Object.fromEntries([...document.querySelectorAll('.document img, .document p, .document h3')].map((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const box = element.tagName === 'IMG' ? element.getBoundingClientRect() : range.getBoundingClientRect();
  const around = document.querySelector('.document').getBoundingClientRect();
  const offset = (box.left + box.right - around.left - around.right) / around.width;
  return [(element.alt ?? element.textContent).replace('\\u00a0#', '').trim(), Math.round(offset * 100) / 100 + 0];
}))`;

test('its blocks stand where their HTML puts them', async () => {
  const page = await open('light', 1440);
  const offsets = (await page.evaluate(OFFSETS)) as Record<string, number>;
  expect(offsets).toMatchObject({ Logo: 0, 'Fast widgets for everybody': 0, Wide: 0 });
  expect(Math.abs(offsets['A heading in the middle'] ?? 1)).toBeLessThan(0.1);
  expect(offsets['At the right']).toBeGreaterThan(0.7);
  expect(await page.locator('h1').allTextContents()).toEqual(['Logo Widget Kit']);
  const spans = await page
    .locator('.document td[rowspan], .document th[rowspan], .document [colspan]')
    .count();
  expect(spans).toBe(4);
  await page.context().close();
});

test('its disclosure opens with the keyboard', async () => {
  const page = await open('light', 360);
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate('document.activeElement.matches(".document summary")')) break;
  }
  await page.keyboard.press('Enter');
  expect(await page.getByText('Body with').isVisible()).toBe(true);
  await page.context().close();
});
