import { fromBufferPromise } from 'yauzl';

/** The parts of a document together: text, styles, images. */
const MAX_UNPACKED_BYTES = 300_000_000;
const MAX_PARTS = 10_000;

/**
 * Throws if the parts of a document are too large. Each is unpacked and discarded to measure it, because the library
 * that reads the document unpacks it in memory, regardless of the sizes that the archive declares.
 */
export async function assertSafeArchive(bytes: Buffer): Promise<void> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  let unpacked = 0;
  let packed = 0;
  if (zip.entryCount > MAX_PARTS) throw new Error('it has too many parts');
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    packed += entry.compressedSize;
    if (unpacked > MAX_UNPACKED_BYTES || packed > bytes.length) throw new Error('its parts are too large');
    if (entry.fileName.endsWith('/')) continue;
    const stream = await zip.openReadStreamPromise(entry);
    // It fails where a part is larger than it declares.
    for await (const _ of stream);
  }
}
