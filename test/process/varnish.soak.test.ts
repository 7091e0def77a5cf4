/** Two processes behind Varnish with the packaged configuration: a day of reading, while pages are edited. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, type Server, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { findFreePorts } from '../free-port.ts';
import { createSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

const VARNISH = '/usr/sbin/varnishd';
const hasVarnish = spawnSync(VARNISH, ['-V']).status === 0;
const CONFIGURATION = join(import.meta.dirname, '../../packaging/proxies/varnish.vcl');
const TOKEN = 'token-of-the-administrator-0123456789';
const HOSTNAME = 'docs.customer.example';
const PAGES = 30;
/** A day: so many reads, and one edit every two hours. */
const READS = 200_000;
const EDITS = 12;
const READERS = 12;
const FRESH_MS = 1_000;
const START_MS = 300_000;

interface Site {
  id: string;
  spaceId: string;
  host: string;
  /** Without a slash at the end. */
  base: string;
  pageIds: string[];
  /** By page: what was written last, when that was acknowledged, and when a cache was first told afterwards. */
  pages: { version: number; purgedAt: number }[];
}

let database: TestDatabase;
let setups: Setup[];
let services: RunningService[];
let folder: string;
let varnish: ChildProcess;
let varnishPort: number;
let relay: Server;
let sites: Site[];
let organizationId: string;
const agent = new Agent({ keepAlive: true, maxSockets: READERS + 4 });

/** By its socket: a proxy in this process would wait for the readers. */
function urlOf({
  connection: { path = '', port, username, password, database: name },
}: TestDatabase): string {
  const place = new URLSearchParams({ host: dirname(path), port: String(port) });
  return `postgres://${username}:${encodeURIComponent(password)}@localhost/${name}?${place}`;
}

const service = (n: number): RunningService => services[n % 2] as RunningService;
const call = async <Body>(method: string, path: string, body?: unknown, n = 0): Promise<Body> => {
  const response = await request<Body>(service(n), TOKEN, path, { method, ...(body ? { body } : {}) });
  expect(response.status, `${method} ${path}: ${JSON.stringify(response.body)}`).toBeLessThan(300);
  return response.body;
};

interface Read {
  status: number;
  text: string;
  cache: string | undefined;
  cookie: string | undefined;
  location: string | undefined;
}

/** Reads through Varnish. */
function read(host: string, path: string, headers: Record<string, string> = {}): Promise<Read> {
  return new Promise((resolve, reject) => {
    const sent = send(
      {
        ...{ agent, host: '127.0.0.1', port: varnishPort, path },
        headers: { host, accept: 'text/html,*/*', 'accept-encoding': 'gzip', ...headers },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const body = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          text: (response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString(),
          cache: response.headers['x-cache'] as string | undefined,
          cookie: response.headers['set-cookie']?.[0]?.split(';')[0],
          location: response.headers.location,
        });
      },
    );
    sent.once('error', reject);
    sent.end();
  });
}

/** The cache that the service knows, which notes when it was told, and tells Varnish. */
async function startRelay(port: number): Promise<void> {
  relay = createServer((incoming, response) => {
    const names = String(incoming.headers['surrogate-key']);
    const forwarded = send(
      { host: '127.0.0.1', port: varnishPort, method: 'PURGE', headers: { 'surrogate-key': names } },
      (answer) => {
        answer.resume();
        for (const site of sites)
          if (names.includes(site.id))
            for (const page of site.pages)
              if (page.purgedAt === Number.POSITIVE_INFINITY) page.purgedAt = performance.now();
        response.writeHead(answer.statusCode ?? 500).end();
      },
    );
    forwarded.once('error', () => response.writeHead(502).end());
    forwarded.end();
  });
  await once(relay.listen(port, '127.0.0.1'), 'listening');
}

