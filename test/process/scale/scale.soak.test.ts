/** Everything that a large installation has, under mixed load, while one part of it after the other is killed. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeS3, startFakeS3 } from '../../fixtures/storage/fake-s3.ts';
import { createRandom } from '../../random.ts';
import { hasRedis, type RedisServer, startRedis } from '../../redis-server.ts';
import { recordFigures } from '../figures.ts';
import {
  type ClusterMember,
  hasPatroni,
  listProcesses,
  PatroniCluster,
  signalAll,
} from '../patroni-cluster.ts';
import { hasPgBouncer, type Pooler, startPgBouncer } from '../pgbouncer.ts';
import {
  createSetup,
  freePorts,
  type RunningService,
  request,
  type Setup,
  waitFor,
} from '../service-process.ts';
import { startMixedLoad } from './mixed-load.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const MINUTES = Number(process.env.LECTERN_SOAK_MINUTES ?? 3);
const PROCESSES = 3;
const CALLERS = 6;
const START_MS = 300_000;
/** How long a server stays down, what is between two faults at least, and how long a fault lasts after all is ready. */
const DOWN_MS = 3_000;
const CALM_MS = 5_000;
const SETTLE_MS = 2_000;
/** How much of the log of each process is printed about a change that is not acknowledged. */
const LOG_CHARACTERS = 4_000;

interface Part {
  name: string;
  /** Kills it, and brings back what does not come back by itself. */
  kill(): Promise<void>;
}

let setup: Setup;
let bucket: FakeS3;
let broker: RedisServer;
let cluster: PatroniCluster;
let pooler: Pooler;
let environments: Record<string, string>[];
let services: RunningService[];
let parts: Part[];
let organizationId: string;
const isComplete = hasPatroni && hasRedis && hasPgBouncer;

beforeAll(async () => {
  if (!isComplete) return;
  setup = await createSetup();
  cluster = await PatroniCluster.start();
  bucket = await startFakeS3({ bucket: 'lectern', accessKey: 'key' });
  broker = await startRedis();
  // By default, it does not try to reach a server again for 15 seconds.
  pooler = await startPgBouncer(new URL(cluster.url), { pool_mode: 'transaction', server_login_retry: 1 });
  environments = [];
  services = [];
  for (let n = 0; n < PROCESSES; n += 1) {
    const [apiPort, sitesPort] = await freePorts();
    environments.push({
      DATABASE_URL: pooler.url('lectern'),
      DATABASE_DIRECT_URL: cluster.url,
      // One of them is the primary, which answers no reads as a replica.
      DATABASE_REPLICA_URLS: cluster.memberUrls.join(','),
      LECTERN_EVENTS_URL: broker.url,
      LECTERN_STORAGE: `s3://lectern/files?endpoint=${bucket.endpoint}`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      LECTERN_SECRET: 'the secret of an installation that is killed part by part',
      LECTERN_ADMIN_TOKEN: TOKEN,
      LECTERN_PORT: apiPort,
      LECTERN_SITES_PORT: sitesPort,
    });
    services.push(await setup.serve(environments[n]));
  }
  parts = [
    ...services.map((_, n) => ({ name: `process ${n + 1}`, kill: () => killService(n) })),
    { name: 'primary', kill: async () => killMember(await cluster.findPrimary()) },
    { name: 'standby', kill: killStandby },
    { name: 'way to the primary', kill: () => cluster.restartHaproxy() },
    { name: 'broker', kill: killBroker },
    { name: 'pooler', kill: () => pooler.restart() },
    { name: 'bucket', kill: failBucket },
  ];
  const { body } = await request<{ items: { id: string }[] }>(
    services[0] as RunningService,
    TOKEN,
    '/v1/orgs',
  );
  organizationId = body.items[0]?.id as string;
}, START_MS);
afterAll(async () => {
  if (!isComplete) return;
  await setup.clean();
  await pooler?.close();
  await broker?.kill();
  await bucket?.close();
  await cluster?.close();
});

async function killService(n: number): Promise<void> {
  services[n]?.kill('SIGKILL');
  await services[n]?.ended;
  services[n] = await setup.serve(environments[n]);
}

