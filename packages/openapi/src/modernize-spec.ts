/** Says in the words of the current version what the library that converts specs leaves as it is, or leaves out. */
import { hideInternal } from './hide-internal.ts';
import { type Json, listOf, recordOf } from './resolve.ts';
import { isObject, listParts } from './spec-grammar.ts';

/**
 * Changes a spec of the version 2.0 before it is converted. What is internal is removed, because the marks of some parts
 * would be lost.
 */
export function modernizeSwagger(spec: Json): void {
  hideInternal(spec);
  // Most specs are read by https, which is then the protocol of the API, too.
  if (typeof spec.host === 'string' && listOf(spec.schemes).length === 0) spec.schemes = ['https'];
  for (const { kind, value } of listParts(spec)) {
    if (kind === 'schema' && typeof value.discriminator === 'string')
      value.discriminator = { propertyName: value.discriminator };
    // Lists in forms are joined by commas unless the spec says otherwise: the library knows only what it says.
    if (kind === 'parameter' && value.in === 'formData' && value.type === 'array')
      value.collectionFormat ??= 'csv';
    if (kind === 'parameter' && value.in !== 'body' && value.example === undefined) {
      const { 'x-example': example } = value;
      if (example !== undefined && !isObject(example)) value.example = example;
    }
  }
}

/** Divides `dependencies`, which later drafts of JSON Schema do not have. */
export function divideDependencies(spec: Json): void {
  for (const { kind, value } of listParts(spec)) {
    if (kind !== 'schema' || !isObject(value.dependencies)) continue;
    const { dependencies } = value;
    delete value.dependencies;
    const all = Object.entries(dependencies);
    const names = all.filter(([, needed]) => Array.isArray(needed) || typeof needed === 'string');
    const schemas = all.filter(([, needed]) => isObject(needed));
    if (names.length > 0)
      value.dependentRequired = {
        ...Object.fromEntries(
          names.map(([name, needed]) => [name, typeof needed === 'string' ? [needed] : listOf(needed)]),
        ),
        ...recordOf(value.dependentRequired),
      };
    if (schemas.length > 0)
      value.dependentSchemas = { ...Object.fromEntries(schemas), ...recordOf(value.dependentSchemas) };
  }
}
