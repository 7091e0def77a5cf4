import { type Html, html, type Insertion } from '@lectern/html/html';
import type { Addresses } from './addresses.ts';
import { nameOf } from './name.ts';
import type { Viewer } from './viewer.ts';

interface Crumb {
  title: string;
  href: string;
}

/** One of several related pages. */
interface Tab {
  title: string;
  href: string;
  isCurrent: boolean;
}

export interface PageFrame {
  title: string;
  /** From the top level down to the page above this one. */
  crumbs: Crumb[];
  /** The pages beside this one. */
  tabs?: Tab[];
  /** Whether the page offers a way to sign out. */
  isSignedIn: boolean;
  /** The confirmation of the form that led here. */
  done?: Insertion;
  /** The language of the content, when it is known. */
  language?: string | undefined;
  body: Html;
}

/** The whole HTML document around what a page shows. */
export function renderFrame(
  addresses: Addresses,
  { stylesVersion, csrf, viewer }: { stylesVersion: string; csrf: Html; viewer: Viewer | undefined },
  frame: PageFrame,
): Html {
  const { title, crumbs, tabs = [], isSignedIn, done, language, body } = frame;
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
<a class="skip" href="#app-main">Skip to content</a>
<header class="bar">
<a class="brand" href="${addresses.home()}">Lectern</a>
${
  isSignedIn &&
  html`<div class="who">${viewer && renderViewer(addresses, viewer)}
<form method="post" action="${addresses.signOut()}">${csrf}<button class="plain" type="submit">Sign out</button></form></div>`
}
</header>
<main id="app-main" tabindex="-1">
${
  crumbs.length > 0 &&
  html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${crumbs.map(
    (crumb) => html`<li><a href="${crumb.href}">${crumb.title}</a></li>`,
  )}</ol></nav>`
}
${tabs.length > 0 && renderTabs(tabs)}
${done}
<div${language !== undefined && html` lang="${language}"`}>
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

const renderTabs = (tabs: Tab[]): Html =>
  html`<nav class="tabs" aria-label="Sections"><ul>${tabs.map(
    ({ title, href, isCurrent }) =>
      html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${title}</a></li>`,
  )}</ul></nav>`;
