import { open } from 'node:fs/promises';
import type { Config } from '../../../platform/config.ts';
import {
  type GuardedFetchOptions,
  type GuardedResponse,
  guardedFetch,
} from '../../../platform/http/guarded-fetch.ts';
import { NetworkError } from '../../../platform/http/guarded-network.ts';
import { sourceRefused, sourceTooLarge, sourceUnavailable } from '../import-failures.ts';

/** Identifies the service to the websites that it reads. */
export const USER_AGENT = 'LecternImport/1.0';
export const HEADERS = {
  'user-agent': `Mozilla/5.0 (compatible; ${USER_AGENT})`,
  accept: '*/*',
  'accept-encoding': 'identity',
};

export interface FetchOptions {
  config: Pick<Config, 'allowPrivateNetworks'>;
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal;
}

export type FetchedSource = Omit<GuardedResponse, 'hasLeftOrigin' | 'isCut'>;

/** Fetches an address that a user named, or that a page names. @throws NetworkError */
export function fetchAddress(
  address: string | URL,
  { config, ...options }: FetchOptions & Pick<GuardedFetchOptions, 'onChunk'>,
): Promise<FetchedSource> {
  return guardedFetch(address, { ...options, headers: HEADERS, allowPrivate: config.allowPrivateNetworks });
}

/** Fetches the source of an import into a file. */
export async function downloadSource(
  address: string,
  file: string,
  options: FetchOptions,
): Promise<FetchedSource & { size: number }> {
  const handle = await open(file, 'wx', 0o600);
  let size = 0;
  try {
    const response = await fetchAddress(address, {
      ...options,
      onChunk: async (chunk) => {
        size += chunk.length;
        await handle.writeFile(chunk);
      },
    });
    if (response.status !== 200)
      throw sourceUnavailable(`${response.url.hostname} returned status ${response.status}.`);
    return { ...response, size };
  } catch (error) {
    throw explainFetch(error, options);
  } finally {
    await handle.close();
  }
}

/** Turns the error of a failed request into the error of an import. */
export function explainFetch(error: unknown, { signal }: Pick<FetchOptions, 'signal'>): unknown {
  if (signal.aborted) return signal.reason;
  if (!(error instanceof NetworkError)) return error;
  if (error.code === 'refused-address') return sourceRefused(error.message);
  if (error.code === 'too-large') return sourceTooLarge(error.message);
  return sourceUnavailable(error.message);
}
