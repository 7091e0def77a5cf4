import { all, create, createButton } from './dom.ts';
import { word } from './words.ts';

/** Pictures that a click, or Enter, shows in their full size. */
export function enhancePictures(root: ParentNode): void {
  for (const picture of all<HTMLImageElement>(root, 'img[data-zoom]')) {
    picture.tabIndex = 0;
    picture.setAttribute('role', 'button');
    picture.setAttribute('aria-label', [picture.alt, word('zoomPicture')].filter(Boolean).join(': '));
    // A button has a name; a picture that says to have none would contradict it.
    if (picture.alt === '') picture.removeAttribute('alt');
    picture.addEventListener('click', () => zoom(picture));
    picture.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      zoom(picture);
    });
  }
}

function zoom(picture: HTMLImageElement): void {
  const close = createButton('close', word('close'));
  // Not a smaller size, which the page may show.
  const shown = create('img', { src: picture.src, alt: picture.alt });
  const dialog = create(
    'dialog',
    { class: 'zoom', 'aria-label': picture.alt || word('zoomPicture') },
    shown,
    close,
  );
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
