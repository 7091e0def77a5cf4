import { pipeline, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { chooseEncoding, compress, createCompressor, type Encoding } from '../../http/compression.ts';

/** A text that is sent again as it is. */
export interface KeptBody {
  body: Buffer;
  /** Filled when a client accepts it. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
}

/** In bytes: a shorter answer fits into one packet as it is. */
const COMPRESSED_FROM = 1200;

/** What is sent, for `accepted` encodings: compressed if that is worth it. */
export function chooseBodyEncoding(body: Buffer, accepted: string | undefined): Encoding | undefined {
  return body.length < COMPRESSED_FROM ? undefined : chooseEncoding(accepted);
}

/** The bytes in an encoding, compressed once. */
export function encodeKept({ body, compressed }: KeptBody, encoding: Encoding): Promise<Buffer> {
  compressed[encoding] ??= compress(encoding, body);
  return compressed[encoding];
}

/** Sends a text as the client accepts it; one that is written while it is sent is compressed on the way. */
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
  // Each side ends with the other; what failed is told by the stream that is sent.
  pipeline(body, compressor, () => {});
  return reply.header('content-encoding', encoding).send(compressor);
}
