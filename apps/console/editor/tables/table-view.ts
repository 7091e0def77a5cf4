import { columnClass } from '@lectern/render/classes';
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import type { IconName } from '../../icons/shapes.ts';
import { t } from '../../messages/messages.ts';
import { childrenOf } from '../convert/children-of.ts';
import type { TableJson } from '../convert/table-to-editor.ts';
import { button, element } from '../views/element.ts';
import { refreshCells } from './cell-view.ts';
import { type ColumnType, columnOf, type Widths } from './columns.ts';

type GetPos = () => number | undefined;

/** A table with a toolbar above it while the caret is in it. */
export class TableView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #table: HTMLElement;

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    this.contentDOM = element('tbody');
    this.#table = element('table', { dir: 'auto' }, this.contentDOM);
    this.dom = element(
      'div',
      { class: 'table table-editor' },
      element('div', { class: 'table-scroll' }, this.#table),
    );
    if (view.editable)
      void import('./table-tools.ts').then(({ tableTools }) => this.dom.prepend(tableTools(view, getPos)));
    this.update(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'table') return false;
    const { view, fullWidth } = node.attrs.data as Partial<TableJson>;
    this.dom.classList.toggle('header-hidden', view?.hideHeader === true);
    this.dom.classList.toggle('sticky-column', view?.stickyFirstColumn === true);
    this.dom.classList.toggle('header-column', hasHeaderColumn(node));
    this.dom.classList.toggle('full-width', fullWidth === true);
    // The new state is available only after all views were updated.
    queueMicrotask(() => {
      refreshCells(this.#table);
      this.#showWidths(node);
    });
    return true;
  }

  /** Columns have the widths that readers see. */
  #showWidths(table: Node): void {
    const { columnWidths = {} } = (table.attrs.data as Widths).view ?? {};
    for (const [index, header] of childrenOf(table.firstChild as Node).entries()) {
      const cell = this.contentDOM.querySelector('tr')?.cells[index];
      const look = columnClass(columnWidths[columnOf(header)?.id ?? '']) ?? '';
      if (!cell || (cell.dataset.width ?? '') === look) continue;
      if (cell.dataset.width) cell.classList.remove(cell.dataset.width);
      if (look !== '') cell.classList.add(look);
      cell.dataset.width = look;
    }
  }

  stopEvent = (event: Event): boolean =>
    event.target instanceof HTMLElement && event.target.closest('.table-tools') !== null;
  ignoreMutation = (mutation: { target: globalThis.Node }): boolean =>
    !this.contentDOM.contains(mutation.target);
}

function hasHeaderColumn(table: Node): boolean {
  const [head, ...rows] = childrenOf(table);
  const first = head?.firstChild ? columnOf(head.firstChild)?.id : undefined;
  return (
    rows.length > 0 &&
    rows.every(
      ({ attrs }) => (attrs.fields as { headers?: string[] }).headers?.includes(first ?? '') === true,
    )
  );
}

/** The title of a column, with a button for its settings. */
export class HeaderView implements NodeView {
  readonly dom: HTMLTableCellElement;
  readonly contentDOM: HTMLElement;
  readonly #type = element('span', { class: 'column-type', 'aria-hidden': 'true', contenteditable: 'false' });

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    this.contentDOM = element('span', { class: 'column-title' });
    const settings = button(t('columnSettings'), drawIcon('down'), async () => {
      const { openColumnDialog } = await import('./column-dialog.ts');
      const position = getPos();
      if (position !== undefined) openColumnDialog(view, position);
    });
    settings.classList.add('column-settings');
    settings.setAttribute('contenteditable', 'false');
    settings.tabIndex = -1;
    this.dom = element(
      'th',
      { scope: 'col' },
      this.#type,
      this.contentDOM,
      ...(view.editable ? [settings, this.#edge(view, getPos)] : []),
    );
    this.update(node);
  }

  /** The end of a column, by which it is made wider. The settings of the column do the same by the keyboard. */
  #edge(view: EditorView, getPos: GetPos): HTMLElement {
    const edge = element('span', { class: 'column-edge', 'aria-hidden': 'true', contenteditable: 'false' });
    edge.addEventListener('pointerdown', async (event) => {
      event.preventDefault();
      edge.setPointerCapture(event.pointerId);
      const { dragColumnEdge } = await import('./column-edge.ts');
      dragColumnEdge({ view, getPos, header: this.dom, edge, startX: event.clientX });
    });
    return edge;
  }

  update(node: Node): boolean {
    if (node.type.name !== 'table_header') return false;
    const { colspan, rowspan } = node.attrs as { colspan: number; rowspan: number };
    this.dom.colSpan = colspan;
    this.dom.rowSpan = rowspan;
    const column = columnOf(node);
    const type = column?.type ?? 'text';
    const icon = TYPE_ICONS[type as ColumnType];
    if (this.#type.dataset.type !== type) this.#type.replaceChildren(...(icon ? [drawIcon(icon)] : []));
    this.#type.dataset.type = type;
    this.dom.dataset.align = type === 'number' ? 'right' : String(column?.textAlignment ?? 'left');
    return true;
  }

  stopEvent = (event: Event): boolean =>
    event.target instanceof HTMLElement && event.target.closest('.column-settings, .column-edge') !== null;
  ignoreMutation = (mutation: { target: globalThis.Node }): boolean =>
    !this.contentDOM.contains(mutation.target);
}

const TYPE_ICONS: Partial<Record<ColumnType, IconName>> = {
  number: 'number',
  checkbox: 'checkbox',
  select: 'choice',
  rating: 'star',
  users: 'people',
  files: 'file',
  'content-ref': 'page-link',
  image: 'picture',
};
