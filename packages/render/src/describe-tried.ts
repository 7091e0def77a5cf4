/** Describes the form for requests to an operation: its fields, and what they have at first. */
import { readJson, writeJson } from '@lectern/openapi/numbers/json-text';
import { fillServer } from '@lectern/openapi/reference/fill-server';
import type {
  ContentReference,
  FieldReference,
  OperationReference,
  SchemaReference,
} from '@lectern/openapi/reference/operation-reference';
import type { TriedField, TriedForm } from './tried-operation.ts';

/** What a field has at first: its default, or the example of what is required. */
function writeValue({ default: given, example }: SchemaReference, isRequired: boolean): string {
  return writeText(given === undefined ? isRequired && example : readShown(given));
}

function writeText(value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  return typeof value === 'string' ? value : writeJson(value);
}

function readShown(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    // The value was cut, and is not JSON.
    return undefined;
  }
}

function describeField({ name, isRequired, schema }: FieldReference, value: string): TriedField {
  const { kind, type, enumValues = [] } = schema;
  return {
    name,
    isRequired,
    type,
    isComposed: kind === 'array' || kind === 'object',
    choices:
      kind === 'boolean'
        ? ['true', 'false']
        : enumValues.map((json) => {
            const choice = readShown(json);
            return typeof choice === 'string' ? choice : json;
          }),
    value,
  };
}

/** The fields of a form. Their values are those of its first example. */
function listFields({ mediaType, schema, files = [], examples }: ContentReference): TriedField[] {
  if (!/^(?:multipart\/|application\/x-www-form-urlencoded\b)/i.test(mediaType)) return [];
  const [{ text = '' } = {}] = examples;
  const given = mediaType.startsWith('multipart')
    ? readShown(text)
    : Object.fromEntries(new URLSearchParams(text));
  const values = new Map(Object.entries(typeof given === 'object' && given !== null ? given : {}));
  return (schema?.fields ?? [])
    .filter((field) => !field.schema.isReadOnly)
    .map((field): TriedField => {
      const { name, isRequired } = field;
      const file = files.find((one) => one.name === name);
      if (file) return { ...describeField(field, ''), choices: [], file: file.isList ? 'several' : 'one' };
      return describeField(field, isRequired ? writeText(values.get(name)) : writeValue(field.schema, false));
    });
}

export function describeTried({
  method,
  path,
  servers,
  security,
  parameters,
  body,
}: OperationReference): TriedForm {
  return {
    method,
    path,
    shownServer: servers[0] ? fillServer(servers[0]) : '',
    servers: servers.map(({ url, variables }) => ({
      url,
      variables: variables.map(({ name, value, choices }) => ({ name, value, choices })),
    })),
    security: security.flatMap((schemes, position) =>
      schemes.every(({ sentIn }) => sentIn) ? [{ position, kinds: schemes.map(({ kind }) => kind) }] : [],
    ),
    parameters: parameters.map((parameter) => ({
      ...describeField(parameter, writeValue(parameter.schema, parameter.isRequired)),
      place: parameter.place,
    })),
    bodies: (body?.contents ?? []).map((content) => ({
      mediaType: content.mediaType,
      isFile: content.isFile === true,
      fields: listFields(content),
      examples: content.examples.map(({ title, text }) => ({ title, text })),
    })),
  };
}
