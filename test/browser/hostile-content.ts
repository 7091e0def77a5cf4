/** Content whose authors try to run scripts, to load from elsewhere, or to lead away, wherever they can write. */
import type { Files } from '../content.ts';

/** Where nothing of the tests is: whatever is asked there was loaded by hostile content. */
export const ELSEWHERE = 'https://evil.example';

/** Ends attributes of both kinds, and runs by a script and by an error. */
export const BREAKOUT = `"'><img src=x onerror=hit(1)><script>hit(2)</script>`;
/** The hostile text, escaped as text in Markdown. */
const ESCAPED = `"'\\>\\<img src=x onerror=hit(1)\\>\\<script\\>hit(2)\\</script\\>`;

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="200" onload="hit('svg')">
<script>hit('svg')</script><script xlink:href="${ELSEWHERE}/svg.js"/>
<style>@import url(${ELSEWHERE}/svg.css);</style>
<image href="${ELSEWHERE}/svg.png" onerror="hit('svg')"/>
<foreignObject width="300" height="100"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="hit('svg')"/><iframe src="javascript:hit('svg')"></iframe></body></foreignObject>
<a xlink:href="javascript:hit('svg')"><rect width="300" height="200"/></a>
<animate attributeName="href" values="javascript:hit('svg')" onbegin="hit('svg')"/>
</svg>`;

const SCRIPT_ADDRESSES = [
  'javascript:hit%281%29',
  'JaVaScRiPt:hit%281%29',
  'java&#x09;script:hit%281%29',
  '&#106;avascript&colon;hit%281%29',
  '\u0001javascript:hit%281%29',
  '\u00a0javascript:hit%281%29',
  'java\\tscript:hit%281%29',
  'javascript://%0ahit(1)',
  'vbscript:hit',
  'data:text/html;base64,PHNjcmlwdD5wYXJlbnQuaGl0KDEpPC9zY3JpcHQ+',
  'blob:https://evil.example/1',
  'view-source:javascript:hit%281%29',
  'filesystem:https://evil.example/x',
  'file:///etc/passwd',
];

const LINKS = [
  ...SCRIPT_ADDRESSES.flatMap((address, n) => [
    `[plain ${n}](${address})`,
    `[angled ${n}](<${address}>)`,
    `[referred ${n}][r${n}]`,
    `<a href="${address}">html ${n}</a>`,
    `<a href="${address}" class="button primary" data-icon="${n}">button ${n}</a>`,
    `![picture ${n}](<${address}>)`,
    `<img src="${address}" alt="" data-size="line">`,
    `<figure><img src="${address}" srcset="${address} 2x" alt=""><figcaption></figcaption></figure>`,
    `{% embed url="${address}" %}`,
    `{% file src="${address}" %}`,
    `{% content-ref url="${address}" %}\n[x](${address})\n{% endcontent-ref %}`,
  ]),
  '<javascript:hit(1)>',
  `[title](other.md '" onmouseover="hit(1)' )`,
  `[mail](mailto:a@b.example?subject=%22onclick=hit(1))`,
  '[\\](javascript:hit(1)',
  '[relative](//evil.example/x) [slashes](/\\evil.example/x) [back](\\\\\\\\evil.example/x)',
  `![remote](${ELSEWHERE}/picture.png) ![relative](//evil.example/picture.png)`,
  `<figure><img src="${ELSEWHERE}/figure.png" alt='" onerror="hit(1)'><figcaption></figcaption></figure>`,
  `<picture><source srcset="${ELSEWHERE}/source.png"><img src="${ELSEWHERE}/img.png"></picture>`,
  ...SCRIPT_ADDRESSES.map((address, n) => `[r${n}]: <${address}>`),
].join('\n\n');

