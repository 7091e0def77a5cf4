import { type Family, frontMatterFamilies } from './markdown-families.ts';

const each = (n: number, text: (i: number) => string, separator = ''): string =>
  Array.from({ length: n }, (_, i) => text(i)).join(separator);
const lines =
  (line: string): Family =>
  (n) =>
    each(n, (i) => line.replaceAll('#', String(i)), '\n');
const indented =
  (line: string, levels = 45): Family =>
  (n) =>
    each(n, (i) => '  '.repeat(i % levels) + line, '\n');

/** A SUMMARY.md of n entries, or of one long line. */
export const summaryFamilies: Record<string, Family> = {
  'equal entries': lines('* x'),
  'equal slugs in equal groups': lines('## a\n\n* x'),
  'slugs that are cut': (n) => each(n, (i) => `* ${'a'.repeat(98)}${i % 50} ${i}`, '\n'),
  'slugs that were handed out': lines('* x\n* x-#'),
  'equal links': lines('* [a](a.md)'),
  'links to nothing': lines('* [a](b#.md)'),
  'links that leave the repository': lines('* [a](../../a.md)'),
  'links with anchors': lines('* [a](a.md#a#)'),
  'links in other case': lines('* [a](A.MD)'),
  'encoded links': lines('* [a](%61.md)'),
  'absolute links': lines('* [a](/a.md)'),
  addresses: lines('* [a](https://a.b/#)'),
  'deeper entries': indented('* [a](a.md)'),
  'deeper links with pages below': indented('* [a](https://a.b)'),
  'deeper long titles': (n) =>
    each(45, (i) => `${'  '.repeat(i)}* ${'a'.repeat(n)}`, '\n') +
    `\n${each(n, () => `${'  '.repeat(45)}* b`, '\n')}`,
  'deeper than allowed': indented('* a', 80),
  'one long title': (n) => `* ${'a '.repeat(n)}`,
  'one long link': (n) => `* [a](${'a/'.repeat(n)}b.md)`,
  'one long label': (n) => `* [a](a.md "${'b'.repeat(n)}")`,
  'steps up in a link': (n) => `* [a](${'../'.repeat(n)}b.md)`,
  brackets: (n) => `* ${'['.repeat(n)}`,
  'closed brackets': (n) => `* ${'[]('.repeat(n)}`,
  'nested brackets': (n) => `* ${'['.repeat(n)}${']('.repeat(n)}`,
  parentheses: (n) => `* [a](${'('.repeat(n)}`,
  'titles that never end': (n) => `* [a](b${' "'.repeat(n)}`,
  'titles of each kind that never end': (n) => `* [a](b${` "a 'a (a`.repeat(n)}`,
  'single backticks': (n) => `* ${'` `` '.repeat(n)}`,
  'backticks of many lengths': (n) => `* ${each(Math.ceil(Math.sqrt(n)), (i) => '`'.repeat(i + 1), ' ')}`,
  'a backtick before long runs': (n) => `* ${'`'.repeat(3)}${' `` ` '.repeat(n)}`,
  escapes: (n) => `* ${'\\*'.repeat(n)}`,
  backslashes: (n) => `* ${'\\'.repeat(n)}`,
  emphasis: (n) => `* ${'**a *b _c '.repeat(n)}`,
  entities: (n) => `* ${'&amp;'.repeat(n)}`,
  'blanks in an entry': (n) => `* a${' '.repeat(n)}b`,
  'blanks before an entry': (n) => `${' '.repeat(n)}* a`,
  'blanks in a link': (n) => `* [a](${' '.repeat(n)}a.md${' '.repeat(n)})`,
  'comments beside links': (n) => `* [a](b.md) ${'<!-- '.repeat(n)}`,
  comments: lines('<!-- a'),
  'closed comments': lines('<!-- a -->'),
  fences: lines('```'),
  'fences of growing length': (n) => each(Math.ceil(Math.sqrt(n)), (i) => '`'.repeat(3 + i), '\n'),
  'computed entries': lines('* ```yaml\n  type: a\n  ```'),
  'computed entries without an end': lines('* ```yaml'),
  'deeper computed entries without an end': indented('* ```yaml'),
  'a computed entry with errors in one line': (n) => `* \`\`\`yaml\n  ${'"a" '.repeat(n)}\n  \`\`\``,
  'a computed entry that is long': (n) => `* \`\`\`yaml\n${each(n, (i) => `  a${i}: b\n`)}  \`\`\``,
  'anchors in a heading': (n) => `## a ${'<a id="b"></a>'.repeat(n)}`,
  'unclosed anchors in a heading': (n) => `## a ${'<a id="b" '.repeat(n)}`,
  'a heading of #': (n) => `## a ${'#'.repeat(n)} b`,
  'a heading of -': (n) => `## a${'-'.repeat(n)}b`,
  'a rule': (n) => `${'* '.repeat(n)}a`,
  'a rule of -': (n) => `${'- '.repeat(n)}*`,
  underlined: lines('a\n='),
  'lines that are nothing': lines('a#'),
  'blank lines': (n) => '\n'.repeat(n),
  'front matter without an end': (n) => `---\n${lines('a: b')(n)}`,
};

