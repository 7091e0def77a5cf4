import { largestOf } from '@lectern/std/long-lists';
import { textForAnchor } from '../arrange-conditions.ts';
import { nameOfTarget } from '../assemble/build-tags.ts';
import { assertNever } from '../assert-never.ts';
import { CHANGELOG_TAG, specOfChangelog } from '../changelog-block.ts';
import {
  type AnnotationBody,
  type Block,
  type Code,
  type ContentRefBlock,
  type Embed,
  type Expandable,
  type FileBlock,
  type Heading,
  type HeadingType,
  type InlineNode,
  type Integration,
  isList,
  isText,
  type Length,
  type List,
  type ListItem,
  type OpenApiBlock,
  type Paragraph,
  plainText,
  type ReferenceLine,
  type Swagger,
} from '../document.ts';
import { slugOf } from '../slug.ts';
import { styleOfAlert } from '../syntax/alert.ts';
import { escapeTagValue, writeTag } from '../syntax/tag.ts';
import { escapeDestination } from './destination.ts';
import { escapeAll } from './escape.ts';
import { writeAnchor, writeImageElement } from './inline-html.ts';
import type { WrittenStyle } from './style.ts';
import { targetOf } from './target.ts';
import { writeHtmlBlocks, writeHtmlCode, writeHtmlInlines, writeImages } from './write-html.ts';
import type { FootnoteWriter } from './write-inlines.ts';
import { writeTable } from './write-table.ts';

export interface Footnotes extends FootnoteWriter {
  /** `isKnown`: its definition is there already. `count`: how many up to this one are not. */
  bodies: { label: string; body: AnnotationBody; isKnown: boolean; count: number }[];
}

export interface Writer {
  footnotes: Footnotes;
  style: WrittenStyle;
  /** Inline nodes as Markdown that is read back as they are. */
  text(nodes: readonly InlineNode[], place: 'paragraph' | 'heading' | 'cell' | 'footnote'): string;
  /** A block as it is written already; of an item, what follows its marker. */
  copyOf?(block: Block): string | undefined;
}

/** Labels `1`, `2`, … without those that are taken. */
export function createFootnotes(
  taken: ReadonlySet<string> = new Set(),
  preferred: ReadonlySet<string> = new Set(),
  labelOf: (body: AnnotationBody) => string | undefined = () => undefined,
): Footnotes {
  const bodies: Footnotes['bodies'] = [];
  const labels = [...preferred];
  let last = 0;
  const labelAt = (index: number): string => {
    while (labels.length <= index) {
      do last++;
      while (taken.has(String(last)) || preferred.has(String(last)));
      labels.push(String(last));
    }
    return labels[index]!;
  };
  return {
    bodies,
    add(body) {
      const known = labelOf(body);
      const count = bodies.at(-1)?.count ?? 0;
      const label = known ?? labelAt(count);
      bodies.push({
        label,
        body,
        isKnown: known !== undefined,
        count: known === undefined ? count + 1 : count,
      });
      return label;
    },
    mark: () => bodies.length,
    reset(mark) {
      bodies.length = mark;
    },
  };
}

const BULLETS = ['*', '-', '+'];
const DELIMITERS = ['.', ')'];

/** The bullet or delimiter of an adjacent list: another one must be chosen. */
export interface Neighbours {
  before?: string | undefined;
  after?: string | undefined;
}

/** Blocks one blank line apart. */
export function writeBlocks(nodes: readonly Block[], writer: Writer, neighbours: Neighbours = {}): string {
  return pieces(nodes, writer, neighbours)
    .map(({ text }) => text)
    .join('\n\n');
}

function pieces(
  nodes: readonly Block[],
  writer: Writer,
  neighbours: Neighbours = {},
): { node: Block; text: string }[] {
  let previous: { type: string; marker: string } | undefined;
  if (neighbours.before) previous = { type: '', marker: neighbours.before };
  return nodes.flatMap((node, i): { node: Block; text: string }[] => {
    if (!isList(node)) {
      previous = undefined;
      const text = writer.copyOf?.(node) ?? writeBlock(node, writer);
      return text === '' ? [] : [{ node, text }];
    }
    const { bullet, delimiter } = writer.style;
    const markers = node.type === 'list-ordered' ? [delimiter, ...DELIMITERS] : [bullet, ...BULLETS];
    // Lists of one kind that follow each other need different markers to stay two.
    const isSameList = previous !== undefined && (previous.type === node.type || previous.type === '');
    const isLast = i === nodes.length - 1;
    let marker = isSameList || previous === undefined ? markers[0]! : previous.marker;
    if (!markers.includes(marker)) marker = markers[0]!;
    const taken = [isSameList ? previous!.marker : undefined, isLast ? neighbours.after : undefined];
    const copy = writer.copyOf?.(node);
    const copied = copy && /^(?:\d+([.)])|([-+*]))/.exec(copy);
    if (copied && !taken.includes(copied[1] ?? copied[2])) {
      previous = { type: node.type, marker: (copied[1] ?? copied[2])! };
      return [{ node, text: copy }];
    }
    if (taken.includes(marker)) marker = markers.find((other) => !taken.includes(other)) ?? marker;
    let text = writeList(node, marker, writer);
    if (text.split('\n').some(isDivider)) {
      marker = markers.find((other) => other !== marker && !taken.includes(other)) ?? marker;
      text = writeList(node, marker, writer);
    }
    previous = { type: node.type, marker };
    return [{ node, text }];
  });
}

