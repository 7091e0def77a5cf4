import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildPublishedApp } from '../../apps/sites/published-app.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { findFreePort } from '../free-port.ts';
import { createFixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { startGitServer } from '../git-server.ts';
import { runJobsFor } from '../jobs.ts';
import { auditPage } from './audit-page.ts';
import { launchChromium } from './chromium.ts';
import { signInWithToken } from './sign-in-with-token.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: TestApp;
let sites: ReturnType<typeof buildPublishedApp>;
let browser: Browser;
let page: Page;
let origin: string;
let git: Awaited<ReturnType<typeof startGitServer>>;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
/** Clicks since the sign-in page. */
let clicks = 0;

const FILES = {
  'docs/.gitbook.yaml': 'root: ./\n',
  'docs/SUMMARY.md': '* [Welcome](README.md)\n* [Install](install.md)\n',
  'docs/README.md': '# Product guide\n\n[gone](gone.md)\n',
  'docs/install.md': '# Install\n\nRun the installer.\n',
  'api/mkdocs.yml': 'site_name: API handbook\n',
  'api/docs/index.md': '# Home\n\nText\n',
};

beforeAll(async () => {
  const port = await findFreePort();
  const sitesPort = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  app = await buildTestApp({
    config: { baseUrl: origin, sitesUrl: `http://127.0.0.1:${sitesPort}`, allowPrivateNetworks: true },
    isListening: true,
  });
  sites = buildPublishedApp({ log: app.context.log, ...app.app.published });
  await sites.listen({ port: sitesPort, host: '127.0.0.1' });
  await app.server.listen({ port, host: '127.0.0.1' });
  folder = await temporaryDirectory();
  const repository = await createFixtureRepository(join(folder.path, 'acme.git'));
  await repository.commit(FILES);
  git = await startGitServer({ repositories: { acme: repository.directory } });
  browser = await launchChromium();
  page = await browser.newPage({ bypassCSP: true });
});
afterAll(async () => {
  await browser?.close();
  await git?.close();
  await sites?.close();
  await app?.close();
  await folder?.remove();
});

async function click(name: string): Promise<void> {
  clicks += 1;
  await page.getByRole('button', { name, exact: true }).click();
}
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

test('from the first sign-in to a published site of a repository takes few clicks', async () => {
  await signInWithToken(page, origin, app.adminToken);
  clicks += 2;
  await heading('Welcome to Lectern').waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/welcome');
  await page.getByRole('textbox', { name: 'Name of the organization' }).fill('Acme');
  await click('Continue');
  clicks += 1;
  await page.getByRole('button', { name: /^Import what you have/ }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(git.url('acme'));
  await click('Look');
  const sets = page.getByRole('list', { name: 'Choose what to import' });
  await runJobsFor(app, sets.waitFor());
  expect(await sets.getByRole('checkbox', { name: 'Product guide', exact: true }).isChecked()).toBe(true);
  expect(await sets.getByText('1 broken link').count()).toBe(1);
  expect(await sets.textContent()).toContain('MkDocs · api · 1 page');
  expect(await auditPage(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Title of the site' }).fill('Acme docs');
  await click('Import 2 sets');
  const report = page.getByRole('list', { name: 'Import report' });
  await runJobsFor(app, report.waitFor());
  await report.getByText('What could not be imported').click();
  expect(await report.getByText('README.md').count()).toBe(1);
  expect(await auditPage(page)).toEqual([]);
  clicks += 1;
  await page.getByRole('radio', { name: 'Anyone', exact: true }).check();
  await click('Publish');
  const site = page.getByRole('link', { name: 'Open site' });
  await site.waitFor();
  expect(clicks).toBeLessThanOrEqual(12);

  const reader = await browser.newPage();
  await reader.goto((await site.getAttribute('href')) as string);
  await reader.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  expect(await reader.getByRole('link', { name: 'Product guide' }).count()).toBeGreaterThan(0);
  await reader.close();

  await page.goto(`${origin}/app/welcome`);
  await heading('Home').waitFor();
  await page.goto(`${origin}/app/o/${app.organizationId}/add`);
  await page.getByRole('button', { name: /Imported$/ }).click();
  await page.getByRole('link', { name: 'Open API handbook' }).click();
  await page.getByRole('textbox', { name: 'Page title' }).waitFor();
});
