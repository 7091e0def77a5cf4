import { PREFIX } from '../api/client.ts';
import type { WorkerMessage } from './worker-message.ts';

/** Starts the worker that keeps the console usable without a connection. Without one, everything else works. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const scope = `${PREFIX}/app`;
    const registration = await navigator.serviceWorker.register(`${scope}/service-worker.js`, { scope });
    await navigator.serviceWorker.ready;
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.startsWith(`${scope}/assets/`));
    const message: WorkerMessage = { kind: 'keep', files };
    registration.active?.postMessage(message);
  } catch {
    // Browsers without storage, such as private windows, refuse to register it.
  }
}
