import type { Token } from 'markdown-it';
import type {
  Block,
  Drawing,
  ImageBlock,
  ImageData,
  Images,
  ImagesData,
  Paragraph,
  Table,
} from '../document.ts';
import {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  htmlText,
  onlyElements,
  readHtml,
} from '../syntax/html.ts';
import { type HtmlSource, htmlBlocks, htmlCode, htmlInlines, readAlignment } from './build-html.ts';
import { buildHtmlTable } from './build-table.ts';
import { type Build, block, captionOf, report, verbatim } from './context.ts';
import { addHtmlTarget, addImage, readImage } from './inline-elements.ts';
import { createNodeList } from './node-list.ts';

/** The block of an HTML block. */
export function buildHtmlBlock(build: Build, token: Token): Block {
  const text = token.content.trim();
  if (isComment(text)) return hidden(build, text);
  const [line] = token.map!;
  const lines = build.linesText(line, token.map![1]);
  const source: HtmlSource = {
    text,
    locate: build.locateLines(text, line),
    ...(lines.startsWith(text) ? { bodyOffset: build.bodyOffset(line) } : {}),
  };
  const roots = readHtml(text);
  const [root, ...others] = (roots && onlyElements(roots)) ?? [];
  const state = { targets: build.targets.length, reports: build.notUnderstood.length };
  const made = root && others.length === 0 ? buildElement(build, source, root) : undefined;
  if (made) return made;
  build.targets.length = state.targets;
  build.notUnderstood.length = state.reports;
  listTargets(build, source, roots ?? []);
  report(build, `The HTML ${/^<[!/?]?[\w-]*/.exec(text)?.[0] ?? '<'}>`, build.lineNumber(token.map![0]));
  return verbatim(build, text);
}

const isComment = (text: string): boolean =>
  text.startsWith('<!--') && text.indexOf('-->', 4) === text.length - 3;

/** A comment: kept, and not seen by readers. */
function hidden(build: Build, source: string): Paragraph {
  const list = createNodeList(build);
  list.text('', [], source);
  return block(build, 'paragraph', { nodes: list.end() });
}

/** HTML that is kept as written still refers to files and pages. */
function listTargets(build: Build, source: HtmlSource, nodes: readonly HtmlNode[]): void {
  for (const node of nodes) {
    if (node.kind !== 'element') continue;
    const href = node.attributes.get('href');
    const src = node.attributes.get('src');
    if (href) addHtmlTarget(build, href, 'link', source.locate);
    if (src) addHtmlTarget(build, src, 'image', source.locate);
    listTargets(build, source, node.children);
  }
}

function buildElement(build: Build, source: HtmlSource, element: HtmlElement): Block | undefined {
  const { name, attributes } = element;
  switch (name) {
    case 'figure':
      return imagesBlock(build, source, [element], {});
    case 'div':
      return buildDivision(build, source, element);
    case 'table':
      return buildHtmlTable(build, source, element, false);
    case 'pre':
      return htmlCode(build, element);
    case 'img':
    case 'picture':
      if (attributeOf(attributes, 'class') === 'gitbook-drawing') return drawingBlock(build, source, element);
      if (attributes.has('data-size')) return inlineParagraph(build, source, element);
      return imagesBlock(build, source, [element], {});
    case 'br': {
      const list = createNodeList(build);
      list.text('\n', []);
      return block(build, 'paragraph', { nodes: list.end() });
    }
    case 'p':
      if (attributes.size > 0 && (!readAlignment(attributeOf(attributes, 'align')) || attributes.size !== 1))
        return undefined;
      return htmlBlocks(build, source, [element])[0];
    case 'a':
    case 'button':
    case 'mark':
    case 'kbd':
    case 'i':
    case 'span':
    case 'sup':
    case 'sub':
      return block(build, 'paragraph', { nodes: htmlInlines(build, source, [element]) });
    default:
      return undefined;
  }
}

function inlineParagraph(build: Build, source: HtmlSource, element: HtmlElement): Paragraph | undefined {
  if (element.name !== 'img') return undefined;
  const list = createNodeList(build);
  if (!addImage(build, list, element.attributes, source.locate)) return undefined;
  return block(build, 'paragraph', { nodes: list.end() });
}

