/** More rows are left out of a table that people read. */
export const MAX_ROWS = 5000;
const MAX_COLUMNS = 200;

/** Reads rows of comma-separated values; quotes may hold commas, line breaks and doubled quotes. */
export function readCsv(text: string): { rows: string[][]; isCut: boolean } {
  const rows: string[][] = [];
  let row: string[] = [];
  let position = text.startsWith('\uFEFF') ? 1 : 0;
  while (position < text.length) {
    if (rows.length > MAX_ROWS) return { rows, isCut: true };
    const { value, end } = text[position] === '"' ? readQuoted(text, position) : readBare(text, position);
    if (row.length < MAX_COLUMNS) row.push(value);
    position = end;
    if (text[position] === ',') {
      position++;
      continue;
    }
    if (text[position] === '\r') position++;
    if (text[position] === '\n') position++;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return { rows, isCut: false };
}

function readQuoted(text: string, start: number): { value: string; end: number } {
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close < 0) return { value: parts.join('') + text.slice(from), end: text.length };
    parts.push(text.slice(from, close));
    if (text[close + 1] !== '"') return { value: parts.join(''), end: endOfBare(text, close + 1) };
    parts.push('"');
    from = close + 2;
  }
}

function readBare(text: string, start: number): { value: string; end: number } {
  const end = endOfBare(text, start);
  return { value: text.slice(start, end), end };
}

const BARE_END = /[,\r\n]/g;

function endOfBare(text: string, from: number): number {
  BARE_END.lastIndex = from;
  return BARE_END.exec(text)?.index ?? text.length;
}
