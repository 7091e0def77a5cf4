import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { element } from '../views/element.ts';

export interface SettingsDialog {
  dialog: HTMLDialogElement;
  /** Closes it, and goes back to the text. */
  end(): void;
}

/** A dialog whose settings are applied as they are changed. It is shown by its caller. */
export function createSettingsDialog(view: EditorView, label: string, body: HTMLElement): SettingsDialog {
  const close = element('button', { type: 'button', class: 'primary' }, t('finished'));
  const dialog = element(
    'dialog',
    { class: 'link-dialog column-dialog', 'aria-label': label },
    body,
    element('footer', {}, close),
  );
  const end = (): void => {
    dialog.close();
    dialog.remove();
    view.focus();
  };
  close.addEventListener('click', end);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    end();
  });
  return { dialog, end };
}
