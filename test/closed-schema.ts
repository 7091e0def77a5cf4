type Schema = Record<string, unknown>;

/** Keywords whose values are schemas by name. */
const NAMED = new Set(['properties', 'patternProperties', '$defs']);
/** Keywords whose values are not schemas, whatever they look like. */
const PLAIN = new Set(['const', 'default', 'enum', 'examples', 'required']);

/**
 * Returns the schema with every object closed: undeclared fields are not allowed. An object that says itself which
 * other fields it may have (`additionalProperties`) stays unchanged. References stay references: their targets are
 * closed separately.
 */
export function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed: Schema = {};
  for (const [keyword, value] of Object.entries(schema)) closed[keyword] = closeKeyword(keyword, value);
  if (closed.type === 'object' && !('additionalProperties' in closed || 'patternProperties' in closed))
    closed.additionalProperties = false;
  return closed;
}

function closeKeyword(keyword: string, value: unknown): unknown {
  if (PLAIN.has(keyword)) return value;
  if (!NAMED.has(keyword)) return closeSchema(value);
  return Object.fromEntries(Object.entries(value as Schema).map(([name, one]) => [name, closeSchema(one)]));
}