/** Another member takes its place if it was the primary. */
async function killMember(member: ClusterMember): Promise<void> {
  const wasPrimary = (await cluster.findPrimary()) === member;
  signalAll(listProcesses(member), 'SIGKILL');
  if (wasPrimary) await cluster.untilReplaced(member);
  else await sleep(DOWN_MS);
  cluster.startMember(member);
  await cluster.untilWhole();
}

async function killStandby(): Promise<void> {
  const primary = await cluster.findPrimary();
  await killMember(cluster.members.find((member) => member !== primary) as ClusterMember);
}

async function killBroker(): Promise<void> {
  await broker.kill();
  await sleep(DOWN_MS);
  await broker.start();
}

/** Its connections end in the middle, then it refuses. */
async function failBucket(): Promise<void> {
  for (const fault of ['cut', 'unavailable'] as const) {
    bucket.beforeTransfer = async () => fault;
    await sleep(DOWN_MS);
  }
  bucket.beforeTransfer = undefined;
}

/** The transactions of the primary, and what each of them waits for. */
async function listTransactions(): Promise<unknown> {
  const sql = postgres(cluster.url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    return await sql`
      select pid, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
        extract(epoch from now() - xact_start)::int as seconds, left(query, 200) as query
      from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid() order by xact_start`;
  } catch (error) {
    return error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** What PgBouncer does with the connections that it has. */
async function listConnectionsOfPooler(): Promise<unknown> {
  const sql = postgres(pooler.url('pgbouncer'), { max: 1, connect_timeout: 5, fetch_types: false });
  try {
    const shown: Record<string, unknown> = {};
    for (const what of ['pools', 'servers', 'clients'])
      shown[what] = (await sql.unsafe(`show ${what}`).simple()).map((row) => Object.values(row).join(' '));
    return shown;
  } catch (error) {
    return error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const isReady = (): Promise<boolean> =>
  Promise.all(
    services.map(({ url }) =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  ).then((ready) => ready.every(Boolean));

test.runIf(isComplete)(
  'whatever is killed, nothing that was acknowledged is lost, and no read is wrong',
  async () => {
    const seed = randomBytes(4).readInt32LE();
    const random = createRandom(seed);
    const faults: { part: string; from: number; to: number }[] = [];
    const load = startMixedLoad({
      places: () => services,
      isDisturbed: (from, to) => faults.some((fault) => fault.from <= to && fault.to >= from),
      token: TOKEN,
      organizationId,
      callers: CALLERS,
      onSlow: async (what) => {
        const logs = services.map((service) => service.output().slice(-LOG_CHARACTERS));
        console.log(what, faults.slice(-20), await listTransactions(), await listConnectionsOfPooler(), logs);
      },
    });
    try {
      const endsAt = performance.now() + MINUTES * 60_000;
      // Each part once, in any order, and then again.
      for (let left: Part[] = []; performance.now() < endsAt && !load.hasFailed(); ) {
        await sleep(CALM_MS + random() * CALM_MS);
        if (left.length === 0) left = [...parts];
        const [part] = left.splice(Math.floor(random() * left.length), 1) as [Part];
        const fault = { part: part.name, from: performance.now(), to: Number.POSITIVE_INFINITY };
        faults.push(fault);
        await part.kill();
        await waitFor(`everything to be ready after the ${part.name} was killed`, isReady);
        fault.to = performance.now() + SETTLE_MS;
        console.log(
          `The ${part.name} was killed; ready again after ${Math.round(fault.to - fault.from - SETTLE_MS)} ms.`,
        );
      }
    } catch (error) {
      load.abandon();
      throw error;
    }
    await sleep(SETTLE_MS);
    await load.end();
    const { requests, writes, reads, failedInFaults, failed, wrong, slowestMs } = load.findings;
    recordFigures({
      fault: `Every part, ${faults.length} times in ${MINUTES} min (seed ${seed})`,
      requests,
      failed: failed.length,
      acknowledged: writes,
      lost: wrong.length,
    });
    console.log(
      `${reads} reads, ${failedInFaults} requests failed during faults, slowest ${Math.round(slowestMs)} ms.`,
    );
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(failed.slice(0, 20)).toEqual([]);
    expect(writes).toBeGreaterThan(CALLERS * MINUTES);
  },
);
