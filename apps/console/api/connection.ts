import { loadRefusals } from './refusals.ts';
import { createStore } from './store.ts';

/** Whether the last request failed to reach the service. */
export const isOffline = createStore(false);

/** When the service was last unavailable for a request, which may be for maintenance. */
export const wasUnavailable = createStore(0);

/** Whether the session of this browser has ended. */
export const isSignedOut = createStore(false);

/** `fetch` that records whether the service was reachable and the session still valid. */
export async function fetchAndNote(address: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch (error) {
    if (!init.signal?.aborted) isOffline.set(true);
    throw error;
  }
  isOffline.set(false);
  if (response.status === 503) wasUnavailable.set(performance.now());
  // A wrong password does not end the session.
  const isSignIn = init.method === 'POST' && new URL(address).pathname.endsWith('/v1/session');
  if (response.status === 401 && !isSignIn) isSignedOut.set(true);
  if (response.status >= 400 && response.status !== 401) await loadRefusals();
  return response;
}

/**
 * Resolves after `milliseconds`, or as soon as the service may be reachable again: the browser is online, another
 * request has succeeded, the user has signed in, or the tab, whose timers may have slept, is shown again. `signal` ends
 * it, too.
 */
export const waitForConnection = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      resolve();
    };
    const onShow = (): void => {
      if (document.visibilityState === 'visible') end();
    };
    const timer = setTimeout(end, milliseconds);
    const stops = [
      isSignedOut.subscribe(() => !isSignedOut.get() && end()),
      isOffline.subscribe(() => !isOffline.get() && end()),
      listen(window, 'online', end),
      listen(document, 'visibilitychange', onShow),
      ...(signal ? [listen(signal, 'abort', end)] : []),
    ];
    if (signal?.aborted) end();
  });

/** Adds a listener. Returns a function that removes it. */
export function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
