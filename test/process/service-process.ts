/** Runs the built service and its command line as child processes, and leaves nothing of them behind. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { clusterPaths } from '../../apps/server/platform/db/embedded/cluster.ts';
import { findProcess } from '../../apps/server/platform/db/embedded/process-identity.ts';
import { findFreePorts } from '../free-port.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'dist/main.js');
/** The time limit of a test with processes on a busy machine. */
export const TEST_TIMEOUT_MS = 180_000;
/** The soak waits longer, because it runs beside other work. */
const WAIT_TIMEOUT_MS = process.env.LECTERN_SOAK ? 300_000 : 60_000;

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
  errors: string;
}

interface RunningCommand {
  pid: number;
  /** Standard output and standard error so far. */
  output(): string;
  errors(): string;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

export interface RunningService extends RunningCommand {
  url: string;
  sitesUrl: string;
  /** Undefined when the database is not the service's own. */
  databasePid: number | undefined;
  /** Asks for a stop in good order and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

type Environment = Record<string, string>;

/** Owns everything that a test starts; call `clean` in `afterEach`. */
export interface Setup {
  /** The data directory of every command of this setup; it does not exist before the first of them. */
  dataDir: string;
  /** A command of the command line, not waited for. */
  start(args: string[], environment?: Environment): RunningCommand;
  /** The same, waited for. */
  run(args: string[], environment?: Environment): Promise<Ended>;
  /** `serve`, waited for until it serves. On free ports unless told. */
  serve(environment?: Environment): Promise<RunningService>;
  /** Processes that work inside the data directory: the database's, Git's. */
  processes(): number[];
  /** The number of the embedded server that runs now. */
  databasePid(): number | undefined;
  clean(): Promise<void>;
}

/** Each worker has its own, because two would make it at the same time. */
let preparedDataDir: Promise<string> | undefined;

/**
 * A setup on which `migrate` has already run: nobody has been made, and a start prints what a first start prints.
 * It is a copy, because creating a database takes most of the time of a first start.
 */
export async function createPreparedSetup(): Promise<Setup> {
  preparedDataDir ??= prepareDataDir();
  const [setup, source] = await Promise.all([createSetup(), preparedDataDir]);
  // Files keep their owner: PostgreSQL does not run as root.
  await promisify(execFile)('cp', ['-a', source, setup.dataDir]);
  return setup;
}

async function prepareDataDir(): Promise<string> {
  const dataDir = join(inject('runFolder'), `prepared-${process.pid}`);
  const setup = await createSetup();
  try {
    const { code, errors } = await setup.run(['migrate'], { LECTERN_DATA_DIR: dataDir });
    if (code !== 0) throw new Error(`The database could not be prepared: ${errors}`);
  } finally {
    await setup.clean();
  }
  return dataDir;
}

/**
 * `node` runs everything on the setup, and `main` is the build; default: the Node.js that runs the tests, and `dist`.
 */
export async function createSetup({ node = process.execPath, main = MAIN } = {}): Promise<Setup> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-process-'));
  const dataDir = join(folder, 'data');
  const children: ChildProcess[] = [];

  function start(args: string[], environment: Environment = {}): RunningCommand {
    const child = spawn(node, [main, ...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        LECTERN_DATA_DIR: dataDir,
        LECTERN_LOG_LEVEL: 'warn',
        LECTERN_DRAIN_SECONDS: '0',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return watch(child);
  }

  async function serve(environment: Environment = {}): Promise<RunningService> {
    const ports = await freePorts();
    const given = { LECTERN_PORT: ports[0], LECTERN_SITES_PORT: ports[1], ...environment };
    const command = start(['serve'], given);
    const isServing = async (): Promise<boolean> => {
      if (command.output().includes('Lectern listens on')) return true;
      const ended = await Promise.race([command.ended, undefined]);
      if (ended) throw new Error(`The service ended with ${ended.code}: ${ended.errors}${ended.output}`);
      return false;
    };
    await waitFor('the service to serve', isServing, () => `${command.errors()}${command.output()}`);
    return {
      ...command,
      url: `http://127.0.0.1:${given.LECTERN_PORT}`,
      sitesUrl: `http://127.0.0.1:${given.LECTERN_SITES_PORT}`,
      databasePid: findServer(dataDir),
      stop: (signal = 'SIGTERM') => {
        command.kill(signal);
        return command.ended;
      },
    };
  }

  return {
    dataDir,
    start,
    run: (args, environment) => start(args, environment).ended,
    serve,
    processes: () => processesBelow(folder),
    databasePid: () => findServer(dataDir),
    async clean() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      for (const pid of processesBelow(folder)) kill(pid, 'SIGKILL');
      await waitFor('what was killed to end', async () => processesBelow(folder).length === 0);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Asks the API of a service. */
export async function request<Body = Record<string, unknown>>(
  service: { url: string },
  token: string,
  path: string,
  options: { method?: string; body?: unknown } = {},
): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${service.url}${path}`, {
    method: options.method ?? 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Body };
}

/** Waits until `isSo`; fails with what it waited for, and with what `describe` tells about it. */
export async function waitFor(
  what: string,
  isSo: () => Promise<boolean>,
  describe = (): string => '',
): Promise<void> {
  for (const deadline = Date.now() + WAIT_TIMEOUT_MS; !(await isSo()); await sleep(20)) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}. ${describe()}`.trim());
  }
}

/** Two ports on which nothing listens. */
export async function freePorts(): Promise<[string, string]> {
  const [first, second] = await findFreePorts(2);
  return [String(first), String(second)];
}

/** A zombie process, which has ended but was not waited for, counts as ended. */
export const isRunning = (pid: number): boolean => findProcess(pid) !== undefined;

function watch(child: ChildProcess): RunningCommand {
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close').then(
    ([code, signal]): Ended => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      output,
      errors,
    }),
  );
  return {
    pid: child.pid as number,
    output: () => output,
    errors: () => errors,
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

function findServer(dataDir: string): number | undefined {
  const file = join(clusterPaths(dataDir).cluster, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

/** Finds processes by their working directory, which for PostgreSQL and Git is inside the data directory. */
function processesBelow(folder: string): number[] {
  if (process.platform !== 'linux') {
    const pid = findServer(join(folder, 'data'));
    return pid !== undefined && isRunning(pid) ? [pid] : [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingDirectory(pid).startsWith(`${folder}/`));
}

function workingDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
