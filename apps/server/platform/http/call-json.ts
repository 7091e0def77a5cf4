import { setTimeout as sleep } from 'node:timers/promises';
import { type GuardedResponse, guardedFetch } from './guarded-fetch.ts';
import { NetworkError } from './guarded-network.ts';

interface CallOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  allowPrivate: boolean;
  headers: Record<string, string>;
  /** Left out: there is none. */
  body?: object | undefined;
  maxBytes: number;
  /** For each attempt. */
  timeoutMs: number;
  /**
   * How long to wait before the next attempt; undefined: the outcome is final. `response` is undefined if none came.
   * `attempt`: counted from 1.
   */
  retryMs(response: GuardedResponse | undefined, attempt: number): number | undefined;
  /** Is waited for before each attempt, for instance until it is the caller’s turn. */
  beforeAttempt?: (signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Calls a service that the operator has configured, with JSON, until the outcome is final. Redirects are not followed,
 * because the owner of the address could redirect the data elsewhere. Throws the `NetworkError` of the last attempt.
 */
export async function callJson(
  address: string,
  { method = 'POST', headers, body, retryMs, beforeAttempt, ...options }: CallOptions,
): Promise<GuardedResponse> {
  const { signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    await beforeAttempt?.(signal);
    const outcome = await guardedFetch(address, {
      ...options,
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      returnsRedirects: true,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof NetworkError) return error;
      throw error;
    });
    const response = outcome instanceof NetworkError ? undefined : outcome;
    const wait = retryMs(response, attempt);
    if (wait !== undefined) await sleep(wait, undefined, { signal });
    else if (response) return response;
    else throw outcome;
  }
}

/** Whether the same request may succeed later. */
export const mayPass = ({ status }: GuardedResponse): boolean => status === 429 || status >= 500;
