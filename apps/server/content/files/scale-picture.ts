import type { Canvas, Image } from '@napi-rs/canvas';
import { defineThreadTask } from '../../platform/threads/thread-task.ts';
import { MAX_SCALED_PIXELS } from './picture-sizes.ts';
import { readRasterHeader } from './raster-header.ts';

interface ScaleInput {
  bytes: Uint8Array;
  /** The width wanted, in pixels. */
  width: number;
}

/** Good enough that text in screenshots stays clear. */
const QUALITY = 85;

/**
 * A smaller size of a picture, as WebP in the colors of the web (sRGB) and turned as its metadata says. Undefined:
 * there is none that is narrower and takes fewer bytes, or the picture is better left as it is.
 */
async function scalePicture({ bytes, width }: ScaleInput): Promise<Uint8Array | undefined> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readRasterHeader(source);
  if (!header || header.width * header.height > MAX_SCALED_PIXELS) return undefined;
  if (Math.max(header.width, header.height) <= width) return undefined;
  // Few threads ever scale a picture.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(source).catch(() => undefined);
  if (!image || image.width <= width) return undefined;
  const height = Math.max(1, Math.round((image.height * width) / image.width));
  const scaled = drawScaled(createCanvas, image, { width, height });
  const written = await scaled.encode('webp', QUALITY);
  return written.length < source.length ? new Uint8Array(written) : undefined;
}

type CreateCanvas = (width: number, height: number) => Canvas;

/**
 * By halves first: one sharp step over more than two pixels leaves some of them out, and thin lines with them.
 */
export function drawScaled(
  createCanvas: CreateCanvas,
  image: Image,
  { width, height }: { width: number; height: number },
): Canvas {
  let source: Image | Canvas = image;
  while (source.width >= 2 * width)
    source = drawAt(createCanvas, source, {
      width: Math.ceil(source.width / 2),
      height: Math.ceil(source.height / 2),
      quality: 'medium',
    });
  return drawAt(createCanvas, source, { width, height, quality: 'high' });
}

function drawAt(
  createCanvas: CreateCanvas,
  source: Image | Canvas,
  { width, height, quality }: { width: number; height: number; quality: 'medium' | 'high' },
): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = quality;
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

export const scalePictureTask = defineThreadTask('scale-picture', scalePicture);
