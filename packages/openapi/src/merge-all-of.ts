import { type Json, listOf, recordOf, refOf, resolve } from './resolve.ts';

/**
 * A schema whose `allOf` is part of it: properties and required names of all, and of other keywords the first. Without
 * recursion: parts may refer to each other in long chains, and in circles. `mayMerge` is asked for each part.
 */
export function mergeAllOf(spec: Json, schema: unknown, mayMerge: () => boolean = () => true): Json {
  const whole: Json = {};
  const properties: Json = {};
  const required = new Set<unknown>();
  /** The references whose schemas are part of it already. */
  const merged = new Set<string>();
  const waiting = [schema];
  while (waiting.length > 0 && mayMerge()) {
    const part = waiting.pop();
    const ref = refOf(part);
    if (ref !== undefined && merged.has(ref)) continue;
    if (ref !== undefined) merged.add(ref);
    const { allOf, properties: own, required: names, ...keywords } = resolve(spec, part);
    addMissing(whole, keywords);
    addMissing(properties, recordOf(own));
    for (const name of listOf(names)) required.add(name);
    waiting.push(...listOf(allOf).reverse());
  }
  return {
    ...whole,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.size > 0 ? { required: [...required] } : {}),
  };
}

function addMissing(target: Json, values: Json): void {
  for (const [key, value] of Object.entries(values)) if (!Object.hasOwn(target, key)) target[key] = value;
}
