/** Reading with the keyboard alone, from right to left, and what a reader does with a page beside reading it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { runJobs } from '../jobs.ts';
import { type ServedSites, serveSites } from './served-sites.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

const FONT = createRequire(import.meta.url).resolve('katex/dist/fonts/KaTeX_Script-Regular.woff2');
const TABS =
  '{% tabs %}\n{% tab title="npm" %}\nUse npm.\n{% endtab %}\n{% tab title="yarn" %}\nUse yarn.\n{% endtab %}\n{% endtabs %}\n';
const WIDE = `| ${'A very long column | '.repeat(12)}\n|${' --- |'.repeat(12)}\n| ${'words | '.repeat(12)}\n`;

let setup: ServedSites;
let siteUrl: string;
let arabicUrl: string;
let watched: WatchedPage;

const poll = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

beforeAll(async () => {
  setup = await serveSites();
  const { app } = setup;
  const content = {
    'SUMMARY.md':
      '* [Welcome](README.md)\n* [Install](install.md)\n  * [On Linux](linux.md)\n* [Tools](tools.md)\n',
    'README.md': '# Welcome\n\nA lantern[^1] burns.\n\n[^1]: See [the tools](tools.md).\n',
    'install.md': `# Install\n\nInstall it with \`./install/\`.\n\n\`\`\`sh\n${'npm install lantern '.repeat(30)}\n\`\`\`\n\n\`\`\`sh\nnpm install lantern --with-all-of-it --and-more\n\`\`\`\n\n${WIDE}`,
    'linux.md': '# On Linux\n\nType.\n',
    'tools.md': `# Tools\n\n${TABS}\n<details>\n\n<summary>More</summary>\n\nThe rest.\n\n</details>\n`,
  };
  const [english, arabic] = [
    await addSpace(app, { title: 'Manual' }),
    await addSpace(app, { title: 'دليل' }),
  ];
  for (const spaceId of [english, arabic]) await putContent(app, spaceId, content);
  expect((await app.request('PATCH', `/v1/spaces/${arabic}`, { body: { language: 'ar' } })).statusCode).toBe(
    200,
  );
  await runJobs(app);
  ({ url: siteUrl } = await setup.addPublishedSite({ title: 'Docs', spaceIds: [english] }));
  ({ url: arabicUrl } = await setup.addPublishedSite({ title: 'Arabic', spaceIds: [arabic] }));
});
afterAll(() => setup?.close());
beforeEach(async () => {
  watched = await watchPage(setup.browser, {
    origin: setup.origin,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
});
afterEach(async () => {
  const events = watched.takeEvents();
  await watched.context.close();
  expect(events).toEqual([]);
});

const heading = (): Promise<string | null> => watched.page.locator('h1').textContent();

/** Presses Tab until what has the focus is called so. */
async function tabTo(name: string): Promise<void> {
  const { page } = watched;
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const texts = [await focused.textContent(), await focused.getAttribute('aria-label')];
    if (texts.some((text) => text?.trim() === name)) return;
  }
  throw new Error(`Tab leads to nothing that is called ${name}.`);
}

test('a site is read with the keyboard alone, and the focus is always seen', async () => {
  const { page } = watched;
  await page.goto(siteUrl);
  const isOutlined = `(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  })()`;
  await tabTo('Install');
  expect(await page.evaluate(isOutlined)).toBe(true);
  await tabTo('Pages below “Install”');
  expect(await page.evaluate(isOutlined)).toBe(true);
  await page.keyboard.press('Enter');
  await tabTo('On Linux');
  await page.keyboard.press('Enter');
  await poll(heading).toBe('On Linux');
  expect(await page.evaluate('document.activeElement.id')).toBe('_content');
  await page.goto(`${siteUrl}tools`);
  await tabTo('npm');
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('[role=tab][aria-selected=true]').textContent()).toBe('yarn');
  await tabTo('More');
  expect(await page.evaluate(isOutlined)).toBe(true);
  await page.keyboard.press('Enter');
  expect(await page.getByText('The rest.').isVisible()).toBe(true);
  await page.keyboard.press('Shift+Tab');
  expect(await page.locator(':focus').textContent()).not.toBe('More');
});

test('the focus never goes to what is not seen', async () => {
  const { page } = watched;
  await page.goto(`${siteUrl}tools`);
  await page.getByRole('tab').first().waitFor();
  const unseen = `(() => {
    const { activeElement: focused } = document;
    const { width, height } = focused.getBoundingClientRect();
    return focused.checkVisibility() && width > 0 && height > 0 ? '' : focused.outerHTML;
  })()`;
  for (let n = 0; n < 30; n += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(unseen)).toBe('');
  }
});

test('what can be scrolled can have the focus, and what fits is left out', async () => {
  const { page } = watched;
  await page.goto(`${siteUrl}install`);
  const stops = `[...document.querySelectorAll('.document [role=group]')].map((one) => one.tabIndex)`;
  await poll(() => page.evaluate(stops)).toEqual([0, -1, 0]);
  await page.setViewportSize({ width: 320, height: 640 });
  await poll(() => page.evaluate(stops)).toEqual([0, 0, 0]);
});

