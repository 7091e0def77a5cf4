/** A form for a request to an API. Its response is shown as text, never as markup. */

import type { TriedOperation } from '@lectern/render/tried-operation';
import { create, createButton } from './dom.ts';
import { word } from './words.ts';

/** The response of the API, as the service returns it. */
interface ApiResponse {
  status: number;
  milliseconds: number;
  headers: [name: string, value: string][];
  body?: string;
  bytes: number;
  isCut: boolean;
}

/** The entered credentials, by their purpose: kept only here, until the reader leaves the page. */
const entered = new Map<string, string>();

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

let count = 0;

export function tryOperation(operation: TriedOperation): void {
  const { method, path, words } = operation;
  const form = create('form', {});
  const fields = addFields(form, operation);
  const send = create('button', { type: 'submit', class: 'primary' }, words.send);
  const result = create('div', { role: 'status' });
  const close = createButton('close', word('close'));
  form.append(create('p', { class: 'api-notes' }, words.through), send);
  const dialog = create(
    'dialog',
    { class: 'try-dialog document', 'aria-label': words.try },
    create('div', { class: 'try-head' }, create('code', {}, `${method.toUpperCase()} ${path}`), close),
    form,
    result,
  );
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    result.replaceChildren(create('p', {}, words.waiting));
    result.replaceChildren(...(await ask(operation, fields)));
    send.disabled = false;
  });
  document.body.append(dialog);
  dialog.showModal();
}

interface Fields {
  server: HTMLSelectElement | undefined;
  variables: Map<string, Field>;
  path: Map<string, Field>;
  query: Map<string, Field>;
  headers: Map<string, Field>;
  body: HTMLTextAreaElement | undefined;
}

function addFields(form: HTMLFormElement, operation: TriedOperation): Fields {
  const { servers, credentials, parameters, body, words } = operation;
  const fields: Fields = {
    server: undefined,
    variables: new Map(),
    path: new Map(),
    query: new Map(),
    headers: new Map(),
    body: undefined,
  };
  const [first] = servers;
  if (servers.length > 1) {
    fields.server = createSelect(servers.map(({ url }, at) => [String(at), url]));
    addField(form, words.servers, fields.server);
  }
  // The variables of the first server: those of the others have their defaults.
  for (const { name, value, choices } of first?.variables ?? []) {
    if (choices.length < 2) continue;
    const select = createSelect(choices.map((choice) => [choice, choice]));
    select.value = value;
    fields.variables.set(name, select);
    addField(form, name, select);
  }
  for (const { place, name, kind } of credentials) {
    const field = create('input', { type: 'password', autocomplete: 'off', spellcheck: 'false' });
    field.value = entered.get(`${place} ${name}`) ?? '';
    field.addEventListener('input', () => entered.set(`${place} ${name}`, field.value));
    (place === 'query' ? fields.query : fields.headers).set(name, field);
    addField(form, `${words.authentication}: ${kind}`, field);
  }
  for (const { name, place, isRequired, type, choices } of parameters) {
    const field: Field =
      choices.length > 0
        ? createSelect([
            ...(isRequired ? [] : ([['', '']] as [string, string][])),
            ...choices.map(readChoice),
          ])
        : create('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: type });
    field.required = isRequired;
    fields[place === 'header' ? 'headers' : place].set(name, field);
    addField(form, `${name}${isRequired ? ` (${words.required})` : ''}`, field);
  }
  if (body) {
    fields.body = create('textarea', { rows: '8', spellcheck: 'false' });
    fields.body.value = body.text;
    addField(form, `${words.body} (${body.mediaType})`, fields.body);
  }
  return fields;
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

function addField(form: HTMLFormElement, label: string, field: Field): void {
  count += 1;
  field.id = `try-${count}`;
  form.append(create('label', { for: field.id }, label), field);
}

const valuesOf = (fields: ReadonlyMap<string, Field>): Record<string, string> =>
  Object.fromEntries(
    [...fields].filter(([, field]) => field.value !== '').map(([name, field]) => [name, field.value]),
  );

async function ask(operation: TriedOperation, fields: Fields): Promise<Node[]> {
  const { href, part, credentials, body, words } = operation;
  const server = Number(fields.server?.value ?? 0);
  const headers = valuesOf(fields.headers);
  for (const { place, name, scheme } of credentials) {
    const value = headers[name];
    if (place === 'header' && value !== undefined) headers[name] = withScheme(scheme, value);
  }
  const text = fields.body?.value ?? '';
  const sent = {
    page: document.body.dataset.page ?? '',
    part,
    server,
    variables: server === 0 ? valuesOf(fields.variables) : {},
    path: valuesOf(fields.path),
    query: valuesOf(fields.query),
    headers,
    ...(body && text !== '' ? { body: { mediaType: body.mediaType, text } } : {}),
  };
  try {
    const response = await fetch(href, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    });
    const said = await response.json();
    if (response.ok) return showResponse(said as ApiResponse);
    const { error } = said as { error?: { message?: string } };
    return [create('p', { class: 'api-flag' }, error?.message ?? words.failed)];
  } catch {
    return [create('p', { class: 'api-flag' }, words.failed)];
  }
}

/** Adds the scheme to credentials, because people mostly paste the token alone. */
function withScheme(scheme: TriedOperation['credentials'][number]['scheme'], value: string): string {
  if (value.includes(' ')) return value;
  if (scheme === 'bearer') return `Bearer ${value}`;
  return scheme === 'basic' ? `Basic ${value.includes(':') ? toBase64(value) : value}` : value;
}

const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function showResponse({ status, milliseconds, headers, body, bytes, isCut }: ApiResponse): Node[] {
  const kind = `method status-${String(status)[0]}`;
  const list = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const size = body === undefined || isCut ? ` · ${bytes} B${isCut ? ' …' : ''}` : '';
  return [
    create('p', {}, create('span', { class: kind }, String(status)), ` ${milliseconds} ms${size}`),
    create('details', { class: 'expandable' }, create('summary', {}, 'Headers'), showText(list)),
    ...(body === undefined || body === '' ? [] : [showText(tidy(body))]),
  ];
}

const showText = (text: string): HTMLElement => create('pre', { tabindex: '0' }, create('code', {}, text));

function tidy(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
