import type { FixtureFiles } from '../git-fixtures.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** One page for each family of blocks, so that the page identifies the block that a client does not accept. */
const PAGES: Record<string, string> = {
  paragraphs: `Plain, **bold**, _italic_, ~~struck~~, \`code\`, **_both_**, <mark style="color:blue;">blue</mark>,
<mark style="background-color:green;">green</mark>, <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>2</sup>, a\\
break, :tada:, <i class="fa-key">:key:</i> and <code class="expression">space.vars.name</code>.`,
  headings: `## One <a href="#one" id="one"></a>\n\n### Two\n\n#### Three\n\n##### Four\n\n## One`,
  links: `[page](headings.md), [anchor](headings.md#one), [here](#here), [file](.gitbook/assets/pixel.png),
[out](https://example.com/), <https://example.com/>, [mail](mailto:a@example.com), [gone](gone.md), [empty](),
[headings.md](headings.md "mention"), [broken](broken-reference)\n\n## Here`,
  lists: `* one\n  * nested\n    1. deep\n* two\n\n1. first\n2. second\n\n* [x] done\n* [ ] open\n`,
  quotes: `> One\n>\n> * two\n\n***\n\nAfter`,
  code: `{% code title="a.js" lineNumbers="true" overflow="wrap" %}\n\`\`\`js\nconst a = 1;\n\`\`\`\n{% endcode %}

\`\`\`\nplain\n\`\`\`\n\n    indented\n`,
  hints: ['info', 'warning', 'success', 'danger']
    .map((style) => `{% hint style="${style}" %}\nText\n\n* a list\n{% endhint %}`)
    .join('\n\n'),
  tabs: `{% tabs %}\n{% tab title="One" %}\nText\n{% endtab %}\n\n{% tab title="Two" %}\n\`\`\`sh\nls\n\`\`\`\n{% endtab %}\n{% endtabs %}`,
  steppers: `{% stepper %}\n{% step %}\n### First\n\nText\n{% endstep %}\n\n{% step %}\n### Second\n{% endstep %}\n{% endstepper %}`,
  columns: `{% columns %}\n{% column width="33.3%" %}\nLeft\n{% endcolumn %}\n\n{% column %}\nRight\n{% endcolumn %}\n{% endcolumns %}`,
  details: `<details>\n\n<summary>Title</summary>\n\nText\n\n</details>`,
  images: `<figure><img src=".gitbook/assets/pixel.png" alt="A pixel" width="563"><figcaption><p>Caption</p></figcaption></figure>

![old](.gitbook/assets/pixel.png "Old caption")

<div><figure><img src=".gitbook/assets/pixel.png" alt=""><figcaption></figcaption></figure> <figure><img src="https://example.com/a.png" alt=""><figcaption></figcaption></figure></div>

Inline <img src=".gitbook/assets/pixel.png" alt="" data-size="line"> image`,
  tables: `| A | B |\n| :- | -: |\n| 1 | **2** |\n| [x](headings.md) | \`y\` |

<table data-view="cards"><thead><tr><th></th><th data-type="number">N</th><th data-hidden data-card-target data-type="content-ref"></th><th data-type="checkbox"></th></tr></thead><tbody><tr><td>Card</td><td>3</td><td><a href="headings.md">headings.md</a></td><td>true</td></tr></tbody></table>`,
  references: `{% content-ref url="headings.md" %}\n[headings.md](headings.md)\n{% endcontent-ref %}

{% embed url="https://example.com/video" %}

{% file src=".gitbook/assets/manual.pdf" %}\nThe manual\n{% endfile %}

{% include ".gitbook/includes/notice.md" %}

{% page-ref page="headings.md" %}`,
  conditions: `{% if visitor.claims.plan === "pro" %}\nFor the paying\n{% endif %}`,
  buttons: `<a href="headings.md" class="button primary" data-icon="rocket">Go</a> <a href="https://example.com" class="button secondary">Out</a>`,
  maths: `Inline $$a^2$$.\n\n$$\n\\sum_{i=1}^n i\n$$`,
  updates: `{% updates format="full" %}\n{% update date="2026-04-29" tags="new" %}\n## News\n\nText\n{% endupdate %}\n{% endupdates %}`,
  operations: `{% openapi-operation spec="pets" path="/pets" method="get" %}\n[OpenAPI pets](https://example.com/pets.json)\n{% endopenapi-operation %}

{% openapi src="https://example.com/pets.json" path="/pets" method="post" %}\n[pets.json](https://example.com/pets.json)\n{% endopenapi %}`,
  annotations: `Text with [a note](#user-content-fn-1)[^1].\n\n[^1]: The note`,
  unknown: `{% mystery a="b" %}\nText\n{% endmystery %}\n\n<blink>text</blink>\n\n<!-- comment -->\n\n{% @mermaid/diagram content="graph TD" %}`,
  prompts: `{% prompt description="Ask" icon="star" %}\n\`\`\`\nDo it\n\`\`\`\n{% endprompt %}`,
  empty: '',
};

/** A repository in which every block, every kind of entry and every setting of a page occurs. */
export const DIALECT: FixtureFiles = {
  'README.md': `---
description: What a page can have
icon: rocket
hidden: true
layout:
  width: wide
  title:
    visible: true
  tableOfContents:
    visible: false
cover: .gitbook/assets/pixel.png
coverY: -12.5
tags:
  - new
---

# Welcome

Text
`,
  'SUMMARY.md': `# Table of contents

* [Welcome](README.md)
* [External](https://example.com/docs)
* Without a file

## Group <a href="#group" id="group"></a>

${Object.keys(PAGES)
  .map((name) => `* [${name}](${name}.md)`)
  .join('\n')}
* [Parent](parent/README.md "Label")
  * [Child](parent/child.md)
`,
  ...Object.fromEntries(
    Object.entries(PAGES).map(([name, body]) => [`${name}.md`, `# ${name}\n\n${body}\n`]),
  ),
  'parent/README.md': '# Parent\n\n[up](../)\n',
  'parent/child.md': '# Child\n',
  '.gitbook/includes/notice.md':
    '---\ntitle: A notice\n---\n\n{% hint style="info" %}\nHello\n{% endhint %}\n',
  '.gitbook/vars.yaml': 'name: Lectern\n',
  '.gitbook/tags.yaml': '- tag: new\n  label: New\n  icon: star\n',
  '.gitbook/assets/pixel.png': PNG,
  '.gitbook/assets/manual.pdf': Buffer.from('%PDF-1.4\n%%EOF\n'),
};
