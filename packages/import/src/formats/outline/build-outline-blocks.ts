import {
  codeOf,
  divider,
  embedOf,
  expandableOf,
  fileOf,
  headingOf,
  hintOf,
  imagesOf,
  inlineMathOf,
  linkOf,
  listItemOf,
  listOf,
  mathOf,
  paragraphOf,
  quoteOf,
  tableOf,
  textNode,
} from '@lectern/markdown/block-factories';
import { urlRef } from '@lectern/markdown/content-ref';
import type { Block, InlineNode, Mark } from '@lectern/markdown/document';
import { cutText } from '@lectern/std/cut-text';
import { isRecord } from '@lectern/std/is-record';
import { appendTo } from '@lectern/std/long-lists';
import { createWordIndex, stringsIn } from '../../word-index.ts';
import { HINT_STYLES } from '../shared/markup/write-containers.ts';
import { textField } from '../shared/site/page-fields.ts';

/** Deeper nodes are left out: editors nest a dozen at most. */
const MAX_DEPTH = 60;

export interface OutlineContext {
  /** `line`: the number of the block, counted from 1 on the top level, because the JSON has no lines. */
  report(problem: { line: number; reason: string; message: string }): void;
  /** The target that an address has in the source. */
  target(address: string): string;
  /** The target of a document that is mentioned. */
  mention(documentId: string): string | undefined;
}

interface ProseNode {
  type: string;
  attrs: Record<string, unknown>;
  content: unknown[];
  text: string;
  marks: unknown[];
}

function readNode(value: unknown): ProseNode | undefined {
  if (!isRecord(value) || typeof value.type !== 'string') return undefined;
  return {
    type: value.type,
    attrs: isRecord(value.attrs) ? value.attrs : {},
    content: Array.isArray(value.content) ? value.content : [],
    text: typeof value.text === 'string' ? value.text : '',
    marks: Array.isArray(value.marks) ? value.marks : [],
  };
}

/** The blocks of a document as Outline's editor keeps it. */
export function buildOutlineBlocks(document: unknown, context: OutlineContext): Block[] {
  const root = readNode(document);
  return (root?.content ?? []).flatMap((node, i) => {
    const messages: string[] = [];
    const report = (reason: string, message: string): void => {
      messages.push(message);
      context.report({ line: i + 1, reason, message });
    };
    const blocks = new OutlineBuilder({ ...context, report }).blocks([node]);
    const words = createWordIndex([...messages, ...stringsIn(blocks)]);
    for (const text of visibleTexts(node))
      if (!words.hasAllOf(text))
        report('left-out', `A part of the text was left out: “${cutText(text.replace(/\s+/g, ' '), 200)}”.`);
    return blocks;
  });
}

/** Attributes that readers see. */
const VISIBLE = ['title', 'alt', 'label', 'caption', 'name'];

/** The texts of a node that readers see. */
function* visibleTexts(value: unknown): Generator<string> {
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = readNode(next);
    if (!node) continue;
    yield node.text;
    for (const name of VISIBLE) yield textField(node.attrs[name]) ?? '';
    for (const inner of node.content.toReversed()) waiting.push(inner);
  }
}

interface BlockContext extends Pick<OutlineContext, 'target' | 'mention'> {
  report(reason: string, message: string): void;
}

class OutlineBuilder {
  private readonly context: BlockContext;
  private depth = 0;

  constructor(context: BlockContext) {
    this.context = context;
  }

  blocks(content: readonly unknown[]): Block[] {
    if (this.depth >= MAX_DEPTH) {
      this.context.report('nested-too-deeply', 'Content nests too deeply. The innermost was left out.');
      return [];
    }
    this.depth++;
    const blocks = content.flatMap((value) => {
      const node = readNode(value);
      return node ? this.block(node) : [];
    });
    this.depth--;
    return blocks;
  }

  private block(node: ProseNode): Block[] {
    const { attrs, content } = node;
    switch (node.type) {
      case 'paragraph':
        return this.paragraph(content);
      case 'heading':
        return [headingOf(1 + (Number(attrs.level) || 1), this.inlines(content))];
      case 'bullet_list':
        return [listOf('list-unordered', this.items(content))];
      case 'ordered_list':
        return [listOf('list-ordered', this.items(content), Number(attrs.order) || 1)];
      case 'checkbox_list':
        return [listOf('list-tasks', this.items(content))];
      case 'blockquote':
        return [quoteOf(this.blocks(content))];
      case 'code_block':
      case 'code_fence':
        return [codeOf(textOf(content), attrs.language ? { syntax: String(attrs.language) } : {})];
      case 'hr':
        return [divider()];
      case 'container_notice':
        return [hintOf(HINT_STYLES.get(String(attrs.style)) ?? 'info', this.blocks(content))];
      case 'container_toggle':
        return [this.toggle(content)];
      case 'math_block':
        return [mathOf(textOf(content).trim())];
      case 'table':
        return this.table(content);
      case 'embed':
        return this.embed(textField(attrs.href));
      case 'video':
      case 'attachment':
        return this.file(textField(attrs.href) ?? textField(attrs.src));
      default:
        return this.unknown(node);
    }
  }

  private unknown({ type, content }: ProseNode): Block[] {
    this.context.report('unsupported-element', `“${type}” has no counterpart. Its content was kept.`);
    return this.blocks(content);
  }

