import { createHash } from 'node:crypto';
import { type Html, html } from '../../html/html.ts';
import type { PageAssets, Theme } from './page-data.ts';

export interface HeadData {
  title: string;
  description: string | undefined;
  canonicalUrl: string | undefined;
  isIndexed: boolean;
  theme: Theme;
  assets: PageAssets;
  hasScript: boolean;
}

/** What Lectern itself looks like: where no site does. */
export const PLAIN_THEME: Theme = makeTheme({
  primary: { light: '#1b57b3', dark: '#8ab4f8' },
  letter: 'L',
});

/** `letter`: what the icon of the window shows. */
export function makeTheme({ primary, letter }: { primary: Theme['primary']; letter: string }): Theme {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="${primary.light}"/>${html`<text x="8" y="12" font-family="sans-serif" font-size="11" font-weight="700" fill="#fff" text-anchor="middle">${letter}</text>`}</svg>`;
  return { primary, icon: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}

const styleOf = ({ primary: { light, dark } }: Theme): string =>
  `:root{--primary:${light}}@media (prefers-color-scheme:dark){:root{--primary:${dark}}}`;

/** The source by which a content security policy allows the style element of a theme. */
export const styleSource = (theme: Theme): string =>
  `'sha256-${createHash('sha256').update(styleOf(theme)).digest('base64')}'`;

export const renderHead = ({
  title,
  description,
  canonicalUrl,
  isIndexed,
  theme,
  assets,
  hasScript,
}: HeadData): Html => html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${!isIndexed && html`<meta name="robots" content="noindex">\n`}<meta name="color-scheme" content="light dark">
<title>${title}</title>
${description !== undefined && html`<meta name="description" content="${description}">\n`}${canonicalUrl !== undefined && html`<link rel="canonical" href="${canonicalUrl}">\n`}<link rel="icon" href="${theme.icon}">
<style>${styleOf(theme)}</style>
<link rel="stylesheet" href="${assets.styles}">
${hasScript && html`<script type="module" src="${assets.reader}"></script>\n`}</head>`;
