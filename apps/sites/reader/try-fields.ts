/** The fields of a request to an API: with the values of the reader, who finds them again until the page is left. */

import type { TriedOperation } from '@lectern/render/tried-operation';
import { create } from './dom.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Credentials = TriedOperation['credentials'][number];

/** A request as the service takes it. */
export interface SentRequest {
  part: string;
  server: number;
  variables: Record<string, string>;
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: { mediaType: string; text: string };
}

export interface TryFields {
  read(): SentRequest;
  /** The values of all fields, without credentials. */
  save(): Record<string, string>;
  restore(values: Readonly<Record<string, string>>): void;
}

/** The entered values by the operation, and credentials by their purpose: only here, until the reader leaves the page. */
const entered = new Map<string, Record<string, string>>();
const enteredCredentials = new Map<string, string>();

let count = 0;

/** Adds the fields of an operation to its form. */
export function addFields(form: HTMLFormElement, operation: TriedOperation): TryFields {
  const { servers, credentials, parameters, part, words } = operation;
  const fields = new Map<string, Field>();
  const add = (key: string, label: string, field: Field, value: string): void => {
    count += 1;
    field.id = `try-${count}`;
    field.value = value;
    fields.set(key, field);
    form.append(create('label', { for: field.id }, label), field);
  };
  if (servers.length > 1)
    add('server', words.servers, createSelect(servers.map(({ url }, at) => [String(at), url])), '0');
  // The variables of the first server: those of the others have their defaults.
  for (const { name, value, choices } of servers[0]?.variables ?? [])
    if (choices.length > 1)
      add(`variable ${name}`, name, createSelect(choices.map((one) => [one, one])), value);
  const secrets = credentials.map((one) =>
    addSecret(one, (label, field, value) => add(keyOf(one), label, field, value), words),
  );
  for (const parameter of parameters) {
    const { name, place, isRequired, value } = parameter;
    const label = `${name}${isRequired ? ` (${words.required})` : ''}`;
    add(`${place} ${name}`, label, createParameter(parameter), value);
  }
  addBody(operation, add);
  const isSecret = new Set(credentials.map(keyOf));
  const save = (): Record<string, string> =>
    Object.fromEntries([...fields].flatMap(([key, { value }]) => (isSecret.has(key) ? [] : [[key, value]])));
  const restore = (values: Readonly<Record<string, string>>): void => {
    for (const [key, value] of Object.entries(values)) {
      const field = fields.get(key);
      if (field) field.value = value;
    }
  };
  restore(entered.get(part) ?? {});
  form.addEventListener('input', () => entered.set(part, save()));
  return { read: () => readFields(operation, fields, secrets), save, restore };
}

const keyOf = ({ place, name }: Credentials): string => `secret ${place} ${name}`;

function addSecret(
  one: Credentials,
  add: (label: string, field: Field, value: string) => void,
  words: TriedOperation['words'],
): { one: Credentials; field: HTMLInputElement } {
  const field = create('input', { type: 'password', autocomplete: 'off', spellcheck: 'false' });
  add(`${words.authentication}: ${one.kind}`, field, enteredCredentials.get(keyOf(one)) ?? '');
  field.addEventListener('input', () => enteredCredentials.set(keyOf(one), field.value));
  return { one, field };
}

function createParameter({ isRequired, type, choices }: TriedOperation['parameters'][number]): Field {
  const field: Field =
    choices.length > 0
      ? createSelect([...(isRequired ? [] : ([['', '']] as [string, string][])), ...choices.map(readChoice)])
      : create('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: type });
  field.required = isRequired;
  return field;
}

/** The type of the body, its examples, and its text, which follows what is chosen. */
function addBody(
  { bodies, words }: TriedOperation,
  add: (key: string, label: string, field: Field, value: string) => void,
): void {
  const [first] = bodies;
  if (!first) return;
  const types = createSelect(bodies.map(({ mediaType }) => [mediaType, mediaType]));
  const text = create('textarea', { rows: '8', spellcheck: 'false' });
  if (bodies.length > 1) add('type', 'Content-Type', types, first.mediaType);
  const examples = bodies.flatMap(({ mediaType, examples: own }, n) =>
    own.map((example, at) => ({ ...example, mediaType, key: `${n}/${at}` })),
  );
  const chosen = createSelect(
    examples.map(({ key, title, mediaType }) => [
      key,
      [title || words.example, ...(bodies.length > 1 ? [mediaType] : [])].join(' · '),
    ]),
  );
  if (examples.length > 1) add('example', words.example, chosen, examples[0]?.key ?? '');
  add('body', words.body, text, first.examples[0]?.text ?? '');
  const show = (example: (typeof examples)[number] | undefined): void => {
    if (!example) return;
    types.value = example.mediaType;
    chosen.value = example.key;
    text.value = example.text;
  };
  chosen.addEventListener('input', () => show(examples.find(({ key }) => key === chosen.value)));
  types.addEventListener('input', () => show(examples.find(({ mediaType }) => mediaType === types.value)));
}

function readFields(
  { part, bodies }: TriedOperation,
  fields: ReadonlyMap<string, Field>,
  secrets: readonly { one: Credentials; field: HTMLInputElement }[],
): SentRequest {
  const valuesIn = (place: string): Record<string, string> =>
    Object.fromEntries(
      [...fields]
        .filter(([key, { value }]) => key.startsWith(`${place} `) && value !== '')
        .map(([key, { value }]) => [key.slice(place.length + 1), value]),
    );
  const sent = { query: valuesIn('query'), header: valuesIn('header') };
  for (const { one, field } of secrets)
    if (field.value !== '') sent[one.place][one.name] = withScheme(one.scheme, field.value);
  const server = Number(fields.get('server')?.value ?? 0);
  const mediaType = fields.get('type')?.value ?? bodies[0]?.mediaType;
  const text = fields.get('body')?.value ?? '';
  return {
    part,
    server,
    variables: server === 0 ? valuesIn('variable') : {},
    path: valuesIn('path'),
    query: sent.query,
    headers: sent.header,
    ...(mediaType !== undefined && text !== '' ? { body: { mediaType, text } } : {}),
  };
}

function readChoice(json: string): [value: string, text: string] {
  let value: unknown = json;
  try {
    value = JSON.parse(json);
  } catch {
    // The value was cut, and is not JSON.
  }
  const text = typeof value === 'string' ? value : json;
  return [text, text];
}

function createSelect(options: readonly [value: string, text: string][]): HTMLSelectElement {
  return create('select', {}, ...options.map(([value, text]) => create('option', { value }, text)));
}

/** Adds the scheme to credentials, because people mostly paste the token alone. */
function withScheme(scheme: string, value: string): string {
  if (value.includes(' ')) return value;
  if (scheme === 'bearer') return `Bearer ${value}`;
  return scheme === 'basic' ? `Basic ${value.includes(':') ? toBase64(value) : value}` : value;
}

const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
