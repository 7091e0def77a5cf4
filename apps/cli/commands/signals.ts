const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The exit code that shells use for a program ended by Ctrl-C. */
const INTERRUPTED = 130;
/**
 * npm passes on the Ctrl-C that the terminal has already sent to every process: only a later one is a second request.
 */
const REPEAT_WINDOW_MS = 1000;

const leave = (): never => process.exit(INTERRUPTED);

/**
 * Ends the process at once, but through `exit`, so that the embedded database and the lock of the data directory are
 * released; a signal's default action bypasses that. The database rolls back unfinished work.
 */
export function leaveOnSignals(): void {
  for (const signal of SIGNALS) process.on(signal, leave);
}

/**
 * From now on a signal only calls `stop`; a second one exits without waiting for it, unless it is one of those that do
 * not stop the service.
 */
export function stopOnSignals(
  stop: (signal: NodeJS.Signals) => void,
  isOther: (signal: NodeJS.Signals) => boolean = () => false,
): void {
  let signalledAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isOther(signal)) {
      stop(signal);
      return;
    }
    if (signalledAt !== undefined && performance.now() - signalledAt > REPEAT_WINDOW_MS) leave();
    signalledAt ??= performance.now();
    stop(signal);
  };
  for (const signal of SIGNALS) process.off(signal, leave).on(signal, onSignal);
}

/** A program in the foreground, such as an editor, decides by itself what Ctrl-C means. */
export async function withoutInterrupts<Result>(work: () => Promise<Result>): Promise<Result> {
  const ignore = (): void => {};
  process.off('SIGINT', leave).on('SIGINT', ignore);
  try {
    return await work();
  } finally {
    process.off('SIGINT', ignore).on('SIGINT', leave);
  }
}
