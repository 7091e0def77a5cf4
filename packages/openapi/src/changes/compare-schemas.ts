import { BINARY_TYPE } from '../examples/media-types.ts';
import { type MergedSchema, mergeParts } from '../merge-all-of.ts';
import { writeJson } from '../numbers/json-text.ts';
import { compareNumbers, isNumber } from '../numbers/long-number.ts';
import { isSame, type Json, listOf, nameOfSchema, recordOf, refOf } from '../resolve.ts';
import { below, type ChangeList, type ChangePosition } from './change-list.ts';
import { pairVariants, type Variant, variantsOf } from './pair-variants.ts';
import type { Direction } from './spec-change.ts';

/** The state of the comparison of one operation. */
export interface Comparison {
  before: Json;
  after: Json;
  list: ChangeList;
  /** Whether the target of a reference is the same in both versions. */
  isUnchanged(ref: string): boolean;
  /**
   * The comparisons that were made for this operation, as a direction and a pair of references. A schema that is used
   * in many places of an operation, or contains itself, is compared once.
   */
  seen: Set<string>;
}

interface SchemaPosition extends ChangePosition {
  direction: Direction;
  /** The field, as pages name it. */
  name: string;
}

const DOCUMENTATION = ['title', 'description', 'examples', 'externalDocs', '$comment'];
/**
 * The maximum number of keys of a place: longer chains of schemas that refer to each other are not compared to the end.
 */
const MAX_DEPTH = 1000;

/** Keywords whose larger values allow less. */
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minContains', 'minProperties'];
/** Keywords whose smaller values allow less. */
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxContains', 'maxProperties'];
/** Keywords whose values cannot be ordered: every change allows something else. */
const FORMS = [
  'pattern',
  'format',
  'multipleOf',
  'not',
  'if',
  'contains',
  'propertyNames',
  'dependentRequired',
  'contentEncoding',
  'contentMediaType',
];
/** Keywords with a schema, or with schemas by name. */
const PARTS = ['items', 'then', 'else'];
const NAMED_PARTS = ['patternProperties', 'prefixItems', 'dependentSchemas'];
const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/**
 * Compares two versions of a schema; `undefined` allows everything. `without`: references that are left out because
 * they are compared already.
 */
export function compareSchemas(
  comparison: Comparison,
  [one, other]: [unknown, unknown],
  position: SchemaPosition,
  without?: [ReadonlySet<string>, ReadonlySet<string>],
): void {
  const { list, seen } = comparison;
  if (!list.step() || isSettled(comparison, one, other)) return;
  if (position.path.length > MAX_DEPTH) {
    list.isComplete = false;
    return;
  }
  const [ref, otherRef] = [refOf(one), refOf(other)];
  if (ref !== undefined && otherRef !== undefined) {
    const key = JSON.stringify([position.direction, ref, otherRef]);
    if (seen.has(key)) return;
    seen.add(key);
  }
  const schema = nameOfSchema(otherRef) ?? nameOfSchema(ref) ?? position.schema;
  const schemas: [MergedSchema, MergedSchema] = [
    read(comparison.before, one, without?.[0]),
    read(comparison.after, other, without?.[1]),
  ];
  compareRead(comparison, schemas, { ...position, schema });
}

function compareRead(
  comparison: Comparison,
  merged: [MergedSchema, MergedSchema],
  position: SchemaPosition,
): void {
  const { list } = comparison;
  const [before, after] = merged.map(({ schema }) => schema) as [Json, Json];
  compareTypes(list, before, after, position);
  compareValues(list, before, after, position);
  compareBounds(list, before, after, position);
  compareTexts(list, before, after, position);
  compareProperties(comparison, before, after, position);
  compareVariants(comparison, merged, position);
  for (const name of PARTS)
    if (before[name] !== undefined || after[name] !== undefined)
      compareSchemas(comparison, [before[name], after[name]], at(position, name));
  for (const name of NAMED_PARTS) {
    const [old, now] = [entriesOf(before[name]), entriesOf(after[name])];
    for (const key of new Set([...old.keys(), ...now.keys()]))
      compareSchemas(comparison, [old.get(key), now.get(key)], at(position, name, key));
  }
  // What could not be combined holds in addition.
  const [rest, other] = [listOf(before.allOf), listOf(after.allOf)];
  for (let n = 0; n < Math.max(rest.length, other.length); n += 1)
    if (!isSame(rest[n], other[n]))
      compareSchemas(comparison, [rest[n], other[n]], at(position, 'allOf', String(n)));
}

const entriesOf = (value: unknown): Map<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);

/** Whether two schemas are the same reference to an unchanged target, so that there is nothing to compare. */
function isSettled({ isUnchanged }: Comparison, one: unknown, other: unknown): boolean {
  const ref = refOf(one);
  return ref !== undefined && ref === refOf(other) && isSame(one, other) && isUnchanged(ref);
}

