import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { changedLines } from '../changed-lines.ts';
import { bringPicture, readClipboard } from './in-page.mjs';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let console: ServedConsole;
let writer: Writer;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  console = await serveConsole();
  writer = await console.openWriter();
});
afterAll(async () => {
  await writer?.close();
  await console?.close();
});
afterEach(() => {
  expect(writer.refused.splice(0)).toEqual([]);
  expect(writer.takeEvents()).toEqual([]);
});

/** Opens a new page, runs steps on it, waits until it is saved, and returns its Markdown before and after. */
async function edit(
  markdown: string,
  run: (pageId: string) => Promise<unknown>,
): Promise<{ before: string; after: string; pageId: string }> {
  const pageId = await console.addPage(markdown);
  const before = await console.source(pageId);
  await writer.open(pageId);
  await run(pageId);
  await writer.saved();
  return { before, after: await console.source(pageId), pageId };
}

/** Types at the end of a page that has one empty paragraph, and returns what was saved. */
async function write(run: () => Promise<unknown>): Promise<string> {
  const { after } = await edit('', async () => {
    await writer.content.click();
    await run();
  });
  return textOf(after);
}

const textOf = (source: string): string => source.replace(/^# .*\n+/, '').trimEnd();

const EVERY_BLOCK = `A plain word1 in a paragraph.

Written
on lines
word2 by hand.

Setext word3
------------

## Heading   word4 ##

* first
*   item word5
    * inner word6
      1) deep word7

+ other word8

1. one
1. two word9

- [ ] task word10
- [x]   done word11

> quote word12
> and word13

{% hint style="info" %}
Hint word14

* in it word15
{% endhint %}

{% tabs %}
{% tab title="A" %}
Tab word16
{% endtab %}

{% tab title="B" %}
Other word17
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### Step word18

Body word19
{% endstep %}
{% endstepper %}

{% columns %}
{% column width="50%" %}
Left word20
{% endcolumn %}

{% column %}
Right word21
{% endcolumn %}
{% endcolumns %}

<details>

<summary>Summary word22</summary>

Folded word23

</details>

| Name | Text |
|---|:-:|
| cell word24 | **b** word25 |
| x   | y |

<table><thead><tr><th width="200">Key</th><th>Value</th></tr></thead><tbody><tr><td>html word26</td><td>z</td></tr></tbody></table>

__bold__ word27 and *it* word28

Ends with __bold word29__

Ends with \`code word30\`

Ends with [link word31](https://example.com "T")

\`\`\`js title="a.js"
const word32 = 1; 

let b;
\`\`\`

Escaped 2 \\* 3 &amp; word33

![](https://example.com/x.png) word34
`;

describe('one word', () => {
  test('in every kind of block changes one line, and opening and closing changes no byte', async () => {
    const pageId = await console.addPage(EVERY_BLOCK);
    const before = await console.source(pageId);
    await writer.open(pageId);
    await writer.saved();
    await writer.open(pageId);
    expect(await console.source(pageId)).toBe(before);
    let expected = before;
    for (let index = 1; index <= 34; index++) {
      const word = `word${index}`;
      if (index === 17) await writer.page.getByRole('textbox', { name: 'Title of the tab' }).nth(1).focus();
      await writer.clickAfter(word);
      await writer.type('x');
      // Clicks at one place of the window in less time are a double click.
      await writer.page.waitForTimeout(550);
      // A link ends where its text ended.
      expected = expected.replace(
        new RegExp(`${word}(?!\\d)(\\]\\(.*\\))?`),
        (_, rest = '') => `${word}${rest}x`,
      );
    }
    await writer.saved();
    await expect.poll(() => console.source(pageId)).toBe(expected);
  });

  test('beside a block that is shown by its source leaves the bytes of that block', async () => {
    const source = '{% unknown a="1" %}\n\n  text   here\n\n{% endunknown %}';
    const comment = '<!--  kept   as it is -->';
    const html = '<section  data-x=1>\n<b>html</b>\n</section>';
    const { before, after } = await edit(
      [source, 'Between word1', comment, 'And word2', html, 'End word3'].join('\n\n'),
      async () => {
        expect(await writer.page.getByRole('group', { name: 'Source block' }).count()).toBeGreaterThan(1);
        for (const word of ['word1', 'word2', 'word3']) {
          await writer.clickAfter(word);
          await writer.type('x');
        }
      },
    );
    expect(after).toBe(before.replace(/word\d/g, '$&x'));
  });

  test('typed while a source block is selected goes below it', async () => {
    const { before, after } = await edit(
      '{% unknown %}\n\ntext\n\n{% endunknown %}\n\n<!-- kept -->',
      async () => {
        for (const block of await writer.page.getByRole('group', { name: 'Source block' }).all()) {
          await block.click();
          await writer.type('x');
        }
      },
    );
    const { removed, added } = changedLines(before, after);
    expect(removed.filter((line) => !added.includes(line))).toEqual([]);
  });

  test('keeps the line endings of the file', async () => {
    const pageId = await console.addPage('');
    const markdown = '# CR\r\n\r\nOne\r\n\r\n* a\r\n* word1\r\n';
    await console.app.request('POST', `/v1/spaces/${console.spaceId}/content`, {
      body: { changes: [{ operation: 'update_page', page: pageId, document: { markdown } }] },
    });
    await writer.open(pageId);
    await writer.clickAfter('word1');
    await writer.type('x');
    await writer.saved();
    expect(await console.source(pageId)).toBe(markdown.replace('word1', 'word1x'));
  });
});

describe('undo', () => {
  test('over several saves returns the first bytes, and redo the last ones', async () => {
    const markdown = 'One  \nline __bold__\n\n* a\n+ b\n\n| x | y |\n|---|---|\n|1|2|';
    const { before, after, pageId } = await edit(markdown, async () => {
      await writer.clickAfter('bold');
      await writer.type(' first');
      await writer.edited();
      await writer.press('Enter');
      await writer.type('second');
      await writer.edited();
      await writer.clickAfter('b');
      await writer.press('Enter');
      await writer.type('third');
      await writer.edited();
      await writer.content.getByText('2', { exact: true }).click();
      await writer.press('End', 'Backspace');
      await writer.type('4');
      await writer.edited();
    });
    expect(after).not.toBe(before);
    for (let count = 0; count < 12; count++) await writer.press('Control+z');
    await writer.edited();
    expect(await console.source(pageId)).toBe(before);
    for (let count = 0; count < 12; count++) await writer.press('Control+Shift+z');
    await writer.edited();
    expect(await console.source(pageId)).toBe(after);
  });
});

describe('the Markdown view', () => {
  test('has the bytes of the file, and what is typed in it is in the page', async () => {
    const pageId = await console.addPage(
      'Setext\n------\n\n* one\n+ two\n\n[ref]\n\n[ref]: https://example.com  \n',
    );
    await writer.open(pageId);
    await writer.clickAfter('one');
    await writer.type(' more');
    await writer.page.getByRole('tab', { name: 'Markdown' }).click();
    const field = writer.page.getByRole('textbox', { name: 'Markdown of the page' });
    await field.waitFor();
    const before = await console.source(pageId);
    expect(before).toContain('* one more\n');
    await field.press('Control+a');
    await writer.press('Control+c');
    expect(await writer.page.evaluate(readClipboard)).toBe(before);
    await writer.press('Control+End');
    await writer.type('\n> typed as Markdown\n');
    await writer.saved();
    await writer.page.getByRole('tab', { name: 'Page' }).click();
    await writer.content.getByText('typed as Markdown').waitFor();
    expect(await console.source(pageId)).toBe(`${before}\n> typed as Markdown\n`);
  });
});

const TYPED: readonly (readonly [typed: string, expected: string])[] = [
  ['## Head', '## Head'],
  ['### Sub', '### Sub'],
  ['#### Small', '#### Small'],
  ['- one\ntwo', '* one\n* two'],
  ['* one', '* one'],
  ['1. one\ntwo', '1. one\n2. two'],
  ['[] open', '* [ ] open'],
  ['[x] done', '* [x] done'],
  ['> quote', '> quote'],
  ['---after', '***\n\nafter'],
  ['```js let a;\nb', '```js\nlet a;\nb\n```'],
  ['a **bold** b', 'a **bold** b'],
  ['a __bold__ b', 'a **bold** b'],
  ['a *it* b', 'a _it_ b'],
  ['a _it_ b', 'a _it_ b'],
  ['a ~~no~~ b', 'a ~~no~~ b'],
  ['a `code` b', 'a `code` b'],
  ['a [text](https://example.com) b', 'a [text](https://example.com) b'],
  ['2 * 3 * 4 and snake_case_name', '2 \\* 3 \\* 4 and snake_case_name'],
  ['and/or / x', 'and/or / x'],
];

const SHORTCUTS: readonly (readonly [keys: string, expected: string])[] = [
  ['Control+Alt+1', '## text'],
  ['Control+Alt+2', '### text'],
  ['Control+Shift+7', '1. text'],
  ['Control+Shift+8', '* text'],
  ['Control+Shift+9', '* [ ] text'],
  ['Control+Shift+Period', '> text'],
];

/** Between blocks that would otherwise become one. */
const between = (index: number): string => `Case ${index}`;

const expectedOf = (cases: readonly (readonly [string, string])[]): string =>
  cases.map(([, expected], index) => `${between(index)}\n\n${expected}`).join('\n\n');

describe('Markdown as it is typed', () => {
  test('becomes what it means', async () => {
    const text = await write(async () => {
      for (const [index, [typed]] of TYPED.entries()) {
        if (index > 0) await writer.press('Control+Enter');
        await writer.type(`${between(index)}\n${typed}`);
      }
    });
    expect(text).toBe(expectedOf(TYPED));
  });
});

describe('keys', () => {
  test('give a block its kind', async () => {
    const text = await write(async () => {
      for (const [index, [keys]] of SHORTCUTS.entries()) {
        if (index > 0) await writer.press('Control+Enter');
        await writer.type(`${between(index)}\ntext`);
        await writer.press(keys);
      }
    });
    expect(text).toBe(expectedOf(SHORTCUTS));
  });

  test('format a selection, and take the format away', async () => {
    const text = await write(async () => {
      await writer.type('plain bold');
      for (let count = 0; count < 4; count++) await writer.press('Shift+ArrowLeft');
      await writer.press('Control+b', 'Control+i', 'Control+i');
    });
    expect(text).toBe('plain **bold**');
  });

  test('indent items, move blocks and leave a block', async () => {
    const text = await write(async () => {
      await writer.type('- one\ntwo');
      await writer.press('Tab');
      await writer.type('\nthree');
      await writer.press('Shift+Tab', 'Control+Enter');
      await writer.type('last');
      await writer.press('Alt+ArrowUp');
    });
    expect(text).toBe('last\n\n* one\n  * two\n* three');
  });

  test('join blocks with Backspace and Delete, and split them again', async () => {
    const { after, before } = await edit('One\n\n* two\n* three\n\nFour', async () => {
      await writer.clickAfter('three');
      await writer.press('Home', 'Backspace', 'Backspace');
      await writer.press('Enter', 'Enter');
      await writer.press('Backspace', 'Backspace');
      await writer.clickAfter('One');
      await writer.press('Delete');
    });
    expect(after).not.toBe(before);
    for (const word of ['One', 'two', 'three', 'Four']) expect(after.split(word)).toHaveLength(2);
  });

  test('make a link by the keyboard alone', async () => {
    const { after } = await edit('See the docs', async () => {
      await writer.clickAfter('docs');
      await writer.press('Control+Shift+ArrowLeft', 'Control+k');
      const dialog = writer.page.getByRole('dialog', { name: 'Link' });
      await dialog.waitFor();
      // Enter is for what is typed, also while the targets of its beginning are shown.
      await writer.type('https://example.com/x');
      await writer.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    });
    expect(after).toContain('See the [docs](https://example.com/x)');
  });

  test('open a link within the change request in which it is written', async () => {
    const targetId = await console.addPage('Somewhere');
    const pageId = await console.addPage(`See [there](/pages/${targetId}).`);
    const { app, spaceId } = console;
    const created = await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} });
    expect(created.statusCode, created.body).toBe(201);
    const { id } = created.json();
    await writer.open(`change-requests/${id}/${pageId}`);
    await writer.clickAfter('there');
    await writer.press('ArrowLeft');
    const open = writer.page.getByRole('link', { name: 'Open link' });
    await expect
      .poll(() => open.getAttribute('href'))
      .toBe(`${console.origin}/app/s/${spaceId}/change-requests/${id}/${targetId}`);
  });

  test('go into the dialog of links while it is loaded, and the link to what is selected when others change the page', async () => {
    await writer.page.route(/choose-target/, async (route) => {
      await setTimeout(1000);
      await route.continue();
    });
    const { after } = await edit('A long text before.\n\nGo there', async (pageId) => {
      await writer.clickAfter('there');
      await writer.press('Control+Shift+ArrowLeft', 'Control+k');
      await writer.type('Targ');
      const field = writer.page.getByRole('combobox', { name: 'Page, heading, file or address' });
      await field.waitFor();
      expect(await field.inputValue()).toBe('Targ');
      const markdown = (await console.source(pageId)).replace('A long text before.', 'Short.');
      const changed = await console.app.request('POST', `/v1/spaces/${console.spaceId}/content`, {
        body: { changes: [{ operation: 'update_page', page: pageId, document: { markdown } }] },
      });
      expect(changed.statusCode, changed.body).toBe(200);
      await writer.page.getByText('Short.').waitFor();
      await writer.press('Control+a');
      await writer.type('https://example.com/');
      await writer.press('Enter');
      await writer.content.locator('a', { hasText: 'there' }).waitFor();
    });
    await writer.page.unroute(/choose-target/);
    expect(after).toContain('Short.\n\nGo [there](https://example.com/)');
  });

  test('link to a page that is found by its title', async () => {
    await console.addPage('Target');
    const { after } = await edit('Go there', async () => {
      await writer.clickAfter('there');
      await writer.press('Control+Shift+ArrowLeft', 'Control+k');
      await writer.type('Page 1');
      await writer.page.getByRole('option', { name: 'Page 1' }).first().waitFor();
      await writer.press('Enter');
      await writer.content.locator('a', { hasText: 'there' }).waitFor();
    });
    expect(after).toMatch(/Go \[there\]\(\/pages\/[\w-]+\)/);
  });
});

