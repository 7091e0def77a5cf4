import { createHash } from 'node:crypto';

/** The one style sheet of these pages. */
export const STYLES = `:root{color-scheme:light dark;--text:#1d2433;--soft:#5a6478;--back:#fff;--raised:#f5f7fa;--line:#dde2ea;--link:#1b57b3;--bad:#a4262c;--good:#1a6b3c;--focus:#f0a500}
@media (prefers-color-scheme:dark){:root{--text:#dfe5ef;--soft:#9aa5b8;--back:#12161f;--raised:#1a202c;--line:#2d3646;--link:#8ab4f8;--bad:#ff9a9a;--good:#7fd6a2}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;font:1rem/1.65 system-ui,sans-serif;color:var(--text);background:var(--back);overflow-wrap:break-word}
a{color:var(--link)}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:3px}
main:focus{outline:none}
.skip{position:absolute;left:-100vw;padding:.5rem 1rem;background:var(--back)}
.skip:focus{left:.5rem;top:.5rem;z-index:1}
.bar{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.6rem 1.25rem;border-bottom:1px solid var(--line)}
.brand{font-weight:700;color:inherit;text-decoration:none}
.who{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:.25rem .9rem;min-width:0}
.who a,.who span{overflow-wrap:anywhere}
main{max-width:50rem;margin:0 auto;padding:1.5rem 1.25rem 5rem}
h1,h2{line-height:1.25;margin:2em 0 .6em}
h1{font-size:1.9rem;margin:.4em 0 .6em}h2{font-size:1.4rem}
p,ul,pre,details{margin:0 0 1rem}
ul{padding-left:1.6rem}
.note{color:var(--soft);font-size:.88rem;font-weight:400}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em}
:not(pre)>code{padding:.1em .35em;background:var(--raised);border:1px solid var(--line);border-radius:4px}
pre{padding:.9rem 1rem;overflow:auto;background:var(--raised);border:1px solid var(--line);border-radius:8px;line-height:1.5;tab-size:4}
pre code{font-size:1em}
summary{cursor:pointer;font-weight:600}
details{padding:.6rem 1rem;border:1px solid var(--line);border-radius:8px}
details[open]>summary{margin-bottom:.6rem}
.sign-in{max-width:30rem;margin:4vh auto 0}
.sign-in label:not(:first-of-type){margin-top:1rem}
.sign-in .others{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin-top:1.5rem}
.sign-in input[readonly]{color:var(--soft);background:var(--raised);border-color:var(--line)}
.sign-in details form{margin-bottom:1rem}
.sign-in input+.note{margin:.5rem 0 0}
label{display:block;font-weight:600;margin-bottom:.3rem}
input:not([type=hidden]){width:100%;padding:.6rem .75rem;font:inherit;color:inherit;background:var(--back);border:1px solid var(--soft);border-radius:6px}
[aria-invalid]{border-color:var(--bad)!important}
button{padding:.6rem 1.25rem;margin-top:1rem;font:inherit;font-weight:600;color:var(--back);background:var(--link);border:1px solid transparent;border-radius:6px;cursor:pointer}
button.plain{margin:0;padding:.25rem .75rem;font-weight:400;color:inherit;background:none;border-color:var(--line)}
.step{display:inline-block;padding:.6rem 1.25rem;font-weight:600;text-decoration:none;color:var(--back);background:var(--link);border-radius:6px}
.step:hover{text-decoration:underline}
.logins{display:grid;gap:.75rem;margin:1.5rem 0;padding:0;list-style:none}.logins .step{display:block;text-align:center}
.problem{padding:.6rem .75rem;color:var(--bad);border:1px solid currentColor;border-radius:6px}
.done{padding:.6rem .75rem;border:1px solid var(--good);color:var(--good);border-radius:6px}
@media (max-width:32rem){h1{font-size:1.6rem}}
@media print{.bar,.skip{display:none}}
`;

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#1b57b3"/><path d="M5 3.5v9h6" fill="none" stroke="#fff" stroke-width="2"/></svg>`;

/** Changes whenever a static asset changes. */
export const ASSETS_VERSION = createHash('sha256').update(STYLES).update(ICON).digest('hex').slice(0, 12);
