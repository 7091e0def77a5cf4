/** The pages of the first site, for everybody: what axe finds in them. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runJobs } from '../jobs.ts';
import { auditPage } from './audit-page.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let setup: ServedSites;
/** The path of each page. */
let paths: string[];

beforeAll(async () => {
  const started = new Date();
  let now = started;
  setup = await serveSites({ clock: () => now, hasFirstSite: true });
  now = new Date(started.getTime() + 2000);
  await runJobs(setup.app);
  const home = '/lectern-documentation/';
  const [tree = ''] = /<nav class="tree"[\s\S]*?<\/nav>/.exec(await read(home)) ?? [];
  paths = [...tree.matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path);
});
afterAll(() => setup?.close());

async function read(path: string): Promise<string> {
  const headers = { host: new URL(setup.origin).host };
  const response = await setup.sites.inject({ method: 'GET', url: path, headers });
  expect(response.statusCode, path).toBe(200);
  return response.body;
}

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)('no page breaks a rule of WCAG 2.2 AA, in a %s scheme %i wide', async (colorScheme, width) => {
  // The policy of the pages would keep the script of the test out.
  const context = await setup.browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    bypassCSP: true,
  });
  const page = await context.newPage();
  const broken: string[] = [];
  for (const path of paths) {
    await page.goto(setup.origin + path);
    for (const one of await auditPage(page)) broken.push(`${path} ${one}`);
  }
  await context.close();
  expect(paths.length).toBeGreaterThan(5);
  expect(broken).toEqual([]);
});
