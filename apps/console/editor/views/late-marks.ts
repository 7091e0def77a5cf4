import { Plugin, PluginKey } from 'prosemirror-state';
import { DecorationSet, type EditorView } from 'prosemirror-view';

const key = new PluginKey<DecorationSet>('late-marks');

/** Marks that parts of the console draw which are loaded later. They follow what is written. */
export const lateMarks = (): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, marks) =>
        (transaction.getMeta(key) as DecorationSet | undefined) ??
        marks.map(transaction.mapping, transaction.doc),
    },
    props: { decorations: (state) => key.getState(state) },
  });

export const marksIn = ({ state }: EditorView): DecorationSet => key.getState(state) ?? DecorationSet.empty;

export const showMarks = (view: EditorView, marks: DecorationSet): void =>
  view.dispatch(view.state.tr.setMeta(key, marks));
