/** A form for a request to an API. Its response is shown as text, never as markup. */

import { readJson, writeJson } from '@lectern/openapi/numbers/json-text';
import type { TriedForm, TriedOperation } from '@lectern/render/tried-operation';
import { callOwnServer, hideMarks, type OpenRequest } from './call-own-server.ts';
import { all, create, createButton } from './dom.ts';
import { changeOwnServer } from './own-server.ts';
import { addFields, type Problem, type SentRequest, type TryFields } from './try-fields.ts';
import { word } from './words.ts';

export { showOwnServers, toggleOwnServer } from './own-server.ts';

/** The response of the API, as the service returns it. */
interface ApiResponse {
  status: number;
  milliseconds: number;
  headers: [name: string, value: string][];
  body?: string;
  /** The body, if it is not text. */
  base64?: string;
  bytes: number;
  isCut: boolean;
  /** Headers that the browser did not send. */
  notSent?: string[];
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

/** Asks for the form of an operation, and shows it. */
export async function openForm(button: HTMLElement): Promise<void> {
  const { try: part = '', href = '' } = button.dataset;
  const [first] = all(document, '[data-try][data-words]');
  const words = JSON.parse(first?.dataset.words ?? '{}') as TriedOperation['words'];
  const said = await postTo(href, { part, isForm: true }).catch((): Said => ({}));
  const note = button.parentElement?.querySelector('.try-failed');
  if (said.form) {
    note?.remove();
    showForm({ ...said.form, callsOwn: said.callsOwn === true, href, part, words });
    return;
  }
  const text = said.error?.message ?? words.failed;
  if (note) note.textContent = text;
  else button.after(create('span', { role: 'alert', class: 'api-flag try-failed' }, text));
}

function showForm(operation: TriedOperation): void {
  const { method, path, part, shownServer, words } = operation;
  const form = create('form', {});
  const fields = addFields(form, operation);
  const send = create('button', { type: 'submit', class: 'primary' }, words.send);
  const cancel = createButton('plain', words.cancel);
  cancel.hidden = true;
  const preview = create('code', {});
  const result = create('div', { role: 'status' });
  const list = create('details', { class: 'expandable' });
  const close = createButton('close', word('close'));
  const through = create('p', { class: 'api-notes' });
  form.append(
    create('details', { class: 'expandable' }, create('summary', {}, words.request), showText(preview)),
    through,
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
  const previewNow = previewLater(operation, fields, preview);
  const update = (): void => {
    const { base } = fields.readPreview();
    through.textContent = operation.callsOwn && base !== undefined ? words.direct : words.through;
    changeOwnServer(shownServer, base ?? '');
    previewNow();
  };
  preview.closest('details')?.addEventListener('toggle', update);
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
    // The button keeps the focus, which a disabled one would lose.
    if (send.ariaDisabled) return;
    fields.show([]);
    const isDirect = operation.callsOwn && fields.readPreview().base !== undefined;
    if (!isDirect && fields.countBytes() > MAX_BODY_BYTES) {
      result.replaceChildren(create('p', { class: 'api-flag' }, words.tooLarge));
      return;
    }
    sending = new AbortController();
    send.ariaDisabled = 'true';
    cancel.hidden = false;
    result.replaceChildren(create('p', {}, words.waiting));
    const values = fields.save();
    const { signal } = sending;
    const { label, shown, problems } = await (isDirect
      ? askOwn(operation, fields, signal)
      : ask(operation, await fields.read(), signal));
    result.replaceChildren(...shown);
    if (problems) fields.show(problems);
    else result.scrollIntoView({ block: 'nearest' });
    if (label !== undefined) {
      const time = new Date().toLocaleTimeString(document.documentElement.lang || undefined);
      const known = earlier.get(part) ?? [];
      earlier.set(part, [{ label: `${time} · ${label}`, values, shown }, ...known].slice(0, MAX_EARLIER));
      listEarlier();
    }
    send.ariaDisabled = null;
    if (document.activeElement === cancel) send.focus();
    cancel.hidden = true;
  });
  update();
  listEarlier();
  document.body.append(dialog);
  dialog.showModal();
  fields.focus();
}

/** As many as the service takes. */
const MAX_BODY_BYTES = 3_000_000;
/** How long nothing is entered before the request is written anew. */
const PAUSE_MS = 400;

/**
 * Shows the request as the service writes it, while the reader looks at it. Credentials do not leave the page for that,
 * and are shown as dots.
 */
function previewLater(operation: TriedOperation, fields: TryFields, shown: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  return () => {
    clearTimeout(timer);
    if (!shown.closest('details')?.open) return;
    timer = setTimeout(async () => {
      asked += 1;
      const own = asked;
      const text = await preview(operation, fields.readPreview());
      if (own === asked) shown.textContent = text;
    }, PAUSE_MS);
  };
}

