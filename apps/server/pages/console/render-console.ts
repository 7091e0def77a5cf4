import { html } from '@lectern/html/html';
import type { Addresses } from '../parts/addresses.ts';
import type { ConsoleEntry } from './console-files.ts';

/** The document of the console. Its script fills it. */
export function renderConsole(addresses: Addresses, { script, modules, styles }: ConsoleEntry): string {
  const hrefOf = (name: string): string => addresses.consoleFile(name);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="lectern-prefix" content="${addresses.prefix}">
<title>Lectern</title>
<link rel="icon" href="${addresses.icon()}" type="image/svg+xml">
${styles.map((name) => html`<link rel="stylesheet" href="${hrefOf(name)}">`)}
${modules.map((name) => html`<link rel="modulepreload" href="${hrefOf(name)}">`)}
<script type="module" src="${hrefOf(script)}"></script>
</head>
<body>
<div id="console"></div>
<noscript><p>Lectern needs JavaScript to show and edit content.</p></noscript>
</body>
</html>
`);
}
