/**
 * An inbox of thousands of change requests: what its pages cost the service, and the browser, whose processor is slowed
 * down four-fold.
 */
import { loadavg } from 'node:os';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../test/browser/chromium.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { type ConsolePage, signIn, withConsole, workOf } from './console/console-page.ts';
import { addSpace, median, TOKEN, withService } from './service.ts';

const SPACES = 5;
const AT_ONCE = 8;
const PER_PAGE = 50;
const SLOWDOWN = 4;
const SCROLLS = 40;
const SCROLL_PIXELS = 700;

interface Page {
  count: number;
  next?: { page: string };
}

/** `count`: how many change requests there are; `rounds`: how often each figure is measured. */
export async function run([count = '5000', rounds = '5']: string[] = []): Promise<void> {
  const browser = await launchChromium();
  try {
    await withService(async (service) => {
      const organizationId = await addRequests(service, Number(count));
      await measureLists(service, organizationId, Number(rounds));
      await measureConsole(browser, service, organizationId, Number(rounds));
    });
  } finally {
    await browser.close();
  }
}

/** Returns the organization. */
async function addRequests(service: RunningService, count: number): Promise<string> {
  const { body } = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const spaceIds: string[] = [];
  for (let n = 1; n <= SPACES; n += 1) spaceIds.push(await addSpace(service, `Space ${n}`));
  let added = 0;
  const add = async (): Promise<void> => {
    while (added < count) {
      added += 1;
      const path = `/v1/spaces/${spaceIds[added % SPACES]}/change-requests`;
      const sent = { method: 'POST', body: { subject: `Explain option ${added} of the installer` } };
      const { status } = await request(service, TOKEN, path, sent);
      if (status !== 201) throw new Error(`A change request was refused with the status ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, add));
  return body.items[0]?.id as string;
}

async function measureLists(service: RunningService, organizationId: string, rounds: number): Promise<void> {
  const list = `/v1/orgs/${organizationId}/change-requests?status=open&status=draft&limit=${PER_PAGE}`;
  const read = async (query: string): Promise<{ page: Page; time: number }> => {
    const startedAt = performance.now();
    const { body } = await request<Page>(service, TOKEN, list + query);
    return { page: body, time: performance.now() - startedAt };
  };
  for (const [name, query] of [
    ['the first page', ''],
    ['the first page of a query', '&query=option+7'],
    ['the first page of “To review”', '&awaitedReviewer=me'],
    ['the first page of “Mentioned”', '&mentioned=me'],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push((await read(query)).time);
    print(name, `${median(times).toFixed(0)} ms`);
  }
  const startedAt = performance.now();
  let pages = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined; pages += 1)
    cursor = (await read(cursor === '' ? '' : `&page=${encodeURIComponent(cursor)}`)).page.next?.page;
  print(`all ${pages} pages, one after another`, `${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

async function measureConsole(
  browser: Browser,
  service: RunningService,
  organizationId: string,
  rounds: number,
): Promise<void> {
  const state = await signIn(browser, service.url);
  const [opening, scrolling]: number[][] = [[], []];
  let rows = 0;
  // The first round warms the service.
  for (let round = -1; round < rounds; round += 1)
    await withConsole(browser, { url: service.url, state, slowdown: SLOWDOWN }, async ({ page, session }) => {
      const startedAt = performance.now();
      await page.goto(`${service.url}/app/o/${organizationId}/change-requests`);
      await rowsOf(page).first().waitFor();
      const time = performance.now() - startedAt;
      await page.waitForLoadState('networkidle');
      await page.mouse.move(800, 500);
      const work = await workOf(session, () => scroll(page));
      rows = await rowsOf(page).count();
      if (round < 0) return;
      opening?.push(time);
      scrolling?.push(work.total / SCROLLS);
    });
  print('the first rows, nothing in the browser', `${median(opening ?? []).toFixed(0)} ms`);
  print(`scrolling by ${SCROLL_PIXELS} pixels, thread time`, `${median(scrolling ?? []).toFixed(1)} ms`);
  print('rows that exist after that', `${rows}`);
}

const rowsOf = (page: ConsolePage['page']) =>
  page.getByRole('list', { name: 'Change requests', exact: true }).getByRole('listitem');

async function scroll(page: ConsolePage['page']): Promise<void> {
  for (let n = 0; n < SCROLLS; n += 1) {
    await page.mouse.wheel(0, SCROLL_PIXELS);
    await page.waitForTimeout(100);
  }
}

const print = (name: string, figure: string): void =>
  console.log(`${name}: ${figure} (load ${loadavg()[0]?.toFixed(1)})`);
