import { wholeSchemaOf } from '../content-schema.ts';
import { listInnerSchemas } from '../list-inner-schemas.ts';
import { findTarget, type Json, listOf, recordOf, refOf, refOfSchema, resolve } from '../resolve.ts';
import { extensionsOf, readMapping } from '../schema-variants.ts';
import { isObject } from '../spec-grammar.ts';
import { listCallbacks, MAX_CALLBACK_DEPTH, MAX_CALLBACKS, MAX_INNER_CALLBACKS } from './list-callbacks.ts';
import { MAX_DEPTH, MAX_REPEATED_DEPTH } from './schema-reader.ts';

/** The estimated bytes of a page of schemas. A schema that is longer than this has a page of its own. */
const MAX_PAGE_BYTES = 500_000;
const MAX_PAGE_SCHEMAS = 200;
/** What a schema or a field takes on a page beside its texts, with its share of the example. */
const PART_BYTES = 400;
/** What a text or a value takes on a page beside its characters. */
const VALUE_BYTES = 40;

/** A schema on a page, and the schemas that contain it, beginning with the innermost. */
interface Place {
  schema: unknown;
  depth: number;
  ref: string | undefined;
  within: Place | undefined;
}

/** What a schema is made of, and what it contains. */
interface ReadSchema {
  refs: ReadonlySet<string>;
  /** Without those that contain nothing: most fields do not. */
  inner: readonly unknown[];
  /** With those of the schemas that contain nothing. */
  bytes: number;
}

/**
 * Splits the schemas of the components into pages of about the same length: how many there are on each. Counts what
 * `SchemaReader` shows of them, in much less time.
 */
export function splitSchemas(spec: Json, read = createReadSchema(spec)): number[] {
  const counts: number[] = [];
  let page = new EstimatedPage(read);
  for (const name of Object.keys(recordOf(recordOf(spec.components).schemas))) {
    const schema = { $ref: refOfSchema(name) };
    const count = counts.at(-1) ?? 0;
    page.add(schema);
    if (count > 0 && count < MAX_PAGE_SCHEMAS && page.bytes <= MAX_PAGE_BYTES) {
      counts[counts.length - 1] = count + 1;
      continue;
    }
    counts.push(1);
    if (count === 0) continue;
    page = new EstimatedPage(read);
    page.add(schema);
  }
  return counts;
}

/** What an operation takes on a page beside its texts and schemas: most of it are code samples. */
const OPERATION_BYTES = 5000;
/** A callback has none. */
const CALLBACK_BYTES = 1200;

/**
 * Estimates the bytes of an operation on a page, up to about `MAX_PAGE_BYTES`: some more than it has, as measured with
 * the specs of the corpora.
 */
export function createOperationEstimate(
  spec: Json,
  read: (schema: unknown) => ReadSchema,
): (item: Json, operation: Json) => number {
  return (item, operation) => {
    const page = new EstimatedPage(read);
    const shown = [{ item, operation }, ...listShownCallbacks(spec, operation)];
    for (const one of shown)
      for (const schema of listSchemas(spec, one)) {
        // An operation may have any number of them.
        if (page.bytes > MAX_PAGE_BYTES) break;
        page.add(schema);
      }
    return OPERATION_BYTES + (shown.length - 1) * CALLBACK_BYTES + page.bytes;
  };
}

interface OperationParts {
  item: Json;
  operation: Json;
}

/** The callbacks that are shown of an operation, and those of their requests. */
function listShownCallbacks(spec: Json, operation: Json): OperationParts[] {
  const shown: OperationParts[] = [];
  let level = [operation];
  for (let depth = 0; level.length > 0 && depth < MAX_CALLBACK_DEPTH; depth += 1) {
    const inner = level.flatMap(({ callbacks }) =>
      isObject(callbacks) ? listCallbacks(spec, callbacks).slice(0, MAX_CALLBACKS) : [],
    );
    const room = depth === 0 ? MAX_CALLBACKS : MAX_CALLBACKS + MAX_INNER_CALLBACKS - shown.length;
    shown.push(...inner.slice(0, room));
    level = inner.slice(0, room).map((one) => one.operation);
  }
  return shown;
}

/** The schemas of the parameters, the body and the responses of an operation, with their headers. */
function listSchemas(spec: Json, { item, operation }: OperationParts): unknown[] {
  const responses = Object.values(recordOf(operation.responses)).map((part) => resolve(spec, part));
  const parts = [
    ...listOf(item.parameters),
    ...listOf(operation.parameters),
    operation.requestBody,
    ...responses.flatMap(({ headers }) => Object.values(recordOf(headers))),
  ].map((part) => resolve(spec, part));
  return [...parts, ...responses].flatMap(({ schema, content }) => [
    schema,
    ...Object.values(recordOf(content)).map((one) => wholeSchemaOf(resolve(spec, one))),
  ]);
}