test('a list that is open closes with Escape, with a click elsewhere, and when the focus leaves it', async () => {
  const { page } = watched;
  await page.goto(`${siteUrl}tools`);
  const isOpen = async (): Promise<boolean> => (await page.locator('.actions details[open]').count()) === 1;
  await tabTo('Page actions');
  await page.keyboard.press('Enter');
  expect(await isOpen()).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  expect(await isOpen()).toBe(false);
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Page actions');
  await page.keyboard.press('Enter');
  expect(await isOpen()).toBe(true);
  await page.mouse.click(640, 700);
  expect(await isOpen()).toBe(false);
  await page.locator('.actions summary').click();
  await page.keyboard.press('Shift+Tab');
  expect(await isOpen()).toBe(false);
});

test('the menu of narrow screens keeps the focus until it is closed', async () => {
  const { page } = watched;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(siteUrl);
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
  await menu.focus();
  await page.keyboard.press(' ');
  expect(await page.locator('.menu').getAttribute('aria-expanded')).toBe('true');
  const isInMenu = `document.activeElement === document.body || document.activeElement.closest('.side') !== null`;
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(isInMenu)).toBe(true);
  }
  // A wider window has no menu that could be closed.
  await page.setViewportSize({ width: 1280, height: 800 });
  // The menu closes in a later task than the one that resizes the window.
  await poll(async () => {
    await page.locator('.brand').focus();
    return page.evaluate('document.activeElement.className');
  }).toBe('brand');
  await page.setViewportSize({ width: 390, height: 800 });
  await menu.click();
  await page.locator('.tree').getByRole('link', { name: 'Tools' }).click();
  await poll(heading).toBe('Tools');
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
  await tabTo('npm');
});

test('the place where screen readers are told of pages is there before it says something', async () => {
  const { page } = watched;
  await page.goto(siteUrl);
  const place = page.locator('body > [role=status]');
  await poll(() => place.count()).toBe(1);
  expect(await place.textContent()).toBe('');
  await page.locator('.tree').getByRole('link', { name: 'Tools' }).click();
  await poll(() => place.textContent()).toBe('Tools · Docs');
});

test('the search says how much it has found, and Escape leads back to where it was opened', async () => {
  const { page } = watched;
  await page.goto(siteUrl);
  await tabTo('Search');
  await page.keyboard.type('lantern');
  await poll(() => page.locator('.search-note').textContent()).toMatch(/^Search results: [1-9]/);
  await page.keyboard.press('Escape');
  await poll(() => page.locator('dialog').count()).toBe(0);
  expect(await page.evaluate('document.activeElement.closest("form") !== null')).toBe(true);
});

test('a note opens from its word, leads on, and closes with Escape', async () => {
  const { page } = watched;
  await page.goto(siteUrl);
  const note = page.getByRole('note');
  expect(await note.isVisible()).toBe(false);
  await tabTo('lantern');
  await page.keyboard.press('Enter');
  expect(await note.isVisible()).toBe(true);
  expect(await note.textContent()).toBe('See the tools.');
  await page.keyboard.press('Escape');
  expect(await note.isVisible()).toBe(false);
  await page.locator('.annotation').click();
  await note.getByRole('link', { name: 'the tools' }).click();
  await poll(heading).toBe('Tools');
});

test('a page is copied as Markdown', async () => {
  const { page } = watched;
  await page.goto(`${siteUrl}tools`);
  const copy = page.locator('[data-copy-page]');
  await copy.click();
  await poll(() => copy.textContent()).toBe('Copied');
  const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
  expect(copied).toBe(await (await fetch(`${siteUrl}tools.md`)).text());
  expect(copied).toContain('{% tab title="npm" %}');
  await poll(() => copy.textContent()).toBe('Copy page');
});

