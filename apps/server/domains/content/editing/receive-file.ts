import type { Context } from '../../../platform/context.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import { type GuardedResponse, guardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { NetworkError } from '../../../platform/http/guarded-network.ts';
import type { NewFile } from './content-changes.schemas.ts';
import { changeRefused } from './editing-errors.ts';

const MAX_FETCHED_BYTES = 100_000_000;
const MAX_INLINE_BYTES = 1_000_000;
const FETCH_MS = 30_000;

/** The bytes of a file that a change sends or names. The address is fetched as carefully as any that a user names. */
export async function receiveFile(
  { config }: Pick<Context, 'config'>,
  { url, base64, upload }: NewFile,
  path: string,
): Promise<Buffer> {
  if (upload !== undefined || (url === undefined) === (base64 === undefined))
    throw invalidField(path, 'needs exactly one of “upload”, “url” and “base64”');
  if (base64 !== undefined) return decodeBase64(base64, `${path}.base64`);
  const response = await fetchFile(config, url as string, `${path}.url`);
  if (response.status !== 200)
    throw changeRefused(`${path}.url`, `returned status ${response.status} instead of a file`);
  return response.body;
}

function decodeBase64(text: string, path: string): Buffer {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw invalidField(path, 'is not base64');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > MAX_INLINE_BYTES)
    throw invalidField(path, 'is larger than one megabyte. Use “url” for larger files');
  return bytes;
}

async function fetchFile(
  { allowPrivateNetworks }: Pick<Context['config'], 'allowPrivateNetworks'>,
  url: string,
  path: string,
): Promise<GuardedResponse> {
  try {
    return await guardedFetch(url, {
      allowPrivate: allowPrivateNetworks,
      maxBytes: MAX_FETCHED_BYTES,
      timeoutMs: FETCH_MS,
    });
  } catch (error) {
    if (error instanceof NetworkError)
      throw changeRefused(path, `could not be fetched: ${error.message.replace(/\.$/, '')}`);
    throw error;
  }
}
