import type { Drawing, ImageBlock, Images, ImagesData } from '../../content/documents/document.ts';
import { type Html, html } from '../../html/html.ts';
import { classes } from '../classes.ts';
import { renderPicture } from '../inlines/picture.ts';
import { noteWidth, type Rendering } from '../rendering.ts';
import { renderCaption } from './caption.ts';

export function renderImages({ data, nodes }: Images, rendering: Rendering): Html {
  const wide = noteWidth(rendering, data);
  const [first] = nodes;
  if (first && nodes.length === 1) return renderFigure(first, data, wide, rendering);
  return html`<div${classes('gallery', wide)}>${nodes.map((image) => renderFigure(image, data, false, rendering))}</div>\n`;
}

export const renderImage = (image: ImageBlock, rendering: Rendering): Html =>
  renderFigure(image, {}, false, rendering);

function renderFigure(
  image: ImageBlock,
  { align, withFrame }: ImagesData,
  wide: string | false,
  rendering: Rendering,
): Html {
  const look = classes('picture', align && `align-${align}`, withFrame === true && 'framed', wide);
  return html`<figure${look}>${renderPicture(image.data, rendering, { canZoom: true })}${renderCaption(image, rendering)}</figure>\n`;
}

export const renderDrawing = ({ data }: Drawing, rendering: Rendering): Html =>
  html`<figure class="picture drawing">${renderPicture(data, rendering, { canZoom: true })}</figure>\n`;
