import { type Html, html, type Insertion } from '@lectern/html/html';
import type { ThemedPicture } from './page-data.ts';

/** A logo, in the mode that the page is shown in. */
export function renderLogo({ light, dark }: ThemedPicture, name: string): Insertion {
  const image = (src: string, mode: string): Html =>
    html`<img class="${mode}" src="${src}" alt="${name}" height="28">`;
  return light === dark ? image(light, 'both') : [image(light, 'only-light'), image(dark, 'only-dark')];
}
