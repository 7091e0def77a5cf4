import { t } from '../../messages/messages.ts';
import { element } from '../views/element.ts';
import type { SendFile, UploadedFile } from './sent-file.ts';

/** Uploads a file and shows its progress in an element until it is complete or canceled. */
export function showUpload(
  dom: HTMLElement,
  file: File,
  send: SendFile,
  end: (made: UploadedFile | undefined) => void,
): void {
  dom.setAttribute('role', 'group');
  dom.setAttribute('aria-label', file.name);
  const button = (label: string, act: () => void): HTMLButtonElement => {
    const made = element('button', { type: 'button', class: 'block-button' }, label);
    made.addEventListener('click', act);
    return made;
  };
  const run = async (): Promise<void> => {
    const bar = element('progress', {
      max: '1',
      value: '0',
      'aria-label': t('uploading', { name: file.name }),
    });
    const name = element('span', {}, file.name, ' ', element('small', {}, sizeOf(file.size)));
    dom.replaceChildren(name, bar);
    try {
      end(
        await send(file, (part) => {
          bar.value = part;
        }),
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      dom.replaceChildren(
        name,
        element('span', { role: 'alert', class: 'bad' }, t('uploadFailed', { reason })),
        button(t('tryAgain'), () => void run()),
        button(t('removeUpload'), () => end(undefined)),
      );
    }
  };
  void run();
}

const UNITS = ['B', 'kB', 'MB', 'GB'];

/** A readable file size. */
function sizeOf(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toLocaleString(document.documentElement.lang || undefined, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${UNITS[power]}`;
}
