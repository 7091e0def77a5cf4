/** Texts that grow with n in one way, in the hope that the work grows faster. */
export type Family = (n: number) => string;

const each = (n: number, text: (i: number) => string, separator = ''): string =>
  Array.from({ length: n }, (_, i) => text(i)).join(separator);

/** Something opened n times, a middle, and closed n times. */
const nest = (open: string, close: string) => (n: number) => `${open.repeat(n)}x${close.repeat(n)}`;
const run = (text: string) => (n: number) => text.repeat(n);
/** A construct with a long run in the middle. */
const around =
  (before: string, text: string, after = '') =>
  (n: number) =>
    before + text.repeat(n) + after;
/** A table of n columns and n rows, written with about n signs. */
const sparse = (cell: string, row: string) => (n: number) =>
  `<table><thead><tr>${cell.repeat(n)}</tr></thead><tbody>${row.repeat(n)}</tbody></table>`;

const BLANKS: Record<string, string> = { blanks: ' ', 'line breaks': '\n' };
const TAGS = [
  'hint',
  'tabs',
  'tab title="a"',
  'stepper',
  'step',
  'columns',
  'column',
  'if a',
  'updates',
  'prompt',
];
const ELEMENTS = 'a b p div span mark button picture figure pre code details table li'.split(' ');
const MARKS = [
  '*',
  '**',
  '_',
  '~~',
  '`',
  '[',
  ']',
  '](',
  '![',
  '<',
  '<!--',
  '$$',
  '\\',
  '|',
  '&',
  '[^',
  '<a href="',
  "<a title='",
];
/** Signs that begin or end something, of which any two may alternate. */
const SIGNS = [
  ...MARKS,
  '&amp',
  '&amp;',
  '&#',
  '{',
  '{%',
  '{{',
  '{%%}',
  '%}',
  '}}',
  '==',
  '$',
  '^',
  ':',
  '~',
  '-->',
  '<!',
  '<?',
  '<![CDATA[',
  '<a',
  '</a',
  '>',
  '"',
  "'",
  '(',
  ')',
  '@',
  'a@b.',
  'www.',
  'http://',
  '{#a}',
  '<br>',
  '<mark>',
  '\t',
  '\u00a0',
];
/** The signs with which one is paired: those after it in the list, so that each pair stands once. */
const NEXT_SIGNS = [1, 7];
const LINES = [
  '* a',
  '1. a',
  '> a',
  '> * a',
  '# a',
  '## a\n',
  '| a |\n| - |',
  '```',
  '~~~a',
  '- [ ] a',
  '[a]: b',
  '[^a]: b',
  'a\n=',
  '    a',
  '***',
  '<br>',
  '$$',
  '{% hint %}',
  '{% @a/b c="',
  '{% include "a" %}',
  '<details>',
  '</details>',
  '<summary>a</summary>',
  '<table><thead></thead>',
  '<!-- a -->',
  '\\',
];

