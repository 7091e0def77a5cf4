import type { Node } from 'prosemirror-model';
import type { StateField } from 'prosemirror-state';
import { type Decoration, DecorationSet } from 'prosemirror-view';
import { visitChanged } from '../convert/visit-changed.ts';

/**
 * Decorates blocks, each by its content alone. After an edit, only the changed blocks are decorated again.
 * `isOf`: whether a decoration, found where a block is, is one of those that `decorate` returns for it.
 */
export function blockDecorations(
  decorate: (block: Node, position: number) => readonly Decoration[],
  isOf: (decoration: Decoration, block: Node, position: number) => boolean,
): StateField<DecorationSet> {
  const decorateAll = (doc: Node): DecorationSet => {
    const all: Decoration[] = [];
    visitChanged(undefined, doc, ({ node, position }) => {
      all.push(...decorate(node, position));
    });
    return DecorationSet.create(doc, all);
  };
  return {
    init: (_config, { doc }) => decorateAll(doc as Node),
    apply({ docChanged, before: old, doc, mapping }, decorations) {
      if (!docChanged) return decorations;
      let isLost = false;
      const mapped = decorations.map(mapping, doc, {
        onRemove: () => {
          isLost = true;
        },
      });
      // A step can replace a block by itself.
      if (isLost) return decorateAll(doc);
      const stale: Decoration[] = [];
      const fresh: Decoration[] = [];
      visitChanged(old, doc, ({ node, position }) => {
        const around = mapped.find(position, position + node.nodeSize);
        stale.push(...around.filter((one) => isOf(one, node, position)));
        fresh.push(...decorate(node, position));
      });
      return mapped.remove(stale).add(doc, fresh);
    },
  };
}