/** The files of a repository by path. */
type RepositoryFamily = (n: number) => Record<string, string>;

const files = (n: number, path: (i: number) => string, text: (i: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [path(i), text(i)]));

/** Repositories of n files, or with one configuration file of n entries. */
export const repositoryFamilies: Record<string, RepositoryFamily> = {
  'equal pages': (n) =>
    files(
      n,
      (i) => `a${i}.md`,
      () => '# a\n',
    ),
  'equal files': (n) =>
    files(
      n,
      (i) => `a${i}.png`,
      () => 'a',
    ),
  'pages of one slug': (n) =>
    files(
      n,
      (i) => `a${'-'.repeat(i % 7)}${'!'.repeat(i % 11)}${'?'.repeat((i * 7) % 30)}.md`,
      (i) => `# ${i}\n`,
    ),
  'folders ever deeper': (n) =>
    files(
      n,
      (i) => `${'a/'.repeat(i % 50)}${i}.md`,
      (i) => `# ${i}\n`,
    ),
  'folders beside each other': (n) =>
    files(
      n,
      (i) => `a${i}/README.md`,
      (i) => `# ${i}\n`,
    ),
  'names in another case': (n) =>
    files(
      n,
      (i) => `a${i}.md`,
      () => `[b](A${n}.MD)\n`,
    ),
  'reusable contents': (n) =>
    files(
      n,
      (i) => `.gitbook/includes/a${i}.md`,
      () => '---\ntitle: a\n---\nb\n',
    ),
  redirects: (n) => ({
    '.gitbook.yaml': `redirects:\n${each(n, (i) => `  a${i}: b${i}.md\n`)}`,
    'README.md': '# a\n',
  }),
  ...Object.fromEntries(
    ['.gitbook.yaml', '.gitbook/vars.yaml', '.gitbook/tags.yaml'].flatMap((file) =>
      Object.entries(frontMatterFamilies).map(([name, make]) => [
        `${file}, ${name}`,
        (n: number) => ({ [file]: make(n), 'a.md': '# a\n' }),
      ]),
    ),
  ),
  'redirects of redirects': (n) => ({
    '.gitbook.yaml': `redirects:\n${each(n, (i) => `  a${i}: a${i + 1}\n`)}`,
    'README.md': '# a\n',
  }),
  'redirects to one page': (n) => ({
    '.gitbook.yaml': `redirects:\n${each(n, (i) => `  a${i}: README.md\n`)}`,
    'README.md': '# a\n',
  }),
  'one redirect over and over': (n) => ({
    '.gitbook.yaml': `redirects:\n${'  a: README.md\n'.repeat(n)}`,
    'README.md': '# a\n',
  }),
  'redirects to other websites': (n) => ({
    '.gitbook.yaml': `redirects:\n${each(n, (i) => `  a${i}: https://example.com/${i}\n`)}`,
    'README.md': '# a\n',
  }),
  'a redirect of a long path': (n) => ({
    '.gitbook.yaml': `redirects:\n  ${'a/'.repeat(n)}b: README.md\n`,
    'README.md': '# a\n',
  }),
  'pages of one title in one level': (n) => ({
    'SUMMARY.md': each(n, (i) => `* [Same](a${i}.md)\n`),
    ...files(
      n,
      (i) => `a${i}.md`,
      () => '# Same\n',
    ),
  }),
  'unknown keys': (n) => ({ '.gitbook.yaml': each(n, (i) => `a${i}: b\n`), 'README.md': '# a\n' }),
  'unknown structure': (n) => ({
    '.gitbook.yaml': `structure:\n${each(n, (i) => `  a${i}: b\n`)}`,
    'README.md': '# a\n',
  }),
  'a root of slashes': (n) => ({ '.gitbook.yaml': `root: ${'/'.repeat(n)}a\n`, 'README.md': '# a\n' }),
  variables: (n) => ({ '.gitbook/vars.yaml': each(n, (i) => `a${i}: b\n`) }),
  'wrong variables': (n) => ({ '.gitbook/vars.yaml': each(n, (i) => `"${i}!": b\n`) }),
  'errors in one line of variables': (n) => ({ '.gitbook/vars.yaml': '"a" '.repeat(n) }),
  tags: (n) => ({ '.gitbook/tags.yaml': each(n, (i) => `- tag: a${i}\n  label: b\n`) }),
  'equal tags': (n) => ({ '.gitbook/tags.yaml': each(n, () => `- tag: a\n  label: b\n`) }),
  'a title in a long page': (n) => ({ 'a.md': `${'a\n'.repeat(n)}# b\n` }),
  'front matter without an end': (n) => ({ 'a.md': `---\n${'a: b\n'.repeat(n)}` }),
  'front matter with dashes': (n) => ({ 'a.md': `---\n${'--- a\n'.repeat(n)}` }),
  'a title with anchors': (n) => ({ 'a.md': `# a${'<a '.repeat(n)}\n` }),
  'a title with blanks': (n) => ({ 'a.md': `# a${' '.repeat(n)}b\n` }),
  'a title with #': (n) => ({ 'a.md': `# a${' #'.repeat(n)}\n` }),
  'fences in a page': (n) => ({ 'a.md': '```\n'.repeat(n) }),
};