/** Whether a line is read as a divider: the markers of lists within each other, the last of which has no text. */
const isDivider = (line: string): boolean => /^(?:\* ){2,}\*$|^(?:- ){2,}-$/.test(line);

function writeList(list: List, marker: string, writer: Writer): string {
  const start = list.type === 'list-ordered' ? (list.data.start ?? 1) : 1;
  return list.nodes
    .map((item, i) => {
      const bullet = list.type === 'list-ordered' ? `${Math.max(0, start) + i}${marker}` : marker;
      const checkbox = list.type === 'list-tasks' ? (item.data.checked ? '[x] ' : '[ ] ') : '';
      return writeItem(item, bullet, checkbox, writer);
    })
    .join('\n');
}

export function writeItem(item: ListItem, bullet: string, checkbox: string, writer: Writer): string {
  const text = writer.copyOf?.(item) ?? writeItemContent(item, writer);
  const indent = ' '.repeat(bullet.length + 1);
  // Only a paragraph can follow a checkbox, and a condition, of which a paragraph may remain.
  const begin =
    checkbox === '' || beginsWithText(item) || item.nodes[0]?.type === 'if'
      ? checkbox
      : `${checkbox.trimEnd()}\n\n`;
  return `${bullet} ${indentLines(begin + text, indent)}`.replace(/^(\S+) $/, '$1');
}

function writeItemContent(item: ListItem, writer: Writer): string {
  let text = '';
  let last: Block | undefined;
  // An element goes on to the next empty line.
  let isElement = false;
  for (const { node, text: written } of pieces(item.nodes, writer)) {
    if (last) text += isTight(last, node) && !isElement ? '\n' : '\n\n';
    // `* ***` would be a divider itself.
    text += node.type === 'divider' && !last ? '___' : written;
    isElement = written.startsWith('<p');
    last = node;
  }
  return text;
}

function beginsWithText({ nodes }: ListItem): boolean {
  const first = nodes.find((node) => node.type !== 'paragraph' || !endsOpenly(node));
  return first === undefined || first.type === 'paragraph';
}

/** A nested list follows its paragraph at once, where Markdown lets it. */
const isTight = (before: Block, node: Block): boolean =>
  before.type === 'paragraph' && isNestable(node) && !endsOpenly(before) && !isLineBreak(before);

/** `<br>` alone in a line begins a block of HTML, which goes on to the next empty line. */
const isLineBreak = (paragraph: Paragraph): boolean => plainText(paragraph.nodes) === '\n';

const endsOpenly = (paragraph: Paragraph): boolean => plainText(paragraph.nodes) === '';

function isNestable(node: Block): boolean {
  if (!isList(node) || (node.type === 'list-ordered' && (node.data.start ?? 1) !== 1)) return false;
  const first = node.nodes[0]?.nodes[0];
  return first?.type === 'paragraph' && plainText(first.nodes) !== '';
}

const indentLines = (text: string, indent: string): string => text.replace(/\n(?=[^\n])/g, `\n${indent}`);

const quote = (content: string): string => content.replace(/^/gm, '> ').replace(/^> $/gm, '>');

function enclose(name: string, attributes: Record<string, unknown>, content: string, node?: Block): string {
  return `${writeTag(name, { ...attributes, ...node?.attributes })}\n${content === '' ? '' : `${content}\n`}{% end${name} %}`;
}

