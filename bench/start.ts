/** Measures from the start of the process to the first 200: an empty data directory, a warm one, and `npm start`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { freePorts } from '../test/process/service-process.ts';
import { median } from './service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RUNS = 7;

export async function run(): Promise<void> {
  const folder = await temporaryDirectory();
  const dataDir = join(folder.path, 'data');
  const serve = [process.execPath, join(ROOT, 'dist/main.js'), 'serve'];
  try {
    await measure('empty data directory', serve, () => rm(dataDir, { recursive: true, force: true }));
    await measure('warm', serve);
    await measure('warm, npm start', ['npm', 'start']);
  } finally {
    await folder.remove();
  }

  async function measure(name: string, command: string[], prepare = async () => {}): Promise<void> {
    const seconds: number[] = [];
    for (let turn = 0; turn < RUNS; turn += 1) {
      await prepare();
      seconds.push(await startOnce(command));
    }
    const all = seconds.map((one) => one.toFixed(2)).join(' ');
    console.log(`${name}: ${median(seconds).toFixed(2)} s to the first 200 (median of ${all})`);
  }

  async function startOnce([program, ...parameters]: string[]): Promise<number> {
    const [port, sitesPort] = await freePorts();
    const startedAt = performance.now();
    const child = spawn(program as string, parameters, {
      cwd: ROOT,
      // A group of its own: npm passes signals on, but a stop here must reach all.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        HOME: folder.path,
        LECTERN_DATA_DIR: dataDir,
        LECTERN_PORT: port,
        LECTERN_SITES_PORT: sitesPort,
      },
    });
    while (!(await isServing(`http://127.0.0.1:${port}/healthz`, child))) await sleep(2);
    const seconds = (performance.now() - startedAt) / 1000;
    process.kill(-(child.pid as number), 'SIGTERM');
    await once(child, 'close');
    return seconds;
  }
}

async function isServing(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}
