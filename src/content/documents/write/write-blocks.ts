import { nameOfTarget } from '../build/build-tags.ts';
import {
  type Block,
  type ContentRef,
  type DocumentNode,
  type Fragment,
  isText,
  plainText,
} from '../document.ts';
import { slugOf } from '../slug.ts';
import { escapeTagValue, writeTag } from '../syntax/tag.ts';
import { escapeDestination } from './destination.ts';
import { escapeAll } from './escape.ts';
import { writeImageElement } from './inline-html.ts';
import { targetOf } from './target.ts';
import { writeHtmlBlocks, writeHtmlCode, writeHtmlInlines, writeImages } from './write-html.ts';
import type { FootnoteWriter } from './write-inlines.ts';
import { writeTable } from './write-table.ts';

export interface Footnotes extends FootnoteWriter {
  bodies: { label: string; body: Fragment }[];
}

export interface Writer {
  footnotes: Footnotes;
  /** Inline nodes as Markdown that is read back as they are. */
  text(nodes: readonly DocumentNode[], place: 'paragraph' | 'heading' | 'cell' | 'footnote'): string;
}

/** Labels `1`, `2`, … without those that are taken. */
export function createFootnotes(
  taken: ReadonlySet<string> = new Set(),
  preferred: readonly string[] = [],
): Footnotes {
  const bodies: Footnotes['bodies'] = [];
  const labels = [...preferred];
  let last = 0;
  const labelAt = (index: number): string => {
    while (labels.length <= index) {
      do last++;
      while (taken.has(String(last)) || labels.includes(String(last)));
      labels.push(String(last));
    }
    return labels[index]!;
  };
  return {
    bodies,
    add(body) {
      const label = labelAt(bodies.length);
      bodies.push({ label, body });
      return label;
    },
    mark: () => bodies.length,
    reset(mark) {
      bodies.length = mark;
    },
  };
}

const BULLETS = ['*', '-', '+'];
const LISTS = new Set(['list-unordered', 'list-tasks']);

/** The bullet or delimiter of a list beside what is written: another must be chosen. */
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
  return nodes.flatMap((node, i) => {
    const isOrdered = node.type === 'list-ordered';
    if (!isOrdered && !LISTS.has(node.type)) {
      previous = undefined;
      const text = writeBlock(node, writer);
      return text === '' ? [] : [{ node, text }];
    }
    const markers = isOrdered ? ['.', ')'] : BULLETS;
    // Lists of one kind that follow each other need different markers to stay two.
    const isSameList = previous !== undefined && (previous.type === node.type || previous.type === '');
    const isLast = i === nodes.length - 1;
    let marker = isSameList || previous === undefined ? markers[0]! : previous.marker;
    if (!markers.includes(marker)) marker = markers[0]!;
    const taken = [isSameList ? previous!.marker : undefined, isLast ? neighbours.after : undefined];
    if (taken.includes(marker)) marker = markers.find((other) => !taken.includes(other)) ?? marker;
    previous = { type: node.type, marker };
    return [{ node, text: writeList(node, marker, writer) }];
  });
}

function writeList(list: Block, marker: string, writer: Writer): string {
  const start = Number(list.data?.start ?? 1);
  return ((list.nodes ?? []) as Block[])
    .map((item, i) => {
      const bullet = list.type === 'list-ordered' ? `${Math.max(0, start) + i}${marker}` : marker;
      const checkbox = list.type === 'list-tasks' ? (item.data?.checked ? '[x] ' : '[ ] ') : '';
      return writeItem(item, bullet, checkbox, writer);
    })
    .join('\n');
}

function writeItem(item: Block, bullet: string, checkbox: string, writer: Writer): string {
  let text = '';
  let last: Block | undefined;
  for (const { node, text: written } of pieces((item.nodes ?? []) as Block[], writer)) {
    if (last) text += isTight(last, node) ? '\n' : '\n\n';
    // `* ***` would be a divider itself.
    text += node.type === 'divider' && !last ? '___' : written;
    last = node;
  }
  const indent = ' '.repeat(bullet.length + 1);
  return `${bullet} ${indentLines(checkbox + text, indent)}`.replace(/^(\S+) $/, '$1');
}

/** A nested list follows its paragraph at once, where Markdown lets it. */
const isTight = (before: Block, node: Block): boolean =>
  before.type === 'paragraph' && isNestable(node) && !endsOpenly(before);

