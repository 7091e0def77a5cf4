import { html } from '@lectern/html/html';
import { digestOf } from '../pages/theme-style.ts';

/** A redirect of a build: addresses from the root of the host, or whole ones. */
export interface StaticRedirect {
  from: string;
  to: string;
  isPermanent: boolean;
}

/**
 * Passes on the query of the reader as it is written, and the fragment if the target has none, as redirects of the
 * service do. Without scripts, the page leads to the target alone.
 */
const PASS_ON_SCRIPT = html`(()=>{const{search,hash}=location;if(!search&&!hash)return;const to=new URL(document.currentScript.dataset.to,location),names=query=>[...new URLSearchParams(query).keys()],own=new Set(names(to.search)),kept=search.slice(1).split("&").filter(part=>part&&!own.has(names("?"+part)[0]??""));to.search=[to.search.slice(1),...kept].filter(Boolean).join("&");to.hash||=hash;location.replace(to)})()`;

const POLICY = `default-src 'none'; img-src data:; script-src ${digestOf(String(PASS_ON_SCRIPT))}; base-uri 'none'`;

/** A page that leads on by itself. `canonical`: the whole address of where it leads. */
export const writeRedirectPage = ({ to }: StaticRedirect, canonical: string): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${canonical}</title>
<script data-to="${to}">${PASS_ON_SCRIPT}</script>
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
