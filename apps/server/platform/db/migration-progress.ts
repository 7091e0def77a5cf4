import type { Log } from './log.ts';

/** Where a line is written again and again. */
export interface Terminal {
  write(text: string): unknown;
}

export interface MigrationProgress {
  begin(name: string): void;
  end(): void;
  /** Ends it without saying that everything is done. */
  stop(): void;
}

const REPORT_MS = 10_000;
const CLEAR = '\r\u001b[K';

/** Tells how far the migrations are: a terminal with one line, a log at the start, at the end and every ten seconds. */
export function showProgress(options: {
  count: number;
  log: Log;
  terminal: Terminal | undefined;
  reportMs?: number;
}): MigrationProgress {
  const { count, log, terminal, reportMs = REPORT_MS } = options;
  const startedAt = Date.now();
  let done = -1;
  let current = '';
  const things = `${count} ${count === 1 ? 'migration' : 'migrations'}`;
  const seconds = (digits: number) => ((Date.now() - startedAt) / 1000).toFixed(digits);
  const stop = () => {
    clearInterval(timer);
    terminal?.write(CLEAR);
  };
  const timer = setInterval(() => {
    const line = `Migrating the database: ${Math.min(done + 1, count)} of ${count} (${current}), ${seconds(0)} seconds so far.`;
    if (terminal) terminal.write(`${CLEAR}${line}`);
    else log.info(line);
  }, reportMs);
  timer.unref();
  if (!terminal) log.info(`Migrating the database: ${things}.`);
  return {
    begin(name) {
      done += 1;
      current = name;
      terminal?.write(`${CLEAR}Migrating the database: ${done + 1} of ${count} (${name})`);
    },
    end() {
      stop();
      log.info(`Migrated the database: ${things} in ${seconds(1)} seconds.`);
    },
    stop,
  };
}
