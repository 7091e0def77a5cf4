import { expect, test } from 'vitest';
import { addKeywords, type MadeValues } from './combine-schemas.ts';
import { mergeParts } from './merge-all-of.ts';
import type { Json } from './resolve.ts';

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) freeze(inner);
    Object.freeze(value);
  }
  return value;
}

const partOf = (n: number): Json =>
  freeze({
    required: [`field${n}`, 'shared'],
    dependentRequired: { shared: [`field${n}`] },
    properties: { [`field${n}`]: { type: 'string' }, shared: { description: `Part ${n}` } },
    prefixItems: [{ title: `Item ${n}` }],
  });

test('each part is added to what there is of the others, which is not copied', () => {
  const whole: Json = {};
  const depths = new Map<string, number>();
  const made: MadeValues = new WeakMap();
  const add = (n: number): void => addKeywords(whole, partOf(n), { depth: 0, depths, made });
  const listValues = (): unknown[] => {
    const { properties, prefixItems, dependentRequired } = whole as {
      properties: { shared: Json };
      prefixItems: Json[];
      dependentRequired: Json;
    };
    const items = prefixItems[0]?.allOf;
    return [
      whole.required,
      properties,
      properties.shared,
      properties.shared.allOf,
      dependentRequired,
      dependentRequired.shared,
      prefixItems,
      items,
    ];
  };
  add(0);
  add(1);
  const before = listValues();
  add(2);
  for (const [n, value] of listValues().entries()) expect(value).toBe(before[n]);
  expect(whole.required).toEqual(['field0', 'shared', 'field1', 'field2']);
  expect(whole.dependentRequired).toEqual({ shared: ['field0', 'field1', 'field2'] });
  expect(Object.keys(whole.properties as Json)).toEqual(['field0', 'shared', 'field1', 'field2']);
  expect((whole.properties as Json).shared).toEqual({
    allOf: [{ description: 'Part 0' }, { description: 'Part 1' }, { description: 'Part 2' }],
  });
});

test('combining changes nothing in the spec, and the next combination starts anew', () => {
  const spec = freeze({
    components: { schemas: { One: partOf(1), Two: { allOf: [partOf(2), partOf(3)] } } },
  });
  const schema = freeze({
    allOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }, partOf(4)],
  });
  const first = mergeParts(spec, schema).schema;
  expect(mergeParts(spec, schema).schema).toEqual(first);
  // The combination may be a part of another one, of which it is not changed.
  const again = mergeParts(spec, freeze({ allOf: [freeze(first), partOf(5)] })).schema;
  expect(again.required).toEqual(['field1', 'shared', 'field2', 'field3', 'field4', 'field5']);
  expect(first.required).toHaveLength(5);
});
