/** Repositories in the styles of site generators: each page has drawn forms, and words that no other place has. */
import { createRandom } from '../random.ts';

export const GENERATORS = ['vitepress', 'docusaurus', 'mkdocs', 'honkit'] as const;
export type Generator = (typeof GENERATORS)[number];

const PAGES_OF_REPOSITORY = 75;

/** The ids of the headings of each page, in order, as a generator made them. Links to headings need them. */
export type Anchors = Record<string, readonly string[]>;

const HEADINGS = [
  'Install',
  '1. Install',
  'What’s new?',
  "What's new here?",
  // Python-Markdown takes a number sign at the end away.
  'C++ & C# code',
  'Größe ändern',
  '安装 步骤',
  'The `code` way',
  'API v1.0.0',
  'FAQ / Help',
  'Step 1.1: Go!',
  'Repeat',
  'Repeat',
  'A *soft* word',
  'snake_case_name',
  'Option --flag',
  'Party 🎉 time',
  'Wait for it...',
  'Über & unter',
  'Values (optional)',
];

const FOLDERS = ['guide', 'reference', 'how-to', 'about'];

interface Drawing {
  generator: Generator;
  path: string;
  paths: readonly string[];
  anchors: Anchors;
  /** A word that no other place has. */
  word(): string;
  pick<T>(values: readonly T[]): T;
}

type Form = (drawing: Drawing) => string;

const pathFrom = (from: string, to: string): string => {
  const [folder] = from.split('/');
  const [other, name] = to.split('/');
  return folder === other ? `${name}` : `../${to}`;
};

/** A link to another page, as the generator lets its authors write it. */
const linkTo: Form = ({ generator, path, paths, anchors, word, pick }) => {
  const to = pick(paths);
  const ids = anchors[to] ?? [];
  const anchor = ids.length > 0 && pick([true, false]) ? `#${pick(ids)}` : '';
  const relative = pathFrom(path, to);
  const bare = to.replace(/\.md$/, '');
  const forms: Record<Generator, string[]> = {
    vitepress: [relative, `./${relative}`, `/${bare}`, `/${bare}.html`, relative.replace(/\.md$/, '')],
    docusaurus: [relative, `./${relative}`, `/docs/${bare}`, `/base/docs/${bare}`],
    mkdocs: [relative, `./${relative}`],
    honkit: [relative, `./${relative}`, `/${to}`],
  };
  return `[${word()} ${word()}](${pick(forms[generator])}${anchor})`;
};

const picture: Form = ({ generator, word, pick }) => {
  const name = pick(['one', 'two', 'three']);
  const places: Record<Generator, string> = {
    vitepress: `/${name}.png`,
    docusaurus: `/img/${name}.png`,
    mkdocs: `../images/${name}.png`,
    honkit: `../images/${name}.png`,
  };
  return `![${word()}](${places[generator]})`;
};

const COMMON: readonly Form[] = [
  ({ word }) => `${word()} **${word()}** and *${word()}*, \`${word()}\` then ~~${word()}~~ ${word()}\\* end.`,
  (drawing) => `See ${linkTo(drawing)} and ${linkTo(drawing)}.`,
  (drawing) => `- ${drawing.word()}\n- ${linkTo(drawing)}\n    - ${drawing.word()}\n- ${drawing.word()}`,
  ({ word }) => `1. ${word()}\n2. ${word()}\n\n    ${word()} inside\n\n3. ${word()}`,
  ({ word }) => `3. ${word()}\n4. ${word()}`,
  ({ word }) =>
    `| ${word()} | ${word()} |\n| :--- | ---: |\n| ${word()} | \`${word()}\` |\n| **${word()}** | |`,
  ({ word }) => `\`\`\`js\nconst ${word()} = '${word()}';\n\`\`\``,
  ({ word }) => `> ${word()} ${word()}\n> ${word()}`,
  ({ word }) => `---\n\n${word()}`,
  ({ word }) => `Press <kbd>${word()}</kbd>, H<sub>${word()}</sub>O and x<sup>${word()}</sup> ${word()}`,
  // HonKit reads no Markdown in HTML, and MkDocs only where it is told to.
  ({ generator, word }) => {
    const bold = generator === 'honkit' ? `<b>${word()}</b>` : `**${word()}**`;
    const opening = generator === 'mkdocs' ? '<details markdown>' : '<details>';
    return `${opening}\n<summary>${word()}</summary>\n\n${word()} ${bold}\n\n</details>`;
  },
  (drawing) => `${drawing.word()}\n\n${picture(drawing)}`,
  // MDX has no addresses in angle brackets.
  ({ generator, word }) =>
    `Outside: [${word()}](https://example.com/${word()})${generator === 'docusaurus' ? '' : ` and <https://example.org/${word()}>`}`,
  ({ word }) => `${word()} &copy; ${word()} &amp; ${word()}`,
  // If a label is defined twice, CommonMark takes the first definition, and Python-Markdown the last.
  ({ word }) => {
    const label = word();
    return `[${word()}][${label}] text\n\n[${label}]: https://example.net/${word()}`;
  },
];

