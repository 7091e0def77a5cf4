import { ApiError } from '@lectern/client/api-error';
import { waitForConnection } from './connection.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Whether nobody knows what became of a request, or the same request may succeed later. */
function isUndecided(error: unknown): boolean {
  // What `fetch` throws when the request or its response did not arrive.
  if (!(error instanceof ApiError)) return error instanceof TypeError;
  const { status, reason } = error;
  // Whoever has signed in again has another token against forgeries.
  if (reason === 'request-in-progress' || reason === 'cross-site-request') return true;
  return status >= 500 || status === 401 || status === 408 || status === 429;
}

/** Sends a request until its outcome is known. It must have an Idempotency-Key, which is the same each time. */
export async function repeat<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS))
    try {
      return await send();
    } catch (error) {
      if (!isUndecided(error)) throw error;
      await waitForConnection(wait);
    }
}
