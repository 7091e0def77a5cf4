/** Pages written for GitHub and for generators of documentation, as readers of a published site see them. */

import { descendantsOf, textOf } from '@lectern/html/html-tree';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Files, putContent } from '../../test/content.ts';
import { addSpace } from '../../test/factories.ts';
import { buildSiteGround, type SiteGround } from '../../test/fixtures/published/machines/site.ts';

let setup: SiteGround;
beforeAll(async () => {
  setup = await buildSiteGround();
});
afterAll(() => setup.close());

type Element = DefaultTreeAdapterTypes.Element;
const attributeOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value;

async function publish(files: Files) {
  const spaceId = await addSpace(setup.app);
  await putContent(setup.app, spaceId, files);
  const { path } = await setup.addPublishedSite({ spaceIds: [spaceId] });
  const visit = async (page: string) => {
    const { text } = await setup.visit(`${path}/${page}`);
    const [main] = [...descendantsOf(parse(text))].filter(({ tagName }) => tagName === 'main');
    const elements = [...descendantsOf(main as Element)];
    const textsOf = (...names: string[]): string[] =>
      elements
        .filter(({ tagName }) => names.includes(tagName))
        .map((element) =>
          textOf(element)
            .replace(/\u00a0#$/, '')
            .trim(),
        );
    return { text, elements, textsOf };
  };
  const read = async (page: string): Promise<string> =>
    (await setup.visit(`${path}/${page}`, { accept: 'text/markdown' })).text;
  const links = async (): Promise<{ status: string }[]> =>
    (await setup.app.request('GET', `/v1/spaces/${spaceId}/links?status=broken`)).json().items;
  return { spaceId, path, visit, read, links };
}

describe('the title of a page', () => {
  const TITLES: [name: string, source: string, title: string, headings: string[]][] = [
    ['underlined', 'Big title\n===\n\nBody\n', 'Big title', []],
    [
      'underlined-lines',
      '---\ndescription: d\n---\n\nTwo line\ntitle\n=====\n\nBody\n',
      'Two line title',
      [],
    ],
    ['comment', '<!-- c -->\n\n# Title\n\n## Next\n', 'Title', ['Next']],
    ['badges', '[![b](https://b.example/b.svg)](https://e.example) ![c](c.png)\n\n# Title\n', 'Title', []],
    ['front-matter', '---\ntitle: Named\n---\n\nBody\n', 'Named', []],
    ['same', '---\ntitle: Named\n---\n\n# Named\n\nBody\n', 'Named', []],
    ['both', '---\ntitle: Named\n---\n\n# Written\n\nBody\n', 'Named', ['Written']],
    ['dots', '---\ndescription: dots end\n...\n\n# Real title\n\nText\n', 'Real title', []],
    [
      'markup',
      '# `code` *em* [link](https://e.example) ![i](p.png) <br> x :tada:\n',
      'code em link i x 🎉',
      [],
    ],
    ['id', '# Title {#top}\n', 'Title', []],
    ['file', 'Body\n', 'file', []],
  ];

  test('is shown once, without markup', async () => {
    const site = await publish({
      'README.md': '# Home\n',
      ...Object.fromEntries(TITLES.map(([name, source]) => [`${name}.md`, source])),
    });
    for (const [name, source, title, headings] of TITLES) {
      const { textsOf } = await site.visit(name);
      expect([name, textsOf('h1'), textsOf('h2')]).toEqual([name, [title], headings]);
      const markdown = await site.read(name);
      const shown = markdown.split('\n').filter((line) => /^#+ /.test(line) || /^=+$/.test(line));
      expect([name, shown.length], source).toEqual([name, 1 + headings.length]);
    }
  });

  test.each([
    ['Markdown', '# ![Logo](p.png) Name\n'],
    ['HTML in Markdown', '# <img src="p.png" alt="Logo"> Name\n'],
    ['an underlined heading', '[![Logo](p.png)](https://e.example) Name\n===\n'],
    ['HTML', '<h1 align="center">\n  <img src="p.png" alt="Logo"><br>\n  Name\n</h1>\n'],
    [
      'a wrapper',
      '<div align="center">\n\n# <picture><img src="p.png" alt="Logo"></picture> Name\n\n</div>\n',
    ],
  ])('leaves the pictures of its heading in the page, written in %s', async (_form, source) => {
    const site = await publish({
      'README.md': '# Home\n',
      'a.md': `${source}\nBody\n`,
      'p.png': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    });
    const page = await site.visit('a');
    expect([page.textsOf('h1'), page.textsOf('h2')]).toEqual([['Logo Name'], []]);
    const pictures = page.elements.filter(({ tagName }) => tagName === 'img');
    expect(pictures.map((picture) => attributeOf(picture, 'alt'))).toEqual(['Logo']);
  });

  test('that a heading of level two repeats is shown once, and links to the heading lead there', async () => {
    const site = await publish({
      'SUMMARY.md': '* [Home](README.md)\n* [1.1 Start](a.md)\n',
      'README.md': '<!-- badge -->\n\n# Home\n\n[start](a.md#11-start)\n',
      'a.md': '## 1.1 Start\n\nBody\n',
    });
    const page = await site.visit('a');
    expect([page.textsOf('h1'), page.textsOf('h2')]).toEqual([['1.1 Start'], []]);
    expect(page.elements.map((element) => attributeOf(element, 'id'))).toContain('id-1.1-start');
    expect((await site.read('a')).match(/1\.1 Start/g)).toHaveLength(1);
    const home = await site.visit('');
    expect([home.textsOf('h1'), home.textsOf('h2')]).toEqual([['Home'], []]);
    expect(home.text).toContain('a#id-1.1-start"');
  });
});

describe('links to places in pages', () => {
  const HEADINGS = [
    '1. Install',
    'A & B',
    'FAQ / Help',
    'Step 1.1: Go',
    'Install It',
    'C++',
    'C#',
    '安装 步骤',
  ];
  const FRAGMENTS = [
    ['#1-install', 'id-1.-install'],
    ['#a--b', 'a-b'],
    ['#faq--help', 'faq-help'],
    ['#step-11-go', 'step-1.1-go'],
    ['#Install-It', 'install-it'],
    ['#c', 'c'],
    ['#c-1', 'c-1'],
    ['#%E5%AE%89%E8%A3%85-%E6%AD%A5%E9%AA%A4', '安装-步骤'],
    ['#named', 'named'],
    ['#given', 'given'],
    ['#cell', 'cell'],
    ['#own', 'own'],
    ['#box', 'box'],
    ['#words', 'words'],
  ] as const;
  const PLACES =
    '<a name="named"></a>\n\nText\n\n<a id="given"></a>**Bold** and <a id="words">words</a>\n\n| a |\n|---|\n| <a id="cell"></a>y |\n\n## Headed {#own}\n\n<div id="box"><p>x</p></div>\n';

  test('have the id of what they mean, in the page and from others', async () => {
    const headings = HEADINGS.map((heading) => `## ${heading}\n`).join('\n');
    const links = (page: string) => FRAGMENTS.map(([hash]) => `[${hash}](${page}${hash})`).join(' ');
    const site = await publish({
      'README.md': `# Page\n\n${links('')}\n\n${headings}\n${PLACES}`,
      'other.md': `# Other\n\n${links('README.md')}\n`,
    });
    expect(await site.links()).toEqual([]);
    const home = await site.visit('');
    const ids = home.elements.flatMap((element) => attributeOf(element, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [page, from] of [
      ['', home],
      ['other', await site.visit('other')],
    ] as const) {
      const hrefs = from.elements.filter(({ tagName }) => tagName === 'a');
      for (const [written, id] of FRAGMENTS) {
        const link = hrefs.find((element) => textOf(element) === written) as Element;
        const hash = decodeURIComponent(
          new URL(attributeOf(link, 'href') as string, 'https://x.example').hash,
        );
        expect([page, written, hash]).toEqual([page, written, `#${id}`]);
        expect(ids).toContain(id);
      }
    }
    expect(await site.read('other')).toContain('#id-1.-install)');
    expect(await site.read('')).toContain('[#1-install](#id-1.-install)');
  });

  test('have it in the table of contents, too', async () => {
    const site = await publish({
      'SUMMARY.md': '* [Home](README.md)\n* [Install](README.md#1-install)\n',
      'README.md': '# Home\n\n## 1. Install\n',
    });
    expect((await site.visit('')).text).toMatch(/href="[^"]*#id-1\.-install"><span>Install/);
  });

  test('lead to the heading if an anchor beside it has its id', async () => {
    const site = await publish({
      'README.md': '# Page\n\n<a name="install"></a>\n\n## Install\n\n## Install\n\n[two](#install-1)\n',
    });
    const { elements } = await site.visit('');
    const headings = elements.filter(({ tagName }) => tagName === 'h2');
    expect(headings.map((heading) => attributeOf(heading, 'id'))).toEqual(['install', 'install-1']);
  });
});

describe('text', () => {
  test('has emphasis beside Chinese punctuation, addresses, emoji, and no blanks between Chinese lines', async () => {
    const site = await publish({
      'README.md':
        '# 页\n\n**程序员的职责。**这样的例子\n换行\n\nSee https://e.example/a_b_c, www.e.example or a@e.example.\n\n:tada: 12:30:45 `:tada:` :none:\n',
    });
    const { textsOf, elements, text } = await site.visit('');
    expect(textsOf('strong')).toEqual(['程序员的职责。']);
    expect(text).toContain('这样的例子换行');
    const hrefs = elements.flatMap((element) => attributeOf(element, 'href') ?? []);
    expect(hrefs).toEqual(
      expect.arrayContaining(['https://e.example/a_b_c', 'http://www.e.example/', 'mailto:a@e.example']),
    );
    expect(textsOf('p')).toContain('🎉 12:30:45 :tada: :none:');
  });

  test('has alerts as hints, and notes in notes', async () => {
    const site = await publish({
      'README.md':
        '# Page\n\nfoo[^1]\n\n> [!NOTE]\n> text\n\n> [!WARNING] Own title\n> body\n\n> [!caution]\n> x\n\n[^1]: Note 1[^2]\n[^2]: Note 2\n',
    });
    const { elements, text } = await site.visit('');
    const hints = elements.filter(({ tagName }) => tagName === 'aside');
    expect(hints.map((hint) => attributeOf(hint, 'class'))).toEqual([
      'hint hint-info',
      'hint hint-warning',
      'hint hint-danger',
    ]);
    expect(textOf(hints[1] as Element)).toContain('Own title');
    expect(text).not.toContain('[!');
    expect(text).toContain('Note 2');
    expect(text).not.toContain('[^');
  });

  test('has no tags that are never closed', async () => {
    const site = await publish({
      'README.md':
        '# Page\n\n{% tabs %}\n{% tab title="One" %}\nx\n{% endtab %}\n{% tab title="Two" %}\ny\n\n## After\n\nend\n\n{% endhint %}\n',
    });
    const { text, textsOf } = await site.visit('');
    expect(text).not.toContain('{%');
    expect(textsOf('h2')).toEqual(['After']);
  });
});
