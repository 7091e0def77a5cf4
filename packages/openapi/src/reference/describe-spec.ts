import { listSchemaExamples, writeExample } from '../examples/list-examples.ts';
import { listMethods } from '../list-methods.ts';
import { type Json, recordOf, refOfSchema, resolve } from '../resolve.ts';
import { describeOperation } from './describe-operation.ts';
import type { FoundOperation } from './list-parameters.ts';
import type { OperationReference, SchemasReference, WantedContent } from './operation-reference.ts';
import { SchemaReader } from './schema-reader.ts';

/** The schemas of one block. Pages of a whole spec have fewer. */
const MAX_SHOWN_SCHEMAS = 500;

export type DescribedContent = OperationReference | SchemasReference;

/** Describes a part of a spec of the version 3.1 or 3.2; undefined if the spec does not have it. */
export const describeSpec = (spec: Json, wanted: WantedContent): DescribedContent | undefined =>
  wanted.kind === 'schemas' ? describeSchemas(spec, wanted.names) : describeFound(spec, wanted);

function describeFound(
  spec: Json,
  wanted: Exclude<WantedContent, { kind: 'schemas' }>,
): OperationReference | undefined {
  const found = findOperation(spec, wanted);
  return found && describeOperation(spec, found);
}

export function findOperation(
  spec: Json,
  { kind, method, path }: Exclude<WantedContent, { kind: 'schemas' }>,
): FoundOperation | undefined {
  const items = recordOf(kind === 'operation' ? spec.paths : spec.webhooks);
  if (!Object.hasOwn(items, path)) return undefined;
  const item = resolve(spec, items[path]);
  const found = listMethods(item).find(([name]) => name.toLowerCase() === method.toLowerCase());
  return found && { kind, method: found[0], path, item, operation: found[1] };
}

/** Describes the schemas with these names; undefined if the spec has none of them. */
function describeSchemas(spec: Json, names: readonly string[]): SchemasReference | undefined {
  const all = recordOf(recordOf(spec.components).schemas);
  const known = names.filter((name) => Object.hasOwn(all, name));
  const reader = new SchemaReader(spec);
  const schemas = known.slice(0, MAX_SHOWN_SCHEMAS).map((name) => ({
    name,
    schema: reader.read({ $ref: refOfSchema(name) }, undefined, { hasHeading: true }),
    example: undefined,
  }));
  reader.finish();
  if (schemas.length === 0) return undefined;
  return {
    kind: 'schemas',
    ...(known.length > schemas.length ? { isCut: true } : {}),
    schemas: schemas.map((shown) => {
      const schema = { $ref: refOfSchema(shown.name) };
      const [example] = listSchemaExamples(spec, schema, 'response');
      const mediaType = 'application/json';
      return { ...shown, example: example && writeExample(spec, example, { mediaType, schema }) };
    }),
  };
}