/** Resolves a schema: `true` allows everything, `false` nothing. */
function read(spec: Json, schema: unknown, without?: ReadonlySet<string>): MergedSchema {
  const merged = mergeParts(spec, schema === true ? {} : schema, without && { without });
  return { ...merged, schema: withUsualForms(merged.schema) };
}

/** Writes in one way what versions of OpenAPI write in several. */
function withUsualForms(schema: Json): Json {
  const { example, ...rest } = schema;
  const usual: Json = example === undefined ? { ...schema } : { examples: [example], ...rest };
  if (usual.format === 'binary' || usual.format === 'byte') {
    if (usual.format === 'binary') usual.contentMediaType ??= BINARY_TYPE;
    else usual.contentEncoding ??= 'base64';
    delete usual.format;
  }
  if (usual.type === undefined && (usual.contentMediaType ?? usual.contentEncoding) !== undefined)
    usual.type = 'string';
  return usual;
}

const at = (position: SchemaPosition, ...keys: string[]): SchemaPosition => ({
  ...position,
  ...below(position, ...keys),
});

/** A request that allows less, or a response that can contain more, breaks existing clients. */
function addNarrower(list: ChangeList, kind: string, position: SchemaPosition, name = position.name): void {
  list.add(position.direction === 'request' ? 'breaking' : 'non-breaking', kind, position, name);
}
function addWider(list: ChangeList, kind: string, position: SchemaPosition, name = position.name): void {
  list.add(position.direction === 'response' ? 'breaking' : 'non-breaking', kind, position, name);
}

function compareTypes(list: ChangeList, before: Json, after: Json, position: SchemaPosition): void {
  const [old, now] = [typesOf(before), typesOf(after)];
  const allows = (types: ReadonlySet<string>, type: string) =>
    types.has(type) || (type === 'integer' && types.has('number'));
  const gone = [...old].some((type) => !allows(now, type));
  const come = [...now].some((type) => !allows(old, type));
  const there = at(position, 'type');
  if (gone && come) list.add('breaking', 'type-changed', there, position.name);
  else if (gone) addNarrower(list, 'type-narrowed', there);
  else if (come) addWider(list, 'type-widened', there);
}

const typesOf = ({ type }: Json): ReadonlySet<string> =>
  new Set(type === undefined ? TYPES : listOf(Array.isArray(type) ? type : [type]).map(String));

/** Compares enumerations; a constant is an enumeration of a single value. */
function compareValues(list: ChangeList, before: Json, after: Json, position: SchemaPosition): void {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const there = at(position, 'enum');
  if (!old || !now) {
    if (now) addNarrower(list, 'values-limited', there);
    else if (old) addWider(list, 'values-unlimited', there);
    return;
  }
  for (const value of old) if (!now.has(value)) addNarrower(list, 'value-removed', there, textOf(value));
  for (const value of now) if (!old.has(value)) addWider(list, 'value-added', there, textOf(value));
}

function valuesOf(schema: Json): ReadonlySet<string> | undefined {
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : undefined;
  return values && new Set(values.map((value) => writeJson(value)));
}

/** A text without its quotes. */
function textOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

function compareBounds(list: ChangeList, before: Json, after: Json, position: SchemaPosition): void {
  const compareBound = (keyword: string, sign: 1 | -1): void => {
    const [old, now] = [before[keyword], after[keyword]];
    if (old === now) return;
    const limit = (value: unknown) => (isNumber(value) ? value : -sign * Infinity);
    const there = at(position, keyword);
    const change = sign * compareNumbers(limit(now), limit(old));
    if (change > 0) addNarrower(list, 'limit-narrowed', there);
    else if (change < 0) addWider(list, 'limit-widened', there);
  };
  for (const keyword of LOWER_BOUNDS) compareBound(keyword, 1);
  for (const keyword of UPPER_BOUNDS) compareBound(keyword, -1);
  if ((before.uniqueItems === true) !== (after.uniqueItems === true))
    (after.uniqueItems === true ? addNarrower : addWider)(list, 'limit-changed', at(position, 'uniqueItems'));
  for (const keyword of FORMS) {
    const [old, now] = [before[keyword], after[keyword]];
    if (isSame(old, now)) continue;
    const there = at(position, keyword);
    if (old === undefined) addNarrower(list, 'form-added', there);
    else if (now === undefined) addWider(list, 'form-removed', there);
    else list.add('breaking', 'form-changed', there, position.name);
  }
}

