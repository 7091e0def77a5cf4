import { expect, test } from 'vitest';
import type { Json } from '../resolve.ts';
import { writeXml } from './write-xml.ts';

const spec = { components: { schemas: { Pet: { type: 'object', properties: { a: { type: 'string' } } } } } };

test.for<[string, Json, unknown, string]>([
  ['a name', { xml: { name: 'pet' } }, 'Rex', '<pet>Rex</pet>'],
  ['the name of its schema', { $ref: '#/components/schemas/Pet' }, { a: 1 }, '<Pet><a>1</a></Pet>'],
  [
    'attributes',
    { xml: { name: 'pet' }, properties: { id: { xml: { attribute: true } }, name: {} } },
    { id: 1, name: '<Rex> & "Co"' },
    '<pet id="1"><name>&lt;Rex&gt; &amp; "Co"</name></pet>',
  ],
  [
    'lists',
    { xml: { name: 'pet' }, properties: { tag: { type: 'array', items: { xml: { name: 'label' } } } } },
    { tag: ['a', 'b'] },
    '<pet><label>a</label><label>b</label></pet>',
  ],
  [
    'wrapped lists',
    {
      xml: { name: 'pet' },
      properties: { tags: { type: 'array', xml: { wrapped: true }, items: { xml: { name: 'tag' } } } },
    },
    { tags: ['a', 'b'] },
    '<pet><tags><tag>a</tag><tag>b</tag></tags></pet>',
  ],
  [
    'prefixes and namespaces',
    { xml: { name: 'pet', prefix: 'p', namespace: 'http://a.example/?b&c' } },
    '',
    '<p:pet xmlns:p="http://a.example/?b&amp;c"></p:pet>',
  ],
  ['names that XML allows', { properties: { '1 a': {} } }, { '1 a': true }, '<root><_1_a>true</_1_a></root>'],
])('XML has %s', ([, schema, value, expected]) => {
  expect(writeXml(spec, schema, value)).toBe(expected);
});
