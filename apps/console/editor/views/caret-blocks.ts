import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

/** Marks the blocks around the caret, which show their controls: a keyboard has no pointer to hover with. */
export const caretBlocks = (): Plugin =>
  new Plugin({
    props: {
      decorations({ doc, selection }) {
        const { $from } = selection;
        const marks: Decoration[] = [];
        for (let depth = $from.depth; depth > 0; depth--) {
          const from = $from.before(depth);
          marks.push(Decoration.node(from, from + $from.node(depth).nodeSize, { class: 'has-caret' }));
        }
        return DecorationSet.create(doc, marks);
      },
    },
  });
