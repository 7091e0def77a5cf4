import type { Outcomes } from '@lectern/markdown/evaluate-document';
import { evaluateForVisitors, evaluateMarkdown } from '@lectern/markdown/evaluate-markdown';

const condition = (expression: string, content: string): string =>
  `{% if ${expression} %}\n${content}\n{% endif %}\n`;
const shown = (expression: string): string => `<code class="expression">${expression}</code>`;
const each = (n: number, make: (index: number) => string): string =>
  Array.from({ length: n }, (_, index) => make(index)).join('\n');

/** Pages with many conditions and expressions. */
export const adaptiveFamilies: Record<string, (n: number) => string> = {
  'nested conditions': (n) => `${'{% if yes %}\n'.repeat(n)}a\n${'{% endif %}\n'.repeat(n)}`,
  'nested conditions of which every other holds': (n) =>
    `${each(n, (i) => `{% if ${i % 2 ? 'yes' : 'later'} %}`)}\na\n${'{% endif %}\n'.repeat(n)}`,
  'nested conditions in one line': (n) => `${'{% if yes %}'.repeat(n)}a${'{% endif %}'.repeat(n)}`,
  'nested conditions in paragraphs': (n) =>
    `${'{% if yes %}\n\n'.repeat(n)}a\n\n${'{% endif %}\n\n'.repeat(n)}`,
  'tags without ends and ends without tags': (n) =>
    `b {% unless a %}${'{% a %} '.repeat(n)}${'{% b %} '.repeat(n)}${'{% enda %} '.repeat(n)}${'{% endc %} '.repeat(n)}\n`,
  'conditions without ends': (n) => 'a {% if yes %} b\n\n'.repeat(n),
  'conditions that hold': (n) => each(n, (i) => condition('yes', `a${i}`)),
  'conditions that do not hold': (n) => each(n, (i) => condition('no', `a${i}`)),
  'conditions without blank lines': (n) => `${'a\n{% if yes %}\nb\n{% endif %}\n'.repeat(n)}`,
  'conditions between lists': (n) => each(n, (i) => `* a${i}\n\n${condition('no', 'x')}`),
  'conditions in one list': (n) => each(n, (i) => `* {% if yes %}\n  a${i}\n  {% endif %}`),
  'conditions around tabs': (n) =>
    `{% tabs %}\n${each(n, (i) => condition(i % 2 ? 'yes' : 'no', '{% tab title="a" %}\na\n{% endtab %}'))}{% endtabs %}\n`,
  'expressions in one line': (n) => `${shown('yes')} `.repeat(n),
  'expressions between marks': (n) => `a**${shown('odd')}**`.repeat(n),
  'expressions without a value': (n) => each(n, () => `${shown('absent')} a\n`),
  'footnotes of hidden text': (n) => each(n, (i) => `${condition('no', `a[^${i}]`)}\n[^${i}]: b\n`),
  'definitions of hidden text': (n) => each(n, (i) => `${condition('no', `[a][${i}]`)}\n[${i}]: b.md\n`),
  'links to hidden pages': (n) => each(n, (i) => `[a](hidden-${i}.md) [hidden.md](hidden.md "mention")\n`),
};

const OUTCOMES: Outcomes = new Map([
  ['yes', { holds: true, text: 'yes' }],
  ['no', { holds: false, text: '' }],
  ['later', { holds: true, text: '', stays: 'everywhere' }],
  ['odd', { holds: true, text: '*odd*' }],
]);

export const handleAdaptive = (source: string): unknown => [
  evaluateMarkdown(source, OUTCOMES),
  evaluateForVisitors(source, OUTCOMES, {
    isHidden: (raw) => raw.startsWith('hidden'),
    mask: 'broken-reference',
  }),
];
