/**
 * Measures warm reads of a published site and of its pages ÷ a bare `node:http` server that sends the same bytes; first
 * views of pages; search in a site of many spaces; and the time until a change of the visibility takes effect in
 * another process.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findEmbeddedPostgres } from '../apps/server/platform/db/embedded/find-running.ts';
import { createFixtureRepository, temporaryDirectory } from '../test/git-fixtures.ts';
import { type GitServer, startGitServer } from '../test/git-server.ts';
import { startDatabaseProxy } from '../test/process/database-proxy.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { compareWithBare } from './compare-with-bare.ts';
import { createDocumentation } from './documentation.ts';
import { LOAD_CORE, pin, SERVER_CORE } from './load.ts';
import { proseFiles, proseQueries, SECTIONS_OF_PAGE } from './prose.ts';
import { addSpace, importRepository, median, processorTime, TOKEN, withService } from './service.ts';

const PAGES = 5000;
const SEARCHED_SPACES = 20;
const SEARCHED_PAGES = 1000 / SECTIONS_OF_PAGE;
const CONNECTIONS = [1, 16];
const QUERIES = 3000;
const CHANGES = 20;
const FIRST_VIEWS = 200;
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const PARTS: Record<string, () => Promise<void>> = {
  reads: () => withDocumentation(measureReads),
  pages: () => withDocumentation(measurePages),
  search: measureSearch,
  changes: measureChanges,
};

/** Runs the parts with these names, or all parts. */
export async function run(parts: readonly string[] = []): Promise<void> {
  const unknown = parts.find((part) => !(part in PARTS));
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}: ${Object.keys(PARTS).join(', ')}.`);
  for (const [name, measure] of Object.entries(PARTS))
    if (parts.length === 0 || parts.includes(name)) await measure();
}

interface Site {
  /** The path of the site in the API. */
  path: string;
  /** The address for readers, with a slash at the end. */
  url: string;
  /** The token of a visitor without claims. */
  apiToken: string;
}

/** Puts spaces on a published site that everybody sees. */
async function publishSite(service: RunningService, spaces: readonly string[]): Promise<Site> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const sites = `/v1/orgs/${organizations.body.items[0]?.id}/sites`;
  const body = { title: 'Measured', spaces, visibility: 'public' };
  const created = await request<{ id: string }>(service, TOKEN, sites, { method: 'POST', body });
  const path = `${sites}/${created.body.id}`;
  const published = await request<{ urls: { published: string } }>(service, TOKEN, `${path}/publish`, {
    method: 'POST',
  });
  const url = published.body.urls.published;
  const resolved = await request<{ apiToken: string }>(service, TOKEN, '/v1/urls/published', {
    method: 'POST',
    body: { url, visitor: {} },
  });
  return { path, url, apiToken: resolved.body.apiToken };
}

async function importProse(
  { service, git, folder }: { service: RunningService; git: GitServer; folder: string },
  edition: number,
): Promise<string> {
  const name = `prose-${edition}`;
  const files = proseFiles(SEARCHED_PAGES, edition);
  const { directory } = await createFixtureRepository(join(folder, name), { files });
  git.options.repositories[name] = directory;
  const spaceId = await addSpace(service, name);
  await importRepository(service, spaceId, git.url(name));
  return spaceId;
}

/** Measures each query once, so that no answer is in memory. */
async function measureSearch(): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    await withService(async (service) => {
      pin(service.pid, SERVER_CORE);
      const spaces: string[] = [];
      for (let edition = 1; edition <= SEARCHED_SPACES; edition += 1)
        spaces.push(await importProse({ service, git, folder: folder.path }, edition));
      const site = await publishSite(service, spaces);
      const file = join(folder.path, 'asked.json');
      const ask = async (queries: readonly string[], connections: number) => {
        const headers = { authorization: `Bearer ${site.apiToken}`, 'content-type': 'application/json' };
        const bodies = queries.map((query) => JSON.stringify({ query, scope: { mode: 'all' } }));
        const paths = queries.map(() => `${site.path}/search?limit=10`);
        const asked = { origin: service.url, headers, paths, bodies, connections, once: true };
        writeFileSync(file, JSON.stringify(asked));
        const program = fileURLToPath(new URL('ask.mjs', import.meta.url));
        const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
        pin(child.pid as number, LOAD_CORE);
        const [text] = (await once(child.stdout, 'data')) as [Buffer];
        return JSON.parse(String(text)) as { perSecond: number; p50: number; p95: number; p99: number };
      };
      const queries = proseQueries(QUERIES * (1 + CONNECTIONS.length), SEARCHED_PAGES, 1);
      await ask(queries.splice(0, QUERIES), 1);
      for (const connections of CONNECTIONS) {
        const before = processorTime(service.pid);
        const { perSecond, p50, p95, p99 } = await ask(queries.splice(0, QUERIES), connections);
        const used = (processorTime(service.pid) - before) / QUERIES;
        console.log(
          `site search over ${SEARCHED_SPACES} spaces of ${SEARCHED_PAGES * SECTIONS_OF_PAGE} sections, ` +
            `${connections} at once: ${Math.round(perSecond)}/s, ${used.toFixed(1)} ms of processor time each, ` +
            `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
        );
      }
    });
  } finally {
    await git.close();
    await folder.remove();
  }
}

