import type { Token } from 'markdown-it';
import { textForAnchor } from '../arrange-conditions.ts';
import { CHANGELOG_TAG } from '../changelog-block.ts';
import { isBalanced } from '../condition-tags.ts';
import {
  type Block,
  type Code,
  type Heading,
  type HeadingType,
  type Images,
  type InlineImage,
  type InlineNode,
  isText,
  type Leaf,
  type List,
  type ListItem,
  MAX_DEPTH,
  type Paragraph,
} from '../document.ts';
import { MAX_ANCHOR_LENGTH } from '../limits.ts';
import { readHtml } from '../syntax/html.ts';
import type { Tag } from '../syntax/tag.ts';
import { headingMeta, htmlInlines, orEmpty } from './build-html.ts';
import { buildHtmlBlock, imageWithCaption } from './build-html-block.ts';
import { buildPipeTable } from './build-table.ts';
import { buildTag, type ItemType, isItem, OPTIONAL_PARTNERS, PAIRED_TAGS } from './build-tags.ts';
import { type Build, block, codeLines, type Locate, report, textParagraph, verbatim } from './context.ts';
import { createNodeList } from './node-list.ts';

/** The tokens of a document, with what closes what. */
export interface BlockTokens {
  tokens: readonly Token[];
  /** For each token, the index of the last token that belongs to it. */
  ends: Int32Array;
  /** For each opening tag, the index of its closing tag; -1 without. */
  partners: Int32Array;
}

/** Matches tags with their partners, within each container: one pass, whatever its content. */
export function readBlockTokens(tokens: readonly Token[]): BlockTokens {
  const ends = new Int32Array(tokens.length);
  const partners = new Int32Array(tokens.length).fill(-1);
  const containers: {
    index: number;
    open: { name: string; index: number }[];
    counts: Map<string, number>;
    raw?: number | undefined;
  }[] = [{ index: -1, open: [], counts: new Map() }];
  for (const [index, token] of tokens.entries()) {
    ends[index] = index;
    if (token.nesting > 0) containers.push({ index, open: [], counts: new Map() });
    else if (token.nesting < 0) ends[containers.pop()!.index] = index;
    else {
      quoteConditions(tokens, partners, containers.at(-1)!, index);
      const name = pairName(token);
      if (name === undefined) continue;
      const { open, counts } = containers.at(-1)!;
      if (!isClosing(token)) {
        open.push({ name, index });
        counts.set(name, (counts.get(name) ?? 0) + 1);
      } else if ((counts.get(name) ?? 0) > 0) {
        for (let last = open.pop(); last; last = open.pop()) {
          counts.set(last.name, counts.get(last.name)! - 1);
          if (last.name !== name) continue;
          partners[last.index] = index;
          break;
        }
      }
    }
  }
  return { tokens, ends, partners };
}

/** Conditions between `{% raw %}` and `{% endraw %}` are text. */
function quoteConditions(
  tokens: readonly Token[],
  partners: Int32Array,
  container: { raw?: number | undefined },
  index: number,
): void {
  const token = tokens[index]!;
  if (token.type !== 'tag' || tagOf(token).name !== 'raw') return;
  if (!tagOf(token).isClosing) {
    container.raw ??= index;
    return;
  }
  for (let at = container.raw ?? index; at < index; at++)
    if (tokens[at]!.type === 'tag' && tagOf(tokens[at]!).name === 'if') partners[at] = -1;
  container.raw = undefined;
}

const tagOf = (token: Token): Tag => token.meta!.tag as Tag;

const isClosing = (token: Token): boolean =>
  token.type === 'details_end' || (token.type === 'tag' && tagOf(token).isClosing);

function pairName(token: Token): string | undefined {
  if (token.type === 'details' || token.type === 'details_end') return '<details>';
  return token.type === 'tag' && PAIRED_TAGS.has(tagOf(token).name) ? tagOf(token).name : undefined;
}

