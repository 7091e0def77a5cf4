import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPEC_NAMES, SPECS } from '../../../../test/corpora-specs.ts';
import { REWRITINGS } from '../../test/changes/rewrite-spec.ts';
import { randomSpecs } from '../../test/random-specs.ts';
import { processSpec } from '../process-spec.ts';
import { type Json, listOf, recordOf } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { compareSpecs } from './compare-specs.ts';

function read(bytes: Uint8Array): Json {
  const file = { url: 'https://api.example/openapi.json', bytes };
  const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
  if (outcome.state !== 'processed') throw new Error(`The spec cannot be read: ${JSON.stringify(outcome)}`);
  return readStoredSpec(outcome.filesystem);
}

/**
 * The changes between two specs, except for the names of schemas, which are part of no request. Of the texts of several
 * parts, the last one is shown, so that their order has a meaning for people.
 */
function compare(before: Json, after: Json, ordersTexts: boolean): string[] {
  const { changes, isComplete } = compareSpecs(before, after);
  expect(isComplete).toBe(true);
  return changes
    .filter(({ kind }) => kind !== 'schema-added' && kind !== 'schema-removed')
    .filter((change) => !ordersTexts || change.class !== 'documentation')
    .map(({ kind, place, name }) => `${kind} ${name} ${place}`);
}

/** Whether a schema of the components is a part or an alternative of itself, perhaps by way of others. */
function extendsItself(spec: Json): boolean {
  const schemas = recordOf(recordOf(spec.components).schemas);
  const extendedBy = (schema: unknown): unknown[] => {
    const { $ref, allOf, oneOf, anyOf } = recordOf(schema);
    const inner = [allOf, oneOf, anyOf].flatMap(listOf).flatMap(extendedBy);
    return typeof $ref === 'string' ? [schemas[$ref.split('/').at(-1) ?? ''], ...inner] : inner;
  };
  return Object.values(schemas).some((schema) => {
    const found = new Set(extendedBy(schema));
    for (const one of found) for (const next of extendedBy(one)) found.add(next);
    return found.has(schema);
  });
}

describe.each(Object.keys(REWRITINGS))('%s', (name) => {
  const rewrite = REWRITINGS[name] as (spec: Json) => Json;
  const ordersTexts = name.startsWith('the parts of a combination');

  test.skipIf(SPEC_NAMES.length === 0).each([...SPEC_NAMES])('changes nothing in %s', (file) => {
    const spec = read(readFileSync(new URL(file, SPECS)));
    const rewritten = rewrite(structuredClone(spec));
    expect(compare(spec, rewritten, ordersTexts)).toEqual([]);
    expect(compare(rewritten, spec, ordersTexts)).toEqual([]);
  });

  // Parts of generated schemas contradict each other: the first one is shown.
  test.skipIf(ordersTexts).each(['3.0.3', '3.1.0', '3.2.0'] as const)(
    'changes nothing in specs of %s',
    (version) => {
      fc.assert(
        fc.property(randomSpecs(version), (random) => {
          // A schema that is an alternative of itself says nothing.
          fc.pre(!extendsItself(random));
          const spec = read(Buffer.from(JSON.stringify(random)));
          const rewritten = JSON.parse(JSON.stringify(rewrite(structuredClone(spec)))) as Json;
          expect(compare(spec, rewritten, ordersTexts)).toEqual([]);
          expect(compare(rewritten, spec, ordersTexts)).toEqual([]);
        }),
        { numRuns: 15 },
      );
    },
  );
});
