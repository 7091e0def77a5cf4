import type { EditorState, Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { Place } from '../saving/journal.ts';
import { blockViews } from './views/block-views.ts';
import { Renderer } from './views/rendered.ts';
import { renderedViews } from './views/rendered-views.ts';
import './editor.css';

interface EditorViewParts {
  state: EditorState;
  isEditable: boolean;
  /** The accessible name. */
  label: string;
  place: Place;
  dispatch(transaction: Transaction): void;
  /** No word is being composed any more. */
  onIdle(): void;
}

/** Shows a state in an element, and turns what the writer does into transactions. */
export function createEditorView(element: HTMLElement, parts: EditorViewParts): EditorView {
  const { state, isEditable, label, place, dispatch, onIdle } = parts;
  return new EditorView(element, {
    state,
    editable: () => isEditable,
    nodeViews: { ...blockViews, ...renderedViews(new Renderer(place)) },
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