/**
 * Measures the time from the request of a change in one process until another process refuses readers, and until it
 * admits them again.
 */
async function measureChanges(): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  await withService(
    async (first, setup) => {
      const database = findEmbeddedPostgres(setup.dataDir)?.connection;
      if (!database) throw new Error('The database of the service is not there.');
      const proxy = await startDatabaseProxy(database);
      await withService(
        async (second) => {
          const site = await publishSite(first, [await addSpace(first, 'Measured')]);
          const url = second.sitesUrl + new URL(site.url).pathname;
          const resolves = async (): Promise<boolean> => {
            const asked = { method: 'POST', body: { url, visitor: {} } };
            return (await request(second, TOKEN, '/v1/urls/published', asked)).status === 200;
          };
          const milliseconds: number[] = [];
          for (let change = 0; change < CHANGES; change += 1) {
            const isOpen = change % 2 === 1;
            const begun = performance.now();
            const body = { visibility: isOpen ? 'public' : 'visitor-auth' };
            await request(first, TOKEN, site.path, { method: 'PATCH', body });
            while ((await resolves()) !== isOpen);
            milliseconds.push(performance.now() - begun);
          }
          console.log(
            `visibility change to effect in a second process: median ${median(milliseconds).toFixed(1)} ms, ` +
              `longest ${Math.max(...milliseconds).toFixed(1)} ms`,
          );
        },
        { DATABASE_URL: proxy.url(database.database), LECTERN_SECRET: secret },
      );
      await proxy.close();
    },
    { LECTERN_SECRET: secret },
  );
}

interface Documented {
  service: RunningService;
  spaceId: string;
  site: Site;
  /** The folder for files of the measurement. */
  folder: string;
}

/** Measures on a published site of one large space. */
async function withDocumentation(measure: (documented: Documented) => Promise<void>): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    await withService(async (service) => {
      pin(service.pid, SERVER_CORE);
      const { directory } = await createDocumentation(join(folder.path, 'docs'), PAGES, 'e1');
      git.options.repositories.docs = directory;
      const spaceId = await addSpace(service, 'docs');
      await importRepository(service, spaceId, git.url('docs'));
      const site = await publishSite(service, [spaceId]);
      await measure({ service, spaceId, site, folder: folder.path });
    });
  } finally {
    await git.close();
    await folder.remove();
  }
}

async function measureReads({ service, spaceId, site, folder }: Documented): Promise<void> {
  const url = `${site.url}part-3/page-7`;
  const headers = { authorization: `Bearer ${site.apiToken}` };
  const space = await request<{ revision: string }>(service, site.apiToken, `/v1/spaces/${spaceId}`);
  const revision = `/v1/spaces/${spaceId}/revisions/${space.body.revision}?metadata=true`;
  await compareWithBare(service, folder, {
    name: 'resolve a URL',
    path: '/v1/urls/published',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url, visitor: { type: 'human' }, redirectOnError: false }),
    statuses: [200],
  });
  const published = { name: 'published site', path: `${site.path}/published`, headers };
  await compareWithBare(service, folder, { ...published, statuses: [200, 304] });
  const whole = { name: `revision of ${PAGES} pages`, path: revision, headers };
  await compareWithBare(service, folder, { ...whole, statuses: [200, 304] });
}

interface PlacedPage {
  type: string;
  path: string;
  pages?: PlacedPage[];
}

const listPaths = (pages: readonly PlacedPage[]): string[] =>
  pages.flatMap(({ type, path, pages: below = [] }) => [
    ...(type === 'document' ? [path] : []),
    ...listPaths(below),
  ]);

async function measurePages({ service, spaceId, site, folder }: Documented): Promise<void> {
  const { origin, pathname } = new URL(site.url);
  // The service records each read of a program as an event, so the requests look like those of a browser.
  const headers = { accept: 'text/html', 'user-agent': BROWSER };
  const view = async (path: string): Promise<void> => {
    const response = await fetch(origin + path, { headers });
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    await response.arrayBuffer();
  };
  const pages = await request<{ pages: PlacedPage[] }>(service, TOKEN, `/v1/spaces/${spaceId}/content/pages`);
  const paths = listPaths(pages.body.pages)
    .slice(0, 2 * FIRST_VIEWS)
    .map((path) => pathname + path);
  const milliseconds: number[] = [];
  for (const views of [paths.slice(0, FIRST_VIEWS), paths.slice(FIRST_VIEWS)]) {
    const before = processorTime(service.pid);
    for (const path of views) await view(path);
    milliseconds.push((processorTime(service.pid) - before) / views.length);
  }
  console.log(
    `first view of a page of ${PAGES}: ${milliseconds[1]?.toFixed(1)} ms of processor time ` +
      `(of the first ${FIRST_VIEWS} views since the start: ${milliseconds[0]?.toFixed(1)} ms)`,
  );
  // The first one is the home page, which has another address.
  const page = { name: 'published page', path: paths[1] as string, origin, headers };
  await compareWithBare(service, folder, { ...page, statuses: [200, 304] });
}
