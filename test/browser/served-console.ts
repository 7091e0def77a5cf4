/** The console at an address of its own, and browsers in which somebody is signed in. */

import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { buildPublishedApp } from '../../apps/sites/published-app.ts';
import { addAccount, openBrowser } from '../accounts.ts';
import { buildTestApp, type TestApp, type TestAppOptions } from '../app.ts';
import { type AddedUser, addSpace } from '../factories.ts';
import { findFreePort } from '../free-port.ts';
import { launchChromium } from './chromium.ts';
import { findWord, pasteData } from './in-page.mjs';
import { type WatchedPage, watchPage } from './watched-page.ts';

export interface ServedConsole {
  app: TestApp;
  browser: Browser;
  origin: string;
  spaceId: string;
  user: AddedUser;
  /** A page without a title in its Markdown. */
  addPage(markdown: string): Promise<string>;
  /** The Markdown of a page as the service has it. */
  source(pageId: string): Promise<string>;
  /** A browser of its own, signed in. */
  openWriter(options?: WriterOptions): Promise<Writer>;
  close(): Promise<void>;
}

interface WriterOptions
  extends Pick<BrowserContextOptions, 'viewport' | 'hasTouch' | 'isMobile' | 'colorScheme' | 'locale'> {
  cookie?: string;
  hasWorker?: boolean;
}

export async function serveConsole({
  config,
  clock,
}: Pick<TestAppOptions, 'config' | 'clock'> = {}): Promise<ServedConsole> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const sitesPort = await findFreePort();
  const sitesUrl = `http://127.0.0.1:${sitesPort}`;
  const app = await buildTestApp({
    ...(clock ? { clock } : {}),
    config: { baseUrl: origin, sitesUrl, ...config },
    isListening: true,
  });
  const sites = buildPublishedApp({ log: app.context.log, ...app.app.published });
  await sites.listen({ port: sitesPort, host: '127.0.0.1' });
  await app.server.listen({ port, host: '127.0.0.1' });
  const browser = await launchChromium();
  const spaceId = await addSpace(app, { title: 'Guides' });
  const user = await addAccount(app, { role: 'admin' });
  let count = 0;
  return {
    app,
    browser,
    origin,
    spaceId,
    user,
    async addPage(markdown) {
      const title = `Page ${++count}`;
      const response = await app.request('POST', `/v1/spaces/${spaceId}/content`, {
        body: { changes: [{ operation: 'insert_page', title, document: { markdown } }] },
      });
      expect(response.statusCode, response.body).toBe(200);
      return response.json().changes[0].page.id;
    },
    async source(pageId) {
      const url = `/v1/spaces/${spaceId}/content/page/${pageId}?format=markdown`;
      return (await app.request('GET', url)).json().markdown;
    },
    async openWriter({ cookie, hasWorker = true, ...options } = {}) {
      const watched = await watchPage(browser, {
        ...options,
        origin,
        permissions: ['clipboard-read', 'clipboard-write'],
        serviceWorkers: hasWorker ? 'allow' : 'block',
      });
      const [name = '', value = ''] = (cookie ?? (await openBrowser(app, user.email))).split('=');
      await watched.context.addCookies([{ name, value, url: origin }]);
      // Pictures of the page come from the origin of the sites.
      const takeEvents = (): string[] =>
        watched.takeEvents().filter((event) => !event.startsWith(`asked: ${sitesUrl}/files/`));
      return new Writer({ ...watched, takeEvents }, `${origin}/app/s/${spaceId}`);
    },
    async close() {
      await browser.close();
      await sites.close();
      await app.close();
    },
  };
}

const MOVES = /Arrow|Home|End|\+a$/;

/** Somebody who writes: finds what a page shows by role and name, and sees which requests the service refuses. */
export class Writer {
  readonly context: BrowserContext;
  /** What the service refused. An operation that it refuses is a fault of the editor, even if another way saves it. */
  readonly refused: string[] = [];
  readonly takeEvents: () => string[];
  readonly #spaceUrl: string;
  page: Page;

  constructor({ context, page, takeEvents }: WatchedPage, spaceUrl: string) {
    this.context = context;
    this.page = page;
    this.takeEvents = takeEvents;
    this.#spaceUrl = spaceUrl;
    context.on('response', async (response) => {
      if (response.status() < 400 || response.status() >= 500) return;
      const request = response.request();
      const sent = request.postData() ?? '';
      const text = await response.text().catch(() => '');
      this.refused.push(`${response.status()} ${request.method()} ${request.url()}\n${sent}\n${text}`);
    });
  }

  get content(): Locator {
    return this.page.getByRole('textbox', { name: 'Page content' });
  }

  get title(): Locator {
    return this.page.getByRole('textbox', { name: 'Page title' });
  }

  get status(): Locator {
    return this.page.getByRole('main', { name: 'Page' }).getByRole('status');
  }

  /** Opens a page in a new tab, and closes the one before. */
  async open(pageId: string): Promise<void> {
    await this.page.close();
    this.page = await this.context.newPage();
    await this.page.goto(`${this.#spaceUrl}/${pageId}`);
    await this.content.waitFor();
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      if (MOVES.test(key)) await this.#settle();
    }
  }

  /** The browser tells the editor of a new selection in its own time. */
  async #settle(): Promise<void> {
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Clicks behind a word of the page. */
  async clickAfter(word: string): Promise<void> {
    const place = await this.content.evaluate(findWord, word);
    if (!place) throw new Error(`The page does not show “${word}”.`);
    await this.page.mouse.click(place.x, place.y);
    await this.#settle();
  }

  /** Puts the caret at the end of the page. */
  async goToEnd(): Promise<void> {
    await this.content.focus();
    await this.press('Control+End');
  }

  /** Waits until everything is saved. */
  async saved(): Promise<void> {
    await this.page.getByRole('status', { name: 'Saved', exact: true }).waitFor({ timeout: 30_000 });
  }

  /** Waits until this is shown, and then until it is saved. */
  async edited(): Promise<void> {
    await this.page.getByRole('status', { name: /^Sav/ }).waitFor();
    await this.saved();
  }

  /** Pastes what another program has put on the clipboard. */
  async paste(data: Record<string, string>): Promise<void> {
    await this.content.evaluate(pasteData, data);
  }
}
