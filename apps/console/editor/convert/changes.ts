import type { Mark, Node } from 'prosemirror-model';
import { longestAscending } from '../longest-ascending.ts';
import { newKey } from '../schema/mark-specs.ts';
import { changedText } from './changed-text.ts';
import type { DocumentNode } from './document-json.ts';
import { blocksToDocument, blockToDocument, isEmptyAlert, savedChildren } from './to-document.ts';

export interface BlockPlace {
  key: string;
}

/** An operation of `update_page` (docs/api/editing.md, “Single blocks”). */
interface BlockOperation {
  operation: 'insert' | 'replace' | 'delete' | 'move';
  at?: BlockPlace | null;
  after?: BlockPlace | null;
  into?: BlockPlace | null;
  nodes?: DocumentNode[];
}

/** A change of the plain text of a block, in UTF-16 units. */
interface TextSplice {
  at: BlockPlace;
  offset: number;
  remove: number;
  insert: string;
}

export interface Changes {
  blocks: BlockOperation[];
  text: TextSplice[];
}

/**
 * What leads from one state of a document to another. Blocks are matched by their handles. A change of plain text
 * within one block is a splice; otherwise the block at the top of the page is replaced, of which the service rewrites
 * only what is different.
 */
export function changesBetween(
  before: Node,
  after: Node,
  isKnown: (handle: string) => boolean = () => true,
): Changes {
  const changes: Changes = { blocks: [], text: [] };
  if (before === after) return changes;
  const [start, end] = equalEnds(before, after);
  const exists = (node: Node): boolean => isKnown(keyOf(node));
  const old = savedChildren(before, start, before.childCount - end).filter(exists);
  const now = savedChildren(after, start, after.childCount - end);
  if (old.length === 0 && now.length === 0) return changes;
  const places = new Map(now.map((node, index) => [keyOf(node), index]));
  const known = new Map(old.map((node) => [keyOf(node), node]));
  for (const node of old)
    if (!places.has(keyOf(node))) changes.blocks.push({ operation: 'delete', at: { key: keyOf(node) } });
  const kept = old.filter((node) => places.has(keyOf(node)));
  const inOrder = new Set(
    longestAscending(kept.map((node, index) => [index, places.get(keyOf(node)) as number])).map(([index]) =>
      keyOf(kept[index] as Node),
    ),
  );
  const handles = new HandlesInUse(before);
  for (const { at } of changes.blocks) if (at) handles.free(known.get(at.key) as Node);
  const changed = now.flatMap((node) => {
    const one = known.get(keyOf(node));
    return one && one !== node && !one.eq(node) ? [{ before: one, after: node }] : [];
  });
  for (const one of handles.inOrder(changed)) addChange(changes, one, { isKnown, handles });
  let previous = savedChildren(before, 0, start).filter(exists).map(keyOf).at(-1);
  for (const node of now) {
    const key = keyOf(node);
    const after = previous === undefined ? null : { key: previous };
    const one = known.get(key);
    previous = key;
    if (!one) {
      const added = handles.add(blockToDocument(node));
      changes.blocks.push({ operation: 'insert', after, nodes: [added] });
      previous = added.key ?? key;
    } else if (!inOrder.has(key)) changes.blocks.push({ operation: 'move', at: { key }, into: null, after });
  }
  return changes;
}

interface ChangedBlock {
  before: Node;
  after: Node;
}

function addChange(
  changes: Changes,
  { before, after }: ChangedBlock,
  { isKnown, handles }: { isKnown: (handle: string) => boolean; handles: HandlesInUse },
): void {
  const splice = spliceIn(before, after);
  if (splice && isKnown(splice.at.key)) {
    changes.text.push(splice);
    return;
  }
  handles.free(before);
  const nodes = [handles.add(blockToDocument(after))];
  changes.blocks.push({ operation: 'replace', at: { key: keyOf(before) }, nodes });
}

/**
 * The handles of a document while operations are applied to it. A block that moves between containers can be for a
 * moment in both, and needs a second handle in the new one. The service then no longer knows how it was written.
 */
class HandlesInUse {
  readonly #document: Node;
  #read: Set<string> | undefined;

  constructor(document: Node) {
    this.#document = document;
  }

  /** A block that is removed or replaced. */
  free(block: Node): void {
    const handles = this.#handles;
    visitKeys(blockToDocument(block), (key) => handles.delete(key));
  }

  /** The blocks to replace. Blocks that only lose blocks to others come first. */
  *inOrder(changed: readonly ChangedBlock[]): Generator<ChangedBlock> {
    const left = [...changed];
    while (left.length > 0) {
      const at = left.length === 1 ? 0 : left.findIndex(({ before, after }) => this.#isFree(before, after));
      yield left.splice(Math.max(0, at), 1)[0] as ChangedBlock;
    }
  }

  #isFree(before: Node, after: Node): boolean {
    if (before.isTextblock) return true;
    const own = new Set<string>();
    visitKeys(blockToDocument(before), (key) => own.add(key));
    let isFree = true;
    visitKeys(blockToDocument(after), (key) => {
      isFree &&= own.has(key) || !this.#handles.has(key);
    });
    return isFree;
  }

  /** A new block, with handles that no other block has. */
  add(node: DocumentNode): DocumentNode {
    const { key, nodes, fragments } = node;
    const name = typeof key === 'string' && this.#handles.has(key) ? aliasOf(key) : key;
    if (name !== undefined) this.#handles.add(name);
    return {
      ...node,
      ...(name === undefined ? {} : { key: name }),
      ...(nodes ? { nodes: nodes.map((child) => this.add(child)) } : {}),
      ...(fragments ? { fragments: fragments.map((child) => this.add(child)) } : {}),
    };
  }

