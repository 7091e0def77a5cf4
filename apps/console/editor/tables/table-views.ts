import type { NodeViewConstructor } from 'prosemirror-view';
import { CardsView, rowView } from '../views/cards-view.ts';
import type { LoadCellSources } from './cell-sources.ts';
import { CellView } from './cell-view.ts';
import { isCards } from './columns.ts';
import { HeaderView, TableView } from './table-view.ts';

/** The views of tables and their cells. */
export const tableViews = (sources: LoadCellSources): Record<string, NodeViewConstructor> => ({
  table: (node, view, getPos) =>
    isCards(node) ? new CardsView(node, view, getPos) : new TableView(node, view, getPos),
  table_row: rowView,
  table_header: (node, view, getPos) => new HeaderView(node, view, getPos),
  table_value: (node, view, getPos) => new CellView(node, view, getPos, sources),
});
