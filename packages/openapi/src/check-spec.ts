import { findValue, readPointer } from './json-pointer.ts';
import { isObject, pathOf, walkReferences } from './spec-grammar.ts';
import type { SpecProblem, ValuePath } from './spec-problem.ts';

/** A problem whose line has not been determined yet. */
export interface FoundProblem extends Omit<SpecProblem, 'line' | 'column'> {
  /** The path in the entry file. */
  path?: ValuePath;
}

const VERSION = /^(?:2\.0|3\.[012](?:\.\d{1,3})?)$/;

/** Returns the version that a spec states; a problem if it states none, or one that is not supported. */
export function readVersion(spec: unknown): string | FoundProblem {
  if (!isObject(spec) || (spec.openapi === undefined && spec.swagger === undefined))
    return {
      severity: 'error',
      code: 'not-a-spec',
      message: 'The file is not an OpenAPI spec: it has neither “openapi” nor “swagger” with a version.',
      path: [],
    };
  const name = spec.openapi === undefined ? 'swagger' : 'openapi';
  const version = spec[name];
  if (typeof version === 'string' && VERSION.test(version) && (name === 'swagger') === (version === '2.0'))
    return version;
  return {
    severity: 'error',
    code: 'unsupported-version',
    message: `The version ${JSON.stringify(version)?.slice(0, 40)} is not supported. Use “swagger” 2.0 or “openapi” 3.0, 3.1 or 3.2.`,
    path: [name],
  };
}

/**
 * Finds problems that do not prevent the use of a spec. The files that it refers to have already been bundled into it.
 */
export function* checkSpec(spec: Record<string, unknown>): Generator<FoundProblem> {
  for (const field of ['title', 'version'])
    if (typeof findValue(spec, ['info', field]) !== 'string')
      yield warn('missing-field', `“info” has no string “${field}”.`, ['info']);
  if (!['paths', 'webhooks', 'components'].some((name) => isObject(spec[name])))
    yield warn('missing-field', 'The spec has no “paths”.', []);
  for (const path of Object.keys(isObject(spec.paths) ? spec.paths : {}))
    if (!path.startsWith('/') && !path.startsWith('x-'))
      yield warn('invalid-path', `The path “${path}” does not begin with a slash.`, ['paths', path]);
  for (const { ref, part } of walkReferences(spec)) {
    if (!ref.startsWith('#')) continue;
    const target = readPointer(ref.slice(1));
    // Anchors that are known have been written as pointers.
    if (!target || findValue(spec, target) === undefined)
      yield warn('unresolved-reference', `The reference “${ref}” cannot be resolved.`, [
        ...pathOf(part),
        '$ref',
      ]);
  }
  yield* checkOperationIds(spec);
}

function* checkOperationIds(spec: Record<string, unknown>): Generator<FoundProblem> {
  const known = new Set<string>();
  for (const [path, item] of Object.entries(isObject(spec.paths) ? spec.paths : {}))
    for (const [method, operation] of Object.entries(isObject(item) ? item : {})) {
      const id = isObject(operation) ? operation.operationId : undefined;
      if (typeof id !== 'string') continue;
      if (known.has(id))
        yield warn('duplicate-operation', `Another operation also has the operationId “${id}”.`, [
          ...['paths', path, method, 'operationId'],
        ]);
      known.add(id);
    }
}

const warn = (code: SpecProblem['code'], message: string, path: ValuePath): FoundProblem => ({
  severity: 'warning',
  code,
  message,
  path,
});
