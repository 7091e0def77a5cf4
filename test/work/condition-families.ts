import type { Family } from './markdown-families.ts';

const each = (n: number, make: (i: number) => string, separator = ''): string =>
  Array.from({ length: n }, (_, i) => make(i)).join(separator);

/** Tags that open and close conditions and frames, in orders in which few of them belong together. */
const tagFamilies: Record<string, (n: number, separator: string) => string> = {
  'closed conditions': (n, separator) => each(n, (i) => `{% if a${i} %}b{% endif %}`, separator),
  'conditions without an end': (n, separator) => each(n, (i) => `{% if a${i} %}b`, separator),
  'ends without a condition': (n, separator) => each(n, () => 'a{% endif %}', separator),
  'else without a condition': (n, separator) => each(n, () => 'a{% else %}', separator),
  'conditions in conditions': (n, separator) =>
    each(n, () => '{% if a %}b', separator) + separator + each(n, () => '{% endif %}', separator),
  'frames in conditions': (n, separator) =>
    each(n, () => '{% if a %}{% box %}b', separator) + separator + each(n, () => '{% endif %}', separator),
  'frames without an end, and ends of conditions': (n, separator) =>
    each(n, () => '{% box %}b', separator) + separator + each(n, () => '{% endif %}', separator),
  'conditions without an end, and ends of frames': (n, separator) =>
    each(n, () => '{% if a %}b', separator) + separator + each(n, () => '{% endbox %}', separator),
  'conditions of many names': (n, separator) =>
    each(n, (i) => `{% if${i} a %}b`, separator) + separator + each(n, (i) => `{% endif${i} %}`, separator),
  'openings of tags': (n, separator) => each(n, () => '{% if a', separator),
  'tags of other languages': (n, separator) => each(n, () => '{{#if a}}b{{/if}}', separator),
  'openings of tags of other languages': (n, separator) => each(n, () => '{{#if a', separator),
  'tags with braces': (n, separator) => each(n, () => '<% if (a) { %>b<% } %>', separator),
  'openings of tags with signs': (n, separator) => each(n, () => '<% a', separator),
  'choices without an end': (n, separator) => each(n, () => '{{ visitor.a ? "', separator),
  'elements with a condition': (n, separator) => each(n, () => '<b if="a">c</b>', separator),
  'elements with a condition and no end': (n, separator) => each(n, () => '<b if="a">c', separator),
  'ends of elements': (n, separator) => `<b if="a">${separator}${each(n, () => '</i>', separator)}`,
  'quotations without an end': (n, separator) => each(n, () => '{% raw %}{% if a %}b', separator),
};

const placed = (place: (n: number, tags: (n: number, separator: string) => string) => string) =>
  Object.fromEntries(
    Object.entries(tagFamilies).map(([name, tags]): [string, Family] => [name, (n) => place(n, tags)]),
  );

const named = (place: string, families: Record<string, Family>): Record<string, Family> =>
  Object.fromEntries(Object.entries(families).map(([name, family]) => [`${name} ${place}`, family]));

/** Pages with many tags of conditions, in each place where they can stand. */
export const conditionFamilies: Record<string, Family> = {
  ...named(
    'in a line',
    placed((n, tags) => `${tags(n, ' ')}\n`),
  ),
  ...named(
    'in paragraphs',
    placed((n, tags) => `${tags(n, '\n\n')}\n`),
  ),
  ...named(
    'in items',
    placed((n, tags) => `* ${tags(n, '\n* ')}\n`),
  ),
  ...named(
    'in rows',
    placed((n, tags) => `|a|\n|-|\n|${tags(n, '|\n|')}|\n`),
  ),
  ...named(
    'in cells of one row',
    placed((n, tags) => {
      const cells = tags(n, '|');
      return `|${'a|'.repeat(cells.split('|').length)}\n|${'-|'.repeat(cells.split('|').length)}\n|${cells}|\n`;
    }),
  ),
};

/** The same in the front matter of a page. */
export const conditionFrontMatters: Record<string, Family> = {
  'tags in a text': placed((n, tags) => `description: '${tags(n, ' ')}'`)[
    'conditions in conditions'
  ] as Family,
  'tags in texts': (n) => each(n, (i) => `a${i}: '{% if a %}'\n`),
  'tags in a list': (n) => `a:\n${each(n, () => '  - "{% endif %}"\n')}`,
  'keys of conditions': (n) => each(n, (i) => `if${' '.repeat(i % 3)}: a${i}\n`),
  'keys of conditions at depth': (n) => each(n, (i) => `a${i}:\n  if: b\n`),
  'keys of conditions in braces': (n) => `a: {${each(n, () => 'if: a,')}}`,
};

/** The same in a table of contents: on lines of their own, beside links, in their texts and in headings. */
export const conditionSummaries: Record<string, Family> = {
  ...named(
    'on lines',
    placed((n, tags) => `${tags(n, '\n* [a](a.md)\n')}\n`),
  ),
  ...named(
    'beside links',
    placed((n, tags) => `* [a](a.md) ${tags(n, '\n* [a](a.md) ')}\n`),
  ),
  ...named(
    'in the texts of links',
    placed((n, tags) => `* [a ${tags(n, '](a.md)\n* [a ')}](a.md)\n`),
  ),
  ...named(
    'in headings',
    placed((n, tags) => `## ${tags(n, '\n\n* [a](a.md)\n\n## ')}\n`),
  ),
  'attributes beside links': (n) => each(n, () => '* [a](a.md){if="a"}', '\n'),
  'a long text beside a link': (n) => `* [a](a.md) ${'if-'.repeat(n)}`,
  'backticks beside a link': (n) => `* [a](a.md) ${each(n, (i) => '`'.repeat((i % 7) + 1), ' a ')}{% if a %}`,
};
