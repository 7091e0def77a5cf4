import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clusterPaths } from '../../apps/server/platform/db/embedded/cluster.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/platform/db/embedded/start.ts';
import { silentLog } from '../database.ts';
import { findFreePorts } from '../free-port.ts';
import { temporaryDirectory } from '../git-fixtures.ts';
import { recordFigures } from './figures.ts';
import { createSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let setup: Setup;
let ports: number[];
let servers: EmbeddedPostgres[];

const dataDirOf = (n: number): string => join(folder.path, `server-${n}`);

/** A server of its own port; a standby follows the other one. */
async function start(n: number, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir: dataDirOf(n),
    log: silentLog,
    settings: {
      listen_addresses: '127.0.0.1',
      port: String(ports[n]),
      unix_socket_directories: '',
      ...settings,
    },
  });
  servers[n] = server;
  return server;
}

const connect = (n: number) =>
  postgres({
    ...(servers[n] as EmbeddedPostgres).connection,
    path: undefined as never,
    host: '127.0.0.1',
    port: ports[n] as number,
    max: 1,
    onnotice: () => {},
  });

/** Turns the data directory of a stopped server into that of a standby. */
function becomeStandby(n: number): void {
  const { cluster } = clusterPaths(dataDirOf(n));
  const signal = join(cluster, 'standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(cluster);
  chownSync(signal, uid, gid);
}

beforeEach(async () => {
  folder = await temporaryDirectory();
  setup = await createSetup();
  ports = await findFreePorts(2);
  servers = [];
  const first = await start(0);
  await first.stop();
  await promisify(execFile)('cp', ['-a', dataDirOf(0), dataDirOf(1)]);
  becomeStandby(1);
  // A commit is acknowledged when both have it.
  await start(0, { synchronous_standby_names: '*' });
  const { username, password } = first.connection;
  await start(1, {
    primary_conninfo: `host=127.0.0.1 port=${ports[0]} user=${username} password=${password} application_name=second`,
  });
});
afterEach(async () => {
  await setup.clean();
  for (const server of servers) await server.stop().catch(() => {});
  await folder.remove();
});

const urlOf = (order: number[], query = ''): string => {
  const { username, password } = (servers[0] as EmbeddedPostgres).connection;
  return `postgres://${username}:${password}@${order.map((n) => `127.0.0.1:${ports[n]}`).join(',')}/postgres${query}`;
};
const serve = (url: string): Promise<RunningService> =>
  setup.serve({
    DATABASE_URL: url,
    LECTERN_SECRET: randomBytes(32).toString('hex'),
    LECTERN_ADMIN_TOKEN: TOKEN,
  });

/** Imports from a host that does not exist: only a worker that holds its lock ends the operation. */
async function expectJobsRun(service: RunningService): Promise<void> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const spaces = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
  const { body } = await request<{ id: string }>(service, TOKEN, spaces, { method: 'POST', body: {} });
  const source = { url: 'https://git.invalid/docs.git', ref: 'refs/heads/main' };
  const path = `/v1/spaces/${body.id}/git`;
  expect((await request(service, TOKEN, `${path}/import`, { method: 'POST', body: source })).status).toBe(
    204,
  );
  await waitFor('the import to end', async () => {
    const info = await request<{ operation?: { state: string } }>(service, TOKEN, `${path}/info`);
    return info.body.operation?.state === 'failure';
  });
}

/** Writes and reads what was written, until `end`. */
async function work(service: RunningService) {
  const acknowledged: string[] = [];
  const statuses = new Map<number, number>();
  let isEnding = false;
  let lastGoodAt = performance.now();
  let longestMs = 0;
  const note = (status: number): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 300) return;
    longestMs = Math.max(longestMs, performance.now() - lastGoodAt);
    lastGoodAt = performance.now();
  };
  const workers = Array.from({ length: 4 }, async (_, worker) => {
    for (let n = 0; !isEnding; n += 1) {
      const title = `Organization ${worker} ${n}`;
      const made = await request<{ id: string }>(service, TOKEN, '/v1/orgs', {
        method: 'POST',
        body: { title },
      });
      note(made.status);
      if (made.status === 201) {
        acknowledged.push(title);
        note((await request(service, TOKEN, `/v1/orgs/${made.body.id}`)).status);
      } else await sleep(20);
    }
  });
  return {
    acknowledged,
    statuses,
    end: async () => {
      isEnding = true;
      await Promise.all(workers);
      return longestMs;
    },
  };
}

