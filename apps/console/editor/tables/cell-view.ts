import type { Node } from 'prosemirror-model';
import { CellSelection } from 'prosemirror-tables';
import type { EditorView, NodeView } from 'prosemirror-view';
import type { Column } from '../convert/table-to-editor.ts';
import { element } from '../views/element.ts';
import type { LoadCellSources } from './cell-sources.ts';
import { cellPlace, type SelectOption, titleOf } from './columns.ts';
import { goBeside, goOn } from './table-commands.ts';

type GetPos = () => number | undefined;

/** A cell whose value is not text. Its control depends on the type of the column. */
export class CellView implements NodeView {
  readonly dom: HTMLTableCellElement;
  readonly #view: EditorView;
  readonly #getPos: GetPos;
  readonly #sources: LoadCellSources;
  #node: Node;
  #column: Column | undefined;
  #title = '';

  constructor(node: Node, view: EditorView, getPos: GetPos, sources: LoadCellSources) {
    this.#node = node;
    this.#view = view;
    this.#getPos = getPos;
    this.#sources = sources;
    this.dom = element('td', { class: 'value', contenteditable: 'false' });
    cells.set(this.dom, this);
    this.dom.addEventListener('focusin', () => this.#select());
    this.dom.addEventListener('keydown', (event) => this.#onKey(event));
    this.#draw();
    // The view of the table is created after those of its cells.
    queueMicrotask(() => this.refresh());
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = JSON.stringify(node.attrs) === JSON.stringify(this.#node.attrs);
    this.#node = node;
    if (!isSame) this.#draw();
    return true;
  }

  /** Redraws the cell if its column has changed. */
  refresh(): void {
    const position = this.#view.isDestroyed ? undefined : this.#getPos();
    const place = position === undefined ? undefined : cellPlace(this.#view.state.doc, position);
    if (!place || (place.column === this.#column && titleOf(place.header) === this.#title)) return;
    this.#column = place.column;
    this.#title = titleOf(place.header);
    this.#draw();
  }

  stopEvent = (event: Event): boolean => {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return false;
    // Keys and pointer events in the control belong to it; the table handles all others.
    return target.closest('.cell-control') !== null;
  };
  ignoreMutation = (): boolean => true;

  get #value(): unknown {
    return this.#node.attrs.value;
  }

  #set(value: unknown): void {
    const position = this.#getPos();
    if (position === undefined || JSON.stringify(value) === JSON.stringify(this.#value)) return;
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(position, 'value', value ?? null));
  }

  #select(): void {
    const position = this.#getPos();
    const { selection, doc } = this.#view.state;
    if (position === undefined) return;
    if (selection instanceof CellSelection && selection.$anchorCell.pos === position) return;
    this.#view.dispatch(this.#view.state.tr.setSelection(CellSelection.create(doc, position)));
  }

  #onKey(event: KeyboardEvent): void {
    const position = this.#getPos();
    if (position === undefined || event.isComposing) return;
    if (event.key === 'Tab') {
      event.preventDefault();
      if (event.shiftKey) goBeside(this.#view, position, -1);
      else goOn(this.#view, position);
    } else if (event.key === 'Escape') this.#view.focus();
    else if (event.altKey && event.key.startsWith('Arrow')) {
      // The keys of the table are those of the editor.
      this.#view.focus();
      this.#view.someProp('handleKeyDown', (handle) => handle(this.#view, event));
      event.preventDefault();
    } else if (
      (event.key === 'Delete' || event.key === 'Backspace') &&
      event.target instanceof HTMLButtonElement
    )
      this.#set(null);
  }

  #draw(): void {
    const { colspan, rowspan } = this.#node.attrs as { colspan: number; rowspan: number };
    this.dom.colSpan = colspan;
    this.dom.rowSpan = rowspan;
    this.dom.dataset.type = this.#column?.type ?? '';
    void this.#drawControl();
  }

  async #drawControl(): Promise<void> {
    const [{ CellControl }, sources] = await Promise.all([import('./cell-control.ts'), this.#sources()]);
    const column = this.#column;
    if (!column || this.#view.isDestroyed) return;
    const control = new CellControl({
      column,
      label: this.#title,
      value: this.#value,
      isEditable: this.#view.editable,
      sources,
      set: (value) => this.#set(value),
      setOptions: (options) => this.#setOptions(options),
      goOn: () => goOn(this.#view, this.#getPos() ?? 0),
    }).dom;
    // Does not redraw a control that is being typed into.
    const shown = this.dom.firstElementChild;
    if (
      control instanceof HTMLInputElement &&
      shown instanceof HTMLInputElement &&
      shown.type === control.type
    ) {
      shown.setAttribute('aria-label', this.#title);
      shown.checked = control.checked;
      if (document.activeElement !== shown) shown.value = control.value;
      return;
    }
    const hadFocus = this.dom.contains(document.activeElement) || this.dom.dataset.wantsFocus !== undefined;
    delete this.dom.dataset.wantsFocus;
    this.dom.replaceChildren(control);
    if (hadFocus) (this.dom.querySelector('.cell-control') as HTMLElement | null)?.focus();
  }

  #setOptions(options: SelectOption[]): void {
    const position = this.#getPos();
    const place = position === undefined ? undefined : cellPlace(this.#view.state.doc, position);
    if (!place) return;
    const column = { ...place.column, options };
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(place.headerPosition, 'column', column));
  }
}

const cells = new WeakMap<Element, CellView>();

/** Redraws the cells of a table whose columns have changed. */
export function refreshCells(table: HTMLElement): void {
  for (const cell of table.querySelectorAll('td.value')) cells.get(cell)?.refresh();
}
