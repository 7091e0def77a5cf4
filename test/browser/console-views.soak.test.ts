/**
 * Every view of the console, with and without data: that everybody can use it at every size, in light and dark, and in
 * their language, and what opens over it. With `LECTERN_PICTURES`, a directory, it keeps a picture of each.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditPage } from './audit-page.ts';
import { type OpenConsole, openConsole } from './console.ts';
import { viewsOf } from './console-views.ts';
import { addEmptyObjects, fillOrganization } from './filled-organization.ts';
import { addOuterPages } from './outer-pages.ts';
import { findUntranslatedIn } from './untranslated.ts';
import type { WatchedPage } from './watched-page.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 });

const PICTURES = process.env.LECTERN_PICTURES;
/** A part of the addresses of the views that are wanted; all unless told. */
const ONLY = new RegExp(process.env.LECTERN_VIEWS ?? '');

type Views = ReturnType<typeof viewsOf>;

interface Filling {
  opened: OpenConsole;
  views: Views;
  close(): Promise<void>;
}

const CONFIG = { allowPrivateNetworks: true, dnsServers: ['127.0.0.1:9'] };

const FILLINGS: Record<string, () => Promise<Filling>> = {
  'with data': async () => {
    const opened = await openConsole({ hasSites: true, config: CONFIG });
    const { objects, close } = await fillOrganization(opened.app);
    return { opened, views: viewsOf(objects), close };
  },
  'without data': async () => {
    const opened = await openConsole({ hasSites: true, config: CONFIG });
    return { opened, views: viewsOf(await addEmptyObjects(opened.app)), close: async () => {} };
  },
};

/** Nothing is being loaded or drawn any more. */
const IS_SETTLED = `!document.querySelector('[aria-busy=true], main [role=status][aria-label] > span:empty')`;

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  let before = -1;
  await expect
    .poll(
      async () => {
        const size = (await page.evaluate(`${IS_SETTLED} ? document.body.innerHTML.length : -1`)) as number;
        const isStill = size >= 0 && size === before;
        before = size;
        return isStill;
      },
      { timeout: 20_000, interval: 150 },
    )
    .toBe(true)
    .catch(() => {
      throw new Error('It is still being loaded.');
    });
}

async function settleDialog(page: Page): Promise<void> {
  await page
    .waitForFunction(`!document.querySelector('[aria-busy=true], [role=status][aria-label] > span:empty')`)
    .catch(() => undefined);
  await page.waitForTimeout(250);
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  const { width = 0 } = page.viewportSize() ?? {};
  const height = (await page.evaluate(
    `(document.querySelector('#column')?.scrollHeight ?? document.documentElement.scrollHeight)`,
  )) as number;
  await page.setViewportSize({ width, height: Math.min(Math.max(height, 900), 2600) });
  const file = name.replaceAll('$', '').replaceAll(/[^a-zA-Z0-9]+/g, '_');
  await page.screenshot({ path: join(PICTURES, `${file}.png`) });
  await page.setViewportSize({ width, height: 900 });
}

/** What is wrong with the frame of a view. */
const FRAME_FAULTS = `(() => {
  const faults = [];
  const wide = [document.documentElement, document.querySelector('#column')].find((one) => one && one.scrollWidth > one.clientWidth);
  if (wide) {
    const edge = document.documentElement.clientWidth;
    const isCut = (one) => { for (let at = one.parentElement; at; at = at.parentElement) if (at.id !== 'column' && getComputedStyle(at).overflowX !== 'visible') return true; return false; };
    const out = [...document.querySelectorAll('#column *')].filter((one) => one.getBoundingClientRect().right > edge + 0.5 && !isCut(one)).slice(-1)[0];
    faults.push('wider than the window: ' + (out ? out.outerHTML.slice(0, 160) : ''));
  }
  const titles = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility());
  if (titles.length !== 1) faults.push(titles.length + ' headings of the first level');
  if (document.querySelectorAll('main').length !== 1) faults.push('not one main');
  if (!/^.+ – Lectern$|^Lectern$/.test(document.title)) faults.push('title: ' + document.title);
  return faults;
})()`;

/** What a view reports, and what the service refused to it. Frames show the site, which has an origin of its own. */
function takeEvents({ context }: OpenConsole['app'], seen: WatchedPage): string[] {
  const refused = seen.responses
    .splice(0)
    .filter((response) => response.status() >= 400)
    .map((response) => `${response.status()} ${response.request().method()} ${response.url()}`);
  const said = seen
    .takeEvents()
    .filter((event) => !event.startsWith(`asked: ${context.config.sitesUrl}/`))
    .filter((event) => !event.startsWith('console: Failed to load resource'));
  return [...said, ...refused.filter((one) => !ABSENT.test(one))];
}