function writeBlock(node: Exclude<Block, List>, writer: Writer): string {
  const within = (nodes: readonly Block[]): string => writeBlocks(nodes, writer);
  switch (node.type) {
    case 'paragraph':
      return writeParagraph(node, writer);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return writeHeading(node, writer);
    case 'divider':
      return writer.style.divider;
    case 'blockquote':
      return quote(within(node.nodes));
    case 'code':
      return writeCode(node, writer);
    case 'math':
      return `$$\n${node.data.formula}\n$$`;
    case 'images':
      return writeImages(node, writer.footnotes);
    case 'drawing':
      return writeImageElement(node.data, { class: 'gitbook-drawing' });
    case 'table':
      return writeTable(node, (nodes) => writer.text(nodes, 'cell'), writer.footnotes);
    case 'hint': {
      const { style, icon, alert = '' } = node.data;
      const content = within(node.nodes);
      if (styleOfAlert(alert) === style && icon === undefined && !node.attributes && content !== '')
        return quote(`[!${alert}]\n${content}`);
      return enclose('hint', { style, icon }, content, node);
    }
    case 'columns':
      if (node.data.verbatim) return within(node.nodes.flatMap(({ nodes }) => nodes));
      return enclose('columns', { fullWidth: node.data.fullWidth }, within(node.nodes), node);
    case 'tabs':
    case 'stepper':
      return enclose(node.type, { fullWidth: node.data.fullWidth }, within(node.nodes), node);
    case 'updates':
      return enclose('updates', { format: node.data.format }, within(node.nodes), node);
    case 'tabs-item': {
      const { title, icon } = node.data;
      return enclose('tab', { title, icon }, within(node.nodes), node);
    }
    case 'stepper-step':
      return enclose('step', { icon: node.data.icon }, within(node.nodes), node);
    case 'column': {
      const { width, verticalAlignment } = node.data;
      return enclose(
        'column',
        { width: percent(width), valign: verticalAlignment },
        within(node.nodes),
        node,
      );
    }
    case 'update': {
      const tags = node.data.tags?.map(({ tag }) => tag).join(',');
      const date = node.data.date.replace(/T00:00:00(?:\.0+)?Z$/, '');
      return enclose('update', { date, tags }, within(node.nodes), node);
    }
    case 'if':
      return `{% if ${node.data.expression} %}\n${within(node.nodes)}\n{% endif %}`;
    case 'prompt': {
      const { description, icon, openInAIProviders, defaultExpanded } = node.data;
      return enclose(
        'prompt',
        { description, icon, openInAIProviders, defaultExpanded },
        within(node.nodes),
        node,
      );
    }
    case 'expandable':
      return writeExpandable(node, writer);
    case 'embed':
    case 'file':
      return writeEmbed(node, writer);
    case 'content-ref':
      return writeContentRef(node);
    case 'reusable-content':
      return writeTag(`include "${escapeTagValue(targetOf(node.data.ref))}"`, node.attributes);
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
      return writeOpenApi(node);
    case 'integration':
      return writeTag(nameIntegration(node), node.data.props);
    case 'list-item':
      return within(node.nodes);
    // Written by the block that contains them.
    case 'code-line':
    case 'image':
      return '';
    default:
      return assertNever(node);
  }
}

/** A block of Lectern itself is named without a vendor, unless it has values that only tags of vendors can have. */
function nameIntegration(node: Integration): string {
  const { integration, block, props } = node.data;
  const isPlain = specOfChangelog(node) !== undefined && !/[\r\n]/.test(Object.values(props).join(''));
  return isPlain ? CHANGELOG_TAG : `@${integration}/${block}`;
}

function percent(width: Length | undefined): string | undefined {
  if (width === undefined) return undefined;
  return `${typeof width === 'number' ? width : width.value}%`;
}

function writeParagraph(node: Paragraph, writer: Writer): string {
  const { nodes } = node;
  const [only] = nodes;
  const [leaf, ...others] = nodes.length === 1 && only && isText(only) ? only.leaves : [];
  if (leaf?.source !== undefined && leaf.text === '' && others.length === 0) return leaf.source;
  if (node.data.align) return writeHtmlBlocks([node], writer.footnotes);
  return writer.text(nodes, 'paragraph');
}

const LEVELS: Record<HeadingType, number> = { 'heading-1': 2, 'heading-2': 3, 'heading-3': 4 };

function writeHeading(node: Heading, writer: Writer): string {
  const level = node.data.level ?? LEVELS[node.type];
  const id = node.meta?.id;
  const slug = slugOf(textForAnchor(node.nodes));
  const isDefault =
    id === undefined || (id.startsWith(slug) && slug !== '' && /^(?:-\d+)?$/.test(id.slice(slug.length)));
  const anchor = id !== undefined && (!isDefault || node.meta?.isExplicit) ? id : undefined;
  if (node.data.align) {
    const meta = anchor === undefined ? undefined : { id: anchor, isExplicit: true };
    return writeHtmlBlocks([{ ...node, ...(meta ? { meta } : {}) }], writer.footnotes);
  }
  const text = writer.text(node.nodes, 'heading');
  const line = [text, anchor === undefined ? '' : writeAnchor(anchor)]
    .filter((part) => part !== '')
    .join(' ');
  // Text of one line means the same above an underline.
  if (writer.style.hasSetextHeadings && level <= 2 && /^[\p{L}\p{N}]/u.test(line) && !/^\d+[.)]/.test(line))
    return `${line}\n${(level === 1 ? '=' : '-').repeat(Math.max(3, line.length))}`;
  return ['#'.repeat(level), line].filter((part) => part !== '').join(' ');
}

