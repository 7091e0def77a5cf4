import { isSignedOut } from '../api/connection.ts';
import { beforeReload } from '../app/release.ts';
import type { Saver } from './saver.ts';

/** Saves when the tab is hidden, and when the service can be reached again. Returns how to end that. */
export function attendSaver(saver: Saver): () => void {
  let isReloading = false;
  const onHide = (): void => {
    if (document.visibilityState === 'hidden') void saver.leave();
  };
  const onOnline = (): void => void saver.flush();
  const onUnload = (event: BeforeUnloadEvent): void => {
    // The journal has it, but the service does not.
    if (!saver.isClean && !isReloading) event.preventDefault();
  };
  document.addEventListener('visibilitychange', onHide);
  window.addEventListener('online', onOnline);
  window.addEventListener('beforeunload', onUnload);
  const stops = [
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
    document.removeEventListener('visibilitychange', onHide);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('beforeunload', onUnload);
    for (const stop of stops) stop();
  };
}
