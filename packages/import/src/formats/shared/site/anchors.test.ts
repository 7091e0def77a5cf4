import { describe, expect, it } from 'vitest';
import { filesOf, pageAt } from '../../../../../../test/fixtures/import/formats/shared/formats.ts';
import { docusaurusFormat } from '../../docusaurus/docusaurus.ts';
import { mkDocsFormat } from '../../mkdocs/mkdocs.ts';
import { vitePressFormat } from '../../vitepress/vitepress.ts';
import {
  type AnchorRule,
  honKitAnchors,
  mdBookAnchors,
  type PythonSlugs,
  pythonAnchors,
  vitePressAnchors,
} from './anchor-rules.ts';

const anchorsOf = (rule: AnchorRule, texts: readonly string[]): string[] => texts.map(rule([]));

/** Headings of one page, in order. */
const PYTHON_HEADINGS = [
  '首页',
  '安装',
  '配置说明',
  '什么是 Nebula Graph',
  'Limits',
  'Limits',
  'Ünïcode Straße',
  'a_b - c',
  'C++ & code',
  'v1.2.3',
  '100%',
  "Don't",
  'a--b',
  'a - b',
  'Limits 1',
  'Ligature ﬁ ½ ²',
  'ABC_1',
  'ABC_1',
  'link em',
  'a {b} c',
  'emoji 🎉 x',
  'İstanbul',
  'e.g. foo/bar',
  '1. First',
  'Limits_1',
  'Ø and Æ',
  'Привет мир',
  '한국어 Text',
];

/** The ids that Python-Markdown 3.4.1 gave to these headings, with PyMdown 9.5. */
const PYTHON_ANCHORS: { slugs: PythonSlugs; anchors: string[] }[] = [
  {
    slugs: { separator: '-', kind: 'ascii' },
    anchors: [
      '_1',
      '_2',
      '_3',
      'nebula-graph',
      'limits',
      'limits_1',
      'unicode-strae',
      'a_b-c',
      'c-code',
      'v123',
      '100',
      'dont',
      'a-b',
      'a-b_1',
      'limits-1',
      'ligature-fi-12-2',
      'abc_1',
      'abc_2',
      'link-em',
      'a-b-c',
      'emoji-x',
      'istanbul',
      'eg-foobar',
      '1-first',
      'limits_2',
      'and',
      '_4',
      'text',
    ],
  },
  {
    slugs: { separator: '_', kind: 'ascii' },
    anchors: [
      '_1',
      '_2',
      '_3',
      'nebula_graph',
      'limits',
      'limits_1',
      'unicode_strae',
      'a_b_-_c',
      'c_code',
      'v123',
      '100',
      'dont',
      'a--b',
      'a_-_b',
      'limits_2',
      'ligature_fi_12_2',
      'abc_1',
      'abc_2',
      'link_em',
      'a_b_c',
      'emoji_x',
      'istanbul',
      'eg_foobar',
      '1_first',
      'limits_3',
      'and',
      '_4',
      'text',
    ],
  },
  {
    slugs: { separator: '-', kind: 'unicode' },
    anchors: [
      '首页',
      '安装',
      '配置说明',
      '什么是-nebula-graph',
      'limits',
      'limits_1',
      'ünïcode-straße',
      'a_b-c',
      'c-code',
      'v123',
      '100',
      'dont',
      'a-b',
      'a-b_1',
      'limits-1',
      'ligature-ﬁ-½-²',
      'abc_1',
      'abc_2',
      'link-em',
      'a-b-c',
      'emoji-x',
      'i̇stanbul',
      'eg-foobar',
      '1-first',
      'limits_2',
      'ø-and-æ',
      'привет-мир',
      '한국어-text',
    ],
  },
  {
    slugs: { separator: '-', kind: 'pymdownx', letters: 'lower' },
    anchors: [
      '首页',
      '安装',
      '配置说明',
      '什么是-nebula-graph',
      'limits',
      'limits_1',
      'ünïcode-straße',
      'a_b---c',
      'c--code',
      'v123',
      '100',
      'dont',
      'a--b',
      'a---b',
      'limits-1',
      'ligature-ﬁ-½-²',
      'abc_1',
      'abc_2',
      'link-em',
      'a-b-c',
      'emoji--x',
      'istanbul',
      'eg-foobar',
      '1-first',
      'limits_2',
      'ø-and-æ',
      'привет-мир',
      '한국어-text',
    ],
  },
  {
    slugs: { separator: '-', kind: 'pymdownx' },
    anchors: [
      '首页',
      '安装',
      '配置说明',
      '什么是-Nebula-Graph',
      'Limits',
      'Limits_1',
      'Ünïcode-Straße',
      'a_b---c',
      'C--code',
      'v123',
      '100',
      'Dont',
      'a--b',
      'a---b',
      'Limits-1',
      'Ligature-ﬁ-½-²',
      'ABC_1',
      'ABC_2',
      'link-em',
      'a-b-c',
      'emoji--x',
      'İstanbul',
      'eg-foobar',
      '1-First',
      'Limits_2',
      'Ø-and-Æ',
      'Привет-мир',
      '한국어-Text',
    ],
  },
];

