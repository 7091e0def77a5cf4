/** The pages of the first site, for everybody: what axe finds in them. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runJobs } from '../jobs.ts';
import { auditPage } from './audit-page.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let ground: ServedSites;
/** The path of each page. */
let paths: string[];

beforeAll(async () => {
  const started = new Date();
  let now = started;
  ground = await serveSites({ clock: () => now, hasFirstSite: true });
  now = new Date(started.getTime() + 2000);
  await runJobs(ground.app);
  const home = '/lectern-documentation/';
  const [tree = ''] = /<nav class="tree"[\s\S]*?<\/nav>/.exec(await read(home)) ?? [];
  paths = [...tree.matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path);
});
afterAll(() => ground?.close());

async function read(path: string): Promise<string> {
  const headers = { host: new URL(ground.origin).host };
  const answer = await ground.sites.inject({ method: 'GET', url: path, headers });
  expect(answer.statusCode, path).toBe(200);
  return answer.body;
}

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)('no page breaks a rule of WCAG 2.2 AA, in a %s scheme %i wide', async (colorScheme, width) => {
  // The policy of the pages would keep the script of the test out.
  const context = await ground.browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    bypassCSP: true,
  });
  const page = await context.newPage();
  const broken: string[] = [];
  // All of them in the soak; here, one of ten and the home page.
  const step = process.env.LECTERN_SOAK ? 1 : 10;
  const audited = paths.filter((_path, n) => n % step === 0);
  for (const path of audited) {
    await page.goto(ground.origin + path);
    for (const one of await auditPage(page)) broken.push(`${path} ${one}`);
  }
  await context.close();
  expect(audited.length).toBeGreaterThan(5);
  expect(broken).toEqual([]);
});