class EstimatedPage {
  readonly #read: (schema: unknown) => ReadSchema;
  readonly #shown = new Set<string>();
  bytes = 0;

  constructor(read: (schema: unknown) => ReadSchema) {
    this.#read = read;
  }

  /** Stops where the page is too long anyway. */
  add(schema: unknown): void {
    const waiting: Place[] = [{ schema, depth: 0, ref: undefined, within: undefined }];
    for (let next = 0; next < waiting.length && this.bytes <= MAX_PAGE_BYTES; next += 1) {
      const place = waiting[next] as Place;
      const { refs, inner, bytes } = this.#read(place.schema);
      const [ref] = refs;
      this.bytes += PART_BYTES;
      if (ref !== undefined && this.#isFolded(ref, place)) continue;
      if (ref !== undefined) this.#shown.add(ref);
      this.bytes += bytes;
      if (place.depth > MAX_DEPTH) continue;
      const within = { ...place, ref };
      for (const one of inner) waiting.push({ schema: one, depth: place.depth + 1, ref: undefined, within });
    }
  }

  #isFolded(ref: string, { depth, within }: Place): boolean {
    if (depth > MAX_REPEATED_DEPTH && this.#shown.has(ref)) return true;
    for (let place = within; place; place = place.within) if (place.ref === ref) return true;
    return false;
  }
}

const NOTHING: ReadSchema = { refs: new Set(), inner: [], bytes: 0 };

/** Reads each schema once, on however many pages it is. */
export function createReadSchema(spec: Json): (schema: unknown) => ReadSchema {
  const known = new Map<unknown, ReadSchema>();
  return (schema) => {
    if (!isObject(schema)) return NOTHING;
    const key = Object.keys(schema).length === 1 && refOf(schema) !== undefined ? schema.$ref : schema;
    const earlier = known.get(key);
    if (earlier) return earlier;
    const { refs, parts } = mergeParts(spec, schema);
    const inner = parts.flatMap(listInner);
    const leaves = inner.filter(isLeaf);
    const read = {
      refs,
      inner: [...inner.filter((one) => !isLeaf(one)), ...listVariants(spec, parts, refs)],
      bytes:
        [...parts, ...leaves].reduce((sum, part) => sum + sizeOfTexts(part), 0) + leaves.length * PART_BYTES,
    };
    known.set(key, read);
    return read;
  };
}

const isLeaf = (schema: unknown): schema is Json =>
  isObject(schema) &&
  refOf(schema) === undefined &&
  schema.allOf === undefined &&
  listInner(schema).length === 0;

/** A schema with what it refers to and what it consists of. */
function mergeParts(spec: Json, schema: unknown): { refs: ReadonlySet<string>; parts: Json[] } {
  const refs = new Set<string>();
  const parts: Json[] = [];
  const waiting = [schema];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (!isObject(part)) continue;
    parts.push(part);
    const ref = refOf(part);
    for (const one of listOf(part.allOf)) waiting.push(one);
    if (ref === undefined || refs.has(ref)) continue;
    refs.add(ref);
    waiting.push(findTarget(spec, ref));
  }
  return { refs, parts };
}

/** The schemas that only a discriminator names. */
function listVariants(spec: Json, parts: readonly Json[], refs: ReadonlySet<string>): Json[] {
  const base = parts.find(({ discriminator }) => isObject(discriminator));
  if (!base || parts.some(({ oneOf, anyOf }) => oneOf !== undefined || anyOf !== undefined)) return [];
  const named = readMapping(recordOf(base.discriminator).mapping).values();
  const extensions = [...refs].flatMap((ref) => extensionsOf(spec).get(ref) ?? []);
  const variants = [...new Set([...named, ...extensions])];
  // A variant has its base as a part, whose other variants it is not.
  return variants.some((ref) => refs.has(ref)) ? [] : variants.map(($ref) => ({ $ref }));
}

/** Parts are read with the schema, and the names of fields are among its limits. */
const listInner = ({ allOf: _, propertyNames: __, ...schema }: Json): unknown[] =>
  listInnerSchemas(schema).filter((one) => one !== false);

function sizeOfTexts({ description, enum: values }: Json): number {
  const length = typeof description === 'string' ? description.length : 0;
  return length + listOf(values).reduce((sum: number, value) => sum + String(value).length + VALUE_BYTES, 0);
}
