// The old process serves while the new one migrates and starts, and no request fails. The old builds are those of all
// version tags, which are made before the first release; LECTERN_OLD_BUILD names the `main.js` of one to use instead.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrateDatabase } from '../../apps/server/platform/db/migrate.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '../database.ts';
import { findFreePorts } from '../free-port.ts';
import { temporaryDirectory } from '../git-fixtures.ts';
import { linkPackages } from '../linked-packages.ts';
import { openTaggedHistory } from '../tagged-history.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { createSetup, type RunningService, type Setup } from './service-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MIGRATIONS = join(ROOT, 'apps/server/platform/db/migrations');
const TOKEN = 'token-of-the-administrator-0123456789';

let database: TestDatabase;
let proxy: DatabaseProxy;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let setups: Setup[];

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(inject('databaseServer'));
  folder = await temporaryDirectory();
  setups = [];
});
afterEach(async () => {
  for (const setup of setups) await setup.clean();
  await proxy.close();
  await database.drop();
  await folder.remove();
});

const secret = randomBytes(32).toString('hex');

async function serve(main?: string): Promise<RunningService> {
  const setup = await createSetup(main === undefined ? {} : { main });
  setups.push(setup);
  const [api, sites] = await findFreePorts(2);
  return setup.serve({
    DATABASE_URL: proxy.url(database.connection.database),
    LECTERN_SECRET: secret,
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_DRAIN_SECONDS: '5',
    LECTERN_PORT: String(api),
    LECTERN_SITES_PORT: String(sites),
    LECTERN_BASE_URL: 'http://lectern.test',
    LECTERN_SITES_URL: 'http://sites.test',
  });
}

/**
 * Builds a release in a folder of its own: with the packages that are installed here if it has the same ones, and with
 * its own otherwise.
 */
function buildOld(tag: string): string {
  const target = join(folder.path, 'old');
  mkdirSync(target);
  const archive = execFileSync('git', ['archive', tag], { cwd: history.repository, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', target], { input: archive });
  if (readLock(target) === readLock(ROOT)) linkPackages(target);
  const prepare = `import('./scripts/prepare.mjs').then(({ prepare }) => prepare({ checksTypes: false }))`;
  execFileSync(process.execPath, ['--eval', prepare], {
    cwd: target,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(target, 'dist/main.js');
}

const readLock = (place: string): string => readFileSync(join(place, 'package-lock.json'), 'utf8');

interface Asked {
  method?: string;
  path: string;
  body?: object;
}

interface Response {
  status: number;
  body: string;
}

function ask(agent: Agent | undefined, url: string, { method, path, body }: Asked): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const request = send(`${url}${path}`, {
      ...(agent ? { agent } : {}),
      method: method ?? (body ? 'POST' : 'GET'),
      headers,
    });
    request.once('error', reject).once('response', (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          text += chunk;
        })
        .once('error', reject)
        .once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    request.end(body && JSON.stringify(body));
  });
}

/** Requests that read and write rows of many tables, most of them in transactions. */
async function chooseRequests(service: RunningService): Promise<((n: number) => Asked)[]> {
  const user = JSON.parse((await ask(undefined, service.url, { path: '/v1/orgs' })).body) as {
    items: { id: string }[];
  };
  const orgId = user.items[0]?.id as string;
  const space = JSON.parse(
    (await ask(undefined, service.url, { path: `/v1/orgs/${orgId}/spaces`, body: { title: 'Under load' } }))
      .body,
  ) as { id: string };
  return [
    () => ({ path: '/v1/user' }),
    () => ({ path: `/v1/orgs/${orgId}/spaces` }),
    () => ({ path: `/v1/spaces/${space.id}` }),
    () => ({ path: `/v1/spaces/${space.id}/content` }),
    (n) => ({ method: 'PATCH', path: `/v1/spaces/${space.id}`, body: { title: `Title ${n}` } }),
    (n) => ({ path: `/v1/spaces/${space.id}/change-requests`, body: { subject: `Subject ${n}` } }),
    () => ({ path: `/v1/spaces/${space.id}/change-requests` }),
    (n) => ({ path: '/v1/orgs', body: { title: `Organization ${n}` } }),
    (n) => ({ path: `/v1/orgs/${orgId}/teams`, method: 'PUT', body: { title: `Team ${n}` } }),
    () => ({ path: `/v1/orgs/${orgId}/members` }),
    (n) => ({ path: `/v1/orgs/${orgId}/sites`, body: { title: `Site ${n}` } }),
    () => ({ path: `/v1/orgs/${orgId}/sites` }),
  ];
}

/** Clients that send one request after the other to the process that `chooseUrl` names. */
function startClients(requests: ((n: number) => Asked)[], chooseUrl: () => string) {
  let isEnding = false;
  let count = 0;
  const failures: string[] = [];
  const clients = requests.map(async (choose, n) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isEnding) {
      count += 1;
      const asked = choose(count);
      const outcome = await ask(agent, chooseUrl(), asked).then(
        ({ status, body }) => (status < 300 ? undefined : `${status} ${body.slice(0, 200)}`),
        String,
      );
      if (outcome !== undefined) failures.push(`${asked.method ?? ''} ${asked.path}: ${outcome}`);
      await sleep((n * 7) % 40);
    }
    agent.destroy();
  });
  return {
    failures,
    count: () => count,
    end: async () => {
      isEnding = true;
      await Promise.all(clients);
    },
  };
}

