import { readCsvRows } from '@lectern/std/csv';

/** More rows are left out of a table that people read. */
export const MAX_ROWS = 5000;
const MAX_COLUMNS = 200;

/** Reads the rows of a table. */
export function readCsv(text: string): { rows: string[][]; isCut: boolean } {
  const rows: string[][] = [];
  for (const { values } of readCsvRows(text, MAX_COLUMNS)) {
    if (rows.length > MAX_ROWS) return { rows, isCut: true };
    rows.push(values);
  }
  return { rows, isCut: false };
}