const endsOpenly = (paragraph: Block): boolean => plainText(paragraph.nodes ?? []) === '';

function isNestable(node: Block): boolean {
  if (!LISTS.has(node.type) && (node.type !== 'list-ordered' || Number(node.data?.start ?? 1) !== 1))
    return false;
  const first = ((node.nodes?.[0] as Block | undefined)?.nodes?.[0] ?? undefined) as Block | undefined;
  return first?.type === 'paragraph' && plainText(first.nodes ?? []) !== '';
}

const indentLines = (text: string, indent: string): string => text.replace(/\n(?=[^\n])/g, `\n${indent}`);

function enclose(name: string, attributes: Record<string, unknown>, content: string, node?: Block): string {
  return `${writeTag(name, { ...attributes, ...node?.attributes })}\n${content === '' ? '' : `${content}\n`}{% end${name} %}`;
}

function writeBlock(node: Block, writer: Writer): string {
  const children = (node.nodes ?? []) as Block[];
  const data = node.data ?? {};
  const within = (): string => writeBlocks(children, writer);
  switch (node.type) {
    case 'paragraph':
      return writeParagraph(node, writer);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return writeHeading(node, writer);
    case 'divider':
      return '***';
    case 'blockquote':
      return within().replace(/^/gm, '> ').replace(/^> $/gm, '>');
    case 'code':
      return writeCode(node, writer);
    case 'math':
      return `$$\n${String(data.formula)}\n$$`;
    case 'images':
      return writeImages(node, writer.footnotes);
    case 'drawing':
      return writeImageElement(data, { class: 'gitbook-drawing' });
    case 'table':
      return writeTable(node, (nodes) => writer.text(nodes, 'cell'), writer.footnotes);
    case 'hint':
      return enclose('hint', { style: data.style, icon: data.icon }, within(), node);
    case 'tabs':
    case 'stepper':
    case 'updates':
      return enclose(node.type, { fullWidth: data.fullWidth, format: data.format }, within(), node);
    case 'columns':
      return enclose('columns', { fullWidth: data.fullWidth }, within(), node);
    case 'tabs-item':
      return enclose('tab', { title: data.title, icon: data.icon }, within(), node);
    case 'stepper-step':
      return enclose('step', { icon: data.icon }, within(), node);
    case 'column': {
      const width = data.width as { unit: string; value: number } | number | undefined;
      const percent = typeof width === 'number' ? width : width?.value;
      return enclose(
        'column',
        { width: percent === undefined ? undefined : `${percent}%`, valign: data.verticalAlignment },
        within(),
        node,
      );
    }
    case 'update': {
      const tags = (data.tags as { tag: string }[] | undefined)?.map(({ tag }) => tag).join(',');
      const date = String(data.date).replace(/T00:00:00(?:\.0+)?Z$/, '');
      return enclose('update', { date, tags }, within(), node);
    }
    case 'if':
      return `{% if ${String(data.expression)} %}\n${within()}\n{% endif %}`;
    case 'prompt': {
      const { description, icon, openInAIProviders, defaultExpanded } = data;
      return enclose('prompt', { description, icon, openInAIProviders, defaultExpanded }, within(), node);
    }
    case 'expandable':
      return writeExpandable(node, writer);
    case 'embed':
    case 'file':
      return writeEmbed(node, writer);
    case 'content-ref':
      return writeContentRef(node);
    case 'reusable-content':
      return `{% include "${escapeTagValue(targetOf(data.ref as ContentRef))}" %}`;
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
      return writeOpenApi(node);
    case 'integration':
      return writeTag(
        `@${String(data.integration)}/${String(data.block)}`,
        data.props as Record<string, unknown>,
      );
    default:
      return children.length > 0 ? within() : '';
  }
}

function writeParagraph(node: Block, writer: Writer): string {
  const nodes = node.nodes ?? [];
  const [only] = nodes;
  const [leaf, ...others] = nodes.length === 1 && only && isText(only) ? only.leaves : [];
  if (leaf?.source !== undefined && leaf.text === '' && others.length === 0) return leaf.source;
  if (node.data?.align) return writeHtmlBlocks([node], writer.footnotes);
  return writer.text(nodes, 'paragraph');
}

const LEVELS: Record<string, number> = { 'heading-1': 2, 'heading-2': 3, 'heading-3': 4 };

