/** Pictures for the tools of tables, drawn with lines of the color of the text. */
const PATHS = {
  rowAbove: 'M4 14h16v5H4zM12 3v6M9 6h6',
  rowBelow: 'M4 5h16v5H4zM12 15v6M9 18h6',
  columnBefore: 'M14 4v16h5V4zM3 12h6M6 9v6',
  columnAfter: 'M5 4v16h5V4zM15 12h6M18 9v6',
  moveRowUp: 'M12 20V5M6 11l6-6 6 6',
  moveRowDown: 'M12 4v15M6 13l6 6 6-6',
  moveColumnLeft: 'M20 12H5M11 6l-6 6 6 6',
  moveColumnRight: 'M4 12h15M13 6l6 6-6 6',
  mergeCells: 'M4 5h16v14H4zM8 12h3M16 12h-3M9 10l2 2-2 2M15 10l-2 2 2 2',
  splitCell: 'M4 5h16v14H4zM12 5v14',
  tableOptions: 'M4 5h16v14H4zM4 10h16M10 10v9',
  deleteRow: 'M4 9h10v6H4zM17 10l4 4M21 10l-4 4',
  deleteColumn: 'M9 4h6v10H9zM10 17l4 4M14 17l-4 4',
  deleteTable: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
} as const;

export type TableIcon = keyof typeof PATHS;

const NAMESPACE = 'http://www.w3.org/2000/svg';

export function tableIcon(name: TableIcon): SVGElement {
  const svg = document.createElementNS(NAMESPACE, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(NAMESPACE, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
