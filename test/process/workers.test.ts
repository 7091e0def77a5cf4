import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../git-fixtures.ts';
import {
  createPreparedSetup,
  freePorts,
  isRunning,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
  waitFor,
} from './service-process.ts';

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });

/** Those under load take a minute and a half. */
const isSoak = process.env.LECTERN_SOAK !== undefined;
const TOKEN = 'token-of-the-administrator-0123456789';

let setup: Setup;
let service: RunningService;

beforeEach(async () => {
  setup = await createPreparedSetup();
});
afterEach(() => setup.clean());

const serve = (environment: Record<string, string> = {}): Promise<RunningService> =>
  setup.serve({ LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_WORKERS: '2', ...environment });

/** The workers of a service: children that run the same program. */
const listWorkers = ({ pid }: RunningService): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => isWorkerOf(child, pid));

function isWorkerOf(child: number, pid: number): boolean {
  try {
    const [, parent] = /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${child}/status`, 'utf8')) ?? [];
    return Number(parent) === pid && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main.js');
  } catch {
    return false;
  }
}

/** On a connection of its own: those to a worker that is killed are gone. */
const scrape = async ({ url }: RunningService): Promise<string> =>
  (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();

/** The series of a metric, by the number of the worker. */
const byWorker = (text: string, name: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^lectern_${name}{worker="(\\d+)"[^}]*} (\\S+)$`, 'gm'))].map(
      ([, worker, value]) => [worker, Number(value)],
    ),
  );

const untilAllServe = (one: RunningService): Promise<void> =>
  waitFor(
    'all workers',
    async () => {
      const up = Object.values(byWorker(await scrape(one), 'worker_up'));
      return up.length === 2 && up.every((value) => value === 1);
    },
    () => one.output() + one.errors(),
  );

/** `new`: on a connection of its own; else on the one of the agent. */
function ask(agent?: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = send(`${service.url}/v1/user`, {
      agent: agent ?? false,
      timeout: 20_000,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    asked.once('timeout', () => asked.destroy(new Error('no response')));
    asked.once('error', reject).once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.end();
  });
}

/** Clients that ask one time after the other; half of them keep their connection. */
function startLoad() {
  let isEnding = false;
  let count = 0;
  const failures: { at: number; message: string }[] = [];
  const clients = Array.from({ length: 8 }, async (_, n) => {
    const agent = n % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : undefined;
    while (!isEnding) {
      count += 1;
      const status = await ask(agent).catch((error: Error) => error.message);
      if (status !== 200) failures.push({ at: performance.now(), message: String(status) });
      await sleep(20);
    }
    agent?.destroy();
  });
  return {
    failures,
    end: async () => {
      isEnding = true;
      await Promise.all(clients);
      return count;
    },
  };
}