const HTML = [
  `<script>hit(1)</script><script src="${ELSEWHERE}/script.js"></script>`,
  `<ScRiPt>hit(1)</sCrIpT >`,
  '<img src=x onerror=hit(1)> <img src="x" onerror="hit(1)" alt="x"/>',
  '<svg onload=hit(1)><script>hit(1)</script><a xlink:href="javascript:hit(1)"><text>x</text></a></svg>',
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>hit(1)</script></svg>#x"></use></svg>`,
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit(1)&gt;">',
  '<math href="javascript:hit(1)"><mi xlink:href="javascript:hit(1)">x</mi></math>',
  `<iframe src="${ELSEWHERE}/frame"></iframe><iframe srcdoc="<script>parent.hit(1)</script>"></iframe>`,
  `<object data="javascript:hit(1)"></object><embed src="${ELSEWHERE}/embed">`,
  `<base href="${ELSEWHERE}/"><meta http-equiv="refresh" content="0;url=${ELSEWHERE}/refresh">`,
  `<link rel="stylesheet" href="${ELSEWHERE}/style.css"><style>@import url(${ELSEWHERE}/import.css)</style>`,
  `<form action="${ELSEWHERE}/form" id="_content"><input autofocus onfocus=hit(1) name="body"><button formaction="javascript:hit(1)">Send</button></form>`,
  '<details open ontoggle=hit(1)><summary onclick="hit(1)">More</summary>Text.</details>',
  `<video poster="${ELSEWHERE}/poster.png" src=x onerror=hit(1)></video><audio src=x onerror=hit(1)></audio>`,
  '<noscript><p title="</noscript><img src=x onerror=hit(1)>"></noscript>',
  '<template><img src=x onerror=hit(1)></template><textarea></textarea><img src=x onerror=hit(1)></textarea>',
  `<div style="background:url(${ELSEWHERE}/background.png)" onmouseover="hit(1)">Text.</div>`,
  '<body onload=hit(1)><marquee onstart=hit(1)>x</marquee>',
  '<!--><img src=x onerror=hit(1)>--> <!-- --!><img src=x onerror=hit(1)> -->',
  '<![CDATA[><img src=x onerror=hit(1)>]]> <?xml-stylesheet href="javascript:hit(1)"?>',
  '<a href="#" id="_content" name="body" class="search-dialog">id</a> <a id="__proto__"></a>',
  '## Clobbers <a href="#_content" id="_content"></a>\n\n## Again <a href="#documentElement" id="documentElement"></a>',
  '<kbd onclick=hit(1)>x</kbd> <mark style="color:red;background:url(javascript:hit(1))" onclick="hit(1)">x</mark>',
  '<img src=x onerror=hit(1)',
].join('\n\n');

const BLOCKS = [
  `## ${BREAKOUT}\n\nText.`,
  `## ${ESCAPED} <a href="#x" id='${BREAKOUT}'></a>`,
  `{% hint style='info${BREAKOUT}' icon='${BREAKOUT}' %}\n${BREAKOUT}\n{% endhint %}`,
  `{% tabs %}\n{% tab title='${BREAKOUT}' icon='${BREAKOUT}' %}\n${BREAKOUT}\n{% endtab %}\n\n{% tab title="_content" %}\n${BREAKOUT}\n{% endtab %}\n{% endtabs %}`,
  `{% stepper %}\n{% step icon='${BREAKOUT}' %}\n### ${BREAKOUT}\n\n${BREAKOUT}\n{% endstep %}\n{% endstepper %}`,
  `{% columns %}\n{% column width='${BREAKOUT}' %}\n${BREAKOUT}\n{% endcolumn %}\n{% endcolumns %}`,
  `<details id='${BREAKOUT}'>\n\n<summary>${BREAKOUT}</summary>\n\n${BREAKOUT}\n\n</details>`,
  `{% code title='${BREAKOUT}' overflow='${BREAKOUT}' lineNumbers='${BREAKOUT}' expandable="true" %}\n\`\`\`html"><img/src=x/onerror=hit(1)>\n${`${BREAKOUT}\n`.repeat(30)}\`\`\`\n{% endcode %}`,
  `\`\`\`html\n${BREAKOUT}\n\`\`\``,
  `\`\`\`../../../etc/passwd\n${BREAKOUT}\n\`\`\``,
  `\`\`\`diff\n+${BREAKOUT}\n-${BREAKOUT}\n\`\`\``,
  `\`${BREAKOUT}\` **${BREAKOUT}** ~~${ESCAPED}~~`,
  `| ${ESCAPED} | B |\n| --- | --- |\n| ${ESCAPED} | ${BREAKOUT} |`,
  `<table data-view='cards${BREAKOUT}'><thead><tr><th width='1${BREAKOUT}'>${ESCAPED}</th><th data-type="select"><select><option value='${BREAKOUT}' label='${BREAKOUT}' color='red" onclick="hit(1)'></option></select></th><th data-card-target data-type="content-ref"></th><th data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>${BREAKOUT}</td><td><span data-option='${BREAKOUT}'>x</span></td><td><a href="javascript:hit(1)">x</a></td><td><a href="javascript:hit(1)">x</a></td></tr></tbody></table>`,
  `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>${BREAKOUT}</td><td><a href="data:text/html,<script>hit(1)</script>">x</a></td><td><a href="${ELSEWHERE}/cover.png">x</a></td></tr></tbody></table>`,
  `{% updates format="full" %}\n{% update date='2026-01-01${BREAKOUT}' tags='${BREAKOUT}' %}\n## ${BREAKOUT}\n{% endupdate %}\n{% update date="2026-01-02" %}\n## ${ESCAPED}\n\n${BREAKOUT}\n{% endupdate %}\n{% endupdates %}`,
  `{% prompt description='${BREAKOUT}' icon='${BREAKOUT}' %}\n\`\`\`\n${BREAKOUT}\n\`\`\`\n{% endprompt %}`,
  `{% openapi-operation spec='${BREAKOUT}' path='${BREAKOUT}' method='get${BREAKOUT}' %}\n[x](javascript:hit%281%29) ${BREAKOUT}\n{% endopenapi-operation %}`,
  `{% openapi src='javascript:hit(1)' path='${BREAKOUT}' method="get" %}\n[x](javascript:hit%281%29)\n{% endopenapi %}`,
  `{% @${'integration'}/block url="javascript:hit(1)" content='${BREAKOUT}' %}`,
  `{% unknown attribute='${BREAKOUT}' %}\n${BREAKOUT}\n{% endunknown %}`,
  `{% include ".gitbook/includes/hostile.md" %}`,
  `{% include "../../${BREAKOUT}" %}`,
  `{% file src=".gitbook/assets/picture.svg" %}\n${BREAKOUT}\n{% endfile %}`,
  `<figure><img src=".gitbook/assets/picture.svg" alt='${BREAKOUT}' width='300${BREAKOUT}'><figcaption><p>${BREAKOUT}</p></figcaption></figure>`,
  `<picture><source srcset=".gitbook/assets/picture.svg" media="(prefers-color-scheme: dark)"><img src=".gitbook/assets/picture.svg" alt='${BREAKOUT}'></picture>`,
  `<button type="button" class='button primary${BREAKOUT}' data-action="search" data-query='${BREAKOUT}' data-icon='${BREAKOUT}'>${BREAKOUT}</button>`,
  `<a href='other.md"onclick="hit(1)' class="button secondary">${BREAKOUT}</a>`,
  `Noted[^1] and <i class='fa-${BREAKOUT}'>x</i> and :${BREAKOUT}: and @${BREAKOUT}`,
  `<code class="expression">page.vars.hostile</code> <code class="expression">space.vars.hostile</code> <code class="expression">"${BREAKOUT.replaceAll('"', '')}"</code> {{7*7}}`,
  `- [x] ${BREAKOUT}\n- [ ] ${BREAKOUT}`,
  `> ${BREAKOUT}`,
  `[^1]: A note ${BREAKOUT} with [a link](javascript:hit%281%29).`,
].join('\n\n');

