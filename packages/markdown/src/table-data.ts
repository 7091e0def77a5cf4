import type { ContentRef, FileRef, UrlRef } from './content-ref.ts';

export interface TableData {
  view: TableView;
  /** The columns by their ids, hidden ones too. */
  definition: Record<string, TableColumn>;
  /** Rows are shown in the order of `orderIndex`, compared as text. */
  records: Record<string, TableRecord>;
  /** Cells of the body that cover others, which are empty. */
  cellMerges?: CellMerge[];
  fullWidth?: boolean;
  search?: boolean;
}

/** `anchor`: the cell in the first row and the first column of those that are covered. */
export interface CellMerge {
  anchor: { record: string; column: string };
  rowSpan: number;
  colSpan: number;
}

export type TableView = GridView | CardsView;

interface ViewBase {
  /** The ids of the columns that are shown, in their order. */
  columns: string[];
  columnWidths?: Record<string, number>;
}

export interface GridView extends ViewBase {
  type: 'grid';
  hideHeader: boolean;
  stickyHeader?: boolean;
  stickyFirstColumn?: boolean;
}

export interface CardsView extends ViewBase {
  type: 'cards';
  cardSize: 'medium' | 'large';
  targetDefinition?: string;
  coverDefinition?: string;
  coverDefinitionDark?: string;
  hideColumnTitle?: boolean;
  wrap?: boolean;
}

interface ColumnBase<Type extends string> {
  id: string;
  /** Plain text. */
  title: string;
  type: Type;
  /** The title as Markdown, when it is more than plain text. */
  titleSource?: string;
  /** The title as HTML, when it is more than plain text. */
  titleHtml?: string;
  /** The number of columns below the title, if it is more than one. */
  titleSpan?: number;
}

export interface TextColumn extends ColumnBase<'text'> {
  textAlignment: 'left' | 'center' | 'right';
  verticalAlignment?: 'top' | 'middle' | 'bottom';
}

interface RatingColumn extends ColumnBase<'rating'> {
  max: number;
}

interface UsersColumn extends ColumnBase<'users'> {
  multiple: boolean;
}

export interface SelectColumn extends ColumnBase<'select'> {
  multiple: boolean;
  options: SelectOption[];
}

export interface SelectOption {
  value: string;
  label: string;
  color: string;
}

export type TableColumn =
  | TextColumn
  | RatingColumn
  | UsersColumn
  | SelectColumn
  | ColumnBase<'number'>
  | ColumnBase<'checkbox'>
  | ColumnBase<'files'>
  | ColumnBase<'content-ref'>
  | ColumnBase<'image'>;

export interface TableRecord {
  orderIndex: string;
  /** By column id, without empty cells. A text cell holds the name of a fragment of the table. */
  values: Record<string, CellValue>;
  /** The ids of the columns whose cell in this row is a header. */
  headers?: string[];
}

export type CellValue = string | number | boolean | string[] | ContentRef | ImageCell;

export interface ImageCell {
  ref: UrlRef | FileRef;
  objectFit?: 'contain' | 'fill' | 'cover';
  alt?: string;
}

/** The texts of a cell that holds a list: options, files or users. */
export const textsOf = (value: CellValue | undefined): string[] => (Array.isArray(value) ? value : []);

const knownOptions = new WeakMap<SelectColumn, Map<string, SelectOption>>();

/** Finds an option of a column by its value. The first of equal ones counts. */
export function findOption(column: SelectColumn, value: string): SelectOption | undefined {
  let options = knownOptions.get(column);
  if (!options) {
    // A search for each cell would take options times cells.
    options = new Map();
    for (const option of column.options) if (!options.has(option.value)) options.set(option.value, option);
    knownOptions.set(column, options);
  }
  return options.get(value);
}

/** The reference of a cell that holds one. */
export const referenceOf = (value: CellValue | undefined): ContentRef | undefined =>
  typeof value === 'object' && 'kind' in value ? value : undefined;

/** The image of a cell, with or without options. */
export function imageOf(value: CellValue | undefined): ImageCell | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  if (!('kind' in value)) return value;
  return value.kind === 'url' || value.kind === 'file' ? { ref: value } : undefined;
}
