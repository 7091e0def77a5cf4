import type { Family } from './markdown-families.ts';

const each = (n: number, make: (i: number) => string, separator = ''): string =>
  Array.from({ length: n }, (_, i) => make(i)).join(separator);

const pipes = (cells: number, cell = 'a'): string => `|${`${cell}|`.repeat(cells)}\n`;
const html = (attributes: string, head: string, body: string): string =>
  `<table${attributes}><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>\n`;
const rowOf = (cells: number, cell: string): string => `<tr>${cell.repeat(cells)}</tr>`;

/** Pages of tables in each syntax, and of links by reference: few characters of them are much of a document. */
export const tableFamilies: Record<string, Family> = {
  'a wide pipe table': (n) => pipes(n) + pipes(n, '-') + pipes(n),
  'a long pipe table': (n) => pipes(2) + pipes(2, '-') + pipes(2).repeat(n),
  'a long pipe table of equal columns': (n) => pipes(20) + pipes(20, '-') + pipes(20).repeat(n),
  'a pipe table of empty cells': (n) => pipes(8) + pipes(8, '-') + pipes(8, '').repeat(n),
  'a pipe table of short rows': (n) => pipes(2) + pipes(2, '-') + 'a\n'.repeat(n),
  'a pipe table of marks': (n) => pipes(2, '**a**') + pipes(2, '-') + pipes(2, '*a* `b`').repeat(n),
  'a pipe table of links': (n) => pipes(2) + pipes(2, '-') + pipes(2, '[a](b.md)').repeat(n),
  'many pipe tables': (n) => `${pipes(1) + pipes(1, '-') + pipes(1)}\n`.repeat(n),
  'pipe tables in a list': (n) => '* |a|\n  |-|\n  |b|\n'.repeat(n),
  'pipe tables in hints': (n) =>
    `{% hint style="info" %}\n${pipes(1)}${pipes(1, '-')}{% endhint %}\n\n`.repeat(n),
  'a wide HTML table': (n) => html('', '<th>a</th>'.repeat(n), rowOf(n, '<td>a</td>')),
  'a long HTML table': (n) => html('', '<th>a</th>'.repeat(2), rowOf(2, '<td>a</td>').repeat(n)),
  'an HTML table of typed columns': (n) =>
    html('', '<th data-type="checkbox"></th>', rowOf(1, '<td>true</td>').repeat(n)),
  'an HTML table of hidden columns': (n) =>
    html('', '<th data-hidden>a</th>'.repeat(n), rowOf(n, '<td>a</td>')),
  cards: (n) =>
    html(
      ' data-view="cards"',
      '<th></th><th data-card-target data-type="content-ref"></th>',
      '<tr><td>a</td><td><a href="b.md">b</a></td></tr>'.repeat(n),
    ),
  'references in full': (n) => `[a]: /b\n\n${'[x][a] '.repeat(n)}`,
  'collapsed references': (n) => `[a]: /b\n\n${'[a][] '.repeat(n)}`,
  'shortcut references': (n) => `[a]: /b\n\n${'[a] '.repeat(n)}`,
  'references of their own paragraphs': (n) => `[a]: /b\n\n${'[x][a]\n\n'.repeat(n)}`,
  'references to different definitions': (n) =>
    `${each(n, (i) => `[x][a${i}] `)}\n\n${each(n, (i) => `[a${i}]: /b${i}\n`)}`,
  'references without a definition': (n) => `[a]: /b\n\n${'[x][b] '.repeat(n)}`,
  'references of images': (n) => `[a]: /b\n\n${'![x][a] '.repeat(n)}`,
  'one definition over and over': (n) => '[a]: /b\n'.repeat(n),
  'definitions apart': (n) => each(n, (i) => `a\n\n[a${i}]: /b\n\n`),
  'definitions of definitions': (n) => each(n, (i) => `[a${i}]: [a${i + 1}]\n`),
  'definitions with titles over lines': (n) => each(n, (i) => `[a${i}]:\n  /b\n  "c"\n`),
};
