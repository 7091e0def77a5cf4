import { callJson, mayPass } from '../../../platform/http/call-json.ts';
import type { GuardedResponse } from '../../../platform/http/guarded-fetch.ts';
import { NetworkError } from '../../../platform/http/guarded-network.ts';
import { ProviderError, UnusableResponse } from './provider.ts';

/** The address and credentials of a provider, and the limits for calling it. */
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
/** A translation is a few times as long as its source, and escaped in another way. */
const MAX_RESPONSE_GROWTH = 20;
const SPARE_RESPONSE_BYTES = 200_000;
const MAX_RESPONSE_BYTES = 5_000_000;
const MAX_WAIT_SECONDS = 60;

/** One request in the protocol of a provider; a POST by default. */
interface ProviderCall {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: object;
}

/**
 * Sends one request and returns the parsed response; undefined if it is empty. If the provider is busy or fails, the
 * request is repeated, at the time that the provider names or after a pause. Throws `ProviderError`, which contains
 * neither the key nor the texts.
 */
export async function callProvider(
  { url, allowPrivate, takeTurn }: ProviderAccess,
  { path, ...call }: ProviderCall,
  signal: AbortSignal,
): Promise<unknown> {
  let mayHaveCharged = false;
  const response = await callJson(`${url}${path}`, {
    ...call,
    allowPrivate,
    headers: { 'user-agent': 'Lectern', ...call.headers },
    maxBytes: maxResponseBytes(call.body),
    timeoutMs: TIMEOUT_MS,
    retryMs: (result, attempt) => {
      mayHaveCharged ||= result !== undefined && mayCharge(result.status);
      return retryMs(result, attempt);
    },
    beforeAttempt: takeTurn,
    signal,
  }).catch((error: unknown) => {
    if (!(error instanceof NetworkError)) throw error;
    if (error.code === 'too-large')
      throw new UnusableResponse('The response of the provider is much longer than the request.');
    throw new ProviderError(`The provider could not be reached: ${error.message}`, {
      mayHaveCharged: mayHaveCharged || hasReached(error),
    });
  });
  const { status, body } = response;
  if (status < 200 || status >= 300)
    throw new ProviderError(`The provider returned status ${status}.`, { status, mayHaveCharged });
  return body.length === 0 ? undefined : parse(body);
}

function maxResponseBytes(body: object | undefined): number {
  if (!body) return MAX_RESPONSE_BYTES;
  const asked = Buffer.byteLength(JSON.stringify(body));
  return Math.min(SPARE_RESPONSE_BYTES + MAX_RESPONSE_GROWTH * asked, MAX_RESPONSE_BYTES);
}

/**
 * A request that was refused, redirected or postponed (501, 503) was not carried out; after any other failure, it may
 * have been.
 */
const mayCharge = (status: number): boolean =>
  (status >= 200 && status < 300) || (status >= 500 && status !== 501 && status !== 503);

const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether the provider may have received the request although its response was lost. */
function hasReached({ code, cause }: NetworkError): boolean {
  if (!['unreachable', 'timeout', 'too-large'].includes(code)) return false;
  return !NOT_CONNECTED.has(String((cause as NodeJS.ErrnoException | undefined)?.code));
}

/** Returns the pause before the next attempt; undefined if there is none, as if the provider cannot be reached. */
function retryMs(response: GuardedResponse | undefined, attempt: number): number | undefined {
  if (!response || !mayPass(response) || attempt === MAX_ATTEMPTS) return undefined;
  return Math.min(readRetryAfter(response.headers['retry-after']) ?? 2 ** attempt, MAX_WAIT_SECONDS) * 1000;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new ProviderError('The provider returned a response that is not valid JSON.');
  }
}

/** Reads `Retry-After` in seconds, which most providers send; for a date, the default is used. */
const readRetryAfter = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;

/** Reads the list of texts in a response. Throws `ProviderError` for anything else. */
export function readTexts(value: unknown): string[] {
  if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value;
  throw new UnusableResponse('The response of the provider is not a list of texts.');
}
