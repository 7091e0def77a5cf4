import { decodePointerKey } from '../json-pointer.ts';
import { mergeOnce } from '../merge-all-of.ts';
import {
  type AnyNumber,
  compareNumbers,
  isMultiple,
  isNumber,
  isWhole,
  toAnyNumber,
} from '../numbers/long-number.ts';
import { matchesPattern } from '../patterns/match-pattern.ts';
import { findTarget, isSame, type Json, listOf, recordOf } from '../resolve.ts';
import { readMapping } from '../schema-variants.ts';
import { SharedReadings } from '../shared-readings.ts';
import { isObject } from '../spec-grammar.ts';
import { FORMATS } from './formats.ts';

/** The direction in which a value is sent: read-only fields are left out of requests. */
export type Direction = 'request' | 'response';

const MAX_STEPS = 200_000;
const MAX_DEPTH = 200;

/** The parts of a value that a schema has described, for `unevaluatedProperties` and `unevaluatedItems`. */
interface Described {
  names: Set<string>;
  items: Set<number>;
}

/** Checks values against the schemas of a spec. A value counts as invalid if this cannot be decided. */
export class ValueChecker {
  readonly #spec: Json;
  readonly #direction: Direction;
  #stepsLeft = MAX_STEPS;
  /** Whether something could not be decided, such as a pattern that is not understood. */
  #isUnknown = false;
  /** Whether a field that is sent in one direction only was met: values for the other direction may differ. */
  isDirected = false;
  /** Whether exactly one of `oneOf` has to match, even if a discriminator selects one. */
  #isExact = false;

  constructor(spec: Json, direction: Direction) {
    this.#spec = spec;
    this.#direction = direction;
  }

  isValid(schema: unknown, value: unknown): boolean {
    this.#isUnknown = false;
    return this.#isValid(schema, value, 0) && !this.#isUnknown;
  }

  /** Whether a value is valid for those, too, who do not read discriminators: alternatives must not overlap. */
  isExactlyValid(schema: unknown, value: unknown): boolean {
    this.#isExact = true;
    const isValid = this.isValid(schema, value);
    this.#isExact = false;
    return isValid;
  }

