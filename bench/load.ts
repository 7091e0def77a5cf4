/** Puts load on a server from a separate process, on its own core if the system allows that. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';

export interface Load {
  requestsPerSecond: number;
  p99Milliseconds: number;
  requests: number;
}

export interface LoadRequest {
  url: string;
  headers?: Record<string, string>;
  /** The body, for POST requests. */
  body?: string;
  status: number;
  seconds: number;
}

const CONNECTIONS = 16;
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Moves a process to one core. */
export function pin(pid: number, core: number): void {
  if (canPin) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
}

export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

export async function load({ url, headers = {}, body, status, seconds }: LoadRequest): Promise<Load> {
  const program = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
  const parameters = [
    program,
    ...['--json', '--no-progress', '--connections', String(CONNECTIONS), '--duration', String(seconds)],
    ...(body === undefined ? [] : ['--method', 'POST', '--body', body]),
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    url,
  ];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'ignore'] });
  pin(child.pid as number, LOAD_CORE);
  const result = JSON.parse(await readAll(child)) as {
    duration: number;
    errors: number;
    requests: { total: number };
    latency: { p99: number };
    statusCodeStats: Record<string, { count: number }>;
  };
  const others = Object.keys(result.statusCodeStats).filter((code) => code !== String(status));
  if (others.length > 0 || result.errors > 0) throw new Error(`Other answers than ${status} came: ${others}`);
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p99Milliseconds: result.latency.p99,
    requests: result.requests.total,
  };
}

async function readAll(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(child, 'close');
  return text;
}
