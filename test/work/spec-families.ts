/** OpenAPI specs, as text. */

const times = <Value>(n: number, make: (i: number) => [string, Value]): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => make(i)));

const specOf = (parts: object): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: {}, ...parts });
const withSchemas = (schemas: object): string => specOf({ components: { schemas } });
const operation = { responses: { 200: { description: 'a' } } };
const nested = (n: number): object =>
  Array.from({ length: n }).reduce<object>((inner) => ({ type: 'object', properties: { a: inner } }), {
    type: 'string',
  });

export const specFamilies: Record<string, (n: number) => string> = {
  paths: (n) => specOf({ paths: times(n, (i) => [`/a${i}`, { get: operation }]) }),
  'segments of a path': (n) => specOf({ paths: { [`/${'{a}/'.repeat(n)}`]: { get: operation } } }),
  'parameters of an operation': (n) =>
    specOf({
      paths: {
        '/a': {
          get: {
            ...operation,
            parameters: Array.from({ length: n }, (_, i) => ({
              name: `a${i}`,
              in: 'query',
              schema: { type: 'string' },
            })),
          },
        },
      },
    }),
  'tags of operations': (n) =>
    specOf({ paths: times(n, (i) => [`/a${i}`, { get: { ...operation, tags: [`t${i}`] } }]) }),
  schemas: (n) => withSchemas(times(n, (i) => [`A${i}`, { type: 'string' }])),
  'schemas in a chain': (n) =>
    withSchemas(times(n, (i) => [`A${i}`, { $ref: `#/components/schemas/A${i + 1}` }])),
  'schemas in a ring': (n) =>
    withSchemas(times(n, (i) => [`A${i}`, { $ref: `#/components/schemas/A${(i + 1) % n}` }])),
  'nested schemas': (n) => withSchemas({ A: nested(n) }),
  'values of an enumeration': (n) => withSchemas({ A: { enum: Array.from({ length: n }, (_, i) => i) } }),
  'parts of a composition': (n) =>
    withSchemas({ A: { allOf: Array.from({ length: n }, () => ({ type: 'object' })) } }),
  'references that lead nowhere': (n) => withSchemas(times(n, (i) => [`A${i}`, { $ref: `#/nowhere/${i}` }])),
  servers: (n) => specOf({ servers: Array.from({ length: n }, (_, i) => ({ url: `https://a.b/${i}` })) }),
  'a long description': (n) =>
    specOf({ info: { title: 'a', version: '1', description: 'a *b* '.repeat(n) } }),
  'YAML with anchors': (n) =>
    `openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths: {}\nx: &a {b: c}\ny:\n${'  - *a\n'.repeat(n)}`,
  'text that is no spec': (n) => '{'.repeat(n),
};