  #isValid(schema: unknown, value: unknown, depth: number): boolean {
    const unsent = isObject(value) ? this.#unsentIn(schema) : NO_NAMES;
    return this.#describe(schema, value, { depth: depth + 1, unsent }) !== undefined;
  }

  /** Fields that are not sent in this direction, whether or not they are required. */
  #unsentIn(schema: unknown): ReadonlySet<string> {
    if (!isObject(schema)) return NO_NAMES;
    const known = UNSENT.find(this.#spec, schema) ?? this.#listUnsent(schema);
    if (known.request.size + known.response.size > 0) this.isDirected = true;
    return known[this.#direction];
  }

  #listUnsent(schema: Json): UnsentNames {
    const budget = { left: 1000 };
    const { properties } = mergeOnce(this.#spec, schema, budget).schema;
    const fields = Object.entries(recordOf(properties)).map(
      ([name, value]) => [name, mergeOnce(this.#spec, value, budget).schema] as const,
    );
    const namesOf = (keyword: 'readOnly' | 'writeOnly'): ReadonlySet<string> => {
      const names = fields.flatMap(([name, field]) => (field[keyword] === true ? [name] : []));
      return names.length === 0 ? NO_NAMES : new Set(names);
    };
    const unsent = { request: namesOf('readOnly'), response: namesOf('writeOnly') };
    UNSENT.keep(this.#spec, schema, unsent, 1 + unsent.request.size + unsent.response.size);
    return unsent;
  }

  /** The parts of the value that the schema describes; undefined if the schema does not allow the value. */
  #describe(schema: unknown, value: unknown, place: Place): Described | undefined {
    this.#stepsLeft -= 1;
    if (this.#stepsLeft < 0 || place.depth > MAX_DEPTH) this.#isUnknown = true;
    if (schema === false || this.#isUnknown) return undefined;
    const described: Described = { names: new Set(), items: new Set() };
    if (!isObject(schema)) return described;
    const inPlace = (part: unknown): boolean => {
      const found = this.#describe(part, value, { ...place, depth: place.depth + 1 });
      for (const name of found?.names ?? []) described.names.add(name);
      for (const item of found?.items ?? []) described.items.add(item);
      return found !== undefined;
    };
    const isValid =
      hasPlainKeywords(schema, value) &&
      this.#hasPatterns(schema, value) &&
      this.#hasParts(schema, value, inPlace) &&
      (schema.not === undefined || !this.#isValid(schema.not, value, place.depth)) &&
      (!isObject(value) || this.#hasFields(schema, value, described, place)) &&
      (!Array.isArray(value) || this.#hasItems(schema, value, described, place.depth));
    return isValid ? described : undefined;
  }

  #hasPatterns({ pattern }: Json, value: unknown): boolean {
    return typeof pattern !== 'string' || typeof value !== 'string' || this.#matches(pattern, value);
  }

  #matches(pattern: string, text: string): boolean {
    const isMatching = matchesPattern(pattern, text);
    if (isMatching === undefined) this.#isUnknown = true;
    return isMatching === true;
  }

  #hasParts(schema: Json, value: unknown, inPlace: (part: unknown) => boolean): boolean {
    const { $ref, allOf, anyOf, oneOf, dependentSchemas } = schema;
    if (typeof $ref === 'string' && !inPlace(findTarget(this.#spec, $ref))) return false;
    if (!listOf(allOf).every(inPlace)) return false;
    // A list without alternatives says nothing.
    if (Array.isArray(anyOf) && anyOf.length > 0 && anyOf.filter(inPlace).length === 0) return false;
    if (Array.isArray(oneOf) && oneOf.length > 0) {
      const selected = this.#isExact ? undefined : this.#selectOption(schema, oneOf, value);
      if (selected === undefined ? oneOf.filter(inPlace).length !== 1 : !inPlace(selected)) return false;
    }
    if (schema.if !== undefined) {
      const branch = inPlace(schema.if) ? schema.then : schema.else;
      if (branch !== undefined && !inPlace(branch)) return false;
    }
    if (!isObject(value)) return true;
    return Object.entries(recordOf(dependentSchemas)).every(
      ([name, part]) => !Object.hasOwn(value, name) || inPlace(part),
    );
  }

  /** The option that a discriminator selects by the value of its field. */
  #selectOption({ discriminator }: Json, options: readonly unknown[], value: unknown): unknown {
    const { propertyName, mapping } = recordOf(discriminator);
    const selector = typeof propertyName === 'string' ? recordOf(value)[propertyName] : undefined;
    if (typeof selector !== 'string') return undefined;
    const ref = readMapping(mapping).get(selector);
    return options.find((option) => {
      const { $ref } = recordOf(option);
      if (typeof $ref !== 'string') return false;
      return ref === undefined ? decodePointerKey($ref.split('/').at(-1) ?? '') === selector : $ref === ref;
    });
  }

  #hasFields(schema: Json, value: Json, described: Described, { depth, unsent }: Place): boolean {
    const names = Object.keys(value);
    const has = (name: unknown): boolean => Object.hasOwn(value, String(name)) || unsent.has(String(name));
    if (!isBetween(names.length, schema.minProperties, schema.maxProperties)) return false;
    if (!listOf(schema.required).every(has)) return false;
    for (const [name, wanted] of Object.entries(recordOf(schema.dependentRequired)))
      if (Object.hasOwn(value, name) && !listOf(wanted).every(has)) return false;
    const { propertyNames, additionalProperties, unevaluatedProperties } = schema;
    if (propertyNames !== undefined && !names.every((name) => this.#isValid(propertyNames, name, depth)))
      return false;
    const properties = recordOf(schema.properties);
    const patterns = Object.entries(recordOf(schema.patternProperties));
    const own = new Set<string>();
    const isAllowed = (name: string, part: unknown): boolean => {
      own.add(name);
      return this.#isValid(part, value[name], depth);
    };
    for (const name of names) {
      if (Object.hasOwn(properties, name) && !isAllowed(name, properties[name])) return false;
      for (const [pattern, part] of patterns)
        if (this.#matches(pattern, name) && !isAllowed(name, part)) return false;
    }
    const allows = (part: unknown, known: ReadonlySet<string>): boolean =>
      part === undefined || names.every((name) => known.has(name) || isAllowed(name, part));
    if (!allows(additionalProperties, new Set(own))) return false;
    for (const name of own) described.names.add(name);
    if (!allows(unevaluatedProperties, new Set(described.names))) return false;
    for (const name of own) described.names.add(name);
    return true;
  }

  #hasItems(schema: Json, value: readonly unknown[], described: Described, depth: number): boolean {
    const { prefixItems, items, contains, minContains = 1, maxContains, unevaluatedItems } = schema;
    if (!isBetween(value.length, schema.minItems, schema.maxItems)) return false;
    if (schema.uniqueItems === true && !isUnique(value)) return false;
    const first = listOf(prefixItems);
    for (const [n, item] of value.entries()) {
      const part = n < first.length ? first[n] : items;
      if (part === undefined) continue;
      if (!this.#isValid(part, item, depth)) return false;
      described.items.add(n);
    }
    if (contains !== undefined) {
      const found = [...value.keys()].filter((n) => this.#isValid(contains, value[n], depth));
      if (!isBetween(found.length, minContains, maxContains)) return false;
      for (const n of found) described.items.add(n);
    }
    if (unevaluatedItems === undefined) return true;
    for (const [n, item] of value.entries()) {
      if (!described.items.has(n) && !this.#isValid(unevaluatedItems, item, depth)) return false;
      described.items.add(n);
    }
    return true;
  }
}

interface Place {
  depth: number;
  unsent: ReadonlySet<string>;
}

const NO_NAMES: ReadonlySet<string> = new Set();

const MAX_KEPT = 100_000;
/** The fields that are not sent in each direction. */
type UnsentNames = Record<Direction, ReadonlySet<string>>;
const UNSENT = new SharedReadings<object, UnsentNames>(MAX_KEPT);

const isBetween = (number: AnyNumber, least: unknown, most: unknown): boolean =>
  !(isNumber(least) && compareNumbers(number, least) < 0) &&
  !(isNumber(most) && compareNumbers(number, most) > 0);

const isUnique = (values: readonly unknown[]): boolean =>
  values.every((value, n) => values.slice(n + 1).every((other) => !isSame(value, other)));

/** The keywords that need no other schema. */
function hasPlainKeywords(schema: Json, value: unknown): boolean {
  const { type } = schema;
  if (type !== undefined && !(Array.isArray(type) ? type : [type]).some((one) => hasType(one, value)))
    return false;
  if ('const' in schema && !isSame(schema.const, value)) return false;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isSame(one, value))) return false;
  if (typeof value === 'string') return isTextOf(schema, value);
  return !isNumber(value) || isNumberOf(schema, value);
}

function hasType(type: unknown, value: unknown): boolean {
  if (type === 'integer') return isNumber(value) && isWhole(value);
  if (type === 'number') return isNumber(value) && (typeof value !== 'number' || Number.isFinite(value));
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'null' ? value === null : typeof value === type;
}

function isTextOf(schema: Json, value: string): boolean {
  const { format } = schema;
  if (!isBetween([...value].length, schema.minLength, schema.maxLength)) return false;
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return !known || known.has(value);
}

const RANGES: Record<string, [least: AnyNumber, most: AnyNumber]> = {
  int8: [-(2 ** 7), 2 ** 7 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [toAnyNumber(-(2n ** 63n)), toAnyNumber(2n ** 63n - 1n)],
  uint8: [0, 2 ** 8 - 1],
  uint16: [0, 2 ** 16 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0, toAnyNumber(2n ** 64n - 1n)],
};

function isNumberOf(schema: Json, value: AnyNumber): boolean {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  if (!isBetween(value, schema.minimum, schema.maximum)) return false;
  if (isNumber(exclusiveMinimum) && compareNumbers(value, exclusiveMinimum) <= 0) return false;
  if (isNumber(exclusiveMaximum) && compareNumbers(value, exclusiveMaximum) >= 0) return false;
  if (isNumber(multipleOf) && compareNumbers(multipleOf, 0) > 0 && !isMultiple(value, multipleOf))
    return false;
  const range = typeof format === 'string' && Object.hasOwn(RANGES, format) ? RANGES[format] : undefined;
  return !range || (isWhole(value) && isBetween(value, ...range));
}
