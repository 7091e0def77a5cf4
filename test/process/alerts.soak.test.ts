/** Each alert is seen firing in a real Prometheus; those of replicas are in replica-alerts.soak.test.ts. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type FakeClickHouse, startFakeClickHouse } from '../fake-clickhouse.ts';
import { findFreePort } from '../free-port.ts';
import { temporaryDirectory } from '../git-fixtures.ts';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { hasRedis, type RedisServer, startRedis } from '../redis-server.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { hasPrometheus, listAlerts, type Prometheus, startPrometheus } from './prometheus.ts';
import { createSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';
import { fillDisk, pathOfDisk, writeSmallDisk } from './small-disk.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const DISK_BYTES = 60_000_000;
/** More than is drawn without a thread. */
const LONG_PAGE = '# Title\n\nSome **text** with a [link](https://example.com).\n\n'.repeat(6000);
const OF_REPLICAS = ['LecternReplicaLagging', 'LecternReplicaUnused'];
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

let database: TestDatabase;
let proxy: DatabaseProxy;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let setup: Setup;
let mails: MailServer;
let broker: RedisServer;
let clickHouse: FakeClickHouse;
let service: RunningService;
let environment: Record<string, string>;
let prometheus: Prometheus;
let organizationId: string;
const seen: { alert: string; seconds: number }[] = [];

beforeEach(async () => {
  expect(hasPrometheus() && hasRedis, 'apt-get install prometheus redis-server').toBe(true);
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(inject('databaseServer'));
  folder = await temporaryDirectory();
  mails = await startMailServer();
  broker = await startRedis();
  clickHouse = await startFakeClickHouse(database.connection);
  mails.refusal = { responseCode: 550, message: 'No such user here' };
  setup = await createSetup({ node: writeSmallDisk(folder.path, DISK_BYTES) });
  environment = {
    DATABASE_URL: proxy.url(database.connection.database),
    LECTERN_SECRET: 'the secret of a service that is watched',
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_ALLOW_PRIVATE_NETWORKS: '1',
    LECTERN_DATABASE_POOL: '3',
    SMTP_URL: mails.url,
    LECTERN_EVENTS_URL: broker.url,
    LECTERN_INSIGHTS_URL: clickHouse.url,
    // One caller asks for more drawing than callers may.
    LECTERN_READ_QUOTA: '6000',
    // Nothing listens there.
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
    LECTERN_PORT: String(await findFreePort()),
  };
  service = await setup.serve(environment);
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  organizationId = organizations.body.items[0]?.id as string;
  prometheus = await startPrometheus(new URL(service.url).host);
});
afterEach(async () => {
  await prometheus?.stop();
  await setup?.clean();
  await mails.close();
  await broker.kill();
  await clickHouse.close();
  await proxy.close();
  await database.drop();
  await folder.remove();
});

const post = (path: string, body: unknown = {}) => request(service, TOKEN, path, { method: 'POST', body });

/** Repeats `cause` until all of the alerts have fired. */
async function untilFiring(alerts: string[], cause: () => unknown = () => {}): Promise<void> {
  const startedAt = performance.now();
  const missing = new Set(alerts);
  await waitFor(
    `${alerts.join(' and ')} to fire`,
    async () => {
      await cause();
      for (const alert of await prometheus.listFiring())
        if (missing.delete(alert))
          seen.push({ alert, seconds: Math.round((performance.now() - startedAt) / 1000) });
      await sleep(300);
      return missing.size === 0;
    },
    () => `Missing: ${[...missing].join()}`,
  );
}

const isOver = (alert: string): Promise<void> =>
  waitFor(`${alert} to end`, async () => !(await prometheus.listFiring()).includes(alert));

