/** Three members of Patroni with etcd behind HAProxy, with the packaged configuration: their primary fails under load. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePorts } from '../free-port.ts';
import { recordFigures } from './figures.ts';
import { createSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

const PACKAGED = join(import.meta.dirname, '../../packaging/patroni');
const BIN = '/usr/lib/postgresql/15/bin';
const TOKEN = 'token-of-the-administrator-0123456789';
const PASSWORD = 'change-me';
const NAMES = ['first', 'second', 'third'] as const;
const ROUNDS = Number(process.env.LECTERN_FAILOVERS ?? 20);
const MAX_AWAY_MS = 10_000;

type Name = (typeof NAMES)[number];

interface Member {
  name: Name;
  port: number;
  restPort: number;
  dataDir: string;
  configuration: string;
  patroni: ChildProcess | undefined;
}

let folder: string;
let user: { uid: number; gid: number };
let members: Member[];
let etcd: ChildProcess;
let haproxy: ChildProcess;
let databasePort: number;
let setup: Setup;
let service: RunningService;

function start(name: string, program: string, args: string[], asUser = false): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a');
  return spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', log, log],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' },
    ...(asUser ? user : {}),
  });
}

function startPatroni(member: Member): void {
  member.patroni = start(member.name, '/usr/bin/patroni', [member.configuration], true);
}

/** The packaged file with the ports of the test instead of the addresses. */
async function configure(member: Member, etcdPort: number): Promise<void> {
  const number = 21 + NAMES.indexOf(member.name);
  const text = (await readFile(join(PACKAGED, 'patroni.yml'), 'utf8'))
    .replace('name: first', `name: ${member.name}`)
    .replace(/^( {2}hosts: ).*$/m, `$1127.0.0.1:${etcdPort}`)
    .replaceAll('10.0.0.21:8008', `127.0.0.1:${member.restPort}`)
    .replaceAll('10.0.0.21:5432', `127.0.0.1:${member.port}`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replace(/^( {2}data_dir: ).*$/m, `$1${member.dataDir}`)
    .replace('  pg_hba:', `  parameters: { unix_socket_directories: ${folder} }\n  pg_hba:`);
  expect(text, String(number)).not.toContain('10.0.0.');
  await writeFile(member.configuration, text, { mode: 0o644 });
}

async function startHaproxy(): Promise<void> {
  let text = await readFile(join(PACKAGED, 'haproxy.cfg'), 'utf8');
  text = text.replace('127.0.0.1:5432', `127.0.0.1:${databasePort}`);
  for (const [n, { port, restPort }] of members.entries())
    text = text.replace(`10.0.0.2${n + 1}:5432 port 8008`, `127.0.0.1:${port} port ${restPort}`);
  expect(text).not.toContain('10.0.0.');
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  haproxy = start('haproxy', '/usr/sbin/haproxy', ['-db', '-f', file]);
}

interface ClusterMember {
  name: Name;
  role: string;
  state: string;
}

/** What the members say of the cluster. */
async function listCluster(): Promise<ClusterMember[]> {
  for (const { restPort } of members) {
    try {
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(2000),
      });
      return ((await response.json()) as { members: ClusterMember[] }).members;
    } catch {
      // Another one knows it, too.
    }
  }
  return [];
}

/** All three run, and one of them has every acknowledged transaction beside the primary. */
const untilWhole = (): Promise<void> =>
  waitFor(
    'a whole cluster',
    async () => {
      await sleep(300);
      const cluster = await listCluster();
      return (
        cluster.length === 3 &&
        cluster.filter(({ role, state }) => role === 'leader' && state === 'running').length === 1 &&
        cluster.some(({ role }) => role === 'sync_standby') &&
        cluster.every(({ state }) => state === 'running' || state === 'streaming')
      );
    },
    () => NAMES.map((name) => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-1500)).join('\n---\n'),
  );

async function findPrimary(): Promise<Member> {
  const leader = (await listCluster()).find(({ role }) => role === 'leader');
  return members.find(({ name }) => name === leader?.name) as Member;
}

/** The server of a member and all of its processes. */
function listProcesses({ dataDir, patroni }: Member): number[] {
  const file = join(dataDir, 'postmaster.pid');
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => postmaster > 0 && parentOf(pid) === postmaster);
  return [patroni?.pid ?? 0, postmaster, ...children].filter((pid) => pid > 0);
}

