import type { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import type { Column } from '../convert/table-to-editor.ts';
import { schema } from '../schema/schema.ts';
import { element } from '../views/element.ts';
import {
  COLORS,
  COLUMN_TYPES,
  type ColumnType,
  columnOf,
  newId,
  type SelectOption,
  setColumn,
  setColumnWidth,
  tableAround,
  type Widths,
} from './columns.ts';
import { convertColumn } from './convert-column.ts';
import { createSettingsDialog } from './settings-dialog.ts';

const ALIGNMENTS = ['left', 'center', 'right'] as const;

/** A dialog with the title, the type and the options of a column. Changes apply to the table at once. */
export function openColumnDialog(view: EditorView, headerPosition: number): void {
  const body = element('div', { class: 'column-fields' });
  const { dialog, end } = createSettingsDialog(view, t('columnSettings'), body);
  dialog.addEventListener('pointerdown', ({ target }) => {
    if (target === dialog) end();
  });
  const draw = (): void => {
    const header = view.state.doc.nodeAt(headerPosition);
    const column = header && columnOf(header);
    if (!header || !column) {
      end();
      return;
    }
    body.replaceChildren(
      titleField(view, headerPosition),
      typeField(view, headerPosition, column, draw),
      ...fieldsOf(view, headerPosition, column, draw),
      widthField(view, headerPosition, column),
    );
  };
  draw();
  document.body.append(dialog);
  dialog.showModal();
  body.querySelector('input')?.select();
}

const labeled = (label: string, control: HTMLElement, ...more: HTMLElement[]): HTMLElement =>
  element('label', { class: 'column-field' }, element('span', {}, label), control, ...more);

function titleField(view: EditorView, position: number): HTMLElement {
  const input = element('input', { autocomplete: 'off' });
  input.value = view.state.doc.nodeAt(position)?.textContent ?? '';
  input.addEventListener('input', () => {
    const header = view.state.doc.nodeAt(position);
    if (!header) return;
    const text = input.value === '' ? [] : [schema.text(input.value)];
    view.dispatch(view.state.tr.replaceWith(position + 1, position + header.nodeSize - 1, text));
  });
  return labeled(t('columnTitle'), input);
}

function choice(
  values: readonly (readonly [value: string, label: string])[],
  current: string,
): HTMLSelectElement {
  const select = element(
    'select',
    {},
    ...values.map(([value, label]) => element('option', { value }, label)),
  );
  select.value = current;
  return select;
}

function typeField(view: EditorView, position: number, column: Column, draw: () => void): HTMLElement {
  const select = choice(
    COLUMN_TYPES.map((type) => [type, t(`column-${type}`)]),
    column.type,
  );
  const note = element('div', { class: 'column-note', role: 'alert' });
  const change = (type: ColumnType): void => {
    const converted = convertColumn(view.state.doc, position, type);
    if (!converted) return;
    const transaction = view.state.tr.setNodeAttribute(position, 'column', converted.column);
    for (const { position: cell, node } of converted.cells.reverse()) {
      const before = transaction.doc.nodeAt(cell);
      if (before) transaction.replaceWith(cell, cell + before.nodeSize, node);
    }
    view.dispatch(transaction);
    draw();
  };
  select.addEventListener('change', () => {
    const type = select.value as ColumnType;
    const converted = convertColumn(view.state.doc, position, type);
    note.replaceChildren();
    if (!converted) {
      note.textContent = t('columnMerged');
      select.value = column.type;
    } else if (converted.lost > 0) {
      const anyway = element('button', { type: 'button', class: 'block-button' }, t('changeAnyway'));
      anyway.addEventListener('click', () => change(type));
      note.append(t('columnLoses', { count: converted.lost }), anyway);
    } else change(type);
  });
  return element('div', {}, labeled(t('columnType'), select), note);
}

function fieldsOf(view: EditorView, position: number, column: Column, draw: () => void): HTMLElement[] {
  const set = (fields: Record<string, unknown>): void => setColumn(view, position, fields);
  switch (column.type) {
    case 'text': {
      const select = choice(
        ALIGNMENTS.map((value) => [value, t(`align-${value}`)]),
        String(column.textAlignment ?? 'left'),
      );
      select.addEventListener('change', () => set({ textAlignment: select.value }));
      return [labeled(t('alignment'), select)];
    }
    case 'rating': {
      const input = element('input', { type: 'number', min: '1', max: '10' });
      input.value = String(column.max ?? 5);
      input.addEventListener('change', () => {
        const max = Math.min(10, Math.max(1, Math.round(Number(input.value)) || 5));
        input.value = String(max);
        set({ max });
      });
      return [labeled(t('columnMax'), input)];
    }
    case 'users':
      return [multipleField(column, set)];
    case 'select':
      return [multipleField(column, set), optionsField(view, position, column, draw)];
    default:
      return [];
  }
}

function multipleField(column: Column, set: (fields: Record<string, unknown>) => void): HTMLElement {
  const box = element('input', { type: 'checkbox' });
  box.checked = column.multiple === true;
  box.addEventListener('change', () => set({ multiple: box.checked }));
  return element('label', { class: 'column-flag' }, box, t('columnMultiple'));
}

function optionsField(view: EditorView, position: number, column: Column, draw: () => void): HTMLElement {
  const options = (column.options ?? []) as SelectOption[];
  const set = (changed: SelectOption[]): void => setColumn(view, position, { options: changed });
  const present = (): SelectOption[] => {
    const header = view.state.doc.nodeAt(position);
    return ((header && columnOf(header)?.options) ?? []) as SelectOption[];
  };
  const rows = options.map(({ value, label, color }, index) => {
    const change = (fields: Partial<SelectOption>): void =>
      set(present().map((one, at) => (at === index ? { ...one, ...fields } : one)));
    const input = element('input', { 'aria-label': t('optionLabel'), autocomplete: 'off' });
    input.value = label || value;
    input.addEventListener('input', () => change({ label: input.value }));
    const colors = choice(
      [...new Set([...COLORS, ...(color ? [color] : [])])].map((one) => [one, colorName(one)]),
      color || (COLORS[0] as string),
    );
    colors.setAttribute('aria-label', t('optionColor'));
    const swatch = element(
      'span',
      { class: `chip b-${color || 'default'}`, 'aria-hidden': 'true' },
      '\u2003',
    );
    colors.addEventListener('change', () => {
      change({ color: colors.value });
      swatch.className = `chip b-${colors.value}`;
    });
    const remove = element(
      'button',
      { type: 'button', class: 'block-button', 'aria-label': t('removeOption', { name: label || value }) },
      drawIcon('close'),
    );
    remove.addEventListener('click', () => {
      set(present().filter((_, at) => at !== index));
      draw();
    });
    return element('li', {}, swatch, input, colors, remove);
  });
  const add = element('button', { type: 'button', class: 'block-button' }, `+ ${t('addOption')}`);
  add.addEventListener('click', () => {
    const color = COLORS[options.length % COLORS.length] as string;
    set([...present(), { value: newId('option'), label: t('newOption'), color }]);
    draw();
    const inputs = document.querySelectorAll<HTMLInputElement>('.column-options li > input');
    inputs[inputs.length - 1]?.select();
  });
  return element(
    'fieldset',
    { class: 'column-options' },
    element('legend', {}, t('columnOptions')),
    element('ul', {}, ...rows),
    add,
  );
}

const colorName = (color: string): string => (COLORS.includes(color) ? t(`color-${color as 'blue'}`) : color);

function widthField(view: EditorView, position: number, column: Column): HTMLElement {
  const input = element('input', { type: 'number', min: '50', max: '2000', placeholder: t('widthDefault') });
  const data = tableAround(view.state.doc, position)?.table.attrs.data as Widths | undefined;
  const width = data?.view?.columnWidths?.[column.id];
  input.value = width === undefined ? '' : String(width);
  input.addEventListener('change', () => {
    const value = Math.round(Number(input.value));
    setColumnWidth(view, position, value >= 50 ? Math.min(2000, value) : undefined);
  });
  return labeled(t('columnWidth'), input);
}