async function preview(operation: TriedOperation, sent: SentRequest): Promise<string> {
  try {
    const said = await post(operation, { ...sent, isPreview: true });
    if (said.preview !== undefined) return hideMarks(said.preview);
    const problems = said.problems ?? [];
    return (
      problems.map((one) => `${one.field}: ${nameFault(operation, one.fault)}`).join('\n') ||
      (said.error?.message ?? '')
    );
  } catch {
    return operation.words.failed;
  }
}

/** What the service says: a form, a response of the API, a request as it will be sent, or what is wrong. */
type Said = Partial<ApiResponse & OpenRequest> & {
  form?: TriedForm;
  callsOwn?: boolean;
  preview?: string;
  problems?: { field: string; fault: string }[];
  error?: { reason?: string; message?: string };
};

const nameFault = ({ words }: TriedOperation, fault: string): string =>
  words[`fault-${fault}`] ?? words.failed;

const post = ({ href }: TriedOperation, sent: object, signal?: AbortSignal): Promise<Said> =>
  postTo(href, sent, signal);

async function postTo(href: string, sent: object, signal?: AbortSignal): Promise<Said> {
  const response = await fetch(href, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page: document.body.dataset.page ?? '', ...sent }),
    ...(signal ? { signal } : {}),
  });
  return response.json();
}

/** `label`: names the request among earlier ones; undefined if there was no response. */
interface Outcome {
  label?: string;
  shown: Node[];
  problems?: Problem[];
}

const fail = (text: string, details?: string): Outcome => ({
  shown: [
    create('p', { class: 'api-flag' }, text),
    ...(details ? [create('p', { class: 'api-notes', lang: 'en', dir: 'auto' }, details)] : []),
  ],
});

async function ask(operation: TriedOperation, sent: SentRequest, signal: AbortSignal): Promise<Outcome> {
  const { words } = operation;
  try {
    const said = await post(operation, sent, signal);
    if (said.status !== undefined) return showResponse(said as ApiResponse, words);
    return showRefusal(operation, said);
  } catch {
    return fail(signal.aborted ? words.cancelled : words.failed);
  }
}

/** The service writes the request, and the browser sends it to the reader's own server. */
async function askOwn(operation: TriedOperation, fields: TryFields, signal: AbortSignal): Promise<Outcome> {
  const { words } = operation;
  let failed = words.failed;
  try {
    const said = await post(operation, { ...fields.readPreview(), isDirect: true }, signal);
    if (!said.message || !said.files) return showRefusal(operation, said);
    const { message, files } = said;
    failed = words.unreachableOwn.replace('{origin}', location.origin);
    const response = await callOwnServer({ message, files }, { ...fields.readSecrets(), signal });
    return response ? showResponse(response, words) : fail(words.redirected);
  } catch {
    return fail(signal.aborted ? words.cancelled : failed);
  }
}

function showRefusal(operation: TriedOperation, { problems, error }: Said): Outcome {
  const { words } = operation;
  if (problems)
    return {
      shown: [],
      problems: problems.map(({ field, fault }) => ({ field, text: nameFault(operation, fault) })),
    };
  const { reason, message } = error ?? {};
  if (reason === 'api-unreachable') return fail(words.unreachable, message);
  if (reason === 'payload-too-large') return fail(words.tooLarge);
  return fail(message ?? words.failed);
}

function showResponse(
  { status, milliseconds, headers, body, base64, bytes, isCut, notSent = [] }: ApiResponse,
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
      ...(notSent.length > 0 ? [note(words.notSent.replace('{names}', notSent.join(', ')))] : []),
      ...(isCut ? [note(words.cut)] : []),
      ...(base64 ? showBytes(base64, { type: typeOf(headers), isCut }, words) : []),
      ...(body === undefined || body === '' ? [] : [showText(create('code', {}, tidy(body)))]),
    ],
  };
}

const typeOf = (headers: ApiResponse['headers']): string =>
  headers
    .find(([name]) => name === 'content-type')?.[1]
    .split(';')[0]
    ?.trim() ?? '';

/** Shows a picture, in which no script runs, and offers everything else as a file, which the browser does not open. */
function showBytes(
  base64: string,
  { type, isCut }: { type: string; isCut: boolean },
  words: TriedOperation['words'],
): Node[] {
  const isPicture = /^image\/[\w.+-]+$/i.test(type) && !isCut;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const extension = /^[\w-]+\/(?:x-)?([a-z\d]{2,5})$/i.exec(type)?.[1] ?? 'bin';
  const save = create('p', {}, create('a', { href, download: `response.${extension}` }, words.save));
  return isPicture
    ? [
        create('img', { src: `data:${type};base64,${base64}`, alt: words.response, class: 'try-picture' }),
        save,
      ]
    : [save, create('p', { class: 'api-notes' }, words.noText)];
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

/** Indents JSON, with all digits of its numbers. */
function tidy(text: string): string {
  try {
    return writeJson(readJson(text), 2);
  } catch {
    return text;
  }
}