/** What the service refuses and views say in words: a space without Git, checks of links that are off, no DNS record. */
const ABSENT =
  /^(?:404 GET \S+\/spaces\/[^/]+\/git|40[09] GET \S+\/(?:links\?external=\S+|answers\/broken-links\S*)|409 PATCH \S+\/custom-hostnames\/\S+)$/;

/** Runs a check of each view; returns what was wrong, with the view. */
async function visitViews(
  { opened, views }: Filling,
  { page }: WatchedPage,
  check: (name: string) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, path } of views) {
    if (!ONLY.test(name)) continue;
    await page.goto(`${opened.baseUrl}/app${path}`);
    const faults = await settle(page).then(
      () => check(name),
      (error: Error) => [error.message],
    );
    const named = faults.map((fault) => `${name}: ${fault}`);
    // It takes long until all are visited.
    for (const fault of named) process.stderr.write(`${fault}\n`);
    found.push(...named);
  }
  return found;
}

/** Their buttons are those of the text, or change how it is shown. Tests of their own open what opens over them. */
const HAS_EDITOR = /\/\$(?:pageId|groupId|linkId)$/;

/** Reads that the API takes as a POST. */
const READS = /\/(?:render|preview|visitor-preview|check|estimate|deploy-keys)$/;

/** The names of the buttons of a view, one for each kind: rows have the same buttons, with the name of the row. */
async function listButtons(page: Page): Promise<string[]> {
  const names =
    (await page.evaluate(`[...document.querySelectorAll('main button:not([type=submit], [role=tab]), main [role=button]')]
    .filter((one) => one.checkVisibility() && !one.disabled && one.ariaDisabled !== 'true')
    .map((one) => (one.ariaLabel ?? one.textContent).trim())`)) as string[];
  const kinds = new Map<string, string>();
  for (const text of names) {
    const kind = text.replace(/[“„«「].*[”“»」]|: .*/, '');
    if (text !== '' && !kinds.has(kind)) kinds.set(kind, text);
  }
  return [...kinds.values()];
}

const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu]';

/** Opens what a button opens; false if it opens nothing. */
async function openBy(page: Page, name: string): Promise<boolean> {
  const button = page.locator('main').getByRole('button', { name, exact: true }).first();
  // Names that consist of several elements are read with spaces between them: these are entries of lists.
  if ((await button.count()) === 0) return false;
  await button.click({ timeout: 5000 });
  return page
    .locator(OVERLAY)
    .first()
    .waitFor({ timeout: 700 })
    .then(
      () => true,
      () => false,
    );
}

/** Opens everything that buttons of a view open over it, and what the menus among it open. Returns what was wrong. */
async function openEverything(page: Page, check: (opened: string) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  const address = page.url();
  let hasOpened = false;
  const again = async (): Promise<void> => {
    // What Escape closes leaves the view as it was.
    await page.keyboard.press('Escape');
    const isClosed = await page
      .locator(OVERLAY)
      .first()
      .waitFor({ state: 'hidden', timeout: 500 })
      .then(
        () => true,
        () => false,
      );
    if (isClosed && hasOpened && page.url() === address) return;
    await page.goto('about:blank');
    await page.goto(address);
    await settle(page);
  };
  for (const name of await listButtons(page)) {
    hasOpened = false;
    try {
      if (await openBy(page, name)) {
        hasOpened = true;
        found.push(...(await check(name)));
        const items = await page.getByRole('menu').getByRole('menuitem').allTextContents();
        for (const item of items) {
          await again();
          if (!(await openBy(page, name))) break;
          await page.getByRole('menuitem').filter({ hasText: item }).first().click();
          const dialog = page.locator('[role=dialog], [role=alertdialog]').first();
          const isOpen = await dialog.waitFor({ timeout: 700 }).then(
            () => true,
            () => false,
          );
          if (isOpen) found.push(...(await check(`${name}, ${item}`)));
        }
      }
    } catch (error) {
      found.push(`${name}: ${String(error).split('\n')[0]}`);
    }
    await again();
  }
  return found;
}

