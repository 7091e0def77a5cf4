import { type Command, NodeSelection, TextSelection } from 'prosemirror-state';
import { t } from '../../messages/messages.ts';
import { blockName } from '../options/block-names.ts';
import { partsOf } from './editor-parts.ts';

/** Moves the selected block up or down by one. */
export const moveBlock =
  (by: -1 | 1): Command =>
  (state, dispatch, view) => {
    const { $from, $to } = state.selection;
    const isNode = state.selection instanceof NodeSelection;
    // A selection can begin and end in different containers: what moves are the blocks in the one that has both.
    const deepest = isNode ? $from.depth : Math.min($from.depth - 1, $from.sharedDepth($to.pos));
    for (let depth = deepest; depth >= 0; depth--) {
      const parent = $from.node(depth);
      const [first, last] = [$from.index(depth), isNode ? $from.index(depth) : $to.index(depth)];
      const other = by < 0 ? first - 1 : last + 1;
      if (parent.type.spec.tableRole || parent.inlineContent) continue;
      if (other < 0 || other >= parent.childCount) {
        if (parent.type.name.startsWith('list_') && parent.type.name !== 'list_item') continue;
        if (depth > 0) continue;
        return false;
      }
      // Parts of a block whose order is fixed.
      if (!parent.canReplace(other, other + 1, parent.content.cut(0, 0)) && parent.childCount < 2) continue;
      const start = $from.posAtIndex(first, depth);
      const end = $from.posAtIndex(last + 1, depth);
      const moved = state.doc.slice(start, end).content;
      const neighbour = parent.child(other).nodeSize;
      if (!dispatch) return true;
      const transaction = state.tr.delete(start, end);
      const target = by < 0 ? start - neighbour : start + neighbour;
      transaction.insert(target, moved);
      const shift = target - start;
      transaction.setSelection(
        isNode
          ? NodeSelection.create(transaction.doc, target)
          : TextSelection.create(
              transaction.doc,
              state.selection.anchor + shift,
              state.selection.head + shift,
            ),
      );
      dispatch(transaction.scrollIntoView());
      if (view)
        partsOf(view.state).announce(
          t('blockMoved', {
            block: blockName(parent.child(first)),
            position: first + 1 + by,
            count: parent.childCount,
          }),
        );
      return true;
    }
    return false;
  };
