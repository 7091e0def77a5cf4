import { html } from '@lectern/html/html';

/** A redirect of a build: addresses from the root of the host, or whole ones. */
export interface StaticRedirect {
  from: string;
  to: string;
  isPermanent: boolean;
}

/** A page that leads on by itself. `canonical`: the whole address of where it leads. */
export const writeRedirectPage = ({ to }: StaticRedirect, canonical: string): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${canonical}</title>
<meta http-equiv="refresh" content="0; url=${to}">
<meta name="robots" content="noindex">
<link rel="canonical" href="${canonical}">
<link rel="icon" href="data:,">
</head>
<body>
<p><a href="${to}">${canonical}</a></p>
</body>
</html>
`);

/** The redirects as hosts like Netlify and Cloudflare Pages read them, which answer with a status instead of a page. */
export const writeRedirectsFile = (redirects: readonly StaticRedirect[]): string =>
  redirects.map(({ from, to, isPermanent }) => `${from} ${to} ${isPermanent ? 301 : 302}\n`).join('');
