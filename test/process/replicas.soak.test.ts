/** Two processes on PostgreSQL 15 with a streaming standby that lags, stops, hangs and is promoted under load. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePorts } from '../free-port.ts';
import { createOwnPostgres, hasOwnPostgres, type OwnPostgres } from '../own-postgres.ts';
import { createSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const CALLERS = 6;
/** What each caller waits between two rounds. */
const PAUSE_MS = 20;
/** News of a revoked token reaches the other process within this time. */
const NEWS_MS = 1_000;
const START_MS = 300_000;

let folders: string[];
let setup: Setup;
let primary: OwnPostgres;
let standby: OwnPostgres;
let standbyPort: number;
let services: RunningService[];
let organizationId: string;
let environment: Record<string, string>;

beforeAll(async () => {
  if (!hasOwnPostgres) return;
  setup = await createSetup();
  folders = await Promise.all(
    ['primary', 'standby'].map((name) => mkdtemp(join(tmpdir(), `lectern-${name}-`))),
  );
  const [port = 0, secondPort = 0] = await findFreePorts(2);
  standbyPort = secondPort;
  primary = await createOwnPostgres(folders[0] as string, port, { fsync: 'off' });
  // An ordinary role: what the checks of standbys read needs no more than this.
  await primary.psql('create role app login; grant pg_read_all_stats to app');
  await primary.psql('create database docs owner app');
  standby = await createOwnPostgres(folders[1] as string, standbyPort, { fsync: 'off' }, port);
  const as = (server: OwnPostgres) => server.url('docs').replace('lectern@', 'app@');
  environment = {
    DATABASE_URL: as(primary),
    DATABASE_REPLICA_URLS: as(standby),
    LECTERN_SECRET: randomBytes(32).toString('hex'),
    LECTERN_ADMIN_TOKEN: TOKEN,
  };
  services = [await setup.serve(environment), await setup.serve(environment)];
  const { body } = await request<{ items: { id: string }[] }>(
    services[0] as RunningService,
    TOKEN,
    '/v1/orgs',
  );
  organizationId = body.items[0]?.id as string;
}, START_MS);
afterAll(async () => {
  if (!hasOwnPostgres) return;
  await setup.clean();
  await standby?.signal('SIGCONT').catch(() => {});
  await standby?.stop();
  await primary?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const service = (n: number): RunningService => services[n % 2] as RunningService;

interface Findings {
  rounds: number;
  reads: number;
  /** Reads that show less than was written, and access that ended and was granted. */
  wrong: string[];
  failed: string[];
  slowestMs: number;
}

/** Everybody writes through one process and reads through both, and compares. */
async function work(until: () => boolean, findings: Findings): Promise<void> {
  const call = async <Body>(
    n: number,
    path: string,
    options: Parameters<typeof request>[3] = {},
    token = TOKEN,
  ) => {
    const startedAt = performance.now();
    const response = await request<Body>(service(n), token, path, options);
    findings.slowestMs = Math.max(findings.slowestMs, performance.now() - startedAt);
    findings.reads += options.method === undefined ? 1 : 0;
    if (response.status >= 400 && token === TOKEN)
      findings.failed.push(`${options.method ?? 'GET'} ${path}: ${response.status}`);
    return response;
  };
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    const post = { method: 'POST', body: { title: `Space of ${caller}` } };
    const { body: space } = await call<{ id: string }>(caller, `/v1/orgs/${organizationId}/spaces`, post);
    const { body: team } = await call<{ id: string }>(caller, `/v1/orgs/${organizationId}/teams`, {
      method: 'PUT',
      body: { title: `Team of ${caller} ${space.id}` },
    });
    for (let n = caller; !until(); n += 1) {
      const title = `${caller} wrote ${n}`;
      const written = { method: 'PATCH', body: { title } };
      // A space is announced to the other process, the title of a team is not.
      const of = `/v1/orgs/${organizationId}/teams/${team.id}`;
      await call(n, `/v1/spaces/${space.id}`, written);
      await call(n, of, written);
      for (const reader of [n + 1, n]) {
        const { body: found } = await call<{ title: string }>(reader, `/v1/spaces/${space.id}`);
        const { body: list } = await call<{ items: { id: string; title: string }[] }>(
          reader,
          `/v1/orgs/${organizationId}/spaces?limit=1000`,
        );
        const { body: teams } = await call<{ title: string }>(reader, of);
        const seen = [found.title, list.items?.find(({ id }) => id === space.id)?.title, teams.title];
        for (const one of seen)
          if (one !== title) findings.wrong.push(`“${one}” was read after “${title}” was written`);
      }
      findings.rounds += 1;
      await sleep(PAUSE_MS);
    }
  });
  const revoking = (async () => {
    for (let n = 0; !until(); n += 1) {
      const made = await call<{ id: string; token: string }>(n, '/v1/user/tokens', {
        method: 'POST',
        body: { title: `Token ${n}`, scopes: ['read'] },
      });
      const { id, token } = made.body;
      for (const reader of [0, 1])
        if ((await call(reader, '/v1/orgs', {}, token)).status !== 200)
          findings.wrong.push('A new token was refused');
      await call(n, `/v1/user/tokens/${id}`, { method: 'DELETE' });
      await sleep(NEWS_MS);
      for (const reader of [0, 1])
        if ((await call(reader, '/v1/orgs', {}, token)).status !== 401)
          findings.wrong.push('A revoked token was accepted');
    }
  })();
  await Promise.all([...callers, revoking]);
}

