import { Fragment, type Node, type ResolvedPos, Slice } from 'prosemirror-model';
import { NodeSelection, Selection } from 'prosemirror-state';
import type { Mappable } from 'prosemirror-transform';
import { childrenOf } from '../convert/children-of.ts';
import { newKey } from '../schema/mark-specs.ts';
import { isMovable } from './movable.ts';

/** Adjacent blocks that are selected. */
export class BlocksSelection extends Selection {
  static create(doc: Node, anchor: number, head: number): BlocksSelection {
    return new BlocksSelection(doc.resolve(anchor), doc.resolve(head));
  }

  static override fromJSON(doc: Node, { anchor, head }: { anchor: number; head: number }): Selection {
    return BlocksSelection.create(doc, anchor, head);
  }

  override map(doc: Node, mapping: Mappable): Selection {
    const $anchor = doc.resolve(mapping.map(this.anchor, this.anchor < this.head ? 1 : -1));
    const $head = doc.resolve(mapping.map(this.head, this.anchor < this.head ? -1 : 1));
    const isWhole = $anchor.pos !== $head.pos && $anchor.sameParent($head) && isMovable($anchor.min($head));
    return isWhole ? new BlocksSelection($anchor, $head) : Selection.near($head);
  }

  override eq(other: Selection): boolean {
    return other instanceof BlocksSelection && other.anchor === this.anchor && other.head === this.head;
  }

  override toJSON(): { type: string; anchor: number; head: number } {
    return { type: 'blocks', anchor: this.anchor, head: this.head };
  }

  /** Copies of items need a list around them, of the kind that they came from. */
  override content(): Slice {
    const { parent } = this.$from;
    const blocks = Fragment.fromArray(blocksBetween(this.$from, this.to));
    const isOfItems = blocks.firstChild?.type.name === 'list_item';
    return new Slice(isOfItems ? Fragment.from(listOf(parent, blocks)) : blocks, 0, 0);
  }
}

BlocksSelection.prototype.visible = false;
Selection.jsonID('blocks', BlocksSelection);

/** A list of the same kind as another, with other items. */
export const listOf = (list: Node, items: Fragment | readonly Node[]): Node =>
  list.type.create({ key: newKey(), data: {}, more: {} }, items);

export interface BlockRange {
  from: number;
  to: number;
}

/** The sibling blocks between two positions. */
export const blocksBetween = ($from: ResolvedPos, to: number): Node[] =>
  childrenOf($from.parent.content.cut($from.parentOffset, to - $from.start()));

/** Where the selected blocks begin and end. Undefined for a selection of text, of cells, or of a part of a block. */
export function selectedBlocks(selection: Selection): BlockRange | undefined {
  const isOfBlocks = selection instanceof NodeSelection || selection instanceof BlocksSelection;
  return isOfBlocks && isMovable(selection.$from) ? { from: selection.from, to: selection.to } : undefined;
}

/** A selection of whole blocks. One block is selected as a node: it may have tools that this shows. */
export function selectionOfBlocks(doc: Node, anchor: number, head: number): Selection {
  const from = Math.min(anchor, head);
  const node = doc.nodeAt(from);
  const isOne = node?.nodeSize === Math.abs(anchor - head);
  return isOne && node.type.name !== 'list_item'
    ? NodeSelection.create(doc, from)
    : BlocksSelection.create(doc, anchor, head);
}
