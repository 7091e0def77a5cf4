/** Comma-separated values (RFC 4180), one row after the other. */

export interface CsvRow {
  /** The line in which the row begins, from 1. */
  line: number;
  values: string[];
  /** Whether a quote was not closed, or text follows a closing one. */
  isBroken: boolean;
}

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
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close < 0) return { value: parts.join('') + text.slice(from), end: text.length, isBroken: true };
    parts.push(text.slice(from, close));
    if (text[close + 1] !== '"') {
      const end = endOfBare(text, close + 1);
      return { value: parts.join(''), end, isBroken: end !== close + 1 };
    }
    parts.push('"');
    from = close + 2;
  }
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
