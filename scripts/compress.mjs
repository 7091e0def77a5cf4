// Writes the compressed forms of a file beside it.
import { writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';

/** Above this size the best quality takes many seconds. */
const MAX_BEST_LENGTH = 500_000;

export function writeCompressed(path, bytes) {
  writeFileSync(`${path}.br`, compress(bytes));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

const compress = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: bytes.length > MAX_BEST_LENGTH ? 9 : zlib.BROTLI_MAX_QUALITY,
      [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
