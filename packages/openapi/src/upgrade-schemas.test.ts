import { readFileSync } from 'node:fs';
import { upgrade } from '@scalar/openapi-upgrader';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPEC_NAMES, SPECS } from '../../../test/corpora-specs.ts';
import { randomSpecs } from '../test/random-specs.ts';
import { readSource } from './read-source.ts';
import { type Json, recordOf } from './resolve.ts';
import { upgradeSchemas } from './upgrade-schemas.ts';

/** The order of keys counts: readers see fields in it. */
function expectSame(spec: Json): void {
  const text = JSON.stringify(spec);
  const expected = JSON.stringify(upgrade(JSON.parse(text), '3.1'));
  expect(JSON.stringify(upgradeSchemas(JSON.parse(text)))).toBe(expected);
}

const key = fc.constantFrom(
  ...[
    'properties',
    'patternProperties',
    '$defs',
    'definitions',
    'components',
    'schemas',
    'schema',
    'content',
  ],
  ...[
    'example',
    'examples',
    'default',
    'const',
    'enum',
    'value',
    'items',
    'allOf',
    'anyOf',
    'not',
    'a',
    '200',
  ],
  ...['callbacks', 'responses', 'parameters', 'x-ext', 'x-webhooks', 'webhooks', 'ownSchema', 'headers'],
);
const old = fc.record(
  {
    type: fc.constantFrom<unknown>('string', 'integer', ['string', 'null']),
    nullable: fc.boolean(),
    format: fc.constantFrom('binary', 'byte', 'base64', 'date'),
    $ref: fc.constant('#/components/schemas/A'),
    exclusiveMinimum: fc.constantFrom<unknown>(true, false, 3),
    minimum: fc.constant(1),
    exclusiveMaximum: fc.constantFrom<unknown>(true, false, 3),
    maximum: fc.constant(9),
    example: fc.constantFrom<unknown>('e', { nullable: true, type: 'string' }, null),
    'x-webhooks': fc.constant({ a: {} }),
  },
  { requiredKeys: [] },
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    old,
    fc
      .tuple(old, fc.dictionary(key, tie('tree'), { maxKeys: 4 }))
      .map(([one, other]) => ({ ...one, ...other })),
    fc.array(tie('tree'), { maxLength: 2 }),
  ),
}));

test('any spec becomes what the library makes of it', () => {
  fc.assert(
    fc.property(fc.dictionary(key, tree, { maxKeys: 5 }), old, (parts, root) => {
      expectSame({ openapi: '3.0.3', ...root, ...parts });
    }),
    { numRuns: 500 },
  );
  fc.assert(fc.property(randomSpecs('3.0.3'), expectSame), { numRuns: 20 });
});

describe.skipIf(SPEC_NAMES.length === 0)('the specs of the corpora', () => {
  test.for(SPEC_NAMES)('%s', (name) => {
    const source = readSource(readFileSync(new URL(name, SPECS)));
    if (Array.isArray(source)) throw new Error('The spec cannot be read.');
    const spec = recordOf(source.value);
    if (String(spec.openapi).startsWith('3.0')) expectSame(spec);
  });
});
