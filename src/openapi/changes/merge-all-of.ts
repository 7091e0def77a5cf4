import { type Json, listOf, recordOf, refOf, resolve } from './resolve.ts';

/** A schema whose `allOf` is part of it: properties and required names of all, other keywords of the first with them. */
export const mergeAllOf = (spec: Json, schema: unknown): Json => merge(spec, schema, new Set());

/** `merged`: the references whose schemas are part of it already. Once more they add nothing, and may lead in circles. */
function merge(spec: Json, schema: unknown, merged: Set<string>): Json {
  const ref = refOf(schema);
  if (ref !== undefined) {
    if (merged.has(ref)) return {};
    merged.add(ref);
  }
  const { allOf, ...own } = resolve(spec, schema);
  let whole: Json = own;
  for (const part of listOf(allOf)) {
    const found = merge(spec, part, merged);
    const properties = { ...recordOf(found.properties), ...recordOf(whole.properties) };
    const required = [...new Set([...listOf(whole.required), ...listOf(found.required)])];
    whole = {
      ...found,
      ...whole,
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
    };
  }
  return whole;
}
