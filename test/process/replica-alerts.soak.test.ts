/** A standby that lags, and one that is gone, are seen in a real Prometheus and in the health of the instance. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFreePorts } from '../free-port.ts';
import { createOwnPostgres, hasOwnPostgres, type OwnPostgres } from '../own-postgres.ts';
import { hasPrometheus, type Prometheus, startPrometheus } from './prometheus.ts';
import { createSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';

let folders: string[];
let setup: Setup;
let primary: OwnPostgres;
let standby: OwnPostgres;
let service: RunningService;
let prometheus: Prometheus;

beforeEach(async (context) => {
  if (!hasOwnPostgres || !hasPrometheus()) return context.skip();
  folders = await Promise.all(
    ['primary', 'standby'].map((name) => mkdtemp(join(tmpdir(), `lectern-${name}-`))),
  );
  const [port = 0, standbyPort = 0] = await findFreePorts(2);
  primary = await createOwnPostgres(folders[0] as string, port, { fsync: 'off' });
  await primary.psql('create database docs');
  standby = await createOwnPostgres(folders[1] as string, standbyPort, { fsync: 'off' }, port);
  setup = await createSetup();
  service = await setup.serve({
    DATABASE_URL: primary.url('docs'),
    DATABASE_REPLICA_URLS: standby.url('docs'),
    LECTERN_SECRET: randomBytes(32).toString('hex'),
    LECTERN_ADMIN_TOKEN: TOKEN,
  });
  prometheus = await startPrometheus(new URL(service.url).host);
});
afterEach(async () => {
  await prometheus?.stop();
  await setup?.clean();
  await standby?.stop();
  await primary?.stop();
  for (const folder of folders ?? []) await rm(folder, { recursive: true, force: true });
});

interface Health {
  status: string;
  replicas: { status: string; name: string; problem?: string; lagSeconds?: number }[];
}
const readHealth = async (): Promise<Health> =>
  (await request<Health>(service, TOKEN, '/v1/instance/health')).body;
const isFiring = async (alert: string): Promise<boolean> => (await prometheus.listFiring()).includes(alert);

test('the alerts of replicas fire and end, and the health of the instance says why', async () => {
  await waitFor('the replica to be used', async () => (await readHealth()).replicas[0]?.status === 'ok');
  await waitFor('a scrape', async () => (await prometheus.query('lectern_replica_used')).includes('1'));
  expect(await prometheus.listFiring()).toEqual([]);

  await standby.psql('select pg_wal_replay_pause()');
  await waitFor('LecternReplicaLagging to fire', async () => {
    await request(service, TOKEN, '/v1/orgs', { method: 'POST', body: { title: 'Later' } });
    return isFiring('LecternReplicaLagging');
  });
  const lagging = await readHealth();
  expect(lagging.status).not.toBe('ok');
  expect(lagging.replicas).toMatchObject([{ status: 'warning' }]);
  expect(lagging.replicas[0]?.lagSeconds).toBeGreaterThan(30);
  await standby.psql('select pg_wal_replay_resume()');
  await waitFor('LecternReplicaLagging to end', async () => !(await isFiring('LecternReplicaLagging')));

  await standby.stop();
  await waitFor('LecternReplicaUnused to fire', () => isFiring('LecternReplicaUnused'));
  expect((await readHealth()).replicas).toMatchObject([
    { status: 'warning', name: expect.stringContaining('127.0.0.1'), problem: expect.stringMatching(/./) },
  ]);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  await standby.start();
  await waitFor('LecternReplicaUnused to end', async () => !(await isFiring('LecternReplicaUnused')));
  await waitFor('the replica to be used', async () => (await readHealth()).replicas[0]?.status === 'ok');
});
