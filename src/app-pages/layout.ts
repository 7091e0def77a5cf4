import type { SpaceRow } from '../features/spaces/spaces.repository.ts';
import type { Addresses } from './addresses.ts';
import { type Html, html } from './html.ts';
import { nameOf } from './name.ts';
import { showSpaceEmoji } from './space-emoji.ts';

export interface Crumb {
  title: string;
  href: string;
}

/** The way back to a space. */
export const spaceCrumb = (
  addresses: Addresses,
  space: Pick<SpaceRow, 'space_id' | 'emoji' | 'title'>,
): Crumb => ({
  title: `${showSpaceEmoji(space.emoji)} ${nameOf(space.title)}`,
  href: addresses.space(space.space_id),
});

export interface PageFrame {
  title: string;
  /** From the outermost down to the page above this one. */
  crumbs: Crumb[];
  /** Whether a way to sign out is offered. */
  isSignedIn: boolean;
  /** The language of the content, when it is known. */
  language?: string | undefined;
  body: Html;
}

/** The whole HTML document around what a page shows. */
export function renderFrame(
  addresses: Addresses,
  { stylesVersion, csrf }: { stylesVersion: string; csrf: Html },
  frame: PageFrame,
): Html {
  const { title, crumbs, isSignedIn, language, body } = frame;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title === 'Lectern' ? title : `${title} – Lectern`}</title>
<link rel="stylesheet" href="${addresses.styles()}?${stylesVersion}">
<link rel="icon" href="${addresses.icon()}" type="image/svg+xml">
</head>
<body>
<a class="skip" href="#app-main">Skip to the content</a>
<header class="bar">
<a class="brand" href="${addresses.home()}">Lectern</a>
${
  isSignedIn &&
  html`<form method="post" action="${addresses.signOut()}">${csrf}<button class="plain" type="submit">Sign out</button></form>`
}
</header>
<main id="app-main" tabindex="-1">
${
  crumbs.length > 0 &&
  html`<nav class="crumbs" aria-label="Where this is"><ol>${crumbs.map(
    (crumb) => html`<li><a href="${crumb.href}">${crumb.title}</a></li>`,
  )}</ol></nav>`
}
<div${language !== undefined && html` lang="${language}"`}>
${body}
</div>
</main>
</body>
</html>
`;
}
