import { type Html, html } from '@lectern/html/html';
import type { PageTexts } from '../messages/messages.ts';
import type { Addresses } from './addresses.ts';
import { nameOf } from './name.ts';
import type { Viewer } from './viewer.ts';

export interface PageFrame {
  title: string;
  /** Whether the page offers a way to sign out. */
  isSignedIn: boolean;
  body: Html;
}

/** The whole HTML document around what a page shows. */
export function renderFrame(
  addresses: Addresses,
  {
    stylesVersion,
    csrf,
    viewer,
    texts,
  }: { stylesVersion: string; csrf: Html; viewer: Viewer | undefined; texts: PageTexts },
  frame: PageFrame,
): Html {
  const { title, isSignedIn, body } = frame;
  return html`<!doctype html>
<html lang="${texts.language}">
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
<a class="skip" href="#app-main">${texts.text('skip')}</a>
<header class="bar">
<a class="brand" href="${addresses.home()}"><img src="${addresses.icon()}" alt="">Lectern</a>
${
  isSignedIn &&
  html`<div class="who">${viewer && renderViewer(addresses, viewer)}
<form method="post" action="${addresses.signOut()}">${csrf}<button class="plain" type="submit">${texts.text('signOut')}</button></form></div>`
}
</header>
<main id="app-main" tabindex="-1">
<div class="card">
${body}
</div>
</main>
</body>
</html>
`;
}

const renderViewer = (addresses: Addresses, { name, hasAccount }: Viewer): Html =>
  hasAccount
    ? html`<a href="${addresses.account()}">${nameOf(name)}</a>`
    : html`<span>${nameOf(name)}</span>`;
