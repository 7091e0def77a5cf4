import { isSignedOut, listen } from '../api/connection.ts';
import { beforeReload } from '../app/release.ts';
import type { Saver } from './saver.ts';

/** Saves when the tab is hidden, and when the service can be reached again. Returns how to end that. */
export function attendSaver(saver: Saver): () => void {
  let isReloading = false;
  const onHide = (): void => {
    if (document.visibilityState === 'hidden') void saver.leave();
  };
  const onOnline = (): void => void saver.flush();
  const onUnload = (event: Event): void => {
    // The journal has it, but the service does not.
    if (!saver.isClean && !isReloading) event.preventDefault();
  };
  const stops = [
    listen(document, 'visibilitychange', onHide),
    listen(window, 'online', onOnline),
    listen(window, 'beforeunload', onUnload),
    beforeReload(async () => {
      isReloading = true;
      await saver.leave();
    }),
    // After the writer has signed in again.
    isSignedOut.subscribe(() => {
      if (!isSignedOut.get()) void saver.flush();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
