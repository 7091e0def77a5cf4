import type { Socket } from 'node:net';

interface GitRequest {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  maxBytes: number;
  /** Cuts a longer body at `maxBytes` instead of refusing it. */
  truncate?: boolean;
  /** Returns a redirecting response instead of following it. */
  returnsRedirects?: boolean;
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface GitResponse {
  status: number;
  headers: Record<string, string>;
  /** The URL that responded, after redirects. */
  url: URL;
  /** Whether a redirect led to another host, so that credentials were not sent there. */
  hasLeftOrigin: boolean;
  body: Buffer;
}

/**
 * The way to the hosts of repositories. The caller passes it in and thereby decides which addresses may be contacted:
 * it must check the address to which it connects, not only the name. Failures are `NetworkError`s.
 */
export interface GitNetwork {
  connect(to: { hostname: string; port: number }): Promise<Socket>;
  fetch(address: string, request: GitRequest): Promise<GitResponse>;
}
