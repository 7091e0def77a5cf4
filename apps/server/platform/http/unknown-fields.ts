/**
 * Fields of a request body that its schema does not have. They have no effect, and are no fault: clients of later and
 * earlier versions send them. A response names them in the header `Warnings`, so that a misspelled field is noticed.
 */

export const WARNINGS_HEADER = 'warnings';

type Schema = Record<string, unknown>;
/** Returns a shared schema by its name. */
export type FindShared = (name: string) => unknown;

interface UnknownFields {
  /** The paths of the fields, as in the details of errors. Of the items of a list, only the first one is named. */
  paths: string[];
  /** Whether there may be more. */
  hasMore: boolean;
}

const MAX_NAMED = 8;
const MAX_PATH_LENGTH = 80;
/** The values of a body that are looked at: a document can have a hundred thousand. */
const MAX_VALUES = 1000;
/** Schemas of blocks contain themselves. */
const MAX_DEPTH = 30;

export function findUnknownFields(schema: unknown, body: unknown, findShared: FindShared): UnknownFields {
  const search = new Search(findShared);
  search.visit([schema], body, []);
  return { paths: [...search.found.values()], hasMore: search.hasMore };
}

/** Writes a list of structured fields (RFC 9651): `unknown-field;path="name"`. Undefined if there is nothing to say. */
export function writeWarnings({ paths, hasMore }: UnknownFields): string | undefined {
  if (paths.length === 0) return undefined;
  const items = paths.map((path) => `unknown-field;path="${escapePath(path)}"`);
  return [...items, ...(hasMore ? ['more-unknown-fields'] : [])].join(', ');
}

/** Only printable ASCII can be in a header; other characters, and the percent sign, are encoded as in URLs. */
const escapePath = (path: string): string =>
  path
    .slice(0, MAX_PATH_LENGTH)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[^ -~]|%/gu, encodeURIComponent)
    .replace(/["\\]/g, '\\$&');

class Search {
  /** By their paths without the positions in lists. */
  readonly found = new Map<string, string>();
  hasMore = false;
  readonly #findShared: FindShared;
  #left = MAX_VALUES;

  constructor(findShared: FindShared) {
    this.#findShared = findShared;
  }

  /** `schemas`: those that the value may have, any of which can know its fields. */
  visit(schemas: readonly unknown[], value: unknown, path: readonly string[]): void {
    if (typeof value !== 'object' || value === null) return;
    this.#left -= 1;
    if (this.#left < 0 || path.length > MAX_DEPTH) return;
    const shapes = schemas.flatMap((schema) => this.#shapesOf(schema, value, 0));
    if (Array.isArray(value)) this.#visitItems(shapes, value, path);
    else this.#visitFields(shapes, value as Record<string, unknown>, path);
  }

  #visitItems(shapes: readonly Schema[], values: readonly unknown[], path: readonly string[]): void {
    const items = shapes.flatMap((shape) => shape.items ?? []);
    if (items.length === 0) return;
    for (const [at, value] of values.entries()) this.visit(items, value, [...path, String(at)]);
  }

  #visitFields(shapes: readonly Schema[], value: Record<string, unknown>, path: readonly string[]): void {
    const isOpen = shapes.length === 0 || shapes.some(isOpenShape);
    for (const [name, field] of Object.entries(value)) {
      const known = shapes.flatMap((shape) => fieldSchemas(shape, name));
      if (known.length > 0) this.visit(known, field, [...path, name]);
      else if (!isOpen) this.#note([...path, name]);
    }
  }

  #note(path: readonly string[]): void {
    const key = path.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('.');
    if (this.found.has(key)) return;
    if (this.found.size < MAX_NAMED) this.found.set(key, path.join('.'));
    else this.hasMore = true;
  }

  /** The schemas of objects and lists that a schema means for this value, references and alternatives resolved. */
  #shapesOf(schema: unknown, value: object, depth: number): Schema[] {
    if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH) return [];
    const { $ref, allOf, anyOf, oneOf } = schema as Schema;
    if (typeof $ref === 'string') return this.#shapesOf(this.#findShared($ref), value, depth + 1);
    const parts = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
    const own = 'type' in schema || 'properties' in schema || parts.length === 0 ? [schema as Schema] : [];
    return [...own, ...parts.flatMap((part) => this.#shapesOf(part, value, depth + 1))].filter((shape) =>
      canBe(shape, value),
    );
  }
}

/** Whether the value can have this schema: alternatives are told apart by their types and constant fields. */
function canBe({ type, properties }: Schema, value: object): boolean {
  if (type !== undefined && type !== (Array.isArray(value) ? 'array' : 'object')) return false;
  return Object.entries((properties ?? {}) as Record<string, Schema>).every(([name, field]) => {
    const given = (value as Record<string, unknown>)[name];
    return given === undefined || field.const === undefined || field.const === given;
  });
}

/** Whether an object may have any other field. */
const isOpenShape = ({ type, properties, additionalProperties, patternProperties }: Schema): boolean =>
  (additionalProperties !== undefined && additionalProperties !== false) ||
  patternProperties !== undefined ||
  (type === undefined && properties === undefined);

function fieldSchemas(
  { properties, patternProperties, additionalProperties }: Schema,
  name: string,
): unknown[] {
  const own = properties as Schema | undefined;
  if (own && Object.hasOwn(own, name)) return [own[name]];
  const patterns = Object.values((patternProperties ?? {}) as Schema);
  if (patterns.length > 0) return patterns;
  return typeof additionalProperties === 'object' ? [additionalProperties] : [];
}
