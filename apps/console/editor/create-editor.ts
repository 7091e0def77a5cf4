import type { EditorState, Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { partsOf } from './input/editor-parts.ts';
import { tableViews } from './tables/table-views.ts';
import { blockViews } from './views/block-views.ts';
import { renderedViews } from './views/rendered-views.ts';
import './editor.css';
import './blocks.css';

interface EditorViewParts {
  state: EditorState;
  isEditable: boolean;
  /** The accessible name. */
  label: string;
  dispatch(transaction: Transaction): void;
  /** No word is being composed any more. */
  onIdle(): void;
}

/** Shows a state in an element, and turns what the writer does into transactions. */
export function createEditorView(element: HTMLElement, parts: EditorViewParts): EditorView {
  const { state, isEditable, label, dispatch, onIdle } = parts;
  const { cells, renderer } = partsOf(state);
  return new EditorView(element, {
    state,
    editable: () => isEditable,
    nodeViews: { ...blockViews, ...tableViews(cells), ...renderedViews(renderer) },
    attributes: {
      ...(isEditable ? { role: 'textbox', 'aria-multiline': 'true' } : { role: 'article' }),
      'aria-label': label,
      class: 'document',
      tabindex: '0',
    },
    dispatchTransaction: dispatch,
    handleDOMEvents: {
      compositionend: () => {
        // The editor reads the composed text a moment later.
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