const OWN: Record<Generator, readonly Form[]> = {
  vitepress: [
    ({ word, pick }) => `::: ${pick(['tip', 'warning', 'danger', 'info'])} ${word()}\n${word()}\n:::`,
    ({ word }) => `::: details ${word()}\n${word()}\n:::`,
    ({ word }) => `${word()} :tada: ${word()}`,
    ({ word }) => `## Custom ${word()} {#custom-${word()}}`,
    ({ word }) => `::: v-pre\n{{ ${word()} }}\n:::`,
    ({ word }) => `> [!NOTE]\n> ${word()}`,
  ],
  docusaurus: [
    ({ word, pick }) =>
      `:::${pick(['note', 'tip', 'info', 'warning', 'danger'])}[${word()}]\n\n${word()}\n\n:::`,
    ({ word }) => `## Custom ${word()} {#custom-${word()}}`,
    ({ word }) => `\`\`\`bash title="${word()}.sh"\n${word()}\n\`\`\``,
    ({ word }) => `${word()}[^${word()}]`.replace(/\[\^(.*)\]$/, `[^$1]\n\n[^$1]: ${word()}`),
    ({ word }) => `{/* hidden */}\n\n${word()}`,
  ],
  mkdocs: [
    ({ word, pick }) => `!!! ${pick(['note', 'tip', 'warning', 'danger'])} "${word()}"\n    ${word()}`,
    ({ word }) => `??? note "${word()}"\n    ${word()}`,
    ({ word }) => `${word()}\n:   ${word()}`,
    ({ word }) => `=== "${word()}"\n\n    ${word()}\n\n=== "${word()}"\n\n    ${word()}`,
    ({ word }) => `${word()} ==${word()}== ${word()}`,
    ({ word }) => `\`\`\` py title="${word()}.py"\n${word()}\n\`\`\``,
    ({ word }) => `## Custom ${word()} { #custom-${word()} }`,
    (drawing) =>
      `<figure markdown>\n  ${picture(drawing)}\n  <figcaption>${drawing.word()}</figcaption>\n</figure>`,
  ],
  honkit: [
    ({ word }) => `{% raw %}{{ ${word()} }}{% endraw %}`,
    ({ word }) => `${word()} {{ book.product }} ${word()}`,
  ],
};

const docsFolder: Record<Generator, string> = {
  vitepress: '',
  docusaurus: 'docs/',
  mkdocs: 'docs/',
  honkit: '',
};
const pictures: Record<Generator, string> = {
  vitepress: 'public/',
  docusaurus: 'static/img/',
  mkdocs: 'docs/images/',
  honkit: 'images/',
};

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The paths of the pages, relative to the folder of the documentation. */
export const pagePaths = (): string[] =>
  Array.from({ length: PAGES_OF_REPOSITORY }, (_, at) => `${FOLDERS[at % FOLDERS.length]}/page-${at}.md`);

/** A repository with the configuration of the generator. It is the same on each call with the same anchors. */
export function writeRepository(generator: Generator, anchors: Anchors): Record<string, string | Buffer> {
  const paths = pagePaths();
  const files: Record<string, string | Buffer> = { ...configurationOf(generator, paths) };
  for (const name of ['one', 'two', 'three']) files[`${pictures[generator]}${name}.png`] = PNG;
  for (const [at, path] of paths.entries())
    files[docsFolder[generator] + path] = writePage(generator, { at, paths, anchors });
  return files;
}

function writePage(
  generator: Generator,
  { at, paths, anchors }: { at: number; paths: readonly string[]; anchors: Anchors },
): string {
  // Links draw from a sequence of their own, so that the rest of the page does not depend on whether anchors are known.
  const random = createRandom(at + 1);
  const ofLinks = createRandom(1000 + at);
  let words = 0;
  const drawing: Drawing = {
    generator,
    path: paths[at] as string,
    paths,
    anchors,
    word: () => {
      words += 1;
      return `w${at}x${words}`;
    },
    pick: (values) => values[Math.floor(ofLinks() * values.length)] as never,
  };
  const draw = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const title = `Page ${at} ${draw(['about', 'of', 'with'])} ${drawing.word()}`;
  const parts = [draw([`# ${title}`, `${title}\n=====`, `# ${title}`])];
  for (let section = 0; section < 3; section += 1) {
    parts.push(`${draw(['##', '###'])} ${draw(HEADINGS)}`);
    for (let piece = 0; piece < 3; piece += 1) parts.push(draw([...COMMON, ...OWN[generator]])(drawing));
  }
  return `${parts.join('\n\n')}\n`;
}

function configurationOf(generator: Generator, paths: readonly string[]): Record<string, string> {
  switch (generator) {
    case 'vitepress':
      return {
        '.vitepress/config.mjs': `export default { title: 'Seen', base: '/', themeConfig: { sidebar: ${JSON.stringify(
          paths.map((path) => ({ text: path, link: `/${path.replace(/\.md$/, '')}` })),
        )} } };\n`,
        'index.md': '# Start\n\nHome.\n',
      };
    case 'docusaurus':
      return {
        'docusaurus.config.js':
          "module.exports = { title: 'Seen', url: 'https://docs.example.com', baseUrl: '/base/', onBrokenLinks: 'warn', onBrokenAnchors: 'warn', presets: [['classic', { docs: { routeBasePath: 'docs' }, blog: false }]] };\n",
        'docs/index.md': '# Start\n\nHome.\n',
      };
    case 'mkdocs':
      return {
        'mkdocs.yml':
          'site_name: Seen\ntheme:\n  name: material\nmarkdown_extensions:\n  - admonition\n  - attr_list\n  - def_list\n  - footnotes\n  - md_in_html\n  - tables\n  - toc:\n      permalink: true\n  - pymdownx.details\n  - pymdownx.mark\n  - pymdownx.superfences\n  - pymdownx.tilde\n  - pymdownx.tabbed:\n      alternate_style: true\nplugins: []\n',
        'docs/index.md': '# Start\n\nHome.\n',
      };
    case 'honkit':
      return {
        'book.json':
          '{"title": "Seen", "variables": {"product": "Lamp"}, "plugins": ["-sharing", "-search", "-lunr"]}\n',
        'README.md': '# Start\n\nHome.\n',
        'SUMMARY.md': `# Summary\n\n* [Start](README.md)\n${paths.map((path) => `* [${path}](${path})\n`).join('')}`,
      };
  }
}