const HEADINGS = [
  '首页',
  'Install',
  '1. Install',
  '2024 plans',
  'Ünïcode Straße',
  'a_b - c',
  'C++ & code',
  'v1.2.3',
  "Don't “quote”",
  'a--b',
  'Привет мир',
  '한국어 Text',
  'emoji 🎉 x',
  'What is it?',
  '(x) y',
  'Ⅷ ½',
  'Limits',
  'Limits',
  'Limits',
];
/** The slugs of `@mdit-vue/shared` 3.0, made unique as `markdown-it-anchor` does. */
const VITEPRESS_ANCHORS = [
  '首页',
  'install',
  '_1-install',
  '_2024-plans',
  'unicode-straße',
  'a-b-c',
  'c-code',
  'v1-2-3',
  'don-t-quote',
  'a-b',
  'привет-мир',
  '한국어-text',
  'emoji-🎉-x',
  'what-is-it',
  'x-y',
  'viii-1⁄2',
  'limits',
  'limits-1',
  'limits-2',
];
/** The slugs of `github-slugid` 1.0.1. */
const HONKIT_ANCHORS = [
  '首页',
  'install',
  '1-install',
  '2024-plans',
  'ünïcode-straße',
  'ab---c',
  'c--code',
  'v123',
  'dont-quote',
  'a--b',
  'привет-мир',
  '한국어-text',
  'emoji-🎉-x',
  'what-is-it',
  'x-y',
  'ⅷ-½',
  'limits',
  'limits',
  'limits',
];

describe('the anchors of headings', () => {
  for (const { slugs, anchors } of PYTHON_ANCHORS)
    it(`are those of Python-Markdown: ${JSON.stringify(slugs)}`, () => {
      expect(anchorsOf(pythonAnchors(slugs), PYTHON_HEADINGS)).toEqual(anchors);
    });

  it('are those of VitePress', () => {
    expect(anchorsOf(vitePressAnchors, HEADINGS)).toEqual(VITEPRESS_ANCHORS);
  });

  it('are those of HonKit', () => {
    expect(anchorsOf(honKitAnchors, HEADINGS)).toEqual(HONKIT_ANCHORS);
  });

  it('are those of mdBook', () => {
    // The pairs of the tests of mdBook.
    const pairs = {
      '--passes: add more rustdoc passes': '--passes-add-more-rustdoc-passes',
      'Method-call 🐙 expressions \u{1f47c}': 'method-call--expressions-',
      '_-_12345': '_-_12345',
      '12345': '12345',
      中文: '中文',
      にほんご: 'にほんご',
      한국어: '한국어',
    };
    for (const [text, anchor] of Object.entries(pairs)) expect(mdBookAnchors([])(text)).toBe(anchor);
    expect(anchorsOf(mdBookAnchors, ['Foo', 'Foo', 'Foo'])).toEqual(['foo', 'foo-1', 'foo-2']);
  });

  it('are given in work that is linear in the number of equal headings', () => {
    const same = Array.from({ length: 50_000 }, () => 'Limits');
    for (const rule of [pythonAnchors({ separator: '-', kind: 'ascii' }), vitePressAnchors])
      expect(new Set(anchorsOf(rule, same)).size).toBe(50_000);
  });
});

