/** Values that are made of schemas are valid, which another validator says. */
import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPEC_NAMES, SPECS } from '../../../../test/corpora-specs.ts';
import { PATTERNS, schemaWithOthers } from '../../test/random-schemas.ts';
import { processSpec } from '../process-spec.ts';
import { type Json, listOf, recordOf, resolve } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { ExampleMaker } from './example-maker.ts';
import { isFile } from './list-examples.ts';

const RUNS = process.env.LECTERN_SOAK ? 3000 : 80;

function createValidator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  return ajv;
}

/** A new validator has to compile the schema of schemas first, which takes longer than everything else. */
let validator = createValidator();

/** Undefined for schemas that refer to each other in circles, for which the validator has no end. */
function compile(schema: Json): ValidateFunction | undefined {
  const written = withConditions(schema) as Json;
  try {
    return validator.compile(written);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // It may have stopped in the middle of anything.
    validator = createValidator();
    return undefined;
  } finally {
    validator.removeSchema(written);
  }
}

/**
 * Writes `dependentSchemas` as conditions: beside them, the validator takes fields for unevaluated that `properties`
 * names.
 */
function withConditions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withConditions);
  if (typeof value !== 'object' || value === null) return value;
  const { dependentSchemas, ...schema } = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withConditions(one)]),
  ) as Json;
  if (Object.keys(recordOf(dependentSchemas)).length === 0) return schema;
  const conditions = Object.entries(recordOf(dependentSchemas)).map(([name, part]) => ({
    if: { type: 'object', required: [name] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    then: part,
  }));
  return { ...schema, allOf: [...listOf(schema.allOf), ...conditions] };
}

const specWith = (schemas: Json): Json => ({ components: { schemas } });
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** The validator fails in some conditions about unevaluated fields, of which it then says nothing. */
function saysValid(isValid: ValidateFunction, value: unknown): boolean {
  try {
    return isValid(value);
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  }
}

/** Undefined if no value is made. */
function make(schema: unknown, schemas: Json = {}): unknown {
  const made = new ExampleMaker(specWith(schemas)).make(schema, 'request');
  if (made) {
    const isValid = compile({ allOf: [schema], components: { schemas } });
    if (!isValid) return undefined;
    expect(saysValid(isValid, made.value), JSON.stringify([made.value, isValid.errors])).toBe(true);
  }
  return made?.value;
}

