import { type Json, listOf, recordOf } from '../resolve.ts';
import type { FoundChanges } from './found-changes.ts';
import type { SchemaPairs } from './schema-pairs.ts';
import type { SchemaReader } from './schema-reader.ts';

/** Compares the fields of two schemas that are visible in the direction. */
export function compareProperties(
  schemas: SchemaPairs,
  found: FoundChanges,
  before: Json,
  after: Json,
): void {
  const hidden = found.direction === 'request' ? 'readOnly' : 'writeOnly';
  const shown = (reader: SchemaReader, schema: Json) =>
    new Map(
      Object.entries(recordOf(schema.properties)).filter(
        ([, property]) => reader.read(property).schema[hidden] !== true,
      ),
    );
  const [old, now] = [shown(schemas.before, before), shown(schemas.after, after)];
  for (const [name, property] of old) {
    const path = ['properties', name];
    if (now.has(name))
      found.addInner(path, schemas.differenceOf([property, now.get(name)], found.direction), { name });
    // Clients still send or expect it.
    else found.add('breaking', 'property-removed', path, name);
  }
  const [wasRequired, isRequired] = [before, after].map(
    ({ required }) => new Set(listOf(required).map(String)),
  ) as [Set<string>, Set<string>];
  for (const name of now.keys()) {
    if (old.has(name)) continue;
    const breaks = found.direction === 'request' && isRequired.has(name) && !wasRequired.has(name);
    found.add(breaks ? 'breaking' : 'non-breaking', 'property-added', ['properties', name], name);
  }
  // A field can be required without being described, as alternatives often do.
  const isHere = (name: string): boolean =>
    (old.has(name) && now.has(name)) ||
    ![before, after].some(({ properties }) => Object.hasOwn(recordOf(properties), name));
  for (const name of isRequired)
    if (!wasRequired.has(name) && isHere(name))
      found.addNarrower('property-required', ['properties', name], name);
  for (const name of wasRequired)
    if (!isRequired.has(name) && isHere(name))
      found.addWider('property-optional', ['properties', name], name);
  for (const keyword of ['additionalProperties', 'unevaluatedProperties'])
    compareOthers(schemas, found, keyword, [before[keyword], after[keyword]]);
}

/** Compares the schemas of fields that are not named. */
function compareOthers(
  schemas: SchemaPairs,
  found: FoundChanges,
  keyword: string,
  [old, now]: [unknown, unknown],
): void {
  const [wasAnything, isAnything] = [schemas.before.isAnything(old), schemas.after.isAnything(now)];
  const [wasNothing, isNothing] = [old === false, now === false];
  if (wasNothing && isNothing) return;
  if (isNothing || (wasAnything && !isAnything)) found.addNarrower('properties-limited', [keyword]);
  // Clients are not affected by more properties in a response.
  else if (wasNothing) found.add('non-breaking', 'properties-unlimited', [keyword]);
  else if (isAnything && !wasAnything) found.addWider('properties-unlimited', [keyword]);
  else found.addInner([keyword], schemas.differenceOf([old, now], found.direction));
}
