import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { DISK_FULL } from './server-process.ts';
import type { EmbeddedPostgres } from './start.ts';

/** An embedded server that is started again when it ends unexpectedly. */
export interface KeptServer extends Pick<EmbeddedPostgres, 'connection' | 'stop'> {
  /** Called with the reason, and what to do, when the server has been started again too often. */
  onGivenUp(report: (reason: string) => void): void;
}

export interface KeepRunningOptions {
  log: Log;
  /** The delays before the attempts to start it again; their number is that of the attempts. */
  delaysMs?: readonly number[];
  /** The delay between attempts while the disk is full. */
  fullDelayMs?: number;
  /** A server that ran for this long has the full number of attempts again. */
  steadyMs?: number;
}

const DELAYS_MS = [100, 500, 1000, 2000, 5000, 10_000, 20_000];
const FULL_DELAY_MS = 5000;
const STEADY_MS = 60_000;

/**
 * Starts the server again, in place, whenever it ends without having been asked to: at once after the first time, later
 * and later if it does not stay up, and no more after some attempts. While the disk is full it keeps trying, because
 * only a person can make space, and may take any time.
 */
export function keepRunning(server: EmbeddedPostgres, options: KeepRunningOptions): KeptServer {
  const { log, delaysMs = DELAYS_MS, fullDelayMs = FULL_DELAY_MS, steadyMs = STEADY_MS } = options;
  const stopping = new AbortController();
  let startedAt = performance.now();
  let attempts = 0;
  let recovering: Promise<void> | undefined;
  let reportGivenUp: ((reason: string) => void) | undefined;

  async function recover(reason: string): Promise<void> {
    if (performance.now() - startedAt > steadyMs) attempts = 0;
    log.error(`${reason} It is being restarted.`);
    let problem = reason;
    let isFull = false;
    while (attempts < delaysMs.length) {
      await sleep(isFull ? fullDelayMs : delaysMs[attempts], undefined, { signal: stopping.signal });
      if (!isFull) attempts += 1;
      try {
        await server.restart();
        startedAt = performance.now();
        log.warn('PostgreSQL was restarted.');
        return;
      } catch (error) {
        const { message } = error as Error;
        if (message !== problem) log.error(message);
        problem = message;
        isFull = message.includes(DISK_FULL);
      }
    }
    reportGivenUp?.(
      `${problem} It was restarted ${delaysMs.length} times, but stopped again each time. Correct the cause, then start Lectern again.`,
    );
  }

  server.onUnexpectedExit((reason) => {
    recovering = recover(reason).catch((error: unknown) => {
      if (!stopping.signal.aborted) reportGivenUp?.(String(error));
    });
  });
  return {
    connection: server.connection,
    onGivenUp: (report) => {
      reportGivenUp = report;
    },
    stop: async () => {
      stopping.abort();
      await recovering;
      await server.stop();
    },
  };
}
