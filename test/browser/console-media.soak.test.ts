import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
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

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const textOf = (source: string): string => source.replace(/^# .*\n+/, '').trimEnd();

/** Opens a new page, runs steps on it, waits until it is saved, and returns its Markdown without its title. */
async function edit(markdown: string, run: (pageId: string) => Promise<unknown>): Promise<string> {
  const pageId = await console.addPage(markdown);
  await writer.open(pageId);
  await run(pageId);
  await writer.saved();
  return textOf(await console.source(pageId));
}

const change = (body: object): Promise<unknown> =>
  console.app.request('POST', `/v1/spaces/${console.spaceId}/content`, { body: { changes: [body] } });

describe('links', () => {
  const broken = () => writer.content.locator('.link-broken');
  const dialog = () => writer.page.getByRole('dialog', { name: 'Link' });
  const option = (name: string | RegExp) => writer.page.getByRole('option', { name }).first();

  test('that lead nowhere are marked with the reason, and can be mended in place', async () => {
    const target = await console.addPage('## Steps\n\nText');
    const text = await edit(
      `[good](/pages/${target}#steps) [gone](./missing.md) [heading](/pages/${target}#nope) [here](#none)`,
      async () => {
        await expect.poll(() => broken().count()).toBe(3);
        const reasons = await broken().evaluateAll((links) =>
          links.map(({ title }: { title: string }) => title),
        );
        expect(reasons).toEqual([
          'This link leads nowhere: its target does not exist.',
          expect.stringMatching(/^“Page \d+” has no heading “nope”\.$/),
          'This page has no heading “none”.',
        ]);
        await writer.clickAfter('gone');
        const card = writer.page.getByRole('group', { name: 'Link at the caret' });
        await card.getByText('This link leads nowhere').waitFor();
        await card.getByRole('button', { name: 'Edit link' }).click();
        await dialog().getByText('This link leads nowhere').first().waitFor();
        await writer.type('Page 1');
        await option('Page 1').waitFor();
        // Into the headings of the page, and to the first one.
        await writer.press('ArrowRight');
        await option('Steps').waitFor();
        await writer.press('ArrowDown', 'Enter');
        await expect.poll(() => broken().count()).toBe(2);
      },
    );
    expect(text).toContain(`[gone](/pages/${target}#steps)`);
  });

  test('are checked in one request, and again when another page is deleted', async () => {
    const target = await console.addPage('Target');
    let requests = 0;
    // The card of the link with the caret asks about that link alone.
    const count = (request: { url(): string; postDataJSON(): { targets: unknown[] } }): void => {
      if (request.url().endsWith('/content/resolve') && request.postDataJSON().targets.length > 1) requests++;
    };
    writer.context.on('request', count);
    const links = Array.from({ length: 30 }, (_, index) => `[l${index}](./none-${index}.md)`);
    await edit(`[kept](/pages/${target})\n\n${links.join(' ')}`, async () => {
      await expect.poll(() => broken().count()).toBe(30);
      await writer.clickAfter('kept');
      await writer.press('End');
      await writer.type(' more words');
      await writer.edited();
      expect(requests).toBe(1);
      await change({ operation: 'delete_page', page: target });
      await writer.content.locator('.link-broken', { hasText: 'kept' }).waitFor();
      expect(requests).toBe(2);
    });
    writer.context.off('request', count);
  });

  test('lead to headings of the page, to files, to paths and to addresses without a scheme', async () => {
    const sent = await console.app.request('POST', `/v1/spaces/${console.spaceId}/content`, {
      body: {
        changes: [
          {
            operation: 'insert_files',
            files: [{ name: 'manual.txt', base64: Buffer.from('x').toString('base64') }],
          },
        ],
      },
    });
    const [file] = sent.json().insertedFiles;
    const text = await edit('## First steps\n\none two three four', async () => {
      for (const [word, typed, name] of [
        ['one', '#first', 'First steps'],
        ['two', 'manual', 'manual.txt'],
        ['three', 'example.org/a', /example\.org/],
        ['four', './later.md', /later/],
      ] as const) {
        await writer.clickAfter(word);
        await writer.press('Control+Shift+ArrowLeft', 'Control+k');
        await dialog().waitFor();
        await writer.type(typed);
        await option(name).waitFor();
        await writer.press('Enter');
      }
    });
    expect(text).toBe(
      `## First steps\n\n[one](#first-steps) [two](/files/${file.id}) [three](https://example.org/a) [four](./later.md)`,
    );
  });

  test('come of a pasted address: over a selection, by itself, and of a page with its title', async () => {
    const target = await console.addPage('## Steps\n\nText');
    const address = `${console.origin}/app/s/${console.spaceId}/${target}`;
    const text = await edit('over word, alone: page: heading:', async () => {
      await writer.clickAfter('word');
      await writer.press('Control+Shift+ArrowLeft');
      await writer.paste({ 'text/plain': 'https://example.com/a?b=1' });
      await writer.clickAfter('alone');
      await writer.press('ArrowRight');
      await writer.paste({ 'text/plain': 'https://example.com/x' });
      await writer.clickAfter('page');
      await writer.press('ArrowRight');
      await writer.paste({ 'text/plain': address });
      await writer.press('End');
      await writer.paste({ 'text/plain': `${address}#steps` });
      await writer.edited();
    });
    expect(text).toMatch(
      new RegExp(
        String.raw`^over \[word\]\(https://example\.com/a\?b=1\), alone:<https://example\.com/x> page:\[Page \d+\]\(/pages/${target}\) heading:\[Page \d+\]\(/pages/${target}#steps\)$`,
      ),
    );
  });
});

describe('tables', () => {
  const TABLE = `| Name | Count | State | Done | Stars | Link |
| --- | ---: | --- | --- | --- | --- |
| a | 1,234.5 | open | x | 3 | [there](https://example.com) |
| b |  2  | closed | no | ★★ | |
| c | many | open |  | |  |`;
  const typeDialog = () => writer.page.getByRole('dialog', { name: 'Column settings' });

  async function setType(column: number, type: string): Promise<void> {
    await writer.page.getByRole('button', { name: 'Column settings' }).nth(column).click();
    await typeDialog().getByLabel('Type').selectOption(type);
    const anyway = typeDialog().getByRole('button', { name: 'Change anyway' });
    if (column === 1) await anyway.click();
    await typeDialog().getByRole('button', { name: 'Done' }).click();
  }

  test('get typed columns, whose values are those of the texts before', async () => {
    const text = await edit(TABLE, async () => {
      for (const [column, type] of ['', 'number', 'select', 'checkbox', 'rating', 'content-ref'].entries())
        if (type !== '') await setType(column, type);
    });
    const head = [
      '<th>Name</th><th data-type="number">Count</th>',
      '<th>State<select><option value="open" label="open" color="blue"></option><option value="closed" label="closed" color="green"></option></select></th>',
      '<th data-type="checkbox">Done</th><th data-type="rating" data-max="5">Stars</th><th data-type="content-ref">Link</th>',
    ].join('');
    const rows = [
      '<td>a</td><td>1234.5</td><td><span data-option="open">open</span></td><td>true</td><td>3</td><td><a href="https://example.com">example.com</a></td>',
      '<td>b</td><td>2</td><td><span data-option="closed">closed</span></td><td>false</td><td>2</td><td></td>',
      '<td>c</td><td></td><td><span data-option="open">open</span></td><td></td><td></td><td></td>',
    ];
    expect(text).toBe(
      `<table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`,
    );
  });

  const TYPED = `<table><thead><tr><th>Name</th><th data-type="number">Count</th><th>State<select><option value="a" label="Open" color="blue"></option><option value="b" label="Closed" color="green"></option></select></th><th data-type="checkbox">Done</th><th data-type="rating" data-max="5">Stars</th><th data-type="users">Who</th><th data-type="content-ref">Link</th></tr></thead><tbody>
<tr><td>kept   as it is</td><td>1</td><td><span data-option="a">Open</span></td><td>true</td><td>3</td><td></td><td></td></tr>
<tr><td>row</td><td></td><td></td><td></td><td></td><td></td><td></td></tr>
</tbody></table>`;

  test('have an editor for each type, and write only the cells that were touched', async () => {
    await console.addPage('Target');
    const text = await edit(TYPED, async () => {
      const row = () => writer.content.locator('tr').last();
      await row().getByRole('textbox', { name: 'Count' }).fill('7,5');
      await writer.press('Tab');
      // The focus is in the next cell, which opens its options.
      await writer.press('Enter');
      await writer.page.getByRole('combobox', { name: 'State' }).waitFor();
      await writer.type('clo');
      await writer.page.getByRole('option', { name: 'Closed' }).waitFor();
      await writer.press('Enter');
      await row().getByRole('button', { name: 'State: Closed' }).waitFor();
      await writer.press('Tab', 'Space', 'Tab', 'ArrowRight', 'ArrowRight', 'Tab', 'Enter');
      await writer.page.getByRole('combobox', { name: 'Who' }).waitFor();
      await writer.page.getByRole('option').first().waitFor();
      await writer.press('Enter', 'Tab', 'Enter');
      await writer.page.getByRole('dialog').waitFor();
      await writer.type('Page 1');
      await writer.page.getByRole('option', { name: 'Page 1' }).first().waitFor();
      await writer.press('Enter');
    });
    const [head, kept, changed] = text.split('\n');
    expect([head, kept]).toEqual(TYPED.split('\n').slice(0, 2));
    expect(changed).toMatch(
      /^<tr><td>row<\/td><td>7\.5<\/td><td><span data-option="b">Closed<\/span><\/td><td>true<\/td><td>2<\/td><td><a href="[^"]+">[^<]*<\/a><\/td><td><a href="\/pages\/[^"]+">[^<]*<\/a><\/td><\/tr>$/,
    );
  });

  test('get options while they are chosen', async () => {
    const text = await edit(TYPED, async () => {
      await writer.content.locator('tr').last().getByRole('button', { name: 'State' }).click();
      await writer.page.getByRole('combobox', { name: 'State' }).waitFor();
      await writer.type('New');
      await writer.page.getByRole('option', { name: 'Create “New”' }).waitFor();
      await writer.press('Enter');
    });
    expect(text).toContain('<option value="New" label="New" color="orange"></option></select>');
    expect(text).toContain('<span data-option="New">New</span>');
  });

  test('are changed by the keyboard: rows and columns move, Tab goes on, and cells are emptied', async () => {
    const text = await edit('| A | B |\n| --- | --- |\n| a1 | b1 |\n| a2 | b2 |', async () => {
      await writer.clickAfter('a2');
      await writer.press('Alt+ArrowUp');
      await writer.press('Alt+ArrowRight');
      await writer.clickAfter('b1');
      await writer.press('Tab', 'Tab');
      await writer.type('b3');
      await writer.press('Tab');
      await writer.type('a3');
      await writer.press('Shift+Tab', 'Shift+ArrowUp', 'Delete');
    });
    expect(text).toMatch(/^\| B +\| A +\|\n\| -+ \| -+ \|\n\| b2 \| a2 \|\n\|( +)\| a1 \|\n\|\1\| a3 \|$/);
  });

  test('are aligned, merged, and have options', async () => {
    const text = await edit('| A | B |\n| --- | --- |\n| a1 | b1 |\n| a2 | b2 |', async () => {
      await writer.page.getByRole('button', { name: 'Column settings' }).nth(1).click();
      await typeDialog().getByLabel('Alignment').selectOption('center');
      await typeDialog().getByRole('button', { name: 'Done' }).click();
      await writer.clickAfter('a1');
      await writer.content.locator('td', { hasText: 'b1' }).click({ modifiers: ['Shift'] });
      await writer.page.getByRole('button', { name: 'Merge cells' }).click();
      await writer.page.getByRole('button', { name: 'Table options' }).click();
      const options = writer.page.getByRole('dialog', { name: 'Table options' });
      await options.getByLabel('Show the titles of the columns').uncheck();
      await options.getByRole('button', { name: 'Done' }).click();
    });
    expect(text).toContain('data-header-hidden');
    expect(text).toContain('<th align="center">B</th>');
    expect(text).toMatch(/<td colspan="2"[^>]*>.*a1.*b1.*<\/td>/s);
  });
});

describe('a page', () => {
  test('is told which page has its slug, and what a slug cannot contain', async () => {
    await console.addPage('# Taken slug\n\nText');
    const pageId = await console.addPage('# Wanted\n\nText');
    await writer.open(pageId);
    const { page } = writer;
    await page.getByRole('button', { name: 'Page settings' }).click();
    const slug = page.getByRole('textbox', { name: 'Slug' });
    await slug.fill('taken-slug');
    await page.getByText('The page “Taken slug” beside this one has this slug already.').waitFor();
    for (const bad of ['two words', 'a/b', '-a', '']) {
      await slug.fill(bad);
      await page.getByText('Use letters and digits').waitFor();
    }
    const sent = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/content'),
    );
    await slug.fill('free');
    expect((await sent).request().postData()).toContain('"slug":"free"');
    expect((await sent).status()).toBe(200);
  });

  test('has a cover, an icon, a title and a description that are edited in place', async () => {
    const pageId = await console.addPage('---\nkeywords: [a, b]\n---\n\n# Before\n\nText');
    await writer.open(pageId);
    const { page } = writer;
    await writer.title.fill('After');
    await page.getByRole('textbox', { name: 'Page description' }).fill('What it is for');
    await page.getByRole('button', { name: 'Add an icon' }).click();
    await page.getByRole('combobox', { name: 'Search for an icon or an emoji' }).fill('rock');
    await page.getByRole('option', { name: 'rocket' }).first().click();
    await page.getByRole('button', { name: 'Change the icon' }).waitFor();
    await page.getByRole('button', { name: 'Add a cover' }).click();
    const picture = { name: 'cover.png', mimeType: 'image/png', buffer: PICTURE };
    await page.getByLabel('Upload a picture…').setInputFiles(picture);
    await page.getByRole('slider', { name: 'Part that is shown' }).fill('40');
    await page.getByRole('button', { name: 'Done' }).click();
    await writer.saved();
    const source = await console.source(pageId);
    expect(source.split('\n')).toEqual(
      expect.arrayContaining([
        'keywords: [a, b]',
        'description: What it is for',
        'icon: rocket',
        expect.stringMatching(/^cover: \/files\/[\w-]+$/),
        'coverY: 40',
        '# After',
        'Text',
      ]),
    );
  });

  test('has settings, which say what is wrong with a value and which fields are elsewhere', async () => {
    const pageId = await console.addPage('---\nowner: docs team\n---\n\n# Settings\n\nText');
    await writer.open(pageId);
    await writer.page.getByRole('button', { name: 'Page settings' }).click();
    const panel = writer.page.getByRole('complementary', { name: 'Page settings' });
    await panel.getByRole('textbox', { name: 'Slug' }).fill('not a slug');
    await panel.getByRole('alert').waitFor();
    await panel.getByRole('textbox', { name: 'Slug' }).fill('new-slug');
    await panel.getByRole('checkbox', { name: 'Hide in the search of the site' }).check();
    await panel.getByRole('combobox', { name: 'Width' }).selectOption('wide');
    await panel.getByRole('checkbox', { name: 'Previous and next page' }).uncheck();
    await panel.getByRole('region', { name: 'Other fields' }).getByText('docs team').waitFor();
    await writer.edited();
    const url = `/v1/spaces/${console.spaceId}/content/page/${pageId}`;
    const saved = (await console.app.request('GET', url)).json();
    expect(saved).toMatchObject({
      slug: 'new-slug',
      noIndex: true,
      layout: { width: 'wide', pagination: false },
    });
    expect(await console.source(pageId)).toContain('owner: docs team\n');
  });
});

describe('a picture', () => {
  test('is described, made narrower by the keyboard, aligned, and gets a caption', async () => {
    const sent = await console.app.request('POST', `/v1/spaces/${console.spaceId}/content`, {
      body: {
        changes: [
          { operation: 'insert_files', files: [{ name: 'plan.png', base64: PICTURE.toString('base64') }] },
        ],
      },
    });
    const [file] = sent.json().insertedFiles;
    const text = await edit(`Above\n\n![](/files/${file.id})\n\nBelow`, async () => {
      const tools = writer.page.getByRole('toolbar', { name: 'Picture' });
      await writer.page.getByRole('button', { name: 'Describe the picture' }).click();
      await writer.type('A plan');
      await writer.page.getByRole('slider', { name: 'Width' }).focus();
      for (let count = 0; count < 8; count++) await writer.press('ArrowLeft');
      await tools.getByLabel('Alignment').selectOption('right');
      await tools.getByRole('button', { name: 'Add a caption' }).click();
      await writer.type('The caption');
    });
    expect(text).toBe(
      `Above\n\n<div align="right"><figure><img src="/files/${file.id}" alt="A plan" width="60%"><figcaption><p>The caption</p></figcaption></figure></div>\n\nBelow`,
    );
  });
});
