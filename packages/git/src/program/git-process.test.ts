import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFixtureRepository, temporaryDirectory } from '../../../../test/git-fixtures.ts';
import { gitEnvironment } from './git-environment.ts';
import { type GitRun, runGit } from './git-process.ts';

let directory: { path: string; remove(): Promise<void> };
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(() => directory.remove());
afterEach(() => vi.unstubAllEnvs());

/** Runs a shell command inside git's own environment, by way of an alias. */
const inside = (command: string, more: Partial<GitRun> = {}): ReturnType<typeof runGit> =>
  runGit({
    args: ['-c', `alias.probe=!${command}`, 'probe'],
    environment: gitEnvironment({}),
    timeoutMs: 10_000,
    ...more,
  });

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** A zombie process does not count as running. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  if (/\) Z /.test(status)) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the environment of git', () => {
  it('holds nothing of the service but where programs are', async () => {
    vi.stubEnv('LECTERN_SECRET', 'do-not-leak');
    vi.stubEnv('GIT_SSH_COMMAND', 'do-not-use');
    vi.stubEnv('HTTPS_PROXY', 'http://do-not-use');
    vi.stubEnv('GIT_DIR', '/do-not-use');
    const { output } = await inside('env');
    expect(output.toString()).not.toContain('do-not');
    expect(output.toString()).toContain(`HOME=/dev/null\n`);
  });

  it('ignores the configuration of the machine and of the user', async () => {
    const config = join(directory.path, 'config');
    await writeFile(config, '[core]\n\teditor = evil\n[credential]\n\thelper = evil\n');
    vi.stubEnv('GIT_CONFIG_GLOBAL', config);
    vi.stubEnv('GIT_CONFIG_SYSTEM', config);
    vi.stubEnv('XDG_CONFIG_HOME', directory.path);
    const { output } = await runGit({
      args: ['config', '--list'],
      environment: gitEnvironment({}),
      timeoutMs: 10_000,
    });
    expect(output.toString()).not.toContain('evil');
  });

  it('knows no transport but http and https', async () => {
    const marker = join(directory.path, 'pwned');
    const { directory: local } = await createFixtureRepository(join(directory.path, 'local.git'), {
      files: { a: 'a' },
    });
    for (const url of [
      `ext::touch ${marker}`,
      `file://${local}`,
      local,
      'git://127.0.0.1/x',
      'ssh://127.0.0.1/x',
    ]) {
      const { exitCode, errorOutput } = await runGit({
        args: ['ls-remote', '--end-of-options', url],
        environment: gitEnvironment({ config: { 'protocol.ext.allow': 'always' } }),
        timeoutMs: 10_000,
      });
      expect([url, exitCode]).not.toEqual([url, 0]);
      expect(errorOutput).toContain('not allowed');
    }
    expect(await isThere(marker)).toBe(false);
  });
});

describe('a run', () => {
  it('ends with everything it started when its time is over', async () => {
    const seen: number[] = [];
    const run = inside('echo $$ >&2; sleep 300 & echo $! >&2; sleep 300', {
      timeoutMs: 500,
      onErrorOutput: (text) => seen.push(...text.trim().split(/\s+/).map(Number)),
    });
    await expect(run).rejects.toMatchObject({ code: 'timeout' });
    expect(seen).toHaveLength(2);
    await expect.poll(() => Promise.all(seen.map(isRunning))).toEqual([false, false]);
  });

  it('ends when it is cancelled, also before it began', async () => {
    const controller = new AbortController();
    const run = inside('echo started >&2; sleep 300', {
      signal: controller.signal,
      onErrorOutput: () => controller.abort(),
    });
    await expect(run).rejects.toMatchObject({ code: 'aborted' });
    await expect(inside('true', { signal: controller.signal })).rejects.toMatchObject({ code: 'aborted' });
  });

  it('ends when it says too much', async () => {
    await expect(inside('yes', { maxOutputBytes: 100_000 })).rejects.toMatchObject({ code: 'too-large' });
    const { errorOutput } = await inside('yes | head -c 100000 >&2');
    expect(errorOutput.length).toBeLessThanOrEqual(16 * 1024);
  });

  it('says when git is not there', async () => {
    const run = runGit({ args: ['version'], environment: { PATH: '/nonexistent' }, timeoutMs: 1_000 });
    await expect(run).rejects.toMatchObject({ code: 'program-missing' });
  });
});
