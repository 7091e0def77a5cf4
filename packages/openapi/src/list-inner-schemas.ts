import { type Json, listOf, recordOf } from './resolve.ts';
import { LISTED_SCHEMAS, NAMED_SCHEMAS, SINGLE_SCHEMAS } from './schema-keywords.ts';

/** The schemas within a schema, other than its definitions. */
export const listInnerSchemas = (schema: Json): unknown[] =>
  [
    ...NAMED_SCHEMAS.flatMap((key) => Object.values(recordOf(schema[key]))),
    ...LISTED_SCHEMAS.flatMap((key) => listOf(schema[key])),
    ...SINGLE_SCHEMAS.map((key) => schema[key]),
  ].filter((one) => one !== undefined);
