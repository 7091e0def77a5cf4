import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  filesOf,
  outlineOf,
  pageAt,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { readCsv } from './csv.ts';
import { notionFormat } from './notion.ts';

const convert = (contents: Record<string, string>) =>
  notionFormat.convert(filesOf(contents), { sourceName: 'export' });

const HOME = `${'0'.repeat(31)}1`;
const ONE = `${'0'.repeat(31)}2`;
const TWO = `${'0'.repeat(31)}3`;
const TASKS = `${'0'.repeat(31)}4`;
const ROW = `${'0'.repeat(31)}5`;

const MARKDOWN = {
  [`Home ${HOME}.md`]: `# Home

[Two](Home%20${HOME}/Two%20${TWO}.md)

[One](Home%20${HOME}/One%20${ONE}.md) and [by address](https://www.notion.so/team/One-${ONE}?pvs=4)

# Big

## Small

<aside>
⚠️ Take care

**of this**

</aside>

- [x]  Done
- [ ]  Open

![pic](Home%20${HOME}/pic.png)

$$
x^2
$$

[Tasks](Home%20${HOME}/Tasks%20${TASKS}.csv)
`,
  [`Home ${HOME}/One ${ONE}.md`]: `# One\n\n[Home](../Home%20${HOME}.md)\n`,
  [`Home ${HOME}/Two ${TWO}.md`]: '# Two\n\n```python\n# not a heading\n```\n',
  [`Home ${HOME}/Tasks ${TASKS}.csv`]: '\uFEFFName,Status,Text\nFirst row,Done,"a, ""b"""\nSecond,Open,\n',
  [`Home ${HOME}/Tasks ${TASKS}_all.csv`]: 'Name\n',
  [`Home ${HOME}/Tasks/First row ${ROW}.md`]: '# First row\n\nStatus: Done\nTags: a, b\n\nBody\n',
  [`Home ${HOME}/pic.png`]: '',
};

describe('an export of Notion in Markdown', () => {
  it('brings the tree, in the order in which pages link to those below them', async () => {
    expect(notionFormat.detect!(filesOf(MARKDOWN))).toBe(true);
    const content = await convert(MARKDOWN);
    expect(outlineOf(content.pages).map((line) => line.replace(/ \S*$/, '').replace(/ Home.*/, ''))).toEqual([
      'Home',
      '  Two',
      '  One',
      '  Tasks',
      '    First row',
    ]);
    expect(content.problems).toEqual([]);
  });

  it('keeps callouts, tasks, headings and formulas, and leads links to the pages', async () => {
    const { markdown } = pageAt(await convert(MARKDOWN), `Home ${HOME}.md`);
    expect(blocksOf(markdown)).toEqual([
      'paragraph',
      'paragraph',
      'heading-1',
      'heading-2',
      'hint warning(paragraph, paragraph)',
      'list-tasks(list-item(paragraph), list-item(paragraph))',
      'images(image)',
      'math',
      'paragraph',
    ]);
    expect(markdown).toContain(
      `[One](</Home ${HOME}/One ${ONE}.md>) and [by address](</Home ${HOME}/One ${ONE}.md>)`,
    );
    expect(markdown).toContain(`![pic](</Home ${HOME}/pic.png>)`);
    expect(markdown).toContain(`[Tasks](</Home ${HOME}/Tasks ${TASKS}.csv>)`);
  });

  it('makes a page with a table of a database, and lists the properties of its rows', async () => {
    const content = await convert(MARKDOWN);
    const database = pageAt(content, `Home ${HOME}/Tasks ${TASKS}.csv`);
    expect(blocksOf(database.markdown)).toEqual(['table grid']);
    expect(database.markdown).toContain(`[First row](</Home ${HOME}/Tasks/First row ${ROW}.md>)`);
    expect(database.markdown).toContain('a, "b"');
    const row = pageAt(content, `Home ${HOME}/Tasks/First row ${ROW}.md`);
    expect(row.markdown).toBe('* **Status**: Done\n* **Tags**: a, b\n\nBody\n');
    expect(row.aliases).toEqual([`notion:${ROW}`]);
  });
});

describe('an export of Notion in HTML', () => {
  it('keeps headers, callouts, toggles, tasks, columns, files and links', async () => {
    const content = await convert({
      [`Home ${HOME}.html`]: `<html><head><title>Home</title></head><body><article class="page sans"><header><img class="page-cover-image" src="Home%20${HOME}/cover.png"/><div class="page-header-icon"><span class="icon">🧭</span></div><h1 class="page-title">Home</h1><p class="page-description">About</p></header><div class="page-body">
<h1>Big</h1><h2>Small</h2>
<figure class="block-color-red_background callout"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%"><p>Careful</p></div></figure>
<figure class="link-to-page"><a href="Home%20${HOME}/One%20${ONE}.html"><span class="icon">📄</span>One</a></figure>
<ul class="toggle"><li><details open=""><summary>More</summary><p>Inside</p></details></li></ul>
<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Done</span></li></ul>
<div class="column-list"><div style="width:50%" class="column"><p>Left</p></div><div style="width:50%" class="column"><p>Right</p></div></div>
<figure><div class="source"><a href="Home%20${HOME}/a.pdf">a.pdf</a></div></figure>
<figure><a href="https://example.com" class="bookmark source"><div class="bookmark-info"><div class="bookmark-title">Example</div></div></a></figure>
<pre class="code"><code class="language-JavaScript">a()</code></pre>
</div></article></body></html>`,
      [`Home ${HOME}/One ${ONE}.html`]:
        '<html><body><article class="page"><header><h1 class="page-title">One</h1></header><div class="page-body"><p>x</p></div></article></body></html>',
      [`Home ${HOME}/a.pdf`]: '',
      [`Home ${HOME}/cover.png`]: '',
      'index.html': '<html></html>',
    });
    const home = pageAt(content, `Home ${HOME}.html`);
    expect(home).toMatchObject({
      title: 'Home',
      description: 'About',
      emoji: '🧭',
      cover: `Home ${HOME}/cover.png`,
    });
    expect(home.children.map(({ title }) => title)).toEqual(['One']);
    expect(blocksOf(home.markdown)).toEqual([
      'heading-1',
      'heading-2',
      'hint danger(paragraph)',
      'paragraph',
      'expandable(paragraph, paragraph)',
      'list-tasks(list-item(paragraph))',
      'columns(column(paragraph), column(paragraph))',
      'file',
      'paragraph',
      'code javascript',
    ]);
    expect(home.markdown).toContain(`One](</Home ${HOME}/One ${ONE}.html>)`);
    expect(content.pages).toHaveLength(1);
  });
});

describe('values with commas', () => {
  it('are read with quotes, line breaks and a missing end', () => {
    expect(readCsv('a,"b\nc",""\r\n1,2,3').rows).toEqual([
      ['a', 'b\nc', ''],
      ['1', '2', '3'],
    ]);
    expect(readCsv('a,"b').rows).toEqual([['a', 'b']]);
    expect(readCsv('').rows).toEqual([]);
  });
});
