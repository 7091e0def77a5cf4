import { writeJson } from '../numbers/json-text.ts';
import {
  type AnyNumber,
  compareNumbers,
  isMultiple,
  isNumber,
  isWhole,
  toAnyNumber,
  toBigInt,
} from '../numbers/long-number.ts';
import { isSame, type Json, listOf, recordOf } from '../resolve.ts';
import type { FoundChanges } from './found-changes.ts';
import { VALUE_TITLES } from './schema-reader.ts';

export const DOCUMENTATION = [
  'title',
  'description',
  'examples',
  'externalDocs',
  '$comment',
  'x-enumDescriptions',
  'x-enum-descriptions',
  'x-enum-varnames',
  VALUE_TITLES,
];
/** Keywords whose larger values allow less. */
const LOWER_BOUNDS = ['minLength', 'minItems', 'minContains', 'minProperties'];
/** Keywords whose smaller values allow less. */
const UPPER_BOUNDS = ['maxLength', 'maxItems', 'maxContains', 'maxProperties'];
/** Keywords whose values cannot be ordered: every change allows something else. */
const FORMS = ['contentEncoding', 'contentMediaType', 'xml'];
const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
/** Formats of numbers: the first one of a pair allows a part of the second one. */
const WIDER_FORMATS = new Map([
  ['int32', 'int64'],
  ['float', 'double'],
]);

/** Compares what schemas say themselves beside their types: values, limits, forms and texts. */
export function compareLimits(found: FoundChanges, before: Json, after: Json): void {
  compareValues(found, before, after);
  compareBounds(found, before, after);
  compareForms(found, before, after);
  compareTexts(found, before, after);
}

export function compareTypes(found: FoundChanges, before: Json, after: Json): void {
  const [old, now] = [typesOf(before), typesOf(after)];
  // If only values are listed, their own changes say what is excluded.
  const [wasTyped, isTyped] = [before.type !== undefined, after.type !== undefined];
  const gone = (isTyped || !after.enum) && [...old].some((type) => !allows(now, type));
  const come = (wasTyped || !before.enum) && [...now].some((type) => !allows(old, type));
  if (gone && come) found.add('breaking', 'type-changed', ['type']);
  else if (gone) found.addNarrower('type-narrowed', ['type']);
  else if (come) found.addWider('type-widened', ['type']);
}

export const allows = (types: ReadonlySet<string>, type: string): boolean =>
  types.has(type) || (type === 'integer' && types.has('number'));

/** The types of a schema, or else those of its allowed values. */
export function typesOf({ type, enum: values }: Json): ReadonlySet<string> {
  if (type !== undefined) return new Set(listOf(Array.isArray(type) ? type : [type]).map(String));
  return new Set(Array.isArray(values) ? values.map(typeOf) : TYPES);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isNumber(value)) return isWhole(value) ? 'integer' : 'number';
  return typeof value;
}

function compareValues(found: FoundChanges, before: Json, after: Json): void {
  const [old, now] = [before, after].map((schema) =>
    Array.isArray(schema.enum) ? new Set(schema.enum.map((value) => writeJson(value))) : undefined,
  );
  if (!old || !now) {
    if (now) found.addNarrower('values-limited', ['enum']);
    else if (old) found.addWider('values-unlimited', ['enum']);
    return;
  }
  for (const value of old) if (!now.has(value)) found.addNarrower('value-removed', ['enum'], textOf(value));
  for (const value of now) if (!old.has(value)) found.addWider('value-added', ['enum'], textOf(value));
}

/** A text without its quotes. */
function textOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

function compareBounds(found: FoundChanges, before: Json, after: Json): void {
  const compareBound = (keywords: readonly string[], sign: 1 | -1): void => {
    const [old, now] = [before, after].map((schema) => boundOf(schema, keywords, sign)) as [Bound, Bound];
    const difference = compareStrictness(now, old, sign);
    if (difference === 0) return;
    const place = [now.keyword ?? (old.keyword as string)];
    if (difference > 0) found.addNarrower('limit-narrowed', place);
    else found.addWider('limit-widened', place);
  };
  compareBound(['minimum', 'exclusiveMinimum'], 1);
  for (const keyword of LOWER_BOUNDS) compareBound([keyword], 1);
  compareBound(['maximum', 'exclusiveMaximum'], -1);
  for (const keyword of UPPER_BOUNDS) compareBound([keyword], -1);
  if ((before.uniqueItems === true) !== (after.uniqueItems === true)) {
    if (after.uniqueItems === true) found.addNarrower('limit-changed', ['uniqueItems']);
    else found.addWider('limit-changed', ['uniqueItems']);
  }
}

interface Bound {
  limit?: AnyNumber;
  isExclusive: boolean;
  keyword?: string;
}