describe('a table', () => {
  test('has columns that are made wider by their edge, and undo takes the width away', async () => {
    const source = '| One | Two |\n| --- | --- |\n| first | second |';
    let width = 0;
    const { after, pageId } = await edit(source, async () => {
      const header = writer.page.getByRole('columnheader', { name: 'One' });
      const box = await header.boundingBox();
      if (!box) throw new Error('The table is not shown.');
      const [x, y] = [box.x + box.width - 1, box.y + box.height / 2];
      await writer.page.mouse.move(x, y);
      await writer.page.mouse.down();
      await writer.page.locator('.column-edge.dragged').waitFor({ state: 'attached' });
      await writer.page.mouse.move(x + 96, y, { steps: 4 });
      await writer.page.mouse.up();
      width = Math.round((box.width + 96) / 32) * 32;
      await expect
        .poll(() => header.evaluate((cell) => cell.getBoundingClientRect().width))
        .toBeGreaterThanOrEqual(width);
      await writer.edited();
    });
    expect(after).toContain(`<th width="${width}">One</th>`);
    await writer.content.focus();
    await writer.press('Control+z');
    await writer.saved();
    // The service keeps the form in which a table was last written.
    await expect.poll(() => console.source(pageId)).not.toContain('width=');
  });

  test('is inserted by its name, and filled by the keyboard', async () => {
    const { before, after } = await edit('Above\n\nBelow', async () => {
      await writer.clickAfter('Above');
      await writer.press('Enter');
      await writer.type('/tab');
      await writer.page.getByRole('listbox', { name: 'Insert block' }).waitFor();
      await writer.page.getByRole('option', { name: 'Table', exact: true }).waitFor();
      await writer.press('Enter');
      const cells = await writer.content.locator('th, td').count();
      for (let cell = 0; cell < cells; cell++) {
        await writer.type(`c${cell}`);
        await writer.press('Tab');
      }
      await writer.type('last');
    });
    const { removed, added } = changedLines(before, after);
    expect(removed).toEqual([]);
    expect(added.join('\n')).toMatch(/\| last +\|/);
    expect(added.join('\n')).toMatch(/\| c0 +\| c1 +\|/);
  });
});

