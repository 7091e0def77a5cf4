const TAB_STOP = 4;

/** The column at which the text of a line begins, with tab stops as in Markdown. */
export function indentOf(line: string): number {
  let column = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === ' ') column++;
    else if (line[i] === '\t') column += TAB_STOP - (column % TAB_STOP);
    else break;
  }
  return column;
}

/** Removes indentation up to a column; the rest of a tab that reaches beyond it becomes blanks. */
export function dropColumns(line: string, columns: number): string {
  let column = 0;
  let i = 0;
  while (column < columns && (line[i] === ' ' || line[i] === '\t')) {
    column += line[i] === '\t' ? TAB_STOP - (column % TAB_STOP) : 1;
    i++;
  }
  return ' '.repeat(Math.max(0, column - columns)) + line.slice(i);
}
