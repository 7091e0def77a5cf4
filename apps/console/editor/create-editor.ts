import type { EditorState, Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { blockViews } from './views/block-views.ts';
import { lateViews, loadedViews } from './views/load-views.ts';
import './document-styles.css';

interface EditorViewParts {
  state: EditorState;
  isEditable: boolean;
  /** The accessible name. */
  label: string;
  dispatch(transaction: Transaction): void;
  /** Called when an IME composition has ended. */
  onIdle(): void;
}

const viewsOf = (state: EditorState) => ({ ...blockViews, ...loadedViews(state) });

/** Shows a state in an element, and turns what the writer does into transactions. */
export function createEditorView(element: HTMLElement, parts: EditorViewParts): EditorView {
  const { state, isEditable, label, dispatch, onIdle } = parts;
  return new EditorView(element, {
    state,
    editable: () => isEditable,
    nodeViews: viewsOf(state),
    plugins: [lateViews((one) => one.setProps({ nodeViews: viewsOf(state) }))],
    attributes: {
      ...(isEditable ? { role: 'textbox', 'aria-multiline': 'true' } : { role: 'article' }),
      'aria-label': label,
      class: 'document',
      tabindex: '0',
    },
    dispatchTransaction: dispatch,
    handleDOMEvents: {
      compositionend: () => {
        // The editor reads the composed text after this event.
        setTimeout(onIdle, 50);
        return false;
      },
      blur: () => {
        onIdle();
        return false;
      },
    },
  });
}
