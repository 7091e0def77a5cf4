/** The console in a browser, for tests that use it as people do. */
import type { Browser } from 'playwright-core';
import { buildTestApp, type TestApp } from '../app.ts';
import { findFreePort } from '../free-port.ts';
import { signIn } from '../session.ts';
import { launchChromium } from './chromium.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

export interface OpenConsole {
  app: TestApp;
  baseUrl: string;
  browser: Browser;
  /** Opens a window of its own, signed in with a token: by default that of the administrator. */
  open(options?: { token?: string; width?: number; scheme?: 'light' | 'dark' }): Promise<WatchedPage>;
  close(): Promise<void>;
}

/** Starts the service on a port, and a browser. */
export async function openConsole(): Promise<OpenConsole> {
  const browser = await launchChromium();
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const app = await buildTestApp({ isListening: true, config: { baseUrl, sitesUrl: 'http://127.0.0.1:9' } });
  await app.server.listen({ port, host: '127.0.0.1' });
  return {
    app,
    baseUrl,
    browser,
    async open({ token = app.adminToken, width = 1440, scheme = 'light' } = {}) {
      const watched = await watchPage(browser, {
        origin: baseUrl,
        viewport: { width, height: 900 },
        colorScheme: scheme,
        locale: 'en-US',
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
      await app.close();
    },
  };
}
