import type { Config } from '../../../../platform/config.ts';
import { guardedFetch } from '../../../../platform/http/guarded-fetch.ts';
import { NetworkError } from '../../../../platform/http/guarded-network.ts';

/** `unknown`: the service may not contact the address, for example because it is private. */
export const REACHES = ['ready', 'no-address', 'no-certificate', 'unreachable', 'unknown'] as const;
export type Reach = (typeof REACHES)[number];

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024;

const FAILURES: Partial<Record<NetworkError['code'], Reach>> = {
  'unknown-host': 'no-address',
  'untrusted-certificate': 'no-certificate',
  'refused-address': 'unknown',
};

/** Whether something responds at an address with a certificate that browsers accept. */
export async function checkReach(
  { allowPrivateNetworks }: Pick<Config, 'allowPrivateNetworks'>,
  address: string,
): Promise<Reach> {
  try {
    await guardedFetch(address, {
      allowPrivate: allowPrivateNetworks,
      method: 'HEAD',
      headers: { 'user-agent': 'Lectern' },
      returnsRedirects: true,
      maxBytes: MAX_BYTES,
      truncate: true,
      timeoutMs: TIMEOUT_MS,
    });
    return 'ready';
  } catch (error) {
    if (error instanceof NetworkError) return FAILURES[error.code] ?? 'unreachable';
    throw error;
  }
}
