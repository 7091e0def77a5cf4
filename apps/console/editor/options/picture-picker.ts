import { t } from '../../messages/messages.ts';
import type { EditorParts } from '../input/editor-parts.ts';
import { element } from '../views/element.ts';
import type { Data } from './block-data.ts';
import { type Choice, pick } from './pick.ts';

type Picked = { ref: Data | undefined } | 'upload';

/** Asks for an image: a file of the space, a URL, or an upload. No `ref`: no image. */
export async function pickPicture(
  { findFiles, upload }: EditorParts,
  hasPicture: boolean,
): Promise<{ ref: Data | undefined } | undefined> {
  const picked = await pick<Picked>({
    label: t('choosePicture'),
    find: async (query) => {
      const files = (await findFiles(query)).filter(({ isPicture }) => isPicture);
      const own: Choice<Picked>[] = [{ title: t('uploadPicture'), value: 'upload' }];
      if (hasPicture) own.push({ title: t('removePicture'), value: { ref: undefined } });
      const isAddress = /^https?:\/\/\S+$/i.test(query);
      return [
        ...(isAddress ? [{ title: query, value: { ref: { kind: 'url', url: query } } }] : []),
        ...files.map(({ id, name, url }): Choice<Picked> => {
          const show = (target: HTMLElement): void =>
            target.replaceChildren(element('img', { src: url, alt: '', loading: 'lazy' }));
          return { title: name, value: { ref: { kind: 'file', file: id } }, show };
        }),
        ...own,
      ];
    },
  });
  if (picked !== 'upload') return picked;
  const file = await askForFile();
  return file && { ref: await upload(file) };
}

const askForFile = (): Promise<File | undefined> =>
  new Promise((resolve) => {
    const input = element('input', { type: 'file', accept: 'image/*' });
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
