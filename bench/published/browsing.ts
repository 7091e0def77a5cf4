/** Measures a site in Chromium: loads, the click to the next page, search, accessibility, and use without scripts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** One site under measurement. */
export interface Subject {
  name: string;
  /** The address, with a slash at the end. */
  url: string;
  /** The path of its home page, if it has moved from the one of its source. */
  home?: string;
  next: string;
  searchDoor: string;
  searchResult: string;
  navigation: string;
}

/** Names of measures and their values in one run. */
export type Measures = Record<string, number>;

interface Circumstances {
  /** The factor by which the processor is slowed down. */
  slowdown: number;
  isSlowNetwork: boolean;
}

const PLAIN: Circumstances = { slowdown: 1, isSlowNetwork: false };
const SLOW: Circumstances = { slowdown: 4, isSlowNetwork: false };
const SLOW_BOTH: Circumstances = { slowdown: 4, isSlowNetwork: true };
/** 1.6 Mbit/s with the latency of the “slow 4G” of browsers. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SETTLING_MS = 1500;
/** The time that people take between reaching a link with the pointer and pressing it. */
const HOVER_MS = 120;
const TIME_LIMIT_MS = 60_000;
export const PAGES = {
  home: 'about/',
  inner: 'developers/compiler/libraries',
  big: 'developers/sdks/csharp/reference/public-api',
};
const addressOf = ({ url, home = PAGES.home }: Subject, page: keyof typeof PAGES): string =>
  url + (page === 'home' ? home : PAGES[page]);
const QUERY = 'token';

/**
 * Runs in the page from its beginning. The results are kept in the session storage, because a click may lead to another
 * document.
 */
const OBSERVE = `(() => {
  const seen = { lcp: 0, cls: 0, blocking: 0 };
  window.__seen = seen;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.lcp = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.cls += entry.value; }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.blocking += Math.max(0, entry.duration - 50); }).observe({ type: 'longtask', buffered: true });
  const now = () => performance.timeOrigin + performance.now();
  const text = () => (document.querySelector('main')?.textContent ?? '').replace(/\\s+/g, ' ').trim().slice(0, 200);
  addEventListener('click', () => { sessionStorage.clicked = now(); sessionStorage.before = text(); sessionStorage.place = location.pathname; }, true);
  const look = () => {
    const { clicked, shown, before, place } = sessionStorage;
    if (clicked && !shown && location.pathname !== place && text().length > 50 && text() !== before) {
      const paint = new MessageChannel();
      paint.port1.onmessage = () => { sessionStorage.shown = now(); };
      paint.port2.postMessage(0);
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();`;

interface Opened {
  page: Page;
  session: CDPSession;
  /** The transfers so far. */
  transfers: { requests: number; bytes: number; scriptBytes: number };
}

/** Opens an empty page with nothing in the browser's memory, and closes it afterwards. */
async function withPage<Result>(
  browser: Browser,
  { slowdown, isSlowNetwork }: Circumstances,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  // The code that waits for something on a page is a script that the policy of the page does not allow.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, bypassCSP: true });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIME_LIMIT_MS);
    await page.addInitScript(OBSERVE);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const transfers = countTransfers(session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    if (isSlowNetwork) await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    return await use({ page, session, transfers });
  } finally {
    await context.close();
  }
}

function countTransfers(session: CDPSession): Opened['transfers'] {
  const transfers = { requests: 0, bytes: 0, scriptBytes: 0 };
  const scripts = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    transfers.requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    transfers.bytes += encodedDataLength;
    if (scripts.has(requestId)) transfers.scriptBytes += encodedDataLength;
  });
  return transfers;
}

async function open(page: Page, url: string): Promise<void> {
  const response = await page.goto(url, { waitUntil: 'load' });
  if (response?.status() !== 200) throw new Error(`${url}: ${response?.status()}`);
  await page.waitForTimeout(SETTLING_MS);
}

export async function measureLoads(browser: Browser, subject: Subject): Promise<Measures> {
  const measures: Measures = {};
  for (const page of ['home', 'inner', 'big'] as const) {
    const url = addressOf(subject, page);
    const plain = await load(browser, url, PLAIN);
    const slow = await load(browser, url, SLOW);
    measures[`blocking ms ÷ 4, ${page}`] = slow.blocking;
    if (page === 'big') continue;
    const slowBoth = await load(browser, url, SLOW_BOTH);
    measures[`requests, ${page}`] = plain.requests;
    measures[`transferred kB, ${page}`] = plain.bytes / 1000;
    measures[`of it scripts kB, ${page}`] = plain.scriptBytes / 1000;
    measures[`LCP ms, ${page}`] = plain.lcp;
    measures[`LCP ms ÷ 4, ${page}`] = slow.lcp;
    measures[`LCP ms ÷ 4, 1.6 Mbit/s, ${page}`] = slowBoth.lcp;
    measures[`CLS, ${page}`] = plain.cls;
    measures[`CLS ÷ 4, 1.6 Mbit/s, ${page}`] = slowBoth.cls;
  }
  return measures;
}

