import { expect, test } from 'vitest';
import { splitProtected } from './protected-text.ts';

/** The pieces with brackets around those that are protected. */
const show = (text: string): string =>
  splitProtected(text)
    .map((piece) => (piece.isProtected ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  [
    'You have {count, plural, one {# file} other {# files}}.',
    'You have [{count, plural, one {#] file[} other {#] files[}}].',
  ],
  [
    '{n, plural, offset:1 =0 {Nobody} one {You} other {You and # others}}',
    '[{n, plural, offset:1 =0 {]Nobody[} one {]You[} other {]You and [#] others[}}]',
  ],
  [
    '{who, select, her {She has {n, plural, one {one car} other {# cars}}} other {They}} now',
    '[{who, select, her {]She has [{n, plural, one {]one car[} other {#] cars[}}} other {]They[}}] now',
  ],
  [
    '{pos, selectordinal, one {#st} other {#th}} place',
    '[{pos, selectordinal, one {#]st[} other {#]th[}}] place',
  ],
  ['Hi {name}, %s and {x} at {day, date, long} #1', 'Hi [{name}], [%s] and [{x}] at [{day, date, long}] #1'],
  ['A # outside {n, plural, other {{name} has #}}', 'A # outside [{n, plural, other {{name}] has [#}}]'],
  // Not messages.
  ['{n, plural, one {a', '{n, plural, one {a'],
  ['{n, plural, }', '[{n, plural, }]'],
  ['{n, plural, one {a} b}', '{n, plural, one [{a}] b}'],
  ['', ''],
])('%j is %j', (text, shown) => {
  expect(show(text)).toBe(shown);
  expect(
    splitProtected(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

test('what is not closed, or too deep, keeps its words', () => {
  const open = '{n, plural, one {a '.repeat(1000);
  expect(splitProtected(open)).toEqual([{ text: open, isProtected: false }]);
  const deep = `${'{n, plural, other {'.repeat(6)}word${'}}'.repeat(6)}`;
  const words = splitProtected(deep).filter(({ isProtected }) => !isProtected);
  expect(words.map(({ text }) => text)).toEqual(['{n, plural, other {{n, plural, other ', '}}}']);
});
