import { createHmac } from 'node:crypto';
import { unseal } from '../../../../platform/access/keys.ts';
import type { Context } from '../../../../platform/context.ts';
import { guardedFetch } from '../../../../platform/http/guarded-fetch.ts';
import { NetworkError } from '../../../../platform/http/guarded-network.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024;

export interface RendererCall {
  url: string;
  /** Sealed. */
  secret: Buffer;
  /** The tags that the renderer must fetch again. */
  tags: readonly string[];
}

/** Tells a renderer what changed. Returns why it failed. Throws only when `signal` is aborted. */
export async function callRenderer(
  { config, keyRing }: Pick<Context, 'config' | 'keyRing'>,
  { url, secret, tags }: RendererCall,
  signal: AbortSignal,
): Promise<string | undefined> {
  const key = readSecret(keyRing.keys('credentials'), secret);
  if (key === undefined) return 'The secret cannot be read. Set it again.';
  const body = JSON.stringify({ tags });
  try {
    const { status } = await guardedFetch(`${url}/~gitbook/revalidate`, {
      allowPrivate: config.allowPrivateNetworks,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Lectern',
        'x-gitbook-signature': createHmac('sha256', key).update(body).digest('hex'),
      },
      body,
      // The owner of the address could redirect the request elsewhere.
      returnsRedirects: true,
      maxBytes: MAX_RESPONSE_BYTES,
      truncate: true,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return status >= 200 && status < 300 ? undefined : `The renderer returned status ${status}.`;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetworkError) return error.message;
    throw error;
  }
}

/** Undefined if it was sealed under another key. */
function readSecret(keys: Buffer[], secret: Buffer): string | undefined {
  try {
    return unseal(keys, secret);
  } catch {
    return undefined;
  }
}