/** Returns the index of the token after this one's block. */
export function endOf({ ends, partners }: BlockTokens, index: number): number {
  const partner = partners[index]!;
  return (partner < 0 ? ends[index]! : partner) + 1;
}

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
  const { tokens, ends } = source;
  const token = tokens[index]!;
  const children = (last = ends[index]!): Block[] => buildBlocks(build, source, index + 1, last, depth + 1);
  switch (token.type) {
    case 'paragraph_open':
      return [buildParagraph(build, tokens[index + 1]!)];
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
      return [block(build, 'blockquote', { nodes: orEmpty(build, children()) })];
    case 'bullet_list_open':
    case 'ordered_list_open':
      return buildList(build, source, index, depth);
    case 'table_open':
      return [buildPipeTable(build, tokens, index, ends[index]!)];
    case 'html_block':
      return [buildHtmlBlock(build, token)];
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

function buildParagraph(build: Build, inline: Token): Paragraph | Images {
  const nodes = build.buildInlines(inline.content, build.locateLines(inline.content, inline.map![0]));
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

const HEADING_TYPES: Record<string, HeadingType> = { h1: 'heading-1', h2: 'heading-1', h3: 'heading-2' };

/** The inline nodes of a heading. */
export function headingNodes(build: Build, token: Token, inline: Token): InlineNode[] {
  const { content } = inline;
  const first = inline.map![0];
  if (!token.markup.startsWith('#') || content === '')
    return build.buildInlines(content, build.locateLines(content, first));
  const start = build.sourceLine(first) + Math.max(0, build.linesText(first, first + 1).indexOf(content));
  return build.buildInlines(content, (position) => start + position);
}

function buildHeading(build: Build, token: Token, inline: Token): Heading {
  const nodes = headingNodes(build, token, inline);
  const explicit = takeAnchor(nodes);
  const level = Number(token.tag.slice(1));
  const data = level === 1 || level > 4 ? { level } : {};
  const type = HEADING_TYPES[token.tag] ?? 'heading-3';
  if (explicit !== undefined) {
    build.anchors.take(explicit);
    return block(build, type, { data, nodes, meta: { id: explicit, isExplicit: true } });
  }
  return block(build, type, { data, nodes, ...headingMeta(build, textForAnchor(nodes)) });
}

const ANCHOR = /^<a\s+(?:href="#([^"]*)"\s+id="([^"]*)"|id="([^"]*)")\s*><\/a>$/;

/** Takes `<a href="#x" id="x"></a>` off the end of a heading. */
function takeAnchor(nodes: InlineNode[]): string | undefined {
  const last = nodes.at(-1);
  if (!last || !isText(last)) return undefined;
  const match = ANCHOR.exec(last.leaves.at(-1)!.source ?? '');
  const id = match?.[2] ?? match?.[3];
  if (!match || !id || id.length > MAX_ANCHOR_LENGTH || (match[1] !== undefined && match[1] !== id))
    return undefined;
  last.leaves.pop();
  const rest: Leaf | undefined = last.leaves.at(-1);
  if (rest && rest.source === undefined) {
    rest.text = rest.text.replace(/[ \t]$/, '');
    if (rest.text === '') last.leaves.pop();
  }
  if (last.leaves.length === 0) {
    if (nodes.length > 1) nodes.pop();
    else last.leaves.push({ object: 'leaf', text: '', marks: [] });
  }
  return id;
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
  const groups: { isTasks: boolean; items: ListItem[] }[] = [];
  const isOrdered = tokens[index]!.type === 'ordered_list_open';
  for (let i = index + 1; i < ends[index]!; i = ends[i]! + 1) {
    const inline = tokens[i + 1]?.type === 'paragraph_open' ? tokens[i + 2] : undefined;
    const task = isOrdered || !inline ? undefined : /^\[([ xX])\](?:[ \t]+(?=[^ \t])|$)/.exec(inline.content);
    if (task && inline) inline.content = inline.content.slice(task[0].length);
    const item = block(build, 'list-item', {
      data: task ? { checked: task[1] !== ' ' } : {},
      nodes: [],
    });
    item.nodes = orEmpty(build, buildBlocks(build, source, i + 1, ends[i]!, depth + 1));
    const last = groups.at(-1);
    if (last?.isTasks === (task !== null && task !== undefined)) last.items.push(item);
    else groups.push({ isTasks: task !== null && task !== undefined, items: [item] });
  }
  const start = Number(tokens[index]!.attrGet('start') ?? 1);
  return groups.map(({ isTasks, items }) =>
    isTasks
      ? block(build, 'list-tasks', { nodes: items })
      : isOrdered
        ? block(build, 'list-ordered', { data: start === 1 ? {} : { start }, nodes: items })
        : block(build, 'list-unordered', { nodes: items }),
  );
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
  const { tokens, partners } = source;
  const token = tokens[index]!;
  const tag = tagOf(token);
  const line = build.lineNumber(token.map![0]);
  const partner = depth < MAX_DEPTH ? partners[index]! : -1;
  const written = `{% ${tag.isClosing ? 'end' : ''}${tag.name} %}`;
  if (partner >= 0 && (LEGACY.has(tag.name) || (tag.name === 'swagger' && tag.attributes.has('baseUrl')))) {
    report(build, `The old block ${written}`, line);
    return [verbatim(build, dedent(build.linesText(token.map![0], tokens[partner]!.map![1])))];
  }
  const isVoid = !PAIRED_TAGS.has(tag.name) || OPTIONAL_PARTNERS.has(tag.name);
  const isKnown =
    PAIRED_TAGS.has(tag.name) ||
    tag.name.startsWith('@') ||
    tag.name === 'include' ||
    tag.name === 'page-ref' ||
    tag.name === CHANGELOG_TAG;
  if (!isKnown) {
    report(build, `The tag ${written}`, line);
    return [verbatim(build, token.content.trimEnd())];
  }
  if (!tag.isClosing && (partner >= 0 || isVoid)) {
    const state = { targets: build.targets.length, reports: build.notUnderstood.length };
    const children =
      partner < 0 ? undefined : buildBlocks(build, source, index + 1, partner, depth + 1, tag.name);
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
      // The tags stay text, and the content between them is unchanged.
      report(build, `The malformed tag ${written}`, line);
      const closing = tokens[partner]!;
      return [
        textParagraph(build, token.content.trim()),
        ...children.filter((child) => !isItem(child)),
        ...children.filter(isItem).flatMap(({ nodes }) => nodes),
        textParagraph(build, closing.content.trim()),
      ];
    }
    build.targets.length = state.targets;
    build.notUnderstood.length = state.reports;
  }
  report(build, `The unmatched tag ${written}`, line);
  return [textParagraph(build, token.content.trim())];
}

function rangeOfTag(build: Build, token: Token): { start: number; end: number } {
  const start = build.toSource(Number(token.meta!.at));
  return { start, end: start + token.content.trimEnd().length };
}

/** The tags within which the items of containers stand. */
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