  /** Images are within paragraphs. */
  private paragraph(content: readonly unknown[]): Block[] {
    const blocks: Block[] = [];
    let line: unknown[] = [];
    const endLine = (): void => {
      const nodes = this.inlines(line);
      if (nodes.length > 0) blocks.push(paragraphOf(nodes));
      line = [];
    };
    for (const value of content) {
      const node = readNode(value);
      if (node?.type !== 'image') {
        line.push(value);
        continue;
      }
      endLine();
      appendTo(blocks, this.image(node));
    }
    endLine();
    return blocks;
  }

  private image({ attrs }: ProseNode): Block[] {
    const source = textField(attrs.src);
    if (source === undefined) {
      this.context.report('unsupported-element', 'An image without an address was left out.');
      return [];
    }
    const alt = textField(attrs.alt);
    const width = Number(attrs.width);
    const data = {
      ref: urlRef(this.context.target(source)),
      ...(alt === undefined ? {} : { alt }),
      ...(Number.isFinite(width) && width > 0 ? { width } : {}),
    };
    const caption = textField(attrs.title);
    return [
      imagesOf([caption === undefined ? { data } : { data, caption: [paragraphOf([textNode(caption)])] }]),
    ];
  }

  private items(content: readonly unknown[]) {
    return content.flatMap((value) => {
      const node = readNode(value);
      if (!node) return [];
      const checked = node.type === 'checkbox_item' ? node.attrs.checked === true : undefined;
      const blocks = this.blocks(node.content);
      return [listItemOf(blocks.length > 0 ? blocks : [paragraphOf([])], checked)];
    });
  }

  private toggle([head, ...body]: readonly unknown[]): Block {
    return expandableOf(this.inlines(readNode(head)?.content ?? []), this.blocks(body), false);
  }

  private table(content: readonly unknown[]): Block[] {
    const rows = content.map((row) =>
      (readNode(row)?.content ?? []).map((cell) => ({ cell: readNode(cell) })),
    );
    const [head, ...others] = rows;
    if (!head) return [];
    const columns = head.map(({ cell }) => ({ title: textOf(cell?.content ?? []) }));
    const cells = rows.flat().map(({ cell }) => cell?.attrs ?? {});
    if (cells.some(({ colspan, rowspan }) => Number(colspan) > 1 || Number(rowspan) > 1))
      this.context.report(
        'merged-cells',
        'A table has cells that span several columns or rows. Their content was placed in the first cell.',
      );
    return [
      tableOf(
        columns,
        others.map((row) => row.map(({ cell }) => this.blocks(cell?.content ?? []))),
      ),
    ];
  }

  private embed(url: string | undefined): Block[] {
    if (url !== undefined && /^https?:/i.test(url)) return [embedOf(url)];
    this.context.report(
      'unsupported-address',
      `Pages cannot embed the address “${url ?? ''}”, which was left out.`,
    );
    return [];
  }

  private file(address: string | undefined): Block[] {
    if (address !== undefined) return [fileOf(this.context.target(address))];
    this.context.report('missing-file', 'A file without an address was left out.');
    return [];
  }

  inlines(content: readonly unknown[]): InlineNode[] {
    return content.flatMap((value) => {
      const node = readNode(value);
      return node ? this.inline(node) : [];
    });
  }

  private inline(node: ProseNode): InlineNode[] {
    switch (node.type) {
      case 'text':
        return this.text(node);
      case 'br':
        return [textNode('\n')];
      case 'math_inline':
        return [inlineMathOf(textOf(node.content))];
      case 'emoji':
        return [textNode(`:${String(node.attrs['data-name'] ?? '')}:`)];
      case 'mention':
        return this.mention(node);
      case 'attachment':
        return this.link(textField(node.attrs.href), [textNode(textField(node.attrs.title) ?? 'file')]);
      default:
        this.context.report('unsupported-element', `“${node.type}” has no counterpart. Its text was kept.`);
        return node.content.length > 0 ? this.inlines(node.content) : [];
    }
  }

  private text({ text, marks }: ProseNode): InlineNode[] {
    const read = marks.map(readNode);
    const known = read.flatMap((mark): Mark[] => {
      const type = MARKS.get(mark?.type ?? '');
      return type ? [type] : [];
    });
    const nodes: InlineNode[] = [textNode(text, known)];
    const link = read.find((mark) => mark?.type === 'link');
    return link ? this.link(textField(link.attrs.href), nodes) : nodes;
  }

  private link(address: string | undefined, nodes: InlineNode[]): InlineNode[] {
    return address === undefined ? nodes : [linkOf(this.context.target(address), nodes)];
  }

  private mention({ attrs }: ProseNode): InlineNode[] {
    const label = textField(attrs.label) ?? '';
    const target = attrs.type === 'document' ? this.context.mention(String(attrs.modelId)) : undefined;
    const address = textField(attrs.href);
    if (target === undefined && address !== undefined) return this.link(address, [textNode(label)]);
    return target === undefined ? [textNode(`@${label}`)] : [linkOf(target, [textNode(label)])];
  }
}

const MARKS: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  ['strong', { object: 'mark', type: 'bold' }],
  ['em', { object: 'mark', type: 'italic' }],
  ['code_inline', { object: 'mark', type: 'code' }],
  ['strikethrough', { object: 'mark', type: 'strikethrough' }],
  ['highlight', { object: 'mark', type: 'color', data: { text: 'default', background: 'yellow' } }],
]);

/** The text of nodes without their marks. */
function textOf(content: readonly unknown[]): string {
  const parts: string[] = [];
  const waiting = [...content].reverse();
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const node = readNode(value);
    if (!node) continue;
    parts.push(node.type === 'br' ? '\n' : node.text);
    for (let i = node.content.length - 1; i >= 0; i--) waiting.push(node.content[i]);
  }
  return parts.join('');
}