export const markdownFamilies: Record<string, Family> = {
  ...Object.fromEntries(
    MARKS.flatMap((mark) => [
      [`run of ${mark}`, run(mark)],
      [`run of a${mark}`, run(`a${mark}`)],
      [`run of ${mark} and blanks`, run(`${mark} `)],
    ]),
  ),
  ...Object.fromEntries(
    SIGNS.flatMap((sign, i) => [
      [`signs ${JSON.stringify(sign)}`, run(sign)],
      [`words of ${JSON.stringify(sign)}`, run(`a${sign} `)],
      [`lines of ${JSON.stringify(sign)}`, run(`${sign}\n`)],
      ...NEXT_SIGNS.map((step) => SIGNS[(i + step) % SIGNS.length] as string).flatMap((other) => [
        [`${JSON.stringify(sign)} and ${JSON.stringify(other)} in turn`, run(`${sign}a${other}b`)],
        [
          `${JSON.stringify(sign)} and then ${JSON.stringify(other)}`,
          (n: number) => `${sign.repeat(n)}a${other.repeat(n)}`,
        ],
      ]),
    ]),
  ),
  ...Object.fromEntries(
    LINES.flatMap((line) => [
      [`lines ${JSON.stringify(line)}`, run(`${line}\n`)],
      [`numbered ${JSON.stringify(line)}`, (n: number) => each(n, (i) => line.replace('a', `a${i}`), '\n')],
    ]),
  ),
  ...Object.fromEntries(
    LINES.map((line) => [
      `deeper ${JSON.stringify(line)}`,
      (n: number) => each(Math.min(n, 60), (i) => ' '.repeat(2 * i) + line.repeat(Math.ceil(n / 60)), '\n'),
    ]),
  ),
  ...Object.fromEntries(
    TAGS.flatMap((tag) => {
      const name = tag.split(' ')[0];
      return [
        [`nested {% ${tag} %}`, nest(`{% ${tag} %}\n`, `\n{% end${name} %}`)],
        [`list of {% ${tag} %}`, run(`{% ${tag} %}\na\n{% end${name} %}\n`)],
        [`unclosed {% ${tag} %}`, run(`{% ${tag} %}\n`)],
        [`children of {% ${tag} %}`, around(`{% ${tag} %}\n`, '# a\n\n', `{% end${name} %}`)],
      ];
    }),
  ),
  ...Object.fromEntries(
    ELEMENTS.flatMap((name) => [
      [`nested <${name}>`, nest(`<${name}>`, `</${name}>`)],
      [`nested <${name}> in a paragraph`, (n: number) => `x ${nest(`<${name}>`, `</${name}>`)(n)}`],
      [`list of <${name}>`, run(`<${name}>a</${name}>`)],
      [`unclosed <${name}>`, run(`<${name}>a`)],
      [`children of <${name}>`, around(`<${name}>`, '<b>a</b>', `</${name}>`)],
      [`closing </${name}>`, run(`</${name}>`)],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(BLANKS).flatMap(([name, blank]) =>
      Object.entries({
        'after a link': around('[a](b)', blank, 'c'),
        'in a link': around('[a](', blank, 'b'),
        'before a title': around('[a](b', blank, '"c'),
        'after <p>a': around('<p>a', blank, '</p>'),
        'in <p>': around('<p>', blank, 'a</p>'),
        'within a <p>': around('<p>a', blank, 'b</p>'),
        'in a tag': around('<a', blank, 'x'),
        'in an HTML block': around('<div', blank, '>a</div>'),
        'in an attribute': around('<a href', blank, '= "b">'),
        'in {%': around('{%', blank, 'hint %}'),
        'after {% hint': around('{% hint', blank, 'a'),
        'after {% hint %}': around('{% hint %}', blank, 'a'),
        'in a cell': around('| a |\n| - |\n| b', blank, 'c |'),
        'in <td>': around(
          '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>a',
          blank,
          'b</td></tr></tbody></table>',
        ),
        'in a heading': around('# a', blank, 'b'),
        'in a heading before #': around('# a', blank, '# b'),
        'in code': around('`a', blank, 'b`'),
        'in a definition': around('[a]:', blank, 'b'),
        'in a footnote': around('a[^a]\n\n[^a]:', blank, 'b'),
        'in a fence in a list': around('* a\n\n  ```\n  ', blank, '\n  b\n  ```'),
        'before a fence in a list': around('* a\n', blank, '```\nb'),
        'in a formula': around('$$', blank, '$$'),
        'in <details>': around('<details', blank, '><summary>a</summary>'),
        'in <summary>': around('<details>\n<summary>a', blank, 'b</summary>\n\n</details>'),
        'in a code info': around('```a', blank, 'b\nc\n```'),
        'before a line break': around('a', blank, '\nb'),
        'at the end': around('a', blank),
        'after front matter': around('---\na: b\n---', blank, '\na'),
        'in front matter': around('---\na:', blank, 'b\n---\n'),
        'in an alt text': around('<img alt="a', blank, 'b" src="c">'),
        'in a class': around('<a class="', blank, 'button" href="a">b</a>'),
      }).map(([place, family]) => [`${name} ${place}`, family]),
    ),
  ),
  'links in links': (n) => `${'['.repeat(n)}${'](b)'.repeat(n)}`,
  'images in images': (n) => `${'!['.repeat(n)}${'](b)'.repeat(n)}`,
  'references to nothing': run('[a][b] '),
  'links with titles': run('[a](b "c") '),
  'code spans that never close': (n) => each(Math.ceil(Math.sqrt(n)), (i) => '`'.repeat(i), ' '),
  'formulas that never end': run('$$\na\n\n'),
  'a heading of links': (n) => `# ${run('[a](b) ')(n)}`,
  'a long heading with many below': (n) => `# ${'a'.repeat(n)}\n\n${'[a](b)\n\n'.repeat(n)}`,
  'headings of one long text': (n) => `## ${'a'.repeat(n)}\n\n`.repeat(4) + '## a\n\n'.repeat(n),
  'equal long headings': (n) =>
    each(Math.ceil(Math.sqrt(n)), () => `## ${'ab '.repeat(Math.ceil(Math.sqrt(n)))}\n\n`),
  'headings that differ in their number': (n) => each(n, (i) => `## a-${i % 3}\n\n`),
  'headings named like what is handed out': (n) => each(n, (i) => `## a\n\n## a-${i}\n\n`),
  'closing tags of another kind': (n) => run('{% hint %}\n')(n) + run('{% endtabs %}\n')(n),
  'blocks between steps': (n) =>
    `{% stepper %}\n{% step %}\na\n{% endstep %}\n${run('a\n\n')(n)}{% endstepper %}`,
  'steps in steps': (n) => `{% stepper %}\n${run('{% step %}\na\n{% endstep %}\n')(n)}{% endstepper %}`,
  'tabs of one title': (n) => `{% tabs %}\n${run('{% tab title="a" %}\na\n{% endtab %}\n')(n)}{% endtabs %}`,
  'conditions around items': (n) =>
    `{% tabs %}\n${run('{% if a %}\n')(Math.min(n, 45))}${run('{% tab title="a" %}\na\n{% endtab %}\n')(n)}${run('{% endif %}\n')(Math.min(n, 45))}{% endtabs %}`,
  'attributes of a tag': (n) => `{% hint ${each(n, (i) => `a${i}="b" `)}%}\na\n{% endhint %}`,
  ...Object.fromEntries(
    [
      'hint',
      'tab',
      'code',
      'embed',
      'file',
      'content-ref',
      'include',
      'if',
      'update',
      'openapi',
      'columns',
      '@a/b',
    ].flatMap((tag) => [
      [`attributes of {% ${tag} %}`, (n: number) => `{% ${tag} ${each(n, (i) => `a${i}="b" `)}%}\na\n`],
      [`one attribute of {% ${tag} %}`, (n: number) => `{% ${tag} ${'title="b" '.repeat(n)}%}\na\n`],
      [`a long attribute of {% ${tag} %}`, around(`{% ${tag} title="`, 'a ', '" %}\na\n')],
      [`attributes without a value of {% ${tag} %}`, around(`{% ${tag} `, 'a= ', '%}\na\n')],
      [`quotes without an end in {% ${tag} %}`, around(`{% ${tag} `, 'a="b ', '%}\na\n')],
      [`other quotes without an end in {% ${tag} %}`, around(`{% ${tag} `, "a='b ", '%}\na\n')],
      [`escapes in {% ${tag} %}`, around(`{% ${tag} title="`, '\\"', '" %}\na\n')],
      [`{% ${tag} a=" over and over`, run(`{% ${tag} a="`)],
      [`{% ${tag} %} in a line`, run(`{% ${tag} url="a" %} `)],
      [`lines in {% ${tag} %}`, around(`{% ${tag} title="`, 'a\n', '" %}\na\n')],
    ]),
  ),
  annotations: (n) =>
    `${each(n, (i) => `[a](#user-content-fn-${i})[^${i}] `)}\n\n${each(n, (i) => `[^${i}]: b\n`)}`,
  'annotations in annotations': (n) =>
    `${each(n, (i) => `[^${i}]: [a](#user-content-fn-${i + 1})[^${i + 1}]\n`)}\na[^0]`,
  'annotations of one note': (n) => `${'[a](#user-content-fn-1)[^1] '.repeat(n)}\n\n[^1]: b\n`,
  'annotations of long texts': (n) => `[${'a **b** '.repeat(n)}](#user-content-fn-1)[^1]\n\n[^1]: b\n`,
  'annotations in a table': (n) =>
    `| a |\n| - |\n${'| [a](#user-content-fn-1)[^1] |\n'.repeat(n)}\n[^1]: b\n`,
  'attributes of an element': (n) => `<a ${each(n, (i) => `a${i}="b" `)}href="a">b</a>`,
  'one attribute': (n) => `<a ${run('href="a" ')(n)}>b</a>`,
  'a tag without an end': (n) => `{% hint ${'a '.repeat(n)}\n`,
  'tag values that never end': (n) => run('{% hint a="b %}\n')(n),
  'integration values over lines': (n) => `{% @a/b c="${run('d\n')(n)}" %}\n`,
  'integration values over lines without an end': (n) => run('{% @1\n')(n),
  'integration openings with one end': (n) => `${run('{% @1\n')(n)}%}`,
  'integration openings with malformed ends': (n) => run('{% @a/b c="\nd %}\n')(n),
  'integration values with quotes': (n) => `{% @a/b c="${'"'.repeat(n)}\n%}`,
  'integration values with blanks': (n) => `{% @a/b c="d"${'\n'.repeat(n)}x%}`,
  'content-ref with a long url': (n) =>
    `{% content-ref url="${'a'.repeat(n)}" %}\n[a](b)\n{% endcontent-ref %}`,
  'content-ref with slashes': (n) =>
    `{% content-ref url="${'/'.repeat(n)}a" %}\n[a](b)\n{% endcontent-ref %}`,
  'content-ref with hashes': (n) =>
    `{% content-ref url="${'#'.repeat(n)}\na" %}\n[a](b)\n{% endcontent-ref %}`,
  'openapi with a long path': (n) =>
    `{% openapi src="a" path="${'/a-'.repeat(n)}" method="get" %}\n[a](a)\n{% endopenapi %}`,
  'updates with many tags': (n) =>
    `{% updates %}\n{% update date="2024-01-01" tags="${'a,'.repeat(n)}" %}\na\n{% endupdate %}\n{% endupdates %}`,
  'a table of many columns': (n) => `|${' a |'.repeat(n)}\n|${' - |'.repeat(n)}\n|${' b |'.repeat(n)}`,
  'a table of many rows': (n) => `| a |\n| - |\n${'| b |\n'.repeat(n)}`,
  'a row of escaped pipes': (n) => `| a |\n| - |\n| ${'\\|[a](b)'.repeat(n)} |`,
  'a sparse table': sparse('<th></th>', '<tr></tr>'),
  'a sparse table of typed columns': sparse('<th data-type="checkbox"></th>', '<tr></tr>'),
  'a square table': (n) => {
    const side = Math.ceil(Math.sqrt(n));
    return sparse('<th></th>', `<tr>${'<td>a</td>'.repeat(side)}</tr>`)(side);
  },
  'a row of references': (n) =>
    `<table><thead><tr>${'<th data-type="content-ref"></th>'.repeat(n)}</tr></thead><tbody><tr>${'<td><a href="a">b</a></td>'.repeat(n)}</tr></tbody></table>`,
  'select options and values': (n) =>
    `<table><thead><tr><th><select>${each(n, (i) => `<option value="${i}" label="a"></option>`)}</select></th></tr></thead><tbody>${each(n, (i) => `<tr><td><span data-option="${i}">a</span></td></tr>`)}</tbody></table>`,
  'select values of one cell': (n) =>
    `<table><thead><tr><th><select>${each(n, (i) => `<option value="${i}" label="a"></option>`)}</select></th></tr></thead><tbody><tr><td><span data-option="${each(n, String, ',')}">a</span></td></tr></tbody></table>`,
  'select values that no option names': (n) =>
    `<table><thead><tr><th><select>${each(n, (i) => `<option value="${i}"></option>`)}</select></th></tr></thead><tbody><tr>${each(n, (i) => `<td><span data-option="x${i}">a</span></td>`)}</tr></tbody></table>`,
  'users of a cell': (n) =>
    `<table><thead><tr><th data-type="users"></th></tr></thead><tbody><tr><td>${'<a href="a">b</a>'.repeat(n)}</td></tr></tbody></table>`,
  'cells of Markdown': (n) =>
    `<table><thead><tr><th>a</th></tr></thead><tbody>${'<tr><td>\n\n* a\n\n</td></tr>'.repeat(n)}</tbody></table>`,
  'a cell of much Markdown': (n) =>
    `<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>\n\n${'* a\n\n'.repeat(n)}</td></tr></tbody></table>`,
  'tables that never end': run('<table><thead></thead>\n\n'),
  'a table in a table': (n) => nest('<table><thead></thead>\n\n<div>', '</div></table>')(n),
  'footnotes that use each other': (n) => each(n, (i) => `x[^${i}]\n\n[^${i}]: b[^${i + 1}]`, '\n\n'),
  'a footnote used often': (n) => `[^1]: ${'a '.repeat(10)}\n\n${'x[^1] '.repeat(n)}`,
  'a long footnote used often': (n) => `[^1]: ${'a '.repeat(n)}\n\n${'x[^1] '.repeat(n)}`,
  'openings of a footnote that exists': (n) => `[^a]: b\n\n${'[^a'.repeat(n)}`,
  'a footnote of many paragraphs': (n) => `a[^1]\n\n[^1]: b\n${'\n    c\n'.repeat(n)}`,
  'a footnote of many lines': (n) => `a[^1]\n\n[^1]: b\n${'c\n'.repeat(n)}`,
  'footnotes nothing refers to': (n) => each(n, (i) => `[^${i}]: b`, '\n\n'),
  'references to footnotes that do not exist, ever deeper': (n) =>
    run(`x ${'<a href="#a" data-footnote-ref>'.repeat(20)}y${'</a>'.repeat(20)}\n\n`)(n),
  'references to one footnote, ever deeper': (n) =>
    `[^a]: b\n\n${run(`x ${'<a href="#user-content-fn-a" data-footnote-ref>'.repeat(20)}y${'</a>'.repeat(20)}\n\n`)(n)}`,
  'a footnote reference over and over': (n) =>
    `[^a]: b\n\nx ${nest('<a href="#user-content-fn-a" data-footnote-ref>', '</a>')(n)}`,
  definitions: (n) => each(n, (i) => `[a${i}]: b`, '\n'),
  'definitions with brackets': (n) => `[${'\\['.repeat(n)}]: b`,
  'uses of a definition with a long target': (n) => `[a]: ${'b'.repeat(100)}\n\n${'[a] '.repeat(n)}`,
  'references to a long definition': (n) => `${run('[a] ')(n)}\n\n[a]: /${run('b')(n)}\n`,
  'pictures in pictures': (n) => nest('<picture><source srcset="a">', '<img src="b"></picture>')(n),
  'pictures beside each other': (n) => `x ${'<picture><source srcset="a"><img src="b"></picture>'.repeat(n)}`,
  'a picture of many sources': (n) => `x <picture>${'<source srcset="a">'.repeat(n)}<img src="b"></picture>`,
  'figures with captions': (n) =>
    '<figure><img src="a"><figcaption><p>b</p></figcaption></figure>\n\n'.repeat(n),
  'a division of images': (n) => `<div>${'<figure><img src="a"></figure>'.repeat(n)}</div>`,
  'a division in divisions': nest('<div align="left">', '</div>'),
  'data-tag hints': nest('<div data-tag="hint">', '</div>'),
  'code with highlights': (n) => `<pre><code>${'a<strong>b</strong>\n'.repeat(n)}</code></pre>`,
  'buttons in buttons': nest('<a class="button" href="a">', '</a>'),
  'expressions in expressions': (n) => `x ${nest('<code class="expression">', '</code>')(n)}`,
  'colours in colours': (n) => `x ${nest('<mark style="color:red">', '</mark>')(n)}`,
  'links of elements': (n) => `x ${nest('<a href="a">', '</a>')(n)}`,
  'links of elements in links': (n) => `x ${nest('[<a href="a">', '</a>](b)')(n)}`,
  'emphasis of every kind': run('*a **b _c ~~d '),
  entities: run('&amp;'),
  'entities without an end': run('&#x1'),
  'a long word': run('a'),
  'a long line': run('word '),
  'a line of combining marks': run('e\u0301'),
  'line breaks of old systems': run('a\r'),
  NUL: run('\0'),
  'an autolink': (n) => `<http://${'a'.repeat(n)}>`,
  autolinks: run('<http://a.b> '),
  'an autolink without an end': (n) => `<http://${'a'.repeat(n)}`,
  'e-mail addresses': run('<a@b.c> '),
  'an integration with many properties': (n) => `{% @a/b ${each(n, (i) => `c${i}="d" `)} %}`,
  'an address of an embed': (n) => `{% embed url="http://${'#'.repeat(n)}" %}`,
  'a file with a long name': (n) => `{% file src="${'/a'.repeat(n)}" %}`,
  'an alternative text of quotes': (n) => `<div><img alt="a" ${" alt = 'b".repeat(n)}></div>`,
  'HTML that is kept, with alternative texts': (n) => `<video>${'<img alt='.repeat(n)}</video>`,
  'HTML that is kept, with signs before a tag': (n) => `<ul>${'<< a'.repeat(n)}</ul>`,
  'HTML that is kept, with scripts': (n) => `<video>${'<script>'.repeat(n)}</video>`,
  'HTML that is kept, with blanks': (n) => `<video>a${' \n'.repeat(n)}b</video>`,
  'HTML without ends': (n) => `<div>${'<p><b>a<ul><li>'.repeat(n)}`,
  'HTML of ends': (n) => `<div>${'</b></p></td>'.repeat(n)}`,
  'tables in tables': (n) => '<table><tr><td>'.repeat(n),
  'tables in tables with blank lines': (n) => '<table><tr><td>\n\na\n\n'.repeat(n),
  'expandables in one line': (n) => `${'<details><summary>a</summary>b'.repeat(n)}${'</details>'.repeat(n)}`,
  'inline HTML without ends': (n) => `a ${'<u><b><ul>'.repeat(n)}`,
  'nested lists': (n) => each(Math.min(n, 90), (i) => `${'  '.repeat(i)}* a`, '\n'),
  'nested quotes with text': (n) => each(Math.min(n, 90), (i) => `${'>'.repeat(i)} a`, '\n'),
  'a list marker in a list marker': (n) => '* '.repeat(n),
  'a list of numbers': (n) => each(n, (i) => `${i}. a`, '\n'),
  'lists that change': (n) => each(n, (i) => (i % 2 ? '* a' : '- a'), '\n'),
  'fences in a list': (n) => '* ```\n  a\n'.repeat(n),
  'an unclosed fence in lists': (n) => '* ```\n'.repeat(n),
  'a list over blank lines': (n) => `* a\n${'\n  b\n'.repeat(n)}`,
  'a quote with lazy lines': (n) => `> a\n${'b\n'.repeat(n)}`,
};

export const frontMatterFamilies: Record<string, Family> = {
  keys: (n) => each(n, (i) => `a${i}: b\n`),
  'one key': (n) => run('a: b\n')(n),
  'a long text': (n) => `a: ${'b'.repeat(n)}\n`,
  'a list': (n) => `a:\n${run('  - b\n')(n)}`,
  'a flow list': (n) => `a: [${run('b, ')(n)}]`,
  'nested lists': (n) => `a: ${nest('[', ']')(Math.min(n, 90))}`,
  'unclosed lists': (n) => `a: ${run('[')(n)}`,
  anchors: (n) => each(n, (i) => `a${i}: &a${i} b\n`),
  aliases: (n) => `a: &a b\n${each(n, (i) => `b${i}: *a\n`)}`,
  'aliases that unfold': (n) =>
    `a0: &a0 b\n${each(Math.min(n, 40), (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`)}`,
  comments: run('# a\n'),
  'a block text': (n) => `a: |\n${run('  b\n')(n)}`,
  'a folded text': (n) => `a: >\n${run('  b\n')(n)}`,
  quotes: (n) => `a: "${run('\\"')(n)}"`,
  'blank lines': run('\n'),
  errors: run('a: b: c\n'),
  'errors in one line': run('"a" '),
  'errors in one line of old line breaks': (n) => `${run('"a" ')(n)}${run('\r')(n)}a`,
  tabs: run('\ta\n'),
  tags: run('- !a b\n'),
  merges: (n) => `a: &a {b: c}\n${each(n, (i) => `b${i}:\n  <<: *a\n`)}`,
  'long keys': (n) => `${'a'.repeat(n)}: b\n`,
  'keys in question marks': run('? a\n: b\n'),
  'nested maps': (n) => `a: ${nest('{a: ', '}')(Math.min(n, 90))}`,
  'unclosed maps': (n) => `a: ${run('{a: ')(n)}`,
  'a flow map': (n) => `a: {${each(n, (i) => `a${i}: b, `)}}`,
  'nested lists in lines': (n) => `a:\n${each(Math.min(n, 90), (i) => `${' '.repeat(2 * i + 2)}-\n`)}`,
  'lists in one line': (n) => `a:\n  ${run('- ')(n)}b\n`,
  'a text over lines': (n) => `a: b\n${run('  c\n')(n)}`,
  'a quoted text over lines': (n) => `a: "b\n${run('  c\n')(n)}"`,
  'single quotes': (n) => `a: '${run("''")(n)}'`,
  'quotes without an end': run('a: "b\n'),
  'escapes in a text': (n) => `a: "${run('\\u0041')(n)}"`,
  'merges of merges': (n) =>
    `a0: &a0 {b: c}\n${each(n, (i) => `a${i + 1}: &a${i + 1}\n  <<: *a${i}\n  b${i}: c\n`)}`,
  'one map merged in a list': (n) => `a: &a {b: c}\nb:\n  <<: [${run('*a, ')(n)}*a]\n`,
  'aliases to a long list': (n) => `a: &a [${run('b, ')(n)}]\n${run('')(n)}${each(n, (i) => `b${i}: *a\n`)}`,
  'aliases to nothing': (n) => each(n, (i) => `a${i}: *b\n`),
  'an anchor over and over': run('- &a b\n'),
  documents: run('--- \na: b\n'),
  directives: run('%YAML 1.2\n'),
  'a long number': (n) => `a: ${run('1')(n)}`,
  'a long date': (n) => `a: 2020-01-01${run(' ')(n)}1`,
  binary: (n) => `a: !!binary ${run('AAAA')(n)}`,
  'blanks after a key': (n) => `a:${run(' ')(n)}b`,
  'blanks before a colon': (n) => `a${run(' ')(n)}: b`,
  'comments behind values': run('a: b # c\n'),
  colons: (n) => `a: ${run(':')(n)}`,
  'colons and blanks': (n) => `a${run(': ')(n)}`,
  'tags of GitBook': (n) => `tags:\n${run('  - tag: a\n    primary: true\n')(n)}`,
  'a layout of many parts': (n) => `layout:\n${each(n, (i) => `  a${i}:\n    visible: true\n`)}`,
  'a long description': (n) => `description: >-\n${run('  a b c\n')(n)}`,
  'a long title': (n) => `title: ${run('a *b* ')(n)}`,
  'a long condition': (n) => `if: a${run(' && a')(n)}`,
  indentation: (n) => each(Math.min(n, 90), (i) => `${' '.repeat(i)}a:\n`),
};
