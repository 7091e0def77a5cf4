import { NodeSelection, Plugin, TextSelection } from 'prosemirror-state';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';

/** Text that is typed while a divider or source block is selected goes below the block instead of replacing it. */
export const typeBeside = (): Plugin =>
  new Plugin({
    props: {
      handleTextInput(view, _from, _to, text) {
        const { selection, tr } = view.state;
        if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false;
        const paragraph = schema.nodes.paragraph?.create(
          { key: newKey(), data: {}, more: {} },
          schema.text(text),
        );
        if (
          !paragraph ||
          !selection.$to.parent.canReplaceWith(selection.$to.index(), selection.$to.index(), paragraph.type)
        )
          return true;
        tr.insert(selection.to, paragraph);
        view.dispatch(
          tr.setSelection(TextSelection.create(tr.doc, selection.to + 1 + text.length)).scrollIntoView(),
        );
        return true;
      },
    },
  });
