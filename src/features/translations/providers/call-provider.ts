import { setTimeout as wait } from 'node:timers/promises';
import { guardedFetch } from '../../../http/guarded-fetch.ts';
import { NetworkError } from '../../../http/guarded-network.ts';
import { ProviderError } from './provider.ts';

/** What reaching a provider needs. */
export interface ProviderAccess {
  /** Without a trailing slash. */
  url: string;
  key: string | undefined;
  model: string | undefined;
  allowPrivate: boolean;
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
  { url, allowPrivate }: ProviderAccess,
  { path, headers, body }: { path: string; headers: Record<string, string>; body: object },
  signal: AbortSignal,
): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(`${url}${path}`, { allowPrivate, headers, body }, signal);
    if (answer.status >= 200 && answer.status < 300) return parse(answer.body);
    const isTemporary = answer.status === 429 || answer.status >= 500;
    if (!isTemporary || attempt === MAX_ATTEMPTS)
      throw new ProviderError(`The provider answered with the status ${answer.status}.`);
    const seconds = Math.min(readRetryAfter(answer.headers['retry-after']) ?? 2 ** attempt, MAX_WAIT_SECONDS);
    await wait(seconds * 1000, undefined, { signal });
  }
}

async function send(
  address: string,
  { allowPrivate, headers, body }: { allowPrivate: boolean; headers: Record<string, string>; body: object },
  signal: AbortSignal,
) {
  try {
    return await guardedFetch(address, {
      allowPrivate,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Lectern', ...headers },
      body: JSON.stringify(body),
      // Whoever controls the address could lead the texts elsewhere.
      returnsRedirects: true,
      maxBytes: MAX_RESPONSE_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetworkError)
      throw new ProviderError(`The provider was not reached: ${error.message}`);
    throw error;
  }
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