function writeHeading(node: Block, writer: Writer): string {
  const level = Number(node.data?.level ?? LEVELS[node.type]);
  const text = writer.text(node.nodes ?? [], 'heading');
  const id = node.meta?.id;
  const slug = slugOf(plainText(node.nodes ?? []));
  const isDefault =
    id === undefined || (id.startsWith(slug) && slug !== '' && /^(?:-\d+)?$/.test(id.slice(slug.length)));
  const anchor = !isDefault || node.meta?.isExplicit ? `<a href="#${id}" id="${id}"></a>` : '';
  return ['#'.repeat(level), text, anchor].filter((part) => part !== '').join(' ');
}

function writeCode(node: Block, writer: Writer): string {
  const { syntax, info, title, overflow, lineNumbers, expandable, fullWidth } = node.data;
  const lines = (node.nodes ?? []) as Block[];
  const text = lines.map((line) => plainText(line.nodes ?? [])).join('\n');
  if (node.data.verbatim) return text;
  const isRich = lines.some((line) => line.data?.highlighted || line.nodes?.some((inner) => !isText(inner)));
  if (isRich) return writeHtmlCode(node, writer.footnotes, '\n');
  const words = [syntax, info]
    .filter((word) => word !== undefined)
    .join(' ')
    .replace(/[\\&]/g, '\\$&');
  const character = words.includes('`') ? '~' : '`';
  const runs = text.match(character === '`' ? /`{3,}/g : /~{3,}/g) ?? [];
  const fence = character.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  const code = `${fence}${words}\n${text}\n${fence}`;
  const attributes = { title, overflow, lineNumbers, expandable, fullWidth, ...node.attributes };
  return Object.values(attributes).some((value) => value !== undefined)
    ? enclose('code', attributes, code)
    : code;
}

function writeExpandable(node: Block, writer: Writer): string {
  const part = (type: string): Block[] =>
    node.fragments?.find((fragment) => fragment.type === type)?.nodes ?? [];
  const title = writeHtmlInlines(part('expandable-title')[0]?.nodes ?? [], writer.footnotes);
  const body = writeBlocks(part('expandable-body'), writer);
  const open = node.data?.defaultExpanded ? '<details open>' : '<details>';
  return [open, `<summary>${title}</summary>`, body, '</details>'].filter((text) => text !== '').join('\n\n');
}

function writeEmbed(node: Block, writer: Writer): string {
  const attributes =
    node.type === 'embed'
      ? { url: node.data.url, fullWidth: node.data.fullWidth, ...node.attributes }
      : { src: targetOf(node.data.ref as ContentRef), ...node.attributes };
  const caption = node.fragments?.find(({ fragment }) => fragment === 'caption')?.nodes ?? [];
  return caption.length === 0
    ? writeTag(node.type, attributes)
    : enclose(node.type, attributes, writeBlocks(caption, writer));
}

function writeLine(line: { text: string; url?: string } | undefined, text: string, target: string): string {
  if (line?.url === undefined && line) return escapeAll(line.text);
  return `[${escapeAll(line?.text ?? text).replace(/\\([._/:-])/g, '$1')}](${escapeDestination(line?.url ?? target)})`;
}

function writeContentRef(node: Block): string {
  const target = targetOf(node.data.ref as ContentRef);
  if (node.data.form === 'page-ref') return writeTag('page-ref', { page: target, ...node.attributes });
  const line = node.data.line as { text: string; url?: string } | undefined;
  return enclose('content-ref', { url: target }, writeLine(line, nameOfTarget(target), target), node);
}

function writeOpenApi(node: Block): string {
  const { ref, path, method, name, schemas, grouped, expanded, fullWidth } = node.data;
  const target = targetOf(ref as ContentRef);
  const line = node.data.line as { text: string; url?: string } | undefined;
  if (node.type === 'swagger') {
    const tag = node.data.form === 'swagger' ? 'swagger' : 'openapi';
    return enclose(
      tag,
      { src: target, path, method, expanded, fullWidth },
      writeLine(line, target, target),
      node,
    );
  }
  const attributes =
    node.type === 'openapi-schemas'
      ? { spec: target, schemas: (schemas as string[]).join(','), grouped }
      : node.type === 'openapi-webhook'
        ? { spec: target, name, method }
        : { spec: target, path, method };
  return enclose(node.type, attributes, line ? writeLine(line, '', '') : '', node);
}
