import { type Html, html } from '@lectern/html/html';
import type { Look, PageAssets, Theme } from './page-data.ts';
import { type PageMeta, renderPageMeta } from './page-meta.ts';
import { digestOf, styleOf } from './theme-style.ts';

export interface HeadData {
  title: string;
  description: string | undefined;
  canonicalUrl: string | undefined;
  isIndexed: boolean;
  look: Pick<Look, 'theme' | 'canChooseMode'>;
  assets: PageAssets;
  hasScript: boolean;
  meta: PageMeta | undefined;
  policy?: string | undefined;
  framed?: { siteUrl: string } | undefined;
}

/** Applies the mode that the reader chose before anything is drawn. */
const MODE_SCRIPT = html`(()=>{try{const mode=localStorage.getItem("lectern-theme"),root=document.documentElement;if(mode==="system")delete root.dataset.theme;else if(mode)root.dataset.theme=mode==="dark"?"dark":"light"}catch{}})()`;

/** The source by which a content security policy allows that script. */
export const MODE_SCRIPT_SOURCE = digestOf(String(MODE_SCRIPT));

const theme = (primary: Theme['primary']): Omit<Theme, 'icon'> => ({
  fonts: [],
  primary,
  tint: undefined,
  info: { light: '#5b6470', dark: '#9aa4b2' },
  success: { light: '#15803d', dark: '#4ade80' },
  warning: { light: '#b45309', dark: '#fbbf24' },
  danger: { light: '#b91c1c', dark: '#f87171' },
  header: undefined,
});

/** The look of Lectern itself, on pages that belong to no site. */
const PLAIN_PRIMARY = { light: '#1b57b3', dark: '#8ab4f8' };
export const PLAIN_THEME: Theme = {
  ...theme(PLAIN_PRIMARY),
  icon: bothModes(drawIcon('L', PLAIN_PRIMARY.light)),
};

/** Draws an icon with a letter for browser tabs, as a `data:` URL. */
export function drawIcon(letter: string, color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="${color}"/>${html`<text x="8" y="12" font-family="sans-serif" font-size="11" font-weight="700" fill="#fff" text-anchor="middle">${letter}</text>`}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function bothModes(icon: string): Theme['icon'] {
  return { light: icon, dark: icon };
}

const renderIcon = ({ light, dark }: Theme['icon']): Html =>
  light === dark
    ? html`<link rel="icon" href="${light}">`
    : html`<link rel="icon" href="${light}" media="(prefers-color-scheme: light)"><link rel="icon" href="${dark}" media="(prefers-color-scheme: dark)">`;

/** A font that is there before the page is drawn is used at once; see `scripts/site-fonts.mjs`. */
const renderFont = ({ styles, main }: PageAssets['fonts'][number]): Html =>
  html`<link rel="preload" as="font" type="font/woff2" href="${main}" crossorigin>\n<link rel="stylesheet" href="${styles}">\n`;

/** The files of the site's own fonts that nearly every page needs: the first for text, and the first for headings. */
function renderOwnFonts({ fonts }: Pick<Theme, 'fonts'>): Html[] {
  const first = (['text', 'heading'] as const).map(
    (use) => fonts.find((face) => face.use === use)?.sources[0],
  );
  return [...new Set(first.filter((source) => source !== undefined))].map(
    (source) => html`<link rel="preload" as="font" href="${source}" crossorigin>\n`,
  );
}

/**
 * The style sheet comes first, even before the policy: browsers look ahead for what a page needs, but stop at a policy
 * and at scripts. It loads while the rest of the page arrives. Links of a framed page would open another window, which
 * its policy forbids: they lead nowhere.
 */
export const renderHead = ({
  title,
  description,
  canonicalUrl,
  isIndexed,
  look,
  assets,
  hasScript,
  meta,
  policy,
  framed,
}: HeadData): Html => html`<head>
<meta charset="utf-8">
${framed && html`<base href="${framed.siteUrl}" target="_blank">\n`}<link rel="stylesheet" href="${assets.styles}">
${assets.fonts.map(renderFont)}${renderOwnFonts(look.theme)}${policy !== undefined && html`<meta http-equiv="content-security-policy" content="${policy}">\n`}<meta name="viewport" content="width=device-width, initial-scale=1">
${!isIndexed && html`<meta name="robots" content="noindex">\n`}<meta name="color-scheme" content="light dark">
<title>${title}</title>
${description !== undefined && html`<meta name="description" content="${description}">\n`}${canonicalUrl !== undefined && html`<link rel="canonical" href="${canonicalUrl}">\n`}${renderIcon(look.theme.icon)}
<style>${styleOf(look.theme)}</style>
${hasScript && look.canChooseMode && html`<script>${MODE_SCRIPT}</script>\n`}${hasScript && html`<script type="module" fetchpriority="low" src="${assets.reader}"></script>\n`}${meta && renderPageMeta(meta)}</head>`;
