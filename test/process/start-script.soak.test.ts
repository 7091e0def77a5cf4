/** `npm start` in a copy of the sources, as on a machine that has a clone: it builds, serves, and stops on Ctrl-C. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { linkPackages } from '../linked-packages.ts';
import { freePorts, waitFor } from './service-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const clone = mkdtempSync(join(tmpdir(), 'lectern-start-'));
let running: ChildProcess | undefined;
afterAll(async () => {
  if (running) {
    const ended = once(running, 'close');
    process.kill(-(running.pid as number), 'SIGKILL');
    await ended;
  }
  rmSync(clone, { recursive: true, force: true });
});

/** What a clone has, and what was changed here since. */
const COPY =
  'git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - | tar -x -C';

async function start(environment: Record<string, string>): Promise<{ output: () => string }> {
  let output = '';
  const child = spawn('npm', ['start'], {
    cwd: clone,
    // A group of its own, which gets what is typed in its terminal.
    detached: true,
    env: { PATH: process.env.PATH, HOME: clone, npm_config_update_notifier: 'false', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  await waitFor(
    'npm start to serve',
    async () => {
      if (child.exitCode !== null) throw new Error(output);
      return output.includes('Lectern listens on');
    },
    () => output,
  );
  return { output: () => output };
}

async function stop(): Promise<void> {
  const child = running as ChildProcess;
  const ended = once(child, 'close');
  process.kill(-(child.pid as number), 'SIGINT');
  await ended;
  running = undefined;
}

test('npm start builds and serves, and the next one serves without building', async () => {
  execFileSync('sh', ['-c', `${COPY} "$0"`, clone], { cwd: ROOT });
  linkPackages(clone);
  const [api, sites] = await freePorts();
  const environment = { LECTERN_PORT: api, LECTERN_SITES_PORT: sites, LECTERN_DRAIN_SECONDS: '0' };
  const first = await start(environment);
  expect(first.output()).toContain('Building …');
  expect(first.output()).toContain('Here is the administrator’s token; it is shown only once:');
  expect((await fetch(`http://127.0.0.1:${api}/healthz`)).status).toBe(200);
  // Where the page says.
  expect(existsSync(join(clone, 'data'))).toBe(true);
  await stop();
  await expect(fetch(`http://127.0.0.1:${api}/healthz`)).rejects.toThrow();

  const second = await start(environment);
  expect(second.output()).not.toContain('Building …');
  expect(second.output()).not.toContain('This is the first start');
  await stop();
});
