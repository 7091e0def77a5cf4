import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { Decoration, type DecorationSet } from 'prosemirror-view';
import { blockDecorations } from './block-decorations.ts';

const CONTAINERS = new Set([
  'list_unordered',
  'list_ordered',
  'list_tasks',
  'blockquote',
  'hint',
  'tabs',
  'stepper',
  'columns',
  'updates',
  'expandable',
  'prompt',
]);
/** Hebrew, Arabic and what is written like them, before any letter of another script. */
const FROM_RIGHT =
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const known = new WeakMap<Node, boolean>();

/** Whether the first text of a block is written from right to left. */
function isFromRight(node: Node): boolean {
  let found = known.get(node);
  if (found === undefined) {
    let first = node;
    while (!first.isTextblock && first.firstChild) first = first.firstChild;
    found = FROM_RIGHT.test(first.textContent);
    known.set(node, found);
  }
  return found;
}

const NONE: readonly Decoration[] = [];

/** Lists and other containers are on the side where their first text begins. Texts know their own direction. */
export const textDirection = (): Plugin =>
  new Plugin<DecorationSet>({
    state: blockDecorations(
      (node, position) =>
        CONTAINERS.has(node.type.name) && isFromRight(node)
          ? [Decoration.node(position, position + node.nodeSize, { dir: 'rtl' })]
          : NONE,
      ({ from, to }, node, position) => from === position && to === position + node.nodeSize,
    ),
    props: {
      decorations(state) {
        return this.getState(state);
      },
    },
  });