  /** Typing does not need them. */
  get #handles(): Set<string> {
    if (!this.#read) {
      const handles = new Set<string>();
      for (const node of blocksToDocument(this.#document)) visitKeys(node, (key) => handles.add(key));
      this.#read = handles;
    }
    return this.#read;
  }
}

/** Calls `use` with the key of a node, and of everything in it. */
export function visitKeys(
  { key, nodes = [], fragments = [] }: DocumentNode,
  use: (key: string) => void,
): void {
  if (typeof key === 'string') use(key);
  for (const child of [...nodes, ...fragments]) visitKeys(child, use);
}

const ALIAS = '=';

/** The alias of a block in a request, since its handle can be the key of another block there. */
export const aliasOf = (handle: string): string => `${newKey()}${ALIAS}${handle}`;

/** The handle of the block that has this alias; undefined if it is none. */
export function handleOfAlias(name: string): string | undefined {
  const at = name.indexOf(ALIAS);
  return at < 0 ? undefined : name.slice(at + 1);
}

const keyOf = (node: Node): string => String(node.attrs.key);

/** How many children are the same at the beginning and at the end. */
function equalEnds(before: Node, after: Node): [start: number, end: number] {
  const most = Math.min(before.childCount, after.childCount);
  const isEqual = (a: Node, b: Node): boolean => a === b || a.eq(b);
  let start = 0;
  while (start < most && isEqual(before.child(start), after.child(start))) start++;
  let end = 0;
  while (
    end < most - start &&
    isEqual(before.child(before.childCount - 1 - end), after.child(after.childCount - 1 - end))
  )
    end++;
  return [start, end];
}

/** The one change of plain text in which two versions of a block differ, if that is all. */
function spliceIn(before: Node, after: Node, isWithinCell = false): TextSplice | undefined {
  if (!before.sameMarkup(after)) return undefined;
  if (before.isTextblock) return spliceOfText(before, after);
  // Code is one text for the service, and a cell of a table has no key of its own.
  if (before.type.name === 'code_block' || before.childCount !== after.childCount) return undefined;
  // Its text makes another form of it.
  if (isEmptyAlert(before)) return undefined;
  const isInCell = isWithinCell || before.type.name === 'table_cell';
  let splice: TextSplice | undefined;
  for (let index = 0; index < before.childCount; index++) {
    const [old, now] = [before.child(index), after.child(index)];
    if (old === now || old.eq(now)) continue;
    // Without its text, a paragraph would stay in the HTML of a cell, also where it is not saved.
    if (splice || (isInCell && !savedChildren(after).includes(now))) return undefined;
    splice = spliceIn(old, now, isInCell);
    if (!splice) return undefined;
  }
  return splice;
}

function spliceOfText(before: Node, after: Node): TextSplice | undefined {
  const { key } = before.attrs;
  if (typeof key !== 'string') return undefined;
  const changed = changedText(before, after);
  if (!changed) return undefined;
  const { from, to, toAfter } = changed;
  const removed = textIn(before, from, to);
  const inserted = textIn(after, from, toAfter);
  if (!removed || !inserted) return undefined;
  if (inserted.text !== '' && !haveSameMarks(inserted.marks, marksOfInsertion(before, from, removed)))
    return undefined;
  return {
    at: { key },
    offset: before.textBetween(0, from).length,
    remove: removed.text.length,
    insert: inserted.text,
  };
}

/** The text between two positions. Undefined if there is anything else, or if its parts have different marks. */
function textIn(node: Node, from: number, to: number): { text: string; marks: readonly Mark[] } | undefined {
  let text = '';
  let marks: readonly Mark[] | undefined;
  let isPlain = true;
  node.nodesBetween(from, to, (child, position) => {
    if (!child.isText) isPlain = false;
    else {
      text += (child.text ?? '').slice(Math.max(0, from - position), to - position);
      isPlain &&= marks === undefined || haveSameMarks(marks, child.marks);
      marks = child.marks;
    }
  });
  return isPlain ? { text, marks: marks ?? [] } : undefined;
}

/** The marks that the service gives to inserted text: those of what it replaces, or of the text before it. */
function marksOfInsertion(
  node: Node,
  from: number,
  removed: { text: string; marks: readonly Mark[] },
): readonly Mark[] | undefined {
  if (removed.text !== '') return removed.marks;
  const { nodeBefore, nodeAfter } = node.resolve(from);
  // At the beginning of a block, only plain text has no neighbor to take its marks from.
  if (!nodeBefore) return !nodeAfter || (nodeAfter.isText && nodeAfter.marks.length === 0) ? [] : undefined;
  if (!nodeBefore.isText) return undefined;
  // Text at the end of a link or an annotation is outside of it.
  const isAtEnd = (mark: Mark): boolean => !nodeAfter || !mark.isInSet(nodeAfter.marks);
  return nodeBefore.marks.some((mark) => mark.type.spec.inclusive === false && isAtEnd(mark))
    ? undefined
    : nodeBefore.marks;
}

const haveSameMarks = (a: readonly Mark[], b: readonly Mark[] | undefined): boolean =>
  b !== undefined && a.length === b.length && a.every((mark) => mark.isInSet(b));
