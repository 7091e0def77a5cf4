import { createHash } from 'node:crypto';

/** The one style sheet of these pages: a card in the colors of the console, whose `styles/tokens.css` has them, too. */
export const STYLES = `:root{color-scheme:light dark;--text:#1c2330;--soft:#566174;--paper:#fff;--back:#f5f7fa;--raised:#f5f7fa;--line:#e2e7ee;--strong-line:#c3cbd7;--link:#1b57b3;--on-link:#fff;--bad:#a4262c;--bad-soft:#fdecec;--good:#1a6b3c;--good-soft:#e7f5ec}
@media (prefers-color-scheme:dark){:root{--text:#e2e7ef;--soft:#9ba7b8;--paper:#0f131a;--back:#0a0d12;--raised:#181d27;--line:#262d3a;--strong-line:#3c4658;--link:#8ab4f8;--on-link:#0f131a;--bad:#ff9a9a;--bad-soft:#3a1d20;--good:#7fd6a2;--good-soft:#15301f}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{display:flex;flex-direction:column;min-height:100vh;margin:0;font:.9375rem/1.55 Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;color:var(--text);background:var(--back);overflow-wrap:break-word}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
main:focus{outline:none}
.skip{position:absolute;left:-100vw;padding:.5rem 1rem;background:var(--paper)}
.skip:focus{left:.5rem;top:.5rem;z-index:1}
.bar{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:3.5rem;padding:.5rem 1.25rem}
.brand{display:inline-flex;align-items:center;gap:.5rem;color:inherit;font-weight:650;text-decoration:none}
.brand img{width:1.5rem;height:1.5rem}
.who{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:.25rem .875rem;min-width:0;font-size:.875rem}
.who a,.who span{overflow-wrap:anywhere}
main{width:100%;max-width:28rem;margin:clamp(.5rem,9vh,6rem) auto 0;padding:0 1rem 4rem}
.card{padding:2rem;background:var(--paper);border:1px solid var(--line);border-radius:.75rem;box-shadow:0 1px 2px rgb(16 24 40/5%)}
h1{margin:0 0 1.25rem;font-size:1.375rem;font-weight:650;line-height:1.25;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere}
h2{margin:1.75rem 0 .75rem;padding-top:1.5rem;border-top:1px solid var(--line);font-size:1rem;font-weight:650}
p,ul,pre{margin:0 0 1rem}
ul{padding-left:1.25rem}
.card>:last-child,form>:last-child{margin-bottom:0}
.note{color:var(--soft);font-size:.8125rem}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em;overflow-wrap:anywhere}
:not(pre)>code{padding:.1em .3em;background:var(--raised);border-radius:4px}
pre{padding:.75rem .875rem;overflow:auto;background:var(--raised);border:1px solid var(--line);border-radius:.5rem;white-space:pre-wrap}
label{display:block;margin-bottom:.3125rem;font-size:.875rem;font-weight:550}
label:not(:first-of-type){margin-top:1rem}
input:not([type=hidden]){width:100%;min-height:2.5rem;padding:.375rem .75rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--strong-line);border-radius:.375rem}
input:focus-visible{outline-offset:-1px;border-radius:.375rem}
input[readonly]{color:var(--soft);background:var(--raised)}
input[aria-invalid]{border-color:var(--bad)}
input+.note{margin:.375rem 0 0}
button,.step{display:block;width:100%;min-height:2.5rem;margin-top:1.25rem;padding:.4375rem 1rem;font:inherit;font-weight:550;text-align:center;text-decoration:none;color:var(--on-link);background:var(--link);border:1px solid transparent;border-radius:.375rem;cursor:pointer}
button:hover,.step:hover{background:color-mix(in srgb,var(--link) 88%,var(--text))}
p+form:not(:has(label))>button{margin-top:.25rem}
button.plain{width:auto;min-height:2rem;margin:0;padding:.125rem .75rem;font-weight:400;color:inherit;background:none;border-color:var(--strong-line)}
button.plain:hover{background:var(--line)}
.logins{display:grid;gap:.625rem;padding:0;list-style:none}
.step{margin-top:0}
.passkey{margin-top:.75rem}
.passkey .plain{width:100%;min-height:2.5rem}
.others{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1.5rem;margin-top:1.25rem;font-size:.875rem}
.problem,.done{padding:.5rem .75rem;border-radius:.375rem;font-size:.875rem}
.problem{color:var(--bad);background:var(--bad-soft)}
.done{color:var(--good);background:var(--good-soft)}
details{margin-top:1.5rem;padding-top:1.25rem;border-top:1px solid var(--line);font-size:.875rem}
summary{color:var(--soft);cursor:pointer}
details form{margin:1rem 0}
@media (max-width:28rem){.bar{padding-inline:1rem}main{margin-top:0;padding-bottom:1rem}.card{padding:1.5rem 1.25rem}}
/* Phones zoom in on fields whose letters are smaller. */
@media (pointer:coarse){input:not([type=hidden]){min-height:2.75rem;font-size:1rem}button:not(.plain),.step{min-height:2.75rem}}
`;

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#1b57b3"/><path d="M5 3.5v9h6" fill="none" stroke="#fff" stroke-width="2"/></svg>`;

/** Changes whenever a static asset changes. */
export const ASSETS_VERSION = createHash('sha256').update(STYLES).update(ICON).digest('hex').slice(0, 12);
