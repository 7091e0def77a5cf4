import type { Token } from 'markdown-it';
import { textForAnchor } from '../arrange-conditions.ts';
import { mentionsCondition } from '../condition-tags.ts';
import { urlRef } from '../content-ref.ts';
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
  isElement,
  onlyElements,
  readAnyHtml,
  readHtml,
} from '../syntax/html.ts';
import { BLOCK_ELEMENTS } from '../syntax/html-elements.ts';
import {
  type Flow,
  type HtmlSource,
  hiddenBlock,
  htmlBlocks,
  htmlCode,
  htmlInlines,
  orEmpty,
} from './build-html.ts';
import { buildHtmlTable } from './build-html-table.ts';
import {
  type BlockRange,
  type Build,
  block,
  captionOf,
  MAX_MARKDOWN_DEPTH,
  placeWithin,
  report,
  verbatim,
} from './context.ts';
import { addHtmlTarget, addImage, isDarkSource, readImage, sourceOfMedia } from './inline-elements.ts';
import { createNodeList } from './node-list.ts';

/** The blocks of a piece of HTML among Markdown. */
export function buildHtmlBlock(build: Build, token: Token): Block[] {
  const text = token.content.trim();
  const [line] = token.map!;
  const lines = build.linesText(line, token.map![1]);
  // In a container, the lines have more before the text.
  const at = text.includes('\n') && !lines.startsWith(text) ? -1 : lines.indexOf(text);
  const offset = at < 0 ? undefined : build.bodyOffset(line) + at;
  const source: HtmlSource = {
    text,
    locate: build.locateLines(text, line),
    ...(offset === undefined ? {} : { bodyOffset: offset }),
  };
  const afterComments = endOfComments(text);
  if (afterComments === text.length) return [hiddenBlock(build, text)];
  const state = { targets: build.targets.length, reports: build.notUnderstood.length };
  const roots = readHtml(text);
  const [root, ...others] = (roots && onlyElements(roots)) ?? [];
  const made = root && others.length === 0 ? buildElement(build, source, root) : undefined;
  if (made) return [made];
  build.targets.length = state.targets;
  build.notUnderstood.length = state.reports;
  // What decides who sees the text must be seen by whoever decides that.
  if (mentionsCondition(text)) return keepVerbatim(build, source, roots ?? [], line);
  if (
    afterComments > 0 &&
    offset !== undefined &&
    build.markdownDepth < MAX_MARKDOWN_DEPTH &&
    !text.startsWith('<', afterComments)
  ) {
    const rest = build.buildMarkdown(text.slice(afterComments), offset + afterComments);
    return [hiddenBlock(build, text.slice(0, afterComments).trim()), ...rest];
  }
  const nodes = readAnyHtml(text);
  if (!nodes) return keepVerbatim(build, source, [], line);
  const blocks = htmlBlocks(build, source, nodes, flowOf(build, source));
  return blocks.length > 0 ? blocks : [hiddenBlock(build, text)];
}

/** Where the comments end with which a text begins, and the blanks after them. */
function endOfComments(text: string): number {
  let position = 0;
  while (text.startsWith('<!--', position)) {
    const close = text.indexOf('-->', position + 4);
    if (close < 0) return text.length;
    position = close + 3;
    while (/\s/.test(text[position] ?? '')) position++;
  }
  return position;
}

function keepVerbatim(build: Build, source: HtmlSource, nodes: readonly HtmlNode[], line: number): Block[] {
  listTargets(build, source, nodes);
  report(build, `The HTML ${/^<[!/?]?[\w-]*/.exec(source.text)?.[0] ?? '<'}>`, build.lineNumber(line));
  return [verbatim(build, source.text)];
}

/** The blocks that pages can have and cells cannot. */
const flowOf = (build: Build, source: HtmlSource): Flow => ({
  blocksOf: (element, flow) => pageBlocks(build, source, element, flow),
  imagesOf(elements, { align }) {
    if (elements.length === 0 || elements.some(({ name }) => name !== 'img' && name !== 'picture'))
      return undefined;
    if (elements.some(({ attributes }) => attributes.has('data-size'))) return undefined;
    return imagesBlock(build, source, elements, align ? { align: IMAGE_ALIGNMENTS[align] } : {});
  },
});

const IMAGE_ALIGNMENTS = { start: 'left', center: 'center', end: 'right' } as const;

function pageBlocks(build: Build, source: HtmlSource, element: HtmlElement, flow: Flow): Block[] | undefined {
  const marked = buildMarkedContent(build, source, element);
  if (marked) return marked;
  switch (element.name) {
    case 'table': {
      const { table, before } = buildHtmlTable(build, source, element, false) ?? {};
      return table && before ? [...htmlBlocks(build, source, before, flow), table] : undefined;
    }
    case 'figure': {
      const images = imagesBlock(build, source, [element], {});
      return images && [images];
    }
    case 'div':
    case 'center': {
      const images = element.hasBlocks ? buildDivision(build, source, element) : undefined;
      return images && [images];
    }
    case 'details':
      return [buildDisclosure(build, source, element, flow)];
    case 'video':
    case 'audio':
    case 'iframe':
    case 'embed': {
      const media = buildMedia(build, source, element);
      return media && [media];
    }
    default:
      return undefined;
  }
}

