import { promisify } from 'node:util';
import { type BrotliOptions, brotliDecompress, gunzip, type ZlibOptions } from 'node:zlib';
import type { GuardedResponse } from './guarded-fetch.ts';

type Decode = (body: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS = new Map<string, Decode>([
  ['br', promisify<Buffer, BrotliOptions, Buffer>(brotliDecompress)],
  ['gzip', promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
]);

/**
 * The body of a response to a request for an uncompressed one: some hosts store drawings compressed, and send nothing
 * else. Undefined if it cannot be read, or is larger than `maxBytes`.
 */
export async function decodeBody(
  { headers, body }: Pick<GuardedResponse, 'headers' | 'body'>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return body;
  return DECODERS.get(encoding)?.(body, { maxOutputLength: maxBytes }).catch(() => undefined);
}
