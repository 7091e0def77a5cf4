import { type Html, html } from '@lectern/html/html';
import type { Drawing, ImageBlock, Images, ImagesData } from '@lectern/markdown/document';
import { classes } from '../classes.ts';
import { renderPicture } from '../inlines/picture.ts';
import { noteWidth, type Rendering } from '../rendering.ts';
import { type Slot, TEXT_SLOT } from '../source-set.ts';
import { renderCaption } from './caption.ts';

/** The width of a page without a table of contents, whose text takes the room beside the outline. */
const WIDE_SLOT: Slot = { pixels: 1144 };
/** Two of a gallery are beside each other unless the window is narrow. */
const GALLERY_SLOT: Slot = { pixels: 480 };

export function renderImages({ data, nodes }: Images, rendering: Rendering): Html {
  const wide = noteWidth(rendering, data);
  const [first] = nodes;
  if (first && nodes.length === 1)
    return renderFigure(first, { data, wide, slot: wide === false ? TEXT_SLOT : WIDE_SLOT }, rendering);
  return html`<div${classes('gallery', wide)}>${nodes.map((image) => renderFigure(image, { data, slot: GALLERY_SLOT }, rendering))}</div>\n`;
}

export const renderImage = (image: ImageBlock, rendering: Rendering): Html =>
  renderFigure(image, { data: {}, slot: TEXT_SLOT }, rendering);

interface FigureLook {
  data: ImagesData;
  wide?: string | false;
  slot: Slot;
}

function renderFigure(
  image: ImageBlock,
  { data, wide = false, slot }: FigureLook,
  rendering: Rendering,
): Html {
  const { align, withFrame } = data;
  const look = classes('picture', align && `align-${align}`, withFrame === true && 'framed', wide);
  return html`<figure${look}>${renderPicture(image.data, rendering, { canZoom: true, slot })}${renderCaption(image, rendering)}</figure>\n`;
}

export const renderDrawing = ({ data }: Drawing, rendering: Rendering): Html =>
  html`<figure class="picture drawing">${renderPicture(data, rendering, { canZoom: true, slot: TEXT_SLOT })}</figure>\n`;
