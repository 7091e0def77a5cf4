import {
  attributeOf,
  elementsOf,
  findByTag,
  type HtmlElement,
  lineOf,
  textOf,
} from '@lectern/html/html-tree';
import { imagesOf } from '@lectern/markdown/block-factories';
import type { Block } from '@lectern/markdown/document';
import { appendTo } from '@lectern/std/long-lists';
import { buildCode } from './build-code.ts';
import { readImage } from './build-inlines.ts';
import type { HtmlContext } from './html-context.ts';

/** Builds a figure: images with a caption, a code block with its title, or other blocks. */
export function buildFigure(context: HtmlContext, figure: HtmlElement): Block[] {
  const parts = partsOfFigure(figure);
  if (!parts) return context.blocks(figure.childNodes);
  const captions = parts.filter(({ tagName }) => tagName === 'figcaption');
  const rest = parts.filter((element) => element.tagName !== 'figcaption');
  const code = rest.find(({ tagName }) => tagName === 'pre');
  if (code && !hasOtherText(figure, code))
    return [buildCode(code, captions[0] && captions.map(lineOf).join(' '))];
  const images = rest.filter(({ tagName }) => tagName === 'img');
  const isRich = rest.some(({ tagName }) =>
    /^(?:table|video|audio|iframe|object|embed|ul|ol|blockquote|svg|pre)$/.test(tagName),
  );
  if (images.length === 0 || isRich || hasOtherText(figure)) return context.blocks(figure.childNodes);
  for (const link of rest) if (link.tagName === 'a') reportLink(context, link);
  const shown = images.flatMap((image) => context.within(image, () => readImage(context, image)) ?? []);
  const text = captions.flatMap((caption) => context.blocks(caption.childNodes));
  if (shown.length === 0) return text;
  const caption = text.filter(({ type }) => type === 'paragraph');
  const below = text.filter(({ type }) => type !== 'paragraph');
  return [
    imagesOf(shown.map((data, at) => ({ data, caption: at === shown.length - 1 ? caption : [] }))),
    ...below,
  ];
}

/** An image of a figure has no link here; one to the image itself is not missed. */
function reportLink(context: HtmlContext, link: HtmlElement): void {
  const href = attributeOf(link, 'href');
  const image = findByTag(link, 'img');
  if (!href || !image || href === attributeOf(image, 'src')) return;
  context.within(link, () =>
    context.report('unsupported-properties', `The link of an image to “${href}” was left out.`),
  );
}

/** Whether a figure has text beside its captions and an element. */
const hasOtherText = (figure: HtmlElement, apart?: HtmlElement): boolean =>
  textOf(figure, (element) => element === apart || element.tagName === 'figcaption').trim() !== '';

/** The elements of a figure, also those of figures in it; undefined if these have figures, too. */
function partsOfFigure(figure: HtmlElement, depth = 0): HtmlElement[] | undefined {
  const parts: HtmlElement[] = [];
  const waiting = elementsOf(figure).toReversed();
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    parts.push(element);
    if (element.tagName !== 'figure') {
      for (const inner of elementsOf(element).toReversed()) waiting.push(inner);
      continue;
    }
    const inner = depth === 0 ? partsOfFigure(element, 1) : undefined;
    if (!inner) return undefined;
    appendTo(parts, inner);
  }
  return parts;
}
