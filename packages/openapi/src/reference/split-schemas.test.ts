import { expect, test } from 'vitest';
import type { Json } from '../resolve.ts';
import { describeSpec } from './describe-spec.ts';
import { createReadSchema, splitSchemas } from './split-schemas.ts';

const text = { type: 'string' };
const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Json): Json => ({ type: 'object', properties });
const many = (count: number, of: (n: number) => unknown): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, of(n)]));
const specOf = (schemas: Json): Json => ({ openapi: '3.1.0', components: { schemas } });

test('small schemas are at most two hundred on a page', () => {
  expect(splitSchemas(specOf({}))).toEqual([]);
  expect(splitSchemas(specOf(many(401, () => text)))).toEqual([200, 200, 1]);
});

test('large schemas are fewer, and one that is too long stands alone', () => {
  const large = object(many(500, () => text));
  expect(splitSchemas(specOf(many(5, () => large)))).toEqual([2, 2, 1]);
  const huge = object(many(5000, () => text));
  expect(splitSchemas(specOf({ one: text, huge, other: text, last: text }))).toEqual([1, 1, 2]);
});

/** How schemas contain each other: not deeper than they are shown. */
const next = (n: number, by: number): Json => (n % 10 < 7 ? refTo(`a${n + by}`) : text);
const shapes: [string, (n: number) => Json][] = [
  ['references', (n) => object({ ...many(20, () => text), next: next(n, 1) })],
  ['lists', (n) => ({ type: 'array', items: object({ b: next(n, 1), c: text }) })],
  ['parts', (n) => ({ allOf: [...(n > 7 ? [refTo(`a${n % 7}`)] : []), object(many(9, () => text))] })],
  ['alternatives', (n) => ({ oneOf: [object({ x: text }), next(n, 1), next(n, 2)] })],
  [
    'variants',
    (n) =>
      n % 100 === 0
        ? { ...object({ kind: text }), discriminator: { propertyName: 'kind' } }
        : { allOf: [refTo(`a${n - (n % 100)}`), object(many(5, () => text))] },
  ],
  ['descriptions', () => object(many(10, () => ({ ...text, description: 'word '.repeat(400) })))],
];

test.for(shapes)('pages of schemas with %s show everything', ([, shape]) => {
  const schemas = many(200, shape);
  const spec = specOf(schemas);
  const names = Object.keys(schemas);
  let at = 0;
  for (const count of splitSchemas(spec)) {
    const described = describeSpec(spec, { kind: 'schemas', names: names.slice(at, at + count) });
    at += count;
    const written = JSON.stringify(described);
    expect(written.includes('"isCut"')).toBe(false);
    expect(written.length).toBeLessThan(1_500_000);
  }
  expect(at).toBe(200);
});

test('the work grows with the schemas, not with the ways through them', () => {
  const spec = specOf(many(100, (n) => object(many(12, (m) => refTo(`a${(n * 7 + m * 13) % 100}`)))));
  const read = createReadSchema(spec);
  let reads = 0;
  splitSchemas(spec, (schema) => {
    reads += 1;
    return read(schema);
  });
  expect(reads).toBeLessThan(100 * 1300);
});
