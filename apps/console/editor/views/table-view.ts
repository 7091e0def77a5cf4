import type { Node } from 'prosemirror-model';
import { type Command, Selection } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  moveTableColumn,
  moveTableRow,
  selectedRect,
  splitCell,
} from 'prosemirror-tables';
import type { EditorView, NodeView } from 'prosemirror-view';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { element } from './element.ts';

/** Not for the row of titles, which every table has. */
const inBody =
  (command: Command): Command =>
  (state, dispatch, view) =>
    isInTable(state) && selectedRect(state).top > 0 && command(state, dispatch, view);

const moveRow =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    if (!isInTable(state)) return false;
    const { top, map } = selectedRect(state);
    const to = top + by;
    if (top < 1 || to < 1 || to >= map.height) return false;
    return moveTableRow({ from: top, to })(state, dispatch);
  };

const moveColumn =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    if (!isInTable(state)) return false;
    const { left, map } = selectedRect(state);
    const to = left + by;
    return to >= 0 && to < map.width && moveTableColumn({ from: left, to })(state, dispatch);
  };

const TOOLS: readonly { label: keyof Messages; text: string; command: Command }[] = [
  { label: 'rowAbove', text: '↥', command: inBody(addRowBefore) },
  { label: 'rowBelow', text: '↧', command: addRowAfter },
  { label: 'columnBefore', text: '↤', command: addColumnBefore },
  { label: 'columnAfter', text: '↦', command: addColumnAfter },
  { label: 'moveRowUp', text: '↑', command: moveRow(-1) },
  { label: 'moveRowDown', text: '↓', command: moveRow(1) },
  { label: 'moveColumnLeft', text: '←', command: moveColumn(-1) },
  { label: 'moveColumnRight', text: '→', command: moveColumn(1) },
  { label: 'mergeCells', text: '⊞', command: mergeCells },
  { label: 'splitCell', text: '⊟', command: splitCell },
  { label: 'deleteRow', text: '⌫', command: inBody(deleteRow) },
  { label: 'deleteColumn', text: '⌦', command: deleteColumn },
  { label: 'deleteTable', text: '✕', command: deleteTable },
];

/** A table with what can be done to it, above it while the caret is in it. */
export class TableView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;

  constructor(_node: Node, view: EditorView, getPos: () => number | undefined) {
    this.contentDOM = element('tbody');
    const bar = element('div', {
      role: 'toolbar',
      'aria-label': t('tableTools'),
      class: 'table-tools',
      contenteditable: 'false',
    });
    for (const { label, text, command } of TOOLS) {
      const button = element(
        'button',
        { type: 'button', 'aria-label': t(label), title: t(label), class: 'block-button', tabindex: '-1' },
        text,
      );
      button.addEventListener('pointerdown', (event) => event.preventDefault());
      button.addEventListener('click', () => {
        if (!isInTable(view.state)) {
          const position = getPos();
          if (position === undefined) return;
          view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(position + 1))));
        }
        command(view.state, view.dispatch);
        view.focus();
      });
      bar.append(button);
    }
    this.dom = element(
      'div',
      { class: 'table table-editor' },
      ...(view.editable ? [bar] : []),
      element('table', {}, this.contentDOM),
    );
  }

  stopEvent = (event: Event): boolean =>
    event.target instanceof HTMLElement && event.target.closest('.table-tools') !== null;
  ignoreMutation = (mutation: { target: globalThis.Node }): boolean =>
    !this.contentDOM.contains(mutation.target);
}
