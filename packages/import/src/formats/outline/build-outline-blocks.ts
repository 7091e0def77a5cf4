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
import { isRecord } from '@lectern/std/is-record';
import { appendTo } from '@lectern/std/long-lists';
import { HINT_STYLES } from '../shared/markup/write-containers.ts';
import { textField } from '../shared/site/page-fields.ts';

/** Deeper nodes are left out: editors nest a dozen at most. */
const MAX_DEPTH = 60;

export interface OutlineContext {
  report(reason: string, message: string): void;
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
  return root ? new OutlineBuilder(context).blocks(root.content) : [];
}

class OutlineBuilder {
  private readonly context: OutlineContext;
  private depth = 0;

  constructor(context: OutlineContext) {
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

  /** Images stand within paragraphs. */
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
    if (source === undefined) return [];
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
    return [
      tableOf(
        columns,
        others.map((row) => row.map(({ cell }) => this.blocks(cell?.content ?? []))),
      ),
    ];
  }

  private embed(url: string | undefined): Block[] {
    return url !== undefined && /^https?:/i.test(url) ? [embedOf(url)] : [];
  }

  private file(address: string | undefined): Block[] {
    return address === undefined ? [] : [fileOf(this.context.target(address))];
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
