import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib, { brotliCompress, gzip } from 'node:zlib';

export type Encoding = 'br' | 'zstd' | 'gzip';

/** The smallest first. Only newer releases of Node.js have Zstandard. */
const ENCODINGS: readonly Encoding[] =
  typeof zlib.zstdCompress === 'function' ? ['br', 'zstd', 'gzip'] : ['br', 'gzip'];

/**
 * Chooses the first of the offered forms that a client accepts by its `Accept-Encoding`; undefined: it accepts none.
 */
export function chooseEncoding<Offered extends Encoding = Encoding>(
  accepted: string | undefined,
  offered: readonly Offered[] = ENCODINGS as readonly Offered[],
): Offered | undefined {
  if (accepted === undefined) return undefined;
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part): [string, number] => {
        const [name = '', ...parameters] = part.split(';').map((one) => one.trim());
        const weight = parameters.find((one) => one.startsWith('q='));
        return [name, weight === undefined ? 1 : Number(weight.slice(2))];
      }),
  );
  return offered.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}

/** Compresses outside of the main thread, for answers that are made while somebody waits. */
export const compress = (encoding: Encoding, body: Buffer): Promise<Buffer> => COMPRESSORS[encoding](body);

/** Compresses what is written while it is sent. */
export function createCompressor(encoding: Encoding): Transform {
  if (encoding === 'br')
    return zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  return encoding === 'zstd' ? zlib.createZstdCompress() : zlib.createGzip();
}

const BROTLI_QUALITY = 5;

const COMPRESSORS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  zstd: (body) => promisify<Buffer, Buffer>(zlib.zstdCompress)(body),
  gzip: (body) => promisify(gzip)(body),
};
