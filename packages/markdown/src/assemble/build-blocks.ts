import type { Token } from 'markdown-it';
import { textForAnchor } from '../arrange-conditions.ts';
import { isBalanced, mentionsCondition } from '../condition-tags.ts';
import {
  type Block,
  type BlockOf,
  type Code,
  type DocumentNode,
  type Images,
  type InlineImage,
  type InlineNode,
  isText,
  type List,
  type ListItem,
  MAX_DEPTH,
  type Paragraph,
} from '../document.ts';
import { listElementIds } from '../element-ids.ts';
import { readAlert } from '../syntax/alert.ts';
import { offsetOf, setOffset } from '../syntax/block-rules.ts';
import { escapeAttribute, readHtml } from '../syntax/html.ts';
import { type BlockTokens, endOf, isKnownTag, tagOf } from './block-tokens.ts';
import { buildHeading } from './build-heading.ts';
import { htmlInlines, orEmpty } from './build-html.ts';
import { buildHtmlBlock, imageWithCaption } from './build-html-block.ts';
import { addInlineTokens, readTokens } from './build-inlines.ts';
import { buildPipeTable } from './build-pipe-table.ts';
import { buildTag, type ItemType, isItem, OPTIONAL_PARTNERS, PAIRED_TAGS } from './build-tags.ts';
import {
  type Build,
  block,
  codeLines,
  type Locate,
  place,
  placeAround,
  placeWithin,
  report,
  textParagraph,
  verbatim,
} from './context.ts';
import { createNodeList } from './node-list.ts';

export function buildBlocks(
  build: Build,
  source: BlockTokens,
  from: number,
  to: number,
  depth: number,
  within = '',
): Block[] {
  const blocks: Block[] = [];
  for (let i = from; i < to; i = depth < MAX_DEPTH ? endOf(source, i) : source.ends[i]! + 1)
    for (const made of buildBlock(build, source, i, depth, within)) blocks.push(made);
  return blocks;
}

/** The blocks that begin with a token: mostly one. */
export function buildBlock(
  build: Build,
  source: BlockTokens,
  index: number,
  depth: number,
  within = '',
): Block[] {
  const made = buildUnplaced(build, source, index, depth, within);
  const start = offsetOf(source.tokens[index]!);
  if (start === undefined || made.length === 0) return made;
  const last = depth < MAX_DEPTH ? endOf(source, index) - 1 : source.ends[index]!;
  const end = endOffset(build, source, index, last);
  // Code in a tag has the key of the code alone, and the range of both.
  if (made[0]!.type === 'code' && made[0]!.key !== undefined && source.tokens[index]!.type === 'tag')
    build.blockRanges.delete(made[0]!.key);
  for (const node of made) {
    place(build, node, start, end);
    if (node.type === 'images') for (const image of node.nodes) place(build, image, start, end);
  }
  return made;
}

/** Where the text of a block ends, of which a token is the last. */
function endOffset(build: Build, { tokens }: BlockTokens, first: number, last: number): number {
  let at = last;
  while (at > first && !tokens[at]!.map) at--;
  // A heading may end in a line that is not of its text.
  if (tokens[at]!.type === 'inline') at--;
  const { map, nesting, meta } = tokens[at]!;
  if (typeof meta?.end === 'number') return meta.end;
  // A container that ends here is an empty one.
  let line = nesting > 0 && tokens[at + 1]?.type !== 'inline' ? map![0] : map![1] - 1;
  while (line > map![0] && build.linesText(line, line + 1).trim() === '') line--;
  return build.lineEnd(line);
}

function buildUnplaced(
  build: Build,
  source: BlockTokens,
  index: number,
  depth: number,
  within: string,
): Block[] {
  const { tokens, ends } = source;
  const token = tokens[index]!;
  const children = (last = ends[index]!): Block[] => buildBlocks(build, source, index + 1, last, depth + 1);
  switch (token.type) {
    case 'paragraph_open':
      return [buildParagraph(build, tokens[index + 1]!.content, tokens[index + 1]!.map![0])];
    case 'heading_open':
      return [buildHeading(build, token, tokens[index + 1]!)];
    case 'hr':
      return [block(build, 'divider', {})];
    case 'fence':
    case 'code_block':
      return [buildCode(build, token)];
    case 'math':
      return [block(build, 'math', { data: { formula: token.content } })];
    case 'blockquote_open':
      return [
        buildAlert(build, source, index, depth) ??
          block(build, 'blockquote', { nodes: orEmpty(build, children()) }),
      ];
    case 'bullet_list_open':
    case 'ordered_list_open':
      return buildList(build, source, index, depth);
    case 'table_open':
      return [buildPipeTable(build, tokens, index, ends[index]!)];
    case 'html_block':
      return withPlaces(build, buildHtmlBlock(build, token), token.content);
    case 'details':
      return buildDetails(build, source, index, depth);
    case 'tag':
      return buildTagBlocks(build, source, index, depth, within);
    case 'footnote':
    case 'reference_definition':
      return [];
    default:
      // A summary or an end of details on its own.
      report(
        build,
        `The HTML ${token.type === 'summary' ? '<summary>' : '</details>'} on its own`,
        build.lineNumber(token.map![0]),
      );
      return [verbatim(build, build.linesText(token.map![0], token.map![1]).trim())];
  }
}

