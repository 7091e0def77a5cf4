/** The fields of a request to an API: with the values of the reader, who finds them again until the page is left. */

import type { TriedField, TriedOperation } from '@lectern/render/tried-operation';
import { HIDDEN } from './call-own-server.ts';
import { create } from './dom.ts';
import { ownServerOf } from './own-server.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Body = TriedOperation['bodies'][number];

/** A request as the service takes it. The service writes it, by the rules of the spec. */
export interface SentRequest {
  part: string;
  server: number;
  variables: Record<string, string>;
  base?: string;
  values: Record<string, string>;
  security: number;
  credentials: string[];
  body?: {
    mediaType: string;
    text?: string;
    fields?: Record<string, string>;
    files?: Record<string, { name: string; type: string; base64?: string }[]>;
  };
}

/** What is wrong with a field, by its key. */
export interface Problem {
  field: string;
  text: string;
}

export interface TryFields {
  /** The request, with the contents of files, or with marks instead of credentials. */
  read(): Promise<SentRequest>;
  readPreview(): SentRequest;
  /** What the browser sends itself, and the service does not see. */
  readSecrets(): { credentials: string[]; contents: Record<string, readonly File[]> };
  /** The values of all fields, without credentials and files. */
  save(): Record<string, string>;
  restore(values: Readonly<Record<string, string>>): void;
  /** Says beside the fields what is wrong with them. */
  show(problems: readonly Problem[]): void;
  /** The bytes of the body: its text, and all files together. */
  countBytes(): number;
  /** Moves the focus to the first field. */
  focus(): void;
}

/** The entered values by the operation, and credentials by their kinds: only here, until the reader leaves the page. */
const entered = new Map<string, Record<string, string>>();
const enteredCredentials = new Map<string, string>();

let count = 0;

