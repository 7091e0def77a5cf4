/**
 * Kinds of changes that were told wrongly in earlier releases or by other products, by the numbers of
 * `test/openapi-cases.test.ts`.
 */
import { expect, test } from 'vitest';
import { processSpec } from '../process-spec.ts';
import type { Json } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { compareSpecs } from './compare-specs.ts';

const text = { type: 'string' };
const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more });
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });

/** A spec with one operation, as it is stored. */
function publish(operation: Json, schemas: Json = {}, openapi = '3.1.0'): Json {
  const paths = { '/t': { post: operation } };
  const spec = { openapi, info: { title: 'Things', version: '1' }, paths, components: { schemas } };
  const file = { url: 'https://api.example/openapi.json', bytes: Buffer.from(JSON.stringify(spec)) };
  const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  return readStoredSpec(outcome.filesystem);
}
const received = (schema: Json, schemas?: Json): Json =>
  publish({ responses: { 200: { description: 'OK', ...json(schema) } } }, schemas);
const sent = (schema: Json, schemas?: Json): Json => publish({ requestBody: json(schema) }, schemas);

const compare = (before: Json, after: Json): string[] =>
  compareSpecs(before, after).changes.map(({ class: of, kind, name }) => `${of} ${kind} ${name}`);

test('07: a changed type and a missing field in a refined property of allOf are breaking', () => {
  const refined = (items: Json): Json => ({
    allOf: [
      object({ data: { type: 'array', items: { type: 'object' } } }),
      object({ data: { type: 'array', items } }),
    ],
  });
  const before = refined(object({ id: text, name: text }, { required: ['id', 'name'] }));
  const after = refined(object({ id: { type: 'integer' } }, { required: ['id'] }));
  expect(compare(received(before), received(after)).toSorted()).toEqual([
    'breaking property-removed name',
    'breaking type-changed id',
  ]);
});

test('09: the same alternatives in another order are no change', () => {
  const options = ['a', 'b'].map((name) => object({ [name]: text }, { required: [name] }));
  const [before, after] = [{ oneOf: options }, { oneOf: options.toReversed() }];
  expect(compare(received(before), received(after))).toEqual([]);
  expect(compare(sent(before), sent(after))).toEqual([]);
});

test('10: a value that a discriminator no longer maps is breaking for those who send it', () => {
  const schemas = { D: object({ k: text }), C: object({ k: text }) };
  const choice = (mapping: Json): Json => ({
    oneOf: [refTo('D'), refTo('C')],
    discriminator: { propertyName: 'k', mapping },
  });
  const dog = refTo('D').$ref;
  const before = choice({ dog, cat: refTo('C').$ref });
  expect(compare(sent(before, schemas), sent(choice({ dog }), schemas))).toEqual([
    'breaking mapping-removed cat',
  ]);
});

test('10: a value that a discriminator maps to another schema has the changes between both schemas', () => {
  const schemas = {
    D: object({ k: text, d: text }),
    C: object({ k: text, c: text }),
    E: object({ k: text, d: text }),
  };
  const choice = (mapping: Json): Json => ({
    oneOf: [refTo('D'), refTo('C'), refTo('E')],
    discriminator: { propertyName: 'k', mapping },
  });
  const [d, c, e] = ['D', 'C', 'E'].map((name) => refTo(name).$ref as string);
  const before = choice({ x: d, y: c, z: e });
  expect(compare(received(before, schemas), received(choice({ x: c, y: d, z: e }), schemas))).toEqual([
    'breaking property-removed d',
    'non-breaking property-added c',
    'breaking property-removed c',
    'non-breaking property-added d',
  ]);
  expect(compare(received(before, schemas), received(choice({ x: e, y: c, z: d }), schemas))).toEqual([]);
});

test('11: variants that only the mapping of a discriminator names are compared', () => {
  const schemas = (mapping: Json, x: Json): Json => ({
    P: object({ k: text }, { discriminator: { propertyName: 'k', mapping } }),
    D: { allOf: [refTo('P'), object({ x })] },
    C: { allOf: [refTo('P')] },
  });
  const d = refTo('D').$ref;
  const before = received(refTo('P'), schemas({ d, c: refTo('C').$ref }, text));
  const after = received(refTo('P'), schemas({ d }, { type: 'integer' }));
  expect(compare(before, after)).toEqual(
    expect.arrayContaining(['breaking type-changed x', expect.stringMatching(/(?:mapping|variant)-removed/)]),
  );
});

test('13: a spec of 3.0 that is rewritten as 3.1 has not changed', () => {
  const Parent = object({ id: text });
  const letter = (content: Json): Json => object({ subject: text, ...content }, { required: ['subject'] });
  const before = letter({
    subject: { ...text, example: 'Hello' },
    note: { ...text, nullable: true, example: 'Soon' },
    kind: { ...text, nullable: true, enum: ['a', 'b', null] },
    age: { type: 'integer', minimum: 0, exclusiveMinimum: true },
    content: { nullable: true, oneOf: [{ ...text, format: 'binary' }, text] },
    parent: { nullable: true, allOf: [refTo('Parent')] },
  });
  const after = letter({
    subject: { ...text, examples: ['Hello'] },
    note: { type: ['string', 'null'], examples: ['Soon'] },
    kind: { type: ['string', 'null'], enum: ['a', 'b', null] },
    age: { type: 'integer', exclusiveMinimum: 0 },
    content: {
      oneOf: [{ ...text, contentMediaType: 'application/octet-stream' }, text, { type: 'null' }],
    },
    parent: { anyOf: [refTo('Parent'), { type: 'null' }] },
  });
  const operation = {
    requestBody: json(refTo('Letter')),
    responses: { 200: { description: 'OK', ...json(refTo('Letter')) } },
  };
  expect(
    compare(
      publish(operation, { Letter: before, Parent }, '3.0.3'),
      publish(operation, { Letter: after, Parent }, '3.1.2'),
    ),
  ).toEqual([]);
});
