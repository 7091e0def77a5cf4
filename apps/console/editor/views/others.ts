import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';

/** Somebody else, and the handle of the block that their caret is in. */
export interface Other {
  block: string;
  name: string;
}

const key = new PluginKey<readonly Other[]>('others');
const NOBODY: readonly Other[] = [];

/** Marks the blocks in which others are writing. */
export const others = (): Plugin<readonly Other[]> =>
  new Plugin<readonly Other[]>({
    key,
    state: {
      init: () => NOBODY,
      apply: (transaction, present) => (transaction.getMeta(key) as readonly Other[] | undefined) ?? present,
    },
    props: {
      decorations(state) {
        const names = new Map((key.getState(state) ?? NOBODY).map(({ block, name }) => [block, name]));
        if (names.size === 0) return null;
        const marks: Decoration[] = [];
        state.doc.descendants((node, position) => {
          const name = names.get(node.attrs.key as string);
          if (name !== undefined)
            marks.push(
              Decoration.node(position, position + node.nodeSize, {
                class: 'with-other',
                'data-other': name,
              }),
            );
          return !node.inlineContent;
        });
        return DecorationSet.create(state.doc, marks);
      },
    },
  });

export function markOthers(view: EditorView, present: readonly Other[]): void {
  const before = key.getState(view.state) ?? NOBODY;
  const isSame =
    before.length === present.length &&
    present.every(({ block, name }, index) => before[index]?.block === block && before[index]?.name === name);
  if (!isSame) view.dispatch(view.state.tr.setMeta(key, present));
}
