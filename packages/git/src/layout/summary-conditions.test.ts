import { parseExpression } from '@lectern/expressions/parse-expression';
import { expect, test } from 'vitest';
import { SPELLINGS } from '../../../markdown/test/condition-spellings.ts';
import { parseSummary, type SummaryEntry, type SummaryGroup } from './summary-lines.ts';

const EXPRESSION = 'visitor.claims.beta';

/** The tags around the entries of secret pages, whose names begin with `s`. */
const PLACES: Record<string, (opening: string, closing: string) => string> = {
  'lines around entries': (opening, closing) => `${opening}\n* [s1](s1.md)\n* [s2](s2.md)\n${closing}`,
  'lines around children': (opening, closing) =>
    `* [p](p.md)\n  ${opening}\n  * [s1](s1.md)\n    * [s2](s2.md)\n  ${closing}`,
  'blank lines around entries': (opening, closing) => `${opening}\n\n* [s1](s1.md)\n\n${closing}\n`,
  'an entry': (opening, closing) => `* ${opening}[s1](s1.md)${closing}\n  * [s2](s2.md)`,
  'the end of an entry': (opening, closing) => `* [s1](s1.md) ${opening}${closing}\n  * [s2](s2.md)`,
  'two entries': (opening, closing) => `* [s1](s1.md) ${opening}\n* [s2](s2.md)\n* [s3](s3.md) ${closing}`,
  'the texts of two links': (opening, closing) =>
    `* [s1 ${opening}](s1.md)\n* [s2](s2.md)\n* [s3 ${closing}](s3.md)`,
  'entries of tags': (opening, closing) => `* ${opening}\n* [s1](s1.md)\n* ${closing}`,
  'a link without text': (opening, closing) => `${opening}\n* https://example.com/s1\n${closing}`,
  'a heading': (opening, closing) => `## ${opening}s0${closing}\n\n* [s1](s1.md)`,
  'an underlined heading': (opening, closing) => `s0 ${opening}x${closing}\n---\n\n* [s1](s1.md)`,
  'lines around a group': (opening, closing) => `${opening}\n## s0\n\n* [s1](s1.md)\n${closing}`,
  'a computed entry': (opening, closing) =>
    `${opening}\n* \`\`\`yaml\n  type: builtin:openapi\n  title: s1\n  \`\`\`\n${closing}`,
};

/** The names of all entries and groups, with those of their children, that a condition hides, and of the others. */
function readNames(text: string): { hidden: string[]; shown: string[] } {
  const names: { hidden: string[]; shown: string[] } = { hidden: [], shown: [] };
  const read = (parts: readonly (SummaryEntry | SummaryGroup)[]): void => {
    for (const part of parts) {
      const name =
        'entries' in part ? part.title : 'title' in part.content ? part.content.title : part.content.source;
      (part.condition === undefined ? names.shown : names.hidden).push(/\bs\d/.exec(name)?.[0] ?? name);
      if (part.condition !== undefined) expect(parseExpression(part.condition).expression).toBeUndefined();
      read('entries' in part ? part.entries : part.children);
    }
  };
  read(parseSummary(text).parts);
  return names;
}

test('a condition in any spelling and any place hides the pages that it may apply to, and is reported', () => {
  const wrong = Object.entries(PLACES).flatMap(([place, write]) =>
    SPELLINGS.filter(({ isValue }) => !isValue).flatMap(({ name, tags }) => {
      const text = `# Table of contents\n\n* [first](README.md)\n${write(...tags(EXPRESSION))}\n`;
      const { hidden, shown } = readNames(text);
      const isReported = parseSummary(text).problems.some(({ message }) =>
        message.startsWith('A condition is invalid'),
      );
      // A tag in the text of a single link is part of the title of the page, which hides it.
      const isTitle = place === 'the texts of two links' && tags('').includes('');
      const isHidden = hidden.length > 0 && !shown.some((one) => one.startsWith('s'));
      return isTitle || (isHidden && isReported) ? [] : [`${name} in ${place}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('a condition with both of its tags hides nothing else', () => {
  for (const [place, write] of Object.entries(PLACES)) {
    const [opening, closing] = ['{% if visitor.claims.beta %}', '{% endif %}'];
    const text = `* [first](README.md)\n${write(opening, closing)}\n---\n* [last](last.md)\n`;
    expect(readNames(text).shown, place).toEqual(expect.arrayContaining(['first', 'last']));
  }
});

test.each([
  '* [s1](s1.md){if="visitor.claims.beta"}',
  '* [s1](s1.md) {: if="visitor.claims.beta" }',
  '* [s1](s1.md) if: visitor.claims.beta\n  * [s2](s2.md)',
  '* [s1](s1.md) <!-- if visitor.claims.beta -->',
  '* [s1](s1.md) <br if="visitor.claims.beta" />',
  '* <a if="visitor.claims.beta">[s1](s1.md)</a>',
])('an entry with a condition without tags is hidden: %s', (entry) => {
  const text = `* [first](README.md)\n${entry}\n* [last](last.md)\n`;
  const { hidden, shown } = readNames(text);
  expect(shown).toEqual(['first', 'last']);
  expect(hidden[0]).toBe('s1');
  expect(parseSummary(text).problems[0]?.message).toContain('A condition is invalid');
});

test('a condition in the front matter of the table of contents hides all of its pages', () => {
  for (const front of ['if: visitor.claims.beta', 'If: x', 'description: "{% if x %}"'])
    expect(readNames(`---\n${front}\n---\n\n* [s1](s1.md)\n`)).toEqual({ hidden: ['s1'], shown: [] });
});

test('what quotes a condition hides nothing', () => {
  const entries = [
    '* [The `{% if %}` tag](a.md)',
    '* [The \\{% if %} tag](b.md)',
    '* [The {% if %} tag](c.md)',
    '* ```yaml\n  type: a\n  title: "{% if %}"\n  ```',
    '<!--\n{% if x %}\n* [d](d.md)\n{% endif %}\n-->',
    '* [What if: a story](e.md)',
    '* [last](f.md "The label")',
  ];
  expect(readNames(entries.join('\n')).hidden).toEqual([]);
});
