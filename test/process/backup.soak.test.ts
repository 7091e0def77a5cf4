/**
 * Backs up a service that is written to, and restores it elsewhere: everything that was acknowledged before the mark is
 * there. Kills backups and restores, and restores between major versions of PostgreSQL.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeS3 } from '../fixtures/storage/fake-s3.ts';
import { findFreePorts } from '../free-port.ts';
import { createOwnPostgres, hasOwnPostgres } from '../own-postgres.ts';
import { createSetup, type RunningService, request, type Setup } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const SECRET = 'the-secret-of-the-instance-0123456789';
const ACCESS_KEY = 'test-access-key';
const ADMIN = { LECTERN_ADMIN_TOKEN: TOKEN };

let setup: Setup;
let folder: string;
let target: string;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  setup = await createSetup();
  folder = await mkdtemp(join(tmpdir(), 'lectern-backups-'));
  target = join(folder, 'target');
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await setup.clean();
  await rm(folder, { recursive: true, force: true });
});

async function findOrganization(service: RunningService): Promise<string> {
  const { body } = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  return body.items[0]?.id as string;
}

interface Written {
  title: string;
  /** When the response had arrived. */
  at: number;
}

/** Creates spaces until it is stopped. */
function startWriting(service: RunningService, organizationId: string) {
  const written: Written[] = [];
  const latencies: number[] = [];
  let isStopped = false;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !isStopped; n += 1) {
      const title = `Written ${writer}-${n}`;
      const begun = performance.now();
      const path = `/v1/orgs/${organizationId}/spaces`;
      const { status } = await request(service, TOKEN, path, { method: 'POST', body: { title } });
      latencies.push(performance.now() - begun);
      if (status === 201) written.push({ title, at: Date.now() });
      else throw new Error(`A write failed with ${status}.`);
    }
  };
  const writers = Promise.all([write(1), write(2)]);
  return {
    written,
    latencies,
    stop: async () => {
      isStopped = true;
      await writers;
    },
  };
}

async function listTitles(service: RunningService): Promise<Set<string>> {
  const organizationId = await findOrganization(service);
  const titles = new Set<string>();
  let page: string | undefined;
  do {
    const { body } = await request<{ items: { title: string }[]; next?: { page: string } }>(
      service,
      TOKEN,
      `/v1/orgs/${organizationId}/spaces?limit=100${page ? `&page=${encodeURIComponent(page)}` : ''}`,
    );
    for (const { title } of body.items) titles.add(title);
    page = body.next?.page;
  } while (page);
  return titles;
}

/** The mark of a backup, from what the command printed. */
const readMark = (output: string): number => Date.parse(/saved before (\S+):/.exec(output)?.[1] ?? '');

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('a backup under load has everything that was acknowledged before its mark', {
  timeout: 900_000,
}, async () => {
  const service = await setup.serve(ADMIN);
  const writing = startWriting(service, await findOrganization(service));
  await sleep(5_000);
  const quiet = median([...writing.latencies]);
  const during = writing.latencies.length;
  const backup = await setup.run(['backup', target]);
  expect(backup).toMatchObject({ code: 0 });
  const busy = median(writing.latencies.slice(during));
  await sleep(1_000);
  await writing.stop();
  const mark = readMark(backup.output);
  const before = writing.written.filter(({ at }) => at < mark);
  expect(before.length).toBeGreaterThan(10);
  await service.stop();

  expect(await setup.run(['verify', target])).toMatchObject({ code: 0 });
  const elsewhere = { LECTERN_DATA_DIR: join(folder, 'elsewhere') };
  expect(await setup.run(['restore', target], elsewhere)).toMatchObject({ code: 0 });
  const restored = await setup.serve(elsewhere);
  const titles = await listTitles(restored);
  expect(before.filter(({ title }) => !titles.has(title))).toEqual([]);
  console.log(
    `${writing.written.length} writes, ${before.length} before the mark, ${titles.size} spaces restored; median latency ${Math.round(quiet)} ms before and ${Math.round(busy)} ms during the backup`,
  );
  await restored.stop();
});

