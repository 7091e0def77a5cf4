import { imageSize } from 'image-size';

/** In pixels, both at least 1. */
export interface ImageDimensions {
  width: number;
  height: number;
}

// The number of bytes of a file that are searched for its dimensions. The library walks some formats in time that grows
// with the square of the boxes found, or byte by byte after damage: these limits keep a hostile file at a fraction of a
// second.
const SEARCHED_BYTES: Record<string, number> = {
  'image/apng': 1_000,
  'image/avif': 64_000,
  'image/bmp': 1_000,
  'image/gif': 1_000,
  'image/heic': 64_000,
  'image/heif': 64_000,
  'image/jpeg': 1_000_000,
  'image/jxl': 64_000,
  'image/png': 1_000,
  'image/svg+xml': 64_000,
  'image/tiff': 1_000_000,
  'image/vnd.adobe.photoshop': 1_000,
  'image/webp': 1_000,
  'image/x-icon': 10_000,
};
// The widest that a column of PostgreSQL's integer can hold, and PNG can declare.
const MAX_PIXELS = 2 ** 31 - 1;
// EXIF orientations from 5 on lie on their side.
const FIRST_TURNED_ORIENTATION = 5;

/** The dimensions of an image as it is shown; undefined when it declares none, is damaged or no image. */
export function findImageDimensions(contentType: string, bytes: Buffer): ImageDimensions | undefined {
  const searched = SEARCHED_BYTES[contentType];
  if (searched === undefined) return undefined;
  try {
    // Copied to separate memory: the library reads past the end of a truncated image, where a pooled buffer holds other
    // data.
    const { width, height, orientation = 1 } = imageSize(new Uint8Array(bytes.subarray(0, searched)));
    if (!isLength(width) || !isLength(height)) return undefined;
    return orientation >= FIRST_TURNED_ORIENTATION ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}

const isLength = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= MAX_PIXELS;
