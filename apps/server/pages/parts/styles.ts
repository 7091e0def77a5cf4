import { createHash } from 'node:crypto';
import { PEOPLE_STYLES } from './people-styles.ts';

/** Links that are steps of signing in look like the buttons of forms. */
const SSO_STYLES = `.step{display:inline-block;padding:.6rem 1.25rem;font-weight:600;text-decoration:none;color:var(--back);background:var(--link);border-radius:6px}
.step:hover{text-decoration:underline}
.logins{display:grid;gap:.75rem;margin:1.5rem 0;padding:0;list-style:none}.logins .step{display:block;text-align:center}
.sign-in input+.note{margin-top:.5rem}
`;

/** The one style sheet of these pages. */
export const STYLES = `:root{color-scheme:light dark;--text:#1d2433;--soft:#5a6478;--back:#fff;--raised:#f5f7fa;--line:#dde2ea;--link:#1b57b3;--bad:#a4262c;--good:#1a6b3c;--info:#1b57b3;--focus:#f0a500}
@media (prefers-color-scheme:dark){:root{--text:#dfe5ef;--soft:#9aa5b8;--back:#12161f;--raised:#1a202c;--line:#2d3646;--link:#8ab4f8;--bad:#ff9a9a;--good:#7fd6a2;--info:#8ab4f8}}
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
main{max-width:50rem;margin:0 auto;padding:1.5rem 1.25rem 5rem}
h1,h2,h3,h4{line-height:1.25;margin:2em 0 .6em}
h1{font-size:1.9rem;margin:.4em 0 .6em}h2{font-size:1.4rem}h3{font-size:1.15rem}h4{font-size:1rem}
p,ul,ol,dl,pre,figure,blockquote,details,.scroll,.hint,.part{margin:0 0 1rem}
ul,ol{padding-left:1.6rem}
li>p{margin-bottom:.3rem}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
img{max-width:100%;height:auto;vertical-align:middle}
.crumbs ol{display:flex;flex-wrap:wrap;gap:.1rem .5rem;list-style:none;margin:0 0 1rem;padding:0;font-size:.9rem}
.crumbs li+li::before{content:"/";color:var(--soft);margin-right:.5rem}
.lead{font-size:1.15rem;color:var(--soft)}
.note,figcaption,.caption{color:var(--soft);font-size:.88rem;font-weight:400}
.emoji{font-weight:400;margin-right:.35em}
.broken{text-decoration:underline dotted;color:var(--soft)}
.facts{display:grid;gap:.35rem;padding:1rem;background:var(--raised);border:1px solid var(--line);border-radius:8px}
.facts div{display:grid;grid-template-columns:8rem 1fr;gap:1rem}
.facts dt{color:var(--soft)}
.facts dd{margin:0;min-width:0;overflow-wrap:anywhere}
.cards{list-style:none;padding:0;display:grid;gap:.6rem}
.cards li,.card{padding:.75rem 1rem;background:var(--raised);border:1px solid var(--line);border-radius:8px}
.cards li{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .25rem}
.cards a{font-weight:600;margin-right:auto}
code,kbd,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em}
:not(pre)>code,kbd{padding:.1em .35em;background:var(--raised);border:1px solid var(--line);border-radius:4px}
kbd{border-bottom-width:2px}
pre{padding:.9rem 1rem;overflow:auto;background:var(--raised);border:1px solid var(--line);border-radius:8px;line-height:1.5;tab-size:4}
pre code{font-size:1em}
.code{margin-inline:0}.code pre{margin:0}.code figcaption{margin-bottom:.3rem}
figure{margin-inline:0}
blockquote{margin-inline:0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
.hint{padding:.75rem 1rem;border-left:4px solid var(--info);background:var(--raised);border-radius:0 8px 8px 0}
.hint>:last-child,.part>:last-child,td>:last-child,li>:last-child,blockquote>:last-child{margin-bottom:0}
.label{font-weight:600;margin-bottom:.3rem}
.part{padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px}
.part>h2:first-child,.part>h3:first-child,.part>h4:first-child,.hint h2,.hint h3,.hint h4{margin-top:.2em}
.steps>li{padding-left:.5rem;margin-bottom:1rem}
.steps>li>h2:first-child,.steps>li>h3:first-child,.steps>li>h4:first-child{margin-top:0}
summary{cursor:pointer;font-weight:600}
details{padding:.6rem 1rem;border:1px solid var(--line);border-radius:8px}
details[open]>summary{margin-bottom:.6rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;min-width:100%}
th,td{padding:.5rem .75rem;border:1px solid var(--line);text-align:left;vertical-align:top;min-width:6rem}
th{background:var(--raised)}
td.center,th.center{text-align:center}td.right,th.right{text-align:right}
.sign-in{max-width:30rem;margin:4vh auto 0}
.sign-in label:not(:first-of-type){margin-top:1rem}
.sign-in .others{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin-top:1.5rem}
.sign-in input[readonly]{color:var(--soft);background:var(--raised);border-color:var(--line)}
.sign-in details form{margin-bottom:1rem}
.sign-in input+.note{margin:.5rem 0 0}
label{display:block;font-weight:600;margin-bottom:.3rem}
input:not([type=hidden]){width:100%;padding:.6rem .75rem;font:inherit;color:inherit;background:var(--back);border:1px solid var(--soft);border-radius:6px}
button{padding:.6rem 1.25rem;margin-top:1rem;font:inherit;font-weight:600;color:var(--back);background:var(--link);border:1px solid transparent;border-radius:6px;cursor:pointer}
button.plain{margin:0;padding:.25rem .75rem;font-weight:400;color:inherit;background:none;border-color:var(--line)}
.problem{padding:.6rem .75rem;color:var(--bad);border:1px solid currentColor;border-radius:6px}
${PEOPLE_STYLES}${SSO_STYLES}@media (max-width:32rem){.facts div{grid-template-columns:1fr;gap:0}h1{font-size:1.6rem}}
@media print{.bar,.skip{display:none}}
`;

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#1b57b3"/><path d="M5 3.5v9h6" fill="none" stroke="#fff" stroke-width="2"/></svg>`;

/** Changes whenever a static asset changes. */
export const ASSETS_VERSION = createHash('sha256').update(STYLES).update(ICON).digest('hex').slice(0, 12);
