/** A form for a request to an API. Its response is shown as text, never as markup. */

import type { TriedOperation } from '@lectern/render/tried-operation';
import { create, createButton } from './dom.ts';
import { addFields, type SentRequest } from './try-fields.ts';
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

interface EarlierRequest {
  label: string;
  /** What was entered, without credentials. */
  values: Record<string, string>;
  shown: Node[];
}

/** The last requests of each operation: only here, until the reader leaves the page. */
const earlier = new Map<string, EarlierRequest[]>();
const MAX_EARLIER = 10;

export function tryOperation(operation: TriedOperation): void {
  const { method, path, part, words } = operation;
  const form = create('form', {});
  const fields = addFields(form, operation);
  const send = create('button', { type: 'submit', class: 'primary' }, words.send);
  const cancel = createButton('plain', words.cancel);
  cancel.hidden = true;
  const preview = create('code', {});
  const result = create('div', { role: 'status' });
  const list = create('details', { class: 'expandable' });
  const close = createButton('close', word('close'));
  form.append(
    create('details', { class: 'expandable' }, create('summary', {}, words.request), showText(preview)),
    create('p', { class: 'api-notes' }, words.through),
    create('div', { class: 'try-actions' }, send, cancel),
  );
  const dialog = create(
    'dialog',
    { class: 'try-dialog document', 'aria-label': words.try },
    create('div', { class: 'try-head' }, create('code', {}, `${method.toUpperCase()} ${path}`), close),
    form,
    result,
    list,
  );
  const update = (): void => {
    preview.textContent = writeRequest(operation, fields.read());
  };
  const listEarlier = (): void => {
    const requests = earlier.get(part) ?? [];
    list.hidden = requests.length === 0;
    const items = requests.map(({ label, values, shown }) => {
      const button = createButton('plain', label);
      button.addEventListener('click', () => {
        fields.restore(values);
        update();
        result.replaceChildren(...shown);
      });
      return create('li', {}, button);
    });
    list.replaceChildren(create('summary', {}, words.earlier), create('ul', {}, ...items));
  };
  let sending: AbortController | undefined;
  cancel.addEventListener('click', () => sending?.abort());
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    sending?.abort();
    dialog.remove();
  });
  form.addEventListener('input', update);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    sending = new AbortController();
    send.disabled = true;
    cancel.hidden = false;
    result.replaceChildren(create('p', {}, words.waiting));
    const values = fields.save();
    const { label, shown } = await ask(operation, fields.read(), sending.signal);
    result.replaceChildren(...shown);
    result.scrollIntoView({ block: 'nearest' });
    if (label !== undefined) {
      const time = new Date().toLocaleTimeString(document.documentElement.lang || undefined);
      const known = earlier.get(part) ?? [];
      earlier.set(part, [{ label: `${time} · ${label}`, values, shown }, ...known].slice(0, MAX_EARLIER));
      listEarlier();
    }
    send.disabled = false;
    cancel.hidden = true;
  });
  update();
  listEarlier();
  document.body.append(dialog);
  dialog.showModal();
}

/** In the place of a credential. */
const DOTS = '••••';

/** The request as the service sends it. Credentials are shown as dots. */
function writeRequest({ method, path, servers, credentials }: TriedOperation, sent: SentRequest): string {
  const server = servers[sent.server];
  const defaults = Object.fromEntries(server?.variables.map(({ name, value }) => [name, value]) ?? []);
  const base = fillPlaces(server?.url ?? '', { ...defaults, ...sent.variables }).replace(/\/$/, '');
  const encoded = Object.entries(sent.path).map(([name, value]) => [name, encodeURIComponent(value)]);
  const isSecret = (place: string, name: string): boolean =>
    credentials.some((one) => one.place === place && one.name === name);
  const query = Object.entries(sent.query).map(([name, value]) =>
    isSecret('query', name)
      ? `${encodeURIComponent(name)}=${DOTS}`
      : String(new URLSearchParams([[name, value]])),
  );
  const headers = Object.entries(sent.headers).map(
    ([name, value]) => `${name}: ${isSecret('header', name) ? DOTS : value}`,
  );
  const body = /^(?:get|head)$/i.test(method) ? undefined : sent.body;
  const address = base + fillPlaces(path, Object.fromEntries(encoded));
  return [
    `${method.toUpperCase()} ${address}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ...headers,
    ...(body ? [`Content-Type: ${body.mediaType}`, '', body.text] : []),
  ].join('\n');
}

/** Puts values in the places of the names in braces. */
const fillPlaces = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([^{}]+)\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? (values[name] as string) : all,
  );

/** `label`: names the request among earlier ones; undefined if there was no response. */
async function ask(
  { href, words }: TriedOperation,
  sent: SentRequest,
  signal: AbortSignal,
): Promise<{ label?: string; shown: Node[] }> {
  const fail = (text: string) => ({ shown: [create('p', { class: 'api-flag' }, text)] });
  try {
    const response = await fetch(href, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ page: document.body.dataset.page ?? '', ...sent }),
      signal,
    });
    const said = await response.json();
    if (response.ok) return showResponse(said as ApiResponse, words);
    const { error } = said as { error?: { message?: string } };
    return fail(error?.message ?? words.failed);
  } catch {
    return fail(signal.aborted ? words.cancelled : words.failed);
  }
}

function showResponse(
  { status, milliseconds, headers, body, bytes, isCut }: ApiResponse,
  words: TriedOperation['words'],
): { label: string; shown: Node[] } {
  const kind = `method status-${String(status)[0]}`;
  const facts = `${milliseconds} ms · ${writeSize(bytes)}`;
  const list = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const note = (text: string): HTMLElement => create('p', { class: 'api-notes' }, text);
  return {
    label: `${status} · ${facts}`,
    shown: [
      create('p', {}, create('span', { class: kind }, String(status)), ` ${facts}`),
      create(
        'details',
        { class: 'expandable' },
        create('summary', {}, words.header),
        showText(create('code', {}, list)),
      ),
      ...(isCut ? [note(words.cut)] : []),
      ...(body === undefined && bytes > 0 ? [note(words.noText)] : []),
      ...(body === undefined || body === '' ? [] : [showText(create('code', {}, tidy(body)))]),
    ],
  };
}

/** In the language of the page. */
function writeSize(bytes: number): string {
  const isSmall = bytes < 1000;
  return new Intl.NumberFormat(document.documentElement.lang || undefined, {
    style: 'unit',
    unit: isSmall ? 'byte' : 'kilobyte',
    unitDisplay: isSmall ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(isSmall ? bytes : bytes / 1000);
}

const showText = (code: HTMLElement): HTMLElement => create('pre', { tabindex: '0' }, code);

function tidy(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