describe('an example', () => {
  const oneOfNumbers = { oneOf: [{ type: 'number' }, { type: 'integer' }] };

  test.for<[string, Json, unknown]>([
    ['a length', { type: 'string', minLength: 2, maxLength: 2 }, 'te'],
    ['a multiple', { type: 'integer', minimum: 5, multipleOf: 10 }, 10],
    ['a fraction', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    ['a number below zero', { type: 'integer', exclusiveMaximum: 0 }, -1],
    [
      'different items',
      { type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a', 'b'] } },
      ['a', 'b'],
    ],
    ['as many items as needed', { type: 'array', minItems: 2, items: { type: 'integer' } }, [1, 1]],
    ['items that it contains', { type: 'array', contains: { const: 7 }, minContains: 2 }, [7, 7]],
    [
      'as many fields as needed',
      { type: 'object', minProperties: 2, additionalProperties: { type: 'boolean' } },
      { name: true, name2: true },
    ],
    [
      'names as they must be',
      { type: 'object', propertyNames: { pattern: '^[A-Z]{2}$' }, additionalProperties: { type: 'boolean' } },
      { AB: true },
    ],
    [
      'a name that fits a pattern',
      { type: 'object', patternProperties: { '^x-\\d$': { const: 1 } } },
      { 'x-3': 1 },
    ],
    ['a fraction, if whole numbers are another alternative', oneOfNumbers, 1.5],
    ['base64', { type: 'string', contentEncoding: 'base64' }, 'aGVsbG8='],
    ['a value that is not excluded', { type: 'string', not: { const: 'text' } }, 'true'],
    ['an example that is valid', { type: 'string', maxLength: 3, examples: ['long text', 'abc'] }, 'abc'],
    [
      'fields that others require',
      { properties: { a: { const: 1 } }, required: ['a'], dependentRequired: { a: ['b'] } },
      { a: 1, b: {} },
    ],
    [
      'what holds under a condition',
      {
        type: 'object',
        required: ['country'],
        properties: { country: { enum: ['DE', 'US'] } },
        if: { properties: { country: { const: 'DE' } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword
        then: { required: ['zip'], properties: { zip: { type: 'string', pattern: '^\\d{5}$' } } },
      },
      { country: 'DE', zip: '12345' },
    ],
    [
      'exactly one of its alternatives',
      {
        oneOf: [
          { type: 'object', required: ['a'] },
          { type: 'object', required: ['b'] },
        ],
        properties: { a: { const: 1 }, b: { const: 2 } },
      },
      { a: 1 },
    ],
  ])('has %s', ([, schema, expected]) => {
    expect(make(schema)).toEqual(expected);
  });

  test.for<[string, Json]>([
    ['limits that exclude each other', { type: 'integer', minimum: 3, maximum: 2 }],
    ['a pattern that refers back', { type: 'string', pattern: '^(a|b)\\1$' }],
    ['alternatives that are the same', { oneOf: [{ type: 'string' }, { type: 'string' }] }],
    ['nothing', { type: 'object', required: ['a'], properties: { a: false } }],
  ])('is not made of %s', ([, schema]) => {
    expect(make(schema)).toBeUndefined();
  });

  test('is made of a list without alternatives, which says nothing', () => {
    const maker = new ExampleMaker({});
    expect(maker.make({ type: 'string', oneOf: [] }, 'request')?.value).toBe('text');
    expect(maker.make({ type: 'string', anyOf: [] }, 'request')?.value).toBe('text');
  });

  test('leaves out the fields that contain their schema, and ends lists of it', () => {
    const Node = {
      type: 'object',
      properties: { name: { const: 'n' }, next: ref('Node'), all: { type: 'array', items: ref('Node') } },
    };
    expect(make(ref('Node'), { Node })).toEqual({ name: 'n', all: [] });
  });

  test('ends where the schema lets it end', () => {
    const Node = {
      type: 'object',
      required: ['next'],
      properties: { next: { oneOf: [ref('Node'), { type: 'null' }] } },
    };
    expect(make(ref('Node'), { Node })).toEqual({ next: null });
    expect(
      make(ref('Endless'), {
        Endless: { required: ['a'], properties: { a: ref('Endless') }, type: 'object' },
      }),
    ).toBeUndefined();
  });

  test('has the value that selects its variant', () => {
    const variant = (field: string): Json => ({
      allOf: [ref('Pet'), { type: 'object', properties: { [field]: { const: 1 } } }],
    });
    const schemas = {
      Pet: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        discriminator: { propertyName: 'kind', mapping: { dog: '#/components/schemas/Dog' } },
      },
      Dog: variant('barks'),
      Cat: variant('lives'),
    };
    expect(make(ref('Pet'), schemas)).toEqual({ kind: 'dog', barks: 1 });
    expect(make(ref('Cat'), schemas)).toEqual({ kind: 'Cat', lives: 1 });
  });

  test('is no other alternative than the selected one, if possible', () => {
    const schemas = {
      Open: { type: 'object' },
      Closed: { type: 'object', required: ['kind'], properties: { kind: { const: 'Closed' } } },
      Loose: { type: 'object', properties: { name: { const: 'n' } } },
    };
    const discriminator = { propertyName: 'kind' };
    expect(make({ oneOf: [ref('Closed'), ref('Open')], discriminator }, schemas)).toEqual({ kind: 'Open' });
    // All values that the discriminator selects are of the other alternative, too.
    const maker = new ExampleMaker(specWith(schemas));
    const overlapping = { oneOf: [ref('Loose'), ref('Open')], discriminator };
    expect(maker.make(overlapping, 'request')?.value).toEqual({ kind: 'Loose', name: 'n' });
  });

  test('has fields by direction', () => {
    const schema = {
      type: 'object',
      required: ['id', 'secret'],
      properties: { id: { const: 1, readOnly: true }, secret: { const: 2, writeOnly: true } },
    };
    const maker = new ExampleMaker({});
    expect(maker.make(schema, 'request')?.value).toEqual({ secret: 2 });
    expect(maker.make(schema, 'response')?.value).toEqual({ id: 1 });
  });

  test('has fields by direction, wherever a value of the other direction was made before', () => {
    const inner = { type: 'object', properties: { id: { const: 1, readOnly: true }, name: { const: 'n' } } };
    const schemas = {
      Inner: inner,
      Listed: { type: 'array', minItems: 1, items: ref('Inner') },
      Chosen: { oneOf: [ref('Inner'), { type: 'null' }] },
    };
    for (const name of ['Listed', 'Chosen']) {
      const maker = new ExampleMaker(specWith(structuredClone(schemas)));
      const made = (['request', 'response', 'request'] as const).map((direction) =>
        JSON.stringify(maker.make(ref(name), direction)?.value),
      );
      expect(made.map((text) => text?.includes('"id"'))).toEqual([false, true, false]);
    }
    const plain = new ExampleMaker(
      specWith({ A: { type: 'object', properties: { a: { type: 'string' } } } }),
    );
    expect(plain.make(ref('A'), 'response')).toBe(plain.make(ref('A'), 'request'));
  });

  test.for(PATTERNS)('matches %s', (pattern) => {
    expect(make({ type: 'string', pattern }) as string).toMatch(new RegExp(pattern, 'u'));
  });

  test('shows the fields beside those that a condition adds, also if no others are allowed', () => {
    const part = {
      if: { properties: { kind: { const: 'card' } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: A keyword of schemas.
      then: { required: ['number'], properties: { number: { type: 'string' } } },
    };
    const schema = {
      type: 'object',
      properties: { kind: { enum: ['card', 'bank'] }, note: { type: 'string' } },
      allOf: [part],
    };
    const fields = ['kind', 'note', 'number'];
    expect(Object.keys(make({ ...schema, unevaluatedProperties: false }) as Json)).toEqual(fields);
    const others = { type: 'integer' };
    expect(make({ ...schema, unevaluatedProperties: others })).toMatchObject({ name: expect.any(Number) });
    // The fields of the one part are additional for the other one.
    const parts = [{ properties: { b: { type: 'string' } } }, { additionalProperties: others }];
    expect(make({ type: 'object', allOf: parts })).toEqual({});
  });

  test('of patterns that take other programs forever is quick', () => {
    const schema = {
      type: 'string',
      pattern: '^(?:a+)+$',
      not: { pattern: '^(?:(?:a|aa)+)+b?$' },
      minLength: 500,
    };
    expect(make(schema)).toBeUndefined();
  });

  test('of any schema is valid', () => {
    let made = 0;
    fc.assert(
      fc.property(schemaWithOthers, ({ schema, schemas }) => {
        if (make(schema, schemas) !== undefined) made += 1;
      }),
      { numRuns: RUNS },
    );
    // Some schemas allow nothing.
    expect(made).toBeGreaterThan(RUNS / 3);
  });
});

describe.skipIf(SPEC_NAMES.length === 0)('the examples of the corpora', () => {
  test.for(SPEC_NAMES)('that are made of the schemas of %s are valid, and none is missing', (name) => {
    const bytes = readFileSync(new URL(name, SPECS));
    const outcome = processSpec({
      files: [{ url: 'text:///openapi', bytes }],
      mayRefer: false,
      unreadable: [],
    });
    if (outcome.state !== 'processed') throw new Error('The spec was not processed.');
    const spec = readStoredSpec(outcome.filesystem);
    // The validator knows this word of 3.0 and wants a type beside it.
    const text = JSON.stringify(spec, (key, value) =>
      key === 'nullable' || key === 'discriminator' ? undefined : value,
    );
    const ajv = createValidator().addSchema({ ...JSON.parse(text), $id: 'spec:all' });
    const faults: string[] = [];
    const check = (schema: unknown, pointer: string): void => {
      if (schema === undefined || isFile(spec, schema)) return;
      const made = new ExampleMaker(spec).make(schema, 'response');
      const isValid = ajv.compile({ $ref: `spec:all#${pointer}` });
      if (!made) faults.push(`${pointer} has no example.`);
      else if (!isValid(made.value)) faults.push(`${pointer}: ${JSON.stringify(isValid.errors?.[0])}`);
    };
    const encodeKey = (key: string): string =>
      encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
    for (const [key, schema] of Object.entries(recordOf(recordOf(spec.components).schemas)))
      check(schema, `/components/schemas/${encodeKey(key)}`);
    for (const [path, item] of Object.entries(recordOf(spec.paths)))
      for (const [method, value] of Object.entries(recordOf(item))) {
        const operation = recordOf(value);
        for (const [status, response] of Object.entries(recordOf(operation.responses)))
          for (const [type, content] of Object.entries(recordOf(recordOf(response).content)))
            check(
              recordOf(content).schema,
              ['', 'paths', path, method, 'responses', status, 'content', type, 'schema']
                .map(encodeKey)
                .join('/'),
            );
        for (const [n, parameter] of listOf(operation.parameters).entries())
          if (recordOf(parameter).$ref === undefined)
            check(
              recordOf(resolve(spec, parameter)).schema,
              ['', 'paths', path, method, 'parameters', String(n), 'schema'].map(encodeKey).join('/'),
            );
      }
    expect(faults).toEqual([]);
  });
});
