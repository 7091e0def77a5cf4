/** Schemas with every keyword within every other, as specs have them: most allow some value, and some allow none. */
import fc from 'fast-check';

type Schema = Record<string, unknown>;

const optional = (keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Schema> =>
  fc.record(keywords, { requiredKeys: [] }) as fc.Arbitrary<Schema>;

/** Most limits leave something between them. */
const ordered = (limits: Schema, ...pairs: [least: string, most: string][]): Schema => {
  const sorted = { ...limits };
  for (const [least, most] of pairs)
    if (Number(sorted[least]) > Number(sorted[most]))
      [sorted[least], sorted[most]] = [sorted[most], sorted[least]];
  return sorted;
};

const small = fc.integer({ min: 0, max: 3 });
const number = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constantFrom(0.5, -1.5, 2.25, 1e6));
const names = fc.constantFrom('a', 'b', 'c', 'kind', 'x-1');
const scalar = fc.oneof(
  fc.constantFrom<unknown>('a', 'b', '', 'text', 1, 0, true, false, null),
  fc.integer({ min: -9, max: 9 }),
);

export const PATTERNS = [
  '^[0-9]{5}$',
  '^\\+[1-9]\\d{1,14}$',
  '^[A-Z]{2}-\\d+$',
  'b',
  '^(?:cat|dog)s?$',
  '^[^a-z]+$',
  '^(?=.*[A-Z])(?=.*\\d).{8,}$',
  '^\\p{Lu}\\p{Ll}*$',
  '\\bid\\b',
  '^(?!a)[a-c]{1,3}$',
  '[\\w.]+@[\\w.]+',
  '^/[a-z]+(?:/[a-z]+)*$',
  '^.{3}$',
  '^#[0-9a-fA-F]{6}$',
  '^x{0,2}y*?z$',
  '^$',
];
const FORMATS = [
  'date',
  'date-time',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'regex',
  'byte',
  'password',
  'unheard-of',
];

const text = optional({
  pattern: fc.constantFrom(...PATTERNS),
  minLength: fc.integer({ min: 0, max: 6 }),
  maxLength: fc.integer({ min: 3, max: 40 }),
}).map((limits): Schema => ({ type: 'string', ...ordered(limits, ['minLength', 'maxLength']) }));
const formatted = fc
  .tuple(
    fc.constantFrom(...FORMATS),
    optional({ minLength: fc.integer({ min: 0, max: 12 }), maxLength: fc.integer({ min: 20, max: 60 }) }),
  )
  .map(([format, limits]): Schema => ({ type: 'string', format, ...limits }));
const numeric = fc
  .tuple(
    fc.constantFrom('integer', 'number'),
    optional({
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      multipleOf: fc.constantFrom(1, 2, 5, 0.5, 0.01, 7),
    }),
  )
  .map(
    ([type, limits]): Schema => ({
      type,
      ...ordered(limits, ['minimum', 'maximum'], ['exclusiveMinimum', 'exclusiveMaximum']),
    }),
  );

const leaf = fc.oneof(
  text,
  formatted,
  numeric,
  fc.constantFrom<Schema>(
    { type: 'boolean' },
    { type: 'null' },
    {},
    { type: ['string', 'null'] },
    { type: ['integer', 'object'] },
    { type: 'string', contentEncoding: 'base64', minLength: 5 },
  ),
  fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }).map((values): Schema => ({ enum: values })),
  scalar.map((value): Schema => ({ const: value })),
  fc.tuple(text, scalar).map(([one, example]): Schema => ({ ...one, examples: [example], default: example })),
  fc.constantFrom('A', 'B', 'C').map((name): Schema => ({ $ref: `#/components/schemas/${name}` })),
);

function listsOf(inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const common = optional({
    items: fc.oneof({ weight: 5, arbitrary: inner }, { weight: 1, arbitrary: fc.constant(false) }),
    prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
    minItems: small,
    maxItems: fc.integer({ min: 1, max: 6 }),
    uniqueItems: fc.boolean(),
  });
  const rare = optional({
    contains: inner,
    unevaluatedItems: fc.oneof(inner, fc.constant(false)),
    minContains: small,
    maxContains: fc.integer({ min: 1, max: 4 }),
  });
  return fc.tuple(common, rare, fc.nat(3)).map(
    ([keywords, added, chance]): Schema => ({
      type: 'array',
      ...ordered(keywords, ['minItems', 'maxItems']),
      ...(chance === 0 ? ordered(added, ['minContains', 'maxContains']) : {}),
    }),
  );
}

function objectsOf(inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const common = optional({
    required: fc.uniqueArray(names, { maxLength: 2 }),
    additionalProperties: fc.oneof(inner, fc.boolean()),
    minProperties: fc.integer({ min: 0, max: 2 }),
    maxProperties: fc.integer({ min: 2, max: 6 }),
  });
  const rare = optional({
    patternProperties: fc.dictionary(fc.constantFrom('^x-', '^[a-b]$', '\\d'), inner, { maxKeys: 2 }),
    propertyNames: optional({
      pattern: fc.constantFrom('^[a-z-0-9]+$', '^[a-c]', '^x'),
      maxLength: fc.integer({ min: 1, max: 6 }),
    }),
    dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2 }),
    dependentSchemas: fc.dictionary(names, inner, { maxKeys: 1 }),
    unevaluatedProperties: fc.oneof(inner, fc.constant(false)),
  });
  return fc.tuple(fc.dictionary(names, inner, { maxKeys: 3 }), common, rare, fc.nat(2)).map(
    ([properties, keywords, added, chance]): Schema => ({
      type: 'object',
      properties,
      ...keywords,
      ...(chance === 0 ? added : {}),
    }),
  );
}

function combinedOf(inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const several = fc.array(inner, { minLength: 1, maxLength: 3 });
  const objects = objectsOf(inner);
  const excluded = fc.constantFrom<Schema>(
    { const: 'a' },
    { type: 'object' },
    { enum: [1, 'text'] },
    { type: 'object', required: ['a'] },
  );
  return fc.oneof(
    several.map((oneOf): Schema => ({ oneOf })),
    several.map((anyOf): Schema => ({ anyOf })),
    several.map((allOf): Schema => ({ allOf })),
    fc.tuple(objects, objects).map((allOf): Schema => ({ allOf })),
    fc
      .tuple(objects, fc.array(objects, { minLength: 1, maxLength: 2 }))
      .map(([base, anyOf]): Schema => ({ ...base, anyOf })),
    fc.tuple(inner, excluded).map(([base, not]): Schema => ({ allOf: [base], not })),
    fc.tuple(objects, names, scalar, objects, objects).map(
      ([base, name, value, held, other]): Schema => ({
        ...base,
        if: { properties: { [name]: { const: value } }, required: [name] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword
        then: held,
        else: other,
      }),
    ),
    inner.map((one): Schema => ({ oneOf: [one, { type: 'null' }] })),
  );
}

/** Level by level, so that drawing one is quick. */
const deepen = (inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 2, arbitrary: objectsOf(inner) },
    { weight: 1, arbitrary: listsOf(inner) },
    { weight: 2, arbitrary: combinedOf(inner) },
  );
const anySchema = deepen(deepen(deepen(leaf)));

/** A schema, and the schemas to which it refers, which refer to each other. */
export const schemaWithOthers: fc.Arbitrary<{ schema: Schema; schemas: Record<string, Schema> }> = fc.record({
  schema: anySchema,
  schemas: fc.record({ A: deepen(deepen(leaf)), B: deepen(leaf), C: deepen(leaf) }),
});
