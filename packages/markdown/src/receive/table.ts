import { joinAlternatives } from '@lectern/std/alternatives';
import { isRecord } from '@lectern/std/is-record';
import type { TableColumn } from '../table-data.ts';
import {
  type Check,
  check,
  type Fields,
  flag,
  type JsonRecord,
  type JsonSchema,
  listOf,
  number,
  oneOf,
  optional,
  readRecord,
  record,
  recordOf,
  schemaOf,
  text,
  type ValuePath,
} from './checks.ts';
import { reference } from './references.ts';

const columnIds = { columns: listOf(text), columnWidths: optional(recordOf(number)) };

const VIEWS: Readonly<Record<string, Fields>> = {
  grid: {
    ...columnIds,
    hideHeader: optional(flag),
    stickyHeader: optional(flag),
    stickyFirstColumn: optional(flag),
  },
  cards: {
    ...columnIds,
    cardSize: optional(oneOf('medium', 'large')),
    targetDefinition: optional(text),
    coverDefinition: optional(text),
    coverDefinitionDark: optional(text),
    hideColumnTitle: optional(flag),
    wrap: optional(flag),
  },
};

const VIEW_DEFAULTS: Readonly<Record<string, JsonRecord>> = {
  grid: { hideHeader: false },
  cards: { cardSize: 'medium' },
};

/** The field of each kind of column, beside those that all have. */
const COLUMNS: Readonly<Record<TableColumn['type'], Fields>> = {
  text: {
    textAlignment: optional(oneOf('left', 'center', 'right')),
    verticalAlignment: optional(oneOf('top', 'middle', 'bottom')),
  },
  number: {},
  checkbox: {},
  rating: { max: number },
  select: {
    multiple: optional(flag),
    options: listOf(record({ value: text, label: text, color: text })),
  },
  files: {},
  users: { multiple: optional(flag) },
  'content-ref': {},
  image: {},
};

const COLUMN_DEFAULTS: Partial<Record<TableColumn['type'], JsonRecord>> = {
  text: { textAlignment: 'left' },
  select: { multiple: false },
  users: { multiple: false },
};

const target = reference('url', 'file');
const imageWithOptions = record({
  ref: target,
  objectFit: optional(oneOf('contain', 'fill', 'cover')),
  alt: optional(text),
});
const image = check({ anyOf: [target.schema, imageWithOptions.schema] }, (value, place) =>
  (isRecord(value) && !('kind' in value) ? imageWithOptions : target)(value, place),
);

/** The values of the cells of each kind of column. */
const VALUES: Readonly<Record<TableColumn['type'], Check<unknown>>> = {
  text,
  number,
  checkbox: flag,
  rating: number,
  select: listOf(text),
  files: listOf(text),
  users: listOf(text),
  'content-ref': reference(),
  image,
};

/** The fields of the variant that `type` names, with `type`. */
function variant(fields: Readonly<Record<string, Fields>>, value: unknown, place: ValuePath): JsonRecord {
  if (!isRecord(value)) return place.fail('must be an object');
  const type = String(value.type);
  const found = Object.hasOwn(fields, type) ? fields[type] : undefined;
  if (!found) return place.at('type', () => place.fail(`must be ${joinAlternatives(Object.keys(fields))}`));
  return { type, ...record(found)(value, place) };
}

const span = check({ type: 'integer', minimum: 1 }, (value, place) =>
  Number.isSafeInteger(value) && (value as number) >= 1
    ? (value as number)
    : place.fail('must be a positive integer'),
);

const columnParts = record({
  title: optional(text),
  titleSource: optional(text),
  titleHtml: optional(text),
  titleSpan: optional(span),
});
const merge = record({
  anchor: record({ record: text, column: text }),
  rowSpan: span,
  colSpan: span,
});
const look = record({
  fullWidth: optional(flag),
  search: optional(flag),
  cellMerges: optional(listOf(merge)),
});

function checkDefinition(value: unknown, place: ValuePath): Record<string, JsonRecord> {
  if (!isRecord(value)) return place.fail('must be an object');
  const entries = Object.entries(value).map(([id, column]) => [
    id,
    place.at(id, () => {
      const own = variant(COLUMNS, column, place);
      const parts = columnParts(column, place);
      const defaults = COLUMN_DEFAULTS[own.type as TableColumn['type']];
      return { id, title: '', ...parts, ...defaults, ...own };
    }),
  ]);
  return Object.fromEntries(entries);
}

/** Checks the value of a cell that is not a text. */
export const checkCell = ({ type }: TableColumn, value: unknown, place: ValuePath): unknown =>
  VALUES[type](value, place);

const variantsOf = (fields: Readonly<Record<string, Fields>>, more: JsonSchema): JsonSchema => ({
  anyOf: Object.entries(fields).map(([type, own]) => {
    const { properties, required = [] } = schemaOf(own) as { properties: JsonSchema; required?: string[] };
    return {
      type: 'object',
      properties: { type: { const: type }, ...more, ...properties },
      required: ['type', ...required],
    };
  }),
});

const row = record({
  orderIndex: text,
  values: recordOf(check({}, (value) => value)),
  headers: optional(listOf(text)),
});

/** The data of tables, as JSON Schema. */
export const TABLE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    view: variantsOf(VIEWS, {}),
    definition: {
      type: 'object',
      description: 'The columns by their ids, also those that the view does not show.',
      additionalProperties: variantsOf(COLUMNS, {
        id: text.schema,
        ...(columnParts.schema.properties as JsonSchema),
      }),
    },
    records: {
      type: 'object',
      description:
        'The rows, shown in the order of `orderIndex`. `values` contains the cells by the ids of their columns, and of a text cell the name of its fragment.',
      additionalProperties: row.schema,
    },
    ...(look.schema.properties as JsonSchema),
  },
  required: ['view', 'definition', 'records'],
};

/** The data of a table whose fragments have these names. Values of columns that it does not have are left out. */
export function checkTable(value: unknown, fragments: ReadonlySet<string>, place: ValuePath): JsonRecord {
  if (!isRecord(value)) return place.fail('is required');
  const definition = place.at('definition', () => checkDefinition(value.definition, place));
  const view = place.at('view', () => {
    const own = variant(VIEWS, value.view, place);
    for (const [index, id] of (own.columns as string[]).entries())
      if (!Object.hasOwn(definition, id))
        place.at('columns', () => place.at(index, () => place.fail('is not a column of the definition')));
    return { ...VIEW_DEFAULTS[own.type as string], ...own };
  });
  const checkCell = (id: string, cell: unknown): unknown => {
    const { type } = definition[id] as unknown as TableColumn;
    const checked = VALUES[type](cell, place);
    if (type === 'text' && !fragments.has(checked as string))
      place.fail('is not the name of a fragment of the table');
    return checked;
  };
  const checkRow = (one: unknown): JsonRecord => {
    const { orderIndex, values, ...rest } = row(one, place) as { orderIndex: string; values: JsonRecord };
    const cells = Object.entries(values).filter(
      ([id, cell]) => Object.hasOwn(definition, id) && cell != null,
    );
    const checked = place.at('values', () =>
      cells.map(([id, cell]) => [id, place.at(id, () => checkCell(id, cell))]),
    );
    return { orderIndex, values: Object.fromEntries(checked), ...rest };
  };
  const records = place.at('records', () => readRecord(value.records, place, checkRow));
  return { view, definition, records, ...look(value, place) };
}
