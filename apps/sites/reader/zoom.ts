import { all, create, createButton } from './dom.ts';
import { word } from './words.ts';

/** Prepares the pictures of a page. A click, or Enter, shows one in its full size. */
export function enhancePictures(root: ParentNode): void {
  for (const picture of all<HTMLImageElement>(root, 'img[data-external]')) watchExternal(picture);
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

/** Replaces a picture of another host that cannot be loaded with a link to it. */
function watchExternal(picture: HTMLImageElement): void {
  const replace = (): void => {
    const { external = '' } = picture.dataset;
    const text = word('pictureElsewhere', { name: picture.alt || external });
    // Within a link, or in a card, which may lie under one, there can be no other.
    const link = picture.closest('a, .card-item')
      ? create('span', {}, text)
      : create('a', { href: external, rel: 'noreferrer' }, text);
    link.className = `elsewhere ${picture.className}`;
    picture.replaceWith(link);
  };
  picture.addEventListener('error', replace);
  // It may have failed before this script ran; some drawings have no size.
  if (picture.complete && picture.naturalWidth === 0) picture.decode().catch(replace);
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
