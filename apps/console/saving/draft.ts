import { Fragment, type Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { StepMap } from 'prosemirror-transform';
import { type Changes, changesBetween, visitKeys } from '../editor/convert/changes.ts';
import { childrenOf } from '../editor/convert/children-of.ts';
import type { DocumentJson } from '../editor/convert/document-json.ts';
import { findBlock, locateBlock, putBlock } from '../editor/convert/find-block.ts';
import { applyMerged } from '../editor/convert/merged.ts';
import { toDocument } from '../editor/convert/to-document.ts';
import { toEditor } from '../editor/convert/to-editor.ts';
import { BlockKeys } from './block-keys.ts';
import { type Difference, differences } from './differences.ts';
import type { Saved, SavedDraft } from './saved-draft.ts';

/** The editor, as far as a draft needs it. */
export interface DraftEditor {
  readonly state: EditorState;
  dispatch(transaction: Transaction): void;
}

/** A block that both the writer and somebody else have changed. It is not saved until the writer has decided. */
export interface BlockConflict {
  /** The handle of the block. */
  block: string;
  /** The version that both began with; undefined if it is no longer known. */
  base: Node | undefined;
  /** The version of the service; undefined if somebody has deleted it. */
  theirs: Node | undefined;
  /** The id under which the conflict is shared with others. */
  id?: string | undefined;
}

/** A save attempt: the document when it began, and its changes against the saved one. */
interface Attempt {
  document: Node;
  changes: Changes;
}

/** Where a draft begins, or goes on from after the tab was closed. */
export interface DraftStart {
  acknowledged: Node;
  revision: string;
  /** The document of the request whose response is not known. */
  attempted?: Node | undefined;
  keys?: readonly (readonly [handle: string, key: string])[];
  /** Blocks in conflict, with what both began from, and by which id others know of it. */
  conflicts?: readonly (readonly [block: string, base: Node | undefined, id: string | undefined])[];
}

/** A document that is being edited: its saved state, its current state, and their differences. */
export class Draft implements SavedDraft {
  revision: string;
  readonly conflicts = new Map<string, BlockConflict>();
  readonly #keys: BlockKeys;
  readonly #editor: DraftEditor;
  #acknowledged: Node;
  #attempt: Attempt | undefined;

  /** The editor may have gone on from what the service has. */
  constructor(editor: DraftEditor, { acknowledged, revision, attempted, keys, conflicts }: DraftStart) {
    this.#editor = editor;
    this.#acknowledged = acknowledged;
    this.revision = revision;
    this.#keys = new BlockKeys(keys);
    if (attempted) this.#attempt = { document: attempted, changes: { blocks: [], text: [] } };
    for (const [block, base, id] of conflicts ?? [])
      this.conflicts.set(block, { block, base, theirs: findBlock(acknowledged, block), id });
  }

  /** The last known saved document. */
  get acknowledged(): Node {
    return this.#acknowledged;
  }

  /** The document of the request whose response is not known yet. */
  get attempted(): Node | undefined {
    return this.#attempt?.document;
  }

  get keys(): [handle: string, key: string][] {
    return this.#keys.entries();
  }

  /** The key of a block; undefined if the service does not have it. */
  keyOf(handle: string): string | undefined {
    return this.#keys.isKnown(handle) ? this.#keys.keyOf(handle) : undefined;
  }

  handleOf(key: string): string {
    return this.#keys.handleOf(key);
  }

  /** Whether there are unsaved changes. */
  get isChanged(): boolean {
    return !this.#editor.state.doc.eq(this.#acknowledged);
  }

  get hasConflicts(): boolean {
    return this.conflicts.size > 0;
  }

  takeContent(): Record<string, unknown> | undefined {
    const changes = this.take();
    return (
      changes && {
        ...(changes.blocks.length > 0 ? { blocks: changes.blocks } : {}),
        ...(changes.text.length > 0 ? { text: changes.text } : {}),
      }
    );
  }

  /** The whole document of the attempt, for a service that did not accept its changes one by one. */
  get wholeContent(): Record<string, unknown> | undefined {
    if (!this.#attempt) return undefined;
    return { document: { document: this.#keys.writeDocument(toDocument(this.#attempt.document)) } };
  }

  /** Begins a save attempt. Undefined if there is nothing to save. */
  take(): Changes | undefined {
    const document = this.#withoutConflicts(this.#editor.state.doc);
    const changes = changesBetween(this.#acknowledged, document, (handle) => this.#keys.isKnown(handle));
    if (changes.blocks.length === 0 && changes.text.length === 0) return undefined;
    this.#attempt = { document, changes: this.#keys.write(changes) };
    return this.#attempt.changes;
  }

  /** The attempt failed, and nothing was saved. */
  abandon(): void {
    this.#attempt = undefined;
  }

  /** The service has saved the attempt. False: others have changed too much, so the document must be read again. */
  acknowledge({ revision, keys, keyPrefixes, merged }: Saved): boolean {
    const sent = this.#attempt?.document ?? this.#acknowledged;
    const { blocks, text } = this.#attempt?.changes ?? {};
    // A paragraph that has lost its text may be none in Markdown.
    const canDelete = blocks?.length !== 0 || text?.some(({ insert }) => insert === '');
    this.#attempt = undefined;
    if (keyPrefixes) this.#keys.renamePrefixes(keyPrefixes, keys, toDocument(sent));
    else this.#keys.rename(keys);
    if (canDelete) this.#forgetDeleted(this.#acknowledged, sent);
    this.revision = revision;
    this.#acknowledged = sent;
    if (!merged) return false;
    if (merged.length > 0) {
      const operations = merged.map((one) => this.#keys.receiveOperation(one));
      const after = applyMerged(sent, operations);
      if (!after) return false;
      this.#follow(sent, after);
    }
    return true;
  }

  #forgetDeleted(before: Node, after: Node): void {
    const kept = new Set(handlesIn(after));
    for (const handle of handlesIn(before)) if (!kept.has(handle)) this.#keys.forget(handle);
  }

  /** The service has this document now, with the changes of others, and those of the attempt if it was saved. */
  receive(document: DocumentJson, revision: string, { isSaved = false }: { isSaved?: boolean } = {}): void {
    const before = (isSaved ? this.#attempt?.document : undefined) ?? this.#acknowledged;
    this.#attempt = undefined;
    this.revision = revision;
    const read = toEditor(this.#keys.receiveDocument(document));
    this.#follow(
      before,
      withHandles(before, read, (handle, key) => this.#keys.adopt(handle, this.#keys.keyOf(key))),
    );
  }

  /** The service refused the attempt, because others have changed these blocks as well. Keys are those of the base. */
  hold(keys: readonly string[]): void {
    const handles = keys.map((key) => this.#keys.handleOf(key));
    for (const block of handles) this.#hold(block, findBlock(this.#acknowledged, block));
    // Something was in conflict that has no block: nothing is sent until the writer has decided about all changes.
    if (handles.length === 0)
      for (const { block, node } of changedBlocks(this.#acknowledged, this.#editor.state.doc))
        this.#hold(block, node);
    this.#attempt = undefined;
  }

  /** The writer has decided: the editor shows what is to be saved. */
  settle(block: string): void {
    this.conflicts.delete(block);
  }

  /** The text of the others takes the place of the writer’s, who can undo that. */
  yieldTo(block: string): void {
    const conflict = this.conflicts.get(block);
    if (!conflict) return;
    this.conflicts.delete(block);
    const transaction = putBlock(this.#editor.state.tr, block, {
      block: conflict.theirs,
      in: this.#acknowledged,
    });
    this.#editor.dispatch(transaction);
  }

  #hold(block: string, base: Node | undefined): void {
    const known = this.conflicts.get(block);
    this.conflicts.set(block, { ...known, block, base: known?.base ?? base, theirs: base });
  }

  /** The document without the writer’s changes of blocks in conflict. */
  #withoutConflicts(document: Node): Node {
    if (this.conflicts.size === 0) return document;
    return mapBlocks(document, (node) => {
      const conflict = this.conflicts.get(node.attrs.key as string);
      return conflict ? (findBlock(this.#acknowledged, conflict.block) ?? conflict.theirs) : undefined;
    });
  }

  /** Brings what others have changed between two versions into the editor, whose text comes from the first one. */
  #follow(before: Node, after: Node): void {
    this.#acknowledged = after;
    const { state } = this.#editor;
    const ours = differences(before, state.doc);
    const toEditorText = new StepMap(ours.flatMap(({ from, to, slice }) => [from, to - from, slice.size]));
    const transaction = state.tr;
    const held = new Set(this.conflicts.keys());
    // From the end, so that earlier positions stay valid.
    for (const theirs of differences(before, after).reverse()) {
      if (ours.some((own) => overlap(own, theirs))) {
        const block = keyAt(before, theirs.from);
        if (block === undefined) continue;
        this.conflicts.set(block, this.#conflictOf(block, before, after));
        if (!held.has(block)) this.#narrow(before, block);
      } else {
        const isInsertion = theirs.from === theirs.to;
        const from = toEditorText.map(theirs.from, isInsertion ? -1 : 1);
        transaction.replace(from, isInsertion ? from : toEditorText.map(theirs.to, -1), theirs.slice);
      }
    }
    for (const [block, conflict] of this.conflicts)
      this.conflicts.set(block, { ...conflict, theirs: findBlock(after, block) });
    if (transaction.docChanged) this.#editor.dispatch(transaction.setMeta('addToHistory', false));
  }

  /** A conflict within a block that is held takes the place of it. */
  #narrow(document: Node, block: string): void {
    const base = locateBlock(document, block);
    if (!base) return;
    const place = document.resolve(base.position);
    for (let depth = place.depth; depth > 0; depth--)
      this.conflicts.delete(place.node(depth).attrs.key as string);
  }

  #conflictOf(block: string, before: Node, after: Node): BlockConflict {
    const known = this.conflicts.get(block);
    return {
      ...known,
      block,
      base: known?.base ?? findBlock(before, block),
      theirs: findBlock(after, block),
    };
  }
}

function handlesIn(document: Node): string[] {
  const handles: string[] = [];
  for (const node of toDocument(document).nodes) visitKeys(node, (handle) => handles.push(handle));
  return handles;
}

/** Whether two ranges overlap. Adjacent ranges do not. */
const overlap = (a: Difference, b: Difference): boolean => a.from < b.to && b.from < a.to;

/** The handle of the innermost block around a position. */
function keyAt(document: Node, position: number): string | undefined {
  const place = document.resolve(position);
  const inside = place.nodeAfter?.isBlock ? place.nodeAfter : undefined;
  if (typeof inside?.attrs.key === 'string') return inside.attrs.key;
  for (let depth = place.depth; depth > 0; depth--) {
    const { key } = place.node(depth).attrs;
    if (typeof key === 'string') return key;
  }
  return undefined;
}

/**
 * A document that was read, in which changed blocks have the handles that they had before: between the same neighbours,
 * blocks of one type are the same, in their order. `adopt` is called with each handle and the one that it replaces.
 */
function withHandles(before: Node, after: Node, adopt: (handle: string, other: string) => void): Node {
  if (before.inlineContent || after.inlineContent || after.isLeaf) return after;
  const handles = (parent: Node): unknown[] => childrenOf(parent).map(({ attrs }) => attrs.key);
  const known = new Set(handles(before));
  const kept = new Set(handles(after));
  let isChanged = false;
  let index = 0;
  const children = childrenOf(after).map((child) => {
    const handle = child.attrs.key as unknown;
    if (known.has(handle)) {
      while (index < before.childCount && before.child(index).attrs.key !== handle) index++;
      const same = before.maybeChild(index++);
      const inner = same ? withHandles(same, child, adopt) : child;
      isChanged ||= inner !== child;
      return inner;
    }
    const other = before.maybeChild(index);
    if (!other || typeof handle !== 'string' || kept.has(other.attrs.key) || other.type !== child.type)
      return child;
    index++;
    isChanged = true;
    adopt(String(other.attrs.key), handle);
    const inner = withHandles(other, child, adopt);
    return inner.type.create({ ...inner.attrs, key: other.attrs.key }, inner.content, inner.marks);
  });
  return isChanged ? after.copy(Fragment.fromArray(children)) : after;
}

/** Blocks of a document that are different in another version of it, or not there. */
function changedBlocks(before: Node, after: Node): { block: string; node: Node }[] {
  return differences(before, after).flatMap(({ from }) => {
    const block = keyAt(before, from);
    const node = block === undefined ? undefined : findBlock(before, block);
    return block !== undefined && node ? [{ block, node }] : [];
  });
}

/** The document with other nodes in the place of those for which `replace` returns one. */
function mapBlocks(node: Node, replace: (node: Node) => Node | undefined): Node {
  if (node.inlineContent || node.isLeaf) return node;
  let isChanged = false;
  const children: Node[] = [];
  node.forEach((child) => {
    const next = replace(child) ?? mapBlocks(child, replace);
    isChanged ||= next !== child;
    children.push(next);
  });
  return isChanged ? node.copy(Fragment.fromArray(children)) : node;
}
