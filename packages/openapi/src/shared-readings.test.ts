import { expect, test } from 'vitest';
import { describeSpec } from './reference/describe-spec.ts';
import type { Json } from './resolve.ts';
import { SharedReadings } from './shared-readings.ts';

const OPERATIONS = 100;
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Operations that fail with the same problem, which consists of several schemas. `onRead` is told of each of them. */
const createSpec = (onRead: (name: string) => void = () => {}): Json => {
  const counted = (name: string, schema: Json): Json =>
    Object.defineProperty({ ...schema }, 'allOf', {
      enumerable: true,
      get: () => {
        onRead(name);
        return schema.allOf;
      },
    });
  const content = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: OPERATIONS }, (_, n) => [
        `/things${n}`,
        { get: { responses: { 200: content(ref(`Thing${n % 10}`)), 500: content(ref('Problem')) } } },
      ]),
    ),
    components: {
      schemas: {
        Problem: counted('Problem', { allOf: [ref('Base'), { properties: { code: { type: 'string' } } }] }),
        Base: counted('Base', {
          type: 'object',
          properties: { id: { type: 'string', description: 'Its id.' }, related: { items: ref('Thing0') } },
          allOf: [{ required: ['id'] }],
        }),
        ...Object.fromEntries(
          Array.from({ length: 10 }, (_, n) => [
            `Thing${n}`,
            counted(`Thing${n}`, {
              allOf: [
                ref('Base'),
                { properties: { next: ref(`Thing${(n + 1) % 10}`), size: { type: 'integer' } } },
              ],
            }),
          ]),
        ),
      },
    },
  };
};

const describe = (spec: Json, n: number) =>
  describeSpec(spec, { kind: 'operation', method: 'get', path: `/things${n}` });

test('what many operations use is read as often as for a few', () => {
  const counts = new Map<string, number>();
  const spec = createSpec((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
  for (let n = 0; n < 10; n += 1) describe(spec, n);
  const before = new Map(counts);
  expect([...before.keys()].sort()).toEqual(Object.keys((spec.components as Json).schemas as Json).sort());
  for (let n = 10; n < OPERATIONS; n += 1) describe(spec, n);
  expect(counts).toEqual(before);
});

test('an operation is described in the same way first and last', () => {
  const spec = createSpec();
  for (let n = 0; n < 30; n += 1) expect(describe(spec, n)).toEqual(describe(createSpec(), n));
});

test('what is kept begins anew when it is too much, and with another spec', () => {
  const readings = new SharedReadings<string, number>(3);
  const [one, other]: Json[] = [{}, {}];
  readings.keep(one as Json, 'a', 1);
  readings.keep(one as Json, 'b', 2, 2);
  expect([readings.find(one as Json, 'a'), readings.find(one as Json, 'b')]).toEqual([1, 2]);
  expect(readings.find(other as Json, 'a')).toBeUndefined();
  readings.keep(one as Json, 'c', 3);
  expect([readings.find(one as Json, 'a'), readings.find(one as Json, 'c')]).toEqual([undefined, 3]);
  readings.keep(other as Json, 'd', 4);
  expect([readings.find(one as Json, 'c'), readings.find(other as Json, 'd')]).toEqual([undefined, 4]);
});
