import { createStore } from './store.ts';

/** Whether the service could be reached the last time that it was tried. */
export const isOffline = createStore(false);

/** Whether the session of this browser has ended. */
export const isSignedOut = createStore(false);

/** `fetch` that notes whether the service was reached, and whether the session is still valid. */
export async function fetchAndNote(address: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch (error) {
    if (!init.signal?.aborted) isOffline.set(true);
    throw error;
  }
  isOffline.set(false);
  // A password that was mistyped is not the end of a session.
  const isSignIn = init.method === 'POST' && new URL(address).pathname.endsWith('/v1/session');
  if (response.status === 401 && !isSignIn) isSignedOut.set(true);
  return response;
}

/** Waits so long, or until the browser is online again, somebody has signed in, or `signal` is aborted. */
export const waitForConnection = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      window.removeEventListener('online', end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const stop = isSignedOut.subscribe(() => !isSignedOut.get() && end());
    window.addEventListener('online', end);
    signal?.addEventListener('abort', end);
  });
