import type { Fragment, Node } from 'prosemirror-model';

export function childrenOf(parent: Node | Fragment): Node[] {
  const children: Node[] = [];
  parent.forEach((child) => {
    children.push(child);
  });
  return children;
}
