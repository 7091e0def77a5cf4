import { ApiError } from '@lectern/client/api-error';
import { waitForConnection } from './connection.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** After this time, a request that should change something is taken for lost, and sent again. */
const TIMEOUT_MS = 60_000;

/** Ends a request that hangs, as one does whose connection was cut while the computer slept. */
export const limitTime = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);

/** Whether a request failed because nobody is signed in. */
export const isSessionEnd = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Whether the outcome of a request is unknown, or a retry may succeed. */
export function isUndecided(error: unknown): boolean {
  // What `fetch` throws when the request or its response did not arrive, or not in time.
  if (!(error instanceof ApiError))
    return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
  const { status, reason } = error;
  // Signing in again changes the CSRF token.
  if (reason === 'request-in-progress' || reason === 'cross-site-request') return true;
  return status >= 500 || status === 401 || status === 408 || status === 429;
}

/** Repeats a request until its outcome is known. `send` must send the same Idempotency-Key each time. */
export async function repeat<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS))
    try {
      return await send();
    } catch (error) {
      if (!isUndecided(error)) throw error;
      await waitForConnection(wait);
    }
}
