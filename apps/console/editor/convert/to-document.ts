import type { Fragment, Mark, Node } from 'prosemirror-model';
import { CONTAINER_MARKS, isNew } from '../schema/mark-specs.ts';
import { typeName } from '../schema/schema.ts';
import { childrenOf } from './children-of.ts';
import type { DocumentJson, DocumentNode, Leaf, MarkJson } from './document-json.ts';
import { tableToDocument } from './table-to-document.ts';

export const toDocument = (doc: Node): DocumentJson => ({ object: 'document', nodes: blocksToDocument(doc) });

export const blocksToDocument = (parent: Node): DocumentNode[] => savedChildren(parent).map(blockToDocument);

/**
 * The children of a node that Markdown has as well. An empty paragraph is a place to write: it is saved only where there
 * is nothing else, and beside the box of a task.
 */
export function savedChildren(parent: Node, from = 0, to = parent.childCount): Node[] {
  const children = childrenOf(parent).slice(from, to);
  const saved = children.filter((child) => !isPlaceToWrite(child) || isKeptInCell(child, parent));
  const [first] = saved;
  if (isTask(parent) && first && first.type.name !== 'paragraph') return [children[0] as Node, ...saved];
  return saved.length > 0 || parent.type.name === 'doc' ? saved : children.slice(0, 1);
}

const isPlaceToWrite = ({ type, content, attrs }: Node): boolean =>
  type.name === 'paragraph' &&
  content.size === 0 &&
  Object.keys({ ...(attrs.data as object), ...(attrs.more as object) }).length === 0;

/** HTML has empty paragraphs in cells. A new one would make HTML of a table that is none. */
const isKeptInCell = ({ attrs }: Node, parent: Node): boolean =>
  parent.type.name === 'table_cell' && !isNew(String(attrs.key));

const isTask = ({ attrs }: Node): boolean =>
  (attrs.data as { checked?: boolean } | undefined)?.checked !== undefined;

const FRAGMENTS = new Set(['caption', 'expandable_title', 'expandable_body']);

export function blockToDocument(node: Node): DocumentNode {
  const { type, attrs } = node;
  if (type.name === 'source_block') return { ...(attrs.json as DocumentNode), key: attrs.key as string };
  if (type.name === 'table') return tableToDocument(node, blocksToDocument);
  const { key, data, more } = attrs as { key: string; data: Record<string, unknown>; more: object };
  const own = {
    object: 'block' as const,
    type: typeName(type.name),
    key,
    data: isEmptyAlert(node) ? withoutAlert(data) : data,
    ...more,
  };
  if (type.isTextblock) return { ...own, isVoid: false, nodes: inlinesToDocument(node.content) };
  if (type.isAtom) return { ...own, isVoid: true };
  const children = savedChildren(node);
  const fragments = children.filter((child) => FRAGMENTS.has(child.type.name) && !isEmptyCaption(child));
  if (fragments.length > 0)
    return { ...own, isVoid: true, fragments: fragments.map((child) => fragmentToDocument(child)) };
  if (VOID.has(type.name)) return { ...own, isVoid: true };
  return { ...own, isVoid: false, nodes: children.map(blockToDocument) };
}

/** A quote of `[!NOTE]` and nothing else is no hint: without text, the hint is written in its other form. */
export const isEmptyAlert = (node: Node): boolean =>
  node.type.name === 'hint' &&
  (node.attrs.data as { alert?: string }).alert !== undefined &&
  childrenOf(node).every(isPlaceToWrite);

const withoutAlert = ({ alert: _alert, ...data }: Record<string, unknown>): Record<string, unknown> => data;

const isEmptyCaption = (node: Node): boolean =>
  node.type.name === 'caption' && childrenOf(node).every(isPlaceToWrite);

/** Blocks whose only children are fragments. */
const VOID = new Set(['image', 'file', 'embed', 'expandable']);

function fragmentToDocument(node: Node): DocumentNode {
  const name = typeName(node.type.name);
  return {
    object: 'fragment',
    fragment: name,
    type: name,
    key: node.attrs.key as string,
    nodes: blocksToDocument(node),
  };
}

