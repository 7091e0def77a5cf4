import { plainText } from '@lectern/markdown/document';

/** What of a page is searched. */
export type Part = 'text' | 'code' | 'links';

/** The text of a block, which can be changed by the key of the block, or the titles of the columns of a table. */
export interface BlockText {
  /** The titles of columns have none: they can only be changed in the source. */
  key: string | undefined;
  text: string;
  /** The same, with another character in the place of each that does not belong to the parts that are searched. */
  masked: string;
  /** Of the nearest block whose place in the source is known. */
  range: [number, number] | undefined;
}

/** The titles of the columns of a table, one a line. */
export function columnTitles({ data }: { data?: object }): string {
  const { definition = {} } = (data ?? {}) as { definition?: Record<string, { title?: string }> };
  return Object.values(definition)
    .map(({ title = '' }) => title)
    .join('\n');
}

interface Node {
  object: 'block' | 'fragment' | 'text' | 'inline';
  type?: string;
  key?: string;
  range?: [number, number];
  data?: object;
  nodes?: Node[];
  fragments?: Node[];
  leaves?: { text: string; source?: string; marks?: { type: string }[] }[];
}

/** Never part of a match that is used; no word contains it. */
export const MASK = '\ufffc';

/** Lists the texts of the blocks, in order. */
export function listTexts(nodes: readonly unknown[], parts: ReadonlySet<Part>): BlockText[] {
  const texts: BlockText[] = [];
  const visit = (node: Node, above: BlockText['range']): void => {
    const { key, range = above, type } = node;
    const inner = node.nodes ?? node.fragments ?? [];
    if (type === 'code') {
      const text = inner.map(({ nodes: line = [] }) => plainText(line as never)).join('\n');
      if (key !== undefined) texts.push({ key, text, masked: parts.has('code') ? text : hide(text), range });
      return;
    }
    if (type === 'table') {
      const text = columnTitles(node);
      texts.push({ key: undefined, text, masked: parts.has('text') ? text : hide(text), range });
    }
    if (inner.every(({ object }) => object === 'block' || object === 'fragment')) {
      for (const child of inner) visit(child, range);
      return;
    }
    if (key === undefined) return;
    const masked = inner.map((child) => maskInline(child, parts)).join('');
    texts.push({ key, text: plainText(inner as never), masked, range });
  };
  for (const node of nodes) visit(node as Node, undefined);
  return texts;
}

function maskInline(node: Node, parts: ReadonlySet<Part>): string {
  if (node.object === 'text')
    return (node.leaves ?? [])
      .map(({ text, source, marks = [] }) => {
        const part = marks.some(({ type }) => type === 'code') ? 'code' : 'text';
        return source === undefined && parts.has(part) ? text : hide(text);
      })
      .join('');
  const isText = node.type === 'link' || node.type === 'annotation';
  if (isText) return (node.nodes ?? []).map((child) => maskInline(child, parts)).join('');
  return hide(plainText([node] as never));
}

const hide = (text: string): string => text.replace(/[^\n]/g, MASK);
