import type { FileEntry } from '@lectern/content/tree/entries';

/** The widths in pixels in which pictures are served, besides their own. */
const PICTURE_WIDTHS = [480, 768, 1200, 1600] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** A smaller size of a picture. `width`: in pixels. */
interface PictureSize {
  src: string;
  width: number;
}

/** Decoded, a pixel takes four bytes. */
export const MAX_SCALED_PIXELS = 40_000_000;
const MAX_SCALED_BYTES = 20_000_000;

/** Formats that often say more than a smaller picture in WebP could (animations, vectors, more colors) are not here. */
const SCALED_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Whether a file can have smaller sizes, as far as is known without reading it. */
export const isScaled = ({ contentType, size }: Pick<FileEntry, 'contentType' | 'size'>): boolean =>
  SCALED_TYPES.has(contentType) && size <= MAX_SCALED_BYTES;

/** Lists the smaller sizes of a picture in ascending order. `src`: the address of the picture itself. */
export type ListPictureSizes = (
  src: string,
  file: Pick<FileEntry, 'contentType' | 'size' | 'dimensions'>,
) => PictureSize[];

/** The sizes that the service makes of its files. */
export const listPictureSizes: ListPictureSizes = (src, file) => {
  const { dimensions } = file;
  if (!dimensions || !isScaled(file) || dimensions.width * dimensions.height > MAX_SCALED_PIXELS) return [];
  return PICTURE_WIDTHS.filter((width) => width < dimensions.width).map((width) => ({
    src: `${src}?width=${width}`,
    width,
  }));
};

/** The width that an address asks for; undefined for a text that is none of the widths. */
export const findPictureWidth = (written: unknown): PictureWidth | undefined =>
  PICTURE_WIDTHS.find((width) => String(width) === written);

export const PICTURE_WIDTHS_TEXT = PICTURE_WIDTHS.join(', ');