/** Adds the fields of an operation to its form. */
export function addFields(form: HTMLFormElement, operation: TriedOperation): TryFields {
  const { servers, shownServer, security, parameters, bodies, part, words } = operation;
  const fields = new Map<string, Field>();
  const add = (key: string, label: string, field: Field, value = '', to: HTMLElement = form): void => {
    count += 1;
    field.id = `try-${count}`;
    if (value !== '') field.value = value;
    fields.set(key, field);
    to.append(create('label', { for: field.id }, label), field);
  };
  const addGroup = (title?: string): HTMLElement => {
    const group = create('fieldset', { class: 'try-group' });
    if (title !== undefined) group.append(create('legend', {}, title));
    form.append(group);
    return group;
  };
  const addField = (key: string, field: TriedField, to: HTMLElement = form): void => {
    const label = `${field.name}${field.isRequired ? ` (${words.required})` : ''}`;
    add(key, label, createField(field), field.value, to);
  };
  if (servers.length > 1)
    add('server', words.servers, createSelect(servers.map(({ url }, at) => [String(at), url])), '0');
  // The variables of the first server: those of the others have their defaults.
  for (const { name, value, choices } of servers[0]?.variables ?? [])
    if (choices.length > 1)
      add(`variable ${name}`, name, createSelect(choices.map((one) => [one, one])), value);
  add('base', words.ownServer, createInput({ type: 'url', placeholder: 'https://' }));
  const ways = security.map(({ kinds }) => kinds.join(' + ') || (words.noAuthentication ?? ''));
  if (security.length > 1)
    add('security', words.authentication, createSelect(ways.map((way, at) => [String(at), way])), '0');
  const groups = security.map(({ kinds }, at) => {
    const group = addGroup();
    for (const [n, kind] of kinds.entries()) {
      const known = `${ways[at]} ${n}`;
      const field = createInput({ type: 'password' });
      add(
        `credential ${at} ${n}`,
        `${words.authentication}: ${kind}`,
        field,
        enteredCredentials.get(known),
        group,
      );
      field.addEventListener('input', () => enteredCredentials.set(known, field.value));
    }
    return group;
  });
  // One group for each place: the same name can be in several.
  const places = new Map<string, HTMLElement>();
  for (const parameter of parameters) {
    const { place, name } = parameter;
    let group = places.get(place);
    if (!group) {
      group = addGroup(words[`place-${place}`]);
      places.set(place, group);
    }
    addField(`${place} ${name}`, parameter, group);
  }
  const showBody = addBody(operation, { add, addField, addGroup });
  const chosenWay = (): number => Number(fields.get('security')?.value ?? 0);
  const chosenBody = (): number => Number(fields.get('type')?.value ?? 0);
  const showChosen = (): void => {
    for (const [n, group] of groups.entries()) group.hidden = n !== chosenWay();
    showBody(chosenBody());
    // What is hidden must not keep the form from being sent.
    for (const field of fields.values())
      field.disabled = field.closest<HTMLElement>('.try-group')?.hidden === true;
  };
  const isSaved = (key: string, field: Field): boolean =>
    !key.startsWith('credential ') && field.getAttribute('type') !== 'file';
  const save = (): Record<string, string> =>
    Object.fromEntries(
      [...fields].flatMap(([key, field]) => (isSaved(key, field) ? [[key, field.value]] : [])),
    );
  const restore = (values: Readonly<Record<string, string>>): void => {
    for (const [key, value] of Object.entries(values)) {
      const field = fields.get(key);
      if (field) field.value = value;
    }
    showChosen();
  };
  restore({ ...entered.get(part), base: ownServerOf(shownServer) });
  form.addEventListener('input', () => {
    showChosen();
    entered.set(part, save());
  });
  const body = (): Body | undefined => bodies[chosenBody()];
  const readPreview = (): SentRequest =>
    readFields(operation, fields, { way: chosenWay(), at: chosenBody() });
  const readSecrets: TryFields['readSecrets'] = () => {
    const way = chosenWay();
    const kinds = security[way]?.kinds ?? [];
    return {
      credentials: kinds.map((_, n) => fields.get(`credential ${way} ${n}`)?.value ?? ''),
      contents: filesOf(fields, body(), chosenBody()),
    };
  };
  return {
    save,
    restore,
    readPreview,
    readSecrets,
    async read() {
      const sent = readPreview();
      const { credentials, contents } = readSecrets();
      const files = await readContents(contents);
      return { ...sent, credentials, ...(sent.body ? { body: { ...sent.body, files } } : {}) };
    },
    countBytes() {
      const files = Object.values(readSecrets().contents).flat();
      const { text = '' } = readPreview().body ?? {};
      return files.reduce((sum, { size }) => sum + size, new Blob([text]).size);
    },
    focus: () => form.querySelector<HTMLElement>('input, select, textarea')?.focus(),
    show(problems) {
      for (const old of form.querySelectorAll('.try-problem')) old.remove();
      for (const field of fields.values()) field.removeAttribute('aria-invalid');
      const shown = problems.map(({ field: key, text }) => {
        const [kind = '', ...rest] = key.split(' ');
        const inGroup = kind === 'credential' ? chosenWay() : chosenBody();
        const field =
          fields.get(key) ?? fields.get(`${kind} ${inGroup}${rest.map((one) => ` ${one}`).join('')}`);
        if (!field) return form.prepend(create('p', { class: 'api-flag try-problem' }, text));
        const id = `${field.id}-problem`;
        field.setAttribute('aria-invalid', 'true');
        field.setAttribute('aria-describedby', id);
        field.after(create('p', { class: 'api-flag try-problem', id }, text));
        return field;
      });
      shown.find((one) => one)?.focus();
    },
  };
}

const createInput = (attributes: Record<string, string>): HTMLInputElement =>
  create('input', { autocomplete: 'off', spellcheck: 'false', ...attributes });

function createField({ isRequired, isComposed, type, choices, file }: TriedField): Field {
  const field: Field =
    file !== undefined
      ? create('input', { type: 'file', ...(file === 'several' ? { multiple: '' } : {}) })
      : choices.length > 0
        ? createSelect(
            [...(isRequired ? [] : ['']), ...choices].map((choice): [string, string] => [choice, choice]),
          )
        : isComposed
          ? create('textarea', { rows: '2', spellcheck: 'false', placeholder: type })
          : createInput({ type: 'text', placeholder: type });
  field.required = isRequired;
  return field;
}

