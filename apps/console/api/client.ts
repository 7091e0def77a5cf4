import { createClient } from '@lectern/client/client';
import { fetchAndNote } from './connection.ts';
import { checkOwner } from './owner.ts';

/** The path before `/app` and `/v1`; empty unless the base URL of the service has one. */
export const PREFIX = document.querySelector<HTMLMetaElement>('meta[name="lectern-prefix"]')?.content ?? '';

/** Browsers send no more than 64 KiB after a tab is closed. */
const MAX_KEPT_ALIVE = 30_000;

/** The API of this service, with the session of the browser. */
export const api = createClient({
  url: location.origin,
  fetch: async (input, init) => {
    const { origin, pathname, search } = new URL(input as string | URL);
    // Lets the last request of a tab finish after the tab is closed.
    const keepalive =
      document.visibilityState === 'hidden' && String(init?.body ?? '').length < MAX_KEPT_ALIVE;
    const response = await fetchAndNote(`${origin}${PREFIX}${pathname}${search}`, { ...init, keepalive });
    if (pathname === '/v1/session' && init?.method === 'GET' && response.ok)
      await checkOwner(response.clone());
    return response;
  },
});

/** A random id. `crypto.randomUUID` exists only on pages that are served with TLS. */
export const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** The headers of a request that is safe to repeat. */
export const repeatable = (key = createId()): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': key });