/** A quote that begins with `[!NOTE]` is a hint, as on GitHub. With nothing else in it, it stays a quote. */
function buildAlert(
  build: Build,
  source: BlockTokens,
  index: number,
  depth: number,
): BlockOf<'hint'> | undefined {
  const { tokens, ends } = source;
  const inline = tokens[index + 1]?.type === 'paragraph_open' ? tokens[index + 2]! : undefined;
  const alert = inline && readAlert(inline.content);
  const endOfParagraph = ends[index + 1]!;
  if (!alert || build.env.references?.[`!${alert.name.toUpperCase()}`]) return undefined;
  const { name, style, title, rest } = alert;
  if (title === '' && rest === '' && endOfParagraph + 1 === ends[index]) return undefined;
  const [first] = inline.map!;
  const hint = block(build, 'hint', { data: { style, alert: name }, nodes: [] });
  const locate = build.locateLines(inline.content, first);
  const lengthOfFirst = inline.content.length - (rest === '' ? 0 : rest.length + 1);
  if (title !== '') {
    const list = createNodeList(build);
    const content = readTokens(build, title, build.locateLines(title, first));
    addInlineTokens(build, list, content, 0, content.tokens.length, [{ object: 'mark', type: 'bold' }]);
    hint.nodes.push(block(build, 'paragraph', { nodes: list.end() }));
    const end = inline.content.slice(0, lengthOfFirst).trimEnd().length;
    placeWithin(build, hint.nodes[0]!, locate, { start: end - title.length, end });
  }
  if (rest !== '') {
    const paragraph = buildParagraph(build, rest, first + 1);
    placeWithin(build, paragraph, locate, { start: lengthOfFirst + 1, end: inline.content.length });
    hint.nodes.push(paragraph);
  }
  for (const made of buildBlocks(build, source, endOfParagraph + 1, ends[index]!, depth + 1))
    hint.nodes.push(made);
  return hint;
}

function buildParagraph(build: Build, content: string, line: number): Paragraph | Images {
  const nodes = build.buildInlines(content, build.locateLines(content, line));
  return imagesOfParagraph(build, nodes) ?? block(build, 'paragraph', { nodes });
}

/** A paragraph of nothing but Markdown images is a block of images. */
function imagesOfParagraph(build: Build, nodes: readonly InlineNode[]): Images | undefined {
  const images: InlineImage[] = [];
  for (const node of nodes) {
    if (node.object === 'inline' && node.type === 'inline-image' && node.data.size === undefined)
      images.push(node);
    else if (
      !isText(node) ||
      node.leaves.some((leaf) => leaf.text.trim() !== '' || leaf.source !== undefined)
    )
      return undefined;
  }
  if (images.length === 0) return undefined;
  return block(build, 'images', {
    nodes: images.map(({ data: { caption, ...data } }) => {
      const list = createNodeList(build);
      if (typeof caption === 'string') list.text(caption, []);
      return imageWithCaption(build, data, caption ? [block(build, 'paragraph', { nodes: list.end() })] : []);
    }),
  });
}

/** Links may lead to any element of HTML: ids that its blocks cannot have are written before them. */
function withPlaces(build: Build, blocks: Block[], html: string): Block[] {
  const ids = new Set(listElementIds(html));
  if (ids.size === 0) return blocks;
  const visit = (node: DocumentNode): void => {
    if (isText(node)) {
      for (const { source } of node.leaves)
        if (source !== undefined) for (const id of listElementIds(source)) ids.delete(id);
      return;
    }
    if (node.meta?.id !== undefined) ids.delete(node.meta.id);
    for (const child of node.nodes ?? []) visit(child);
    for (const fragment of node.fragments ?? []) for (const child of fragment.nodes) visit(child);
  };
  for (const made of blocks) visit(made);
  if (ids.size === 0) return blocks;
  const list = createNodeList(build);
  for (const id of ids) list.text('', [], `<a id="${escapeAttribute(id)}"></a>`);
  return [block(build, 'paragraph', { nodes: list.end() }), ...blocks];
}

