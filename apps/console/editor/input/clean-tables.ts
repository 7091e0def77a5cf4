/** Normalizes a pasted table: one header row without merged cells. */
export function cleanTable(table: HTMLTableElement): void {
  const rows = [...table.rows].filter((row) => row.closest('table') === table);
  const [head, ...body] = rows;
  if (!head) return;
  splitTitles(head, body);
  for (const cell of [...head.cells]) rename(cell, 'th');
  for (const row of body) for (const cell of [...row.cells]) if (cell.tagName === 'TH') rename(cell, 'td');
  for (const cell of head.cells) flatten(cell);
  // Rows that a filter hides are kept. Rows without cells are removed.
  for (const row of rows) if (row.cells.length === 0) row.remove();
  table.querySelector('caption')?.remove();
}

/** A title over several columns is that of the first one; a title over several rows is that of its column. */
function splitTitles(head: HTMLTableRowElement, body: readonly HTMLTableRowElement[]): void {
  let column = 0;
  for (const cell of [...head.cells]) {
    const { colSpan, rowSpan } = cell;
    for (let more = 1; more < colSpan; more++) cell.after(head.ownerDocument.createElement('th'));
    cell.removeAttribute('colspan');
    cell.removeAttribute('rowspan');
    for (let below = 1; below < rowSpan; below++) {
      const row = body[below - 1];
      for (let more = 0; more < colSpan; more++) insertAt(row, column + more);
    }
    column += colSpan;
  }
}

/** Adds an empty cell where a column begins in a row. */
function insertAt(row: HTMLTableRowElement | undefined, column: number): void {
  if (!row) return;
  const made = row.ownerDocument.createElement('td');
  let at = 0;
  for (const cell of row.cells) {
    if (at >= column) {
      cell.before(made);
      return;
    }
    at += cell.colSpan;
  }
  row.append(made);
}

function rename(cell: HTMLTableCellElement, name: 'td' | 'th'): void {
  if (cell.tagName.toLowerCase() === name) return;
  const made = cell.ownerDocument.createElement(name);
  for (const { name: attribute, value } of cell.attributes) made.setAttribute(attribute, value);
  made.append(...cell.childNodes);
  cell.replaceWith(made);
}

/** A title is one line of text. */
function flatten(cell: HTMLTableCellElement): void {
  const parts = [...cell.children].filter(({ tagName }) => /^(?:P|DIV|LI|UL|OL|H\d)$/.test(tagName));
  const text =
    (parts.length > 1 ? parts.map(({ textContent }) => textContent).join(' ') : cell.textContent) ?? '';
  cell.textContent = text.replace(/\s+/g, ' ').trim();
}