function compareTexts(list: ChangeList, before: Json, after: Json, position: SchemaPosition): void {
  for (const keyword of DOCUMENTATION)
    if (!isSame(before[keyword], after[keyword]))
      list.add('documentation', 'text-changed', at(position, keyword), position.name);
  if (!isSame(before.default, after.default))
    // A client that leaves the field out gets something else.
    list.add(
      position.direction === 'request' ? 'breaking' : 'documentation',
      'default-changed',
      at(position, 'default'),
      position.name,
    );
  if (after.deprecated === true && before.deprecated !== true)
    list.add('non-breaking', 'deprecated', at(position, 'deprecated'), position.name);
}

function compareProperties(
  comparison: Comparison,
  before: Json,
  after: Json,
  position: SchemaPosition,
): void {
  const { list } = comparison;
  const hidden = position.direction === 'request' ? 'readOnly' : 'writeOnly';
  const shown = (spec: Json, schema: Json) =>
    new Map(
      Object.entries(recordOf(schema.properties)).filter(
        ([, property]) => read(spec, property).schema[hidden] !== true,
      ),
    );
  const [old, now] = [shown(comparison.before, before), shown(comparison.after, after)];
  const [oldRequired, nowRequired] = [before, after].map(({ required }) => new Set(listOf(required))) as [
    Set<unknown>,
    Set<unknown>,
  ];
  for (const [name, property] of old) {
    const there = { ...at(position, 'properties', name), name };
    if (now.has(name)) compareSchemas(comparison, [property, now.get(name)], there);
    // Clients still send or expect it.
    else list.add('breaking', 'property-removed', there, name);
  }
  for (const name of now.keys()) {
    const there = at(position, 'properties', name);
    const isNewlyRequired = nowRequired.has(name) && !oldRequired.has(name);
    if (!old.has(name)) {
      const breaks = position.direction === 'request' && isNewlyRequired;
      list.add(breaks ? 'breaking' : 'non-breaking', 'property-added', there, name);
    } else if (isNewlyRequired) addNarrower(list, 'property-required', there, name);
    else if (oldRequired.has(name) && !nowRequired.has(name))
      addWider(list, 'property-optional', there, name);
  }
  const [open, stillOpen] = [before, after].map(({ additionalProperties }) => additionalProperties !== false);
  if (open && !stillOpen) addNarrower(list, 'properties-limited', at(position, 'additionalProperties'));
  // Clients are not affected by more properties in a response.
  else if (!open && stillOpen)
    list.add('non-breaking', 'properties-unlimited', at(position, 'additionalProperties'), position.name);
  else if (open) {
    const [one, other] = [before.additionalProperties, after.additionalProperties];
    if (one !== undefined || other !== undefined)
      compareSchemas(comparison, [one, other], at(position, 'additionalProperties'));
  }
}

function compareVariants(
  comparison: Comparison,
  [before, after]: [MergedSchema, MergedSchema],
  place: SchemaPosition,
): void {
  const { list } = comparison;
  const without: [ReadonlySet<string>, ReadonlySet<string>] = [before.refs, after.refs];
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const old = variantsOf(comparison.before, before, keyword);
    const now = variantsOf(comparison.after, after, keyword);
    if (!old && !now) continue;
    const there = at(place, keyword);
    if (!old) addNarrower(list, 'variants-limited', there);
    else if (!now) addWider(list, 'variants-unlimited', there);
    else {
      const { pairs, gone, come } = pairVariants(old, now);
      for (const { one, other, position } of pairs)
        compareSchemas(comparison, [one, other], at(there, String(position)), without);
      for (const { name, position } of gone)
        addNarrower(list, 'variant-removed', at(there, String(position)), name);
      for (const { name, position } of come)
        addWider(list, 'variant-added', at(there, String(position)), name);
      compareMappings(list, { old, now, gone, come }, at(place, 'discriminator', 'mapping'));
    }
  }
  const [one, other] = [before, after].map(({ schema }) => recordOf(schema.discriminator).propertyName);
  if (one !== undefined && one !== other)
    list.add('breaking', 'discriminator-changed', at(place, 'discriminator'), String(one));
}

/** A value that no longer selects a variant; those of variants that are gone are gone with them. */
function compareMappings(
  list: ChangeList,
  { old, now, gone, come }: { old: Variant[]; now: Variant[]; gone: Variant[]; come: Variant[] },
  position: SchemaPosition,
): void {
  const valuesIn = (variants: Variant[], others: Variant[]): Set<string> =>
    new Set(variants.filter((one) => !others.includes(one)).flatMap(({ values }) => values));
  const [before, after] = [valuesIn(old, gone), valuesIn(now, come)];
  for (const value of before)
    if (!after.has(value)) addNarrower(list, 'mapping-removed', at(position, value), value);
  for (const value of after)
    if (!before.has(value)) addWider(list, 'mapping-added', at(position, value), value);
}
