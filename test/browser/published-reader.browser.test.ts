/** The scripts of published pages: navigation, search, tabs, copying and themes; and pages without scripts. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { drawQuarters } from '../fixtures/published/files/served-pictures.ts';
import { runJobs } from '../jobs.ts';
import { findHtmlErrors } from '../published-html.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

const SAMPLES = Array.from({ length: 60 }, (_, n) => `\`\`\`text\n${`line ${n}\n`.repeat(20)}\`\`\`\n`).join(
  '\n',
);
const LONG = Array.from({ length: 60 }, (_, n) => `Paragraph ${n} of the text.`).join('\n\n');
const TABS =
  '{% tabs %}\n{% tab title="npm" %}\nUse npm.\n{% endtab %}\n{% tab title="yarn" %}\nUse yarn.\n{% endtab %}\n{% endtabs %}\n';

const LONG_CODE = `{% code expandable="true" %}\n\`\`\`js\n${Array.from({ length: 40 }, (_, n) => `line${n}();`).join('\n')}\n\`\`\`\n{% endcode %}\n`;
const diagram = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\`\n`;
const DIAGRAMS = [
  diagram('graph TD\n  accTitle: From one to two\n  A[One] --> B[Two]'),
  diagram('graph nonsense {{{'),
  LONG,
  diagram('sequenceDiagram\n  A->>B: Hello'),
].join('\n');
/** Attempts of a diagram to run a script, to load something and to navigate away. */
const HOSTILE = diagram(
  '%%{init: {"securityLevel": "loose", "themeCSS": ".node { background: url(https://evil.example/x) }"}}%%\ngraph TD\n  A["<img src=https://evil.example/y onerror=alert(1)> One"] --> B\n  click A call alert(3)',
);

/**
 * Kinds of blocks, repeated to a page as long as an API reference, which is laid out in stretches. The stretches begin
 * and end with different kinds of blocks.
 */
const KINDS = [
  'Text.',
  '* One\n* Two',
  '> Quoted.',
  '| A | B |\n| - | - |\n| 1 | 2 |',
  '***',
  '```sh\nrun\n```',
];
const REFERENCE = Array.from(
  { length: 120 },
  (_, n) =>
    `## Part ${n}\n\n${n % 2 === 0 ? `### Call ${n}\n\n` : ''}${KINDS[n % KINDS.length]}\n\n${KINDS[(n * 5) % KINDS.length]}\n\n`,
).join('');
/** A page without headings, at which stretches usually begin. */
const PLAIN_TEXT = Array.from({ length: 300 }, (_, n) => KINDS[(n * 7 + (n >> 3)) % KINDS.length]).join(
  '\n\n',
);

/** The position of each block, with everything laid out. */
const PLACES_OF_BLOCKS = `(() => {
  for (const one of document.querySelectorAll('.document > *')) one.style.contentVisibility = 'visible';
  return [...document.querySelectorAll('.document > :not(.stretch), .document > .stretch > *')].map((block) =>
    Math.round(block.getBoundingClientRect().top + scrollY));
})()`;

/** The distance by which the layout has shifted. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let moved = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) moved += value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(moved)));
})`;

let setup: ServedSites;
let siteUrl: string;
let otherUrl: string;
/** The address of a site with variants. */
let manyUrl: string;
/** The address of a site with two sections. */
let sectionsUrl: string;
let context: BrowserContext;
let page: Page;
let reported: string[];
let asked: string[];
/** The requests that the policies of pages and frames blocked. */
let blocked: string[];

