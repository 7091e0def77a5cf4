/** Pages in forms that editors of their own handle badly: byte for byte as a repository may hold them. */

const table = '| a | b |\n|---|:-:|\n| one cell | 2 |';
const nested = `{% hint style="info" %}
{% tabs %}
{% tab title="A" %}
<details>

<summary>Summary of it</summary>

> quoted
>
> * item in it
>   1) number in it

</details>
{% endtab %}
{% endtabs %}
{% endhint %}`;

/** Blocks that begin, end or make up a page. */
const ALONE: Record<string, string> = {
  paragraph: 'Only words',
  table,
  'HTML table':
    '<table><thead><tr><th>Key of it</th><th>Value</th></tr></thead><tbody><tr><td>one cell</td><td>2</td></tr></tbody></table>',
  code: '```js\n\tconst tab = 1;\n\t\treturn\ttab; \n```',
  'code of tildes': '~~~~\n```\ninner words\n```\n~~~~',
  'indented code': '    four spaces\n    \n    and more',
  list: '+ one item\n+ another item\n\n    + deep item',
  tasks: '- [ ] open task\n- [X] done task',
  quote: '> quoted words\nlazy line',
  hint: '{% hint style="warning" %}\nHint words\n{% endhint %}',
  'nested containers': nested,
  'setext heading': 'Words above\n===',
  formula: '$$\na^2\n$$',
  'unknown tag': '{% unknown %}\n\nUnknown words\n\n{% endunknown %}',
  comment: '<!-- a comment -->',
  HTML: '<section data-x=1>\n<b>HTML words</b>\n</section>',
  image: '![Words](a.png)',
};

const TEXT = `# Title of it

First words
on lines  
with a break.

* item of one
* item of *two*

${table}

Last words`;

const UNUSUAL: Record<string, string> = {
  'without a byte': '',
  'with one empty line': '\n',
  'with a title only': '# Title',
  'without a title': 'Words without a title\n',
  'without a last line break': TEXT,
  'with empty lines at both ends': `\n\n${TEXT}\n\n\n`,
  'with front matter': `---\ndescription: >-\n  Described\nkeywords: [a,   b]\n---\n\n${TEXT}\n`,
  'with front matter only': '---\ntitle: Named\n---\n',
  'with a mark of its encoding': `\ufeff${TEXT}\n`,
  'with spaces at the ends of lines': TEXT.replaceAll('\n', '   \n'),
  'with emoji and combining marks':
    '# 👩‍👩‍👧 e\u0301\n\nWo\u0308rds 🏳️‍🌈 :smile: a\u0300b *e\u0301* 日本語\n\n* 👍🏽 item\n',
  'with text in two directions': '# עברית\n\nمرحبا words שלום **עולם**\n',
  'with spaces that do not break': 'One\u00a0two\u2003three words\u200b here\n',
  'with a very long line': `${'words of *a line* `code` that, '.repeat(400)}end\n`,
  'with characters that are escaped': 'A \\* b \\_ c \\< d &amp; e &#35; f \\[g\\] `\\*` 1\\. h\n',
  'with references': 'See [the docs][Docs] and [Docs] words.\n\n[docs]: <https://example.com/a b>  "T"\n',
  'with tasks of several lines': '- [ ] one\n      - two\n- [x] three\n  four\n      1. five\n',
  'with links that show their addresses':
    'See <https://a.example/x>\nand <b@c.example>\nor https://d.example/y\nend\n',
  'with bare addresses':
    '# See https://a.example/b?c=1\n\nSee https://a.example/b?c=1&d=2 and\nhttps://a.example/, (www.b.example/c_d) or\n**https://a.example/b** and *www.b.example* or\ne@c.example\nend\n\n* https://a.example/#b\n* see https://a.example\n\n| a | www.b.example |\n|---|---|\n| https://a.example/?b | e@c.example |\n\n> https://a.example/~b\n> https://a.example/b\n',
  'of HTML':
    '<h1 align="center">Title words</h1>\n\n<p align="center">Centered words<br>and more</p>\n\n<ul><li>item words</li></ul>\n',
};

const withLineBreaks = (form: Record<string, string>, name: string, lineBreak: string) =>
  Object.fromEntries(
    Object.entries(form).map(([key, source]) => [`${key}, ${name}`, source.replaceAll('\n', lineBreak)]),
  );

const beside = Object.fromEntries(
  Object.entries(ALONE).flatMap(([name, block]) => [
    [`only: ${name}`, block],
    [`first: ${name}`, `${block}\n\nWords below it\n`],
    [`last: ${name}`, `# Title\n\nWords above it\n\n${block}`],
  ]),
);

const forms = { ...UNUSUAL, ...beside };

/** The form of each page, and its bytes. */
export const PAGE_FORMS: Readonly<Record<string, string>> = {
  ...forms,
  ...withLineBreaks(forms, 'with line breaks of Windows', '\r\n'),
};