const FORMULAS = [
  '\\href{javascript:hit(1)}{x}',
  '\\url{javascript:hit(1)}',
  '\\htmlClass{x" onclick="hit(1)}{x}',
  '\\htmlId{_content}{x}',
  '\\htmlData{x=1" onclick="hit(1)}{x}',
  `\\htmlStyle{background:url(${ELSEWHERE}/math.png)}{x}`,
  `\\includegraphics{${ELSEWHERE}/math.png}`,
  '\\text{<img src=x onerror=hit(1)>}',
  '\\text{</math><img src=x onerror=hit(1)>}',
  '\\class{x" onclick="hit(1)}{x}',
  '\\style{x:url(1)}{x}',
  '\\color{red" onclick="hit(1)}x',
  '\\unicode{x3c}script\\unicode{x3e}',
  '</annotation><script>hit(1)</script>',
  '\\def\\a{\\a\\a}\\a',
].flatMap((formula) => [`$$\n${formula}\n$$`, `In a line: $$${formula}$$.`]);

const diagram = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\`\n`;
const DIAGRAMS = [
  `%%{init: {"securityLevel": "loose", "startOnLoad": true, "htmlLabels": true, "flowchart": {"htmlLabels": true}, "dompurifyConfig": {"ADD_ATTR": ["onerror"], "ADD_TAGS": ["script", "iframe"]}}}%%\ngraph TD\n  A["<img src=x onerror=hit(1)> One <script>hit(1)</script>"] --> B["<iframe src='javascript:hit(1)'></iframe>"]\n  click A call hit(1)\n  click B href "javascript:hit(1)"`,
  `---\nconfig:\n  securityLevel: loose\n  themeCSS: ".node { background: url(${ELSEWHERE}/theme.png) } @import url(${ELSEWHERE}/theme.css);"\n  fontFamily: "x;} * { background: url(${ELSEWHERE}/font.png) } .x {"\n---\ngraph TD\n  A --> B\n  style A fill:url(${ELSEWHERE}/fill.png)\n  classDef c fill:#fff,background:url(${ELSEWHERE}/class.png)\n  class A c`,
  `sequenceDiagram\n  participant A as <img src=x onerror=hit(1)>\n  A->>B: <script>hit(1)</script>\n  link A: Board @ javascript:hit(1)\n  links A: {"x": "javascript:hit(1)"}\n  Note over A: <svg onload=hit(1)>`,
  `classDiagram\n  class A["<img src=x onerror=hit(1)>"]\n  click A href "javascript:hit(1)" "x"\n  callback A "hit" "x"`,
  'pie title <img src=x onerror=hit(1)>\n  "<script>hit(1)</script>" : 40',
  `flowchart TD\n  A@{ img: "${ELSEWHERE}/shape.png", label: "<img src=x onerror=hit(1)>" }`,
  'graph TD\n  accTitle: </title><script>hit(1)</script>\n  A["$$\\href{javascript:hit(1)}{x}$$"] --> B',
  '</pre></iframe><script>hit(1)</script>',
];

