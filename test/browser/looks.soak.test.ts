/** The measurable look of pages: in both modes, on paper, on narrow screens, and with forced colors. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { plainPng } from '../fixtures/published/files/served-pictures.ts';
import { runJobs } from '../jobs.ts';
import { launchChromium } from './chromium.ts';
import { FONT_SETS } from './fonts.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

const BOTH =
  '<figure><picture><source srcset=".gitbook/assets/dark.png" media="(prefers-color-scheme: dark)"><img src=".gitbook/assets/light.png" alt="A plan"></picture><figcaption></figcaption></figure>\n';
const landing = (cover: string): string =>
  `---\n${cover}layout:\n  width: wide\n  cover:\n    visible: true\n    size: full\n  tableOfContents:\n    visible: false\n  outline:\n    visible: false\n---\n\n# Landing\n\n${'Many words. '.repeat(60)}\n`;
const WIDE_TABLE = `| Name | Default | Meaning |\n| --- | --- | --- |\n| \`port\` | 3000 | ${'The port on which the service listens. '.repeat(4)}|\n`;
const TABS =
  '{% tabs %}\n{% tab title="npm" %}\nOne.\n{% endtab %}\n{% tab title="yarn" %}\nTwo.\n{% endtab %}\n{% endtabs %}\n';
const LONG_WORD = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
const MANY_COLUMNS = `| ${'Some column | '.repeat(12)}\n|${' --- |'.repeat(12)}\n| ${'words | '.repeat(12)}\n`;
const CARDS =
  '<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td>One</td></tr><tr><td>Two</td></tr><tr><td>Three</td></tr><tr><td>Four</td></tr></tbody></table>\n';

const SITE_TITLE = 'Lantern handbook';
const TITLES = [
  'Wi',
  'WWWWWWWWWWWWWWWW',
  'Dokumentation der Anlage',
  'Documentation for developers and operators',
  'Руководство по эксплуатации оборудования',
  LONG_WORD,
  'Many words '.repeat(11).trim(),
];
/** Evaluates to what is wrong with the title of the site: its text is cut, or is where something else is. */
const CUT_OR_COVERED = `(() => {
  const title = document.querySelector('.brand span');
  const around = document.createRange();
  around.selectNodeContents(title);
  const text = around.getBoundingClientRect();
  const bar = document.querySelector('.bar').getBoundingClientRect();
  const wrong = [];
  for (let box = title; !box.matches('.bar'); box = box.parentElement)
    if (getComputedStyle(box).overflow !== 'visible' && (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight))
      wrong.push('cut by ' + box.className);
  if (text.left < 0 || text.right > innerWidth || text.top < bar.top || text.bottom > bar.bottom) wrong.push('outside');
  for (const other of document.querySelectorAll('.menu, .search, .bar-end > *')) {
    const { left, right, width } = other.getBoundingClientRect();
    if (width > 0 && left < text.right && right > text.left) wrong.push('covered by ' + other.className);
  }
  return wrong;
})()`;

let setup: ServedSites;
let browser: Browser;
let siteUrl: string;
let siteId: string;
let page: Page;

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

beforeAll(async () => {
  setup = await serveSites();
  const { app } = setup;
  browser = setup.browser;
  const spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, {
    'SUMMARY.md': `* [Welcome](README.md)\n* [Landing](landing.md)\n* [${LONG_WORD}](word.md)\n* [Elsewhere](https://example.com/)\n`,
    'README.md': `---\ndescription: How it looks.\n---\n\n# Welcome\n\n{% hint style="info" %}\nMind the \`gap\`.\n{% endhint %}\n\n${BOTH}\n## Table\n\n${WIDE_TABLE}\n## Cards\n\n${CARDS}\n## Code\n\n\`\`\`sh\nrun\n\`\`\`\n\n${TABS}`,
    'word.md': `# ${LONG_WORD}\n\n${MANY_COLUMNS}\n${'Many words. '.repeat(60)}\n\n\`\`\`\n${'x'.repeat(80)}\n\`\`\`\n`,
    'landing.md': landing('cover: .gitbook/assets/light.png\n'),
    '.gitbook/assets/light.png': plainPng({ width: 800, height: 200 }),
    '.gitbook/assets/dark.png': plainPng({ width: 800, height: 201 }),
  });
  await runJobs(app);
  ({ url: siteUrl, siteId } = await setup.addPublishedSite({
    title: SITE_TITLE,
    spaceIds: [spaceId],
  }));
});
afterAll(() => setup?.close());
afterEach(() => page.context().close());

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  page = await context.newPage();
  await page.goto(siteUrl + path);
}