test.each([
  ['the primary first', [0, 1], ''],
  ['the standby first', [1, 0], '?target_session_attrs=primary'],
])('a failover loses nothing that was acknowledged (%s)', async (_order, order, query) => {
  const service = await serve(urlOf(order, query));
  const load = await work(service);
  await waitFor('some writes', async () => load.acknowledged.length > 100);
  const before = load.acknowledged.length;
  // As a machine that fails: sessions end at once, and nothing is written any more.
  process.kill((servers[0] as EmbeddedPostgres).pid, 'SIGQUIT');
  await sleep(500);
  const standby = connect(1);
  await standby`select pg_promote()`;
  await waitFor('writes after the failover', async () => load.acknowledged.length > before + 100);
  const awayMs = await load.end();
  expect([...load.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  const stored = await standby<{ title: string }[]>`select title from organization`;
  const titles = new Set(stored.map(({ title }) => title));
  expect(load.acknowledged.filter((title) => !titles.has(title))).toEqual([]);
  const failed = load.statuses.get(503) ?? 0;
  recordFigures({
    fault: 'Failover to a standby (promoted after 0.5 s)',
    requests: load.acknowledged.length + failed,
    failed,
    acknowledged: load.acknowledged.length,
    lost: 0,
    recoverySeconds: awayMs / 1000,
  });
  await waitFor('readiness', async () => (await fetch(`${service.url}/readyz`)).status === 200);
  await expectJobsRun(service);

  // The former primary returns as a standby that is behind: it is never used.
  await (servers[0] as EmbeddedPostgres).stop().catch(() => {});
  becomeStandby(0);
  await start(0);
  const again = await serve(urlOf(order, query));
  for (const title of ['One', 'Two'])
    expect((await request(again, TOKEN, '/v1/orgs', { method: 'POST', body: { title } })).status).toBe(201);
  await standby.end();
});

test('a server that becomes read-only is a 503 until it accepts changes again', async () => {
  const service = await serve(urlOf([0, 1]));
  const write = () =>
    request(service, TOKEN, '/v1/orgs', { method: 'POST', body: { title: 'Organization' } });
  expect((await write()).status).toBe(201);
  const primary = connect(0);
  const setReadOnly = async (value: string) => {
    await primary.unsafe(`alter system set default_transaction_read_only = ${value}`);
    await primary`select pg_reload_conf()`;
  };
  await setReadOnly('on');
  const statuses = new Set<number>();
  await waitFor('a refusal', async () => {
    const { status } = await write();
    statuses.add(status);
    return status === 503;
  });
  await primary.unsafe('set default_transaction_read_only = off');
  await setReadOnly('off');
  await waitFor('a change', async () => {
    const { status } = await write();
    statuses.add(status);
    return status === 201;
  });
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  await primary.end();
});

test('servers that are all standbys are refused by name', async () => {
  const { code, errors } = await setup.run(['migrate'], {
    DATABASE_URL: `${urlOf([1])}?target_session_attrs=any`,
    LECTERN_SECRET: randomBytes(32).toString('hex'),
  });
  expect([code, errors]).toEqual([
    1,
    expect.stringMatching(/is a read-only standby; point DATABASE_URL at the primary/),
  ]);
  const [unused = 0] = await findFreePorts(1);
  ports.push(unused);
  const both = await setup.run(['migrate'], {
    DATABASE_URL: urlOf([1, 2]),
    LECTERN_SECRET: randomBytes(32).toString('hex'),
  });
  expect([both.code, both.errors]).toEqual([
    1,
    expect.stringMatching(/None of the servers .* is a read-only standby, .* refused the connection/),
  ]);
});
