import type { Logger } from 'pino';
import { readRelease } from '../../server/platform/http/release.ts';
import { findUpdate } from '../../server/platform/updates-file.ts';

const INTERVAL_MS = 6 * 60 * 60 * 1000;

/** Logs each newer version once, at the start and whenever the operator's file has changed. Returns what ends it. */
export function tellUpdates(path: string | undefined, log: Logger): () => Promise<void> {
  if (path === undefined) return async () => {};
  let logged: string | undefined;
  const look = async (): Promise<void> => {
    const { version: running } = await readRelease();
    try {
      const update = await findUpdate(path, running);
      if (!update || update.version === logged) return;
      logged = update.version;
      const security = update.isSecurity ? ' It closes a security hole.' : '';
      log.warn(
        `Lectern ${update.version} is available; this is ${running}.${security}${update.url ? ` ${update.url}` : ''}`,
      );
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'the file with releases cannot be read');
    }
  };
  const timer = setInterval(() => void look(), INTERVAL_MS);
  timer.unref();
  void look();
  return async () => clearInterval(timer);
}