function parentOf(pid: number): number | undefined {
  try {
    const [, parent] = /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    return undefined;
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

beforeAll(async () => {
  for (const program of ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', `${BIN}/postgres`])
    expect(existsSync(program), 'apt-get install patroni etcd-server haproxy postgresql-15').toBe(true);
  folder = await mkdtemp(join(tmpdir(), 'lectern-patroni-'));
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  user = { uid: idOf('-u'), gid: idOf('-g') };
  await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o755);
  const [etcdPort = 0, peerPort = 0, port = 0, ...ports] = await findFreePorts(9);
  databasePort = port;
  members = NAMES.map((name, n) => ({
    name,
    port: ports[2 * n] as number,
    restPort: ports[2 * n + 1] as number,
    dataDir: join(folder, `data-${name}`),
    configuration: join(folder, `${name}.yml`),
    patroni: undefined,
  }));
  await mkdir(join(folder, 'etcd'), { mode: 0o700 });
  const client = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  etcd = start('etcd', '/usr/bin/etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`],
  ]);
  for (const member of members) await configure(member, etcdPort);
  for (const member of members) startPatroni(member);
  await startHaproxy();
  await untilWhole();
  const { port: primaryPort } = await findPrimary();
  const sql = postgres({ host: '127.0.0.1', port: primaryPort, username: 'postgres', password: PASSWORD, max: 1 });
  await sql.unsafe(`create role lectern login password '${PASSWORD}'`);
  await sql.unsafe('create database lectern owner lectern');
  await sql.end();
  setup = await createSetup();
  service = await setup.serve({
    DATABASE_URL: `postgres://lectern:${PASSWORD}@127.0.0.1:${databasePort}/lectern`,
    LECTERN_SECRET: randomBytes(32).toString('hex'),
    LECTERN_ADMIN_TOKEN: TOKEN,
  });
}, 600_000);

afterAll(async () => {
  await setup?.clean();
  for (const member of members ?? []) {
    const pids = listProcesses(member);
    signalAll(pids, 'SIGCONT');
    signalAll(pids, 'SIGKILL');
  }
  for (const child of [haproxy, etcd]) {
    if (!child || child.exitCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await sleep(500);
  spawnSync('rm', ['-rf', folder]);
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** Writes, and reads what was written, until `end`. */
function startLoad() {
  const acknowledged: string[] = [];
  const failures: { at: number; status: number | string }[] = [];
  let requests = 0;
  let isEnding = false;
  let lastGoodAt = performance.now();
  let longestMs = 0;
  const note = (status: number | string): void => {
    requests += 1;
    const now = performance.now();
    if (typeof status === 'number' && status < 300) {
      longestMs = Math.max(longestMs, now - lastGoodAt);
      lastGoodAt = now;
    } else failures.push({ at: now, status });
  };
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let n = 0; !isEnding; n += 1) {
      const title = `Organization ${client} ${n}`;
      const made = await request<{ id: string }>(service, TOKEN, '/v1/orgs', {
        method: 'POST',
        body: { title },
      }).catch((error: Error) => error);
      note(made instanceof Error ? made.message : made.status);
      if (!(made instanceof Error) && made.status === 201) {
        acknowledged.push(title);
        const read = await request(service, TOKEN, `/v1/orgs/${made.body.id}`);
        note(read.status);
      }
      await sleep(20);
    }
  });
  return {
    acknowledged,
    failures,
    get requests() {
      return requests;
    },
    /** The longest time without a success since the last call. */
    takeLongest(): number {
      const longest = Math.max(longestMs, performance.now() - lastGoodAt);
      longestMs = 0;
      return longest;
    },
    end: async () => {
      isEnding = true;
      await Promise.all(clients);
    },
  };
}

test('a primary that fails loses nothing that was acknowledged, and another one takes its place by itself', async () => {
  const load = startLoad();
  const awayMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await untilWhole();
    const primary = await findPrimary();
    const isFrozen = round % 2 === 1;
    const before = load.acknowledged.length;
    await waitFor('writes', async () => load.acknowledged.length > before + 20);
    load.takeLongest();
    const failuresBefore = load.failures.length;
    const pids = listProcesses(primary);
    const startedAt = performance.now();
    signalAll(pids, isFrozen ? 'SIGSTOP' : 'SIGKILL');
    await waitFor('another primary', async () => {
      await sleep(100);
      const leader = await findPrimary();
      return leader !== undefined && leader.name !== primary.name;
    });
    const then = load.acknowledged.length;
    await waitFor('writes to it', async () => load.acknowledged.length > then + 20);
    awayMs.push(load.takeLongest());
    const recoveredAt = performance.now();
    if (isFrozen) signalAll(pids, 'SIGCONT');
    else startPatroni(primary);
    await untilWhole();
    // Errors end with the return of a primary; the former one that comes back causes none.
    const late = load.failures.slice(failuresBefore).filter(({ at }) => at > recoveredAt);
    expect(late).toEqual([]);
    console.log(
      `Round ${round + 1}: ${isFrozen ? 'frozen' : 'killed'} ${primary.name}, ${Math.round(awayMs.at(-1) ?? 0)} ms without a success, ${load.failures.length - failuresBefore} failures, ${Math.round(recoveredAt - startedAt)} ms in all`,
    );
  }
  await load.end();
  const sql = postgres({ host: '127.0.0.1', port: databasePort, username: 'lectern', password: PASSWORD, database: 'lectern', max: 1 });
  const stored = await sql<{ title: string }[]>`select title from organization`;
  await sql.end();
  const titles = new Set(stored.map(({ title }) => title));
  const lost = load.acknowledged.filter((title) => !titles.has(title));
  recordFigures({
    fault: `Patroni: ${ROUNDS} primaries killed or frozen`,
    requests: load.requests,
    failed: load.failures.length,
    acknowledged: load.acknowledged.length,
    lost: lost.length,
    recoverySeconds: Math.max(...awayMs) / 1000,
  });
  expect(lost).toEqual([]);
  expect(load.failures.filter(({ status }) => status !== 503)).toEqual([]);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(awayMs.filter((milliseconds) => milliseconds > MAX_AWAY_MS)).toEqual([]);
});