function buildCode(build: Build, token: Token): Code {
  // A tag that was indented too far is no code.
  if (token.type === 'code_block' && !isBalanced(token.content)) {
    report(build, 'The indented tag of a condition', build.lineNumber(token.map![0]));
    return verbatim(build, build.linesText(token.map![0], token.map![1]).trimEnd());
  }
  const [syntax, ...rest] = token.info.trim().split(/\s+/);
  const more = rest.join(' ');
  return block(build, 'code', {
    data: { ...(syntax ? { syntax } : {}), ...(more ? { info: more } : {}) },
    nodes: codeLines(build, token.content.replace(/\n$/, '')),
  });
}

/** The lists that a Markdown list is: tasks and other items do not mix. */
function buildList(build: Build, source: BlockTokens, index: number, depth: number): List[] {
  const { tokens, ends } = source;
  const groups: { isTasks: boolean; items: ListItem[]; start: number; end: number }[] = [];
  const isOrdered = tokens[index]!.type === 'ordered_list_open';
  for (let i = index + 1; i < ends[index]!; i = ends[i]! + 1) {
    const inline = tokens[i + 1]?.type === 'paragraph_open' ? tokens[i + 2] : undefined;
    const task = isOrdered || !inline ? undefined : /^\[([ xX])\](?:[ \t]+(?=[^ \t])|$)/.exec(inline.content);
    if (task && inline) {
      inline.content = inline.content.slice(task[0].length);
      setOffset(tokens[i + 1]!, (offsetOf(tokens[i + 1]!) ?? 0) + task[0].length);
    }
    const item = block(build, 'list-item', {
      data: task ? { checked: task[1] !== ' ' } : {},
      nodes: [],
    });
    item.nodes = orEmpty(build, buildBlocks(build, source, i + 1, ends[i]!, depth + 1));
    const offset = offsetOf(tokens[i]!) ?? 0;
    const end = endOffset(build, source, i, ends[i]!);
    place(build, item, offset, end);
    const last = groups.at(-1);
    const isTask = task !== null && task !== undefined;
    if (last?.isTasks === isTask) {
      last.items.push(item);
      last.end = end;
    } else groups.push({ isTasks: isTask, items: [item], start: offset, end });
  }
  const start = Number(tokens[index]!.attrGet('start') ?? 1);
  return groups.map(({ isTasks, items, ...range }) => {
    const list = isTasks
      ? block(build, 'list-tasks', { nodes: items })
      : isOrdered
        ? block(build, 'list-ordered', { data: start === 1 ? {} : { start }, nodes: items })
        : block(build, 'list-unordered', { nodes: items });
    place(build, list, range.start, range.end);
    return list;
  });
}

function buildDetails(build: Build, source: BlockTokens, index: number, depth: number): Block[] {
  const { tokens, partners } = source;
  const token = tokens[index]!;
  const partner = partners[index]!;
  if (partner < 0 || depth >= MAX_DEPTH) {
    report(build, 'The unclosed HTML <details>', build.lineNumber(token.map![0]));
    return [verbatim(build, token.content)];
  }
  const summary = tokens[index + 1]?.type === 'summary' ? tokens[index + 1]! : undefined;
  const title = summary ? summaryNodes(build, summary) : createNodeList(build).end();
  const id = build.slugOf(textForAnchor(title));
  const expandable = block(build, 'expandable', {
    data: token.meta!.isOpen ? { defaultExpanded: true } : {},
    ...(id ? { meta: { id: build.anchors.take(id) } } : {}),
    fragments: [],
  });
  const titleBlock = block(build, 'paragraph', { nodes: title });
  const body = orEmpty(build, buildBlocks(build, source, index + (summary ? 2 : 1), partner, depth + 1));
  expandable.fragments = [
    {
      object: 'fragment',
      key: build.key(),
      fragment: 'expandable-title',
      type: 'expandable-title',
      nodes: [titleBlock],
    },
    {
      object: 'fragment',
      key: build.key(),
      fragment: 'expandable-body',
      type: 'expandable-body',
      nodes: body,
    },
  ];
  if (summary) {
    const start = Number(summary.meta!.at);
    for (const node of [titleBlock, expandable.fragments[0]!])
      place(build, node, start, start + summary.content.length);
  }
  const lineBefore = (summary ?? token).map![1] - 1;
  const lineAfter = tokens[partner]!.map![0];
  place(
    build,
    expandable.fragments[1]!,
    build.lineEnd(lineBefore),
    lineAfter > lineBefore ? build.lineEnd(lineAfter - 1) : build.lineEnd(lineBefore),
  );
  return [expandable];
}

function summaryNodes(build: Build, token: Token): InlineNode[] {
  const locate: Locate = (position) => build.toSource(Number(token.meta!.at) + position);
  const html = readHtml(token.content);
  if (html) return htmlInlines(build, { text: token.content, locate }, html);
  const list = createNodeList(build);
  list.text(token.content, []);
  return list.end();
}

const LEGACY = new Set(['api-method']);

