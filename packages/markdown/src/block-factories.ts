/** Makes blocks and inlines with the fields that each of them has. */
import { type ContentRef, urlRef } from './content-ref.ts';
import type {
  Block,
  BlockOf,
  Code,
  CodeData,
  Heading,
  HintStyle,
  ImageData,
  Images,
  InlineNode,
  InlineOf,
  Leaf,
  List,
  ListItem,
  Mark,
  Paragraph,
  Table,
  TextNode,
} from './document.ts';

export const leafOf = (text: string, marks: readonly Mark[] = []): Leaf => ({
  object: 'leaf',
  text,
  marks: [...marks],
});

export const textNode = (text: string, marks: readonly Mark[] = []): TextNode => ({
  object: 'text',
  leaves: [leafOf(text, marks)],
});

export const paragraphOf = (nodes: InlineNode[]): Paragraph => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes,
});

/** `level`: of HTML, from 1 to 6; 1 and 2 are one, because a page has its title besides. */
export function headingOf(level: number, nodes: InlineNode[], anchor?: string): Heading {
  const meta = anchor === undefined ? undefined : { id: anchor, isExplicit: true };
  const parts = { object: 'block', isVoid: false, nodes, ...(meta ? { meta } : {}) } as const;
  if (level <= 2) return { ...parts, type: 'heading-1', data: {} };
  if (level === 3) return { ...parts, type: 'heading-2', data: {} };
  return { ...parts, type: 'heading-3', data: level > 4 ? { level } : {} };
}

export const listItemOf = (nodes: Block[], checked?: boolean): ListItem => ({
  object: 'block',
  type: 'list-item',
  isVoid: false,
  data: checked === undefined ? {} : { checked },
  nodes,
});

export function listOf(type: List['type'], nodes: ListItem[], start?: number): List {
  if (type === 'list-ordered')
    return {
      object: 'block',
      type,
      isVoid: false,
      data: start === undefined || start === 1 ? {} : { start },
      nodes,
    };
  return { object: 'block', type, isVoid: false, data: {}, nodes };
}

export const quoteOf = (nodes: Block[]): BlockOf<'blockquote'> => ({
  object: 'block',
  type: 'blockquote',
  isVoid: false,
  data: {},
  nodes,
});

export const divider = (): BlockOf<'divider'> => ({
  object: 'block',
  type: 'divider',
  isVoid: true,
  data: {},
});

export const hintOf = (style: HintStyle, nodes: Block[]): BlockOf<'hint'> => ({
  object: 'block',
  type: 'hint',
  isVoid: false,
  data: { style },
  nodes,
});

export const codeOf = (text: string, data: CodeData): Code => ({
  object: 'block',
  type: 'code',
  isVoid: false,
  data,
  nodes: text.split('\n').map((line) => ({
    object: 'block',
    type: 'code-line',
    isVoid: false,
    data: {},
    nodes: [textNode(line)],
  })),
});

export const mathOf = (formula: string): BlockOf<'math'> => ({
  object: 'block',
  type: 'math',
  isVoid: true,
  data: { formula },
});

export const imagesOf = (images: readonly { data: ImageData; caption?: Block[] }[]): Images => ({
  object: 'block',
  type: 'images',
  isVoid: false,
  data: {},
  nodes: images.map(({ data, caption }) => ({
    object: 'block',
    type: 'image',
    isVoid: true,
    data,
    ...(caption && caption.length > 0
      ? { fragments: [{ object: 'fragment', fragment: 'caption', type: 'caption', nodes: caption }] }
      : {}),
  })),
});

export const embedOf = (url: string): BlockOf<'embed'> => ({
  object: 'block',
  type: 'embed',
  isVoid: true,
  data: { url },
});

export const fileOf = (target: string): BlockOf<'file'> => ({
  object: 'block',
  type: 'file',
  isVoid: true,
  data: { ref: urlRef(target) },
});

export const expandableOf = (title: InlineNode[], body: Block[], isOpen: boolean): BlockOf<'expandable'> => ({
  object: 'block',
  type: 'expandable',
  isVoid: true,
  data: isOpen ? { defaultExpanded: true } : {},
  fragments: [
    {
      object: 'fragment',
      fragment: 'expandable-title',
      type: 'expandable-title',
      nodes: [paragraphOf(title)],
    },
    { object: 'fragment', fragment: 'expandable-body', type: 'expandable-body', nodes: body },
  ],
});

export const tabsOf = (tabs: readonly { title: string; nodes: Block[] }[]): BlockOf<'tabs'> => ({
  object: 'block',
  type: 'tabs',
  isVoid: false,
  data: {},
  nodes: tabs.map(({ title, nodes }) => ({
    object: 'block',
    type: 'tabs-item',
    isVoid: false,
    data: { title },
    nodes,
  })),
});

export interface TableColumnText {
  title: string;
  alignment?: 'left' | 'center' | 'right' | undefined;
}

/** A table of text. `rows` hold the blocks of each cell; missing cells are empty. */
export function tableOf(
  columns: readonly TableColumnText[],
  rows: readonly Block[][][],
  hideHeader = false,
): Table {
  const ids = columns.map((_, index) => `c${index}`);
  const width = String(rows.length).length;
  const fragments: NonNullable<Table['fragments']> = [];
  const records = rows.map((cells, row) => {
    const values: Record<string, string> = {};
    for (const [column, id] of ids.entries()) {
      const nodes = cells[column] ?? [];
      if (nodes.length === 0) continue;
      const fragment = `r${row}${id}`;
      fragments.push({ object: 'fragment', fragment, nodes });
      values[id] = fragment;
    }
    return [`r${row}`, { orderIndex: String(row).padStart(width, '0'), values }] as const;
  });
  return {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: {
      view: { type: 'grid', columns: ids, hideHeader },
      definition: Object.fromEntries(
        columns.map(({ title, alignment = 'left' }, index) => {
          const id = `c${index}`;
          return [id, { id, title, type: 'text', textAlignment: alignment }] as const;
        }),
      ),
      records: Object.fromEntries(records),
    },
    fragments,
  };
}

export const linkTo = (ref: ContentRef, nodes: InlineNode[]): InlineOf<'link'> => ({
  object: 'inline',
  type: 'link',
  isVoid: false,
  data: { ref },
  nodes,
});

export const linkOf = (target: string, nodes: InlineNode[]): InlineOf<'link'> =>
  linkTo(urlRef(target), nodes);

export const inlineImageOf = (data: ImageData): InlineOf<'inline-image'> => ({
  object: 'inline',
  type: 'inline-image',
  isVoid: true,
  data,
});

export const inlineMathOf = (formula: string): InlineOf<'inline-math'> => ({
  object: 'inline',
  type: 'inline-math',
  isVoid: true,
  data: { formula },
});
