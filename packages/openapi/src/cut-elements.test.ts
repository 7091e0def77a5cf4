import { expect, test } from 'vitest';
import { cutElements } from './cut-elements.ts';

test.for<[name: string, xml: string, expected: string | undefined]>([
  ['an element', '<a><b>1</b><c>2</c></a>', '<a><c>2</c></a>'],
  ['an element with others inside', '<a><b><c>1</c><b/></b><c>2</c></a>', '<a><c>2</c></a>'],
  ['an empty element', '<a><b/><c/></a>', '<a><c/></a>'],
  ['an element with its line', '<a>\n  <b>1</b>\n  <c/>\n</a>', '<a>\n  <c/>\n</a>'],
  ['elements with a prefix', '<x:a xmlns:x="y"><x:b>1</x:b></x:a>', '<x:a xmlns:x="y"></x:a>'],
  ['attributes', `<a b="1" c='2' x:b='>'/>`, `<a c='2'/>`],
  ['nothing of other names', '<a><bb>1</bb></a>', '<a><bb>1</bb></a>'],
  ['what is in sections of an element', '<a><b><![CDATA[</b>]]></b><c/></a>', '<a><c/></a>'],
  ['nothing, if a comment mentions it', '<a><!-- b --></a>', undefined],
  ['nothing, if a text mentions it', '<a>about</a>', undefined],
  ['nothing, if a value of an attribute mentions it', '<a c="about"/>', undefined],
  ['nothing, if an attribute has no quotes', '<a b=1/>', undefined],
  ['nothing, if an attribute has no value', '<a b/>', undefined],
  ['nothing, if attributes are not apart', '<a c="1"b="2"/>', undefined],
  ['nothing that is not closed', '<a><b>1</a>', undefined],
  ['nothing of a text', 'b=1', undefined],
  ['nothing of other languages', '<!DOCTYPE a><a/>', undefined],
  ['not the whole', '<?xml version="1.0"?><b>1</b>', undefined],
])('cuts %s', ([, xml, expected]) => {
  expect(cutElements(xml, new Set(['b']))).toBe(expected);
});

test('cuts long texts in linear time', () => {
  const xml = `<a>${'<b>1</b> <c d="e"/>'.repeat(100_000)}</a>`;
  expect(cutElements(xml, new Set(['b']))).toHaveLength('<a></a>'.length + 100_000 * ' <c d="e"/>'.length);
  expect(cutElements(`<a ${' '.repeat(1_000_000)}`, new Set(['b']))).toBeUndefined();
});
