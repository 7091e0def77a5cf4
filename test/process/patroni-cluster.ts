/** Three members of Patroni with etcd behind HAProxy, all from Debian, with the packaged configuration. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { findFreePorts } from '../free-port.ts';
import { serverUser } from '../own-postgres.ts';
import { waitFor } from './service-process.ts';

const PACKAGED = join(import.meta.dirname, '../../packaging/patroni');
const PASSWORD = 'change-me';
const NAMES = ['db1', 'db2', 'db3'] as const;
const ETCD = '/usr/bin/etcd';
const PATRONI = '/usr/bin/patroni';
const HAPROXY = '/usr/sbin/haproxy';
export const hasPatroni = [ETCD, PATRONI, HAPROXY, '/usr/lib/postgresql/15/bin/postgres'].every((program) =>
  existsSync(program),
);

export interface ClusterMember {
  name: (typeof NAMES)[number];
  port: number;
  restPort: number;
  dataDir: string;
  configuration: string;
  patroni: ChildProcess | undefined;
}

interface MemberState {
  name: ClusterMember['name'];
  role: string;
  state: string;
}

export class PatroniCluster {
  readonly #folder: string;
  readonly #user = serverUser() ?? {};
  readonly #port: number;
  readonly members: readonly ClusterMember[];
  #etcd: ChildProcess | undefined;
  #haproxy: ChildProcess | undefined;

  private constructor(folder: string, [port = 0, ...ports]: readonly number[]) {
    this.#folder = folder;
    this.#port = port;
    this.members = NAMES.map((name, n) => ({
      name,
      port: ports[2 * n] as number,
      restPort: ports[2 * n + 1] as number,
      dataDir: join(folder, `data-${name}`),
      configuration: join(folder, `${name}.yml`),
      patroni: undefined,
    }));
  }

  /** With a database and a role that are both called `lectern`. */
  static async start(): Promise<PatroniCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-patroni-'));
    const [etcdPort = 0, peerPort = 0, ...ports] = await findFreePorts(9);
    const cluster = new PatroniCluster(folder, ports);
    await cluster.#begin(etcdPort, peerPort);
    return cluster;
  }

  /** Through HAProxy, to whichever member is the primary. */
  get url(): string {
    return this.#urlAt(this.#port);
  }

  /** Of each member, whatever it is now. */
  get memberUrls(): string[] {
    return this.members.map(({ port }) => this.#urlAt(port));
  }

  #urlAt(port: number): string {
    return `postgres://lectern:${PASSWORD}@127.0.0.1:${port}/lectern`;
  }

  async #begin(etcdPort: number, peerPort: number): Promise<void> {
    const { uid, gid } = serverUser() ?? {};
    if (uid !== undefined && gid !== undefined) await chown(this.#folder, uid, gid);
    await chmod(this.#folder, 0o755);
    await mkdir(join(this.#folder, 'etcd'), { mode: 0o700 });
    const client = `http://127.0.0.1:${etcdPort}`;
    const peer = `http://127.0.0.1:${peerPort}`;
    this.#etcd = this.#run('etcd', ETCD, [
      ...['--data-dir', join(this.#folder, 'etcd'), '--unsafe-no-fsync', '--enable-v2=true'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `default=${peer}`],
    ]);
    for (const member of this.members) await this.#configure(member, etcdPort);
    for (const member of this.members) this.startMember(member);
    await this.#startHaproxy();
    await this.untilWhole();
    const { port } = await this.findPrimary();
    const sql = postgres({ host: '127.0.0.1', port, username: 'postgres', password: PASSWORD, max: 1 });
    await sql.unsafe(`create role lectern login password '${PASSWORD}'; grant pg_read_all_stats to lectern`);
    await sql.unsafe('create database lectern owner lectern');
    await sql.end();
  }

  #run(
    name: string,
    program: string,
    args: string[],
    user: { uid?: number; gid?: number } = {},
  ): ChildProcess {
    const log = openSync(join(this.#folder, `${name}.log`), 'a');
    return spawn(program, args, {
      cwd: this.#folder,
      stdio: ['ignore', log, log],
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' },
      ...user,
    });
  }

  startMember(member: ClusterMember): void {
    member.patroni = this.#run(member.name, PATRONI, [member.configuration], this.#user);
  }

  /** The packaged file with the ports of the test instead of the addresses. */
  async #configure(member: ClusterMember, etcdPort: number): Promise<void> {
    const text = (await readFile(join(PACKAGED, 'patroni.yml'), 'utf8'))
      .replace('name: db1', `name: ${member.name}`)
      .replace(/^( {2}hosts: ).*$/m, `$1127.0.0.1:${etcdPort}`)
      .replaceAll('10.0.0.21:8008', `127.0.0.1:${member.restPort}`)
      .replaceAll('10.0.0.21:5432', `127.0.0.1:${member.port}`)
      .replaceAll('10.0.0.0/24', '127.0.0.1/32')
      .replace(/^( {2}data_dir: ).*$/m, `$1${member.dataDir}`)
      .replace(
        '  pg_hba:',
        `  pgpass: ${this.#folder}/pgpass-${member.name}\n  parameters: { unix_socket_directories: ${this.#folder} }\n  pg_hba:`,
      );
    await writeFile(member.configuration, withoutAddresses(text), { mode: 0o644 });
  }

  async #startHaproxy(): Promise<void> {
    let text = await readFile(join(PACKAGED, 'haproxy.cfg'), 'utf8');
    text = text.replace('127.0.0.1:5432', `127.0.0.1:${this.#port}`);
    for (const [n, { port, restPort }] of this.members.entries())
      text = text.replace(`10.0.0.2${n + 1}:5432 port 8008`, `127.0.0.1:${port} port ${restPort}`);
    const file = join(this.#folder, 'haproxy.cfg');
    await writeFile(file, withoutAddresses(text));
    this.#haproxy = this.#run('haproxy', HAPROXY, ['-db', '-f', file]);
  }

  async restartHaproxy(): Promise<void> {
    this.#haproxy?.kill('SIGKILL');
    await this.#startHaproxy();
  }

  /** What the members say of the cluster. */
  async listStates(): Promise<MemberState[]> {
    for (const { restPort } of this.members) {
      try {
        const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
          headers: { connection: 'close' },
          signal: AbortSignal.timeout(2000),
        });
        return ((await response.json()) as { members: MemberState[] }).members;
      } catch {
        // Another one knows it, too.
      }
    }
    return [];
  }

  /** All three run, and one of them has every acknowledged transaction beside the primary. */
  untilWhole(): Promise<void> {
    return waitFor(
      'a whole cluster',
      async () => {
        await sleep(300);
        const states = await this.listStates();
        return (
          states.length === 3 &&
          states.filter(({ role, state }) => role === 'leader' && state === 'running').length === 1 &&
          states.some(({ role }) => role === 'sync_standby') &&
          states.every(({ state }) => state === 'running' || state === 'streaming')
        );
      },
      () =>
        NAMES.map((name) => readFileSync(join(this.#folder, `${name}.log`), 'utf8').slice(-1500)).join(
          '\n---\n',
        ),
    );
  }

  async findPrimary(): Promise<ClusterMember> {
    const leader = (await this.listStates()).find(({ role }) => role === 'leader');
    return this.members.find(({ name }) => name === leader?.name) as ClusterMember;
  }

  /** Another member takes the place of this one, which was the primary. */
  async untilReplaced({ name }: ClusterMember): Promise<void> {
    await waitFor('another primary', async () => {
      await sleep(100);
      const leader = await this.findPrimary();
      return leader !== undefined && leader.name !== name;
    });
  }

  async close(): Promise<void> {
    for (const member of this.members) {
      const pids = listProcesses(member);
      signalAll(pids, 'SIGCONT');
      signalAll(pids, 'SIGKILL');
    }
    for (const child of [this.#haproxy, this.#etcd]) {
      if (!child || child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    // A killed server may still be writing for a moment.
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

function withoutAddresses(text: string): string {
  if (text.includes('10.0.0.')) throw new Error(`An address of the packaged configuration is left:\n${text}`);
  return text;
}

/** The server of a member and all of its processes. */
export function listProcesses({ dataDir, patroni }: ClusterMember): number[] {
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

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
