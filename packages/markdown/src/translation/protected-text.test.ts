import { expect, test } from 'vitest';
import { splitLine, splitProtected } from './protected-text.ts';

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
  ["{n, plural, one {a '}' b} other {# '#'}}", "[{n, plural, one {]a ['}'] b[} other {#] ['#'}}]"],
  ['{0,choice,0#none|1#one|1<{0} files} left', '[{0,choice,0#none|1#one|1<{0} files}] left'],
  ["l'{n, plural, one {l'{x} a} other {l'# b}}", "l'[{n, plural, one {]l'[{x}] a[} other {]l'[#] b[}}]"],
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

test.each([
  // ICU
  ['{0}', '{ name }', '{user.name}', '{n, number}', '{n, number, percent}', '{n, number, #,##0.00}'],
  ['{n, number, ::currency/EUR compact-short}', '{n, number, ::.00}', '{n, number, ::scale/100 +!}'],
  ['{d, date, ::yyyyMMMd}', "{d, date, yyyy-MM-dd'T'HH:mm}", '{t, time, short}', '{n, spellout}'],
  ["'{'", "'}'", "'{}'"],
  // Vue, Angular, Svelte, Handlebars, i18next
  ['{{name}}', '{{ name }}', '{{{html}}}', '{{- name}}', '{{value, number(minimumFractionDigits: 2)}}'],
  ["{{ price | currency:'EUR' }}", '{{#if x}}', "{'@'}", "{'{'}", '{items.length + 1}', '{user?.name}'],
  ['$t(button.save)', '$t(common:items, {"count": 3})', '@:common.hello', '@.lower:site', '@:(the.name)'],
  // Fluent
  ['{ $user }', '{ -brand }', '{ NUMBER($n, minimumFractionDigits: 2) }', '{ "literal" }'],
  // JavaScript, Ruby, Python, C, Go, Objective-C, PHP
  [`\${name}`, `\${a + b}`, '#{name}', '%{name}', '%<name>s', '%<price>.2f', '%(name)s', '%(n)03d'],
  [
    '%s',
    '%d',
    '%1$s',
    '%-10s',
    '%05.1f',
    '%.2f',
    '%ld',
    '%lld',
    '%zu',
    '%x',
    '%#x',
    '%*d',
    '%.*f',
    '%@',
    '%1$@',
  ],
  ['%v', '%+v', '%%', '%name%', '%USERPROFILE%'],
  // Templates
  ['{% if x %}', '{# note #}'],
])('protects %s, %s, …', (...placeholders) => {
  for (const placeholder of placeholders)
    for (const text of [`A ${placeholder} b`, `${placeholder}, “${placeholder}” (${placeholder}).`])
      expect(show(text)).toBe(text.replaceAll(placeholder, (found) => `[${found}]`));
});

test.each([
  'Saves 20% of time, 5%–10% more, and 100% sure',
  '20% discount, 50%ige Säure, das %-Zeichen',
  'a@b, it’s {}, at 10:30: now, “@:” and $5',
  "the user's name, '90s music, and don't",
])('leaves the words of %j', (text) => {
  expect(show(text)).toBe(text);
});

test('finds a message whose forms have markup, and cuts its syntax where the markup ends', () => {
  const pieces = splitLine([
    'Has {n, plural, one {',
    '# file',
    '} other {',
    '# files}',
    '}',
    '\ufffc',
    ' {name}',
  ]);
  expect(
    pieces.map((all) => all.map((piece) => (piece.isProtected ? `[${piece.text}]` : piece.text)).join('')),
  ).toEqual([
    'Has [{n, plural, one {]',
    '[#] file',
    '[} other {]',
    '[#] files[}]',
    '[}]',
    '\ufffc',
    ' [{name}]',
  ]);
  expect(pieces.flat().filter(({ isMessage }) => isMessage)).toHaveLength(4);
  expect(splitLine([])).toEqual([]);
});

test('what is not closed keeps its words, and what is too deep is not translated', () => {
  const open = '{n, plural, one {a '.repeat(1000);
  expect(splitProtected(open)).toEqual([{ text: open, isProtected: false }]);
  const deep = `${'{n, plural, other {'.repeat(6)}word${'}}'.repeat(6)}`;
  const words = splitProtected(deep).filter(({ isProtected }) => !isProtected);
  expect(words).toEqual([]);
});
