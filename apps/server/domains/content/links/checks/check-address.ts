import { parseUrl } from '@lectern/std/parse-url';
import { type GuardedResponse, guardedFetch } from '../../../../platform/http/guarded-fetch.ts';
import { NetworkError, type NetworkPolicy } from '../../../../platform/http/guarded-network.ts';
import { MAX_LENGTH } from './external-url.ts';
import { type Finding, isRateLimited, judgeFailure, judgeResponse } from './finding.ts';
import type { HostGate } from './host-gate.ts';

export interface AddressCheck {
  policy: NetworkPolicy;
  gate: HostGate;
  userAgent: string;
  /** The limit for one request. */
  timeoutMs: number;
  isOwn: (url: URL) => boolean;
  signal: AbortSignal;
}

const MAX_REDIRECTS = 5;
/** Enough to see that there is an answer. */
const BODY_BYTES = 4096;

/** Looks whether an address answers, following redirects. Throws only when `signal` is aborted. */
export async function checkAddress(address: string, check: AddressCheck): Promise<Finding> {
  let url = new URL(address);
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (check.isOwn(url))
        return {
          kind: 'unclear',
          reason: 'It leads to this service, which does not check its own addresses.',
        };
      const response = await ask(url, check);
      const next = readRedirect(response);
      if (!next) return judgeResponse(response);
      url = next;
    }
    throw new NetworkError('too-many-redirects', `${url.hostname} redirects too many times.`);
  } catch (error) {
    check.signal.throwIfAborted();
    if (error instanceof NetworkError) return judgeFailure(error);
    throw error;
  }
}

/**
 * Uses the response to HEAD if it is good; otherwise that to GET, because servers refuse HEAD in every possible way.
 */
async function ask(url: URL, check: AddressCheck): Promise<GuardedResponse> {
  try {
    const response = await request('HEAD', url, check);
    if (response.status < 400 || isRateLimited(response)) return response;
  } catch (error) {
    check.signal.throwIfAborted();
    const isOdd = error instanceof NetworkError && (error.code === 'unreachable' || error.code === 'timeout');
    if (!isOdd) throw error;
  }
  return request('GET', url, check);
}

const request = (method: 'HEAD' | 'GET', url: URL, check: AddressCheck): Promise<GuardedResponse> =>
  check.gate.pass(url.hostname, check.signal, () =>
    guardedFetch(url, {
      ...check.policy,
      method,
      headers: { 'user-agent': check.userAgent, accept: 'text/html, */*;q=0.8' },
      // Each step is taken here: it waits for its own host.
      returnsRedirects: true,
      maxBytes: BODY_BYTES,
      truncate: true,
      timeoutMs: check.timeoutMs,
      signal: check.signal,
    }),
  );

function readRedirect({ status, headers, url }: GuardedResponse): URL | undefined {
  const { location } = headers;
  if (status < 300 || status >= 400 || location === undefined) return undefined;
  // The reason names only the host or scheme, so that a server cannot have its own text stored and shown.
  const next = location.length > MAX_LENGTH ? undefined : parseUrl(location, url);
  if (!next) {
    throw new NetworkError('unsupported-url', `${url.hostname} redirects to an invalid address.`);
  }
  return next;
}
