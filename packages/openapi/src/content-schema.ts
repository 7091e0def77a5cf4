import { BINARY_TYPE, isBinaryType, isTextType } from './examples/media-types.ts';
import { type Json, recordOf } from './resolve.ts';
import { isObject } from './spec-grammar.ts';

/** The schema of all values of a content: of the whole, and of the items that are sent one after the other. */
export function wholeSchemaOf({ schema, itemSchema }: Json): unknown {
  if (itemSchema === undefined) return schema;
  const items = { type: 'array', items: itemSchema };
  return schema === undefined ? items : { allOf: [schema, items] };
}

/** The schema of a content. For a raw file (`format: binary` in OpenAPI 3.0), it has no keywords or is missing. */
export function schemaOf(mediaType: string, content: Json): unknown {
  const { schema, itemSchema } = content;
  if (itemSchema !== undefined) return wholeSchemaOf(content);
  if (isBinaryType(mediaType)) return isUnsaid(schema, content) ? { ...recordOf(schema), ...FILE } : schema;
  const isEmpty = isObject(schema) && Object.keys(schema).length === 0;
  return isEmpty && !isTextType(mediaType) && !mediaType.includes('*') ? FILE : schema;
}

/** Whether a schema only says that values are strings, and there is no example. */
const isUnsaid = (schema: unknown, content: Json): boolean =>
  (schema === undefined ? !('example' in content || 'examples' in content) : isObject(schema)) &&
  Object.entries(recordOf(schema)).every(
    ([name, value]) => (name === 'type' && value === 'string') || /^(?:title|description)$/.test(name),
  );

const FILE = { type: 'string', contentMediaType: BINARY_TYPE };