async function countReads(outcome: string): Promise<number> {
  let sum = 0;
  for (const { url } of services) {
    const text = await (await fetch(`${url}/metrics`)).text();
    sum += Number(
      new RegExp(`^lectern_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
    );
  }
  return sum;
}

/** Works while something happens to the standby. */
async function workWhile(name: string, seconds: number, happen: () => Promise<unknown> = async () => {}) {
  const findings: Findings = { rounds: 0, reads: 0, wrong: [], failed: [], slowestMs: 0 };
  const before = await countReads('replica');
  let isOver = false;
  const working = work(() => isOver, findings);
  await happen();
  await sleep(seconds * 1000);
  isOver = true;
  await working;
  const answered = (await countReads('replica')) - before;
  console.log(
    `${name}: ${findings.rounds} rounds, ${findings.reads} reads, ${answered} statements on the standby, slowest ${Math.round(findings.slowestMs)} ms, ${findings.wrong.length} wrong, ${findings.failed.length} failed.`,
  );
  expect(findings.wrong).toEqual([]);
  expect(findings.failed).toEqual([]);
  expect(findings.rounds).toBeGreaterThan(0);
  return answered;
}

const waitForUse = () =>
  waitFor('reads on the standby', async () => {
    const before = await countReads('replica');
    for (const n of [0, 1]) await request(service(n), TOKEN, `/v1/orgs/${organizationId}/spaces`);
    return (await countReads('replica')) > before;
  });

test.runIf(hasOwnPostgres)('everybody reads what they wrote, whatever happens to the standby', async () => {
  await waitForUse();
  expect(await workWhile('In order', 15)).toBeGreaterThan(0);
  const { output } = await setup.run(['doctor'], environment);
  expect(output).toMatch(/ok\s+The replica .* answers reads, and is .* behind\./);

  const delay = async (milliseconds: number) => {
    await standby.psql(`alter system set recovery_min_apply_delay = '${milliseconds}ms'`);
    await standby.psql('select pg_reload_conf()');
  };
  await workWhile('Two seconds late', 10, () => delay(2_000));
  await delay(0);
  await waitForUse();

  await workWhile('Ten milliseconds late', 10, () => delay(10));
  await delay(0);
  await waitForUse();

  await workWhile('Paused', 10, () => standby.psql('select pg_wal_replay_pause()'));
  await standby.psql('select pg_wal_replay_resume()');
  await waitForUse();

  await workWhile('Stopped', 10, () => standby.stop());
  await workWhile('Starting', 10, () => standby.start());
  await waitForUse();

  await workWhile('Not responding', 10, () => standby.signal('SIGSTOP'));
  await standby.signal('SIGCONT');
  await waitForUse();

  for (let n = 0; n < 5; n += 1) {
    const cut = () =>
      standby.psql("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'");
    await workWhile('Connections cut', 2, cut);
  }
  await waitForUse();

  await workWhile('Promoted', 10, () => standby.psql('select pg_promote()'));
  const before = await countReads('replica');
  await workWhile('After the promotion', 5);
  expect(await countReads('replica')).toBe(before);
  for (const { url, errors, output } of services) {
    const ready = await fetch(`${url}/readyz`);
    expect(await ready.json()).toEqual({ status: 'ready', replicas: { used: 0, configured: 1 } });
    expect(`${errors()}${output()}`).toMatch(/The replica .* is not a standby: it was promoted/);
  }
  const doctor = await setup.run(['doctor'], environment);
  expect(doctor.output).toMatch(/warning\s+The replica .* is not used: .* is not a standby/);
});
