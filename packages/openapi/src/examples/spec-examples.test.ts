/** Every example that is made for a generated spec is valid against the schema in its source. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomSpecs } from '../../test/random-specs.ts';
import { listMethods } from '../list-methods.ts';
import { processSpec } from '../process-spec.ts';
import { describeSpec } from '../reference/describe-spec.ts';
import type { ContentReference, OperationReference } from '../reference/operation-reference.ts';
import { type Json, recordOf, resolve } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';

const RUNS = process.env.LECTERN_SOAK ? 100 : 3;

/** Says what is wrong with a value; undefined for schemas without an end. */
function createCheck(spec: Json): (schema: unknown, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  ajv.addSchema({ components: spec.components, $id: 'spec:exact' });
  ajv.addSchema({ components: withSelection(spec.components), $id: 'spec:selected' });
  const isValid = (schema: unknown, value: unknown, id: string): boolean =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${id}#/components/`)))(
      value,
    ) as boolean;
  return (schema, value) => {
    try {
      return isValid(schema, value, 'spec:exact') || isValid(withSelection(schema), value, 'spec:selected')
        ? undefined
        : `${JSON.stringify(value)} is no ${JSON.stringify(schema)}`;
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

/** Alternatives may overlap if a discriminator selects one. */
function withSelection(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSelection);
  if (typeof value !== 'object' || value === null) return value;
  const isSelected = 'discriminator' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      isSelected && key === 'oneOf' ? 'anyOf' : key,
      withSelection(one),
    ]),
  );
}

test.for(['3.0.3', '3.1.0', '3.2.0'] as const)('examples of specs of %s are valid', (version) => {
  let made = 0;
  fc.assert(
    fc.property(randomSpecs(version), (drawn) => {
      const file = { url: 'text:///openapi', bytes: Buffer.from(JSON.stringify(drawn)) };
      const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
      if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
      const stored = readStoredSpec(outcome.filesystem);
      const findFault = createCheck(drawn);
      const faults: string[] = [];
      const check = (contents: readonly ContentReference[] = [], source: unknown): void => {
        for (const { mediaType, examples } of contents)
          for (const { text, isGenerated } of mediaType === 'application/json' ? examples : []) {
            if (!isGenerated) continue;
            made += 1;
            const { schema } = recordOf(recordOf(recordOf(source).content)[mediaType]);
            const fault = findFault(schema, JSON.parse(text));
            if (fault !== undefined) faults.push(fault);
          }
      };
      const checkOperation = (described: OperationReference, source: Json): void => {
        check(described.body?.contents, source.requestBody);
        for (const { status, contents } of described.responses)
          check(contents, recordOf(source.responses)[status]);
      };
      for (const [kind, items] of [
        ['operation', drawn.paths],
        ['webhook', drawn.webhooks],
      ] as const)
        for (const [path, item] of Object.entries(recordOf(items)))
          for (const [method, source] of listMethods(resolve(drawn, item))) {
            const described = describeSpec(stored, { kind, method, path });
            if (described?.kind === undefined || described.kind === 'schemas')
              throw new Error(`${method} ${path} is not described.`);
            checkOperation(described, source);
          }
      expect(faults).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect(made).toBeGreaterThan(0);
});