/** What other programs put on the clipboard, and the Markdown that comes of it. */
const PASTED: Record<string, { data: Record<string, string>; expected: string }> = {
  Word: {
    data: {
      'text/plain': 'Heading\nBold and plain\nFirst\nSecond',
      'text/html': `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang=EN-US><!--StartFragment-->
<h2 style='margin-top:0'><span lang=EN-US>Heading<o:p></o:p></span></h2>
<p class=MsoNormal><b><span lang=EN-US>Bold</span></b><span lang=EN-US> and plain<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>First</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Second</p>
<!--EndFragment--></body></html>`,
    },
    expected: '## Heading\n\n**Bold** and plain\n\n* First\n* Second',
  },
  'Google Docs': {
    data: {
      'text/plain': 'Title\nplain bold italic\none\ntwo',
      'text/html': `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-size:16pt;font-weight:400;">Title</span></h2><p dir="ltr"><span style="font-weight:400;">plain </span><span style="font-weight:700;">bold</span><span style="font-weight:400;"> </span><span style="font-style:italic;">italic</span></p><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">one</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>two</span></p></li></ul></b><br class="Apple-interchange-newline">`,
    },
    expected: '## Title\n\nplain **bold** _italic_\n\n* one\n* two',
  },
  Notion: {
    data: {
      'text/plain': '- one\n- two\n\n> quote',
      'text/html': `<meta charset='utf-8'><ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<blockquote>\n<p>quote</p>\n</blockquote>\n<!-- notionvc: 1 -->`,
    },
    expected: '* one\n* two\n\n> quote',
  },
  Excel: {
    data: {
      'text/plain': 'Name\tCount\r\na\t1\r\n',
      'text/html': `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table border=0 cellpadding=0><!--StartFragment--><col width=64 span=2><tr height=20><td height=20 class=xl65 width=64>Name</td><td width=64>Count</td></tr><tr height=20><td height=20>a</td><td align=right>1</td></tr><!--EndFragment--></table></body></html>`,
    },
    expected: '| Name | Count |\n| ---- | ----- |\n| a    | 1     |',
  },
  HTML: {
    data: {
      'text/plain': 'See the docs.',
      'text/html': `<p onclick="x()">See <a href="https://example.com/a?b=1">the docs</a><script>alert(1)</script>.</p><p><a href="javascript:alert(1)">bad</a></p>`,
    },
    expected: 'See [the docs](https://example.com/a?b=1).\n\nbad',
  },
  Markdown: {
    data: { 'text/plain': '## Sub\n\n* one\n* **two**\n\n| a | b |\n| - | - |\n| 1 | 2 |\n' },
    expected: '## Sub\n\n* one\n* **two**\n\n| a   | b   |\n| --- | --- |\n| 1   | 2   |',
  },
};

