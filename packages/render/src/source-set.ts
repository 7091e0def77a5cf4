import { html, type Insertion } from '@lectern/html/html';
import type { Picture } from './references.ts';

/** The width at which a picture is shown, at most: in pixels, and in percent of the text in a narrow window. */
export interface Slot {
  pixels: number;
  percent?: number;
}

/** The width of the text of a page: `main` in `page.css`. */
export const TEXT_SLOT: Slot = { pixels: 672 };

/** The margins of the text in a narrow window, in pixels: `.frame` in `page.css`. */
const MARGINS = 40;

/** The attributes from which browsers choose the size of a picture that they load; none without smaller sizes. */
export function sourceSet({ src, width, sizes = [] }: Picture, { pixels, percent = 100 }: Slot): Insertion {
  if (sizes.length === 0) return undefined;
  const candidates = [...sizes, { src, width }].map((size) => `${size.src} ${size.width}w`).join(', ');
  return html` srcset="${candidates}" sizes="min(${Math.ceil(pixels)}px, ${Math.ceil(percent)}vw - ${Math.floor((MARGINS * percent) / 100)}px)"`;
}
