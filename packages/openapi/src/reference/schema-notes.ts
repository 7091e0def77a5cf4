import { cutText, shortenText } from '@lectern/std/cut-text';
import { hasLongNumbers, writeJson } from '../numbers/json-text.ts';
import { createIsAmong, type Json, listOf, recordOf } from '../resolve.ts';
import { notesOf } from '../value-notes.ts';
import type { SchemaReference, ShownExample } from './operation-reference.ts';
import { readReferenceText } from './read-text.ts';

const MAX_VALUE_LENGTH = 200;
/** Lists of all countries, currencies or time zones are shown; longer ones say how many values are left out. */
const MAX_ENUM_VALUES = 1000;
const MAX_EXAMPLES = 10;

/** Reads what a schema says about its values for people. */
export function readNotes(schema: Json): Partial<SchemaReference> {
  const { title, deprecated, readOnly, writeOnly } = schema;
  const description = readReferenceText(schema.description);
  const values = listValues(schema);
  const examples = 'example' in schema ? [schema.example] : listOf(schema.examples);
  const docs = readExternalDocs(schema.externalDocs);
  return {
    ...(typeof title === 'string' && title !== '' ? { title: shortenText(title, MAX_VALUE_LENGTH) } : {}),
    ...(description ? { description } : {}),
    ...(docs ? { externalDocs: docs } : {}),
    ...(deprecated === true ? { isDeprecated: true } : {}),
    ...(readOnly === true ? { isReadOnly: true } : {}),
    ...(writeOnly === true ? { isWriteOnly: true } : {}),
    ...(schema.additionalProperties === false || schema.unevaluatedProperties === false
      ? { isClosed: true }
      : {}),
    ...readValues(values, schema),
    ...('default' in schema ? { default: writeValue(schema.default) } : {}),
    ...(examples.length > 0
      ? {
          example: toShown(examples[0]),
          examples: examples.slice(0, MAX_EXAMPLES).map((value): ShownExample => ({ value: toShown(value) })),
          ...(examples.length > MAX_EXAMPLES ? { examplesLeftOut: examples.length - MAX_EXAMPLES } : {}),
        }
      : {}),
  };
}

/** The values that a schema lists, with those of its parts that could not be combined. */
export function listValues(schema: Json): unknown[] {
  const lists = [schema, ...listOf(schema.allOf).map(recordOf)].flatMap((part) => {
    const values = listOf(part.enum);
    if (!('const' in part)) return [values];
    return createIsAmong(values)(part.const) ? [[part.const]] : [values, [part.const]];
  });
  const [all = [], ...others] = lists.filter((list) => list.length > 0);
  const isKnown = createIsAmong(all);
  return [...all, ...[...new Set(others.flat())].filter((value) => !isKnown(value))];
}

/** What values of an enumeration mean: by value, or in their order. */
export function readValues(
  values: readonly unknown[],
  schema: Json,
): Pick<SchemaReference, 'enumValues' | 'enumNotes' | 'valuesLeftOut'> {
  if (values.length === 0) return {};
  const shown = values.slice(0, MAX_ENUM_VALUES);
  const notes = notesOf(schema, shown).map((note) => shortenText(note, 1000));
  return {
    enumValues: shown.map(writeValue),
    ...(notes.some((note) => note !== '') ? { enumNotes: notes } : {}),
    ...(values.length > shown.length ? { valuesLeftOut: values.length - shown.length } : {}),
  };
}

/** A value as it is shown. One with long numbers is written as JSON, because other threads would round it. */
export const toShown = (value: unknown): unknown => (hasLongNumbers(value) ? writeJson(value) : value);

export function readExternalDocs(value: unknown): { url: string; description?: string } | undefined {
  const { url, description } = recordOf(value);
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) return undefined;
  return {
    url: cutText(url, 2000),
    ...(typeof description === 'string' && description.trim() !== ''
      ? { description: shortenText(description.trim(), 300) }
      : {}),
  };
}

const writeValue = (value: unknown): string => shortenText(writeJson(value), MAX_VALUE_LENGTH);
