import { cutText } from '@lectern/std/cut-text';
import { listInnerSchemas } from './list-inner-schemas.ts';
import { isNull, mergeAllOf } from './merge-all-of.ts';
import { isNumber } from './numbers/long-number.ts';
import { MAX_SCHEMAS } from './reference/schema-reader.ts';
import { type Json, listOf, recordOf, refOf } from './resolve.ts';
import { isObject } from './spec-grammar.ts';

/** The maximum number of parts of `allOf` that are read for one schema. */
const MAX_PARTS = 300;
/** A longer value is a text and not a code. */
export const MAX_VALUE = 60;
const MAX_VALUES = 100;
/** In characters, of one schema, and of all schemas of a spec together. */
const MAX_WORDS = 2000;
const MAX_WORDS_OF_SPEC = 1_000_000;

export interface SchemaWords {
  /** The names and the values of its fields. */
  words: readonly string[];
  /** The schemas within it. */
  listSchemas: () => readonly Json[];
  /** Those of the schemas within it. */
  listInner: () => readonly SchemaWords[];
  /** The operation for which it was read last. */
  lastTurn: number;
}

/** Reads each schema once, however many operations use it. */
export function createReadSchema(spec: Json): (schema: unknown) => SchemaWords {
  const byRef = new Map<string, SchemaWords>();
  const bySchema = new WeakMap<object, SchemaWords>();
  const read = (schema: unknown): SchemaWords => {
    if (!isObject(schema)) return NO_WORDS;
    const ref = Object.keys(schema).length === 1 ? refOf(schema) : undefined;
    const known = ref === undefined ? bySchema.get(schema) : byRef.get(ref);
    if (known) return known;
    let partsLeft = MAX_PARTS;
    const merged = mergeAllOf(spec, schema, () => {
      partsLeft -= 1;
      return partsLeft >= 0;
    });
    let inner: readonly SchemaWords[] | undefined;
    const found: SchemaWords = {
      words: readWords(merged),
      listSchemas: () => listInner(merged),
      listInner: () => {
        inner ??= listInner(merged).map(read);
        return inner;
      },
      lastTurn: 0,
    };
    if (ref === undefined) bySchema.set(schema, found);
    else byRef.set(ref, found);
    return found;
  };
  return read;
}

const NO_WORDS: SchemaWords = { words: [], listSchemas: () => [], listInner: () => [], lastTurn: 0 };

function readWords(schema: Json): string[] {
  const values = [
    ...listOf(schema.enum),
    schema.const,
    ...Object.keys(recordOf(recordOf(schema.discriminator).mapping)),
  ];
  const required = Object.entries(recordOf(schema.dependentRequired)).flatMap(([name, names]) => [
    name,
    ...listOf(names).filter((one) => typeof one === 'string'),
  ]);
  return [
    ...Object.keys(recordOf(schema.properties)),
    ...required,
    ...values.slice(0, MAX_VALUES).flatMap(toWord),
  ];
}

const listInner = (schema: Json): Json[] =>
  listInnerSchemas(schema).filter((one): one is Json => isObject(one) && !isNull(one));

const toWord = (value: unknown): string[] => {
  const isCode = (typeof value === 'string' && value.length <= MAX_VALUE) || isNumber(value);
  return isCode && value !== '' ? [String(value)] : [];
};

/**
 * Lists the words by which people search for the schemas of the components: the names and values of their fields by
 * which no operation is found. Schemas without such words are left out.
 */
export function listSchemaWords(
  spec: Json,
  ofOperations: ReadonlySet<string>,
): [name: string, words: string][] {
  const read = createReadSchema(spec);
  const isNew = (word: string): boolean => !word.split(' ').every((piece) => ofOperations.has(piece));
  const found: [string, string][] = [];
  let left = MAX_WORDS_OF_SPEC;
  for (const [name, schema] of Object.entries(recordOf(recordOf(spec.components).schemas))) {
    const words = new Set<string>();
    const waiting: unknown[] = [schema];
    for (let n = 0; n < waiting.length && n < MAX_SCHEMAS; n += 1) {
      const { words: own, listSchemas } = read(waiting[n]);
      for (const word of own) if (isNew(word)) words.add(word);
      // Other schemas of the components have words of their own.
      for (const one of listSchemas()) if (refOf(one) === undefined) waiting.push(one);
    }
    const text = cutText([...words].join(' '), Math.min(MAX_WORDS, left));
    left -= text.length;
    if (text !== '') found.push([name, text]);
  }
  return found;
}
