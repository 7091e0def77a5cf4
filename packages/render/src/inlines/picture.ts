import { type Html, html, type Insertion } from '@lectern/html/html';
import type { ImageData, InlineImageData, Length } from '@lectern/markdown/document';
import { classes, percentOf, widthClass } from '../classes.ts';
import type { Picture } from '../references.ts';
import type { Rendering } from '../rendering.ts';
import { type Slot, sourceSet, TEXT_SLOT } from '../source-set.ts';
import { fillWords } from '../words.ts';

interface PictureOptions {
  /** Whether a click shows it in its full size. */
  canZoom?: boolean;
  className?: string | undefined;
  /** The maximum width at its place; undefined: only as high as a line of text. */
  slot?: Slot | undefined;
}

/** Renders a picture, or a link to a picture on another host that is not shown. */
export function renderPicture(
  data: Pick<ImageData, 'ref' | 'refDark' | 'alt' | 'width' | 'height'>,
  rendering: Rendering,
  options: PictureOptions = {},
): Html {
  const { references } = rendering;
  const { ref: reference, refDark, alt = '' } = data;
  const light = references.findPicture(reference);
  const dark = refDark && references.findPicture(refDark);
  if (!light) return dark ? renderImage(dark, data, options, rendering) : renderElsewhere(data, rendering);
  if (!dark || dark.src === light.src) return renderImage(light, { ...data, alt }, options, rendering);
  return html`<span class="both">${renderImage(light, data, { ...options, className: join(options.className, 'only-light') }, rendering)}${renderImage(dark, data, { ...options, className: join(options.className, 'only-dark') }, rendering)}</span>`;
}

const join = (...names: (string | undefined)[]): string => names.filter(Boolean).join(' ');

function renderElsewhere(
  { ref: reference, alt = '' }: Pick<ImageData, 'ref' | 'alt'>,
  { references, words, isInLink }: Rendering,
): Html {
  const destination = references.find(reference);
  const name = fillWords(words.pictureElsewhere, { name: alt === '' ? (destination?.title ?? '') : alt });
  return destination && !isInLink
    ? html`<a class="elsewhere" href="${destination.href}" rel="noreferrer">${name}</a>`
    : html`<span class="elsewhere">${name}</span>`;
}

function renderImage(
  picture: Picture,
  { alt = '', width, height }: Pick<ImageData, 'alt' | 'width' | 'height'>,
  { canZoom = false, className, slot }: PictureOptions,
  { findings, isInLink }: Rendering,
): Html {
  const { externalHref } = picture;
  if (externalHref === undefined) findings.pictures += 1;
  const size = sizeOf(picture, { width, height });
  const attributes: Insertion = [
    slot && sourceSet(picture, fitSlot(slot, width, size.width)),
    classes(className, widthClass(width)),
    // The picture that is probably seen first should not wait for the layout.
    (externalHref !== undefined || findings.pictures > 1) && html` loading="lazy"`,
    size.width !== undefined && html` width="${size.width}"`,
    size.height !== undefined && html` height="${size.height}"`,
    canZoom && !isInLink && html` data-zoom`,
    externalHref !== undefined && html` referrerpolicy="no-referrer" data-external="${externalHref}"`,
  ];
  return html`<img src="${picture.src}" alt="${alt}" decoding="async"${attributes}>`;
}

/** `shown`: the width in pixels that the picture has if there is room for it. */
function fitSlot({ pixels }: Slot, wanted: Length | undefined, shown = Number.POSITIVE_INFINITY): Slot {
  const percent = percentOf(wanted);
  return percent === undefined
    ? { pixels: Math.min(pixels, shown) }
    : { pixels: (pixels * percent) / 100, percent };
}

const MAX_PIXELS = 10_000;

/** The size in pixels in which a picture is shown, so that the page does not move when it is loaded. */
function sizeOf(
  picture: Picture,
  wanted: { width: Length | undefined; height: Length | undefined },
): { width?: number | undefined; height?: number | undefined } {
  const width = pixelsOf(wanted.width);
  const height = pixelsOf(wanted.height);
  const { width: fullWidth, height: fullHeight } = picture;
  if (!fullWidth || !fullHeight) return { width, height: width === undefined ? undefined : height };
  if (width !== undefined)
    return { width, height: height ?? Math.max(1, Math.round((width * fullHeight) / fullWidth)) };
  if (height !== undefined)
    return { width: Math.max(1, Math.round((height * fullWidth) / fullHeight)), height };
  return { width: fullWidth, height: fullHeight };
}

function pixelsOf(length: Length | undefined): number | undefined {
  const value = typeof length === 'object' && length.unit === 'px' ? length.value : length;
  return typeof value === 'number' && value >= 1 && value <= MAX_PIXELS ? Math.round(value) : undefined;
}

export const renderInlinePicture = ({ data }: { data: InlineImageData }, rendering: Rendering): Html =>
  renderPicture(data, rendering, data.size === 'line' ? { className: 'line-high' } : { slot: TEXT_SLOT });
