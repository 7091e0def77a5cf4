import type { DatabaseFailure } from './database-failure.ts';
import type { Log } from './log.ts';

const PROBE_INTERVAL_MS = 500;

export interface Availability {
  /** Why the database cannot be used now; undefined while it can. */
  readonly problem: DatabaseFailure | undefined;
  /** Call it when no connection can be opened, or when an open one does not respond. */
  report(problem: DatabaseFailure): void;
  close(): void;
}

export interface AvailabilityOptions {
  log: Log;
  /** What is away, as the subject of a sentence. */
  subject: string;
  /** What happens until it is back, as a sentence. */
  whileAway: string;
  /** Fails while the database cannot be used. */
  probe: () => Promise<unknown>;
  /** Runs once for each time that the database goes away. */
  onAway: (problem: DatabaseFailure) => void;
}

/**
 * Knows whether the database can be used. While it cannot, nobody waits for it: statements fail at once, one
 * connection at a time tries whether it is back, and the log has one line for each change.
 */
export function watchAvailability(options: AvailabilityOptions): Availability {
  const { log, subject, whileAway, probe, onAway } = options;
  let problem: DatabaseFailure | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  function scheduleProbe(awaySince: number): void {
    timer = setTimeout(() => void tryAgain(awaySince), PROBE_INTERVAL_MS);
    timer.unref();
  }

  async function tryAgain(awaySince: number): Promise<void> {
    const isBack = await probe().then(
      () => true,
      () => false,
    );
    if (isClosed) return;
    if (!isBack) {
      scheduleProbe(awaySince);
      return;
    }
    problem = undefined;
    const seconds = Math.round((performance.now() - awaySince) / 1000);
    log.warn(`${subject} is available again. It was unavailable for about ${seconds} seconds.`);
  }

  return {
    get problem() {
      return problem;
    },
    report(reported) {
      if (problem || isClosed) return;
      problem = reported;
      log.error(`${reported.message} ${whileAway}`);
      onAway(reported);
      scheduleProbe(performance.now());
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
