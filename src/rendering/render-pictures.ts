import type { ImageBlock, ImageData, InlineImageData } from '../content/documents/document.ts';
import { type Html, html, type Insertion } from '../html/html.ts';
import type { Picture, References } from './references.ts';

/** A picture of the space; of any other only a link, so that nothing is loaded from elsewhere. */
export function renderPicture(
  { ref: reference, alt = '' }: Pick<ImageData, 'ref' | 'alt'>,
  references: References,
): Html {
  const picture = references.findPicture(reference);
  if (picture) return renderImage(picture, alt);
  const destination = references.find(reference);
  const name = alt === '' ? (destination?.title ?? 'without a description') : alt;
  if (!destination) return html`<span class="note">Picture: ${name}</span>`;
  return html`<a href="${destination.href}" rel="noreferrer">Picture elsewhere: ${name}</a>`;
}

export function renderInlinePicture(data: InlineImageData, references: References): Html {
  const picture = renderPicture(data, references);
  return data.size === 'line' ? html`<span class="line-high">${picture}</span>` : picture;
}

function renderImage({ src, width, height }: Picture, alt: string): Html {
  const size = width !== undefined && height !== undefined && html` width="${width}" height="${height}"`;
  return html`<img src="${src}" alt="${alt}" loading="lazy"${size}>`;
}

export function renderPictures(
  images: readonly ImageBlock[],
  references: References,
  renderCaption: (image: ImageBlock) => Insertion,
): Html[] {
  return images.map((image) => {
    const caption = renderCaption(image);
    return html`<figure>${renderPicture(image.data, references)}${
      caption && html`<figcaption>${caption}</figcaption>`
    }</figure>`;
  });
}