/** Adds the type of the body, and for each type its fields, or its text with examples. Returns what shows one type. */
function addBody(
  { bodies, words }: TriedOperation,
  {
    add,
    addField,
    addGroup,
  }: {
    add: (key: string, label: string, field: Field, value?: string, to?: HTMLElement) => void;
    addField: (key: string, field: TriedField, to?: HTMLElement) => void;
    addGroup: (title?: string) => HTMLElement;
  },
): (at: number) => void {
  if (bodies.length > 1)
    add(
      'type',
      'Content-Type',
      createSelect(bodies.map(({ mediaType }, at) => [String(at), mediaType])),
      '0',
    );
  const groups = bodies.map(({ isFile, fields, examples }, at) => {
    const group = addGroup(fields.length > 0 ? words.body : undefined);
    for (const field of fields) addField(`field ${at} ${field.name}`, field, group);
    if (isFile) add(`field ${at} `, words.body, create('input', { type: 'file' }), '', group);
    if (isFile || fields.length > 0) return group;
    const text = create('textarea', { rows: '8', spellcheck: 'false' });
    if (examples.length > 1) {
      const chosen = createSelect(examples.map(({ title }, n) => [String(n), title || words.example]));
      add(`example ${at}`, words.example, chosen, '0', group);
      chosen.addEventListener('input', () => {
        text.value = examples[Number(chosen.value)]?.text ?? '';
      });
    }
    add(`body ${at}`, words.body, text, examples[0]?.text ?? '', group);
    return group;
  });
  return (shown) => {
    for (const [at, group] of groups.entries()) group.hidden = at !== shown;
  };
}

/** The request without secrets and the contents of files. */
function readFields(
  { part, security, parameters, bodies }: TriedOperation,
  fields: ReadonlyMap<string, Field>,
  { way, at }: { way: number; at: number },
): SentRequest {
  const textOf = (key: string): string => fields.get(key)?.value ?? '';
  const server = Number(textOf('server'));
  const base = textOf('base').trim();
  const variables = [...fields].filter(([key]) => key.startsWith('variable '));
  const { position = 0, kinds = [] } = security[way] ?? {};
  const body = bodies[at];
  const text = textOf(`body ${at}`);
  const files = filesOf(fields, body, at);
  const named = Object.entries(files).map(([name, chosen]) => [
    name,
    chosen.map((file) => ({ name: file.name, type: file.type })),
  ]);
  const isForm = body !== undefined && body.fields.length > 0;
  return {
    part,
    server,
    variables:
      server === 0 ? Object.fromEntries(variables.map(([key, { value }]) => [key.slice(9), value])) : {},
    ...(base === '' ? {} : { base }),
    values: Object.fromEntries(
      parameters.map(({ place, name }) => [`${place} ${name}`, textOf(`${place} ${name}`)]),
    ),
    security: position,
    credentials: kinds.map((_, n) => (textOf(`credential ${way} ${n}`) === '' ? '' : `${HIDDEN}-${n}`)),
    ...(body && (isForm || text !== '' || named.length > 0)
      ? {
          body: {
            mediaType: body.mediaType,
            ...(text === '' ? {} : { text }),
            ...(isForm
              ? {
                  fields: Object.fromEntries(
                    body.fields.flatMap(({ name, file }) =>
                      file === undefined ? [[name, textOf(`field ${at} ${name}`)]] : [],
                    ),
                  ),
                }
              : {}),
            files: Object.fromEntries(named),
          },
        }
      : {}),
  };
}

/** The chosen files by their fields; the file of a whole body has no name. */
function filesOf(
  fields: ReadonlyMap<string, Field>,
  body: Body | undefined,
  at: number,
): Record<string, readonly File[]> {
  const names = [...(body?.fields ?? []).filter(({ file }) => file).map(({ name }) => name), ''];
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields.get(`field ${at} ${name}`);
      const files = field instanceof HTMLInputElement ? [...(field.files ?? [])] : [];
      return files.length > 0 ? [[name, files]] : [];
    }),
  );
}

const readContents = async (files: Readonly<Record<string, readonly File[]>>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(files).map(async ([name, chosen]) => [name, await Promise.all(chosen.map(readFile))]),
    ),
  );

const readFile = async (file: File): Promise<{ name: string; type: string; base64: string }> => ({
  name: file.name,
  type: file.type,
  base64: await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,?/, '')));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  }),
});

function createSelect(options: readonly (readonly [value: string, text: string])[]): HTMLSelectElement {
  return create('select', {}, ...options.map(([value, text]) => create('option', { value }, text)));
}
