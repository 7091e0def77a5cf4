/** The console in a browser, for tests that use it as people do. */
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { buildPublishedApp } from '../../apps/sites/published-app.ts';
import { buildTestApp, type TestApp, type TestAppOptions } from '../app.ts';
import { findFreePort } from '../free-port.ts';
import { signIn } from '../session.ts';
import { launchChromium } from './chromium.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

export interface OpenConsole {
  app: TestApp;
  baseUrl: string;
  browser: Browser;
  /** Opens a window of its own, signed in with a token: by default that of the administrator. */
  open(options?: {
    token?: string;
    width?: number;
    scheme?: 'light' | 'dark';
    locale?: string;
  }): Promise<WatchedPage>;
  close(): Promise<void>;
}

/** Starts the service on a port, and a browser. `hasSites`: the sites origin is served, too, at a port of its own. `host`: a name of this machine. */
export async function openConsole({
  config = {},
  hasSites = false,
  host = '127.0.0.1',
  ...options
}: Pick<TestAppOptions, 'clock' | 'config'> & {
  hasSites?: boolean;
  host?: string;
} = {}): Promise<OpenConsole> {
  const browser = await launchChromium();
  const port = await findFreePort();
  const baseUrl = `http://${host}:${port}`;
  const sitesPort = hasSites ? await findFreePort() : 9;
  const sitesUrl = `http://127.0.0.1:${sitesPort}`;
  const app = await buildTestApp({
    ...options,
    isListening: true,
    config: { ...config, baseUrl, sitesUrl },
  });
  const sites = hasSites
    ? buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) })
    : undefined;
  await sites?.listen({ port: sitesPort, host: '127.0.0.1' });
  await app.server.listen({ port, host: '127.0.0.1' });
  return {
    app,
    baseUrl,
    browser,
    async open({ token = app.adminToken, width = 1440, scheme = 'light', locale = 'en-US' } = {}) {
      const watched = await watchPage(browser, {
        origin: baseUrl,
        viewport: { width, height: 900 },
        colorScheme: scheme,
        locale,
      });
      const [, name, value] = /^([^=]+)=([^;]+)/.exec(await signIn(app, token)) as unknown as [
        string,
        string,
        string,
      ];
      await watched.context.addCookies([{ name, value, url: baseUrl }]);
      return watched;
    },
    async close() {
      await browser.close();
      await sites?.close();
      await app.close();
    },
  };
}

/** Opens a page of the organization that is outside of the console. */
export async function openPart(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}
