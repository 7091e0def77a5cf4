import type { GuardedResponse } from '../../../http/guarded-fetch.ts';
import { NetworkError } from '../../../http/guarded-network.ts';
import { mayPass, postJson } from '../../../http/post-json.ts';
import { ProviderError } from './provider.ts';

/** What reaching a provider needs. */
export interface ProviderAccess {
  /** Without a trailing slash. */
  url: string;
  key: string | undefined;
  model: string | undefined;
  allowPrivate: boolean;
  /** Waits until another call may be made. */
  takeTurn: (signal: AbortSignal) => Promise<void>;
}

const MAX_ATTEMPTS = 5;
const TIMEOUT_MS = 120_000;
const MAX_RESPONSE_BYTES = 20_000_000;
const MAX_WAIT_SECONDS = 60;

/**
 * Sends one request and returns the parsed answer. A provider that is busy or fails is asked again, when it says so or
 * after a while. Throws `ProviderError`, which names neither the key nor what was sent.
 */
export async function callProvider(
  { url, allowPrivate, takeTurn }: ProviderAccess,
  { path, headers, body }: { path: string; headers: Record<string, string>; body: object },
  signal: AbortSignal,
): Promise<unknown> {
  const response = await postJson(`${url}${path}`, {
    allowPrivate,
    headers: { 'user-agent': 'Lectern', ...headers },
    body,
    maxBytes: MAX_RESPONSE_BYTES,
    timeoutMs: TIMEOUT_MS,
    retryMs,
    beforeAttempt: takeTurn,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof NetworkError
      ? new ProviderError(`The provider was not reached: ${error.message}`)
      : error;
  });
  if (response.status < 200 || response.status >= 300)
    throw new ProviderError(`The provider answered with the status ${response.status}.`);
  return parse(response.body);
}

/** A provider that is not reached at all is left to the next run. */
function retryMs(response: GuardedResponse | undefined, attempt: number): number | undefined {
  if (!response || !mayPass(response) || attempt === MAX_ATTEMPTS) return undefined;
  return Math.min(readRetryAfter(response.headers['retry-after']) ?? 2 ** attempt, MAX_WAIT_SECONDS) * 1000;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new ProviderError('The provider answered with something that is not JSON.');
  }
}

/** Seconds, as most providers say it; a date means the default. */
const readRetryAfter = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;

/** The list of texts in an answer. Throws `ProviderError` for anything else. */
export function readTexts(value: unknown): string[] {
  if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value;
  throw new ProviderError('The provider answered with something else than a list of texts.');
}
