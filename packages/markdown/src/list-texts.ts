import { plainText } from './document.ts';

/** The parts of a page that are searched. */
export type Part = 'text' | 'code' | 'links' | 'labels';

/** A text of a page that can be changed. */
export interface PageText {
  text: string;
  /** The same, with another character in the place of each that does not belong to the parts that are searched. */
  masked: string;
  /** Of the nearest block whose place in the source is known. */
  range: [number, number] | undefined;
  /** The block whose text it is. */
  key?: string | undefined;
  /** Changes a text that is not that of a block, in the document. */
  set?(text: string): void;
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
export function listTexts(nodes: readonly unknown[], parts: ReadonlySet<Part>): PageText[] {
  const texts: PageText[] = [];
  const visit = (node: Node, above: PageText['range']): void => {
    const { key, range = above, type, data = {} } = node;
    const inner = node.nodes ?? node.fragments ?? [];
    if (parts.has('labels')) for (const label of labelsOf(node)) texts.push({ ...label, range });
    if (type === 'code') {
      const text = inner.map(({ nodes: line = [] }) => plainText(line as never)).join('\n');
      if (key !== undefined && parts.has('code')) texts.push({ key, text, masked: text, range });
      return;
    }
    if (type === 'table' && parts.has('text'))
      texts.push(...titlesOf(data).map((title) => ({ ...title, range })));
    if (inner.every(({ object }) => object === 'block' || object === 'fragment')) {
      for (const child of [...inner, ...(node.nodes && node.fragments ? node.fragments : [])])
        visit(child, range);
      return;
    }
    const masked = inner.map((child) => maskInline(child, parts)).join('');
    if (key !== undefined) texts.push({ key, text: plainText(inner as never), masked, range });
    if (parts.has('labels')) for (const label of inner.flatMap(labelsWithin)) texts.push({ ...label, range });
  };
  for (const node of nodes) visit(node as Node, undefined);
  return texts;
}

type Label = Required<Pick<PageText, 'text' | 'masked' | 'set'>>;

/** The fields that blocks and inlines show beside their text, by their types. */
const LABELS: Record<string, readonly string[]> = {
  button: ['label'],
  code: ['title'],
  image: ['alt'],
  'inline-image': ['alt', 'caption'],
  link: ['title'],
  prompt: ['description'],
  'tabs-item': ['title'],
};

function labelsOf({ type = '', data = {} }: Node): Label[] {
  return (LABELS[type] ?? []).flatMap((name) => labelOf(data, name));
}

function labelOf(data: object, name: string): Label[] {
  const fields = data as Record<string, unknown>;
  const text = fields[name];
  if (typeof text !== 'string' || text === '') return [];
  const set = (changed: string): void => {
    fields[name] = changed;
  };
  return [{ text, masked: text, set }];
}

/** The labels in a line, and the texts of its annotations. */
function labelsWithin(node: Node): Label[] {
  const texts = node.type === 'annotation' ? (node.fragments ?? []).flatMap(leavesWithin) : [];
  return [...labelsOf(node), ...texts, ...(node.nodes ?? []).flatMap(labelsWithin)];
}

function leavesWithin({ leaves = [], nodes = [] }: Node): Label[] {
  const own = leaves.flatMap((leaf) => (leaf.source === undefined ? labelOf(leaf, 'text') : []));
  return [...own, ...nodes.flatMap(leavesWithin)];
}

/** The titles of the columns of a table, with markup as it is written. */
function titlesOf(data: object): Label[] {
  const { definition = {} } = data as { definition?: Record<string, object> };
  return Object.values(definition).flatMap((column) => {
    const name = ['titleSource', 'titleHtml'].find((field) => field in column) ?? 'title';
    return labelOf(column, name);
  });
}

function maskInline(node: Node, parts: ReadonlySet<Part>): string {
  if (node.object === 'text')
    return (node.leaves ?? [])
      .map(({ text, source, marks = [] }) => {
        const part = marks.some(({ type }) => type === 'code') ? 'code' : 'text';
        return source === undefined && parts.has(part) ? text : hide(text);
      })
      .join('');
  const text = plainText([node] as never);
  // An address that is its own text changes with it.
  const isAddress = parts.has('links') && JSON.stringify(node.data ?? {}).includes(JSON.stringify(text));
  const isText = node.type === 'link' || node.type === 'annotation';
  if (isText && !isAddress) return (node.nodes ?? []).map((child) => maskInline(child, parts)).join('');
  return hide(text);
}

const hide = (text: string): string => text.replace(/[^\n]/g, MASK);

/** All addresses outside of the space, wherever blocks and inlines have them. */
export function listUrls(nodes: readonly unknown[]): string[] {
  const urls: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value))
      if (name === 'url' && typeof inner === 'string' && /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(inner))
        urls.push(inner);
      else visit(inner);
  };
  visit(nodes);
  return urls;
}
