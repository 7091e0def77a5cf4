import { writeCsvRow } from '@lectern/std/csv';

/** Rows as a file that spreadsheets open, with a mark by which they know its encoding. */
export function saveRows(name: string, rows: readonly (readonly string[])[]): void {
  const text = `\ufeff${rows.map((row) => writeCsvRow(row)).join('')}`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Browsers read the file only after the click. */
const KEPT_MS = 10_000;