/** The inline nodes of a text, with links and annotations around their parts. */
export const inlinesToDocument = (content: Fragment): DocumentNode[] => writeInlines(childrenOf(content), 0);

function writeInlines(nodes: readonly Node[], depth: number): DocumentNode[] {
  const name = CONTAINER_MARKS[depth];
  if (name === undefined) return writeTexts(nodes);
  const written: DocumentNode[] = [];
  for (let at = 0; at < nodes.length; ) {
    const mark = markNamed(nodes[at] as Node, name);
    let end = at + 1;
    while (end < nodes.length && isSame(mark, markNamed(nodes[end] as Node, name))) end++;
    const inner = writeInlines(nodes.slice(at, end), depth + 1);
    written.push(...(mark ? [containerOf(mark, inner)] : inner));
    at = end;
  }
  return written;
}

const markNamed = (node: Node, name: string): Mark | undefined =>
  node.marks.find(({ type }) => type.name === name);

const isSame = (a: Mark | undefined, b: Mark | undefined): boolean => (a && b ? a.eq(b) : a === b);

function containerOf({ type, attrs }: Mark, nodes: DocumentNode[]): DocumentNode {
  const { key, data = {}, fragments } = attrs as { key: string; data?: object; fragments?: DocumentNode[] };
  return {
    object: 'inline',
    type: type.name,
    key,
    isVoid: false,
    data: { ...data },
    nodes,
    ...(fragments === undefined ? {} : { fragments }),
  };
}

function writeTexts(nodes: readonly Node[]): DocumentNode[] {
  const written: DocumentNode[] = [];
  let leaves: Leaf[] = [];
  const endText = (): void => {
    if (leaves.length > 0) written.push({ object: 'text', leaves });
    leaves = [];
  };
  const add = (leaf: Leaf): void => {
    const last = leaves.at(-1);
    // A line break is part of the text around it.
    if (last && last.source === undefined && leaf.source === undefined && hasSameMarks(last, leaf))
      last.text += leaf.text;
    else leaves.push(leaf);
  };
  for (const node of nodes) {
    const marks = marksToDocument(node.marks);
    if (node.isText) add({ object: 'leaf', text: node.text ?? '', marks });
    else if (node.type.name === 'hard_break') add({ object: 'leaf', text: '\n', marks });
    else if (node.type.name === 'source_inline') add(sourceOf(node, marks));
    else {
      endText();
      written.push(inlineToDocument(node));
    }
  }
  endText();
  return written.length > 0
    ? written
    : [{ object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }];
}

/** Comments are not shown. */
function sourceOf({ attrs }: Node, marks: MarkJson[]): Leaf {
  const { text, source } = attrs as { text: string; source: string };
  return { object: 'leaf', text, marks: source.startsWith('<!--') ? [] : marks, source };
}

const hasSameMarks = (a: Leaf, b: Leaf): boolean => JSON.stringify(a.marks) === JSON.stringify(b.marks);

function inlineToDocument({ type, attrs, marks }: Node): DocumentNode {
  if (type.name === 'unknown_inline') return attrs.json as DocumentNode;
  const { key, data, more } = attrs as { key: string; data: Record<string, unknown>; more: object };
  const own = marksToDocument(marks);
  return {
    object: 'inline',
    type: typeName(type.name),
    key,
    isVoid: true,
    data,
    ...more,
    ...(type.name === 'expression' && own.length > 0 ? { marks: own } : {}),
  };
}

const CONTAINERS: ReadonlySet<string> = new Set(CONTAINER_MARKS);

const marksToDocument = (marks: readonly Mark[]): MarkJson[] =>
  marks
    .filter(({ type }) => !CONTAINERS.has(type.name))
    .map(({ type, attrs }) => ({
      object: 'mark',
      type: type.name,
      ...(type.name === 'color' ? { data: attrs.data as Record<string, unknown> } : {}),
    }));
