import type { Socket } from 'node:net';
import { request } from 'undici';
import { measure, outgoingRequests } from '../metrics/meters.ts';
import { inSpan } from '../tracing/tracing.ts';
import {
  connectGuarded,
  createGuardedAgent,
  describeNetworkFailure,
  NetworkError,
  type NetworkPolicy,
} from './guarded-network.ts';

export interface GuardedFetchOptions extends NetworkPolicy {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Redirects that are followed, each checked like the first address; default 5. */
  maxRedirects?: number;
  /** Returns a redirecting response instead of following it. */
  returnsRedirects?: boolean;
  /**
   * Refuses all ports but those of http and https, so that nobody can find out what else runs on a host. Private
   * networks may use any.
   */
  onlyUsualPorts?: boolean;
  /** Bytes of the answer's body, after which the answer is refused. */
  maxBytes: number;
  /** A longer body is cut at `maxBytes` instead of refused. */
  truncate?: boolean;
  /** Takes a body that is too large for the memory, piece by piece; the answer then has none. */
  onChunk?: (chunk: Buffer) => Promise<void>;
  /** The limit for the whole fetch, redirects included. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface GuardedResponse {
  status: number;
  headers: Record<string, string>;
  /** The URL that responded, after redirects. */
  url: URL;
  /** Whether a redirect led to another host, so that credentials were not sent there. */
  hasLeftOrigin: boolean;
  body: Buffer;
  /** Whether the body was longer, and cut. */
  isCut: boolean;
}

const CREDENTIAL_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches an http(s) address that a caller chose, following redirects. Headers that carry credentials are dropped as
 * soon as a redirect leaves the origin and do not come back.
 * @throws NetworkError
 */
export const guardedFetch = (address: string | URL, options: GuardedFetchOptions): Promise<GuardedResponse> =>
  measure(
    (milliseconds, outcome) => outgoingRequests.observe(milliseconds, outcome),
    () =>
      inSpan(
        'outgoing request',
        { kind: 'client', attributes: { 'http.request.method': options.method ?? 'GET' } },
        async (span) => {
          const response = await fetchGuarded(address, options);
          span?.set({
            // The address itself may hold keys.
            'server.address': response.url.hostname,
            'http.response.status_code': response.status,
          });
          return response;
        },
      ),
    (end) => ('error' in end ? 'failed' : 'answered'),
  );

async function fetchGuarded(address: string | URL, options: GuardedFetchOptions): Promise<GuardedResponse> {
  let url = parseHttpUrl(address);
  let method = options.method ?? 'GET';
  let body = options.body;
  let headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  let hasLeftOrigin = false;
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const agent = createGuardedAgent(options);
  // The client hears of an abort only once it is connected.
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => {});
  try {
    for (let redirects = 0; redirects <= (options.maxRedirects ?? 5); redirects += 1) {
      if (options.onlyUsualPorts && url.port !== '' && !options.allowPrivate)
        throw new NetworkError('unsupported-url', 'Only the usual ports of http and https are allowed.');
      const asked = request(url, { dispatcher: agent, method, headers, body: body ?? null, signal });
      const response = await Promise.race([asked, aborted]);
      const location = response.headers.location;
      const isFollowed = REDIRECTS.has(response.statusCode) && !options.returnsRedirects;
      if (!isFollowed || typeof location !== 'string') {
        const read = await readBody(response.body, url, options);
        return {
          status: response.statusCode,
          headers: flatHeaders(response.headers),
          url,
          hasLeftOrigin,
          ...read,
        };
      }
      discard(response.body);
      const next = parseHttpUrl(location, url);
      if (!isSameParty(url, next)) {
        hasLeftOrigin = true;
        headers = Object.fromEntries(
          Object.entries(headers).filter(([name]) => !CREDENTIAL_HEADERS.has(name)),
        );
      }
      if (response.statusCode === 303 || (response.statusCode < 303 && method === 'POST')) {
        method = 'GET';
        body = undefined;
      }
      url = next;
    }
    throw new NetworkError('too-many-redirects', `${url.hostname} redirects too many times.`);
  } catch (error) {
    throw describeNetworkFailure(error, url.hostname);
  } finally {
    // Not awaited: it takes as long as a connection that is still being made.
    agent.destroy().catch(() => {});
  }
}

/** Parses an http(s) URL and removes credentials and fragment: callers hand credentials over as a header. */
function parseHttpUrl(address: string | URL, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw new NetworkError('unsupported-url', 'The address is not a valid URL.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new NetworkError(
      'unsupported-url',
      `Only http and https addresses are fetched, not ${url.protocol}`,
    );
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

/**
 * Whether data meant for one address may be sent to the other: same origin, or an upgrade of the same host to https.
 */
function isSameParty(from: URL, to: URL): boolean {
  const isUpgrade =
    from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  return from.origin === to.origin || (isUpgrade && from.hostname === to.hostname);
}

function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

type ResponseBody = AsyncIterable<Buffer> & {
  destroy(): unknown;
  on(event: 'error', listener: () => void): unknown;
};

function discard(body: ResponseBody): void {
  body.on('error', () => {});
  body.destroy();
}

async function readBody(
  body: ResponseBody,
  url: URL,
  { maxBytes, truncate, onChunk }: Pick<GuardedFetchOptions, 'maxBytes' | 'truncate' | 'onChunk'>,
): Promise<Pick<GuardedResponse, 'body' | 'isCut'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= maxBytes) {
      if (onChunk) await onChunk(chunk);
      else chunks.push(chunk);
      continue;
    }
    chunks.push(chunk);
    discard(body);
    if (truncate) break;
    throw new NetworkError('too-large', `The response of ${url.hostname} is larger than ${maxBytes} bytes.`);
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes };
}

/** The network under one policy, for packages that do not know how it is guarded. */
export const createGuardedNetwork = (policy: NetworkPolicy) => ({
  connect: (to: { hostname: string; port: number }): Promise<Socket> => connectGuarded(to, policy),
  fetch: (
    address: string,
    options: Omit<GuardedFetchOptions, keyof NetworkPolicy>,
  ): Promise<GuardedResponse> => guardedFetch(address, { ...options, ...policy }),
});