describe.each(Object.keys(FILLINGS))('%s', (name) => {
  let filling: Filling;
  beforeAll(async () => {
    filling = await (FILLINGS[name] as () => Promise<Filling>)();
  });
  afterAll(async () => {
    await filling?.close();
    await filling?.opened.close();
  });

  describe.each([
    [1440, 'light'],
    [360, 'dark'],
    [1440, 'dark'],
    [360, 'light'],
  ] as const)('at %i in %s', (width, scheme) => {
    it('every view is accessible, fits the window, and asks nobody else', async () => {
      const { opened } = filling;
      const seen = await opened.open({ width, scheme });
      const { page } = seen;
      const findUntranslated = await findUntranslatedIn('en');
      const found = await visitViews(filling, seen, async (view) => {
        let audit = await auditPage(page);
        // A button that is enabled once what it depends on is read has other colors until then.
        if (audit.length > 0) {
          await page.waitForTimeout(1500);
          audit = await auditPage(page);
        }
        const faults = [
          ...audit,
          ...((await page.evaluate(FRAME_FAULTS)) as string[]),
          ...(await findUntranslated(page)),
          ...takeEvents(opened.app, seen),
        ];
        await keepPicture(page, `${name} ${view} ${width} ${scheme}`);
        return faults;
      });
      await seen.context.close();
      expect(found).toEqual([]);
    });
  });

  it.each([
    [1440, 'light', 'en-US'],
    [360, 'dark', 'ja'],
  ] as const)(
    'so is what opens over views, at %i in %s, in the language “%s”',
    async (width, scheme, locale) => {
      const { opened, views } = filling;
      const seen = await opened.open({ width, scheme, locale });
      const { page } = seen;
      const findUntranslated = await findUntranslatedIn(locale.slice(0, 2));
      // Nothing is changed, so that each view stays as it is.
      await page.route('**/v1/**', (route) => {
        const request = route.request();
        const isRead = request.method() === 'GET' || READS.test(new URL(request.url()).pathname);
        return isRead ? route.continue() : route.abort();
      });
      const dialogs = { opened, views: views.filter((view) => !HAS_EDITOR.test(view.name)) };
      const found = await visitViews({ ...filling, ...dialogs }, seen, (view) =>
        openEverything(page, async (button) => {
          await settleDialog(page);
          const wide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
          const faults = [
            ...(await auditPage(page)),
            ...((await page.evaluate(wide)) ? ['wider than the window'] : []),
            ...(await findUntranslated(page)),
          ];
          await keepPicture(page, `${name} ${view} ${button} ${width} ${scheme}`);
          return faults.map((fault) => `${button}: ${fault}`);
        }),
      );
      await seen.context.close();
      expect(found).toEqual([]);
    },
  );

  it.each(['de', 'es', 'fr', 'ja'])('every view is in the language “%s”', async (locale) => {
    const seen = await filling.opened.open({ locale });
    const findUntranslated = await findUntranslatedIn(locale);
    const found = await visitViews(filling, seen, () => findUntranslated(seen.page));
    await seen.context.close();
    expect(found).toEqual([]);
  });
});

describe('before somebody is let in', () => {
  let opened: OpenConsole;
  let pages: Awaited<ReturnType<typeof addOuterPages>>;
  beforeAll(async () => {
    opened = await openConsole({ hasSites: true, config: CONFIG });
    pages = await addOuterPages(opened.app);
  });
  afterAll(() => opened?.close());

  it.each([
    [1440, 'light', 'en-US'],
    [360, 'dark', 'de'],
    [1440, 'dark', 'fr'],
    [360, 'light', 'ja'],
    [360, 'light', 'es'],
  ] as const)(
    'every page is accessible and fits the window, at %i in %s, in the language “%s”',
    async (width, scheme, locale) => {
      const found: string[] = [];
      const findUntranslated = await findUntranslatedIn(locale.slice(0, 2));
      for (const { name, url } of pages) {
        if (!ONLY.test(name)) continue;
        const context = await opened.browser.newContext({
          viewport: { width, height: 900 },
          colorScheme: scheme,
          locale,
          bypassCSP: true,
        });
        const page = await context.newPage();
        await page.goto(url);
        const isOfSite = url.startsWith(opened.app.context.config.sitesUrl);
        const faults = [
          ...(await auditPage(page)),
          ...((await page.evaluate(FRAME_FAULTS)) as string[]).filter(
            (fault) => !fault.startsWith('title: '),
          ),
          // Sites are in the language of their content.
          ...(isOfSite ? [] : await findUntranslated(page)),
        ];
        found.push(...faults.map((fault) => `${name}: ${fault}`));
        await keepPicture(page, `outer ${name} ${width} ${scheme}`);
        await context.close();
      }
      expect(found).toEqual([]);
    },
  );
});
