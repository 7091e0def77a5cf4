import { readJson } from '@lectern/openapi/numbers/json-text';
import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import type { WantedContent } from '@lectern/openapi/reference/operation-reference';
import type { Json } from '@lectern/openapi/resolve';
import { expect, test } from 'vitest';
import { describeTried } from './describe-tried.ts';
import type { TriedForm } from './tried-operation.ts';

const POST: WantedContent = { kind: 'operation', method: 'post', path: '/things' };

function describeForm(operation: string, servers = '[{"url":"https://a.test"}]'): TriedForm {
  const spec = readJson(
    `{"openapi":"3.1.0","servers":${servers},"paths":{"/things":{"post":${operation}}}}`,
  ) as Json;
  const described = describeSpec(spec, POST);
  if (described?.kind !== 'operation') throw new Error('There is no such operation.');
  return describeTried(described);
}

test.for(['9223372036854775807', '-0.1000000000000000055'])(
  'the form has all digits of %s, in defaults, in examples of what is required, and in lists',
  (number) => {
    const { parameters } = describeForm(`{"parameters":[
      {"name":"a","in":"query","schema":{"type":"number","default":${number}}},
      {"name":"b","in":"query","required":true,"schema":{"type":"number","example":${number}}},
      {"name":"c","in":"query","schema":{"type":"array","default":[${number}]}},
      {"name":"d","in":"query","schema":{"type":"number","enum":[${number}]}}]}`);
    expect(parameters.map(({ value }) => value)).toEqual([number, number, `[${number}]`, '']);
    expect(parameters[3]?.choices).toEqual([number]);
  },
);

test.for([
  ['[{"url":"https://a.test/"}]', 'https://a.test'],
  [
    '[{"url":"{scheme}://a.test/{v}","variables":{"scheme":{"default":"http"},"v":{"default":"v2"}}}]',
    'http://a.test/v2',
  ],
  ['[{"url":"//a.test/v1/"}]', 'https://a.test/v1'],
])('the samples of an API at %s have the address %s, which readers can replace', ([servers, address]) => {
  expect(describeForm('{}', servers).shownServer).toBe(address);
});
