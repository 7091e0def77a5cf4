import { expect, it } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

it.each([
  ['marks', 'Some **bold**, _italic_, ~~struck~~ and `code`.'],
  ['a hard line break', 'One\\\nTwo'],
  ['headings with an anchor', '## Two\n\n### Three <a href="#x" id="x"></a>'],
  ['a list in a list', '* One\n  * Two\n\n    Three\n* Four'],
  ['a list below a line break alone', '* <br>\n\n  * One'],
  ['a numbered list', '1. One\n2. Two'],
  ['tasks', '* [x] Done\n* [ ] Open'],
  ['a task that begins with a heading', '* [x]\n\n  ## Done'],
  ['a task that begins with a list', '* [ ]\n\n  * One\n  * Two'],
  ['a quotation', '> One\n>\n> Two'],
  [
    'code with a name',
    '{% code title="a.ts" lineNumbers="true" %}\n```typescript\nconst a = 1;\n```\n{% endcode %}',
  ],
  ['code that contains a fence', '````\n```\n````'],
  ['a hint', '{% hint style="warning" %}\nCareful\n{% endhint %}'],
  [
    'tabs',
    '{% tabs %}\n{% tab title="One" %}\n1\n{% endtab %}\n\n{% tab title="Two" %}\n2\n{% endtab %}\n{% endtabs %}',
  ],
  ['a figure alone', '<figure><img src="a.png" alt="A"><figcaption><p>Caption</p></figcaption></figure>'],
  ['a figure without a caption', '<figure><img src="a.png" alt=""><figcaption></figcaption></figure>'],
  [
    'a figure with an alignment',
    '<div align="left"><figure><img src="a.png" alt=""><figcaption></figcaption></figure></div>',
  ],
  [
    'a figure in full width',
    '<div data-full-width="true"><figure><img src="a.png" alt=""><figcaption></figcaption></figure></div>',
  ],
  [
    'a figure with a frame',
    '<div data-with-frame="true"><figure><img src="a.png" alt=""><figcaption></figcaption></figure></div>',
  ],
  [
    'two figures',
    '<div><figure><img src="a.png" alt=""><figcaption></figcaption></figure> <figure><img src="b.png" alt=""><figcaption></figcaption></figure></div>',
  ],
  ['a table', '| A   | B   |\n| --- | :-: |\n| 1   | 2   |'],
  [
    'merged cells beside a hidden column',
    '<table><thead><tr><th>A</th><th>B</th><th data-hidden>C</th></tr></thead><tbody><tr><td colspan="2">1</td><td>2</td></tr></tbody></table>',
  ],
  ['a footnote', 'One[^1]\n\n[^1]: Two'],
  ['a link with a title', '[a](b.md "c")'],
  ['an image in a line', 'a <img src="b.png" alt="c" data-size="line"> d'],
  ['a paragraph of an image alone', '<p><img src="b.png" alt="c" width="30"></p>'],
  ['a list below a paragraph of an image alone', '* <p><img src="b.png" alt=""></p>\n\n  * One'],
  ['a formula', '$$\na + b\n$$'],
  ['a divider', 'a\n\n***\n\nb'],
  ['details', '<details>\n\n<summary>One</summary>\n\nTwo\n\n</details>'],
  ['an operation', '{% openapi src="a.yaml" path="/a" method="get" %}\n[a.yaml](a.yaml)\n{% endopenapi %}'],
  [
    'an operation whose link has a text of its own',
    '{% openapi src="a.yaml" path="/a" method="get" %}\n[Other](a.yaml)\n{% endopenapi %}',
  ],
  [
    'an operation whose link leads elsewhere',
    '{% openapi src="a.yaml" path="/a" method="get" %}\n[a.yaml](b.yaml)\n{% endopenapi %}',
  ],
  ['a stepper', '{% stepper %}\n{% step %}\n## One\n\nTwo\n{% endstep %}\n{% endstepper %}'],
  ['escaped characters', '\\*a\\* \\[b] 1. c'],
])('leaves its normal form as it is: %s', (_, markdown) => {
  expect(writeMarkdown(parseMarkdown(`${markdown}\n`).document)).toBe(`${markdown}\n`);
});