/** A long timeout, for busy machines. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

beforeAll(async () => {
  setup = await serveSites();
  const { app } = setup;
  const spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, {
    'SUMMARY.md':
      '* [Welcome](README.md)\n* [Install](install.md)\n  * [On Linux](install/linux.md)\n* [Tools](tools.md)\n* [\\<img src=x onerror=alert(1)\\> trap](trap.md)\n* [Details](details.md)\n* [Diagrams](diagrams.md)\n* [Hostile](hostile.md)\n* [Video](video.md)\n* [Wall](wall.md)\n* [Landing](landing.md)\n* [Samples](samples.md)\n* [Reference](reference.md)\n* [Plain](plain.md)\n',
    'README.md': `# Welcome\n\nRead how to [install](install.md), or [its end](install.md#the-end).\n\n${LONG}\n`,
    'install.md': `# Install\n\n\`\`\`sh\nnpm install lantern\n\`\`\`\n\n## The beginning\n\n${LONG}\n\n## The end\n\nDone.\n`,
    'install/linux.md': '# On Linux\n\nType.\n',
    'tools.md': `# Tools\n\n${TABS}\n${TABS}\n`,
    'details.md': `# Details\n\n${LONG_CODE}\n<figure><img src=".gitbook/assets/box.png" alt="A box"><figcaption></figcaption></figure>\n\n<button type="button" class="button primary" data-action="search" data-query="lantern">Find it</button>\n`,
    'diagrams.md': `# Diagrams\n\n${DIAGRAMS}`,
    'hostile.md': `# Hostile\n\n${HOSTILE}`,
    'video.md': `# Video\n\n{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}\n\n{% embed url="https://example.com/film" %}\n`,
    'wall.md': `# Wall\n\n![A wall](.gitbook/assets/box.png)\n\n${LONG}\n`,
    '.gitbook/assets/box.png': drawQuarters(2000, 1000).encodeSync('png'),
    'landing.md':
      '---\nlayout:\n  width: wide\n  tableOfContents:\n    visible: false\n---\n\n# Landing\n\nHere.\n',
    'samples.md': `# Samples\n\n## First\n\n${SAMPLES}\n## Last\n\nBack to [install](install.md).\n\n${LONG}\n`,
    'reference.md': `# Reference\n\n${REFERENCE}`,
    'plain.md': `# Plain\n\n${PLAIN_TEXT}\n`,
    'trap.md': '# Trap\n\n<script>alert(1)</script> A trap.\n',
  });
  await runJobs(app);
  siteUrl = (await setup.addPublishedSite({ title: 'Docs', spaceIds: [spaceId] })).url;
  otherUrl = (await setup.addPublishedSite({ title: 'Other', spaceIds: [spaceId] })).url;
  const german = await addSpace(app, { title: 'Deutsch' });
  await putContent(app, german, { 'README.md': '# Willkommen\n' });
  manyUrl = (await setup.addPublishedSite({ title: 'Many', spaceIds: [spaceId, german] })).url;
  const second = await addSpace(app, { title: 'Second' });
  await putContent(app, second, { 'README.md': '# Welcome to the second\n' });
  await runJobs(app);
  const sections = await setup.addPublishedSite({ title: 'Sections', spaceIds: [spaceId] });
  sectionsUrl = sections.url;
  const url = `/v1/orgs/${app.organizationId}/sites/${sections.siteId}/sections`;
  expect((await app.request('POST', url, { body: { spaceId: second } })).statusCode).toBe(201);
});
afterAll(() => setup?.close());
afterEach(async () => {
  await context.close();
  expect(reported).toEqual([]);
  for (const url of asked)
    expect(url.startsWith(new URL(siteUrl).origin) || url.startsWith('data:'), url).toBe(true);
});

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  context = await setup.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  page = await context.newPage();
  reported = [];
  asked = [];
  blocked = [];
  page.on('console', (message) => reported.push(message.text()));
  page.on('pageerror', (error) => reported.push(String(error)));
  page.on('dialog', (dialog) => {
    reported.push(dialog.message());
    dialog.dismiss();
  });
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'csp') blocked.push(request.url());
  });
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(siteUrl + path);
}

const heading = (): Promise<string | null> => page.locator('h1').textContent();
const mark = (): Promise<unknown> => page.evaluate('window.isSame = true');
const isSame = (): Promise<boolean> => page.evaluate('window.isSame === true');
const scrolled = (): Promise<number> => page.evaluate('Math.round(window.scrollY)');

describe('navigation', () => {
  test('shows the next page in the same window, and tells where it is', async () => {
    await open('');
    await mark();
    await page.locator('.tree a', { hasText: 'Install' }).click();
    await poll(heading).toBe('Install');
    expect(await isSame()).toBe(true);
    expect(page.url()).toBe(`${siteUrl}install`);
    expect(await page.title()).toBe('Install · Docs');
    expect(await page.locator('.tree [aria-current=page]').textContent()).toBe('Install');
    expect(await page.evaluate('document.activeElement.id')).toBe('_content');
    expect(await page.locator('.unseen[role=status]').textContent()).toBe('Install · Docs');
  });

  test('goes back and forward to where the reader was', async () => {
    await open('');
    await mark();
    await page.evaluate('window.scrollTo(0, 700)');
    await page.evaluate('document.querySelector("article a").click()');
    await poll(heading).toBe('Install');
    await poll(scrolled).toBe(0);
    await page.evaluate('window.scrollTo(0, 300)');
    await page.goBack();
    await poll(heading).toBe('Welcome');
    await poll(scrolled).toBe(700);
    await page.goForward();
    await poll(heading).toBe('Install');
    await poll(scrolled).toBe(300);
    expect(await isSame()).toBe(true);
  });

  test('goes back to where the reader was on a page of which most was never laid out', async () => {
    await open('samples');
    await mark();
    const top = () => page.evaluate<number>('document.querySelector("#last").getBoundingClientRect().top');
    await page.evaluate('document.querySelector(".outline a[href=\\"#last\\"]").click()');
    await poll(top).toBeLessThan(200);
    await page.evaluate('window.scrollBy(0, -100)');
    const before = await top();
    expect(await scrolled()).toBeGreaterThan(2000);
    await page.evaluate('document.querySelector("article a[href$=\\"install\\"]").click()');
    await poll(heading).toBe('Install');
    await page.goBack();
    await poll(heading).toBe('Samples');
    await poll(async () => Math.abs((await top()) - before)).toBeLessThan(5);
    expect(await isSame()).toBe(true);
  });

  test('follows a link to a section of another page, and within a page', async () => {
    await open('');
    await mark();
    await page.getByRole('link', { name: 'its end' }).click();
    await poll(heading).toBe('Install');
    expect(page.url()).toBe(`${siteUrl}install#the-end`);
    await poll(() => page.locator('#the-end').isVisible()).toBe(true);
    expect(await scrolled()).toBeGreaterThan(500);
    expect(await page.evaluate('document.querySelector(":target").id')).toBe('the-end');
    await page.goBack();
    await poll(heading).toBe('Welcome');
    expect(await isSame()).toBe(true);
  });

  test('is left to the browser for other sites, missing pages and clicks that are not plain', async () => {
    await open('install');
    await mark();
    await page.evaluate(
      `document.querySelector('article').insertAdjacentHTML('beforeend', '<a id="away" href="${otherUrl}">Away</a>')`,
    );
    await page.click('#away', { modifiers: ['ControlOrMeta'] });
    expect(await heading()).toBe('Install');
    await page.click('#away');
    await page.waitForURL(otherUrl);
    expect(await isSame()).toBe(false);
    await page.goto(siteUrl);
    await mark();
    await page.evaluate(
      `document.querySelector('article').insertAdjacentHTML('beforeend', '<a id="gone" href="${siteUrl}gone">Gone</a>')`,
    );
    await page.click('#gone');
    await page.waitForURL(`${siteUrl}gone`);
    await poll(heading).toBe('Page not found');
    expect(await isSame()).toBe(false);
    reported = reported.filter((line) => !line.includes('404'));
  });

  test('marks the section that is read in the outline', async () => {
    await open('install');
    const marked = page.locator('[data-outline] [aria-current]');
    await poll(() => marked.textContent()).toBe('The beginning');
    await page.evaluate('document.getElementById("the-end").scrollIntoView()');
    await poll(() => marked.textContent()).toBe('The end');
  });

  test('has the outline above the text in a narrow window, where it follows the reader', async () => {
    await open('install', { viewport: { width: 820, height: 700 } });
    const outline = page.getByRole('navigation', { name: 'On this page' });
    expect(await outline.count()).toBe(1);
    const button = outline.locator('summary');
    await poll(() => button.textContent()).toBe('On this page');
    await button.press('Enter');
    await outline.getByRole('link', { name: 'The end' }).press('Enter');
    await poll(() => button.textContent()).toBe('On this pageThe end');
    expect(await outline.getByRole('link').count()).toBe(0);
    // The heading is below the menu that stays.
    const [menu, heading] = [await outline.boundingBox(), await page.locator('#the-end').boundingBox()];
    expect(heading?.y).toBeGreaterThan((menu?.y ?? 0) + (menu?.height ?? 0));
    // What has the focus there does not scroll the page.
    const before = await scrolled();
    for (const part of [page.locator('.bar .menu'), button]) await part.focus();
    expect(await scrolled()).toBe(before);
    await button.press('Enter');
    expect(await outline.locator('[aria-current]').textContent()).toBe('The end');
    await page.keyboard.press('Escape');
    expect(await outline.getByRole('link').count()).toBe(0);
    expect(await page.evaluate(LAYOUT_SHIFT)).toBe(0);
  });

  test('lists the keys, as a dialog that Escape closes', async () => {
    await open('install');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    expect(await dialog.locator('dt').allTextContents()).toContain('Search');
    await page.keyboard.press('Escape');
    await poll(() => dialog.count()).toBe(0);
  });

  test('that is missing offers similar ones, and the words of its address to search for', async () => {
    await open('instal');
    await poll(heading).toBe('Page not found');
    const main = page.getByRole('main');
    expect(await main.getByRole('link', { name: 'Install', exact: true }).count()).toBe(1);
    const field = main.getByRole('searchbox', { name: 'Search' });
    await poll(() => field.inputValue()).toBe('instal');
    await field.click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await poll(heading).toBe('Install');
    reported = reported.filter((line) => !line.includes('404'));
  });
});

describe('search', () => {
  test('can be limited to a section, with the keyboard', async () => {
    await open('');
    await page.goto(sectionsUrl);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search', exact: true }).waitFor();
    await page.keyboard.type('welcome');
    const options = page.locator('dialog [role=option]');
    await options.first().waitFor();
    const section = page.getByRole('combobox', { name: 'Search in' });
    expect(await section.locator('option').allTextContents()).toEqual(['All sections', 'Manual', 'Second']);
    const crumbs = (): Promise<string[]> => page.locator('dialog .search-crumbs').allTextContents();
    await poll(crumbs).toEqual(expect.arrayContaining(['Manual', 'Second']));
    await section.selectOption('Second');
    await poll(() => options.count()).toBe(1);
    await page.keyboard.press('Enter');
    await poll(() => page.url()).toBe(`${sectionsUrl}second/`);
  });

  test.each(['Control+k', '/'])('opens with %s, is used with the keyboard, and remembers', async (key) => {
    await open('');
    await mark();
    await page.keyboard.press(key);
    const field = page.getByRole('combobox');
    await field.waitFor();
    await page.keyboard.type('lantern');
    await page.keyboard.press('Enter');
    await poll(heading).toBe('Install');
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await isSame()).toBe(true);
    await page.keyboard.press(key);
    await page.locator('.search-again').waitFor();
    expect(await page.locator('.search-again').allTextContents()).toEqual(['lantern']);
    await page.keyboard.press('Escape');
    await poll(() => page.locator('dialog').count()).toBe(0);
  });

  test('moves through results with the arrow keys', async () => {
    await open('');
    await page.locator('.search input').click();
    const field = page.getByRole('combobox');
    await field.fill('install');
    await page.getByRole('option').nth(1).waitFor();
    const count = await page.getByRole('option').count();
    await poll(() => page.locator('[role=option] mark').first().textContent()).toBe('Install');
    await page.keyboard.press('ArrowUp');
    expect(await field.getAttribute('aria-activedescendant')).toBe(`search-result-${count - 1}`);
    await page.keyboard.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe('search-result-0');
    expect(await page.locator('[aria-selected=true]').count()).toBe(1);
  });

  test('shows titles as text, never as markup', async () => {
    await open('');
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('trap');
    await page.getByRole('option').first().waitFor();
    expect(await page.locator('.search-title').first().textContent()).toBe(
      '<img src=x onerror=alert(1)> trap',
    );
    expect(await page.locator('dialog img').count()).toBe(0);
    await page.keyboard.press('Enter');
    await poll(heading).toContain('trap');
  });

  test('says what to do where there is nothing, and when it does not work', async () => {
    await open('');
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('zzzzqqqq');
    await expect
      .poll(() => page.locator('.search-note').textContent())
      .toContain('No results for “zzzzqqqq”');
    await context.setOffline(true);
    await page.getByRole('combobox').fill('lantern');
    await poll(() => page.locator('.search-note').textContent()).toContain('search failed');
    reported = reported.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'));
  });
});

describe('a page', () => {
  test('has tabs that are chosen with the keyboard, together and for good', async () => {
    await open('tools');
    const tabs = page.getByRole('tab');
    expect(await tabs.allTextContents()).toEqual(['npm', 'yarn', 'npm', 'yarn']);
    await tabs.first().click();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('[role=tab][aria-selected=true]').allTextContents()).toEqual(['yarn', 'yarn']);
    expect(await page.locator(':focus').textContent()).toBe('yarn');
    expect(await page.getByText('Use npm.').first().isVisible()).toBe(false);
    await page.reload();
    await expect
      .poll(() => page.locator('[role=tab][aria-selected=true]').allTextContents())
      .toEqual(['yarn', 'yarn']);
  });

  test('copies its code', async () => {
    await open('install', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.copy').click();
    await poll(() => page.locator('.copy').textContent()).toBe('Copied');
    expect(((await page.evaluate('navigator.clipboard.readText()')) as string).trim()).toBe(
      'npm install lantern',
    );
  });

  test('shows the whole of long code when it is asked for', async () => {
    await open('details');
    const code = page.locator('.document .code pre');
    const height = async (): Promise<number> => (await code.boundingBox())?.height ?? 0;
    const short = await height();
    const unfold = page.getByRole('button', { name: 'Show all' });
    expect(await unfold.getAttribute('aria-expanded')).toBe('false');
    await unfold.click();
    expect(await height()).toBeGreaterThan(2 * short);
    await page.getByRole('button', { name: 'Show less' }).click();
    expect(await height()).toBe(short);
  });

  test('shows a picture in its full size with the keyboard', async () => {
    await open('details');
    const picture = page.getByRole('button', { name: /^A box/ });
    await picture.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A box' });
    const shown = await picture.evaluate('document.querySelector("[data-zoom]").currentSrc');
    expect(shown).toMatch(/\?width=768$/);
    expect(`${await dialog.locator('img').getAttribute('src')}?width=768`).toBe(shown);
    await page.keyboard.press('Escape');
    await poll(() => dialog.count()).toBe(0);
  });

  test('loads a smaller size of a picture on a small screen, and does not move when it is there', async () => {
    await open('wall', { viewport: { width: 390, height: 844 } });
    await poll(() => page.evaluate('document.querySelector("[data-zoom]").complete')).toBe(true);
    expect(asked.filter((url) => url.includes('/files/'))).toEqual([expect.stringMatching(/\?width=480$/)]);
    // A picture without a known size would move everything below it.
    expect(await page.evaluate(LAYOUT_SHIFT)).toBeLessThan(0.01);
  });

  test('has buttons that search', async () => {
    await open('details');
    await page.getByRole('button', { name: 'Find it' }).click();
    const field = page.getByRole('combobox');
    await field.waitFor();
    expect(await field.inputValue()).toBe('lantern');
    await poll(() => page.locator('[role=option] mark').first().textContent()).toBe('lantern');
  });

  test('loads content of other sites when it is asked for', async () => {
    await open('video');
    const address = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
    await context.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Film</p>' }));
    const buttons = page.locator('.embed .load');
    await poll(() => buttons.count()).toBe(1);
    expect(asked.filter((url) => url.includes('youtube'))).toEqual([]);
    expect(await page.locator('iframe').count()).toBe(0);
    await buttons.click();
    await page.frameLocator('.embed iframe').getByText('Film').waitFor();
    expect(await page.locator('.embed iframe').getAttribute('src')).toBe(address);
    asked = asked.filter((url) => url !== address);
  });

  test('remembers the theme that was chosen', async () => {
    await open('', { colorScheme: 'light' });
    const toggle = page.locator('[data-theme-toggle]');
    const back = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await back();
    for (
      let n = 0;
      n < 3 && (await page.evaluate('document.documentElement.dataset.theme')) !== 'dark';
      n += 1
    )
      await toggle.click();
    expect(await toggle.getAttribute('aria-label')).toBe('Theme: Dark');
    expect(await back()).not.toBe(light);
    const dark = await back();
    await page.reload();
    expect(await back()).toBe(dark);
  });

  test.each([1280, 1000])(
    'without a table of contents has its variants in the header, %i wide',
    async (width) => {
      await open('', { viewport: { width, height: 800 } });
      await page.goto(manyUrl);
      const menu = page.locator('.bar-variants');
      expect(await menu.count()).toBe(0);
      await mark();
      await page.locator('.tree a', { hasText: 'Landing' }).click();
      await poll(heading).toBe('Landing');
      expect(await isSame()).toBe(true);
      expect(await page.locator('.tree').isVisible()).toBe(false);
      expect(await menu.locator('summary').textContent()).toBe('Manual');
      await menu.locator('summary').press('Enter');
      expect(await menu.getByRole('link').allTextContents()).toEqual(['Manual', 'Deutsch']);
      await menu.getByRole('link', { name: 'Deutsch' }).click();
      await poll(heading).toBe('Willkommen');
      await poll(() => page.locator('.variants a').allTextContents()).toEqual(['Manual', 'Deutsch']);
      expect(await menu.count()).toBe(0);
    },
  );

  test('without a table of contents has its variants in the menu of a narrow screen', async () => {
    await open('', { viewport: { width: 390, height: 844 } });
    await page.goto(`${manyUrl}landing`);
    expect(await findHtmlErrors(await (await fetch(`${manyUrl}landing`)).text())).toEqual([]);
    expect(await page.locator('.bar-variants').isVisible()).toBe(false);
    await page.locator('a.menu').click();
    await page.locator('.variants').getByRole('link', { name: 'Deutsch' }).click();
    await poll(heading).toBe('Willkommen');
  });

  test('has breadcrumbs that are large enough to be hit, and stay with their slashes', async () => {
    await open('install/linux', { viewport: { width: 390, height: 844 } });
    await page.evaluate(
      `{ const list = document.querySelector('.crumbs ol'); list.append(list.firstElementChild.cloneNode(true)); for (const a of list.querySelectorAll('a')) a.textContent = 'A rather long name of a page'; }`,
    );
    const boxesOf = async (selector: string) =>
      Promise.all((await page.locator(selector).all()).map((one) => one.boundingBox()));
    const [first, second] = await boxesOf('.crumbs a');
    expect(first?.height).toBeGreaterThanOrEqual(24);
    expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
    expect(new Set((await boxesOf('.crumbs li')).map((box) => box?.height)).size).toBe(1);
  });

  test('is complete without scripts', async () => {
    await open('tools', { javaScriptEnabled: false });
    expect(await page.getByText('Use npm.').first().isVisible()).toBe(true);
    expect(await page.getByText('Use yarn.').first().isVisible()).toBe(true);
    await page.locator('.tree a', { hasText: 'Install' }).click();
    expect(await heading()).toBe('Install');
    await page.locator('.search input').fill('lantern');
    await page.keyboard.press('Enter');
    await poll(heading).toBe('Results for “lantern”');
    await page.locator('.results a').first().click();
    await poll(heading).toBe('Install');
  });

  test('has a menu on a narrow screen that closes when a page is chosen', async () => {
    await open('', { viewport: { width: 360, height: 720 } });
    await mark();
    await page.locator('a.menu').click();
    await page.locator('.tree a', { hasText: 'Install' }).click();
    await poll(heading).toBe('Install');
    expect(await isSame()).toBe(true);
    await poll(() => page.locator('.tree').isVisible()).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false);
  });
});

describe('a diagram', () => {
  const frames = () => page.locator('.diagram > iframe:not(.drawing)');

  test('is drawn in a frame when the reader comes near', async () => {
    await open('diagrams');
    await poll(() => frames().count()).toBe(1);
    const [first, broken, last] = await page.locator('.diagram').all();
    expect(await page.getByRole('img', { name: 'From one to two' }).count()).toBe(1);
    expect(await first?.locator('pre').isVisible()).toBe(false);
    const drawing = page.frameLocator('.diagram iframe').first().locator('svg').first();
    expect((await first?.locator('iframe').boundingBox())?.height).toBeGreaterThanOrEqual(
      (await drawing.boundingBox())?.height ?? Number.POSITIVE_INFINITY,
    );
    await poll(() => broken?.locator('.diagram-note').textContent()).toContain('could not be drawn');
    expect(await broken?.locator('pre').isVisible()).toBe(true);
    expect(await last?.locator('iframe').count()).toBe(0);
    await last?.scrollIntoViewIfNeeded();
    await poll(() => frames().count()).toBe(2);
  });

  test('follows the theme', async () => {
    await open('diagrams', { colorScheme: 'light' });
    await poll(() => frames().count()).toBe(1);
    const fill = async (): Promise<unknown> =>
      page.frames().at(1)?.evaluate('getComputedStyle(document.querySelector(".node rect")).fill');
    const light = await fill();
    await page.emulateMedia({ colorScheme: 'dark' });
    await poll(fill).not.toBe(light);
  });

  test('runs nothing that its author wrote, and loads nothing', async () => {
    await open('hostile');
    await poll(() => frames().count()).toBe(1);
    const elsewhere = asked.filter((url) => url.startsWith('https://evil.example/'));
    expect(blocked).toEqual(expect.arrayContaining(elsewhere));
    asked = asked.filter((url) => !elsewhere.includes(url));
    const drawing = page.frameLocator('.diagram iframe');
    expect(await drawing.locator('[onerror], a').count()).toBe(0);
    await drawing.locator('.node').first().click();
    expect(await page.locator('.diagram iframe').getAttribute('sandbox')).toBe('allow-scripts');
    expect(await page.evaluate('document.querySelector(".diagram iframe").contentDocument')).toBe(null);
    reported = reported.filter((line) => !line.includes('violates the following Content Security Policy'));
  });

  test('is its source without scripts', async () => {
    await open('diagrams', { javaScriptEnabled: false });
    expect(await page.locator('.diagram pre').first().textContent()).toContain('A[One] --> B[Two]');
    expect(asked.some((url) => url.includes('diagram-'))).toBe(false);
  });
});

describe('a very long page', () => {
  test.each(['reference', 'plain'])(
    'has its blocks where they would be without stretches: %s',
    async (path) => {
      await open(path);
      const positions = await page.evaluate<number[]>(PLACES_OF_BLOCKS);
      expect(positions.length).toBeGreaterThan(250);
      const count = await page.evaluate<number>(`(() => {
      const stretches = [...document.querySelectorAll('.stretch')];
      for (const stretch of stretches) stretch.replaceWith(...stretch.childNodes);
      return stretches.length;
    })()`);
      expect(count).toBeGreaterThan(5);
      expect(await page.evaluate(PLACES_OF_BLOCKS)).toEqual(positions);
    },
  );

  test('is found at its sections, and tells which one is read', async () => {
    await open('reference#part-91');
    const top = () => page.evaluate<number>('document.getElementById("part-91").getBoundingClientRect().top');
    await poll(async () => Math.abs((await top()) - 100) < 100).toBe(true);
    const current = () => page.locator('[data-outline] [aria-current]').textContent();
    await poll(current).toBe('Part 91');
    const isInSight = `(() => {
      const { top, bottom } = document.querySelector('[data-outline] [aria-current]').getBoundingClientRect();
      const within = document.querySelector('.outline').getBoundingClientRect();
      return top >= within.top && bottom + 100 <= within.bottom;
    })()`;
    await poll(() => page.evaluate(isInSight)).toBe(true);
    await page.evaluate('document.getElementById("part-31").scrollIntoView({ behavior: "instant" })');
    await poll(current).toBe('Part 31');
  });

  test('has a button at each block of code', async () => {
    await open('reference');
    const missing = () => page.evaluate('document.querySelectorAll("[data-copy]:not(:has(> .copy))").length');
    await poll(missing).toBe(0);
  });

  test('prints as a whole', async () => {
    await open('reference');
    await page.emulateMedia({ media: 'print' });
    const skipped = `[...document.querySelectorAll('.stretch')].filter((one) => getComputedStyle(one).contentVisibility !== 'visible').length`;
    expect(await page.evaluate(skipped)).toBe(0);
  });
});

test('a page without diagrams loads nothing for them', async () => {
  await open('install');
  await poll(() => page.locator('.copy').count()).toBe(1);
  expect(asked.filter((url) => url.includes('/~/assets/diagram'))).toEqual([]);
});
