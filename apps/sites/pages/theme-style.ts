import { createHash } from 'node:crypto';
import { contrastOf } from '../../server/domains/publishing/site-settings/customization/contrast.ts';
import type { FontFace, Theme, ThemedColor } from './page-data.ts';

const PALE = '#ffffff';
const DEEP = '#0b0f17';

/** Returns the color for text on a background: the one with the higher contrast. */
const textOn = (color: string): string => (contrastOf(color, PALE) >= contrastOf(color, DEEP) ? PALE : DEEP);

/** Returns the custom properties through which the style sheet gets the colors of a site, and the fonts of the site. */
export function styleOf({ primary, tint, info, success, warning, danger, header, fonts }: Theme): string {
  const colors: [name: string, color: ThemedColor | undefined][] = [
    ['primary', primary],
    ['on-primary', { light: textOn(primary.light), dark: textOn(primary.dark) }],
    ['tint', tint],
    ['info', info],
    ['success', success],
    ['warning', warning],
    ['danger', danger],
    ['bar-back', header?.back],
    ['bar-link', header?.link],
  ];
  const list = (mode: 'light' | 'dark'): string =>
    colors.flatMap(([name, color]) => (color ? `--${name}:${color[mode]}` : [])).join(';');
  const dark = list('dark');
  return `${fonts.map(writeFace).join('')}:root{${list('light')}}@media screen{:root[data-theme=dark]{${dark}}}@media screen and (prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}`;
}

/**
 * Characters that would end an address in a style sheet, or that HTML would escape; a style element contains raw text.
 */
const UNSAFE = /[^\w\-./~:?=%[\]]/g;
const encodeCharacter = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/**
 * Writes a font face. A page that is drawn before the font is there keeps the font of the system, so that no text moves.
 * We choose its name: `own-` and its use.
 */
const writeFace = ({ use, weight, sources }: FontFace): string => {
  const list = sources.map((url) => `url(${url.replace(UNSAFE, encodeCharacter)})`).join(',');
  return `@font-face{font-family:own-${use};font-weight:${weight};font-display:optional;src:${list}}`;
};

export const digestOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The source by which a content security policy allows the style element of a theme. */
export const styleSource = (theme: Theme): string => digestOf(styleOf(theme));
