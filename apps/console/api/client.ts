import { createClient } from '@lectern/client/client';

/** The path before `/app` and `/v1`; empty unless the base URL of the service has one. */
export const PREFIX = document.querySelector<HTMLMetaElement>('meta[name="lectern-prefix"]')?.content ?? '';

/** The API of this service, with the session of the browser. */
export const api = createClient({
  url: location.origin,
  fetch: (input, init) => {
    const { origin, pathname, search } = new URL(input as string | URL);
    return fetch(`${origin}${PREFIX}${pathname}${search}`, init);
  },
});
