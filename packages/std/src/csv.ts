/** Comma-separated values (RFC 4180), one row after the other. */

export interface CsvRow {
  /** The line in which the row begins, from 1. */
  line: number;
  values: string[];
  /** Whether a quote was not closed, text follows a closing one, or a quoted value is too long. */
  isBroken: boolean;
}

/** The length of a quoted value in characters. */
const MAX_VALUE_LENGTH = 100_000;

/**
 * Reads rows; quoted values may contain commas, line breaks and doubled quotes. Values beyond `maxColumns` are left
 * out. Broken rows are read as well as possible.
 */
export function* readCsvRows(text: string, maxColumns: number): Generator<CsvRow> {
  let position = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  let row: CsvRow = { line, values: [], isBroken: false };
  while (position < text.length) {
    const { value, end, isBroken } =
      text[position] === '"' ? readQuoted(text, position) : readBare(text, position);
    if (row.values.length < maxColumns) row.values.push(value);
    row.isBroken ||= isBroken;
    line += countBreaks(value);
    position = end;
    if (text[position] === ',') {
      position += 1;
      if (position === text.length && row.values.length < maxColumns) row.values.push('');
      continue;
    }
    if (text[position] === '\r') position += 1;
    if (text[position] === '\n') position += 1;
    line += 1;
    yield row;
    row = { line, values: [], isBroken: false };
  }
  if (row.values.length > 0) yield row;
}

interface ReadValue {
  value: string;
  end: number;
  isBroken: boolean;
}

function readQuoted(text: string, start: number): ReadValue {
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"' && close - start <= MAX_VALUE_LENGTH)
    close = text.indexOf('"', close + 2);
  if (close - start > MAX_VALUE_LENGTH) return { value: '', end: text.length, isBroken: true };
  const value = text.slice(start + 1, close < 0 ? text.length : close).replaceAll('""', '"');
  if (close < 0) return { value, end: text.length, isBroken: true };
  const end = endOfBare(text, close + 1);
  return { value, end, isBroken: end !== close + 1 };
}

function readBare(text: string, start: number): ReadValue {
  const end = endOfBare(text, start);
  return { value: text.slice(start, end), end, isBroken: false };
}

const BARE_END = /[,\r\n]/g;

function endOfBare(text: string, from: number): number {
  BARE_END.lastIndex = from;
  return BARE_END.exec(text)?.index ?? text.length;
}

function countBreaks(value: string): number {
  let count = 0;
  for (let at = value.indexOf('\n'); at !== -1; at = value.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Matches values that spreadsheets treat as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/** Writes a row. A value that a spreadsheet would calculate gets an apostrophe, which spreadsheets read as “text”. */
export const writeCsvRow = (values: readonly string[]): string => `${values.map(writeValue).join(',')}\r\n`;

function writeValue(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the value as it was before `writeCsvRow`. */
export const readCsvValue = (value: string): string =>
  value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value;
