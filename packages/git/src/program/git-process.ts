import { type ChildProcessByStdio, spawn } from 'node:child_process';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { GitError } from './git-error.ts';

export interface GitRun {
  /** The subcommand first. Values from outside belong after `--end-of-options` or `--`. */
  args: readonly string[];
  environment: Record<string, string>;
  timeoutMs: number;
  /** Bytes of standard output, after which the process is killed; default 64 MiB. */
  maxOutputBytes?: number;
  input?: string | Buffer;
  signal?: AbortSignal | undefined;
  onErrorOutput?: (text: string) => void;
}

export interface GitOutcome {
  exitCode: number;
  output: Buffer;
  /** The last 16 KiB of standard error. Not for showing: it may quote the URL. */
  errorOutput: string;
}

export type GitChild = ChildProcessByStdio<Writable, Readable, Readable>;

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_OUTPUT_BYTES = 16 * 1024;

const alive = new Set<GitChild>();

// Children lead process groups of their own, which a terminal's Ctrl-C does not reach.
process.on('exit', () => {
  for (const child of alive) killGroup(child);
});

/** Kills a git process and the helpers it started. */
export function killGroup(child: GitChild): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Starts git without a shell, as leader of a separate process group. */
export function startGit(args: readonly string[], environment: Record<string, string>): GitChild {
  const child = spawn('git', args, {
    env: environment,
    cwd: '/',
    detached: true,
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  alive.add(child);
  child.once('close', () => alive.delete(child));
  // The exit code reports a write to an ended process.
  child.stdin.on('error', () => {});
  return child;
}

/**
 * Runs git to its end. Any exit code is an outcome; it throws a `GitError`: `timeout`, `aborted`, `too-large` (output)
 * or `program-missing`. When the promise settles, the process and its helpers have ended.
 */
export function runGit(run: GitRun): Promise<GitOutcome> {
  return new Promise((resolve, reject) => {
    if (run.signal?.aborted) {
      reject(new GitError('aborted', 'The operation was cancelled.'));
      return;
    }
    const child = startGit(run.args, run.environment);
    const chunks: Buffer[] = [];
    let size = 0;
    let errorOutput = '';
    let failure: GitError | undefined;
    const stop = (error: GitError): void => {
      failure ??= error;
      killGroup(child);
    };
    const timer = setTimeout(() => stop(timedOut(run.timeoutMs)), run.timeoutMs);
    const onAbort = (): void => stop(new GitError('aborted', 'The operation was cancelled.'));
    run.signal?.addEventListener('abort', onAbort, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > (run.maxOutputBytes ?? MAX_OUTPUT_BYTES)) {
        stop(new GitError('too-large', 'The repository has more entries than this service can read.'));
      } else chunks.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-MAX_ERROR_OUTPUT_BYTES);
      run.onErrorOutput?.(text);
    });
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      run.signal?.removeEventListener('abort', onAbort);
      end();
    };
    child.once('error', (error) => settle(() => reject(failure ?? missingProgram(error))));
    child.once('close', (exitCode) =>
      settle(() => {
        if (failure) reject(failure);
        else resolve({ exitCode: exitCode ?? -1, output: Buffer.concat(chunks), errorOutput });
      }),
    );
    child.stdin.end(run.input);
  });
}

export const timedOut = (timeoutMs: number): GitError =>
  new GitError('timeout', `Reading the repository took more than ${Math.ceil(timeoutMs / 1000)} seconds.`);

export const missingProgram = (cause: Error): GitError =>
  new GitError('program-missing', 'The git program could not be started. Install git 2.31 or newer.', {
    cause,
  });
