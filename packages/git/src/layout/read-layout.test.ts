import { describe, expect, it } from 'vitest';
import type { LayoutNode, RepositoryLayout } from './layout.ts';
import { readRepositoryLayout } from './read-layout.ts';

function layoutOf(texts: Record<string, string>, projectDirectory?: string): Promise<RepositoryLayout> {
  const entries = Object.keys(texts).map((path) => ({
    path,
    oid: '0'.repeat(40),
    size: texts[path]!.length,
  }));
  return readRepositoryLayout(
    {
      list: () => entries,
      readTexts: async (paths) =>
        new Map(paths.flatMap((path) => (texts[path] === undefined ? [] : [[path, texts[path]] as const]))),
    },
    { projectDirectory },
  );
}

const outline = (nodes: readonly LayoutNode[], indent = ''): string[] =>
  nodes.flatMap((node) => {
    const path = node.type === 'document' ? ` → ${node.path ?? '–'}` : '';
    return [`${indent}${node.type} ${node.title}${path}`, ...outline(node.children, `${indent}  `)];
  });

const told = (layout: RepositoryLayout): string => layout.report.map((entry) => entry.message).join('\n');

const SMALL = { 'README.md': '# Home\n', 'SUMMARY.md': '* [Home](README.md)\n' };

describe('.gitbook.yaml', () => {
  it('may be missing, empty, a bare separator or nonsense', async () => {
    for (const config of [undefined, '', '---\n', '# only a comment\n', '---\n---\n']) {
      const layout = await layoutOf({
        ...SMALL,
        ...(config === undefined ? {} : { '.gitbook.yaml': config }),
      });
      expect([config, layout.root, layout.summaryPath, layout.report]).toEqual([
        config,
        '',
        'SUMMARY.md',
        [],
      ]);
    }
    const broken = await layoutOf({ ...SMALL, '.gitbook.yaml': 'root: [docs\n' });
    expect(broken.report[0]).toMatchObject({ severity: 'error', path: '.gitbook.yaml' });
    expect(broken.nodes).toHaveLength(1);
    expect(told(await layoutOf({ ...SMALL, '.gitbook.yaml': 'just text\n' }))).toContain(
      'contains no settings',
    );
  });

  it('finds the root in every spelling', async () => {
    const files = { 'docs/guide/README.md': '# Home\n', 'docs/guide/SUMMARY.md': '* [Home](README.md)\n' };
    for (const root of [
      'docs/guide',
      './docs/guide',
      './docs/guide/',
      '/docs/guide',
      'docs//guide',
      'docs/x/../guide',
    ]) {
      const layout = await layoutOf({ ...files, '.gitbook.yaml': `root: ${root}\n` });
      expect([root, layout.root, layout.report]).toEqual([root, 'docs/guide', []]);
      expect(outline(layout.nodes)).toEqual(['document Home → docs/guide/README.md']);
    }
  });

  it('falls back, and says so, when the root is not there or outside', async () => {
    for (const [root, reason] of [
      ['nowhere', 'does not exist'],
      ['../..', 'is outside'],
      ['README.md', 'does not exist'],
    ]) {
      const layout = await layoutOf({ ...SMALL, '.gitbook.yaml': `root: ${root}\n` });
      expect(layout.root).toBe('');
      expect(layout.nodes).toHaveLength(1);
      expect(layout.report[0]).toMatchObject({ line: 1, message: expect.stringContaining(reason!) });
    }
  });

  it('reads past invisible characters', async () => {
    const layout = await layoutOf({
      '.gitbook.yaml': 'root: ./docs/\n\n\u200bstructure:\n  summary: TOC.md\u200b\n',
      'docs/TOC.md': '* [A](a.md)\n',
      'docs/a.md': '# A\n',
    });
    expect(layout.summaryPath).toBe('docs/TOC.md');
    expect(told(layout)).toContain('Invisible characters');
  });

  it('may name the summary and the readme elsewhere', async () => {
    const layout = await layoutOf({
      '.gitbook.yaml': 'structure:\n  readme: ./intro/start.md\n  summary: ./toc/CONTENTS.md\n',
      'intro/start.md': '# Start\n',
      'toc/CONTENTS.md': '* [A](../a.md)\n* [B](b.md)\n',
      'a.md': '# A\n',
      'b.md': '# B\n',
    });
    // Links count from the summary's own folder; where that finds nothing, from the root.
    expect(outline(layout.nodes)).toEqual([
      'document Start → intro/start.md',
      'document A → a.md',
      'document B → b.md',
    ]);
    expect(told(await layoutOf({ ...SMALL, '.gitbook.yaml': 'structure: {summary: gone.md}\n' }))).toContain(
      'structure.summary',
    );
  });

  it('counts from the project directory', async () => {
    const files = {
      'a/.gitbook.yaml': 'root: docs\n',
      'a/docs/SUMMARY.md': '* [P](p.md)\n',
      'a/docs/p.md': '',
      'b/x.md': '',
    };
    for (const directory of ['a', './a/', '/a']) {
      const layout = await layoutOf(files, directory);
      expect([layout.root, layout.files, outline(layout.nodes)]).toEqual([
        'a/docs',
        [],
        ['document P → a/docs/p.md'],
      ]);
    }
    expect((await layoutOf(files, 'nowhere')).report[0]).toMatchObject({ severity: 'error' });
  });

  it('keeps redirects to addresses, folders and names without extension', async () => {
    const layout = await layoutOf({
      ...SMALL,
      'dir/README.md': '',
      '.gitbook.yaml':
        'redirects:\n  /a: https://example.org/x\n  b: dir/\n  c: ./README\n  d:\n  2024: README.md\n',
    });
    expect(layout.redirects).toEqual([
      { from: '2024', to: 'README.md' },
      { from: 'a', to: 'https://example.org/x' },
      { from: 'b', to: 'dir/README.md' },
      { from: 'c', to: 'README.md' },
    ]);
    expect(layout.report).toMatchObject([
      { line: 5, message: 'The redirect from “d” has no target and was ignored.' },
    ]);
  });

  it('survives aliases that grow without end', async () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'
        .split('')
        .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join()}]`),
    ];
    const layout = await layoutOf({ ...SMALL, '.gitbook.yaml': `${bomb.join('\n')}\n` });
    expect(layout.report[0]).toMatchObject({ severity: 'error' });
  });
});

describe('SUMMARY.md', () => {
  it('makes a README that it does not list the first page', async () => {
    const layout = await layoutOf({
      'README.md': '---\nicon: x\n---\n\n# The *home*\n',
      'SUMMARY.md': '* [A](a.md)\n',
      'a.md': '',
    });
    expect(outline(layout.nodes)).toEqual(['document The home → README.md', 'document A → a.md']);
    expect(layout.nodes[0]).not.toHaveProperty('lines');
    expect(told(layout)).toContain('It became the first page');
  });

  it('keeps other unlisted Markdown as files', async () => {
    const layout = await layoutOf({ ...SMALL, 'draft.md': '# Draft\n' });
    expect(layout.files.map((file) => file.path)).toEqual(['draft.md']);
  });

  it('makes the first exact place of a file its page, wherever an anchor came before', async () => {
    const layout = await layoutOf({
      ...SMALL,
      'SUMMARY.md': '* [Part](README.md#part)\n* [Home](./README.md)\n* [Again](/README.md)\n',
    });
    expect(layout.nodes).toMatchObject([
      { type: 'link', href: 'README.md#part', path: 'README.md', anchor: 'part' },
      { type: 'document', path: 'README.md', lines: { line: 1, endLine: 2 } },
      { type: 'link', href: '/README.md', path: 'README.md' },
    ]);
    const only = await layoutOf({ ...SMALL, 'SUMMARY.md': '* [Part](README.md#part)\n' });
    expect(only.nodes).toMatchObject([{ type: 'document', path: 'README.md', anchor: 'part' }]);
  });

  it('lets pages below a link or a computed entry, which cannot hold any, follow it', async () => {
    const layout = await layoutOf({
      ...SMALL,
      'SUMMARY.md':
        '* [Home](README.md)\n* [Again](README.md)\n  * [A](a.md)\n    * [Net](https://e.org)\n      * [B](b.md)\n* ```yaml\n  type: builtin:openapi\n  ```\n  * [C](c.md)\n',
      'a.md': '',
      'b.md': '',
      'c.md': '',
    });
    expect(outline(layout.nodes)).toEqual([
      'document Home → README.md',
      'link Again',
      'document A → a.md',
      '  link Net',
      '  document B → b.md',
      'computed builtin:openapi',
      'document C → c.md',
    ]);
    expect(layout.report.filter((entry) => /cannot contain pages/.test(entry.message))).toMatchObject([
      { line: 4 },
      { line: 2 },
      { line: 6 },
    ]);
  });

  it('calls a page without a text as the page calls itself', async () => {
    const layout = await layoutOf({
      'SUMMARY.md': '* [](a.md)\n* [ ](b/c.md)\n',
      'a.md': '# An *A*\n',
      'b/c.md': 'Nothing\n',
    });
    expect(outline(layout.nodes)).toEqual(['document An A → a.md', 'document c → b/c.md']);
  });

  it('links to files that are no pages, to addresses and to anchors', async () => {
    const layout = await layoutOf({
      ...SMALL,
      'api.yaml': 'x',
      'SUMMARY.md':
        '* [H](README.md)\n* [Spec](api.yaml)\n* [Mail](mailto:a@b.c)\n* [Net](//e.org)\n* [Top](#top)\n',
    });
    expect(layout.nodes.slice(1)).toMatchObject([
      { type: 'link', href: 'api.yaml', path: 'api.yaml' },
      { type: 'link', href: 'mailto:a@b.c' },
      { type: 'link', href: '//e.org' },
      { type: 'link', href: '#top' },
    ]);
    expect(layout.files.map((file) => file.path)).toEqual(['api.yaml']);
  });

  it('never reaches out of the repository', async () => {
    const layout = await layoutOf({
      ...SMALL,
      'SUMMARY.md':
        '* [H](README.md)\n* [X](../../etc/passwd)\n* [Y](a/../../x.md)\n* [Z](..%2f..%2fetc/passwd)\n',
    });
    expect(outline(layout.nodes).slice(1)).toEqual(['document X → –', 'document Y → –', 'document Z → –']);
    expect(layout.report.filter((entry) => entry.severity === 'error').map((entry) => entry.line)).toEqual([
      2, 3, 4,
    ]);
  });

  it('has an empty tree when it is empty', async () => {
    expect((await layoutOf({ 'SUMMARY.md': '', 'a.md': '' })).nodes).toEqual([]);
  });

  it('reports a computed entry that describes nothing', async () => {
    const layout = await layoutOf({ ...SMALL, 'SUMMARY.md': '* [H](README.md)\n* ```yaml\n  - [\n  ```\n' });
    expect(layout.nodes[1]).toMatchObject({ type: 'computed', source: '- [\n', parsed: undefined });
    expect(layout.report).toMatchObject([{ severity: 'error', line: 2 }]);
  });
});

describe('without SUMMARY.md', () => {
  it('derives the tree from the folders', async () => {
    const layout = await layoutOf({
      'README.md': 'No heading\n',
      'b.md': '---\nicon: x\n---\n```\n# not this\n```\n# Bee `code` ##\n',
      'c.md': '---\ntitle: Named\n---\n# Other\n',
      'd.md': '<!-- c -->\n\nIn two\n[lines](a9.md) <br> ![x](y.png)\n===\n',
      'a10.md': '# Ten\n',
      'a9.md': '# Nine\n',
      'guide/README.md': '# The guide\n',
      'guide/z.md': 'text\n',
      'guide/deep/er/x.md': '# X\n',
      'images/only.png': 'png',
      '.github/ISSUE.md': '# Issue\n',
      '.gitbook/includes/i.md': '---\ntitle: "Inc: 1"\n---\n',
    });
    expect(layout.summaryPath).toBeUndefined();
    expect(outline(layout.nodes)).toEqual([
      'document README → README.md',
      'document Nine → a9.md',
      'document Ten → a10.md',
      'document Bee code → b.md',
      'document Named → c.md',
      'document In two lines x → d.md',
      'document The guide → guide/README.md',
      '  document deep → –',
      '    document er → –',
      '      document X → guide/deep/er/x.md',
      '  document z → guide/z.md',
    ]);
    expect(layout.includes).toEqual([{ path: '.gitbook/includes/i.md', title: 'Inc: 1' }]);
    expect(layout.files.map((file) => file.path)).toEqual(['images/only.png']);
  });

  it('takes an index as the page of a folder that has no README', async () => {
    const layout = await layoutOf({
      'Index.md': '# Home\n',
      'a.md': '# A\n',
      'guide/index.markdown': '# The guide\n',
      'guide/z.md': '# Z\n',
      'both/index.md': '# The index\n',
      'both/readme.md': '# Both\n',
      'two/INDEX.md': '# First\n',
      'two/index.md': '# Second\n',
    });
    expect(outline(layout.nodes)).toEqual([
      'document Home → Index.md',
      'document A → a.md',
      'document Both → both/readme.md',
      '  document The index → both/index.md',
      'document The guide → guide/index.markdown',
      '  document Z → guide/z.md',
      'document First → two/INDEX.md',
      '  document Second → two/index.md',
    ]);
    expect(layout.report.map(({ path, message }) => [path, message])).toEqual([
      [
        'both/index.md',
        'both/index.md became a page of its own, because both/readme.md is the page of its folder.',
      ],
      [
        'two/index.md',
        'two/index.md became a page of its own, because two/INDEX.md is the page of its folder.',
      ],
    ]);
    const configured = await layoutOf({
      '.gitbook.yaml': 'structure:\n  readme: a.md\n',
      'a.md': '# A\n',
      'index.md': '# Home\n',
    });
    expect(outline(configured.nodes)).toEqual(['document A → a.md', 'document Home → index.md']);
  });

  it('takes a file as the page of the folder with its name beside it', async () => {
    const layout = await layoutOf({
      'index.md': '# Home\n',
      'guide.md': '# Guide\n',
      'guide/install.md': '# Install\n',
      'guide/install/linux.markdown': '# Linux\n',
      'guide/install/linux/arch.md': '# Arch\n',
      'both.md': '# Beside\n',
      'both/README.md': '# Within\n',
      'both/a.md': '# A\n',
      'Case.md': '# Case\n',
      'case/b.md': '# B\n',
    });
    expect(outline(layout.nodes)).toEqual([
      'document Home → index.md',
      'document Beside → both.md',
      'document Within → both/README.md',
      '  document A → both/a.md',
      'document Case → Case.md',
      '  document B → case/b.md',
      'document Guide → guide.md',
      '  document Install → guide/install.md',
      '    document Linux → guide/install/linux.markdown',
      '      document Arch → guide/install/linux/arch.md',
    ]);
    expect(layout.report.map(({ path, message }) => [path, message])).toEqual([
      ['both.md', 'both.md became a page of its own, because both/README.md is the page of the folder.'],
    ]);
  });

  it('takes a file as the page of a folder that would have the same address', async () => {
    const layout = await layoutOf({
      'Getting Started.md': '# Start\n',
      'getting-started/a.md': '# A\n',
      // The same name comes first, and each file is the page of one folder.
      'API.md': '# Upper\n',
      'api.md': '# Lower\n',
      'api/b.md': '# B\n',
      'Api/c.md': '# C\n',
      'x/Deep.markdown': '# Deep\n',
      'x/deep/d.md': '# D\n',
      'x/DEEP/e.md': '# E\n',
      // One spelling is composed, the other is not.
      'caf\u00e9.md': '# Café\n',
      'cafe\u0301/f.md': '# F\n',
      'Own.md': '# Beside\n',
      'own/index.md': '# Within\n',
    });
    expect(outline(layout.nodes)).toEqual([
      'document Lower → api.md',
      '  document B → api/b.md',
      'document Upper → API.md',
      '  document C → Api/c.md',
      'document Café → café.md',
      '  document F → cafe\u0301/f.md',
      'document Start → Getting Started.md',
      '  document A → getting-started/a.md',
      'document Within → own/index.md',
      'document Beside → Own.md',
      'document x → –',
      '  document Deep → x/Deep.markdown',
      '    document D → x/deep/d.md',
      '  document DEEP → –',
      '    document E → x/DEEP/e.md',
    ]);
    expect(layout.report.map(({ path }) => path)).toEqual(['Own.md']);
  });

  it('is empty for an empty repository', async () => {
    expect(await layoutOf({})).toMatchObject({ nodes: [], files: [], report: [] });
  });
});
