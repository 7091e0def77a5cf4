import { createHash } from 'node:crypto';
import { DOCUMENT_STYLES } from '../../page-parts/document-styles.ts';

/** The style sheet of published pages. A style element in each page has the colors of its site. */
export const PUBLISHED_STYLES = `:root{color-scheme:light dark;--text:#1d2433;--soft:#57606f;--back:#fff;--raised:#f5f7fa;--line:#dde2ea;--bad:#a4262c;--good:#1a6b3c;--link:var(--primary);--info:var(--primary);--focus:#b97700}
@media (prefers-color-scheme:dark){:root{--text:#dfe5ef;--soft:#a2adbf;--back:#12161f;--raised:#1a202c;--line:#2d3646;--bad:#ff9a9a;--good:#7fd6a2;--focus:#f0a500}}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem;-webkit-text-size-adjust:100%}
body{margin:0;font:1rem/1.65 system-ui,sans-serif;color:var(--text);background:var(--back);overflow-wrap:break-word}
a{color:var(--primary)}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:3px}
main:focus{outline:none}
.skip{position:absolute;left:-100vw;padding:.5rem 1rem;background:var(--back);z-index:3}
.skip:focus{left:.5rem;top:.5rem}
.preview{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:center;padding:.45rem 1.25rem;background:#7a4b00;color:#fff;font-size:.9rem}
.preview a{color:inherit}
.bar{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;padding:.7rem 1.5rem;background:var(--back);border-bottom:1px solid var(--line)}
.brand{display:flex;align-items:center;gap:.6rem;font-weight:700;font-size:1.05rem;color:inherit;text-decoration:none}
.brand::before{content:"";width:.85rem;height:.85rem;border-radius:4px;background:var(--primary)}
.menu{display:none;margin-left:auto}
.tabs ul,.variants ul{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;list-style:none;margin:0;padding:0}
.tabs ul ul{display:inline-flex;margin-left:.6rem}
.tabs a,.variants a{color:var(--soft);text-decoration:none;padding:.15rem 0;border-bottom:2px solid transparent}
.tabs a:hover,.variants a:hover{color:var(--text)}
.tabs a[aria-current],.variants a[aria-current]{color:var(--text);border-color:var(--primary)}
.frame{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:82rem;margin:0 auto}
.side{position:sticky;top:3.2rem;align-self:start;max-height:calc(100vh - 3.2rem);overflow-y:auto;padding:1.5rem 1rem 3rem 1.5rem;border-right:1px solid var(--line);font-size:.94rem}
.side ul{list-style:none;margin:0;padding:0}
.side ul ul{margin-left:.65rem;padding-left:.5rem;border-left:1px solid var(--line)}
.side li.group>ul{margin-left:0;padding-left:0;border-left:0}
.side a,.side .dead{display:block;padding:.28rem .6rem;border-radius:6px;color:var(--soft);text-decoration:none}
.side a:hover{color:var(--text);background:var(--raised)}
.side a[aria-current]{color:var(--primary);font-weight:600;background:var(--raised)}
.side .heading{margin:1.3rem 0 .3rem;padding:0 .6rem;font-size:.78rem;font-weight:700;letter-spacing:.04em;text-transform:uppercase;color:var(--text)}
.side>ul>li:first-child>.heading{margin-top:0}
.variants{margin:0 0 1.2rem;padding:0 .6rem 1rem;border-bottom:1px solid var(--line)}
.side .close{display:none}
main{min-width:0;width:100%;max-width:52rem;padding:1.75rem 2.5rem 5rem}
main.alone{margin:0 auto;padding-top:14vh}
h1,h2,h3,h4{line-height:1.25;margin:2em 0 .6em}
h1{font-size:2rem;margin:.2em 0 .6em;overflow-wrap:anywhere}h2{font-size:1.45rem}h3{font-size:1.18rem}h4{font-size:1rem}
p,ul,ol,dl,pre,figure,blockquote,details,.scroll,.hint,.part,.card{margin:0 0 1rem}
article ul,article ol{padding-left:1.6rem}
li>p{margin-bottom:.3rem}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
img{max-width:100%;height:auto;vertical-align:middle}
.crumbs ol{display:flex;flex-wrap:wrap;gap:.1rem .5rem;list-style:none;margin:0 0 .6rem;padding:0;font-size:.88rem;color:var(--soft)}
.crumbs li+li::before{content:"/";margin-right:.5rem}
.crumbs a{color:inherit}
.lead{font-size:1.15rem;color:var(--soft)}
.note,figcaption,.caption{color:var(--soft);font-size:.88rem;font-weight:400}
.broken{text-decoration:underline dotted;color:var(--soft)}
.card{padding:.75rem 1rem;background:var(--raised);border:1px solid var(--line);border-radius:8px}
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
.turn{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin-top:3.5rem}
.turn a{padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px;text-decoration:none;font-weight:600;min-width:0}
.turn a:hover{border-color:var(--primary)}
.turn small{display:block;color:var(--soft);font-weight:400}
.turn [rel=next]{text-align:right;grid-column:2}
${DOCUMENT_STYLES}@media (max-width:56rem){
.frame{display:block}
.menu{display:inline-block}
.side{display:none;position:static;max-height:none;border-right:0;border-bottom:1px solid var(--line);padding:1rem 1.25rem}
.side:target{display:block}
.side:target .close{display:inline-block;margin-bottom:.6rem}
.bar{padding:.7rem 1.25rem}
.tabs{order:3;width:100%}
main{padding:1.25rem 1.25rem 4rem}
h1{font-size:1.65rem}
}
@media print{.bar,.skip,.side,.turn,.preview{display:none}.frame{display:block}}
`;

const STYLES_VERSION = createHash('sha256').update(PUBLISHED_STYLES).digest('hex').slice(0, 12);

/** On every host: a segment that begins with a tilde is no site, section or page. */
export const STYLES_PATH = `/~/styles-${STYLES_VERSION}.css`;
