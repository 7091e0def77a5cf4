/** Takes the pictures of the documentation from a service that is started for them. */
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { signInWithToken } from '../browser/sign-in-with-token.ts';
import { createFixtureRepository } from '../git-fixtures.ts';
import { type GitServer, startGitServer } from '../git-server.ts';
import { createSetup, type RunningService, type Setup } from '../process/service-process.ts';
import { ADMIN_EMAIL, ADMIN_TOKEN, addCompany, type Company } from './company.ts';
import { REPOSITORY_FILES } from './company-pages.ts';
import { FIRST_PICTURES, fileOf, PICTURES, type Picture, type Shown } from './pictures.ts';
import { type PretendProxy, startPretendProxy } from './pretend-proxy.ts';
import { createPretendTime, NOW, type PretendTime } from './pretend-time.ts';
import { savePicture } from './save-picture.ts';

const ASSETS = fileURLToPath(new URL('../../docs/.gitbook/assets/', import.meta.url));
/** The addresses of a service on its default ports, which the browser shows. */
const APP_ORIGIN = 'http://127.0.0.1:3000';
const SITES_ORIGIN = 'http://sites.fernhollow.example';
const REPOSITORY = 'https://git.fernhollow.example/meadow/docs';
const SIZE = { width: 1120, height: 720 };
/** Pixels of a picture for each pixel of the window: sharp on good screens, and still small. */
const DENSITY = 1.5;

/** `names`: take only these. */
export async function run(names: readonly string[]): Promise<void> {
  const isChosen = ({ name }: Picture): boolean => names.length === 0 || names.includes(name);
  // The process that runs git is made for test workers, and does not keep this one alive.
  const alive = setInterval(() => {}, 60_000);
  const setup = await createSetup();
  const running: { close(): Promise<unknown> }[] = [{ close: () => setup.clean() }];
  try {
    const git = await startGit(setup);
    running.unshift(git);
    const time = createPretendTime();
    const service = await startService(setup);
    running.unshift({ close: () => service.stop() });
    const proxies = await Promise.all(
      [service.url, service.sitesUrl].map((url) => startPretend(Number(new URL(url).port), time, git)),
    );
    running.unshift(...proxies);
    const browser = await launchMapped(proxies);
    running.unshift(browser);
    await takeAll(browser, FIRST_PICTURES.filter(isChosen), NOTHING_YET);
    const company = await addCompany(setup, service, time);
    time.setMoment('2026-03-12T09:35:00.000Z');
    const later = PICTURES.filter((picture) => isChosen(picture) && !FIRST_PICTURES.includes(picture));
    await takeAll(browser, later, await showCompany(service, company));
  } finally {
    for (const one of running) await one.close();
    clearInterval(alive);
  }
}

async function startService(setup: Setup): Promise<RunningService> {
  return setup.serve({
    LECTERN_BASE_URL: APP_ORIGIN,
    LECTERN_SITES_URL: SITES_ORIGIN,
    LECTERN_ADMIN_TOKEN: ADMIN_TOKEN,
    LECTERN_ADMIN_EMAIL: ADMIN_EMAIL,
    LECTERN_ALLOW_PRIVATE_NETWORKS: 'true',
  });
}

async function startGit(setup: Setup): Promise<GitServer> {
  const { directory } = await createFixtureRepository(join(setup.dataDir, '../docs.git'), {
    files: REPOSITORY_FILES,
  });
  return startGitServer({ repositories: { docs: directory }, allowPush: true });
}

/** What differs from run to run is replaced: times, the address of the Git server, and random keys. */
function startPretend(port: number, time: PretendTime, git: GitServer): Promise<PretendProxy> {
  const repository = git.url('docs');
  return startPretendProxy(port, {
    incoming: (sent) => sent.replaceAll(REPOSITORY, repository),
    outgoing: (answered) =>
      time
        .translate(answered)
        .replaceAll(repository, REPOSITORY)
        .replaceAll(/lectern-verification=[\w-]+/g, 'lectern-verification=4f8c1e0b7a52d963'),
  });
}

function launchMapped([app, sites]: readonly PretendProxy[]): Promise<Browser> {
  const rules = [
    `MAP ${new URL(APP_ORIGIN).host} 127.0.0.1:${app?.port}`,
    `MAP ${new URL(SITES_ORIGIN).host} 127.0.0.1:${sites?.port}`,
  ];
  return launchChromium([`--host-resolver-rules=${rules.join(',')}`], 'Noto');
}

const NOTHING_YET: Shown = {
  app: `${APP_ORIGIN}/app`,
  site: SITES_ORIGIN,
  repository: REPOSITORY,
  organizationId: '',
  guideId: '',
  handbookId: '',
  emptyId: '',
  siteId: '',
  pages: {},
  tomasId: '',
};

async function showCompany(service: RunningService, company: Company): Promise<Shown> {
  const response = await fetch(`${service.url}/v1/orgs/${company.organizationId}/sites/${company.siteId}`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  const { urls } = (await response.json()) as { urls: { published: string } };
  return {
    ...NOTHING_YET,
    ...company,
    site: urls.published.replace(/\/$/, ''),
  };
}

async function takeAll(browser: Browser, pictures: readonly Picture[], shown: Shown): Promise<void> {
  if (pictures.length === 0) return;
  const context = await browser.newContext({
    viewport: SIZE,
    deviceScaleFactor: DENSITY,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // What it keeps would be of the picture before.
    serviceWorkers: 'block',
  });
  await context.clock.setFixedTime(NOW);
  // Which pages were opened before depends on which pictures are taken.
  await context.route('**/v1/user/recent', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 204 }) : route.continue(),
  );
  const page = await context.newPage();
  await signInWithToken(page, APP_ORIGIN, ADMIN_TOKEN);
  const failed: string[] = [];
  for (const picture of pictures) {
    try {
      await take(page, picture, shown);
    } catch (error) {
      failed.push(`${picture.name}: ${(error as Error).message}`);
    }
  }
  await context.close();
  if (failed.length > 0) throw new Error(`Not taken:\n${failed.join('\n')}`);
}

async function take(page: Page, picture: Picture, shown: Shown): Promise<void> {
  await page.setViewportSize({ ...SIZE, ...picture.size });
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    if (scheme === 'light' || picture.isLoadedAgain) await open(page, picture, shown);
    await settle(page);
    const clip = await findClip(page, picture);
    const png = await page.screenshot({
      animations: 'disabled',
      caret: 'hide',
      timeout: 120_000,
      ...(clip && { clip }),
    });
    const path = join(ASSETS, fileOf(picture, scheme));
    const isNew = await savePicture(png, path);
    process.stdout.write(`${isNew ? 'taken    ' : 'unchanged'} ${fileOf(picture, scheme)}\n`);
  }
}

async function open(page: Page, picture: Picture, shown: Shown): Promise<void> {
  const address = picture.address(shown);
  // An address that differs only after the # would not be loaded.
  if (picture.isLoadedAgain) await page.goto('about:blank');
  await page.goto(address.startsWith('http') ? address : shown.app + address);
  await page.waitForLoadState('networkidle');
  await picture.steps?.(page, shown);
}

async function findClip(page: Page, { isWithoutSidebar }: Picture) {
  const { width, height } = page.viewportSize() ?? SIZE;
  if (!isWithoutSidebar) return undefined;
  const sidebar = await page.getByLabel('Sidebar', { exact: true }).boundingBox();
  const x = Math.ceil((sidebar?.x ?? 0) + (sidebar?.width ?? 0));
  return { x, y: 0, width: width - x, height };
}

/** Waits until nothing is loaded or faded in any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(700);
}
