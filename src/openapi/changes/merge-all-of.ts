import { type Json, listOf, recordOf, resolve } from './resolve.ts';

const MAX_DEPTH = 20;

/** A schema whose `allOf` is part of it: properties and required names of all, other keywords of the first with them. */
export function mergeAllOf(spec: Json, schema: unknown, depth = 0): Json {
  const { allOf, ...own } = resolve(spec, schema);
  if (!Array.isArray(allOf) || depth > MAX_DEPTH) return own;
  let merged: Json = own;
  for (const part of allOf) {
    const found = mergeAllOf(spec, part, depth + 1);
    const properties = { ...recordOf(found.properties), ...recordOf(merged.properties) };
    const required = [...new Set([...listOf(merged.required), ...listOf(found.required)])];
    merged = {
      ...found,
      ...merged,
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
    };
  }
  return merged;
}