function writeCode(node: Code, writer: Writer): string {
  const { syntax, info, title, overflow, lineNumbers, expandable, fullWidth } = node.data;
  const lines = node.nodes;
  const text = lines.map((line) => plainText(line.nodes)).join('\n');
  if (node.data.verbatim) return text;
  // On the line of a fence, the first word is the syntax.
  const isWithoutSyntax = syntax === undefined && info !== undefined && info.trim() !== '';
  const isRich = lines.some((line) => line.data.highlighted || line.nodes.some((inner) => !isText(inner)));
  if (isRich || isWithoutSyntax) return writeHtmlCode(node, writer.footnotes, '\n');
  // Unchanged: the info string of a fence has no escapes.
  const words = [syntax, info].filter((word) => word !== undefined).join(' ');
  const character = words.includes('`') ? '~' : writer.style.fence;
  const runs = text.match(character === '`' ? /`{3,}/g : /~{3,}/g) ?? [];
  const fence = character.repeat(
    largestOf(
      runs.map((run) => run.length + 1),
      3,
    ),
  );
  const code = `${fence}${words}\n${text}\n${fence}`;
  const attributes = { title, overflow, lineNumbers, expandable, fullWidth, ...node.attributes };
  return Object.values(attributes).some((value) => value !== undefined)
    ? enclose('code', attributes, code)
    : code;
}

function writeExpandable(node: Expandable, writer: Writer): string {
  let title = '';
  let body = '';
  for (const part of node.fragments ?? []) {
    if (part.type === 'expandable-title')
      title = writeHtmlInlines(part.nodes[0]?.nodes ?? [], writer.footnotes);
    else body = writeBlocks(part.nodes, writer);
  }
  const open = node.data.defaultExpanded ? '<details open>' : '<details>';
  return [open, `<summary>${title}</summary>`, body, '</details>'].filter((text) => text !== '').join('\n\n');
}

function writeEmbed(node: Embed | FileBlock, writer: Writer): string {
  const attributes =
    node.type === 'embed'
      ? { url: node.data.url, fullWidth: node.data.fullWidth, ...node.attributes }
      : { src: targetOf(node.data.ref), ...node.attributes };
  const caption = node.fragments?.[0]?.nodes ?? [];
  return caption.length === 0
    ? writeTag(node.type, attributes)
    : enclose(node.type, attributes, writeBlocks(caption, writer));
}

function writeLine(line: ReferenceLine | undefined, text: string, target: string): string {
  if (line?.url === undefined && line) return escapeAll(line.text);
  return `[${escapeAll(line?.text ?? text).replace(/\\([._/:-])/g, '$1')}](${escapeDestination(line?.url ?? target)})`;
}

function writeContentRef(node: ContentRefBlock): string {
  const { ref, form, line } = node.data;
  const target = targetOf(ref);
  if (form === 'page-ref') return writeTag('page-ref', { page: target, ...node.attributes });
  return enclose('content-ref', { url: target }, writeLine(line, nameOfTarget(target), target), node);
}

function writeOpenApi(node: OpenApiBlock): string {
  const target = targetOf(node.data.ref);
  const { line } = node.data;
  if (node.type === 'swagger') {
    const { path, method, expanded, fullWidth, form } = node.data;
    const attributes = { src: target, path, method, expanded, fullWidth };
    return enclose(form ?? 'openapi', attributes, writeLine(line, target, target), node);
  }
  return enclose(node.type, pointerOf(node, target), line ? writeLine(line, '', '') : '', node);
}

function pointerOf(node: Exclude<OpenApiBlock, Swagger>, spec: string): Record<string, unknown> {
  switch (node.type) {
    case 'openapi-schemas':
      return { spec, schemas: node.data.schemas.join(','), grouped: node.data.grouped };
    case 'openapi-webhook':
      return { spec, name: node.data.name, method: node.data.method };
    case 'openapi-operation':
      return { spec, path: node.data.path, method: node.data.method };
    default:
      return assertNever(node);
  }
}
