import { announce } from './announce.ts';
import { all, create, createButton, inSteps } from './dom.ts';
import { tell } from './messages.ts';
import { word } from './words.ts';

const SHOWN_MS = 2000;

/** Gives every block of code a button that copies it, and long ones a button that shows all of it. */
export function enhanceCode(root: ParentNode): void {
  // At once, so that nothing moves later.
  for (const block of all(root, '[data-copy][data-lines]')) block.classList.add('collapsed');
  inSteps(all(root, '[data-copy]'), (block) => {
    const code = block.querySelector('pre');
    if (!code) return;
    const button = createButton('copy', word('copyCode'));
    button.addEventListener('click', () => {
      report(button, writeText(code.textContent ?? ''));
      tell({ type: 'code_copy' });
    });
    block.append(button);
    if (block.dataset.lines !== undefined) addUnfold(block);
  });
}

function addUnfold(block: HTMLElement): void {
  const button = createButton('unfold', '');
  const show = (isOpen: boolean): void => {
    block.classList.toggle('collapsed', !isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
    button.textContent = word(isOpen ? 'showLess' : 'showAll');
  };
  button.addEventListener('click', () => show(block.classList.contains('collapsed')));
  show(false);
  block.append(button);
}

/** The buttons of a page that copy it as Markdown and print it. */
export function enhancePageActions(root: ParentNode): void {
  for (const button of all<HTMLButtonElement>(root, 'button[data-copy-page]')) {
    button.hidden = false;
    const { copyPage = '' } = button.dataset;
    button.addEventListener('click', () => report(button, copyFrom(copyPage)));
  }
  for (const button of all<HTMLButtonElement>(root, 'button[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => print());
  }
}

/** Copies a text, and says so on the button. */
export const copyText = (button: HTMLButtonElement, text: string): void =>
  void report(button, writeText(text));

/** Copies what is at an address. Some browsers write only at once, others only what is already there. */
async function copyFrom(address: string): Promise<void> {
  const text = fetch(address).then((response) => {
    if (!response.ok) throw new Error(address);
    return response.text();
  });
  if (navigator.clipboard && 'ClipboardItem' in globalThis) {
    const blob = text.then((markdown) => new Blob([markdown], { type: 'text/plain' }));
    return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
  }
  return writeText(await text);
}

/** Without HTTPS a browser has no clipboard for scripts, except by what is selected. */
async function writeText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = create('textarea', { class: 'unseen' });
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (!isCopied) throw new Error('copy');
}

/** Shows for a moment on its button how a copy went. */
async function report(button: HTMLButtonElement, copying: Promise<void>): Promise<void> {
  const label = button.querySelector('span') ?? button;
  button.dataset.label ??= label.textContent ?? '';
  const outcome = await copying.then(
    () => 'copied' as const,
    () => 'copyFailed' as const,
  );
  label.textContent = word(outcome);
  announce(word(outcome));
  setTimeout(() => {
    label.textContent = button.dataset.label ?? '';
  }, SHOWN_MS);
}