async function startVarnish(ports: readonly string[]): Promise<void> {
  const packaged = await readFile(CONFIGURATION, 'utf8');
  const configuration = packaged
    .replace('.port = "3001"', `.port = "${ports[0]}"`)
    .replace(
      'sub vcl_init {',
      `backend second { .host = "127.0.0.1"; .port = "${ports[1]}"; }\nsub vcl_init {`,
    )
    .replace('service.add_backend(first);', 'service.add_backend(first); service.add_backend(second);');
  expect(configuration).not.toBe(packaged);
  const file = join(folder, 'varnish.vcl');
  await writeFile(file, configuration);
  const parameters = ['-F', '-j', 'none', '-n', join(folder, 'work'), '-T', 'none', '-s', 'malloc,64m'];
  varnish = spawn(VARNISH, [...parameters, '-a', `127.0.0.1:${varnishPort}`, '-f', file], {
    stdio: 'ignore',
  });
  await waitFor('Varnish', () =>
    read('nowhere.example', '/').then(
      ({ status }) => status > 0,
      () => false,
    ),
  );
}

/** The first page is the home page. */
const pathOf = ({ base }: Site, n: number): string => `${base}/${n === 0 ? '' : `page-${n}`}`;

const text = (n: number, version: number): string => `This is page ${n} in version ${version}.`;

async function addSite(title: string, settings: object = {}): Promise<Site> {
  const space = await call<{ id: string }>('POST', `/v1/orgs/${organizationId}/spaces`, { title });
  const changes = Array.from({ length: PAGES }, (_, n) => ({
    operation: 'insert_page',
    title: `Page ${n}`,
    document: { markdown: text(n, 0) },
  }));
  await call('POST', `/v1/spaces/${space.id}/content`, { changes });
  const { pages } = await call<{ pages: { id: string }[] }>('GET', `/v1/spaces/${space.id}/content/pages`);
  const site = await call<{ id: string }>('POST', `/v1/orgs/${organizationId}/sites`, {
    title,
    spaces: [space.id],
    ...settings,
  });
  await call('POST', `/v1/orgs/${organizationId}/sites/${site.id}/publish`, {});
  const of = `/v1/orgs/${organizationId}/sites/${site.id}`;
  const { urls } = await call<{ urls: { published: string } }>('GET', of);
  const published = new URL(urls.published);
  return {
    ...{ id: site.id, spaceId: space.id, host: published.host },
    base: published.pathname.replace(/\/$/, ''),
    pageIds: pages.map(({ id }) => id),
    pages: pages.map(() => ({ version: 0, purgedAt: 0 })),
  };
}

/** Gives the site a hostname without asking DNS. */
async function useHostname(site: Site): Promise<void> {
  await database.sql`update site set hostname = ${HOSTNAME}, hostname_verified_at = now() where site_id = ${site.id}`;
  await database.sql`insert into site_address (kind, name, organization_id, site_id)
    values ('hostname', ${HOSTNAME}, ${organizationId}, ${site.id})`;
  await call('PATCH', `/v1/orgs/${organizationId}/sites/${site.id}`, { title: 'A customer' });
  site.host = `${HOSTNAME}:${varnishPort}`;
  site.base = '';
}

beforeAll(async () => {
  if (!hasVarnish) return;
  folder = await mkdtemp(join(tmpdir(), 'lectern-varnish-'));
  database = await createTestDatabase();
  const [port = 0, relayPort = 0, ...ports] = await findFreePorts(6);
  varnishPort = port;
  sites = [];
  await startRelay(relayPort);
  const environment = {
    DATABASE_URL: urlOf(database),
    LECTERN_SECRET: randomBytes(32).toString('hex'),
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_SITES_URL: `http://127.0.0.1:${varnishPort}`,
    LECTERN_SITES_CDN_SECONDS: '86400',
    LECTERN_SITES_PURGE_URLS: `http://127.0.0.1:${relayPort}/`,
    LECTERN_TRUST_PROXY: '127.0.0.1',
  };
  setups = [await createSetup(), await createSetup()];
  services = [];
  for (const [n, setup] of setups.entries())
    services.push(
      await setup.serve({
        ...environment,
        LECTERN_PORT: String(ports[2 * n]),
        LECTERN_SITES_PORT: String(ports[2 * n + 1]),
      }),
    );
  await startVarnish([String(ports[1]), String(ports[3])]);
  const organizations = await call<{ items: { id: string }[] }>('GET', '/v1/orgs');
  organizationId = organizations.items[0]?.id as string;
  sites.push(await addSite('Manual'));
  const customer = await addSite('Customer');
  await useHostname(customer);
  sites.push(customer);
}, START_MS);
afterAll(async () => {
  if (!hasVarnish) return;
  agent.destroy();
  if (varnish?.exitCode === null) {
    varnish.kill('SIGTERM');
    await once(varnish, 'exit');
  }
  for (const setup of setups ?? []) await setup.clean();
  relay?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
}, START_MS);

