import { Plugin } from 'prosemirror-state';
import { Decoration, type DecorationSet } from 'prosemirror-view';
import { isFromRight } from '../convert/is-from-right.ts';
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
  'table',
]);

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
