import { all, create, createButton } from './dom.ts';
import { findFrame } from './embed-frames.ts';
import { word } from './words.ts';

/** Content of other sites: nothing of it is loaded before the reader asks for it. */
export function enhanceEmbeds(root: ParentNode): void {
  for (const place of all(root, '[data-embed]')) {
    const address = findFrame(place.dataset.embed ?? '');
    if (!address) continue;
    const { hostname } = new URL(place.dataset.embed ?? '');
    const name = hostname.replace(/^www\./, '');
    const button = createButton('load', '');
    const picture = place.querySelector<HTMLImageElement>('.link-card-picture');
    if (picture) button.append(create('img', { src: picture.src, alt: '', referrerpolicy: 'no-referrer' }));
    button.append(create('span', {}, word('loadEmbed', { name })));
    button.addEventListener('click', () => {
      const frame = create('iframe', {
        src: address,
        title: name,
        sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation',
        allow: 'fullscreen; encrypted-media; picture-in-picture',
        referrerpolicy: 'strict-origin',
      });
      button.replaceWith(frame);
      frame.focus();
    });
    place.prepend(button);
  }
}