describe('what is pasted', () => {
  test.each(Object.entries(PASTED))('from %s arrives clean', async (_name, { data, expected }) => {
    const pageId = await console.addPage('');
    const before = await console.source(pageId);
    await writer.open(pageId);
    await writer.content.click();
    await writer.paste(data);
    await expect.poll(() => console.source(pageId)).not.toBe(before);
    await writer.saved();
    expect(textOf(await console.source(pageId))).toBe(expected);
  });

  test('into code stays as it is', async () => {
    const { after } = await edit('```js\nlet a;\n```', async () => {
      await writer.clickAfter('let');
      await writer.press('End', 'Enter');
      await writer.paste({ 'text/plain': '# b\n  **c**', 'text/html': '<h1>b</h1><p><b>c</b></p>' });
    });
    expect(after).toContain('```js\nlet a;\n# b\n  **c**\n```');
  });
});

describe('a file', () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  test.each(['paste', 'drop'])('by %s is uploaded', async (kind) => {
    const { before, after } = await edit('Above', async () => {
      await writer.clickAfter('Above');
      await writer.content.evaluate(bringPicture, { kind, bytes: [...picture] });
      await writer.content.locator('img').first().waitFor();
    });
    const { removed, added } = changedLines(before, after);
    expect(removed).toEqual([]);
    expect(added.join('\n')).toMatch(/<img src="\/files\/|!\[[^\]]*\]\([^)]*picture[^)]*\)/);
  });
});

