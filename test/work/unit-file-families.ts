import type { Family } from './markdown-families.ts';

const each = (n: number, text: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => text(i)).join('');
const xliff = (units: string): string =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de"><body>${units}</body></file></xliff>`;
const unit = (source: string, id = 'a'): string =>
  `<trans-unit id="${id}"><source>${source}</source><target>${source}</target></trans-unit>`;

/** Files from translation programs, by format. */
export const unitFileFamilies: Record<'xliff' | 'po', Record<string, Family>> = {
  xliff: {
    units: (n) => xliff(each(n, (i) => unit('a', String(i)))),
    'equal units': (n) => xliff(unit('a').repeat(n)),
    'a long text': (n) => xliff(unit('a '.repeat(n))),
    'elements in a text': (n) => xliff(unit('<x id="1"/>'.repeat(n))),
    'nested elements': (n) => xliff(unit(`${'<g id="1">'.repeat(n)}a${'</g>'.repeat(n)}`)),
    'elements without an end': (n) => xliff('<g>'.repeat(n)),
    entities: (n) => xliff(unit('&amp;'.repeat(n))),
    'marked sections': (n) => xliff(unit('<![CDATA[a]]>'.repeat(n))),
    comments: (n) => xliff('<!-- a -->'.repeat(n)),
    'attributes of a unit': (n) => xliff(`<trans-unit ${each(n, (i) => `a${i}="b" `)}/>`),
    namespaces: (n) => xliff(`<trans-unit ${each(n, (i) => `xmlns:a${i}="b" `)}/>`),
    files: (n) => xliff('</body></file><file target-language="de"><body>'.repeat(n)),
    blanks: (n) => xliff(' \n'.repeat(n)),
    signs: (n) => xliff('<'.repeat(n)),
  },
  po: {
    messages: (n) => each(n, (i) => `msgctxt "${i}"\nmsgid "a"\nmsgstr "b"\n\n`),
    'equal messages': (n) => 'msgid "a"\nmsgstr "b"\n\n'.repeat(n),
    'messages of one context': (n) => each(n, (i) => `msgctxt "a"\nmsgid "a${i}"\nmsgstr "b"\n\n`),
    'a text over lines': (n) => `msgid "a"\nmsgstr ""\n${'"b"\n'.repeat(n)}`,
    'escapes in a text': (n) => `msgid "a"\nmsgstr "${'\\"'.repeat(n)}"\n`,
    'a long text': (n) => `msgid "a"\nmsgstr "${'b '.repeat(n)}"\n`,
    headers: (n) => `msgid ""\nmsgstr ""\n${each(n, (i) => `"A${i}: b\\n"\n`)}`,
    comments: (n) => `${'# a\n'.repeat(n)}msgid "a"\nmsgstr "b"\n`,
    flags: (n) => `#, ${'fuzzy, '.repeat(n)}\nmsgid "a"\nmsgstr "b"\n`,
    plurals: (n) => `msgid "a"\nmsgid_plural "b"\n${each(n, (i) => `msgstr[${i}] "c"\n`)}`,
    quotes: (n) => '"'.repeat(n),
    'blank lines': (n) => `${'\n'.repeat(n)}msgid "a"\nmsgstr "b"\n`,
  },
};