test('workers serve on the same ports, and the service introduces itself once', async () => {
  service = await serve();
  await untilAllServe(service);
  expect(service.output().match(/Lectern listens on/g)).toHaveLength(1);
  expect(service.output().match(/This is the first start/g)).toHaveLength(1);
  expect(listWorkers(service)).toHaveLength(2);
  const statuses = await Promise.all(Array.from({ length: 40 }, () => ask()));
  expect(new Set(statuses)).toEqual(new Set([200]));

  // Whichever worker answers tells of both, and once of what they share.
  const text = await scrape(service);
  const requests = [
    ...text.matchAll(
      /^lectern_http_request_duration_seconds_count{worker="(\d)",.*route="\/v1\/user".*} (\d+)$/gm,
    ),
  ];
  expect(new Set(requests.map(([, worker]) => worker))).toEqual(new Set(['1', '2']));
  expect(requests.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(40);
  expect(text.match(/^lectern_jobs_waiting{lane="short"} /gm)).toHaveLength(1);
  expect(text.match(/^# TYPE lectern_listener_connected /gm)).toHaveLength(1);

  // Commands find the database of the service.
  const created = await setup.run(['token', 'create', '--email', 'admin@localhost']);
  expect((await request(service, created.output.trim(), '/v1/user')).status).toBe(200);
  expect((await setup.run(['doctor'])).output).toContain('PostgreSQL');

  const workers = listWorkers(service);
  expect(await service.stop()).toMatchObject({ code: 0, errors: '' });
  expect(workers.filter(isRunning)).toEqual([]);
  expect(setup.processes()).toEqual([]);
});

test('workers count failed attempts to sign in together', async () => {
  service = await serve();
  await untilAllServe(service);
  const tryPassword = async (): Promise<number> => {
    const { status } = await fetch(`${service.url}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ email: 'admin@localhost', password: 'not the password' }),
    });
    // The other worker knows of it a moment later.
    await sleep(100);
    return status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) statuses.push(await tryPassword());
  expect(statuses.indexOf(429)).toBe(10);
});

test.runIf(isSoak)(
  'a worker that is killed takes only its own requests with it, and another one takes its place',
  async () => {
    service = await serve();
    await untilAllServe(service);
    const load = startLoad();
    await sleep(500);
    for (let round = 0; round < 2; round += 1) {
      const before = listWorkers(service);
      const failuresBefore = load.failures.length;
      process.kill(before[round] as number, 'SIGKILL');
      await waitFor('the worker to end', async () => !listWorkers(service).includes(before[round] as number));
      await untilAllServe(service);
      const failed = load.failures.slice(failuresBefore);
      // At most the one that each client has under way.
      expect(failed.length).toBeLessThanOrEqual(8);
      expect(listWorkers(service)).toHaveLength(2);
    }
    expect(await load.end()).toBeGreaterThan(100);
    expect(byWorker(await scrape(service), 'worker_restarts_total')).toMatchObject({
      1: expect.any(Number),
      2: expect.any(Number),
    });
    expect((await service.stop()).code).toBe(0);
  },
);

test.runIf(isSoak)('a rolling restart of the workers loses no request', async () => {
  service = await serve({ LECTERN_LOG_LEVEL: 'info' });
  await untilAllServe(service);
  const before = listWorkers(service);
  const load = startLoad();
  service.kill('SIGHUP');
  await waitFor(
    'both to be replaced',
    async () => !listWorkers(service).some((pid) => before.includes(pid)),
    () => service.output(),
  );
  // One that is asked to end by itself is replaced, too.
  const [one = 0] = listWorkers(service);
  process.kill(one, 'SIGTERM');
  await waitFor('the worker to be replaced', async () => !isRunning(one));
  await untilAllServe(service);
  expect(await load.end()).toBeGreaterThan(100);
  expect(load.failures).toEqual([]);
  expect((await service.stop()).code).toBe(0);
});

/** Has each new worker end at once with the exit code 3 while there is a file, whose name is returned. */
async function prepareCrashes(): Promise<{ marker: string; options: string; remove(): Promise<void> }> {
  const folder = await temporaryDirectory();
  const [marker, script] = [join(folder.path, 'crash'), join(folder.path, 'crash.mjs')];
  writeFileSync(
    script,
    `import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
if (cluster.isWorker && existsSync(${JSON.stringify(marker)})) process.exit(3);
`,
  );
  return { marker, options: `--import=${script}`, remove: folder.remove };
}

/** The lines of the log about workers that ended: when, which one, and why. */
const readEnds = ({ output }: RunningService): { time: number; worker: number; msg: string }[] =>
  output()
    .split('\n')
    .filter((line) => line.includes('is being started again'))
    .map((line) => {
      const { time, ...rest } = JSON.parse(line) as { time: string; worker: number; msg: string };
      return { ...rest, time: Date.parse(time) };
    });

const CRASHED =
  'A worker has ended and is being started again. A worker ended with the exit code 3 before it served.';
/** Stated here again, because the documentation promises them. */
const PAUSES_MS = [0, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 30_000, 30_000];
const STARTED = PAUSES_MS.length + 1;

test('a worker that ends again and again is started with growing pauses, until it serves', async () => {
  const crashes = await prepareCrashes();
  try {
    service = await serve({ NODE_OPTIONS: crashes.options });
    await untilAllServe(service);
    const [first = 0, second = 0] = listWorkers(service);
    writeFileSync(crashes.marker, '');

    // None that serves is given up for one that cannot start.
    service.kill('SIGHUP');
    await waitFor(
      'both to go on',
      async () => (service.output().match(/none can be started in its place/g) ?? []).length === 2,
      () => service.output(),
    );
    expect(listWorkers(service).sort()).toEqual([first, second].sort());

    process.kill(second, 'SIGKILL');
    await waitFor('four ends', async () => readEnds(service).length === 4, service.output);
    const ends = readEnds(service);
    expect(ends.map(({ msg }) => msg)).toEqual([
      'A worker has ended and is being started again. It ended by SIGKILL.',
      ...Array(3).fill(CRASHED),
    ]);
    for (const [n, { time }] of ends.slice(1).entries())
      expect(time - (ends[n]?.time ?? 0)).toBeGreaterThanOrEqual(PAUSES_MS[n] ?? 0);
    expect(new Set(ends.map(({ worker }) => worker)).size).toBe(1);
    // The other one serves meanwhile.
    expect(await ask()).toBe(200);

    rmSync(crashes.marker);
    await untilAllServe(service);
    expect(listWorkers(service)).toHaveLength(2);
    expect(isRunning(first)).toBe(true);
    expect((await service.stop()).code).toBe(0);
  } finally {
    await crashes.remove();
  }
});

test.runIf(isSoak)('a service ends with the reason after ten attempts to start a worker again', async () => {
  const crashes = await prepareCrashes();
  try {
    service = await serve({ NODE_OPTIONS: crashes.options });
    await untilAllServe(service);
    const [, second = 0] = listWorkers(service);
    writeFileSync(crashes.marker, '');
    process.kill(second, 'SIGKILL');
    let asked = 0;
    while ((await Promise.race([service.ended, sleep(250)])) === undefined) {
      const status = await ask().catch((error: Error) => error.message);
      // It stops in the end.
      if (readEnds(service).length < STARTED - 1) expect(status).toBe(200);
      asked += 1;
    }
    const { code, errors } = await service.ended;
    const ends = readEnds(service);
    const pauses = ends.slice(1).map(({ time }, n) => time - (ends[n]?.time ?? 0));
    console.log(`Ends after pauses of ${pauses.join(', ')} ms; ${asked} requests answered in between.`);
    expect(ends).toHaveLength(STARTED - 1);
    for (const [n, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(PAUSES_MS[n] ?? 0);
    expect(errors).toMatch(
      new RegExp(
        `^lectern: Worker \\d was started ${STARTED} times, but ended again each time\\. A worker ended with the exit code 3 before it served\\. Correct the cause, then start Lectern again\\.$`,
        'm',
      ),
    );
    expect(code).toBe(1);
    expect(listWorkers(service)).toEqual([]);
    expect(setup.processes()).toEqual([]);
  } finally {
    await crashes.remove();
  }
});

test('a service whose first worker cannot start ends with the reason', async () => {
  const [port, other] = await freePorts();
  const blocker = createServer().listen(Number(port), '127.0.0.1');
  try {
    const ports = { LECTERN_PORT: port, LECTERN_SITES_PORT: other };
    const { code, errors } = await setup.run(['serve', '--workers', '2'], ports);
    expect(code).toBe(1);
    expect(errors).toContain(`Port ${port} is already in use.`);
  } finally {
    blocker.close();
  }
  const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', LECTERN_SECRET: 'x'.repeat(40) };
  const { code, errors } = await setup.run(['serve', '--workers', '2'], unreachable);
  expect(code).toBe(1);
  expect(errors.match(/^lectern: /gm)).toHaveLength(1);
  expect(setup.processes()).toEqual([]);
});

test('one worker is one process, and a number that is none is refused', async () => {
  for (const number of ['0', '65', 'two', '1.5'])
    expect(await setup.run(['serve', '--workers', number])).toMatchObject({
      code: 1,
      errors: `lectern: --workers must be a whole number from 1 to 64, not “${number}”.\n`,
    });
  expect((await setup.run(['serve'], { LECTERN_WORKERS: '-2' })).errors).toContain(
    'LECTERN_WORKERS must be a whole number from 1 to 64, not “-2”.',
  );
  service = await serve({ LECTERN_WORKERS: '1' });
  expect(listWorkers(service)).toEqual([]);
  expect(await scrape(service)).not.toContain('worker=');
});
