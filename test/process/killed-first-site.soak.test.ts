/** A first start that is killed while the site of the documentation is filled and published. */
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { createPreparedSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' };
const KILLS = 20;
/** The job begins a second after the start, and takes about as long. */
const LONGEST_DELAY_MS = 2500;

interface Page {
  id: string;
  title: string;
  type: string;
  pages?: Page[];
}

let setup: Setup;
let service: RunningService;

beforeEach(async () => {
  setup = await createPreparedSetup();
});
afterEach(() => setup.clean());

async function read<Body>(path: string): Promise<Body> {
  const response = await request<Body>(service, TOKEN, path);
  expect(response.status, path).toBe(200);
  return response.body;
}

async function list<Item>(path: string): Promise<Item[]> {
  return (await read<{ items: Item[] }>(path)).items;
}

const listPages = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...listPages(page.pages ?? [])]);

/** The pages that the table of contents of the documentation names. */
async function countDocumentedPages(): Promise<number> {
  const summary = await readFile(new URL('../../docs/SUMMARY.md', import.meta.url), 'utf8');
  return [...summary.matchAll(/^\s*\* \[/gm)].length;
}

test('a first start that is killed again and again ends with one published site that has every page', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  const random = createRandom(seed);
  service = await setup.serve(ENVIRONMENT);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(random() * LONGEST_DELAY_MS);
    service.kill('SIGKILL');
    await service.ended;
    service = await setup.serve(ENVIRONMENT);
  }

  const [organization] = await list<{ id: string }>('/v1/orgs');
  const own = `/v1/orgs/${organization?.id}`;
  interface Site {
    id: string;
    published: boolean;
    urls: { published: string };
  }
  await waitFor('the site to be published', async () => {
    const [site] = await list<Site>(`${own}/sites`);
    return site?.published === true;
  });
  const sites = await list<Site>(`${own}/sites`);
  expect(sites).toHaveLength(1);
  const [site] = sites as [Site];
  const spaces = await list<{ id: string }>(`${own}/spaces`);
  expect(spaces).toHaveLength(1);
  const siteSpaces = await list<{ space: { id: string } }>(`${own}/sites/${site.id}/site-spaces`);
  expect(siteSpaces.map(({ space }) => space.id)).toEqual([spaces[0]?.id]);

  const { pages } = await read<{ pages: Page[] }>(`/v1/spaces/${spaces[0]?.id}/content/pages`);
  const documents = listPages(pages).filter(({ type }) => type === 'document');
  expect(documents).toHaveLength(await countDocumentedPages());
  const content = `/v1/spaces/${spaces[0]?.id}/content/page`;
  for (const { id, title } of documents) {
    const { markdown } = await read<{ markdown: string }>(`${content}/${id}?format=markdown`);
    expect(markdown, title).toMatch(/^# .+/m);
  }
  const { pathname } = new URL(site.urls.published);
  const home = await fetch(service.sitesUrl + pathname);
  expect(home.status).toBe(200);

  // Published once: the job did not end twice.
  const events = await list<{ action: string }>(`${own}/audit-events?limit=100`);
  const published = events.filter(({ action }) => action === 'site.published');
  expect(published).toHaveLength(1);
  expect((await service.stop()).code).toBe(0);
}, 1_800_000);