/** The strictest of the bounds that a schema states. */
function boundOf(schema: Json, keywords: readonly string[], sign: 1 | -1): Bound {
  let bound: Bound = { isExclusive: false };
  const areIntegers = !typesOf(schema).has('number');
  for (const keyword of keywords) {
    const limit = schema[keyword];
    if (!isNumber(limit)) continue;
    const isExclusive = keyword.startsWith('exclusive');
    // A whole number above 0 is at least 1.
    const whole = isExclusive && areIntegers ? toBigInt(limit) : undefined;
    const one: Bound =
      whole === undefined
        ? { limit, isExclusive, keyword }
        : { limit: toAnyNumber(whole + BigInt(sign)), isExclusive: false, keyword };
    if (compareStrictness(one, bound, sign) > 0) bound = one;
  }
  return bound;
}

/** Positive if the first bound allows less than the other one. */
function compareStrictness(one: Bound, other: Bound, sign: 1 | -1): number {
  if (one.limit === undefined || other.limit === undefined)
    return Number(one.limit !== undefined) - Number(other.limit !== undefined);
  return sign * compareNumbers(one.limit, other.limit) || Number(one.isExclusive) - Number(other.isExclusive);
}

function compareForms(found: FoundChanges, before: Json, after: Json): void {
  for (const keyword of FORMS) {
    const [old, now] = [before[keyword], after[keyword]];
    if (!isSame(old, now)) addForm(found, [keyword], old === undefined, now === undefined);
  }
  compareOrdered(
    found,
    'format',
    before,
    after,
    (narrower, wider) => WIDER_FORMATS.get(String(narrower)) === wider,
  );
  compareOrdered(
    found,
    'multipleOf',
    before,
    after,
    (narrower, wider) => isNumber(narrower) && isNumber(wider) && isMultiple(narrower, wider),
  );
  compareDependencies(found, before, after);
}

/** Compares two values, one of which may be stricter than the other. */
function compareOrdered(
  found: FoundChanges,
  keyword: string,
  before: Json,
  after: Json,
  isNarrower: (one: unknown, other: unknown) => boolean,
): void {
  const [old, now] = [before[keyword], after[keyword]];
  if (isSame(old, now)) return;
  if (old === undefined || now === undefined) addForm(found, [keyword], old === undefined, now === undefined);
  else if (isNarrower(now, old)) found.addNarrower('form-changed', [keyword]);
  else if (isNarrower(old, now)) found.addWider('form-changed', [keyword]);
  else found.add('breaking', 'form-changed', [keyword]);
}

/** Fields that are required because of another field. */
function compareDependencies(found: FoundChanges, before: Json, after: Json): void {
  const [old, now] = [recordOf(before.dependentRequired), recordOf(after.dependentRequired)];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [one, other] = [new Set(listOf(old[name])), new Set(listOf(now[name]))];
    const [gone, come] = [[...one].some((key) => !other.has(key)), [...other].some((key) => !one.has(key))];
    if (gone && come) found.add('breaking', 'form-changed', ['dependentRequired', name]);
    else if (come) found.addNarrower('form-added', ['dependentRequired', name]);
    else if (gone) found.addWider('form-removed', ['dependentRequired', name]);
  }
}

/** Adds the change of a form that was added, removed or replaced. */
export function addForm(found: FoundChanges, path: readonly string[], isNew: boolean, isGone: boolean): void {
  if (isNew) found.addNarrower('form-added', path);
  else if (isGone) found.addWider('form-removed', path);
  else found.add('breaking', 'form-changed', path);
}

function compareTexts(found: FoundChanges, before: Json, after: Json): void {
  for (const keyword of DOCUMENTATION)
    if (!isSame(before[keyword], after[keyword])) found.add('documentation', 'text-changed', [keyword]);
  if (!isSame(before.default, after.default))
    // A client that leaves the field out gets something else.
    found.add(found.direction === 'request' ? 'breaking' : 'documentation', 'default-changed', ['default']);
  const [was, is] = [before.deprecated === true, after.deprecated === true];
  if (was !== is) found.add('non-breaking', is ? 'deprecated' : 'deprecation-removed', ['deprecated']);
}
/** Compares only the keywords beside two references. */
export function compareAnnotations(
  found: FoundChanges,
  before: Json,
  after: Json,
  keywords: ReadonlySet<string>,
): void {
  const only = (schema: Json): Json =>
    Object.fromEntries(Object.entries(schema).filter(([name]) => keywords.has(name)));
  compareTexts(found, only(before), only(after));
  if (keywords.has('xml') && !isSame(before.xml, after.xml))
    addForm(found, ['xml'], before.xml === undefined, after.xml === undefined);
}
