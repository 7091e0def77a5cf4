import { upgrade } from '@scalar/openapi-upgrader';
import { changeAsJson } from './numbers/json-text.ts';
import { isObject } from './spec-grammar.ts';
import type { SpecProblem } from './spec-problem.ts';
import { upgradeSchemas } from './upgrade-schemas.ts';

/** Turns a spec of any version into one of 3.1; one of 3.2 stays as it is. May change what it is given. */
export function upgradeSpec(spec: Record<string, unknown>): { spec: Record<string, unknown> } | SpecProblem {
  try {
    const isOld = spec.openapi === undefined;
    const upgraded = isOld ? changeAsJson(spec, (one) => upgrade(one as never, '3.0')) : spec;
    if (isObject(upgraded))
      return { spec: String(upgraded.openapi).startsWith('3.0') ? upgradeSchemas(upgraded) : upgraded };
  } catch {
    // The library expects a valid spec, and says nothing about what is wrong with this one.
  }
  return {
    severity: 'error',
    code: 'not-a-spec',
    message: 'The spec cannot be converted to OpenAPI 3.1: it does not have the form of its version.',
  };
}