const FORMS: Record<string, (target: string) => string> = {
  'a link': (target) => `[a](${target})`,
  'a link by reference': (target) => `[a][r]\n\n[r]: ${target}`,
  'a link in HTML': (target) => `<a href="${target}">a</a>`,
  'a link in a list': (target) => `- [a](${target})`,
};

const GENERATORS = {
  mkdocs: {
    convert: (files: Record<string, string>) =>
      mkDocsFormat.convert(filesOf({ 'mkdocs.yml': 'site_name: M', ...files }), { sourceName: 'site' }),
    anchors: ['_1', '_2', 'limits', 'limits_1', 'own', 'nebula-graph', '_3'],
  },
  docusaurus: {
    convert: (files: Record<string, string>) =>
      docusaurusFormat.convert(filesOf({ 'docusaurus.config.js': 'export default {};', ...files }), {
        sourceName: 'site',
      }),
    anchors: ['首页', '安装', 'limits', 'limits-1', 'own', '什么是-nebula-graph', '1-一'],
  },
  vitepress: {
    convert: (files: Record<string, string>) =>
      vitePressFormat.convert(
        filesOf({ '.vitepress/config.js': "export default { srcDir: 'docs' }", ...files }),
        { sourceName: 'site' },
      ),
    anchors: ['首页', '安装', 'limits', 'limits-1', 'own', '什么是-nebula-graph', '_1-一'],
  },
};

const SOURCE = '# 首页\n\n## 安装\n\n## Limits\n\n## Limits\n\n## Named {#own}\n\n## 什么是 Nebula Graph\n\n';
const LAST = { mkdocs: '## 一\n', docusaurus: '## 1. 一\n', vitepress: '## 1. 一\n' };
const TARGETS = ['', '安装', 'limits', 'limits-1', 'own', '什么是-nebula-graph'];

describe('links with the anchors of a generator', () => {
  for (const [name, { convert, anchors }] of Object.entries(GENERATORS))
    it(`lead to the headings: ${name}`, async () => {
      const last = LAST[name as keyof typeof LAST];
      const targets = [...TARGETS, name === 'mkdocs' ? '一' : 'id-1.-一'];
      for (const write of Object.values(FORMS)) {
        const links = anchors.map((anchor) => write(`other.md#${anchor}`));
        const pages = Object.fromEntries(
          links.map((link, i) => [`docs/page-${i}.md`, `# Page\n\n${link}\n`]),
        );
        const content = await convert({ 'docs/other.md': SOURCE + last, ...pages });
        targets.forEach((target, i) => {
          const wanted = write(`/docs/other.md${target === '' ? '' : `#${target}`}`);
          expect(pageAt(content, `docs/page-${i}.md`).markdown).toBe(`${wanted}\n`);
        });
        const same = await convert({
          'docs/other.md': SOURCE + last,
          'docs/same.md': `${SOURCE}${last}\n${write(`#${anchors[3]}`)}\n\n[b](#${anchors[0]}) [c](#gone)\n`,
        });
        expect(pageAt(same, 'docs/same.md').markdown).toContain(write('#limits-1'));
        expect(pageAt(same, 'docs/same.md').markdown).toContain('[b](/docs/same.md) [c](#gone)');
      }
    });

  it('lead to the headings in the form of another generator, if only one heading has these words', async () => {
    const content = await GENERATORS.mkdocs.convert({
      'docs/a.md':
        '# A\n\n[a](#nebula_graph) [b](#Two-Words) [c](#x-y) [d](#12)\n\n## 什么是 Nebula Graph\n\n## Two words\n\n## X Y\n\n## XY\n',
    });
    expect(pageAt(content, 'docs/a.md').markdown.split('\n')[0]).toBe(
      '[a](#什么是-nebula-graph) [b](#two-words) [c](#x-y) [d](#12)',
    );
  });

  it('do not count the titles of admonitions', async () => {
    const content = await GENERATORS.mkdocs.convert({
      'docs/a.md':
        '# A\n\n!!! note "Limits"\n\n    Text\n\n## Limits\n\n## Limits\n\n[a](#limits) [b](#limits_1)\n',
    });
    expect(pageAt(content, 'docs/a.md').markdown).toContain('[a](#limits-1) [b](#limits-2)');
  });
});