const customize = async (customization: object, customizedSite = siteId): Promise<void> => {
  const { app } = setup;
  const url = `/v1/orgs/${app.organizationId}/sites/${customizedSite}/customization`;
  expect((await app.request('PUT', url, { body: customization })).statusCode).toBe(200);
};

/** Returns the classes of the visible elements that the selector finds. */
const shown = (selector: string): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('${selector}')].filter((one) => one.checkVisibility()).map((one) => one.className)`,
  );
const styleOf = (selector: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`);
const boxOf = async (selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown.`);
  return box;
};

/** Returns the brightness of a color, from 0 to 255. */
const brightness = (color: string): number =>
  Math.max(...(color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)) *
  (color.startsWith('color(') ? 255 : 1);

/** The contrast of the text of an element with what is behind it, as WCAG 2.2 defines it. */
const CONTRAST = `(element, property = 'color') => {
  const read = (color) => {
    const [red, green, blue, alpha = 1] = color.match(/[\\d.]+/g).map(Number);
    return { channels: [red, green, blue].map((value) => (color.startsWith('color(') ? value : value / 255)), alpha };
  };
  const luminance = ({ channels }) => {
    const [red, green, blue] = channels.map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  // Half-transparent pixels are not text here.
  let back = property === 'color' ? element : element.parentElement;
  while (read(getComputedStyle(back).backgroundColor).alpha < 0.5) back = back.parentElement;
  const both = [luminance(read(getComputedStyle(element)[property])), luminance(read(getComputedStyle(back).backgroundColor))];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}`;

/** `n`: of the elements that the selector finds. */
const contrastOf = (selector: string, property = 'color', n = 0): Promise<number> =>
  page.evaluate(`(${CONTRAST})(document.querySelectorAll('${selector}')[${n}], '${property}')`);

test.each(['light', 'dark'] as const)('a page shows only the pictures and the logo for %s', async (mode) => {
  const logo = { light: `${setup.origin}/files/a/light.png`, dark: `${setup.origin}/files/a/dark.png` };
  const other = mode === 'light' ? 'dark' : 'light';
  const expected = [`only-${mode}`];
  await customize({ header: { preset: 'default', links: [], logo } });
  await open('', { colorScheme: mode });
  expect(await shown('.document .both img')).toEqual(expected);
  expect(await shown('.brand img')).toEqual(expected);
  // The choice of the reader takes precedence over the system.
  await page.evaluate(`localStorage.setItem('lectern-theme', '${mode}')`);
  await page.emulateMedia({ colorScheme: other });
  await page.reload();
  expect(await shown('.document .both img')).toEqual(expected);
  expect(await shown('.brand img')).toEqual(expected);
});

test('a page that is read in the dark is printed on white', async () => {
  await customize({ themes: { default: 'dark', toggeable: true } });
  await open('', { colorScheme: 'dark' });
  expect(brightness(await styleOf('.hint', 'background-color'))).toBeLessThan(100);
  await page.emulateMedia({ media: 'print' });
  expect(brightness(await styleOf('.hint', 'background-color'))).toBeGreaterThan(200);
  expect(brightness(await styleOf('.code', 'background-color'))).toBeGreaterThan(200);
  expect(brightness(await styleOf('.hint', 'color'))).toBeLessThan(100);
  expect(await shown('.document .both img')).toEqual(['only-light']);
});

test.each(['light', 'dark'] as const)(
  'what is current is seen where colors are forced, in %s mode',
  async (mode) => {
    await customize({});
    await open('', { forcedColors: 'active', colorScheme: mode });
    for (const [current, other] of [
      ['.tree a[aria-current]', '.tree a:not([aria-current])'],
      ['.outline a[aria-current]', '.outline a:not([aria-current])'],
      ['[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
    ] as const) {
      await page.locator(current).first().waitFor();
      expect(await styleOf(current, 'background-color')).not.toBe(await styleOf(other, 'background-color'));
      expect(await contrastOf(current), current).toBeGreaterThanOrEqual(4.5);
    }
    // No line stands below the others.
    expect(await styleOf('[role=tab][aria-selected=false]', 'border-bottom-color')).toBe(
      await styleOf('body', 'background-color'),
    );
  },
);

test('readers who want more contrast get it', async () => {
  await open('', { contrast: 'more' });
  for (const part of ['.tree a:not([aria-current])', '.lead', '.outline a:not([aria-current])'])
    expect(await contrastOf(part), part).toBeGreaterThanOrEqual(7);
  expect(await contrastOf('.code', 'borderTopColor')).toBeGreaterThanOrEqual(3);
});

test('nothing moves for readers who do not want it', async () => {
  await open('', { reducedMotion: 'reduce' });
  const moving = `[...document.querySelectorAll('*')].flatMap((one) =>
    [getComputedStyle(one), getComputedStyle(one, '::before')].some(({ transitionProperty, transitionDuration }) =>
      transitionProperty !== 'none' && transitionDuration.split(', ').some((time) => parseFloat(time) > 0))
      ? [one.outerHTML] : [])`;
  expect(await page.evaluate(moving)).toEqual([]);
});

test.each([
  ['muted', 'light'],
  ['gradient', 'dark'],
] as const)('the theme %s gives pages their own background, in %s mode', async (theme, mode) => {
  const backgrounds = async (): Promise<string> =>
    (await styleOf('body', 'background-color')) + (await styleOf('body', 'background-image'));
  await customize({});
  await open('', { colorScheme: mode });
  const plain = await backgrounds();
  await customize({ styling: { theme } });
  await page.reload();
  expect(await backgrounds()).not.toBe(plain);
});

test('a background that matches the tint is dark in the dark, whoever chose it', async () => {
  await customize({
    styling: { tint: { color: { light: '#aa0000', dark: '#aa0000' } }, background: 'match' },
  });
  await open('', { colorScheme: 'dark' });
  expect(brightness(await styleOf('body', 'background-color'))).toBeLessThan(80);
});

test('links that lead to other sites are marked in the table of contents', async () => {
  await customize({});
  await open('');
  expect(await page.locator('.tree a:has(> .symbol)').allTextContents()).toEqual(['Elsewhere']);
});

const COLORED_HEADERS = [
  { preset: 'bold' },
  { preset: 'contrast' },
  {
    preset: 'custom',
    backgroundColor: { light: '#0b5d3b', dark: '#c9f7df' },
    linkColor: { light: '#fff', dark: '#06301e' },
  },
] as const;

test.each(
  COLORED_HEADERS.flatMap((header) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ ...header, colorScheme })),
  ),
)(
  'all of a header of the kind $preset is legible, in $colorScheme mode',
  async ({ colorScheme, ...header }) => {
    const { app } = setup;
    const spaceIds = [await addSpace(app, { title: 'One' }), await addSpace(app, { title: 'Two' })];
    for (const spaceId of spaceIds) await putContent(app, spaceId, { 'README.md': '# Part\n' });
    await runJobs(app);
    const site = await setup.addPublishedSite({ title: 'Colored', spaceIds: [spaceIds[0] as string] });
    const at = `/v1/orgs/${app.organizationId}/sites/${site.siteId}`;
    await app.request('POST', `${at}/sections`, { body: { title: 'Two', spaceId: spaceIds[1] } });
    const to = { kind: 'url', url: 'https://example.com/' };
    const links = [
      { title: 'Status', to, links: [] },
      { title: 'More', to, links: [{ title: 'Blog', to }] },
      { title: 'Log in', to, style: 'button-secondary', links: [] },
      { title: 'Sign up', to, style: 'button-primary', links: [] },
    ];
    await customize({ header: { ...header, links } }, site.siteId);
    await open('', { colorScheme });
    await page.goto(site.url);
    const parts = '.brand, .bar-links > ul > li > a, .bar-links summary, .bar-end > .plain, .tabs a';
    const elements = await page.locator(parts).all();
    expect(elements).toHaveLength(8);
    for (const [at, element] of elements.entries()) {
      const name = (await element.textContent()) || 'the mode';
      expect(await contrastOf(parts, 'color', at), name).toBeGreaterThanOrEqual(4.5);
      await element.hover();
      expect(await contrastOf(parts, 'color', at), `${name}, under the pointer`).toBeGreaterThanOrEqual(4.5);
      await element.focus();
      expect(await contrastOf(parts, 'outlineColor', at), `${name}, its focus`).toBeGreaterThanOrEqual(3);
      if ((await element.getAttribute('aria-current')) !== null)
        expect(await contrastOf(parts, 'borderBottomColor', at), `${name}, its mark`).toBeGreaterThanOrEqual(
          3,
        );
    }
  },
);

describe.each(FONT_SETS)('with the fonts of %s', (fonts) => {
  beforeAll(async () => {
    browser = await launchChromium([], fonts);
  });
  afterAll(async () => {
    await browser.close();
    browser = setup.browser;
  });

  test('a landing page has the whole window, and its text is not wider than others', async () => {
    await customize({});
    await open('landing');
    const cover = await boxOf('.cover');
    expect([cover.x, cover.width]).toEqual([0, 1280]);
    expect(cover.y).toBeCloseTo((await boxOf('.bar')).height, 0);
    const main = await boxOf('main');
    expect(main.x).toBeCloseTo(1280 - main.x - main.width, 0);
    expect((await boxOf('.document > p')).width).toBeLessThanOrEqual(672);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280);
  });

  test('text and blocks have one width, with lines that are read well and 80 characters of code', async () => {
    await open('word', { viewport: { width: 1440, height: 900 } });
    for (const part of ['p', '.table', '.code']) expect((await boxOf(`.document > ${part}`)).width).toBe(672);
    expect(await page.evaluate('document.querySelector("pre").scrollWidth')).toBe((await boxOf('pre')).width);
  });

  test('cards stand three in a row where there is room, and the columns of a table are not squeezed', async () => {
    await open('', { viewport: { width: 1440, height: 900 } });
    const rows = (): Promise<number> =>
      page.evaluate('new Set([...document.querySelectorAll(".card-item")].map((one) => one.offsetTop)).size');
    expect(await rows()).toBe(2);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await rows()).toBe(4);
    expect((await boxOf('.table td:last-child')).width).toBeGreaterThan(250);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  test('a link of the outline leads to just below the header, and is marked', async () => {
    await open('', { viewport: { width: 1280, height: 500 } });
    for (const name of ['Cards', 'Table']) {
      await page.locator('.outline').getByRole('link', { name }).click();
      await expect.poll(() => page.locator('.outline [aria-current]').textContent()).toBe(name);
      const bar = await boxOf('.bar');
      const { y } = await boxOf(`#${name.toLowerCase()}`);
      expect(y).toBeGreaterThan(bar.height);
      expect(y).toBeLessThan(bar.height + 40);
    }
  });

  test('a word that is longer than the table of contents is wide does not reach out of it', async () => {
    await open('');
    const side = await boxOf('.side');
    const entry = await page.locator('.tree').getByText(LONG_WORD).boundingBox();
    expect((entry?.x ?? Number.NaN) + (entry?.width ?? Number.NaN)).toBeLessThanOrEqual(side.x + side.width);
  });

  test('a table that is wider than the page is printed completely', async () => {
    await open('word', { viewport: { width: 680, height: 900 } });
    await page.emulateMedia({ media: 'print' });
    const { x, width } = await boxOf('.table > table');
    expect(x + width).toBeLessThanOrEqual(680);
  });

  test('the header of a narrow screen has room for the title, and a search that opens', async () => {
    await open('', { viewport: { width: 320, height: 640 } });
    expect(await page.evaluate(CUT_OR_COVERED)).toEqual([]);
    const closed = await boxOf('.search');
    expect(Math.min(closed.width, closed.height)).toBeGreaterThanOrEqual(24);
    await page.getByRole('searchbox').focus();
    expect((await boxOf('.search')).width).toBeGreaterThan(closed.width + 40);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  test.each(TITLES)('the title “%s” is cut nowhere', async (title) => {
    const { app } = setup;
    const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
    const rename = async (to: string): Promise<void> => {
      expect((await app.request('PATCH', site, { body: { title: to } })).statusCode).toBe(200);
    };
    await rename(title);
    onTestFinished(() => rename(SITE_TITLE));
    await open('');
    expect(await page.locator('.brand').textContent()).toBe(title);
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await page.evaluate(CUT_OR_COVERED), `${width}`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect((await boxOf('.bar')).height).toBeLessThan(title.length > 60 ? 180 : 90);
    }
  });

  test('the links of the header are in the menu of a narrow screen', async () => {
    const to = { kind: 'url', url: 'https://status.example.com/' };
    await customize({ header: { preset: 'default', links: [{ title: 'Status', to, links: [] }] } });
    await open('', { viewport: { width: 390, height: 800 } });
    const links = page.getByRole('link', { name: 'Status' });
    expect(await links.count()).toBe(0);
    await page.locator('.menu').click();
    expect(await links.count()).toBe(1);
    expect(await links.isVisible()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await links.count()).toBe(1);
  });

  test('more sections than fit beside each other can all be reached, and the current one is seen', async () => {
    const { app } = setup;
    const spaces: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const spaceId = await addSpace(app, { title: `Part ${n}` });
      await putContent(app, spaceId, { 'README.md': `# Part ${n}\n` });
      spaces.push(spaceId);
    }
    await runJobs(app);
    const [first, ...others] = spaces as [string, ...string[]];
    const site = await setup.addPublishedSite({ title: 'Parts', spaceIds: [first] });
    const at = `/v1/orgs/${app.organizationId}/sites/${site.siteId}/sections`;
    for (const [n, spaceId] of others.entries())
      await app.request('POST', at, { body: { title: `A section with a long name ${n}`, spaceId } });
    await open('', { viewport: { width: 1000, height: 700 } });
    await page.goto(site.url);
    const last = page.locator('.tabs a').last();
    await last.focus();
    expect((await last.boundingBox())?.x).toBeLessThan(1000);
    await page.goto(new URL((await last.getAttribute('href')) ?? '', site.url).href);
    await expect.poll(async () => (await boxOf('.tabs [aria-current]')).x).toBeLessThan(900);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1000);
  });

  test.each([900, 1280])('many links of the header cover nothing, in a window %i wide', async (width) => {
    const to = { kind: 'url', url: 'https://example.com/' };
    for (const count of [4, 16]) {
      const links = Array.from({ length: count }, (_, n) => ({ title: `A long link ${n}`, to, links: [] }));
      await customize({ header: { preset: 'default', links } });
      await open('', { viewport: { width, height: 800 } });
      const search = await boxOf('.search');
      expect(search.width).toBeGreaterThan(100);
      expect((await boxOf('.brand')).width).toBeGreaterThan(80);
      for (const link of await page.locator('.bar-links a').all()) {
        const box = await link.boundingBox();
        expect(box?.x).toBeGreaterThan(search.x + search.width);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      }
      await page.context().close();
    }
    await open('');
  });

  test('sections in several lines hide no heading, and can be hit in the menu of a narrow screen', async () => {
    const { app } = setup;
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const spaceId = await addSpace(app, { title: `Group ${n}` });
      await putContent(app, spaceId, {
        'README.md': `# Group ${n}\n\n${'Text.\n\n'.repeat(40)}## Far\n\n${'Text.\n\n'.repeat(40)}## Last\n`,
      });
      ids.push(spaceId);
    }
    await runJobs(app);
    const [first, ...others] = ids as [string, ...string[]];
    const site = await setup.addPublishedSite({ title: 'Groups', spaceIds: [first] });
    const at = `/v1/orgs/${app.organizationId}/sites/${site.siteId}`;
    for (const [n, spaceId] of others.entries()) {
      const section = await app.request('POST', `${at}/sections`, { body: { title: `Part ${n}`, spaceId } });
      const body = { title: `A group with a long name ${n}`, sections: [section.json().id] };
      expect((await app.request('POST', `${at}/section-groups`, { body })).statusCode).toBe(201);
    }
    await open('', { viewport: { width: 1000, height: 700 } });
    await page.goto(`${site.url}#far`);
    const { height } = await boxOf('.bar');
    expect(height).toBeGreaterThan(140);
    await expect.poll(async () => (await boxOf('#far')).y).toBeGreaterThanOrEqual(height);
    await expect.poll(async () => (await boxOf('.side')).y).toBeCloseTo(height, 0);
    await page.setViewportSize({ width: 390, height: 700 });
    await page.locator('.menu').click();
    for (const one of await page.locator('.side-tabs summary').all())
      expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await page.keyboard.press('Escape');
    expect((await boxOf('.bar')).height).toBeLessThan(70);
  });

  test('a menu that is closed leaves the page where it was', async () => {
    await customize({});
    await open('', { viewport: { width: 390, height: 500 } });
    const side = page.locator('.side');
    const scrolled = (): Promise<number> => page.evaluate('Math.round(scrollY)');
    const focused = (): Promise<string> => page.evaluate('document.activeElement.className');
    await page.evaluate('scrollTo({ top: 300, behavior: "instant" })');
    const top = await scrolled();
    expect(top).toBeGreaterThan(0);
    const address = page.url();
    for (const close of [
      () => page.locator('.side .close').click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(380, 300),
    ]) {
      const { x, y } = await boxOf('.menu');
      await page.mouse.click(x + 5, y + 5);
      await expect.poll(() => side.isVisible()).toBe(true);
      expect(await focused()).toBe('close');
      await close();
      await expect.poll(() => side.isVisible()).toBe(false);
      expect(await focused()).toBe('menu');
      expect(await scrolled()).toBe(top);
      expect(page.url()).toBe(address);
    }
    await page.locator('.menu').click();
    await page.locator('.tree').getByRole('link', { name: 'Landing' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toBe('Landing');
    await expect.poll(() => side.isVisible()).toBe(false);
  });
});
