import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

const CONTAINERS = new Set(['list_unordered', 'list_ordered', 'list_tasks', 'blockquote', 'hint']);
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

/** Lists and other containers are on the side where their first text begins. Texts know their own direction. */
export const textDirection = (): Plugin =>
  new Plugin<DecorationSet>({
    state: {
      init: (_config, { doc }) => decorate(doc),
      apply: (transaction, before) => (transaction.docChanged ? decorate(transaction.doc) : before),
    },
    props: {
      decorations(state) {
        return this.getState(state);
      },
    },
  });

function decorate(doc: Node): DecorationSet {
  const decorations: Decoration[] = [];
  doc.descendants((node, position) => {
    if (CONTAINERS.has(node.type.name) && isFromRight(node))
      decorations.push(Decoration.node(position, position + node.nodeSize, { dir: 'rtl' }));
    return !node.isTextblock;
  });
  return decorations.length > 0 ? DecorationSet.create(doc, decorations) : DecorationSet.empty;
}
