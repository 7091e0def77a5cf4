import { html } from '@lectern/html/html';
import type { Addresses } from '../parts/addresses.ts';
import type { ConsoleEntry, ConsoleView } from './console-files.ts';

export interface OpenedView {
  view: ConsoleView;
  /** The paths below the base URL that the view reads first. */
  reads: string[];
}

/**
 * The document of the console. Its script fills it. The browser requests the files of the view, and what the view reads
 * of the API, while the script is still on its way.
 */
export function renderConsole(
  addresses: Addresses,
  { script, modules, styles, views }: ConsoleEntry,
  { view, reads }: OpenedView,
): string {
  const hrefOf = (name: string): string => addresses.consoleFile(name);
  const all = { modules: [...modules, ...views[view].modules], styles: [...styles, ...views[view].styles] };
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
${all.styles.map((name) => html`<link rel="stylesheet" href="${hrefOf(name)}">`)}
<script type="module" src="${hrefOf(script)}"></script>
${all.modules.map((name) => html`<link rel="modulepreload" href="${hrefOf(name)}">`)}
${reads.map((path) => html`<link rel="preload" as="fetch" crossorigin="use-credentials" href="${addresses.prefix}${path}">`)}
</head>
<body>
<div id="console"></div>
<noscript><p>Lectern needs JavaScript to show and edit content.</p></noscript>
</body>
</html>
`);
}
