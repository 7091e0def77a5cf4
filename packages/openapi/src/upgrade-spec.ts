import { upgrade } from '@scalar/openapi-upgrader';
import { divideDependencies, modernizeSwagger } from './modernize-spec.ts';
import { changeAsJson } from './numbers/json-text.ts';
import { type Json, recordOf } from './resolve.ts';
import { isObject } from './spec-grammar.ts';
import type { SpecProblem } from './spec-problem.ts';
import { upgradeSchemas } from './upgrade-schemas.ts';

/**
 * Turns a spec of any version into one of 3.1; one of 3.2 stays as it is. May change what it is given.
 * `hasDependencies`: whether something in it may be the keyword `dependencies`.
 */
export function upgradeSpec(
  spec: Json,
  { hasDependencies }: { hasDependencies: boolean },
): { spec: Json } | SpecProblem {
  const schemes = Object.entries(recordOf(spec.securityDefinitions)).map(([name, scheme]): [string, Json] => [
    name,
    { ...recordOf(scheme) },
  ]);
  try {
    const isOld = spec.openapi === undefined;
    if (hasDependencies) divideDependencies(spec);
    if (isOld) modernizeSwagger(spec);
    const upgraded = isOld ? changeAsJson(spec, (one) => upgrade(one as never, '3.0')) : spec;
    if (isObject(upgraded)) {
      const noted = withNotes(upgraded, schemes);
      return { spec: String(noted.openapi).startsWith('3.0') ? upgradeSchemas(noted) : noted };
    }
  } catch {
    // The library expects a valid spec, and says nothing about what is wrong with this one.
  }
  return {
    severity: 'error',
    code: 'not-a-spec',
    message: 'The spec cannot be converted to OpenAPI 3.1: it does not have the form of its version.',
  };
}

/** Gives security schemes of 2.0 their descriptions and marks, which the library leaves out for OAuth. */
function withNotes(spec: Json, schemes: readonly [name: string, scheme: Json][]): Json {
  const all = recordOf(recordOf(spec.components).securitySchemes);
  for (const [name, scheme] of schemes)
    for (const [key, value] of Object.entries(scheme))
      if ((key === 'description' || key.startsWith('x-')) && Object.hasOwn(all, name))
        all[name] = { [key]: value, ...recordOf(all[name]) };
  return spec;
}
