import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { describeFailure, describeSpawnFailure, directoryParameter, startProgram } from './server-process.ts';
import type { ServerUser } from './server-user.ts';

export interface ServerProcess {
  pid: number;
  stop(): Promise<void>;
  onUnexpectedExit(report: (reason: string) => void): void;
}

/** Statements and values of a failed query stay out of the log: the service reports its own failures. */
const LOGGING = {
  log_line_prefix: '',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  lc_messages: 'C',
};

const STOP_SECONDS = 30;

/**
 * Starts the server and waits until it accepts connections, also while it recovers from a crash. Throws `StartError`.
 */
export async function runServer(options: {
  program: string;
  directory: string;
  user: ServerUser;
  log: Log;
  settings: Record<string, string>;
}): Promise<ServerProcess> {
  const { program, directory, user, log } = options;
  const settings = Object.entries({ cluster_name: 'lectern', ...LOGGING, ...options.settings });
  const parameters = [
    '-D',
    directoryParameter(directory),
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // Fast shutdown: whatever ends this process, the server ends its sessions and writes everything down.
  const child = startProgram({ program, parameters, directory, user }, (pid) => process.kill(pid, 'SIGINT'));
  const state = {
    ready: false,
    stopping: false,
    output: [] as string[],
    report: undefined as ((reason: string) => void) | undefined,
  };

  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(signal ? `it was ended by ${signal}` : `it ended with code ${code}`),
    );
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr! }).on('line', (line) => {
      state.output.push(line);
      if (state.output.length > 50) state.output.shift();
      report(log, line);
      if (/database system is ready to accept (?:read-only )?connections/.test(line)) resolve();
    });
    child.once('error', (error) => reject(describeSpawnFailure(program, directory, error)));
    child.once('close', () =>
      reject(
        new StartError(
          `PostgreSQL did not start in ${directory}: ${describeFailure(state.output.join('\n'))}.`,
        ),
      ),
    );
  });
  void exited.then((how) => {
    if (!state.stopping) state.report?.(`PostgreSQL stopped unexpectedly: ${how}.`);
  });
  return {
    pid: child.pid!,
    onUnexpectedExit: (callback) => {
      state.report = callback;
    },
    stop: async () => {
      state.stopping = true;
      child.kill('SIGINT');
      const timer = new AbortController();
      const late = sleep(STOP_SECONDS * 1000, undefined, { signal: timer.signal, ref: false }).then(
        () => child.kill('SIGQUIT'),
        () => {},
      );
      await exited;
      timer.abort();
      await late;
    },
  };
}

function report(log: Log, line: string): void {
  const [, level, message] = /^(\w+):\s+(\S.*)$/.exec(line) ?? [];
  if (level === 'PANIC') log.error(`PostgreSQL: ${message}`);
  else if (level === 'WARNING') log.warn(`PostgreSQL: ${message}`);
  else if (line.includes('automatic recovery in progress'))
    log.info('PostgreSQL was not shut down cleanly and is recovering.');
  else log.debug(`PostgreSQL: ${message ?? line}`);
}
