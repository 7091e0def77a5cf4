import type { EditorView } from 'prosemirror-view';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { type BlockIcon, blockIcon } from '../menus/block-icons.ts';
import { button, element } from '../views/element.ts';
import { selectTable, TABLE_COMMANDS } from './table-commands.ts';
import { openTableOptions } from './table-options.ts';

/** The tools above a table, with their icons. */
const TOOLS = {
  rowAbove: 'row-above',
  rowBelow: 'row-below',
  columnBefore: 'column-before',
  columnAfter: 'column-after',
  moveRowUp: 'up',
  moveRowDown: 'down',
  moveColumnLeft: 'left',
  moveColumnRight: 'right',
  mergeCells: 'merge-cells',
  splitCell: 'split-cell',
  deleteRow: 'delete-row',
  deleteColumn: 'delete-column',
  deleteTable: 'trash',
} as const satisfies Record<keyof typeof TABLE_COMMANDS, BlockIcon>;

/** A new group of tools begins with each of these. */
const FIRST = new Set(['moveRowUp', 'mergeCells', 'deleteRow', 'tableOptions']);

/** The tools above a table. */
export function tableTools(view: EditorView, getPos: () => number | undefined): HTMLElement {
  const bar = element('div', {
    role: 'toolbar',
    'aria-label': t('tableTools'),
    class: 'table-tools',
    contenteditable: 'false',
  });
  const add = (label: keyof Messages, icon: BlockIcon, run: (position: number) => unknown): void => {
    const tool = button(t(label), '', () => {
      const position = getPos();
      if (position !== undefined) run(position);
    });
    tool.tabIndex = -1;
    tool.classList.toggle('first', FIRST.has(label));
    tool.classList.toggle('of-order', label === 'columnBefore' || label === 'columnAfter');
    tool.append(blockIcon(icon));
    bar.append(tool);
  };
  for (const [label, icon] of Object.entries(TOOLS) as [keyof typeof TOOLS, BlockIcon][])
    add(label, icon, (position) => {
      selectTable(view, position);
      TABLE_COMMANDS[label](view.state, view.dispatch);
      view.focus();
    });
  add('tableOptions', 'table', (position) => openTableOptions(view, position));
  return bar;
}