/** A page that is drawn when it is asked for, while the service is busy with others. */
export async function measureFirstView(browser: Browser, url: string): Promise<Measures> {
  const { lcp } = await load(browser, url + PAGES.inner, PLAIN);
  return { 'LCP ms, inner, at once after publishing': lcp };
}

const load = (browser: Browser, url: string, circumstances: Circumstances) =>
  withPage(browser, circumstances, async ({ page, transfers }) => {
    await open(page, url);
    const seen = await page.evaluate<{ lcp: number; cls: number; blocking: number }>('window.__seen');
    return { ...seen, ...transfers };
  });

export async function measureClick(browser: Browser, subject: Subject): Promise<Measures> {
  const click = (circumstances: Circumstances) =>
    withPage(browser, circumstances, async ({ page }) => {
      await open(page, addressOf(subject, 'inner'));
      const link = page.locator(subject.next).first();
      await link.hover();
      await page.waitForTimeout(HOVER_MS);
      await page.mouse.down();
      await page.mouse.up();
      await page.waitForFunction('sessionStorage.shown');
      return page.evaluate<number>('sessionStorage.shown - sessionStorage.clicked');
    });
  return { 'click to next page, ms': await click(PLAIN), 'click to next page, ms ÷ 4': await click(SLOW) };
}

/**
 * Measures the time from the click on the search until the first result is visible. The query is typed as soon as
 * possible.
 */
export async function measureSearch(browser: Browser, subject: Subject): Promise<Measures> {
  const search = (circumstances: Circumstances) =>
    withPage(browser, circumstances, async ({ page, transfers }) => {
      await open(page, addressOf(subject, 'home'));
      const before = transfers.bytes;
      await page.evaluate(watchFor(subject.searchResult));
      await page.locator(subject.searchDoor).first().click();
      await page.waitForFunction('document.activeElement?.matches("input")');
      await page.keyboard.type(QUERY);
      await page.waitForFunction('window.__found');
      const milliseconds = await page.evaluate<number>('window.__found - window.__asked');
      // Transfers that were in progress when the result appeared belong to it.
      await page.waitForTimeout(SETTLING_MS);
      return { milliseconds, bytes: transfers.bytes - before };
    });
  const plain = await search(PLAIN);
  const slow = await search(SLOW);
  return {
    'first search result, ms': plain.milliseconds,
    'first search result, ms ÷ 4': slow.milliseconds,
    'downloaded to search, kB': plain.bytes / 1000,
  };
}

const watchFor = (selector: string): string => `(() => {
  addEventListener('pointerdown', () => { window.__asked ??= performance.now(); }, true);
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)})?.checkVisibility()) window.__found = performance.now();
    else requestAnimationFrame(look);
  };
  look();
})()`;

/** `axeFolder`: the folder in which axe-core is installed. */
export async function measureAccessibility(
  browser: Browser,
  subject: Subject,
  axeFolder: string,
): Promise<Measures> {
  const axe = readFileSync(join(axeFolder, 'node_modules/axe-core/axe.min.js'), 'utf8');
  const measures: Measures = {};
  for (const name of ['home', 'inner'] as const) {
    const broken = await withPage(browser, PLAIN, async ({ page }) => {
      await open(page, addressOf(subject, name));
      await page.evaluate(axe);
      return page.evaluate<{ id: string; nodes: number }[]>(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.length })))',
      );
    });
    measures[`axe rules broken, ${name}`] = broken.length;
    measures[`axe elements, ${name}`] = broken.reduce((sum, { nodes }) => sum + nodes, 0);
  }
  return measures;
}

/** Measures the site without scripts. Links in a closed `<details>` count as reachable: its summary opens it. */
export async function measureWithoutScripts(browser: Browser, subject: Subject): Promise<Measures> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    javaScriptEnabled: false,
  });
  try {
    const page = await context.newPage();
    await open(page, addressOf(subject, 'home'));
    const [visible = 0, reachable = 0] = await page.evaluate<number[]>(`(() => {
      const links = [...document.querySelectorAll(${JSON.stringify(subject.navigation)})];
      const isVisible = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
      const visible = links.filter(isVisible).length;
      for (const details of document.querySelectorAll('details')) details.open = true;
      return [visible, links.filter(isVisible).length];
    })()`);
    return {
      'navigation links visible without scripts': visible,
      'navigation links reachable without scripts': reachable,
    };
  } finally {
    await context.close();
  }
}
