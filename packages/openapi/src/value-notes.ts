/** What extensions say of the values of an enumeration: names and descriptions, in the order of the values or by value. */
import { type Json, listOf, recordOf } from './resolve.ts';
import { isObject } from './spec-grammar.ts';

const NAMES = ['x-enum-varnames', 'x-enumNames', 'x-enum-names', 'x-enum-varNames', 'x-enumVarNames'];
const DESCRIPTIONS = ['x-enumDescriptions', 'x-enum-descriptions'];
const BY_VALUE = 'x-ms-enum';

/**
 * The keywords of a schema, with what it says of its values by value and not by position: another part of a combination
 * may leave out values.
 */
export function nameValues(schema: Json): Json {
  if (!Array.isArray(schema.enum)) return schema;
  let named: Json | undefined;
  for (const key of [...NAMES, ...DESCRIPTIONS]) {
    const notes = schema[key];
    if (!Array.isArray(notes)) continue;
    named ??= { ...schema };
    named[key] = Object.fromEntries(schema.enum.map((value, n) => [String(value), notes[n]]));
  }
  return named ?? schema;
}

/** The schema of a parameter or header with what stands beside it about its values, as in converted specs of 2.0. */
export function withValueNotes(parameter: Json, schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const beside = [...NAMES, ...DESCRIPTIONS, BY_VALUE].filter(
    (key) => Object.hasOwn(parameter, key) && !Object.hasOwn(schema, key),
  );
  if (beside.length === 0) return schema;
  return { ...schema, ...Object.fromEntries(beside.map((key) => [key, parameter[key]])) };
}

/** What is said of each value, such as “ACTIVE: Can be used”; an empty text if nothing is. */
export function notesOf(schema: Json, values: readonly unknown[]): string[] {
  const byValue = new Map(
    listOf(recordOf(schema[BY_VALUE]).values).map((one) => [recordOf(one).value, recordOf(one)]),
  );
  return values.map((value, n) => {
    const read = (keys: readonly string[]): string => {
      for (const key of keys) {
        const notes = schema[key];
        const note = textOf(Array.isArray(notes) ? notes[n] : ownOf(notes, String(value)));
        if (note !== '') return note;
      }
      return '';
    };
    const own = byValue.get(value);
    const name = read(NAMES) || textOf(own?.name);
    const description = read(DESCRIPTIONS) || textOf(own?.description);
    // A name that only repeats the value says nothing.
    return [name === String(value) ? '' : name, description].filter((text) => text !== '').join(': ');
  });
}

const ownOf = (notes: unknown, name: string): unknown =>
  isObject(notes) && Object.hasOwn(notes, name) ? notes[name] : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
