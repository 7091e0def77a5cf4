import { BINARY_TYPE, isTextType } from '../examples/media-types.ts';
import { listEncodings, type PartEncoding } from '../list-encodings.ts';
import { isSame, type Json, recordOf, refOf, resolve } from '../resolve.ts';
import { below, type ChangeList, type ChangePosition } from './change-list.ts';
import { type Comparison, compareSchemas, type DirectedPosition } from './list-schema-changes.ts';
import { isAnnotation, type SchemaReader } from './schema-reader.ts';

export function compareBodies(
  comparison: Comparison,
  before: Json,
  after: Json,
  position: DirectedPosition,
): void {
  const { list } = comparison;
  const there = { ...below(position, 'requestBody'), direction: position.direction };
  const [had, has] = [before.requestBody !== undefined, after.requestBody !== undefined];
  const [old, now] = [
    resolve(comparison.before, before.requestBody),
    resolve(comparison.after, after.requestBody),
  ];
  if (had && !has) list.add('breaking', 'body-removed', there, 'body');
  else if (!had && has)
    list.add(now.required === true ? 'breaking' : 'non-breaking', 'body-added', there, 'body');
  if (!had || !has) return;
  if (now.required === true && old.required !== true) list.add('breaking', 'body-required', there, 'body');
  else if (old.required === true && now.required !== true)
    list.add('non-breaking', 'body-optional', there, 'body');
  if (!isSame(old.description, now.description))
    list.add('documentation', 'text-changed', below(there, 'description'), 'body');
  compareContents(comparison, old, now, there);
}

/** Compares what a body, a parameter or a header has for each media type. */
export function compareContents(
  comparison: Comparison,
  before: Json,
  after: Json,
  position: DirectedPosition,
): void {
  const { list, schemas } = comparison;
  const [old, now] = [before, after].map(
    ({ content }) => new Map(Object.keys(recordOf(content)).map((type) => [typeWithoutCase(type), type])),
  ) as [Map<string, string>, Map<string, string>];
  for (const [key, type] of old) {
    const found = now.get(key);
    const there = { ...below(position, 'content', found ?? type), direction: position.direction };
    if (found === undefined) {
      list.add('breaking', 'media-type-removed', there, type);
      continue;
    }
    const [one, other] = [
      resolve(comparison.before, recordOf(before.content)[type]),
      resolve(comparison.after, recordOf(after.content)[found]),
    ];
    compareExamples(comparison, one, other, there, type);
    const bodies = { direction: position.direction, name: 'body' };
    compareSchemas(comparison, [schemaOf(type, one, schemas.before), schemaOf(type, other, schemas.after)], {
      ...below(there, 'schema'),
      ...bodies,
    });
    compareSchemas(comparison, [one.itemSchema, other.itemSchema], {
      ...below(there, 'itemSchema'),
      ...bodies,
    });
    compareEncodings(comparison, one, other, there);
  }
  for (const [key, type] of now)
    if (!old.has(key)) list.add('non-breaking', 'media-type-added', below(position, 'content', type), type);
}

const typeWithoutCase = (type: string): string => type.replaceAll(/\s/g, '').toLowerCase();

/** The schema of a media type. Bytes can be described in many ways, and need no description. */
function schemaOf(type: string, { schema }: Json, reader: SchemaReader): unknown {
  if (isTextType(type)) return schema;
  const { type: valueType, contentMediaType, ...rest } = reader.read(schema).schema;
  const isOfBytes =
    (valueType === undefined || (valueType === 'string' && contentMediaType !== undefined)) &&
    Object.keys(rest).every(isAnnotation);
  return isOfBytes ? { ...rest, type: 'string', contentMediaType: BINARY_TYPE } : schema;
}

/** Compares the examples of a media type, a parameter or a header. A single one needs no name. */
function compareExamples(
  { list, ...versions }: Comparison,
  before: Json,
  after: Json,
  position: DirectedPosition,
  name: string,
): void {
  const examplesOf = (spec: Json, { example, examples }: Json): unknown => {
    if (examples === undefined) return example === undefined ? [] : [example];
    const named = Object.entries(recordOf(examples)).map(([key, one]) => [key, resolve(spec, one)] as const);
    const [first, ...others] = named;
    const isOnlyValue = first && others.length === 0 && Object.keys(first[1]).every((key) => key === 'value');
    return isOnlyValue ? [first[1].value] : Object.fromEntries(named);
  };
  if (!isSame(examplesOf(versions.before, before), examplesOf(versions.after, after)))
    list.add(
      'documentation',
      'text-changed',
      below(position, after.example === undefined ? 'examples' : 'example'),
      name,
    );
}

/** Compares how the parts of a body are sent. */
function compareEncodings(
  comparison: Comparison,
  before: Json,
  after: Json,
  position: DirectedPosition,
): void {
  const [old, now] = [before, after].map(
    (content) => new Map(listEncodings(content).map((one) => [JSON.stringify(one.path), one])),
  ) as [Map<string, PartEncoding>, Map<string, PartEncoding>];
  for (const [key, { names, path }] of new Map([...old, ...now])) {
    const name = names.map((one) => one ?? 'items').join('.');
    const [one, other] = [recordOf(old.get(key)?.encoding), recordOf(now.get(key)?.encoding)];
    const there = { ...below(position, ...path), direction: position.direction };
    if (!isSame(encodingOf(one), encodingOf(other)))
      comparison.list.add('breaking', 'form-changed', there, name);
    comparePartHeaders(comparison, one, other, there);
  }
}

