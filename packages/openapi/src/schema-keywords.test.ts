/** Whatever reads schemas reads those within every keyword. */
import { expect, test } from 'vitest';
import { compareSpecs } from './changes/compare-specs.ts';
import { describeSpec } from './reference/describe-spec.ts';
import { createOperationEstimate, createReadSchema } from './reference/split-schemas.ts';
import { writeReference } from './reference/write-reference.ts';
import { type Json, recordOf } from './resolve.ts';
import { LISTED_SCHEMAS, NAMED_SCHEMAS, SINGLE_SCHEMAS } from './schema-keywords.ts';
import { listSchemaWords } from './schema-words.ts';
import { walkReferences } from './spec-grammar.ts';

const inner = { type: 'object', properties: { innermost: { type: 'string', enum: ['blue'] } } };

/** A condition needs a consequence, and a consequence a condition. */
const around = (keyword: string, schema: unknown): Json => {
  // biome-ignore lint/suspicious/noThenProperty: A keyword of schemas.
  if (keyword === 'if') return { if: schema, then: { required: ['other'] } };
  if (keyword === 'then' || keyword === 'else') return { if: { required: ['other'] }, [keyword]: schema };
  if (keyword === 'contentSchema')
    return { type: 'string', contentMediaType: 'application/json', contentSchema: schema };
  return { [keyword]: schema };
};

const SCHEMAS: [keyword: string, around: (schema: unknown) => Json][] = [
  ...NAMED_SCHEMAS.map(
    (keyword) => [keyword, (schema: unknown) => ({ [keyword]: { name: schema } })] as const,
  ),
  ...LISTED_SCHEMAS.map(
    (keyword) => [keyword, (schema: unknown) => ({ [keyword]: [schema, { type: 'integer' }] })] as const,
  ),
  ...SINGLE_SCHEMAS.map((keyword) => [keyword, (schema: unknown) => around(keyword, schema)] as const),
].map(([keyword, make]) => [keyword, make]);

const specOf = (schema: Json): Json => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Outer' } } } },
      },
    },
  },
  components: { schemas: { Outer: schema } },
});

test.for(SCHEMAS)('a schema in %s is read everywhere', ([keyword, make]) => {
  // Names of fields have no fields, but values.
  const part = keyword === 'propertyNames' ? { enum: ['innermost', 'blue'] } : inner;
  const spec = specOf(make(part));
  const reference = describeSpec(spec, { kind: 'operation', method: 'post', path: '/things' });
  expect(reference && writeReference(reference)).toContain('blue');
  expect(listSchemaWords(spec, new Set()).flat().join(' ')).toContain('innermost');
  expect(
    [...walkReferences(specOf(make({ $ref: '#/components/schemas/Outer' })))].filter(
      ({ kind }) => kind === 'schema',
    ),
  ).toHaveLength(2);
  const later =
    keyword === 'propertyNames'
      ? { enum: ['innermost'] }
      : { ...inner, properties: { innermost: { type: 'boolean' } } };
  expect(compareSpecs(structuredClone(spec), specOf(make(later))).changes).not.toEqual([]);
  if (keyword === 'propertyNames') return;
  const item = recordOf(recordOf(spec.paths)['/things']);
  const estimate = createOperationEstimate(spec, createReadSchema(spec));
  const empty = specOf(make({ type: 'object' }));
  expect(estimate(item, recordOf(item.post))).toBeGreaterThan(
    createOperationEstimate(empty, createReadSchema(empty))(item, recordOf(item.post)),
  );
});
