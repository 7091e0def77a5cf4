import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import type { TableJson } from '../convert/table-to-editor.ts';
import { element } from '../views/element.ts';
import { columnOf, tableAround } from './columns.ts';
import { createSettingsDialog } from './settings-dialog.ts';

type Data = Pick<TableJson, 'view'> & Record<string, unknown>;

/** A dialog with what is about a table as a whole. */
export function openTableOptions(view: EditorView, position: number): void {
  const fields = element('div', { class: 'column-fields' });
  const { dialog } = createSettingsDialog(view, t('tableOptions'), fields);
  const table = () => tableAround(view.state.doc, position)?.table;
  const data = (): Data => ({ view: { columns: [] }, ...(table()?.attrs.data as Partial<Data>) });
  const setData = (changed: Record<string, unknown>): void => {
    const kept = Object.fromEntries(
      Object.entries({ ...data(), ...changed }).filter(([, value]) => value !== undefined),
    );
    view.dispatch(view.state.tr.setNodeAttribute(position, 'data', kept));
  };
  const setView = (changed: Record<string, unknown>): void => {
    const entries = Object.entries({ type: 'grid', ...data().view, ...changed });
    setData({ view: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) });
  };
  const flag = (label: string, isOn: boolean, set: (isOn: boolean) => void): HTMLElement => {
    const box = element('input', { type: 'checkbox' });
    box.checked = isOn;
    box.addEventListener('change', () => set(box.checked));
    return element('label', { class: 'column-flag' }, box, label);
  };
  const { view: shown, fullWidth, search } = data();
  fields.append(
    flag(t('tableHeader'), shown.hideHeader !== true, (isOn) => setView({ hideHeader: !isOn })),
    flag(t('tableHeaderColumn'), hasHeaderColumn(view, position), (isOn) =>
      setHeaderColumn(view, position, isOn),
    ),
    flag(t('tableStickyHeader'), shown.stickyHeader === true, (isOn) =>
      setView({ stickyHeader: isOn || undefined }),
    ),
    flag(t('tableStickyColumn'), shown.stickyFirstColumn === true, (isOn) =>
      setView({ stickyFirstColumn: isOn || undefined }),
    ),
    flag(t('tableFullWidth'), fullWidth === true, (isOn) => setData({ fullWidth: isOn || undefined })),
    flag(t('tableSearch'), search === true, (isOn) => setData({ search: isOn || undefined })),
  );
  document.body.append(dialog);
  dialog.showModal();
}

const firstColumn = (view: EditorView, position: number): string | undefined => {
  const header = tableAround(view.state.doc, position)?.table.firstChild?.firstChild;
  return header ? columnOf(header)?.id : undefined;
};

/** Whether the first cell of every row is its title. */
function hasHeaderColumn(view: EditorView, position: number): boolean {
  const table = tableAround(view.state.doc, position)?.table;
  const first = firstColumn(view, position);
  if (!table || first === undefined || table.childCount < 2) return false;
  let isSo = true;
  table.forEach((row, _offset, index) => {
    const { headers = [] } = row.attrs.fields as { headers?: string[] };
    if (index > 0) isSo &&= headers.includes(first);
  });
  return isSo;
}

function setHeaderColumn(view: EditorView, position: number, isOn: boolean): void {
  const found = tableAround(view.state.doc, position);
  const first = firstColumn(view, position);
  if (!found || first === undefined) return;
  const transaction = view.state.tr;
  found.table.forEach((row, offset, index) => {
    if (index === 0) return;
    const { headers = [], ...fields } = row.attrs.fields as { headers?: string[] };
    const others = headers.filter((id) => id !== first);
    const changed = isOn ? [first, ...others] : others;
    const own = changed.length > 0 ? { ...fields, headers: changed } : fields;
    transaction.setNodeAttribute(found.start + offset, 'fields', own);
  });
  view.dispatch(transaction);
}