function encodingOf({
  contentType,
  style = 'form',
  explode = style === 'form',
  allowReserved = false,
}: Json): Json {
  return { ...(contentType !== undefined && { contentType }), style, explode, allowReserved };
}

/** Maps names in lower case, such as those of headers, to their original spelling. */
export const namesOf = (value: unknown): Map<string, string> =>
  new Map(
    Object.keys(recordOf(value))
      .filter((name) => !name.startsWith('x-') || typeof recordOf(value)[name] === 'object')
      .map((name) => [name.toLowerCase(), name]),
  );

/** Compares the headers of a part, shared ones only once. */
function comparePartHeaders(
  comparison: Comparison,
  before: Json,
  after: Json,
  position: DirectedPosition,
): void {
  const { seenHeaders } = comparison;
  const now = namesOf(after.headers);
  const isSeen = (name: string): boolean => {
    const other = now.get(name.toLowerCase()) ?? name;
    const refs = [refOf(recordOf(before.headers)[name]), refOf(recordOf(after.headers)[other])];
    if (refs.includes(undefined)) return false;
    const key = JSON.stringify([position.direction, ...refs]);
    const isKnown = seenHeaders.has(key);
    seenHeaders.add(key);
    return isKnown;
  };
  const seen = new Set(
    Object.keys(recordOf(before.headers))
      .filter(isSeen)
      .map((name) => name.toLowerCase()),
  );
  const left = ({ headers }: Json): Json => ({
    headers: Object.fromEntries(
      Object.entries(recordOf(headers)).filter(([name]) => !seen.has(name.toLowerCase())),
    ),
  });
  compareHeaders(comparison, left(before), left(after), position);
}

/** Compares the headers of a response, or of a part of a form. */
export function compareHeaders(
  comparison: Comparison,
  before: Json,
  after: Json,
  position: DirectedPosition,
): void {
  const { list } = comparison;
  const [old, now] = [namesOf(before.headers), namesOf(after.headers)];
  const [narrower, wider] =
    position.direction === 'request'
      ? (['breaking', 'non-breaking'] as const)
      : (['non-breaking', 'breaking'] as const);
  for (const [key, name] of old) {
    const found = now.get(key);
    const there = { ...below(position, 'headers', found ?? name), direction: position.direction };
    if (found === undefined) {
      list.add('breaking', 'header-removed', there, name);
      continue;
    }
    const [one, other] = [
      resolve(comparison.before, recordOf(before.headers)[name]),
      resolve(comparison.after, recordOf(after.headers)[found]),
    ];
    const [was, is] = [one.required === true, other.required === true];
    if (was !== is) list.add(is ? narrower : wider, is ? 'header-required' : 'header-optional', there, name);
    compareDescribed(comparison, one, other, there, name);
  }
  for (const [key, name] of now) {
    if (old.has(key)) continue;
    const isRequired = resolve(comparison.after, recordOf(after.headers)[name]).required === true;
    list.add(isRequired ? narrower : 'non-breaking', 'header-added', below(position, 'headers', name), name);
  }
}

/** Compares the keywords that both parameters and headers have. */
export function compareDescribed(
  comparison: Comparison,
  before: Json,
  after: Json,
  position: DirectedPosition,
  name: string,
): void {
  const { list } = comparison;
  if (!isSame(before.description, after.description))
    list.add('documentation', 'text-changed', below(position, 'description'), name);
  compareExamples(comparison, before, after, position, name);
  compareDeprecation(list, before, after, below(position, 'deprecated'), name);
  const [form, otherForm] = [formOf(before), formOf(after)];
  if (isSame(form, otherForm)) {
    const schema = { ...below(position, 'schema'), direction: position.direction, name };
    compareSchemas(comparison, [before.schema, after.schema], schema);
    compareContents(comparison, before, after, position);
  } else {
    const keyword = (['style', 'explode', 'allowReserved', 'content'] as const).find(
      (one) => form[one] !== otherForm[one],
    );
    list.add('breaking', 'form-changed', below(position, keyword as string), name);
  }
}

const DEFAULT_STYLES: Record<string, string> = { query: 'form', cookie: 'form', querystring: 'form' };

/** How a value is written: as the parameter says, or else by default. */
function formOf(parameter: Json): {
  content: boolean;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
} {
  if (Object.keys(recordOf(parameter.content)).length > 0) return { content: true };
  const style = String(parameter.style ?? DEFAULT_STYLES[String(parameter.in)] ?? 'simple');
  const explode = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form';
  return { content: false, style, explode, allowReserved: parameter.allowReserved === true };
}

export function compareDeprecation(
  list: ChangeList,
  before: Json,
  after: Json,
  position: ChangePosition,
  name: string,
): void {
  const [was, is] = [before.deprecated === true, after.deprecated === true];
  if (was !== is) list.add('non-breaking', is ? 'deprecated' : 'deprecation-removed', position, name);
}