test('each fault makes its alert fire, and nothing fires before', async () => {
  const { body: space } = await post(`/v1/orgs/${organizationId}/spaces`);
  const { body: webhook } = await post(`/v1/orgs/${organizationId}/webhooks`, {
    title: 'Nobody',
    url: `http://127.0.0.1:${await findFreePort()}/`,
    events: ['page.created'],
  });
  await sleep(12_000);
  // Of the traces, which have nowhere to go from the first request on.
  expect((await prometheus.listFiring()).filter((name) => name !== 'LecternTracesLost')).toEqual([]);
  await untilFiring(['LecternTracesLost']);

  let n = 0;
  await untilFiring(['LecternMailFailing', 'LecternJobsGivenUp'], () => {
    n += 1;
    return post(`/v1/orgs/${organizationId}/invites`, { emails: [`nobody-${n}@example.com`] });
  });
  await untilFiring(['LecternWebhooksFailing'], () =>
    post(`/v1/orgs/${organizationId}/webhooks/${webhook.id}/test`),
  );

  // The second job waits for the first one, whose time has not come.
  const { sql } = database;
  const [ids] = await sql<{ first: string; second: string }[]>`
    select '00000000-0000-7000-8000-000000000001' as first, '00000000-0000-7000-8000-000000000002' as second`;
  const past = new Date(Date.now() - 3_600_000);
  for (const [id, at] of [
    [ids?.first, new Date(Date.now() + 3_600_000)],
    [ids?.second, past],
  ] as const)
    await sql`
      insert into job (organization_id, job_id, kind, payload, concurrency_key, run_at, created_at)
      values (${NO_ORGANIZATION}, ${id as string}, 'mail.send', '{}', 'stuck', ${at}, ${past})`;
  await untilFiring(['LecternQueueStuck']);
  await sql`delete from job where concurrency_key = 'stuck'`;

  const disk = pathOfDisk(service.pid, setup.dataDir);
  let filler = fillDisk(disk, DISK_BYTES / 20);
  await untilFiring(['LecternDiskAlmostFull', 'LecternDiskFull']);
  rmSync(filler);
  await isOver('LecternDiskFull');
  filler = join(disk, 'blobs/tmp');
  renameSync(filler, `${filler}.away`);
  await untilFiring(['LecternStoreFailing'], async () => {
    const form = new FormData();
    form.append('file', new Blob([`file ${Math.random()}`]), 'a.txt');
    await fetch(`${service.url}/v1/spaces/${space.id}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: form,
    });
  });
  renameSync(`${filler}.away`, filler);

  await untilFiring(['LecternEventLoopStalls'], async () => {
    process.kill(service.pid, 'SIGSTOP');
    await sleep(1600);
    process.kill(service.pid, 'SIGCONT');
    await sleep(1500);
  });

  // Readers of a locked table occupy all connections.
  await sql.begin(async (trx) => {
    await trx`lock table organization in access exclusive mode`;
    const readers: Promise<unknown>[] = [];
    await untilFiring(['LecternDatabaseConnectionsExhausted'], () => {
      if (readers.length < 60) readers.push(request(service, TOKEN, '/v1/orgs').catch(() => {}));
    });
    await sleep(3000);
  });
  await untilFiring(['LecternSlow']);

  const drawn = new Set<Promise<unknown>>();
  await untilFiring(['LecternThreadsBusy'], () => {
    while (drawn.size < 24) {
      const drawing = post(`/v1/spaces/${space.id}/content/render`, { markdown: LONG_PAGE })
        .catch(() => {})
        .finally(() => drawn.delete(drawing));
      drawn.add(drawing);
    }
  });
  await Promise.all(drawn);
  await isOver('LecternThreadsBusy');

  await broker.kill();
  await untilFiring(['LecternBrokerAway']);
  await broker.start();
  await isOver('LecternBrokerAway');
  clickHouse.failure = 'ended';
  await untilFiring(['LecternInsightsDown']);
  clickHouse.failure = undefined;
  await isOver('LecternInsightsDown');

  proxy.refuse();
  await untilFiring(['LecternDatabaseDown', 'LecternListenerDeaf', 'LecternErrors'], () =>
    request(service, TOKEN, '/v1/orgs').catch(() => {}),
  );
  proxy.restore();
  await isOver('LecternDatabaseDown');
  await isOver('LecternListenerDeaf');

  // Prometheus must have seen each start.
  const START = 'process_start_time_seconds';
  const FOUR_TIMES = 4;
  for (let n = 0; n < FOUR_TIMES; n += 1) {
    const before = await prometheus.query(START);
    await service.stop('SIGKILL');
    service = await setup.serve(environment);
    await waitFor('the scrape of a start', async () => {
      const [now] = await prometheus.query(START);
      return now !== undefined && now !== before[0];
    });
  }
  await untilFiring(['LecternRestarting']);

  await service.stop('SIGKILL');
  await untilFiring(['LecternDown']);
  const named = [...seen.map(({ alert }) => alert), ...OF_REPLICAS];
  expect([...new Set(named)].sort()).toEqual(await listAlerts());
  console.log(`Alerts: ${seen.map(({ alert, seconds }) => `${alert} after ${seconds} s`).join(', ')}.`);
});
