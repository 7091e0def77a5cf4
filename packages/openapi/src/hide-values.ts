import { wholeSchemaOf } from './content-schema.ts';
import { cutElements } from './cut-elements.ts';
import { readJson, writeJson } from './numbers/json-text.ts';
import { findTarget, followRefs, type Json, listOf, recordOf, refOf } from './resolve.ts';
import { isObject, listParts } from './spec-grammar.ts';

/** How many values in the examples of a spec are compared with their schemas. Further examples are left out. */
const MAX_STEPS = 3_000_000;

/** Stands for a value that is hidden as a whole. */
const HIDDEN = Symbol('hidden');

interface Hiding {
  spec: Json;
  isHidden: (value: unknown) => boolean;
  stepsLeft: number;
}

/** The schemas that describe a value, shown and hidden ones. */
interface DescribedBy {
  shown: Json[];
  hidden: Json[];
}

/**
 * Lists the changes after which no example, default or allowed value has what a hidden schema describes, such as the
 * value of an internal field. They are made later, because hidden parts are found by their marks.
 */
export function listValueRemovals(spec: Json, isHidden: (value: unknown) => boolean): (() => void)[] {
  const hiding: Hiding = { spec, isHidden, stepsLeft: MAX_STEPS };
  const removals: (() => void)[] = [];
  const replace = (holder: Json, key: string, schemas: readonly unknown[]): void => {
    if (!Object.hasOwn(holder, key)) return;
    const shown = hideText(hiding, holder[key], schemas);
    if (shown === HIDDEN) removals.push(() => delete holder[key]);
    else if (shown !== holder[key])
      removals.push(() => {
        holder[key] = shown;
      });
  };
  const replaceItems = (holder: Json, key: string, schema: Json): void => {
    const values = listOf(holder[key]);
    const shown = values.map((value) => hideText(hiding, value, [schema]));
    if (shown.some((value, n) => value !== values[n]))
      removals.push(() => {
        holder[key] = shown.filter((value) => value !== HIDDEN);
      });
  };
  for (const { kind, value } of listParts(spec)) {
    if (kind === 'schema') {
      for (const key of ['example', 'default', 'const']) replace(value, key, [value]);
      for (const key of ['examples', 'enum']) replaceItems(value, key, value);
    } else if (kind === 'response' && value.schema !== undefined) {
      // Version 2.0 has the examples of a response by their media types.
      const examples = recordOf(value.examples);
      for (const mediaType of Object.keys(examples)) replace(examples, mediaType, [value.schema]);
    } else if (kind === 'parameter' || kind === 'header' || kind === 'mediaType') {
      const [content] = Object.values(recordOf(value.content)).map((one) => recordOf(followRefs(spec, one)));
      const schema = wholeSchemaOf(value) ?? (content && wholeSchemaOf(content));
      if (schema === undefined) continue;
      replace(value, 'example', [schema]);
      for (const [name, example] of Object.entries(recordOf(value.examples))) {
        const found = recordOf(followRefs(spec, example));
        const shown = hideInExample(hiding, found, schema);
        // A shared example may be shown elsewhere: the changed one stands in its place here.
        if (shown !== found)
          removals.push(() => {
            recordOf(value.examples)[name] = shown;
          });
      }
    }
  }
  return removals;
}

/** The example without what is hidden; the same example if nothing is. */
function hideInExample(hiding: Hiding, example: Json, schema: unknown): Json {
  let found = example;
  for (const key of ['value', 'dataValue', 'serializedValue']) {
    if (!Object.hasOwn(example, key)) continue;
    const shown = hideText(hiding, example[key], [schema]);
    if (shown === example[key]) continue;
    const { [key]: _, ...rest } = found;
    found = shown === HIDDEN ? rest : { ...rest, [key]: shown };
  }
  return found;
}

/** Hides within texts, too, that are objects or lists written as JSON. */
function hideText(hiding: Hiding, value: unknown, schemas: readonly unknown[]): unknown {
  if (typeof value !== 'string') return hideValue(hiding, value, schemas);
  let parsed: unknown;
  try {
    parsed = readJson(value);
  } catch {
    parsed = undefined;
  }
  const isStructure = typeof parsed === 'object' && parsed !== null;
  const shown = hideValue(hiding, isStructure ? parsed : value, schemas);
  if (isStructure) return shown === parsed ? value : shown === HIDDEN ? HIDDEN : writeJson(shown);
  if (shown === HIDDEN) return HIDDEN;
  const names = hiddenNames(hiding, schemas);
  if (!names.some((name) => value.includes(name))) return shown;
  // A text that is not XML cannot be taken apart.
  return (names.includes('') ? undefined : cutElements(value, new Set(names))) ?? HIDDEN;
}

