import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../parse-markdown.ts';
import { readMachineText } from './machine-text.ts';
import { translatePage } from './translate-page.ts';

const UNIT = 'Open <g id="1">the page</g> or <x id="2"/>, then wait &amp; see.';
const translated = (more: string): string =>
  `Ouvrez <g id="1">la page</g> ou <x id="2"/>, puis attendez${more}`;
const read = (response: string, unit = UNIT) => readMachineText(unit, response);

const ADDITIONS = [
  '[here](https://evil.example/)',
  '[here](/page)',
  '[here][1]',
  '[1]: /page',
  '![](x.png)',
  '![a]: b',
  'https://evil.example',
  'HTTPS://EVIL.EXAMPLE/x',
  'ftp://evil.example/',
  '//evil.example/x.js',
  'www.evil.example',
  'evil.com',
  'login.evil-site.co.app/x',
  'mailto:eve@evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'eve@evil.example',
  '{{ visitor.claims.email }}',
  '{{x}}',
  '{% if visitor %}',
  '{%- endif -%}',
  '{# note #}',
  '%}',
  '&lt;b&gt;bold&lt;/b&gt;',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&lt;img src=x onerror=y&gt;',
  '&lt;!-- hidden --&gt;',
  '&lt;?xml ?&gt;',
  '&lt;https://evil.example&gt;',
  '&#60;b&#62;',
  '&amp;lt;b&amp;gt;',
  '&amp;#60;b',
  '&#xd800;',
  '[^1]',
  '{name}',
  '%s',
  ':skull:',
  '{&#x7b; x }&#125;',
  '<g id="1">twice</g>',
  '<b>bold</b>',
];

describe('a translation by a machine is refused', () => {
  test.each(ADDITIONS)('if it adds %s, wherever that is', (addition) => {
    expect(read(translated(''))).toEqual({ translation: translated('') });
    for (const response of [
      translated(` ${addition}`),
      translated(`\n${addition}`),
      `${addition} ${translated('')}`,
      translated('').replace('la page', `la ${addition} page`),
    ])
      expect(read(response), response).toHaveProperty('fault');
  });

  test('if letters that are not seen hide what it adds', () => {
    for (const hider of ['\u200b', '\u00ad', '\u2060', '\ufeff', '\u0000', '\u{e0041}'])
      for (const addition of ['{% if x %}', 'https://evil.example', 'www.evil.example'])
        expect(read(translated(` ${[...addition].join(hider)}`))).toHaveProperty('fault');
  });

  test('if it is much longer than its source', () => {
    expect(read(translated(' attendez'.repeat(100)))).toEqual({
      fault: 'The translation is much longer than its source.',
    });
    const long = 'words '.repeat(10_000).trim();
    expect(read(`${long} ${'mots '.repeat(5000)}`, long)).toHaveProperty('fault');
    expect(read('mots '.repeat(12_000), long)).toHaveProperty('translation');
    expect(
      read('Diese Seite beschreibt, wie der Dienst installiert und betrieben wird.', '安装与运维'),
    ).toHaveProperty('translation');
  });
});

describe('a translation by a machine may have', () => {
  test.each([
    [
      'what its source has',
      'Write &lt;b&gt; or {{ and [a] (b) at node.js.org',
      'Écrivez &lt;b&gt; ou {{ et [a] (b) sur node.js.org',
    ],
    [
      'signs of its language',
      'Wait: 50 percent (or more)',
      'Attendez : 50 % de plus (ou « davantage ») — z.B. d.h. …',
    ],
    ['names with a dot', 'Use the runtime', 'Node.js und die Datei package.json verwenden'],
    ['colons', 'The file and the data', 'Datei: x, Daten: y, data: z'],
  ])('%s', (_name, unit, translation) => {
    expect(read(translation, unit)).toEqual({ translation });
  });
});

describe('a translation by a machine is cleaned', () => {
  test.each([
    ['overrides of the direction', 'Bon\u202ejour\u202d \u2066le\u2069 monde', 'Bonjour le monde'],
    ['overrides that are written as entities', 'Bon&#8238;jour&#x202E; le monde', 'Bonjour le monde'],
    ['characters without width', 'B\u200bon\u2060jo\ufeffur l\u00ade\u034f mo\u200cnde', 'Bonjour le monde'],
    ['control characters', 'Bon\u0000jour\u0007\u001b le\u009b monde', 'Bonjour le monde'],
    ['halves of characters', 'Bon\ud800jour le\udc00 monde', 'Bonjour le monde'],
    ['letters of tags', 'Bonjour\u{e0069}\u{e0067} le monde', 'Bonjour le monde'],
    ['line breaks', 'Bonjour\nle\r\u2028monde', 'Bonjour le  monde'],
    ['space before it', '    Bonjour le monde', 'Bonjour le monde'],
  ])('of %s', (_name, response, translation) => {
    expect(read(response, 'Good day, world')).toEqual({ translation });
  });

  test('but not of what joins letters and pictures, or marks their direction, in languages that need it', () => {
    for (const text of ['می\u200cخواهم', 'क्\u200dष', '👩\u200d💻 Bonjour', 'שלום\u200f! abc\u200e'])
      expect(read(text, 'Good day')).toEqual({ translation: text });
  });
});

test('whatever a machine adds, the structure of the page is that of its source', () => {
  const source = {
    title: 'Good title',
    source:
      '---\ndescription: Some words\n---\n\n# Good title\n\nGood words.\n\n* Good item\n\n| Good cell | B |\n| --- | --- |\n| Good words | c |\n\n## Good heading\n',
  };
  const blank = {
    before: undefined,
    source,
    translation: undefined,
    terms: [],
    tone: 'default',
    retries: true,
  };
  const skeleton = (markdown: string): string =>
    JSON.stringify(parseMarkdown(markdown).document, (name, value) =>
      name === 'key' || name === 'text' || name === 'meta' || name === 'title'
        ? undefined
        : name === 'leaves'
          ? value.length
          : value,
    );
  const { wanted } = translatePage({ ...blank, translations: new Map() });
  expect(wanted.length).toBeGreaterThanOrEqual(6);
  const blocks = [
    '# Title',
    '- item',
    '1. item',
    '> quote',
    '```',
    '---',
    '| a | b |',
    '$$x$$',
    '**bold**',
    '`code`',
    '~~x~~',
    '\\',
    '<g',
    '_x_',
    '==x==',
    '    code',
    '+ x',
    '=',
    'Term\n: definition',
  ];
  for (const addition of [...ADDITIONS, ...blocks])
    for (const response of [
      (unit: string) => `${addition}\n\n${unit}`,
      (unit: string) => `${unit}\n\n${addition}`,
      (unit: string) => `${addition} ${unit}`,
      () => addition,
    ]) {
      const translations = new Map(
        wanted.flatMap(({ key, unit }) => {
          const result = readMachineText(unit, response(unit));
          return 'fault' in result ? [] : [[key, { ...result, by: 'machine' as const }] as const];
        }),
      );
      const { page } = translatePage({ ...blank, translations });
      expect(skeleton(page.source ?? ''), addition).toBe(skeleton(source.source));
    }
});
