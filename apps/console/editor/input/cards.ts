import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import { addColumn, TableMap } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import type { Column, HiddenValue } from '../convert/table-to-editor.ts';
import type { Data, GetPos } from '../options/block-data.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { isCards } from '../tables/columns.ts';

interface CardsData {
  definition: Record<string, Column>;
  view: { type: string; columns: string[]; targetDefinition?: string; coverDefinition?: string };
}

const cardsOf = (table: Node | undefined): CardsData | undefined =>
  isCards(table) ? (table?.attrs.data as CardsData) : undefined;

/** The target and the picture of a card are values of hidden columns. */
export type CardPart = 'target' | 'cover';

const PARTS = {
  target: { field: 'targetDefinition', type: 'content-ref' },
  cover: { field: 'coverDefinition', type: 'image' },
} as const;

/** The reference in the target or cover column of a card. */
export function partOfCard(table: Node, card: Node, part: CardPart): Data | undefined {
  const { view } = cardsOf(table) ?? {};
  const column = view?.[PARTS[part].field];
  if (!view || column === undefined) return undefined;
  const shown = view.columns.indexOf(column);
  const value: unknown =
    shown >= 0
      ? card.maybeChild(shown)?.attrs.value
      : (card.attrs.hidden as HiddenValue[]).find(({ id }) => id === column)?.value;
  const [file] = Array.isArray(value) ? (value as string[]) : [];
  if (file !== undefined) return { kind: 'file', file };
  const { ref, ...rest } = (value ?? {}) as { ref?: Data };
  return ref ?? ('kind' in rest ? (rest as Data) : undefined);
}

/** Sets the target or the picture of a card. Adds the hidden column if the table lacks it. */
export function setPartOfCard(view: EditorView, getPos: GetPos, part: CardPart, ref: Data | undefined): void {
  const position = getPos();
  if (position === undefined) return;
  const place = view.state.doc.resolve(position);
  const table = place.parent;
  const card = place.nodeAfter;
  const data = cardsOf(table);
  if (!data || !card) return;
  const { field, type } = PARTS[part];
  const transaction = view.state.tr;
  const column = data.view[field] ?? `${part}-${newKey()}`;
  if (data.view[field] === undefined)
    transaction.setNodeAttribute(place.before(), 'data', {
      ...data,
      definition: { ...data.definition, [column]: { id: column, type, title: '' } },
      view: { ...data.view, [field]: column },
    });
  const isFiles = data.definition[column]?.type === 'files' && ref?.kind === 'file';
  const value = isFiles ? [ref.file] : ref;
  const shown = data.view.columns.indexOf(column);
  if (shown >= 0) {
    let cell = position + 1;
    for (let index = 0; index < shown; index++) cell += card.child(index).nodeSize;
    transaction.setNodeAttribute(cell, 'value', value ?? null);
  } else {
    const others = (card.attrs.hidden as HiddenValue[]).filter(({ id }) => id !== column);
    const hidden = ref === undefined ? others : [...others, { id: column, value, fragment: undefined }];
    transaction.setNodeAttribute(position, 'hidden', hidden);
  }
  view.dispatch(transaction);
}

/** Adds a card at the end, and puts the caret into it. */
export function addCard(view: EditorView, getPos: GetPos): void {
  const position = getPos();
  const table = position === undefined ? undefined : (view.state.doc.nodeAt(position) ?? undefined);
  const data = cardsOf(table);
  if (position === undefined || !table || !data) return;
  const cells = data.view.columns.map((id) =>
    data.definition[id]?.type === 'text'
      ? schema.node('table_cell', { key: newKey() }, [schema.node('paragraph', { key: newKey() })])
      : schema.node('table_value'),
  );
  const end = position + table.nodeSize - 1;
  view.focus();
  const transaction = view.state.tr.insert(end, schema.node('table_row', null, cells));
  transaction.setSelection(TextSelection.near(transaction.doc.resolve(end + 1)));
  view.dispatch(transaction.scrollIntoView());
}

/** Adds another text to every card, and puts the caret into that of the first one. */
export function addCardField(view: EditorView, position: number): void {
  const table = view.state.doc.nodeAt(position);
  if (!table) return;
  const map = TableMap.get(table);
  const rect = {
    map,
    table,
    tableStart: position + 1,
    left: 0,
    right: map.width,
    top: 0,
    bottom: map.height,
  };
  const transaction = addColumn(view.state.tr, rect, map.width);
  view.dispatch(transaction);
}