const EMBEDS = [
  `https://www.youtube.com/watch?v=dQw4w9WgXcQ"onload="hit(1)`,
  'https://www.youtube.com/embed/../../evil',
  "https://www.figma.com/file/x'><script>hit(1)</script>",
  'https://evil.example/https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://open.spotify.com/embed/track/1?x=javascript:hit(1)',
  'https://www.figma.com/file/../../../evil.example',
].map((url) => `{% embed url="${url}" %}\n${BREAKOUT}\n{% endembed %}`);

const FRONT_MATTER = `---
title: '${BREAKOUT.replaceAll("'", "''")}'
description: '</title></script>${BREAKOUT.replaceAll("'", "''")}'
icon: '${BREAKOUT.replaceAll("'", "''").slice(0, 45)}'
cover: 'javascript:hit(1)'
coverY: '0;background:url(${ELSEWHERE}/y.png)'
layout:
  width: 'wide" onload="hit(1)'
  cover: { visible: true, size: 'full" onload="hit(1)' }
tags: ['${BREAKOUT.replaceAll("'", "''")}', { tag: '<script>hit(1)</script>', primary: true }]
vars:
  hostile: '${BREAKOUT.replaceAll("'", "''")}'
metaLinks:
  canonical: 'javascript:hit(1)'
  alternates: ['javascript:hit(1)', '${ELSEWHERE}/alternate"onload="hit(1)']
---

# ${BREAKOUT}

Text of the page.
`;

/** The text of each page, by its path. */
const PAGES: Record<string, string> = {
  'README.md': FRONT_MATTER,
  'covered.md': `---\ncover: ${ELSEWHERE}/cover.png\n---\n\n# Covered\n\nSee [the others](other.md).\n`,
  'links.md': `# Links\n\n${LINKS}`,
  'html.md': `# HTML\n\n${HTML}`,
  'blocks.md': `---\nvars:\n  hostile: '${BREAKOUT.replaceAll("'", "''")}'\n---\n\n# Blocks\n\n${BLOCKS}`,
  'formulas.md': `# Formulas\n\n${FORMULAS.join('\n\n')}`,
  'diagrams.md': `# Diagrams\n\n${DIAGRAMS.map(diagram).join('\n')}`,
  'embeds.md': `# Embeds\n\n${EMBEDS.join('\n\n')}`,
  'other.md': '# Other\n\nThe last one.\n',
};

/** A space of hostile pages, in whose titles there is more of it. */
export const HOSTILE_SPACE: Files = {
  'SUMMARY.md': [
    '# Table of contents',
    ...Object.keys(PAGES).map((path) => `* [${ESCAPED} ${path.replace('.md', '')}](${path})`),
    `## ${ESCAPED}`,
    ...SCRIPT_ADDRESSES.map((address, n) => `* [${ESCAPED} link ${n}](<${address}>)`),
    '* [Elsewhere](//evil.example/x)',
  ].join('\n'),
  ...PAGES,
  '.gitbook.yaml':
    'redirects:\n  old: "javascript:hit(1)"\n  older: //evil.example/\n  oldest: https:evil.example\n',
  '.gitbook/vars.yaml': `hostile: '${BREAKOUT.replaceAll("'", "''")}'\n`,
  '.gitbook/includes/hostile.md': `---\ntitle: '${BREAKOUT.replaceAll("'", "''")}'\n---\n\n${BREAKOUT} of an include\n`,
  '.gitbook/assets/picture.svg': PICTURE,
  '.gitbook/assets/"\'><img src=x onerror=hit(1)>.svg': PICTURE,
};
