import { crc32 } from 'node:zlib';

/**
 * The dimensions that the header of a PNG, JPEG or WebP picture declares. The header is read more strictly than any
 * decoder reads it, so that all decoders agree on it: a picture that is small here cannot be large for a decoder.
 */
export interface RasterHeader {
  /** In pixels as stored, before a picture is turned. */
  width: number;
  height: number;
}

/**
 * Returns undefined for a picture that is damaged, cut off or animated, or whose colors a decoder with eight bits for
 * red, green and blue would change. Decoders draw a damaged picture as far as they get.
 */
export function readRasterHeader(bytes: Buffer): RasterHeader | undefined {
  const read = READERS.find(({ signature }) => bytes.subarray(0, signature.length).equals(signature));
  try {
    return read?.read(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const READERS = [
  { signature: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), read: readPng },
  { signature: Buffer.from([0xff, 0xd8]), read: readJpeg },
  { signature: Buffer.from('RIFF'), read: readWebp },
];

const PNG_SIGNATURE_BYTES = 8;
const PNG_CHUNK_BYTES = 12;
/** An animation, and colors beyond those of a screen with eight bits. */
const OTHER_PNG_CHUNKS = new Set(['acTL', 'cICP']);
const MAX_CHUNKS = 100_000;

function readPng(bytes: Buffer): RasterHeader | undefined {
  let at = PNG_SIGNATURE_BYTES;
  for (let chunks = 0; chunks < MAX_CHUNKS; chunks += 1) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const isWhole = bytes.readUInt32BE(at + 8 + length) === crc32(bytes.subarray(at + 4, at + 8 + length));
    if (!isWhole || OTHER_PNG_CHUNKS.has(type) || (chunks === 0) !== (type === 'IHDR')) return undefined;
    if (type === 'IEND') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    at += PNG_CHUNK_BYTES + length;
  }
  return undefined;
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const END_OF_PICTURE = Buffer.from([0xff, 0xd9]);
/** A progressive picture has about ten. Each is as much work as the whole picture. */
const MAX_SCANS = 20;

function readJpeg(bytes: Buffer): RasterHeader | undefined {
  for (let at = 2; ; ) {
    const marker = bytes.readUInt16BE(at);
    // The frame comes before the scans; markers without a length have no place before it.
    if (marker < 0xffc0 || marker === 0xffff || marker === 0xffda || (marker >= 0xffd0 && marker <= 0xffd9))
      return undefined;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    if (isFrame(marker)) return readFrame(bytes.subarray(at + 4, at + 2 + length), bytes.subarray(at));
    at += 2 + length;
  }
}

/** The markers of frames, among which three mean something else. */
const isFrame = (marker: number): boolean =>
  marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;

/** Four components are the colors of ink. */
function readFrame(frame: Buffer, rest: Buffer): RasterHeader | undefined {
  const bits = frame.readUInt8(0);
  const components = frame.readUInt8(5);
  const isWhole = rest.lastIndexOf(END_OF_PICTURE) > rest.lastIndexOf(START_OF_SCAN);
  if (!isWhole || bits !== 8 || components > 3 || countScans(rest) > MAX_SCANS) return undefined;
  return { width: frame.readUInt16BE(3), height: frame.readUInt16BE(1) };
}

function countScans(bytes: Buffer): number {
  let scans = 0;
  for (let at = bytes.indexOf(START_OF_SCAN); at >= 0 && scans <= MAX_SCANS; scans += 1)
    at = bytes.indexOf(START_OF_SCAN, at + START_OF_SCAN.length);
  return scans;
}

const ANIMATION_FLAG = 0x02;

function readWebp(bytes: Buffer): RasterHeader | undefined {
  if (bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.readUInt32LE(4) + 8 > bytes.length)
    return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      if (bytes.readUInt8(20) & ANIMATION_FLAG) return undefined;
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
