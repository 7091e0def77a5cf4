/** The reader's own servers, which stand in the samples. They are kept only until the reader leaves the page. */

import { parseUrl } from '@lectern/std/parse-url';
import { all, create } from './dom.ts';

/** What the reader entered, by the server of the spec. */
const entered = new Map<string, string>();
/** The address that now stands in the samples instead of that of a server. */
const replaced = new Map<string, string>();

export const ownServerOf = (server: string): string => entered.get(server) ?? '';

export function changeOwnServer(server: string, text: string): void {
  entered.set(server, text);
  const next = text === '' ? server : readOwn(text);
  for (const field of all<HTMLInputElement>(document, '.api-own input')) {
    if (field.dataset.server !== server) continue;
    if (field.value !== text) field.value = text;
    field.ariaInvalid = next === undefined ? 'true' : null;
  }
  const now = replaced.get(server) ?? server;
  // The address of a relative server is in every other.
  if (next === undefined || next === now || !/^https?:/i.test(server)) return;
  replaced.set(server, next);
  replaceIn(document, now, next);
}

/** Writes the servers into a page that was opened after they were entered. */
export function showOwnServers(page: ParentNode): void {
  for (const [server, own] of replaced) if (own !== server) replaceIn(page, server, own);
}

/** Opens the field for the server below the line of an operation, or closes it again. */
export function toggleOwnServer(button: HTMLButtonElement): void {
  const line = button.closest('.api-line');
  const shown = line?.nextElementSibling;
  const isOpen = shown?.matches('.api-own') === true;
  button.ariaExpanded = String(!isOpen);
  if (isOpen) {
    shown.remove();
    return;
  }
  const { ownServer: server = '' } = button.dataset;
  const field = create('input', {
    type: 'url',
    placeholder: 'https://',
    autocomplete: 'off',
    spellcheck: 'false',
    'data-server': server,
  });
  field.value = ownServerOf(server);
  field.addEventListener('input', () => changeOwnServer(server, field.value.trim()));
  field.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    toggleOwnServer(button);
    button.focus();
  });
  line?.after(create('label', { class: 'api-own' }, button.textContent ?? '', field));
  field.focus();
}

function replaceIn(page: ParentNode, now: string, next: string): void {
  // A long address is in pieces, between which it breaks.
  for (const server of all(page, '.api-server')) if (server.textContent === now) server.textContent = next;
  for (const code of all(page, '.api pre code')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.nodeValue?.includes(now)) node.nodeValue = node.nodeValue.replaceAll(now, next);
  }
}

/** A text that is no address, or that could be code where a sample is pasted, is not written into samples. */
function readOwn(text: string): string | undefined {
  if (!/^https?:\/\/[\w\-.~:/[\]@%]+$/i.test(text)) return undefined;
  return parseUrl(text) && text.replace(/\/$/, '');
}
