import { createHash } from 'node:crypto';
import { NetworkError } from '@lectern/std/network-error';
import { GitError } from './git-error.ts';
import type { GitNetwork } from './git-network.ts';
import { openForwardingTunnel } from './guarded-tunnel.ts';
import { describeNetworkError } from './preflight.ts';
import { portOf } from './remote-url.ts';
import { type HostKey, readOfferedHostKey } from './ssh-access.ts';

const TIMEOUT_MS = 10_000;
/** A host sends a few kilobytes until its key is known. */
const MAX_BYTES = 1_000_000;

/** A line for `known_hosts` with the fingerprint that people compare. */
export interface OfferedHostKey {
  line: string;
  fingerprint: string;
}

/** Asks a host for its SSH key. @throws GitError */
export async function findOfferedHostKey(url: string, network: GitNetwork): Promise<OfferedHostKey> {
  const { hostname } = new URL(url);
  const port = portOf(url);
  const target = { hostname, port, network, maxBytes: MAX_BYTES, onTooLarge: () => {} };
  const tunnel = await openForwardingTunnel(target);
  try {
    const key = await readOfferedHostKey(tunnel.port, AbortSignal.timeout(TIMEOUT_MS));
    const failure = tunnel.failure();
    if (failure instanceof NetworkError) throw describeNetworkError(failure);
    if (!key) throw new GitError('unreachable', `${hostname} did not offer an SSH host key on port ${port}.`);
    return { line: formatHostKey(url, key), fingerprint: fingerprintOf(key) };
  } finally {
    await tunnel.close();
  }
}

/** As OpenSSH writes it. */
export function formatHostKey(url: string, { type, key }: HostKey): string {
  const { hostname } = new URL(url);
  const port = portOf(url);
  return `${port === 22 ? hostname : `[${hostname}]:${port}`} ${type} ${key}`;
}

/** As OpenSSH and hosts show it. */
export const fingerprintOf = ({ key }: Pick<HostKey, 'key'>): string =>
  `SHA256:${createHash('sha256')
    .update(Buffer.from(key, 'base64'))
    .digest('base64')
    .replace(/={1,2}$/, '')}`;
