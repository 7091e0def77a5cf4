/** How the parts of a body are sent: on the page, in Markdown, in search, in comparisons and in samples. */
import { compareSpecs } from '@lectern/openapi/changes/compare-specs';
import { outlineSpec } from '@lectern/openapi/outline-spec';
import type { Json } from '@lectern/openapi/resolve';
import { expect, test } from 'vitest';
import { type ShownPart, showOperation } from '../../../test/show-operation.ts';

const text = { type: 'string' };
const specOf = (operation: Json, components: Json = {}): Json => ({
  openapi: '3.2.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'https://a.test' }],
  paths: { '/things': { post: { responses: {}, ...operation } } },
  components,
});
const show = (spec: Json): ShownPart => showOperation(spec, 'post', '/things');
const wordsOf = (spec: Json): string[] => (outlineSpec(spec).operations[0]?.words ?? '').split(' ');
const kindsOf = (before: Json, after: Json): string[] =>
  compareSpecs(structuredClone(before), structuredClone(after)).changes.map(
    ({ kind, name }) => `${kind} ${name}`,
  );

const ENCODING: Json = {
  contentType: 'text/x-part',
  style: 'pipeDelimited',
  explode: false,
  allowReserved: true,
  headers: { 'X-Part': { description: 'Of a part.', schema: { enum: ['of_part'] } } },
};
/** Where an encoding can be, and how the part is called. */
const PLACES: Record<string, [content: (encoding: Json) => Json, name: RegExp]> = {
  'a field': [(encoding) => ({ schema: { type: 'object' }, encoding: { part: encoding } }), /part/],
  'the first part': [(encoding) => ({ prefixEncoding: [encoding] }), /0/],
  'all other parts': [(encoding) => ({ itemEncoding: encoding }), /Items/],
  'a field of a field': [
    (encoding) => ({ encoding: { outer: { encoding: { part: encoding } } } }),
    /outer.{0,3} › .{0,3}part/,
  ],
  'a part of a part': [
    (encoding) => ({ itemEncoding: { prefixEncoding: [{}, encoding] } }),
    /Items.{0,3} › .{0,3}1/,
  ],
  'the parts of a part of a field': [
    (encoding) => ({ encoding: { outer: { prefixEncoding: [{ itemEncoding: encoding }] } } }),
    /outer.{0,3} › .{0,3}0.{0,3} › .{0,3}Items/,
  ],
};
const contents = (content: Json): Json => ({ 'multipart/mixed': content });
/** What can have a content. */
const HOLDERS: Record<string, (content: Json) => [operation: Json, components?: Json]> = {
  'a body': (content) => [{ requestBody: { content: contents(content) } }],
  'a response': (content) => [{ responses: { 200: { content: contents(content) } } }],
  'a parameter': (content) => [
    { parameters: [{ name: 'p', in: 'querystring', content: contents(content) }] },
  ],
  'a header': (content) => [{ responses: { 200: { headers: { 'X-H': { content: contents(content) } } } } }],
  'a shared media type': (content) => [
    { requestBody: { content: contents({ $ref: '#/components/mediaTypes/mixed' }) } },
    { mediaTypes: { mixed: content } },
  ],
};
const CASES = Object.keys(HOLDERS).flatMap((holder) => Object.keys(PLACES).map((place) => [holder, place]));

test.for(CASES)('the encoding in %s of %s is everywhere', ([holder = '', place = '']) => {
  const [contentOf, name] = PLACES[place] as (typeof PLACES)[string];
  const make = (encoding: Json): Json =>
    specOf(...(HOLDERS[holder] as (typeof HOLDERS)[string])(contentOf(encoding)));
  const spec = make(ENCODING);
  const { page, markdown } = show(spec);
  for (const form of [page, markdown]) {
    expect(form).toMatch(name);
    for (const shown of ['text/x-part', 'X-Part', 'Of a part', 'of_part']) expect(form).toContain(shown);
    for (const rule of [/style: `?pipeDelimited/, /explode: `?false/, /allowReserved: `?true/])
      expect(form).toMatch(rule);
  }
  expect(wordsOf(spec)).toEqual(expect.arrayContaining(['text/x-part', 'X-Part', 'of_part']));
  for (const [key, value] of Object.entries({
    contentType: 'text/other',
    style: 'deepObject',
    explode: true,
    allowReserved: false,
    headers: {},
  }))
    expect([key, kindsOf(spec, make({ ...ENCODING, [key]: value }))]).toEqual([
      key,
      [expect.stringMatching(key === 'headers' ? /^header-removed X-Part$/ : /^form-changed /)],
    ]);
});

test.for(Object.entries(HOLDERS))('what the whole and its items are is everywhere, in %s', ([, holder]) => {
  const fields = (name: string): Json => ({ type: 'object', properties: { [name]: text } });
  const make = (own: string, item: string): Json =>
    specOf(
      ...holder({ schema: { type: 'array', items: fields(own), maxItems: 7 }, itemSchema: fields(item) }),
    );
  const { page, markdown } = show(make('ofWhole', 'ofItem'));
  for (const form of [page, markdown])
    for (const shown of ['ofWhole', 'ofItem', 'maxItems']) expect(form).toContain(shown);
  expect(wordsOf(make('ofWhole', 'ofItem'))).toEqual(expect.arrayContaining(['ofWhole', 'ofItem']));
  expect(kindsOf(make('ofWhole', 'ofItem'), make('other', 'ofItem'))).not.toEqual([]);
  expect(kindsOf(make('ofWhole', 'ofItem'), make('ofWhole', 'other'))).not.toEqual([]);
});

test('headers whose parts have the same headers come to an end', () => {
  const header = { $ref: '#/components/headers/H' };
  const components = (type: string): Json => ({
    headers: {
      H: { content: contents({ schema: { type }, itemEncoding: { headers: { 'X-In': header } } }) },
    },
  });
  const spec = specOf({ responses: { 200: { headers: { 'X-Out': header } } } }, components('object'));
  const { page, markdown } = show(spec);
  expect(page).toContain('X-In');
  expect(page).toContain('More is not shown here.');
  expect(markdown).toContain('*More is not shown here.*');
  expect(wordsOf(spec)).toEqual(['200', 'X-Out', 'X-In']);
  const later = specOf({ responses: { 200: { headers: { 'X-Out': header } } } }, components('array'));
  expect(kindsOf(spec, later)).toContain('type-changed body');
});

test('samples send parts of parts, and forms in parts', () => {
  const operation = (content: Json, example: unknown): Json => ({
    requestBody: { content: { 'multipart/form-data': { ...content, example } } },
  });
  const codeOf = (of: Json): string => show(specOf(of)).markdown;
  const ofForm = {
    contentType: 'application/x-www-form-urlencoded',
    encoding: { list: { style: 'form', explode: false } },
  };
  expect(
    codeOf(operation({ encoding: { form: ofForm } }, { form: { list: ['a', 'b'], other: 1 } })),
  ).toContain('list=a%2Cb&other=1');
  const header = { required: true, schema: { const: 'inner' } };
  const inner = {
    contentType: 'multipart/mixed',
    prefixEncoding: [{ contentType: 'text/csv', headers: { 'X-In': header } }],
    itemEncoding: {},
  };
  const code = codeOf(operation({ encoding: { parts: inner } }, { parts: ['a,b', { c: 1 }] }));
  expect(code).toMatch(/multipart\/mixed; boundary=form-boundary-\w+/);
  for (const sent of ['Content-Type: text/csv', 'X-In: inner', 'a,b', 'c\\\\":1'])
    expect(code).toContain(sent);
});
