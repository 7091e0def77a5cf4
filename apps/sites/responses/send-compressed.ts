import { pipeline, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import {
  chooseEncoding,
  compress,
  createCompressor,
  type Encoding,
} from '../../server/platform/http/compression.ts';

/** A text that is sent repeatedly. */
export interface KeptBody {
  body: Buffer;
  /** The compressed forms, each created when a client first accepts it. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
}

/** In bytes: a shorter response fits into one packet without compression. */
const COMPRESSED_FROM = 1200;

/** Chooses the encoding of a response from the `accepted` encodings; undefined if compression is not worth it. */
export function chooseBodyEncoding(body: Buffer, accepted: string | undefined): Encoding | undefined {
  return body.length < COMPRESSED_FROM ? undefined : chooseEncoding(accepted);
}

/** Returns the bytes in an encoding, compressed once. */
export function encodeKept({ body, compressed }: KeptBody, encoding: Encoding): Promise<Buffer> {
  compressed[encoding] ??= compress(encoding, body);
  return compressed[encoding];
}

/** Sends a text in an encoding that the client accepts; a stream is compressed while it is sent. */
export async function sendCompressed(
  reply: FastifyReply,
  body: string | Readable,
  accepted: string | undefined,
): Promise<FastifyReply> {
  if (typeof body === 'string') {
    const bytes = Buffer.from(body);
    const encoding = chooseBodyEncoding(bytes, accepted);
    if (!encoding) return reply.send(bytes);
    return reply.header('content-encoding', encoding).send(await compress(encoding, bytes));
  }
  const encoding = chooseEncoding(accepted);
  if (!encoding) return reply.send(body);
  const compressor = createCompressor(encoding);
  // Each side ends with the other; the stream that is sent reports errors.
  pipeline(body, compressor, () => {});
  return reply.header('content-encoding', encoding).send(compressor);
}
