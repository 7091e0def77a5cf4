import type { IncomingMessage } from 'node:http';
import { type ApiError, invalidRequest } from './errors.ts';

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const HOST = /^(?:[\w.~-]{1,255}|\[[\da-fA-F:.]{2,45}\])(?::(\d{0,5}))?$/;
const MAX_PORT = 65_535;
const ABSOLUTE = /^[a-z][a-z\d+.-]*:/i;

/**
 * Finds faults that Node.js does not refuse. A request is refused if a proxy before the service could
 * read another host from it than the service does. `trustsProxy`: whether forwarded hosts count.
 */
export function findRequestFault(
  raw: IncomingMessage & { originalUrl?: string },
  trustsProxy: boolean,
): ApiError | undefined {
  const { headers, httpVersion } = raw;
  const url = raw.originalUrl ?? raw.url ?? '';
  const encoding = headers['transfer-encoding'];
  if (encoding !== undefined && (encoding.toLowerCase() !== 'chunked' || httpVersion === '1.0'))
    return invalidRequest('The Transfer-Encoding header must be “chunked”, which HTTP/1.0 does not have.');
  if (headers.host === undefined)
    return httpVersion === '1.1' ? invalidRequest('The request has no Host header.') : undefined;
  if (countHosts(raw.rawHeaders) > 1) return invalidRequest('The request has more than one Host header.');
  if (!isHost(headers.host)) return invalidRequest('The Host header is not a valid host.');
  if (ABSOLUTE.test(url) && !isAddressOf(url, headers.host))
    return invalidRequest('The URL of the request has a different host than the Host header.');
  return trustsProxy ? findForwardedFault(headers['x-forwarded-host']) : undefined;
}

/** Returns the path of a URL that names its host, as clients send it to a proxy. */
export const withoutOrigin = (url: string): string =>
  ABSOLUTE.test(url) ? url.replace(/^[a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/') : url;

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

function isHost(host: string): boolean {
  const match = HOST.exec(host);
  return match !== null && Number(match[1] ?? 0) <= MAX_PORT;
}

function isAddressOf(url: string, host: string): boolean {
  const [, protocol, authority] = /^(https?):\/\/([^/?#]*)/i.exec(url) ?? [];
  if (protocol === undefined || authority === undefined || !isHost(authority)) return false;
  const withoutDefault = (name: string): string =>
    name.toLowerCase().replace(protocol.toLowerCase() === 'http' ? /:(?:80)?$/ : /:(?:443)?$/, '');
  return withoutDefault(authority) === withoutDefault(host);
}

/** Each proxy may add the host that it was asked for. */
function findForwardedFault(forwarded: string | string[] | undefined): ApiError | undefined {
  if (forwarded === undefined) return undefined;
  const hosts = String(forwarded)
    .split(',')
    .map((host) => host.trim().toLowerCase());
  if (!hosts.every(isHost)) return invalidRequest('The X-Forwarded-Host header is not a valid host.');
  return new Set(hosts).size > 1
    ? invalidRequest('The request has several X-Forwarded-Host headers with different hosts.')
    : undefined;
}
