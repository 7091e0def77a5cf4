import { writeCsvRow } from '@lectern/std/csv';
import type { TObject } from 'typebox';

/** A column of a table: the names that lead to its value, joined by dots. */
type Column = readonly string[];

interface AnySchema {
  type?: string;
  properties?: Record<string, AnySchema>;
  anyOf?: AnySchema[];
}

/** The columns of rows of a schema: objects in a row are several, lists are one. */
function listColumns({ properties = {} }: AnySchema | TObject, above: Column = []): Column[] {
  return Object.entries(properties as Record<string, AnySchema>).flatMap(([name, schema]) => {
    const column = [...above, name];
    const inner = schema.anyOf?.find(({ type }) => type === 'object') ?? schema;
    return inner.type === 'object' && inner.properties ? listColumns(inner, column) : [column];
  });
}

/** Rows as comma-separated values, with a header also where there is no row. */
export function writeCsv(schema: TObject, rows: readonly object[]): string {
  const columns = listColumns(schema);
  const header = writeCsvRow(columns.map((column) => column.join('.')));
  return header + rows.map((row) => writeCsvRow(columns.map((column) => writeCell(row, column)))).join('');
}

function writeCell(row: object, column: Column): string {
  let value: unknown = row;
  for (const name of column) value = (value as Record<string, unknown> | null | undefined)?.[name];
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const writeNdjson = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
