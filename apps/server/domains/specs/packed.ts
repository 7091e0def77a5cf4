import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** How specs are stored: compressed with gzip, off the main thread. */
export const pack = promisify(gzip);
export const unpack = promisify(gunzip);