/** The popularity of pages by Zipf: the second one is read half as often as the first. */
const WEIGHTS = Array.from({ length: PAGES }, (_, n) => 1 / (n + 1));
const SUM = WEIGHTS.reduce((sum, weight) => sum + weight, 0);
function drawPage(): number {
  let left = Math.random() * SUM;
  for (const [n, weight] of WEIGHTS.entries()) {
    left -= weight;
    if (left <= 0) return n;
  }
  return 0;
}

async function edit(site: Site, n: number, by: number): Promise<void> {
  const page = site.pages[n] as Site['pages'][number];
  const changes = [
    {
      operation: 'update_page',
      page: site.pageIds[n],
      document: { markdown: text(n, page.version + 1) },
    },
  ];
  await call('POST', `/v1/spaces/${site.spaceId}/content`, { changes }, by);
  page.version += 1;
  page.purgedAt = Number.POSITIVE_INFINITY;
}

test.runIf(hasVarnish)('a day of reading never reaches the service, and shows every edit', async () => {
  const counts = { reads: 0, hits: 0 };
  const wrong: string[] = [];
  let oldestMs = 0;
  const readOne = async (isCounted: boolean): Promise<void> => {
    const site = sites[Math.random() < 0.5 ? 0 : 1] as Site;
    const n = drawPage();
    const { version, purgedAt } = site.pages[n] as Site['pages'][number];
    const beganAt = performance.now();
    const { status, text: page, cache } = await read(site.host, pathOf(site, n));
    const shown = Number(/ in version (\d+)\./.exec(page)?.[1] ?? -1);
    if (status !== 200 || shown < 0) wrong.push(`${pathOf(site, n)}: ${status}`);
    if (shown < version) {
      if (Number.isFinite(purgedAt)) oldestMs = Math.max(oldestMs, beganAt - purgedAt);
      if (beganAt > purgedAt + FRESH_MS)
        wrong.push(
          `page ${n}: version ${shown} instead of ${version}, ${beganAt - purgedAt} ms after the purge`,
        );
    }
    if (!isCounted) return;
    counts.reads += 1;
    if (cache === 'hit') counts.hits += 1;
  };
  const startedAt = performance.now();
  const readers = Array.from({ length: READERS }, async () => {
    while (counts.reads < READS) await readOne(true);
  });
  const writer = (async () => {
    for (let n = 0; n < EDITS; n += 1) {
      while (counts.reads < ((n + 0.5) * READS) / EDITS) await sleep(10);
      await edit(sites[n % 2] as Site, drawPage(), n);
    }
  })();
  await Promise.all([...readers, writer]);
  const rate = counts.hits / counts.reads;
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${counts.reads} reads in ${seconds.toFixed(0)} s, ${EDITS} edits: ${(rate * 100).toFixed(2)} % from the cache; an old page at most ${oldestMs.toFixed(0)} ms after a purge.`,
  );
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(rate).toBeGreaterThanOrEqual(0.99);

  // Edits one after the other, which readers look at all the time: fetches are under way during the purges.
  let isOver = false;
  const watching = Array.from({ length: READERS }, async () => {
    while (!isOver) await readOne(false);
  });
  for (let n = 0; n < 20; n += 1) {
    await edit(sites[n % 2] as Site, n % 3, n);
    await sleep(300);
  }
  await sleep(3_000);
  isOver = true;
  await Promise.all(watching);
  expect(wrong.slice(0, 10)).toEqual([]);
  for (const site of sites)
    for (const [n, { version }] of site.pages.entries())
      expect((await read(site.host, pathOf(site, n))).text).toContain(text(n, version));
});

test.runIf(hasVarnish)('what is not for everybody is never kept', async () => {
  const secret = 'version 0';
  /** With what lets somebody in, twice, and without it: never from the cache, and never shown. */
  const expectPrivate = async (
    site: Site,
    path: string,
    headers: Record<string, string>,
    stranger = path,
  ) => {
    for (let n = 0; n < 4; n += 1) {
      const inside = await read(site.host, path, headers);
      expect(inside.status, path).toBe(200);
      expect(inside.text).toContain(secret);
      expect(inside.cache).toBe('miss');
      const outside = await read(site.host, stranger);
      expect(outside.text).not.toContain(secret);
      expect(outside.cache).toBe('miss');
    }
  };
  const shared = await addSite('Shared', { visibility: 'share-link' });
  const of = `/v1/orgs/${organizationId}/sites/${shared.id}`;
  const link = await call<{ urls: { published: string } }>('POST', `${of}/share-links`, { name: 'Partners' });
  const address = new URL(link.urls.published).pathname.replace(/\/$/, '');
  await expectPrivate(shared, `${address}/page-1`, {}, `${shared.base}/page-1`);

  const gated = await addSite('Visitors', { visibility: 'visitor-auth' });
  const auth = `/v1/orgs/${organizationId}/sites/${gated.id}/publishing/auth`;
  const { privateKey } = await call<{ privateKey: string }>('GET', auth);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = `${encode({ alg: 'HS256' })}.${encode({ exp: Math.floor(Date.now() / 1000) + 3600 })}`;
  const token = `${payload}.${createHmac('sha256', privateKey).update(payload).digest('base64url')}`;
  const entered = await read(gated.host, `${gated.base}/page-1?jwt_token=${token}`);
  expect([entered.status, entered.cache]).toEqual([303, 'miss']);
  await expectPrivate(gated, `${gated.base}/page-1`, { cookie: `theme=dark; ${entered.cookie}` });

  const open = sites[0] as Site;
  const drafts = `/v1/spaces/${open.spaceId}/change-requests`;
  const draft = await call<{ id: string }>('POST', drafts, { subject: 'A draft' });
  await call('POST', `${drafts}/${draft.id}/content`, {
    changes: [{ operation: 'update_page', page: open.pageIds[1], document: { markdown: 'Only a draft.' } }],
  });
  const preview = await call<{ url: string }>('POST', `${drafts}/${draft.id}/preview-links`, {
    expiresIn: 1,
  });
  const { host, pathname, search } = new URL(preview.url);
  let at: Read = await read(host, pathname + search);
  for (let n = 0; n < 5 && at.location; n += 1) {
    expect(at.cache).toBe('miss');
    const next = new URL(at.location, preview.url);
    at = await read(next.host, next.pathname + next.search, at.cookie ? { cookie: at.cookie } : {});
  }
  expect([at.status, at.cache]).toEqual([200, 'miss']);
  expect((await read(open.host, `${open.base}/page-1`)).text).not.toContain('Only a draft');

  // A public site that becomes private.
  const closing = await addSite('Closing');
  const page = `${closing.base}/page-1`;
  await read(closing.host, page);
  expect(await read(closing.host, page)).toMatchObject({ status: 200, cache: 'hit' });
  // Neither the name of another site nor a token makes somebody else see something else.
  expect((await read(closing.host, page, { 'x-forwarded-host': (sites[1] as Site).host })).text).toContain(
    'Page 1',
  );
  expect((await read(closing.host, page, { authorization: 'Bearer nothing' })).cache).toBe('miss');
  await call('PATCH', `/v1/orgs/${organizationId}/sites/${closing.id}`, { visibility: 'share-link' });
  await waitFor('the purge', async () => (await read(closing.host, page)).status !== 200);
  await sleep(FRESH_MS);
  expect((await read(closing.host, page)).text).not.toContain(secret);
});

test.runIf(hasVarnish)('only names of objects can be purged', async () => {
  const purge = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = send({ host: '127.0.0.1', port: varnishPort, method: 'PURGE', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.once('error', reject);
      sent.end();
    });
  expect(await purge({ 'surrogate-key': `site:${sites[0]?.id}` })).toBe(200);
  for (const names of ['', 'site:.*', 'site:a|b', 'site:a) || obj.http.x ~ (b', 'Site:a'])
    expect(await purge({ 'surrogate-key': names }), names).toBe(400);
});