function buildTagBlocks(
  build: Build,
  source: BlockTokens,
  index: number,
  depth: number,
  within: string,
): Block[] {
  const { tokens, partners, impliedEnds } = source;
  const token = tokens[index]!;
  const tag = tagOf(token);
  const line = build.lineNumber(token.map![0]);
  const impliedEnd = depth < MAX_DEPTH ? impliedEnds[index]! : -1;
  const partner = depth < MAX_DEPTH ? partners[index]! : -1;
  const written = `{% ${tag.isClosing ? 'end' : ''}${tag.name} %}`;
  if (partner >= 0 && (LEGACY.has(tag.name) || (tag.name === 'swagger' && tag.attributes.has('baseUrl')))) {
    report(build, `The old block ${written}`, line);
    return [verbatim(build, dedent(build.linesText(token.map![0], tokens[partner]!.map![1])))];
  }
  const isVoid = !PAIRED_TAGS.has(tag.name) || OPTIONAL_PARTNERS.has(tag.name);
  const placed = <Node extends Block>(one: Token, node: Node): Node => {
    place(build, node, offsetOf(one) ?? 0, build.lineEnd(one.map![1] - 1));
    return node;
  };
  if (!isKnownTag(tag.name)) {
    report(build, `The tag ${written}`, line);
    const opening = verbatim(build, token.content.trimEnd());
    if (partner < 0) return [opening];
    placed(token, opening);
    const children = buildBlocks(build, source, index + 1, partner, depth + 2);
    const end = tokens[partner]!;
    report(build, `The tag {% end${tag.name} %}`, build.lineNumber(end.map![0]));
    const closing = placed(end, verbatim(build, end.content.trimEnd()));
    const column = block(build, 'column', { nodes: [opening, ...children, closing] });
    placeAround(build, column, column.nodes);
    return [block(build, 'columns', { data: { verbatim: true }, nodes: [column] })];
  }
  const contentEnd = partner < 0 ? impliedEnd : partner;
  if (!tag.isClosing && (contentEnd >= 0 || isVoid)) {
    if (impliedEnd >= 0) report(build, `The unmatched tag ${written}`, line, 'hidden');
    const state = { targets: build.targets.length, reports: build.notUnderstood.length };
    const children =
      contentEnd < 0 ? undefined : buildBlocks(build, source, index + 1, contentEnd, depth + 1, tag.name);
    const at = Number(token.meta!.at);
    const isOneLine = token.map![1] - token.map![0] === 1;
    const locate: Locate = isOneLine
      ? (position) => build.toSource(at + position)
      : build.locateLines(token.content, token.map![0]);
    const made = buildTag(build, { tag, locate, children });
    if (made && (!isItem(made) || PARENTS[made.type].includes(within))) {
      if (made.key !== undefined && (partner >= 0 || made.type === 'integration'))
        build.ranges.set(made.key, {
          ...rangeOfTag(build, token),
          ...(partner >= 0 ? { closing: rangeOfTag(build, tokens[partner]!) } : {}),
        });
      return [made];
    }
    if (children) {
      // The content between the tags is unchanged.
      if (impliedEnd < 0) report(build, `The malformed tag ${written}`, line, 'hidden');
      return [
        placed(token, tagParagraph(build, token)),
        ...children.filter((child) => !isItem(child)),
        ...children.filter(isItem).flatMap(({ nodes }) => nodes),
        ...(partner < 0 ? [] : [placed(tokens[partner]!, tagParagraph(build, tokens[partner]!))]),
      ];
    }
    build.targets.length = state.targets;
    build.notUnderstood.length = state.reports;
  }
  report(build, `The unmatched tag ${written}`, line, 'hidden');
  return [tagParagraph(build, token)];
}

/** A tag without a meaning in its place: readers do not see it, unless it is one of a condition. */
function tagParagraph(build: Build, token: Token): Paragraph {
  const written = token.content.trim();
  if (mentionsCondition(written)) return textParagraph(build, written);
  const list = createNodeList(build);
  list.text('', [], written);
  return block(build, 'paragraph', { nodes: list.end() });
}

function rangeOfTag(build: Build, token: Token): { start: number; end: number } {
  const start = build.toSource(Number(token.meta!.at));
  return { start, end: start + token.content.trimEnd().length };
}

/** The tags that contain the items of containers. */
const PARENTS: Record<ItemType, readonly string[]> = {
  'tabs-item': ['tabs', 'if'],
  'stepper-step': ['stepper', 'if'],
  column: ['columns', 'if'],
  update: ['updates', 'if'],
};

/** Removes the indentation of the first line from every line. */
function dedent(text: string): string {
  const indent = /^[ \t]*/.exec(text)![0].length;
  return text
    .split('\n')
    .map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)))
    .join('\n')
    .trimEnd();
}
