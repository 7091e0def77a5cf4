import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { isSpecial } from './load-views.ts';

/**
 * Marks the blocks around the caret that have controls, so that they show them: a keyboard alone cannot hover.
 * Texts and lists have no controls, so they are not marked, which keeps typing cheap.
 */
export const caretBlocks = (): Plugin =>
  new Plugin({
    props: {
      decorations({ doc, selection }) {
        const { $from } = selection;
        const marks: Decoration[] = [];
        for (let depth = $from.depth; depth > 0; depth--) {
          const node = $from.node(depth);
          if (node.isTextblock || !isSpecial(node)) continue;
          const from = $from.before(depth);
          marks.push(Decoration.node(from, from + node.nodeSize, { class: 'has-caret' }));
        }
        return marks.length > 0 ? DecorationSet.create(doc, marks) : null;
      },
    },
  });
