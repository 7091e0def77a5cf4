/** Specs of the versions 3.0 to 3.2 in which every kind of part contains every other. */
import fc from 'fast-check';

type Json = Record<string, unknown>;
type Version = '3.0.3' | '3.1.0' | '3.2.0';

const NAMES = ['A', 'B', 'C', 'D'];
const optional = (parts: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> =>
  fc.record(parts, { requiredKeys: [] }) as fc.Arbitrary<Json>;
const some = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
  fc.array(value, { minLength: 1, maxLength: 2, size: 'xsmall' });

/** No name is in a spec twice by chance: one that only hidden fields have is forgotten wherever it is required. */
const name = fc.noBias(fc.integer({ min: 1, max: 1_000_000_000 })).map((n) => `f${n}q`);
const named = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Json> =>
  fc.dictionary(name, value, { minKeys: 1, maxKeys: 2 }) as fc.Arbitrary<Json>;

const schemaRef = fc.constantFrom(...NAMES).map((to): Json => ({ $ref: `#/components/schemas/${to}` }));
const text: Json = { type: 'string' };

/** A field with values of which some select schemas. */
const selecting: fc.Arbitrary<Json> = fc
  .tuple(
    fc.uniqueArray(name, { minLength: 2, maxLength: 4 }),
    fc.subarray(NAMES, { minLength: 1 }),
    fc.boolean(),
  )
  .map(([values, targets, isListed]) => ({
    type: 'object',
    properties: { kind: { type: 'string', enum: values } },
    ...(isListed ? { oneOf: targets.map((to) => ({ $ref: `#/components/schemas/${to}` })) } : {}),
    discriminator: {
      propertyName: 'kind',
      mapping: Object.fromEntries(targets.slice(0, values.length).map((to, n) => [values[n], to])),
    },
  }));

const leaf: fc.Arbitrary<Json> = fc
  .oneof(
    fc.constantFrom<Json>(
      text,
      { type: 'string', default: 'd', example: 'e' },
      { type: 'integer', minimum: 3 },
      { type: 'boolean' },
      { type: 'string', format: 'date' },
      {},
      ...(['A', 'B'].map((to) => ({
        type: 'object',
        properties: { kind: text },
        discriminator: { propertyName: 'kind', mapping: { one: `#/components/schemas/${to}`, two: 'C' } },
      })) as Json[]),
      {
        oneOf: ['A', 'B'].map((to) => ({ $ref: `#/components/schemas/${to}` })),
        discriminator: { propertyName: 'kind', mapping: { one: 'A', other: 'A' } },
      },
    ),
    fc
      .uniqueArray(name, { minLength: 1, maxLength: 3 })
      .map((values): Json => ({ type: 'string', enum: values })),
    selecting,
    schemaRef,
  )
  .map((schema) => structuredClone(schema));

const docs = fc.constant({ url: 'https://example.com' }).map((value) => ({ ...value }));

function schemaOf(version: Version): fc.Arbitrary<Json> {
  const isOld = version === '3.0.3';
  const { schema } = fc.letrec<{ schema: Json }>((tie) => {
    const inner = tie('schema');
    const object = optional({
      properties: named(inner),
      additionalProperties: inner,
      externalDocs: docs,
      ...(isOld
        ? {}
        : {
            patternProperties: named(inner),
            dependentSchemas: named(inner),
            dependentRequired: fc.dictionary(name, some(name), { minKeys: 1, maxKeys: 2 }),
            propertyNames: fc.constant({ pattern: '^f' }).map((one) => ({ ...one })),
            not: inner,
          }),
    }).map((schema): Json => ({ type: 'object', ...schema }));
    const list = fc
      .record({ items: inner }, { requiredKeys: ['items'] })
      .chain((schema) =>
        optional(isOld ? {} : { prefixItems: some(inner), contains: inner }).map(
          (more): Json => ({ type: 'array', ...schema, ...more }),
        ),
      );
    const choice = fc
      .tuple(fc.constantFrom('oneOf', 'anyOf'), fc.array(inner, { minLength: 2, maxLength: 3 }))
      .map(([key, options]): Json => ({ [key]: options }));
    const parts = fc
      .tuple(named(inner), schemaRef)
      .map(([properties, ref]): Json => ({ allOf: [ref, { type: 'object', properties }] }));
    const conditional = fc.tuple(named(inner), inner, inner).map(
      // biome-ignore lint/suspicious/noThenProperty: A keyword of schemas.
      ([properties, one, other]): Json => ({ type: 'object', if: { properties }, then: one, else: other }),
    );
    const content = inner.map(
      (schema): Json => ({ type: 'string', contentMediaType: 'application/json', contentSchema: schema }),
    );
    const open = inner.map((schema): Json => ({ type: 'object', unevaluatedProperties: schema }));
    const rest = fc
      .tuple(some(inner), inner)
      .map(([prefixItems, schema]): Json => ({ type: 'array', prefixItems, unevaluatedItems: schema }));
    return {
      schema: fc.oneof(
        // A request of version 3.2 has several contents: with deeper schemas, most specs are too long to be shown whole.
        { maxDepth: version === '3.2.0' ? 2 : 3, depthSize: 'small' },
        leaf,
        object,
        list,
        choice,
        parts,
        ...(isOld ? [] : [conditional, content, open, rest]),
      ),
    };
  });
  return schema;
}

export function randomSpecs(version: Version): fc.Arbitrary<Json> {
  const schema = schemaOf(version);
  const example = fc.constant({ value: 'text' }).map((value): Json => ({ ...value }));
  const header = fc.oneof(
    schema.map((one): Json => ({ schema: one })),
    schema.map((one): Json => ({ content: { 'application/json': { schema: one } } })),
    fc.constant({ schema: text, examples: { one: { value: 'v' } } }).map((one): Json => structuredClone(one)),
  );
  const encoding = encodingOf(version, fc.dictionary(name, header, { maxKeys: 1 }));
  const content = fc
    .tuple(
      schema,
      fc.dictionary(name, example, { maxKeys: 2 }),
      encoding,
      fc.tuple(encoding, encoding, schema),
    )
    .map(
      ([one, examples, ofField, [first, others, item]]): Json => ({
        'application/json': {
          schema: one,
          ...(Object.keys(examples).length > 0 ? { examples } : exampleOf(one)),
        },
        ...(version === '3.2.0'
          ? {
              'application/jsonl': { schema: { type: 'array', maxItems: 9 }, itemSchema: item },
              'application/x-shared': { $ref: '#/components/mediaTypes/shared' },
              'multipart/mixed': {
                schema: { type: 'array', prefixItems: [{ ...text }], items: { ...text } },
                prefixEncoding: [first],
                itemEncoding: others,
              },
            }
          : {}),
        'multipart/form-data': {
          schema: { type: 'object', properties: { part: { type: 'string' } } },
          encoding: { part: ofField },
        },
      }),
    );
  const parameters = fc
    .uniqueArray(fc.tuple(name, fc.constantFrom('query', 'header', 'cookie'), header), {
      selector: ([own]) => own,
      maxLength: 3,
    })
    .map((all) => all.map(([own, place, value]): Json => ({ name: own, in: place, ...value })));
  const server = optional({
    variables: fc
      .constant({ v: { default: 'a', enum: ['a', 'b'] } })
      .map((one): Json => structuredClone(one)),
  }).map((one): Json => ({ url: 'https://{v}.example.com', ...one }));
  const response = optional({
    headers: named(header),
    content,
    links: fc.constant({ next: { operationId: 'a' } }).map((one): Json => structuredClone(one)),
  });
  const responses = fc.record(
    { 200: response, default: response },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Json>;
  const samples = some(fc.constant({ lang: 'text', source: 'a' }).map((one): Json => ({ ...one })));
  const plain = optional({
    parameters: version === '3.2.0' ? fc.oneof(parameters, querystring(schema)) : parameters,
    requestBody: fc.record({ content }),
    responses,
    externalDocs: docs,
    tags: fc.subarray(['things', 'others'], { minLength: 1 }),
    'x-codeSamples': samples,
  });
  const methods = ['get', 'put', 'patch', ...(version === '3.2.0' ? ['query'] : [])];
  const itemOf = (operation: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
    fc
      .tuple(
        fc.constantFrom(...methods),
        operation,
        parameters,
        version === '3.2.0' ? fc.option(operation, { freq: 1 }) : fc.constant(null),
      )
      .map(
        ([method, found, shared, other]): Json => ({
          [method]: found,
          parameters: shared,
          ...(other ? { additionalOperations: { COPY: other } } : {}),
        }),
      );
  const address = '{$request.body#/url}';
  const small = optional({ externalDocs: docs, 'x-codeSamples': samples, parameters });
  const innermost = named(itemOf(small).map((item): Json => ({ [address]: item })));
  const inner = fc.tuple(fc.oneof(plain, small), fc.option(innermost, { freq: 1 }), some(server)).map(
    ([operation, more, servers]): Json => ({
      ...operation,
      servers,
      ...(more ? { callbacks: more } : {}),
    }),
  );
  const callbacks = named(itemOf(inner).map((item): Json => ({ [address]: item })));
  const whole = fc
    .tuple(plain, optional({ callbacks, servers: some(server) }))
    .map(
      ([operation, more]): Json => ({ security: [{ oauth: ['read'] }, { key: [] }], ...operation, ...more }),
    );
  const shared = version === '3.0.3' ? fc.constant(null) : fc.option(itemOf(plain), { freq: 2 });
  const sharedType = fc.record({ schema, itemSchema: schema, itemEncoding: encoding });
  return fc
    .tuple(
      fc.dictionary(name, itemOf(whole), { minKeys: 1, maxKeys: 2 }),
      fc.tuple(...NAMES.map(() => schema.filter(({ $ref }) => $ref === undefined))),
      fc.dictionary(name, itemOf(plain), { maxKeys: 1 }),
      shared,
      sharedType,
    )
    .map(
      ([items, schemas, webhooks, item, mediaType]): Json => ({
        openapi: version,
        info: { title: 'Things', version: '1', description: 'About things.' },
        tags: [{ name: 'things', externalDocs: { url: 'https://example.com' } }, { name: 'others' }],
        paths: {
          ...Object.fromEntries(Object.entries(items).map(([key, one]) => [`/${key}`, one])),
          ...(item ? { '/shared': { $ref: '#/components/pathItems/shared' } } : {}),
        },
        ...(version === '3.0.3' ? {} : { webhooks }),
        components: {
          schemas: Object.fromEntries(NAMES.map((key, n) => [key, schemas[n]])),
          securitySchemes: SCHEMES,
          ...(item ? { pathItems: { shared: item } } : {}),
          ...(version === '3.2.0' ? { mediaTypes: { shared: mediaType } } : {}),
        },
      }),
    )
    .map((spec) => structuredClone(spec));
}

/** How a part is sent. Since version 3.2, parts can have parts. */
function encodingOf(version: Version, headers: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const own = fc.record(
    {
      headers,
      contentType: fc.constant('text/plain'),
      style: fc.constant('form'),
    },
    { requiredKeys: ['headers'] },
  ) as fc.Arbitrary<Json>;
  if (version !== '3.2.0') return own;
  const inner = fc.option(own, { nil: undefined, freq: 2 });
  return fc.tuple(own, inner, inner, inner, name).map(
    ([one, field, first, others, key]): Json => ({
      ...one,
      ...(field && { encoding: { [key]: field } }),
      ...(first && { prefixEncoding: [first] }),
      ...(others && { itemEncoding: others }),
    }),
  );
}

/** The parameters of an operation whose whole query is one value. */
const querystring = (schema: fc.Arbitrary<Json>): fc.Arbitrary<Json[]> =>
  fc
    .tuple(name, schema)
    .map(([own, one]) => [
      { name: own, in: 'querystring', content: { 'application/x-www-form-urlencoded': { schema: one } } },
    ]);

/** An example with the fields of a schema, whose values are the names of the fields. */
function exampleOf(schema: Json): { example?: Json } {
  const fill = (value: unknown, own: string): unknown => {
    const { properties } = (value ?? {}) as Json;
    if (typeof properties !== 'object' || properties === null) return own;
    return Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, fill(field, key)]));
  };
  const value = fill(schema, '');
  return value === '' ? {} : { example: value as Json };
}

const SCHEMES: Json = {
  oauth: {
    type: 'oauth2',
    flows: {
      clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { read: '', write: '' } },
      authorizationCode: {
        authorizationUrl: 'https://example.com/authorize',
        tokenUrl: 'https://example.com/token',
        scopes: { admin: '' },
      },
    },
  },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
};