/** The value without what is hidden; the same value if nothing is. */
function hideValue(hiding: Hiding, value: unknown, schemas: readonly unknown[]): unknown {
  hiding.stepsLeft -= 1;
  const { shown, hidden } = describe(hiding, schemas);
  if ((shown.length === 0 && hidden.length > 0) || hiding.stepsLeft < 0) return HIDDEN;
  if (shown.length === 0) return value;
  if (Array.isArray(value)) {
    const items = value.map((item, n) =>
      hideValue(
        hiding,
        item,
        shown.flatMap(({ prefixItems, items: rest, unevaluatedItems, contains }) =>
          [listOf(prefixItems)[n] ?? rest ?? unevaluatedItems, contains].filter(isObject),
        ),
      ),
    );
    return items.every((item, n) => item === value[n]) ? value : items.filter((item) => item !== HIDDEN);
  }
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => {
    const named = listFields(shown, name);
    if (named.length === 0 && listFields(hidden, name).length > 0) return [name, HIDDEN];
    return [name, hideValue(hiding, field, named.length > 0 ? named : listOthers(shown))];
  });
  if (fields.every(([name, field]) => field === value[name])) return value;
  return Object.fromEntries(fields.filter(([, field]) => field !== HIDDEN));
}

const listFields = (schemas: readonly Json[], name: string): unknown[] =>
  schemas.flatMap(({ properties }) => {
    const fields = recordOf(properties);
    return Object.hasOwn(fields, name) ? [fields[name]] : [];
  });

/** The schemas of fields that have no name. */
const listOthers = (schemas: readonly Json[]): unknown[] =>
  schemas.flatMap(({ patternProperties, additionalProperties, unevaluatedProperties }) =>
    [...Object.values(recordOf(patternProperties)), additionalProperties, unevaluatedProperties].filter(
      isObject,
    ),
  );

/** The schemas that describe a value, with all of their parts and alternatives. */
function describe({ spec, isHidden }: Hiding, schemas: readonly unknown[]): DescribedBy {
  const found: DescribedBy = { shown: [], hidden: [] };
  const seen = new Set<unknown>();
  const waiting = schemas.map((schema) => ({ schema, isWithin: false }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { schema } = next;
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const isWithin = next.isWithin || isHidden(schema);
    (isWithin ? found.hidden : found.shown).push(schema);
    const ref = refOf(schema);
    const parts = [
      ...(ref === undefined ? [] : [findTarget(spec, ref)]),
      ...['allOf', 'oneOf', 'anyOf'].flatMap((key) => listOf(schema[key])),
      ...['if', 'then', 'else'].map((key) => schema[key]),
      ...Object.values(recordOf(schema.dependentSchemas)),
    ];
    for (const part of parts) waiting.push({ schema: part, isWithin });
  }
  return found;
}

/** The names of a field in XML, and of its items. */
const xmlNames = ({ spec }: Hiding, field: unknown): string[] => {
  const own = recordOf(followRefs(spec, field));
  return [own, recordOf(followRefs(spec, own.items))].flatMap(({ xml }) => {
    const { name } = recordOf(xml);
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
};

/** The names of hidden fields, however deep. */
function hiddenNames(hiding: Hiding, schemas: readonly unknown[]): string[] {
  const names: string[] = [];
  const seen = new Set<unknown>();
  const waiting = [...schemas];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    hiding.stepsLeft -= 1;
    if (hiding.stepsLeft < 0) return [''];
    const { shown, hidden } = describe(hiding, [schema]);
    for (const { properties } of hidden)
      for (const [name, field] of Object.entries(recordOf(properties)))
        names.push(name, ...xmlNames(hiding, field));
    for (const part of shown) {
      for (const [name, field] of Object.entries(recordOf(part.properties)))
        if (hiding.isHidden(field)) names.push(name, ...xmlNames(hiding, field));
        else waiting.push(field);
      waiting.push(...[part.items, ...listOf(part.prefixItems), ...listOthers([part])].filter(isObject));
    }
  }
  return names;
}
