import { defineThreadTask } from '../../platform/threads/thread-task.ts';
import { MAX_SCALED_PIXELS } from './picture-sizes.ts';
import { readRasterHeader } from './raster-header.ts';
import { drawScaled } from './scale-picture.ts';

/** In pixels: four times as large as the largest place where it is shown. */
const SMALL_PICTURE_SIZE = 256;
const QUALITY = 90;

interface SmallPictureInput {
  bytes: Uint8Array;
  /** Cuts off what a square in the middle does not have. */
  isSquare: boolean;
}

/**
 * A small copy of a picture, as WebP, turned as its metadata says and without its metadata, such as where it was taken.
 * Undefined: it is not a picture that can be read, or it is too large.
 */
async function makeSmallPicture({ bytes, isSquare }: SmallPictureInput): Promise<Uint8Array | undefined> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readRasterHeader(source);
  if (!header || header.width * header.height > MAX_SCALED_PIXELS) return undefined;
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(source).catch(() => undefined);
  if (!image) return undefined;
  const side = isSquare ? Math.min(image.width, image.height) : Math.max(image.width, image.height);
  const factor = Math.min(1, SMALL_PICTURE_SIZE / side);
  const width = Math.max(1, Math.round(image.width * factor));
  const height = Math.max(1, Math.round(image.height * factor));
  const scaled = drawScaled(createCanvas, image, { width, height });
  if (!isSquare) return new Uint8Array(await scaled.encode('webp', QUALITY));
  const length = Math.min(width, height);
  const square = createCanvas(length, length);
  square
    .getContext('2d')
    .drawImage(scaled, Math.round((length - width) / 2), Math.round((length - height) / 2));
  return new Uint8Array(await square.encode('webp', QUALITY));
}

export const smallPictureTask = defineThreadTask('make-small-picture', makeSmallPicture);
