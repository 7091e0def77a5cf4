import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { newKey } from '../schema/mark-specs.ts';
import { annotation, annotationAt } from './annotated-text.ts';

/** Opens the note of the annotated text at the selection, or annotates the selected text. */
export function annotate(view: EditorView): void {
  const { from, to, empty } = view.state.selection;
  const known = annotationAt(view, from) ?? (empty ? undefined : annotationAt(view, to));
  if (!known && empty) return;
  if (!known) {
    const body = { object: 'fragment', fragment: 'annotation-body', type: 'annotation-body', nodes: [] };
    view.dispatch(view.state.tr.addMark(from, to, annotation.create({ key: newKey(), fragments: [body] })));
  }
  void openNote(view, known?.from ?? from);
}

async function openNote(view: EditorView, position: number): Promise<void> {
  const { NoteEditor } = await import('./note-editor.ts');
  const annotated = annotationAt(view, position + 1);
  if (annotated && !view.isDestroyed) NoteEditor.open(view, annotated);
}

/** A click on annotated text opens its note, as it does for readers. */
export const annotations = (): Plugin =>
  new Plugin({
    props: {
      handleClick(view, position, event) {
        if (!view.editable || !(event.target instanceof Element) || !event.target.closest('.annotation'))
          return false;
        const annotated = annotationAt(view, position);
        if (annotated) void openNote(view, annotated.from);
        return false;
      },
    },
  });