function drawingBlock(build: Build, source: HtmlSource, element: HtmlElement): Drawing | undefined {
  const data = readImage(build, element.attributes, source.locate, undefined, 'drawing');
  if (!data) return undefined;
  return block(build, 'drawing', { data });
}

function buildDivision(build: Build, source: HtmlSource, division: HtmlElement): Images | Table | undefined {
  const { attributes } = division;
  const elements = onlyElements(division.children);
  if (!elements || elements.length === 0) return undefined;
  const known = ['align', 'data-with-frame', 'data-full-width'];
  if ([...attributes.keys()].some((key) => !known.includes(key))) return undefined;
  const align = attributeOf(attributes, 'align');
  const data: ImagesData = {
    ...(align === 'left' || align === 'right' || align === 'center' ? { align } : {}),
    ...(attributes.has('data-full-width')
      ? { fullWidth: attributeOf(attributes, 'data-full-width') !== 'false' }
      : {}),
    ...(attributes.has('data-with-frame')
      ? { withFrame: attributeOf(attributes, 'data-with-frame') !== 'false' }
      : {}),
  };
  const [only] = elements;
  if (elements.length === 1 && only?.name === 'table')
    return buildHtmlTable(build, source, only, data.fullWidth === true);
  if (elements.length === 1 && only?.name === 'div') {
    const inner = buildDivision(build, source, only);
    if (inner?.type !== 'images') return undefined;
    return { ...inner, data: { ...data, ...inner.data } };
  }
  return imagesBlock(build, source, elements, data);
}

function imagesBlock(
  build: Build,
  source: HtmlSource,
  elements: readonly HtmlElement[],
  data: ImagesData,
): Images | undefined {
  const nodes: ImageBlock[] = [];
  for (const element of elements) {
    const image = imageBlock(build, source, element);
    if (!image) return undefined;
    nodes.push(image);
  }
  return block(build, 'images', { data, nodes });
}

function imageBlock(build: Build, source: HtmlSource, element: HtmlElement): ImageBlock | undefined {
  if (element.name === 'figure') {
    const parts = onlyElements(element.children);
    const caption = parts?.find(({ name }) => name === 'figcaption');
    const pictures = parts?.filter(({ name }) => name !== 'figcaption') ?? [];
    if (pictures.length !== 1 || (parts?.length ?? 0) > 2 || element.attributes.size > 0) return undefined;
    return imageBlock(
      build,
      source,
      caption ? { ...pictures[0]!, children: [...pictures[0]!.children, caption] } : pictures[0]!,
    );
  }
  const captionElement = element.children.find(
    (child) => child.kind === 'element' && child.name === 'figcaption',
  ) as HtmlElement | undefined;
  let image: HtmlElement | undefined = element;
  let dark: HtmlElement | undefined;
  if (element.name === 'picture') {
    const inner = element.children.filter((child) => child.kind === 'element');
    image = inner.find(({ name }) => name === 'img');
    dark = inner.find(({ name }) => name === 'source');
  }
  if (image?.name !== 'img' || !readHtmlImage(image)) return undefined;
  const imageData = readImage(build, image.attributes, source.locate, dark?.attributes);
  if (!imageData) return undefined;
  return imageWithCaption(
    build,
    imageData,
    captionElement ? captionBlocks(build, source, captionElement) : [],
  );
}

const IMAGE_ATTRIBUTES = new Set(['src', 'alt', 'width', 'height']);

/** Attributes without a field would be lost. */
const readHtmlImage = (image: HtmlElement): boolean =>
  [...image.attributes.keys()].every((key) => IMAGE_ATTRIBUTES.has(key));

function captionBlocks(build: Build, source: HtmlSource, caption: HtmlElement): Block[] {
  if (
    htmlText(caption.children).trim() === '' &&
    caption.children.every(
      (child) =>
        child.kind === 'text' ||
        (child.kind === 'element' && child.name === 'p' && child.children.length === 0),
    )
  )
    return [];
  return htmlBlocks(build, source, caption.children);
}

/** Builds an image block; its caption is in a fragment even if it is empty. */
export function imageWithCaption(build: Build, data: ImageData, caption: Block[]): ImageBlock {
  return block(build, 'image', {
    data,
    fragments: caption.length === 0 ? [] : [captionOf(build, caption)],
  });
}
