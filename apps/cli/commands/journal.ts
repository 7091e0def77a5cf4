import { fstatSync } from 'node:fs';

/**
 * Whether standard output is kept in the journal of systemd, where more people may read it, and for longer, than who
 * starts the service. systemd names the stream in `JOURNAL_STREAM`, which processes with another output inherit, too.
 */
export function isOutputInJournal(
  { JOURNAL_STREAM: stream }: NodeJS.ProcessEnv = process.env,
  { dev, ino }: { dev: number; ino: number } = fstatSync(1),
): boolean {
  return stream === `${dev}:${ino}`;
}