test('a page from right to left is mirrored, but for its code', async () => {
  const { page } = watched;
  await page.goto(`${arabicUrl}install`);
  expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
  const left = async (selector: string): Promise<number> =>
    (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN;
  expect(await left('.side')).toBeGreaterThan(await left('article'));
  for (const code of ['pre', 'p > code'])
    expect(
      await page.evaluate(`getComputedStyle(document.querySelector(".document ${code}")).direction`),
    ).toBe('ltr');
  // Code begins on the left, where a button would cover it.
  expect(await left('.copy')).toBeGreaterThan((await left('pre')) + 200);
  await page.goto(`${arabicUrl}tools`);
  await page.getByRole('tab').first().click();
  await page.keyboard.press('ArrowLeft');
  expect(await page.locator('[role=tab][aria-selected=true]').textContent()).toBe('yarn');
});

test.each(['', 'install', 'tools'])(
  'page “%s” fits a screen of 320 pixels in both directions',
  async (path) => {
    const { page } = watched;
    await page.setViewportSize({ width: 320, height: 640 });
    for (const url of [siteUrl, arabicUrl]) {
      await page.goto(url + path);
      expect(await page.evaluate('document.documentElement.scrollWidth'), url).toBeLessThanOrEqual(320);
      expect(await page.evaluate('Math.abs(document.scrollingElement.scrollLeft)')).toBe(0);
    }
  },
);

test('pages are written in the fonts that the site brings along', async () => {
  const { app } = setup;
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, { 'README.md': '# Welcome\n\nText.\n', 'own.woff2': readFileSync(FONT) });
  const listed = await app.request('GET', `/v1/spaces/${spaceId}/content/files`);
  const fontFaces = [{ weight: 400, sources: [{ url: listed.json().items[0].downloadURL }] }];
  const { siteId, url } = await setup.addPublishedSite({ title: 'Fonts', spaceIds: [spaceId] });
  const changed = await app.request('PUT', `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`, {
    body: { styling: { font: { id: 'own', custom: true, fontFamily: 'Own', fontFaces } } },
  });
  expect(changed.statusCode, changed.body).toBe(200);
  const { page } = watched;
  await page.goto(url);
  const faces = `document.fonts.ready.then((fonts) => [...fonts].map(({ family, status }) => family + ' ' + status))`;
  expect(await page.evaluate(faces)).toEqual(['own-text loaded']);
  expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toMatch(/^own-text, /);
});

describe('a translated page', () => {
  let url: string;
  let sourceId: string;
  let target: string;
  let settings: string;

  async function call<Body>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Body> {
    const response = await setup.app.request(method, path, body ? { body } : {});
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response.body === '' ? ({} as Body) : response.json();
  }
  async function run(): Promise<void> {
    await call('POST', `${settings}/run`);
    await runJobs(setup.app);
  }

  beforeAll(async () => {
    const { app } = setup;
    sourceId = await addSpace(app, { title: 'Handbook' });
    await putContent(app, sourceId, {
      'SUMMARY.md': '* [Welcome](README.md)\n* [Guide](guide.md)\n',
      'README.md': '# Welcome\n\nA lantern burns.\n',
      'guide.md': '# Guide\n\nUse it.\n',
    });
    const site = await setup.addPublishedSite({ title: 'Handbook', spaceIds: [sourceId] });
    url = site.url;
    const list = `/v1/orgs/${app.organizationId}/translations`;
    const body = { title: 'T', source: { space: sourceId, language: 'en' }, languages: ['de'] };
    settings = `${list}/${(await call<{ id: string }>('POST', list, body)).id}`;
    await run();
    const { items } = await call<{ items: { space: string }[] }>('GET', `${settings}/languages`);
    target = items[0]?.space as string;
    const siteSpaces = `/v1/orgs/${app.organizationId}/sites/${site.siteId}/site-spaces`;
    const placed = await call<{ items: { id: string; space: { id: string } }[] }>('GET', siteSpaces);
    const added = placed.items.find(({ space }) => space.id === target);
    await call('PATCH', `${siteSpaces}/${added?.id}`, { draft: false });
    const { pages } = await call<{ pages: { id: string }[] }>('GET', `/v1/spaces/${target}/content/pages`);
    const document = { markdown: 'Eine Laterne brennt.\n' };
    const changes = [{ operation: 'update_page', page: pages[0]?.id, title: 'Willkommen', document }];
    await call('POST', `/v1/spaces/${target}/content`, { changes });
    await run();
    await runJobs(app);
  });

  const notice = () => watched.page.locator('.translated');

  test('says what is missing in it, and leads to the same page of its source', async () => {
    const { page } = watched;
    await page.goto(`${url}de/guide`);
    expect(await notice().isVisible()).toBe(true);
    expect(await notice().textContent()).toBe('Teile dieser Seite sind noch nicht übersetzt. Original lesen');
    await tabTo('Original lesen');
    await page.keyboard.press('Enter');
    await poll(() => page.url()).toBe(`${url}guide`);
    await poll(() => page.evaluate('document.documentElement.lang')).toBe('en');
    expect(await notice().count()).toBe(0);
  });

  test('says nothing where a person has translated it, until its source changes', async () => {
    const { page } = watched;
    await page.goto(`${url}de/guide`);
    await page.locator('.tree a', { hasText: 'Willkommen' }).click();
    await poll(heading).toBe('Willkommen');
    expect(await notice().count()).toBe(0);
    const { pages } = await call<{ pages: { id: string }[] }>('GET', `/v1/spaces/${sourceId}/content/pages`);
    const document = { markdown: 'A lantern burns brightly.\n' };
    const changes = [{ operation: 'update_page', page: pages[0]?.id, document }];
    await call('POST', `/v1/spaces/${sourceId}/content`, { changes });
    await run();
    await page.reload();
    expect(await notice().textContent()).toBe(
      'In dieser Übersetzung fehlen die neuesten Änderungen. Original lesen',
    );
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });
});