test('a backup or restore that is killed leaves what was there before, or all of it', {
  timeout: 1_800_000,
}, async () => {
  const service = await setup.serve(ADMIN);
  await sleep(10_000);
  await service.stop();
  const outcomes: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const command = setup.start(['backup', target]);
    await sleep(500 + Math.random() * 3_000);
    command.kill('SIGKILL');
    const { code } = await command.ended;
    const list = await setup.run(['backup', 'list', target]);
    const finished = list.output.split('\n').filter((line) => /^\d{8}T/.test(line)).length;
    outcomes.push(`backup ${code === null ? 'killed' : 'ended'}, ${finished} there`);
    if (finished > 0) expect(await setup.run(['verify', target])).toMatchObject({ code: 0 });
  }
  expect(await setup.run(['backup', target])).toMatchObject({ code: 0 });
  expect(await setup.run(['verify', target])).toMatchObject({ code: 0 });
  const elsewhere = { LECTERN_DATA_DIR: join(folder, 'elsewhere') };
  for (let round = 0; round < 5; round += 1) {
    const command = setup.start(['restore', target], elsewhere);
    await sleep(500 + Math.random() * 6_000);
    command.kill('SIGKILL');
    const { code } = await command.ended;
    const again = await setup.run(['restore', target], elsewhere);
    outcomes.push(`restore ${code === null ? 'killed' : 'ended'}, then ${again.code}`);
    if (again.code !== 0) expect(again.errors).toContain('is not empty');
    const backupOfRestored = await setup.run(['backup', join(folder, `check-${round}`)], elsewhere);
    expect(backupOfRestored.output).toMatch(/: \d{3,} rows and \d+ files/);
    await rm(elsewhere.LECTERN_DATA_DIR, { recursive: true, force: true });
  }
  console.log(outcomes.join('\n'));
});

test.runIf(hasOwnPostgres)(
  'a backup of PostgreSQL 15 and S3 is restored in 18 and on disk, and back',
  { timeout: 900_000 },
  async () => {
    const s3 = await startFakeS3({ bucket: 'lectern', accessKey: ACCESS_KEY });
    ends.push(s3.close);
    const [port] = await findFreePorts(1);
    const serverFolder = await mkdtemp(join('/tmp', 'lectern-postgres-'));
    ends.push(() => rm(serverFolder, { recursive: true, force: true }));
    const own = await createOwnPostgres(serverFolder, port as number);
    ends.push(own.stop);
    await own.psql('create database one');
    await own.psql('create database two');
    const credentials = { AWS_ACCESS_KEY_ID: ACCESS_KEY, AWS_SECRET_ACCESS_KEY: 'test-secret-key' };
    const environment = {
      ...credentials,
      DATABASE_URL: own.url('one'),
      LECTERN_SECRET: SECRET,
      LECTERN_STORAGE: `s3://lectern/files?endpoint=${s3.endpoint}`,
    };
    const bucket = `s3://lectern/backups?endpoint=${s3.endpoint}`;
    const service = await setup.serve({ ...environment, ...ADMIN });
    const writing = startWriting(service, await findOrganization(service));
    await sleep(4_000);
    const backup = await setup.run(['backup', bucket], environment);
    expect(backup).toMatchObject({ code: 0 });
    await writing.stop();
    await service.stop();
    const mark = readMark(backup.output);
    const before = writing.written.filter(({ at }) => at < mark);
    expect(before.length).toBeGreaterThan(0);
    expect(await setup.run(['verify', bucket], credentials)).toMatchObject({ code: 0 });

    const embedded = { ...credentials, LECTERN_SECRET: SECRET, LECTERN_DATA_DIR: join(folder, 'embedded') };
    const { LECTERN_SECRET: _, ...withoutSecret } = embedded;
    expect(await setup.run(['restore', bucket], withoutSecret)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Set LECTERN_SECRET to the same value'),
    });
    expect(await setup.run(['restore', bucket], embedded)).toMatchObject({ code: 0 });
    const restored = await setup.serve(embedded);
    const titles = await listTitles(restored);
    expect(before.filter(({ title }) => !titles.has(title))).toEqual([]);
    await restored.stop();

    expect(await setup.run(['backup', target], embedded)).toMatchObject({ code: 0 });
    const back = {
      LECTERN_DATA_DIR: join(folder, 'back'),
      LECTERN_SECRET: SECRET,
      DATABASE_URL: own.url('two'),
    };
    expect(await setup.run(['restore', target], back)).toMatchObject({ code: 0 });
    const again = await setup.serve(back);
    const titlesAgain = await listTitles(again);
    expect(titlesAgain).toEqual(titles);
    await again.stop();
    console.log(`${before.length} writes before the mark went from 15 to 18 and back`);
  },
);
