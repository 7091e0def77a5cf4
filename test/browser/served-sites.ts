/** The sites origin on a port of its own, and a browser to read it with. */
import type { FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { buildPublishedApp } from '../../apps/sites/published-app.ts';
import { buildTestApp, type TestApp, type TestAppOptions } from '../app.ts';
import { addSite } from '../factories.ts';
import { findFreePort } from '../free-port.ts';
import { launchChromium } from './chromium.ts';

export interface ServedSites {
  app: TestApp;
  browser: Browser;
  sites: FastifyInstance;
  /** Without a slash at its end. */
  origin: string;
  /** Returns the address of the site, with a slash at its end. */
  addPublishedSite(options: Parameters<typeof addSite>[1]): Promise<{ siteId: string; url: string }>;
  close(): Promise<void>;
}

export async function serveSites({
  browserArgs,
  config,
  ...options
}: Pick<TestAppOptions, 'clock' | 'hasFirstSite' | 'config'> & {
  browserArgs?: readonly string[];
} = {}): Promise<ServedSites> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const app = await buildTestApp({ ...options, config: { ...config, sitesUrl: origin } });
  const sites = buildPublishedApp({ log: app.context.log, ...app.app.published });
  await sites.listen({ port, host: '127.0.0.1' });
  const browser = await launchChromium(browserArgs);
  return {
    app,
    browser,
    sites,
    origin,
    async addPublishedSite(site) {
      const siteId = await addSite(app, { isPublished: true, ...site });
      return { siteId, url: `${origin}/${(await app.context.pointers.sites.find(siteId))?.basename}/` };
    },
    async close() {
      await browser.close();
      await sites.close();
      await app.close();
    },
  };
}
