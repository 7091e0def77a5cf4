/** Writes pictures small, and only if one shows something else than the file that is there. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';

export const MAX_PICTURE_BYTES = 80_000;
/** From the best on; the first that is small enough is taken. */
const QUALITIES = [80, 72, 64, 56];
/** A part of 255. What compression does to equal pictures is below it. */
const VISIBLE_DIFFERENCE = 24;
/** In the colors of pixels: more than those of a caret or of the rounding of a letter. */
const MAX_DIFFERENCES = 150;

/** Returns false if the file already shows the picture. */
export async function savePicture(png: Buffer, path: string): Promise<boolean> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const encoded = QUALITIES.map((quality) => () => canvas.encode('webp', quality));
  let bytes: Buffer = Buffer.alloc(0);
  for (const encode of encoded) {
    bytes = await encode();
    if (bytes.length <= MAX_PICTURE_BYTES) break;
  }
  if (bytes.length > MAX_PICTURE_BYTES)
    throw new Error(`${path} has ${bytes.length} bytes; show less of it.`);
  if (existsSync(path) && (await showsTheSame(await loadImage(bytes), await loadImage(await readFile(path)))))
    return false;
  await writeFile(path, bytes);
  return true;
}

async function showsTheSame(one: Image, other: Image): Promise<boolean> {
  if (one.width !== other.width || one.height !== other.height) return false;
  const [first, second] = [pixelsOf(one), pixelsOf(other)];
  let different = 0;
  for (let at = 0; at < first.length; at++) {
    const distance = Math.abs((first[at] as number) - (second[at] as number));
    if (distance > VISIBLE_DIFFERENCE && ++different > MAX_DIFFERENCES) return false;
  }
  return true;
}

function pixelsOf(image: Image): Uint8ClampedArray {
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}