/** Composes a word as an input method does: some stages, and what is taken in the end. */
async function compose(stages: readonly string[], taken: string): Promise<void> {
  const session = await writer.context.newCDPSession(writer.page);
  for (const text of stages)
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await session.send('Input.insertText', { text: taken });
  await session.detach();
}

const COMPOSED = [
  [['に', 'にh', 'にほ', 'にほん', 'にほんご'], 'にほんご'],
  [['ㅎ', '하', '한', '한ㄱ', '한그', '한글'], '한글'],
  [['n', 'ni', 'nih', 'niha', 'nihao'], '你好'],
] as const;

describe('what an input method composes', () => {
  test('is in the text once, wherever it is composed', async () => {
    const pageId = await console.addPage(
      COMPOSED.map(
        (_, index) =>
          `begin${index} words\n\nin **bold${index} text** here\n\nover selected${index} words\n\n* item${index}`,
      ).join('\n\n'),
    );
    let expected = await console.source(pageId);
    await writer.open(pageId);
    for (const [index, [stages, taken]] of COMPOSED.entries()) {
      await writer.clickAfter(`begin${index}`);
      await writer.press('Home');
      await compose(stages, taken);
      await writer.clickAfter(`bold${index}`);
      await compose(stages, taken);
      await writer.clickAfter(`selected${index}`);
      await writer.press('Control+Shift+ArrowLeft');
      await compose(stages, taken);
      await writer.clickAfter(`item${index}`);
      await compose(stages, taken);
      expected = expected
        .replace(`begin${index}`, `${taken}begin${index}`)
        .replace(`bold${index}`, `bold${index}${taken}`)
        .replace(`selected${index}`, taken)
        .replace(`item${index}`, `item${index}${taken}`);
    }
    await writer.saved();
    await expect.poll(() => console.source(pageId)).toBe(expected);
  });

  test('while the menu of blocks is open stays text', async () => {
    for (const [stages, taken] of COMPOSED) {
      const text = await write(async () => {
        await writer.type('/');
        await writer.page.getByRole('listbox', { name: 'Insert block' }).waitFor();
        await compose(stages, taken);
      });
      expect(text).toBe(`/${taken}`);
    }
  });
});
