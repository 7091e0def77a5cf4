import type { Node } from 'prosemirror-model';

/** A right-to-left letter, such as a Hebrew or Arabic one, before any letter of another script. */
const FROM_RIGHT =
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const known = new WeakMap<Node, boolean>();

/** Whether the first text of a block is written from right to left. */
export function isFromRight(node: Node): boolean {
  let found = known.get(node);
  if (found === undefined) {
    let first = node;
    while (!first.isTextblock && first.firstChild) first = first.firstChild;
    found = FROM_RIGHT.test(first.textContent);
    known.set(node, found);
  }
  return found;
}
