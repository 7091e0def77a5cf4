/** How much work it takes to tell alternatives apart that differ only deep inside. */
import { expect, test } from 'vitest';
import type { Json } from '../resolve.ts';
import { SchemaComparer } from './compare-schemas.ts';

const refTo = (n: number): Json => ({ $ref: `#/components/schemas/S${n}` });
const listOfItems = (items: unknown): Json => ({ type: 'array', items });

type Order = (list: Json[]) => Json[];

const asWritten: Order = (list) => list;
const writtenBackwards: Order = (list) => list.map((schema) => ({ allOf: [schema, {}] })).reverse();

/** Schemas whose alternatives are all alike, however deeply they are read. */
function specOfCircles(count: number, order: Order): Json {
  const schemas = Array.from({ length: count }, (_, n): [string, Json] => {
    const option = listOfItems(refTo((n + 1) % count));
    return [`S${n}`, { oneOf: order([option, option]) }];
  });
  return { openapi: '3.1.0', paths: {}, components: { schemas: Object.fromEntries(schemas) } };
}

/** Alternatives in alternatives, which differ only in the innermost ones. */
function nestOptions(depth: number, order: Order, first = 0): Json {
  if (depth === 0) return { type: 'string', maxLength: first };
  const inner = [first, first + 2 ** (depth - 1)].map((n) => listOfItems(nestOptions(depth - 1, order, n)));
  return { oneOf: order(inner) };
}

function compare(specs: [Json, Json], schemas: [Json, Json]) {
  let steps = 0;
  const comparer = new SchemaComparer(
    ...specs,
    () => {
      steps += 1;
      return true;
    },
    { isSame: () => false },
  );
  const difference = comparer.compare(schemas, 'request');
  return {
    hasChanges: difference?.hasChanges,
    steps,
    deepDigests: comparer.digests[0].numbers.deepDigests,
  };
}

const compareCircles = (count: number) =>
  compare([specOfCircles(count, asWritten), specOfCircles(count, writtenBackwards)], [refTo(0), refTo(0)]);
const compareNested = (depth: number) => {
  const spec = { openapi: '3.1.0', paths: {} };
  return compare([spec, spec], [nestOptions(depth, asWritten), nestOptions(depth, writtenBackwards)]);
};

test('alternatives that are alike to any depth are read in linear time', () => {
  const [once, twice] = [compareCircles(100), compareCircles(200)];
  expect([once.hasChanges, twice.hasChanges]).toEqual([false, false]);
  expect(once.deepDigests).toBeGreaterThan(100);
  expect(twice.deepDigests).toBeLessThanOrEqual(once.deepDigests * 2.1);
  expect(twice.steps).toBeLessThanOrEqual(once.steps * 2.1);
});

test('alternatives in alternatives are read as often as they are nested', () => {
  const [once, twice] = [compareNested(7), compareNested(8)];
  expect([once.hasChanges, twice.hasChanges]).toEqual([false, false]);
  expect(once.deepDigests).toBeGreaterThan(100);
  expect(twice.deepDigests).toBeLessThanOrEqual(once.deepDigests * 2.7);
  expect(twice.steps).toBeLessThanOrEqual(once.steps * 2.7);
});

test('the number of deep readings is limited, and changes are still found', () => {
  const { deepDigests, steps, hasChanges } = compareCircles(1700);
  expect(deepDigests).toBe(100_000);
  expect(steps).toBeLessThan(1_000_000);
  expect(hasChanges).toBe(false);
});