async function countApplied(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from schema_migration`;
  return row?.count ?? 0;
}

async function report(name: string, clients: ReturnType<typeof startClients>): Promise<void> {
  await clients.end();
  console.log(`${name}: ${clients.count()} requests, ${clients.failures.length} failed.`);
  expect(clients.failures.slice(0, 20)).toEqual([]);
  expect(clients.count()).toBeGreaterThan(200);
}

const { LECTERN_OLD_BUILD: named } = process.env;
const history = openTaggedHistory();
afterAll(() => history.remove());
const olds = named === undefined ? history.tags : [named];

test('there is an older build to come from', () => {
  expect(olds).not.toEqual([]);
});

test.each(olds)('%s hands over to this build without a failed request', async (build) => {
  const main = named ?? buildOld(build);
  await database.sql.unsafe('drop schema public cascade; create schema public');
  const old = await serve(main);
  const applied = await countApplied();
  let url = old.url;
  const clients = startClients(await chooseRequests(old), () => url);
  await expect.poll(clients.count, { timeout: 120_000 }).toBeGreaterThan(150);
  const next = await serve();
  const migrated = (await countApplied()) - applied;
  const before = clients.count();
  await expect.poll(clients.count, { timeout: 120_000 }).toBeGreaterThan(before + 150);
  url = next.url;
  await sleep(1500);
  expect(await old.stop('SIGTERM')).toMatchObject({ code: 0 });
  await sleep(3000);
  await report(`From ${build}, with ${migrated} migrations`, clients);
});

test('this build serves while a later one adds columns to all tables and builds indexes', async () => {
  const service = await serve();
  const clients = startClients(await chooseRequests(service), () => service.url);
  await expect.poll(clients.count, { timeout: 120_000 }).toBeGreaterThan(150);
  const directory = join(folder.path, 'later');
  cpSync(MIGRATIONS, directory, { recursive: true });
  const tables = await database.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migration' order by 1`;
  for (const [n, { name }] of tables.entries())
    writeFileSync(
      join(directory, `${9000 + n}_more_of_${name}.sql`),
      `alter table ${name} add column later_${n} text not null default 'x', add column later_still_${n} jsonb;\n`,
    );
  writeFileSync(
    join(directory, '9990_indexes.sql'),
    '-- outside a transaction\ncreate index concurrently if not exists later_space on space (title);\ncreate index concurrently if not exists later_revision on revision (created_at);\n',
  );
  // A transaction that everything would queue behind.
  const session = await database.sql.reserve();
  await session`begin`;
  await session`select 1 from space limit 1`;
  const applied = migrateDatabase({ sql: database.sql, log: silentLog, directory });
  await sleep(5000);
  await session`commit`;
  session.release();
  expect(await applied).toHaveLength(tables.length + 1);
  const before = clients.count();
  await expect.poll(clients.count, { timeout: 120_000 }).toBeGreaterThan(before + 300);
  await report(`${tables.length + 1} migrations of a later version`, clients);
});
