import type { Family } from './markdown-families.ts';

const numbered = (n: number, text: string): string =>
  Array.from({ length: n }, (_, i) => text.replaceAll('№', String(i))).join('');

/** Addresses, queries and other single lines that anybody may send. */
export const lineFamilies: Record<string, Family> = {
  'identifiers of few words': (n) => numbered(n, '[a№]: bA1'),
  'identifiers of few words between signs': (n) => numbered(n, '[^№]%2fA1'),
  'one identifier': (n) => 'bA1 '.repeat(n),
  'parts of identifiers': (n) => numbered(n, 'aB_cD№ '),
  ...Object.fromEntries(
    [
      '/',
      '\\',
      '.',
      '../',
      '%',
      '%2e',
      '%2f',
      '?',
      '#',
      '&',
      'a=b&',
      '@',
      ':',
      '://',
      'a:b@',
      '-',
      '_',
      '"',
      '\\"',
      "'",
      ' ',
      'a',
      'A1',
      'aB',
      'a-',
      'a.',
      'lct_',
      'token=',
      'bearer ',
      'https://a',
      'é',
      'e\u0301',
      '漢',
      '😀',
      '\u200b',
      '0',
      '[',
      '{',
      '<',
    ].flatMap((part) => [
      [`run of ${JSON.stringify(part)}`, (n: number) => part.repeat(n)],
      [`https:// and a run of ${JSON.stringify(part)}`, (n: number) => `https://a.b/${part.repeat(n)}!`],
      [`words of ${JSON.stringify(part)}`, (n: number) => `a${part} `.repeat(n)],
    ]),
  ),
};

type BodyFamily = (n: number) => unknown;

/** JSON bodies. */
export const bodyFamilies: Record<string, BodyFamily> = {
  'wrong entries': (n) => ({ emails: new Array(n).fill(1) }),
  'wrong objects': (n) => ({ emails: new Array(n).fill({}) }),
  'objects with wrong fields': (n) => ({ emails: new Array(n).fill({ email: 1, role: 1 }) }),
  'wrong lists': (n) => ({ emails: new Array(n).fill([]) }),
  'right entries': (n) => ({ emails: new Array(n).fill('a@b.c') }),
  'a long entry': (n) => ({ emails: ['a'.repeat(n)] }),
  'unknown fields': (n) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`a${i}`, 1])),
  'entries within entries': (n) => ({ emails: Array.from({ length: n }).reduce((inner) => [inner], 1) }),
  'wrong rules': (n) => ({ mergeRules: { type: 'rules', rules: new Array(n).fill({ rule: 'custom' }) } }),
  'rules of no kind': (n) => ({ mergeRules: { type: 'rules', rules: new Array(n).fill({}) } }),
};

/** Events of readers. */
export const eventFamilies: Record<string, BodyFamily> = {
  'events of no kind': (n) => ({ events: new Array(n).fill({ type: 'a' }) }),
  'wrong events': (n) => ({ events: new Array(n).fill(1) }),
  'events without fields': (n) => ({ events: new Array(n).fill({ type: 'page_view' }) }),
  'events with wrong fields': (n) => ({
    events: new Array(n).fill({ type: 'page_view', session: 1, location: { url: 'http://x:99999/' } }),
  }),
  'a long address': (n) => ({
    events: [{ type: 'page_view', location: { url: `https://a.b/${'%a'.repeat(n)}` } }],
  }),
};

/** Texts of JSON, valid or not. */
export const jsonFamilies: Record<string, Family> = {
  'nested arrays': (n) => `${'['.repeat(n)}${']'.repeat(n)}`,
  'nested objects': (n) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`,
  'empty objects': (n) => `[${'{},'.repeat(n)}1]`,
  numbers: (n) => `[${'-1.5e3,'.repeat(n)}1]`,
  'distinct keys': (n) => `{${numbered(n, '"a№":1,')}"a":1}`,
  'equal keys': (n) => `{${'"a":1,'.repeat(n)}"a":1}`,
  'objects with a key that is not allowed last': (n) => `[${'{"a":1},'.repeat(n)}{"__proto__":1}]`,
  ...Object.fromEntries(
    ['\\\\', '\\"', '\\n', '\\u0041', '\\\\u0000', '\\ud83d', '\\ud83d\\ude00', 'a', '😀'].flatMap((part) => [
      [`a string of ${part}`, (n: number) => `"${part.repeat(n)}"`],
      [`strings of ${part}`, (n: number) => `[${`"${part}",`.repeat(n)}1]`],
      [`a string of ${part} without an end`, (n: number) => `"${part.repeat(n)}`],
    ]),
  ),
  ...Object.fromEntries(
    [' ', '\n', '[', '{', '"', '\\', ',', '1', 'e', 'true', '[]'].map((part) => [
      `run of ${JSON.stringify(part)}`,
      (n: number) => part.repeat(n),
    ]),
  ),
};

/** Files of comma-separated values. */
export const csvFamilies: Record<string, Family> = Object.fromEntries(
  [
    '"',
    '""',
    '"a',
    '"a"',
    '"a"b',
    'a"',
    ',',
    '",',
    ',"',
    '\n',
    '\r',
    '"\n',
    '"a,\n"\n',
    'a,b\n',
    '"a","b"\r\n',
  ].flatMap((part) => [
    [`run of ${JSON.stringify(part)}`, (n: number) => part.repeat(n)],
    [`run of ${JSON.stringify(part)} in quotes`, (n: number) => `"${part.repeat(n)}"\n`],
  ]),
);

/** Expressions up to the longest that are read. */
export const expressionFamilies: Record<string, (n: number) => string> = {
  ...Object.fromEntries(
    [
      '(',
      '[',
      '!',
      '-',
      '.a',
      '?.a',
      '"',
      "'",
      '\\\\',
      '\\u0041',
      '1',
      'a',
      ' ',
      '\n',
      '&&a',
      '??a',
      '==',
      'é',
      '😀',
    ].map((part) => [`run of ${JSON.stringify(part)}`, (n: number) => `a${part.repeat(n)}`]),
  ),
  'a long text': (n) => `"${'\\n'.repeat(n)}" === a`,
  'a long list': (n) => `[${'a,'.repeat(n)}]`,
  'many operators': (n) => `a${' && !a.b'.repeat(n)}`,
  'many choices': (n) => `${'a ? b : '.repeat(n)}c`,
  'nested parentheses': (n) => `${'('.repeat(n)}a${')'.repeat(n)}`,
  'nested calls': (n) => `${'a.some(b=>'.repeat(n)}a${')'.repeat(n)}`,
  'different paths': (n) => Array.from({ length: n }, (_, i) => `a.b${i % 7}`).join('||'),
};

/** Files of redirects. */
export const redirectFamilies: Record<string, Family> = Object.fromEntries(
  Object.entries({
    'to pages': '/a№,/b№\n',
    'to one page': '/a,/b\n',
    'to other websites': '/a№,https://example.com/№\n',
    'with wildcards': '/a№/*,/b№/:splat,true\n',
    'without a target': '/a№\n',
    'of a long source': '/a№/a/b/c/d/e/f/g/h/i/j/k/l/m,/b\n',
  }).map(([name, line]) => [name, (n: number) => `source,destination,captureWildcard\n${numbered(n, line)}`]),
);
