/** The list of the keys that do something on every page. */
import { create, createButton } from './dom.ts';
import { type Word, word } from './words.ts';

/** `searchKeys`: those that open the search, as the keyboard of the reader has them. */
export function openKeyboardHelp(searchKeys: readonly string[]): void {
  const opened = document.querySelector<HTMLDialogElement>('dialog.keys-dialog');
  if (opened) return;
  const close = createButton('close', word('close'));
  const title = create('h2', { id: '_keys' }, word('keyboardShortcuts'));
  const rows: [Word, readonly string[]][] = [
    ['search', searchKeys],
    ['chooseResult', ['↑', '↓']],
    ['openResult', ['↵']],
    ['close', ['Esc']],
    ['keyboardShortcuts', ['?']],
  ];
  const list = create(
    'dl',
    {},
    ...rows.map(([meaning, keys]) =>
      create(
        'div',
        {},
        create('dt', {}, word(meaning)),
        create('dd', {}, ...keys.map((key) => create('kbd', {}, key))),
      ),
    ),
  );
  const dialog = create(
    'dialog',
    { class: 'keys-dialog', 'aria-labelledby': '_keys' },
    create('div', { class: 'keys-head' }, title, close),
    list,
  );
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