/** An element whose attribute names its content as Markdown. */
function buildMarkedContent(build: Build, source: HtmlSource, element: HtmlElement): Block[] | undefined {
  const { attributes, innerStart, innerEnd } = element;
  if (!attributes.has('markdown') || attributeOf(attributes, 'markdown') === '0') return undefined;
  if (source.bodyOffset === undefined || build.markdownDepth >= MAX_MARKDOWN_DEPTH) return undefined;
  return build.buildMarkdown(source.text.slice(innerStart, innerEnd), source.bodyOffset + innerStart);
}

/** A player or a frame: an embed of an address of the web, and a file of the repository. */
function buildMedia(build: Build, source: HtmlSource, element: HtmlElement): Block | undefined {
  const first = () => element.children.find((child) => isElement(child, 'source'))?.attributes;
  const target = sourceOfMedia(element.name, element.attributes, first);
  if (!target) return undefined;
  const isForeign = /^(?:https?:)?\/\//i.test(target.value.trim());
  addHtmlTarget(build, target, isForeign ? 'embed' : 'file', source.locate);
  return isForeign
    ? block(build, 'embed', { data: { url: target.value } })
    : block(build, 'file', { data: { ref: urlRef(target.value) } });
}

/** A `<details>` within HTML; its content is Markdown where nothing but its summary is HTML. */
function buildDisclosure(build: Build, source: HtmlSource, element: HtmlElement, flow: Flow): Block {
  const { children, attributes, innerEnd } = element;
  const summary = children.find((child) => isElement(child, 'summary')) as HtmlElement | undefined;
  const title = summary ? htmlInlines(build, source, summary.children) : createNodeList(build).end();
  const at = summary?.end ?? element.innerStart;
  const before = children.slice(0, summary ? children.indexOf(summary) : 0);
  const after = children.slice(before.length + (summary ? 1 : 0));
  const written = source.text.slice(at, innerEnd);
  const isMarkdown =
    source.bodyOffset !== undefined &&
    build.markdownDepth < MAX_MARKDOWN_DEPTH &&
    (/\n[ \t]*\n/.test(written) ||
      !after.some((node) => node.kind === 'element' && BLOCK_ELEMENTS.has(node.name)));
  const id = build.slugOf(textForAnchor(title));
  const expandable = block(build, 'expandable', {
    data: attributes.has('open') ? { defaultExpanded: true } : {},
    ...(id ? { meta: { id: build.anchors.take(id) } } : {}),
    fragments: [],
  });
  const body = [
    ...htmlBlocks(build, source, before, flow),
    ...(isMarkdown
      ? build.buildMarkdown(written, source.bodyOffset! + at)
      : htmlBlocks(build, source, after, { ...flow, align: undefined })),
  ];
  expandable.fragments = [
    {
      object: 'fragment',
      key: build.key(),
      fragment: 'expandable-title',
      type: 'expandable-title',
      nodes: [block(build, 'paragraph', { nodes: title })],
    },
    {
      object: 'fragment',
      key: build.key(),
      fragment: 'expandable-body',
      type: 'expandable-body',
      nodes: orEmpty(build, body),
    },
  ];
  const [head, content] = expandable.fragments;
  if (summary) placeContent(build, source, [head!, head!.nodes[0]!], innerOf(summary));
  placeContent(build, source, [content!], { start: before[0]?.start ?? at, end: innerEnd });
  return expandable;
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
      return plainTable(buildHtmlTable(build, source, element, false));
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
      return element.hasBlocks ? undefined : htmlBlocks(build, source, [element])[0];
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

/** A table without content that would precede it. */
const plainTable = (built: ReturnType<typeof buildHtmlTable>): Table | undefined =>
  built?.before.length === 0 ? built.table : undefined;

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
  const align = division.name === 'center' ? 'center' : attributeOf(attributes, 'align');
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
    return plainTable(buildHtmlTable(build, source, only, data.fullWidth === true));
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

function imageBlock(
  build: Build,
  source: HtmlSource,
  element: HtmlElement,
  around = element,
): ImageBlock | undefined {
  if (element.name === 'figure') {
    const parts = onlyElements(element.children);
    const caption = parts?.find(({ name }) => name === 'figcaption');
    const pictures = parts?.filter(({ name }) => name !== 'figcaption') ?? [];
    if (pictures.length !== 1 || (parts?.length ?? 0) > 2) return undefined;
    return imageBlock(
      build,
      source,
      caption ? { ...pictures[0]!, children: [...pictures[0]!.children, caption] } : pictures[0]!,
      around,
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
    dark = inner.find(({ name, attributes }) => name === 'source' && isDarkSource(attributes));
  }
  if (image?.name !== 'img') return undefined;
  const imageData = readImage(build, image.attributes, source.locate, dark?.attributes);
  if (!imageData) return undefined;
  const made = imageWithCaption(
    build,
    imageData,
    captionElement ? captionBlocks(build, source, captionElement) : [],
  );
  placeWithin(build, made, source.locate, around);
  if (captionElement) placeContent(build, source, made.fragments ?? [], innerOf(captionElement));
  return made;
}

const innerOf = ({ innerStart, innerEnd }: HtmlElement): BlockRange => ({ start: innerStart, end: innerEnd });

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

/** Records the place of the content of a caption, a title or a body. */
function placeContent(
  build: Build,
  source: HtmlSource,
  nodes: readonly { key?: string }[],
  { start, end }: BlockRange,
): void {
  for (const node of nodes) placeWithin(build, node, source.locate, { start, end });
}

/** Builds an image block; its caption is in a fragment even if it is empty. */
export function imageWithCaption(build: Build, data: ImageData, caption: Block[]): ImageBlock {
  return block(build, 'image', {
    data,
    fragments: caption.length === 0 ? [] : [captionOf(build, caption)],
  });
}
