import { describe, expect, test } from 'vitest';
import { decodeHtml } from './decode-html.ts';

/** Texts and their bytes, which were not computed with the decoder of Node.js. */
const SAMPLES: readonly (readonly [label: string, text: string, hex: string])[] = [
  ['windows-1252', '“Café” – 5 €', '93436166e994209620352080'],
  ['iso-8859-1', '“Café” – 5 €', '93436166e994209620352080'],
  ['iso-8859-15', 'Café 5 €', '436166e9203520a4'],
  ['iso-8859-16', 'Țară „€”', 'de6172e320a5a4b5'],
  ['windows-1251', 'Привет', 'cff0e8e2e5f2'],
  ['koi8-r', 'Привет', 'f0d2c9d7c5d4'],
  ['x-mac-cyrillic', 'Привет', '8ff0e8e2e5f2'],
  ['shift_jis', '日本語', '93fa967b8cea'],
  ['euc-jp', '日本語', 'c6fccbdcb8ec'],
  ['iso-2022-jp', '日本語', '1b2442467c4b5c386c1b2842'],
  ['gbk', '中文 €', 'd6d0cec42080'],
  ['gb18030', '中文', 'd6d0cec4'],
  ['big5', '中文', 'a4a4a4e5'],
  ['euc-kr', '한국어', 'c7d1b1b9beee'],
  ['windows-1255', 'שלום', 'f9ece5ed'],
  ['windows-874', 'ไทย', 'e4b7c2'],
  ['utf-8', '日本 é €', 'e697a5e69cac20c3a920e282ac'],
];

/** Ways to declare an encoding: the type of the response, and what precedes the text. */
const DECLARATIONS: Readonly<Record<string, (label: string) => { type?: string; before: string }>> = {
  'in the type': (label) => ({ type: `text/html; charset=${label}`, before: '' }),
  'in the type, quoted': (label) => ({ type: `text/html;charset="${label.toUpperCase()}"`, before: '<p>' }),
  'in a meta element': (label) => ({ before: `<html><head><META charset=${label}><title>` }),
  'in a quoted meta element': (label) => ({ before: `<meta name='a>b' charset=' ${label} '/>` }),
  'in http-equiv': (label) => ({
    before: `<meta content="text/html; charset=${label}" http-equiv="Content-Type">`,
  }),
  'after a comment that names another one': (label) => ({
    before: `<!-- <meta charset="utf-16"> --><meta charset="${label}">`,
  }),
  'after an unknown one': (label) => ({ before: `<meta charset="none-such"><meta charset="${label}">` }),
  'in an XML declaration': (label) => ({ before: `<?xml version="1.0" encoding="${label}"?><html>` }),
  'in the type, against a meta element': (label) => ({
    type: `text/html; charset=${label}`,
    before: '<meta charset="koi8-u">',
  }),
  'in a meta element, against an XML declaration': (label) => ({
    before: `<?xml version="1.0" encoding="koi8-u"?><meta charset="${label}">`,
  }),
};

describe.each(Object.entries(DECLARATIONS))('an encoding that is declared %s', (name, declare) => {
  test.each(SAMPLES)('is used: %s', (label, text, hex) => {
    const { type, before } = declare(label);
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from('</p>')]);
    const decoded = decodeHtml(bytes, type);
    expect(decoded.text).toBe(`${before}${text}</p>`);
    expect(decoded.problems.map(({ reason }) => reason)).toEqual(
      name === 'after an unknown one' ? ['unknown-encoding'] : [],
    );
  });
});

describe('a page without a usable declaration', () => {
  const cafe = Buffer.from('caf\xe9', 'latin1');

  test('is UTF-8 if it is valid UTF-8', () => {
    expect(decodeHtml(Buffer.from('<p>日本'), 'text/html')).toEqual({ text: '<p>日本', problems: [] });
  });

  test('is windows-1252 otherwise, which is reported', () => {
    const { text, problems } = decodeHtml(cafe, undefined);
    expect(text).toBe('café');
    expect(problems).toMatchObject([{ reason: 'undeclared-encoding' }]);
  });

  test.each([
    `<meta content="text/html; charset=koi8-r">`,
    `<metadata charset="koi8-r">`,
    `<!-- <meta charset="koi8-r">`,
    `${' '.repeat(1024)}<meta charset="koi8-r">`,
  ])('is one where browsers find no declaration: %j', (before) => {
    const { text, problems } = decodeHtml(Buffer.concat([Buffer.from(before), cafe]), 'text/html');
    expect(text).toBe(`${before}café`);
    expect(problems).toMatchObject([{ reason: 'undeclared-encoding' }]);
  });
});

test('a byte order mark is believed before anything else, and removed', () => {
  const meta = '<meta charset="koi8-r">日本';
  const utf16 = Buffer.from(`\ufeff${meta}`, 'utf16le');
  for (const bytes of [Buffer.from(`\ufeff${meta}`), utf16, Buffer.from(utf16).swap16()])
    expect(decodeHtml(bytes, 'text/html; charset=koi8-r')).toEqual({ text: meta, problems: [] });
});

test('a page that can declare UTF-16 in ASCII is UTF-8', () => {
  const html = '<meta charset="utf-16le"><p>日本';
  expect(decodeHtml(Buffer.from(html), undefined)).toEqual({ text: html, problems: [] });
  const xml = '<?xml version="1.0" encoding="utf-16"?><p>日本';
  expect(decodeHtml(Buffer.from(xml, 'utf16le'), undefined)).toEqual({ text: xml, problems: [] });
});

test.each([
  ['utf-8', Buffer.from('<p>\n\n<p>caf\xe9', 'latin1'), 3],
  ['shift_jis', Buffer.concat([Buffer.from('<p>\n'), Buffer.from('93fa81', 'hex')]), 2],
])('text that is not valid in its declared encoding is reported with its line: %s', (label, bytes, line) => {
  const { text, problems } = decodeHtml(bytes, `text/html; charset=${label}`);
  expect(text).toContain('\ufffd');
  expect(problems).toMatchObject([{ reason: 'undecodable-text', line }]);
});

test('a page that contains the replacement character itself has no problem', () => {
  expect(decodeHtml(Buffer.from('<meta charset=utf-8>\ufffd'), undefined).problems).toEqual([]);
});
