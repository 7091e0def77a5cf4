/** The console in Chromium, as somebody with the administrator’s token opens it. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { signInWithToken } from '../../test/browser/sign-in-with-token.ts';
import { TOKEN } from '../service.ts';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const TIME_LIMIT_MS = 120_000;
export const EDITOR = '[role="textbox"][aria-label="Page content"][contenteditable="true"]';

/** Notes when the text of a page can be edited, after it is painted. `__opened`: milliseconds since `__asked`. */
const OBSERVE = `(() => {
  window.__asked = 0;
  window.__watch = () => {
    window.__opened = undefined;
    const old = document.querySelector('${EDITOR}');
    const look = () => {
      const now = document.querySelector('${EDITOR}');
      if (!now || now === old) return requestAnimationFrame(look);
      const paint = new MessageChannel();
      paint.port1.onmessage = () => { window.__opened = performance.now() - window.__asked; };
      paint.port2.postMessage(0);
    };
    requestAnimationFrame(look);
  };
  const navigate = (path) => {
    window.__asked = performance.now();
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  };
  window.__go = (path) => {
    window.__watch();
    navigate(path);
  };
  window.__leave = (path) => {
    window.__left = undefined;
    navigate(path);
    const look = () => {
      if (document.querySelector('${EDITOR}')) requestAnimationFrame(look);
      else window.__left = performance.now() - window.__asked;
    };
    look();
  };
  window.__watch();
})();`;

export interface ConsolePage {
  page: Page;
  session: CDPSession;
  /** The bytes of the scripts as they were transferred, by name. */
  scripts: Map<string, number>;
  /** Loads an address until nothing more is requested. */
  load(path: string): Promise<void>;
  /** Loads the address of a page. Returns the milliseconds until its text can be edited. */
  open(path: string): Promise<number>;
  /** Goes to another page within the console. */
  go(path: string): Promise<number>;
  /** Goes to an address without a page. Returns the milliseconds until the page is gone. */
  leave(path: string): Promise<number>;
}

/** Signs in once; the cookie is used by all pages. */
export async function signIn(browser: Browser, url: string): Promise<StorageState> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(TIME_LIMIT_MS);
  await signInWithToken(page, url, TOKEN);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Opens a window with nothing in the browser’s memory. `slowdown`: the factor for its processor. */
export async function withConsole<Result>(
  browser: Browser,
  { url, state, slowdown }: { url: string; state: StorageState; slowdown: number },
  use: (opened: ConsolePage) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: state,
    // Requests of a worker are not seen; and waiting evaluates code, which the policy of the page forbids.
    serviceWorkers: 'block',
    bypassCSP: true,
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIME_LIMIT_MS);
    await page.addInitScript(OBSERVE);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const scripts = watchScripts(session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const load = async (path: string): Promise<void> => {
      await page.goto(url + path);
      await page.waitForLoadState('networkidle');
    };
    const untilOpened = async (): Promise<number> => {
      await page.waitForFunction('window.__opened !== undefined');
      return page.evaluate<number>('window.__opened');
    };
    return await use({
      page,
      session,
      scripts,
      load,
      async open(path) {
        await page.goto(url + path);
        return untilOpened();
      },
      async go(path) {
        await page.evaluate(`window.__go(${JSON.stringify(path)})`);
        return untilOpened();
      },
      async leave(path) {
        await page.evaluate(`window.__leave(${JSON.stringify(path)})`);
        await page.waitForFunction('window.__left !== undefined');
        return page.evaluate<number>('window.__left');
      },
    });
  } finally {
    await context.close();
  }
}

function watchScripts(session: CDPSession): Map<string, number> {
  const names = new Map<string, string>();
  const sizes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') names.set(requestId, new URL(response.url).pathname.split('/').at(-1) as string);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name !== undefined) sizes.set(name, encodedDataLength);
  });
  return sizes;
}

interface Work {
  script: number;
  layout: number;
  /** All work of the main thread. */
  total: number;
}

/**
 * The thread time of scripts, and of layout and styles, that something takes, in milliseconds. Other programs on the
 * machine hardly change it.
 */
export async function workOf(session: CDPSession, run: () => Promise<unknown>): Promise<Work> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await readWork(session);
  await run();
  const after = await readWork(session);
  const spent = (name: keyof Work): number => after[name] - before[name];
  return { script: spent('script'), layout: spent('layout'), total: spent('total') };
}

async function readWork(session: CDPSession): Promise<Work> {
  const { metrics } = await session.send('Performance.getMetrics');
  const milliseconds = (name: string): number =>
    (metrics.find((one) => one.name === name)?.value ?? 0) * 1000;
  return {
    script: milliseconds('ScriptDuration'),
    layout: milliseconds('LayoutDuration') + milliseconds('RecalcStyleDuration'),
    total: milliseconds('TaskDuration'),
  };
}
