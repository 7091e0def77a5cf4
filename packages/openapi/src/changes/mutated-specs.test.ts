import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPEC_NAMES, SPECS } from '../../../../test/corpora-specs.ts';
import { createRandom } from '../../../../test/random.ts';
import {
  applyChanges,
  type ExpectedChange,
  inline,
  mutate,
  operationsOf,
} from '../../test/changes/mutate-spec.ts';
import { processSpec } from '../process-spec.ts';
import { type Json, listOf } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { compareSpecs } from './compare-specs.ts';

function readSpec(name: string): Json {
  const file = { url: `https://api.example/${name}`, bytes: readFileSync(new URL(name, SPECS)) };
  const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
  if (outcome.state !== 'processed') throw new Error(`${name} cannot be read.`);
  return readStoredSpec(outcome.filesystem);
}

describe.skipIf(SPEC_NAMES.length === 0)('of real specs', () => {
  describe.each([...SPEC_NAMES])('of %s', (name) => {
    const spec = readSpec(name);

    test('nothing has changed in the same spec, whatever the order of its keys', () => {
      expect(compareSpecs(spec, spec)).toEqual({ changes: [], isComplete: true });
      expect(compareSpecs(spec, reverseKeys(spec) as Json).changes).toEqual([]);
    });

    const inlined = inline(spec);
    test.skipIf(operationsOf(inlined).size === 0)('random mutations are told, and nothing else', () => {
      let told = 0;
      fc.assert(
        fc.property(fc.integer(), fc.integer({ min: 1, max: 12 }), (seed, count) => {
          const { mutated, expected } = mutate(inlined, createRandom(seed), count);
          const { changes, isComplete } = compareSpecs(inlined, mutated);
          expect(isComplete).toBe(true);
          const found = changes.map(({ class: changeClass, kind, operation, place, name: about }) => ({
            class: changeClass,
            kind,
            operation: operation ? `${operation.method.toUpperCase()} ${operation.path}` : '',
            place,
            name: about,
          }));
          expect(sorted(found)).toEqual(sorted(expected));
          expect(withSortedRequired(applyChanges(inlined, mutated, changes))).toEqual(
            withSortedRequired(mutated),
          );
          told += changes.length;
        }),
        { numRuns: 20 },
      );
      expect(told).toBeGreaterThan(20);
    });
  });
});

const sorted = (changes: readonly ExpectedChange[]): string[] =>
  changes
    .map((change) => [change.operation, change.place, change.kind, change.class, change.name].join(' | '))
    .sort();

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, reverseKeys(one)]),
  );
}

/** The order of required names means nothing, and neither does a list of none. */
function withSortedRequired(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedRequired);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      if (key !== 'required' || !Array.isArray(one)) return [[key, withSortedRequired(one)]];
      return listOf(one).length === 0 ? [] : [[key, [...one].sort()]];
    }),
  );
}
