import { setTimeout } from 'node:timers/promises';
/** Every block of the document format: made from the list of blocks, and changed by role and name. */
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let served: ServedConsole;
let writer: Writer;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  served = await serveConsole();
  writer = await served.openWriter();
});
afterAll(async () => {
  await writer?.close();
  await served?.close();
});
afterEach(() => {
  expect(writer.refused.splice(0)).toEqual([]);
  expect(writer.takeEvents()).toEqual([]);
});

const textOf = (source: string): string => source.replace(/^# .*\n+/, '').trimEnd();

/** Opens a page, runs steps on it, and returns its Markdown without its title as soon as it is saved. */
async function edit(markdown: string, run: () => Promise<unknown>): Promise<string> {
  const pageId = await served.addPage(markdown);
  await writer.open(pageId);
  await run();
  await writer.saved();
  return textOf(await served.source(pageId));
}

/** Types in an empty page. */
const write = (run: () => Promise<unknown>): Promise<string> =>
  edit('', async () => {
    await writer.content.click();
    await run();
  });

/** Chooses from the list of blocks. */
async function insert(name: string): Promise<void> {
  await writer.type(`/${name}`);
  const list = writer.page.getByRole('listbox', { name: 'Insert block' });
  await list.getByRole('option', { name, exact: true }).click();
}

const button = (name: string | RegExp): Locator => writer.page.getByRole('button', { name, exact: true });
const options = (name: string): Locator =>
  writer.page.getByRole('dialog', { name: `Options: ${name}`, exact: true });

/** Opens the options of a block by its button. */
async function openOptions(name: string, nth = 0): Promise<Locator> {
  await button(`Options: ${name}`).nth(nth).click();
  return options(name);
}

/** Searches in a dialog, and takes what it finds first. */
async function choose(dialog: string, query: string, option: string): Promise<void> {
  const field = writer.page.getByRole('dialog', { name: dialog, exact: true });
  await field.getByRole('combobox').fill(query);
  await field.getByRole('option', { name: option }).first().click();
}

describe('a block from the list', () => {
  test('is code with a language, a title, line numbers and wrapped lines', async () => {
    const text = await write(async () => {
      await insert('Code');
      await writer.type('let a;');
      await writer.press('Enter');
      await writer.type('let b;');
      const { page } = writer;
      await page.getByRole('combobox', { name: 'Language' }).fill('js');
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('a.js');
      const form = await openOptions('Code');
      await form.getByRole('checkbox', { name: 'Line numbers' }).check();
      await form.getByRole('checkbox', { name: 'Wrap long lines' }).check();
      await form.getByRole('checkbox', { name: 'Collapse long code' }).check();
    });
    expect(text).toBe(
      '{% code title="a.js" overflow="wrap" lineNumbers="true" expandable="true" %}\n```js\nlet a;\nlet b;\n```\n{% endcode %}',
    );
  });

  test('is code in the colors that readers see, which follow what is typed', async () => {
    const colors = (): Promise<string[]> =>
      writer.content
        .locator('.line :is(.k, .s, .n, .c)')
        .evaluateAll((tokens) =>
          tokens.map(({ className, textContent }) => `${className} ${textContent?.trim()}`),
        );
    const text = await edit('```js\nconst a = "b";\n```\n\nText', async () => {
      await expect.poll(colors, { timeout: 20_000 }).toEqual(['k const', 'n a', 's "b"']);
      await writer.clickAfter('const');
      await writer.press('End', 'Enter');
      await writer.type('// done');
      await expect.poll(colors, { timeout: 20_000 }).toEqual(['k const', 'n a', 's "b"', 'c // done']);
    });
    expect(text).toBe('```js\nconst a = "b";\n// done\n```\n\nText');
  });

  test('is a diagram that is drawn, and whose problem is told in words', async () => {
    const text = await write(async () => {
      await insert('Diagram');
      const frame = writer.page.locator('iframe');
      await expect.poll(async () => Number(await frame.getAttribute('height'))).toBeGreaterThan(20);
      const note = writer.page.getByText('The diagram ends before it is complete.');
      await writer.goToEnd();
      await writer.press('Enter');
      await writer.type('B -->');
      await note.waitFor();
      await writer.type(' C');
      await note.waitFor({ state: 'hidden' });
    });
    expect(text).toBe('```mermaid\nflowchart LR\n  A --> B\n  B --> C\n```');
  });

  test('is a formula that is drawn while it is typed', async () => {
    const text = await write(async () => {
      await insert('Formula');
      const form = options('Formula');
      const field = form.getByRole('textbox', { name: 'Formula' });
      await field.fill('\\frac{a');
      await writer.page.getByText('This formula cannot be read.').waitFor();
      await field.fill('\\frac{a}{b}');
      await writer.content.locator('math mfrac').waitFor();
      await writer.press('Escape');
      await form.waitFor({ state: 'detached' });
    });
    expect(text).toBe('$$\n\\frac{a}{b}\n$$');
  });

  test('is a hint with a style and an icon', async () => {
    const text = await write(async () => {
      await insert('Info');
      await writer.type('Careful');
      await writer.page.getByRole('combobox', { name: 'Kind of hint' }).first().selectOption('Danger');
      const form = await openOptions('Hint');
      await form.getByRole('button', { name: 'Icon: none' }).click();
      await choose('Search for an icon', 'rocket', 'rocket');
      await form.getByRole('button', { name: 'Icon: rocket' }).waitFor();
    });
    expect(text).toBe('{% hint style="danger" icon="rocket" %}\nCareful\n{% endhint %}');
  });

  test('is tabs that are named, added, moved, removed and have icons', async () => {
    const text = await write(async () => {
      await insert('Tabs');
      await writer.type('First');
      const titles = writer.page.getByRole('textbox', { name: 'Title of the tab' });
      await titles.nth(1).fill('B');
      await writer.press('Enter');
      await writer.type('Second');
      await button('Add a tab').click();
      await writer.type('Third');
      await titles.nth(2).fill('C');
      await button('Tab: move back').click();
      await titles.nth(0).focus();
      await button('Tab: remove').click();
      const form = await openOptions('Tab');
      await form.getByRole('button', { name: 'Icon: none' }).click();
      await choose('Search for an icon', 'key', 'key');
      await writer.press('Escape');
    });
    expect(text).toBe(
      '{% tabs %}\n{% tab title="C" icon="key" %}\nThird\n{% endtab %}\n\n{% tab title="B" %}\nSecond\n{% endtab %}\n{% endtabs %}',
    );
  });

  test('is steps that are added, moved and removed', async () => {
    const text = await write(async () => {
      await insert('Steps');
      await writer.type('One');
      await button('Add a step').click();
      await writer.type('Three');
      await button('Step: move back').nth(2).click();
      await button('Step: remove').nth(2).click();
      const form = await openOptions('Step', 1);
      await form.getByRole('button', { name: 'Icon: none' }).click();
      await choose('Search for an icon', 'flag', 'flag');
      await writer.press('Escape');
    });
    expect(text).toBe(
      '{% stepper %}\n{% step %}\n### One\n{% endstep %}\n\n{% step icon="flag" %}\n### Three\n{% endstep %}\n{% endstepper %}',
    );
  });

  test('is columns with a width and an alignment', async () => {
    const text = await write(async () => {
      await insert('Columns');
      await writer.type('Left');
      await button('Add a column').click();
      await writer.type('Third');
      const form = await openOptions('Column');
      await form.getByRole('combobox', { name: 'Width' }).selectOption('25 %');
      await form.getByRole('combobox', { name: 'Vertical alignment' }).selectOption('Middle');
      await writer.press('Escape');
      await button('Column: remove').nth(1).click();
    });
    expect(text).toBe(
      '{% columns %}\n{% column width="25%" valign="middle" %}\nLeft\n{% endcolumn %}\n\n{% column %}\nThird\n{% endcolumn %}\n{% endcolumns %}',
    );
  });

  test('is updates with dates and tags', async () => {
    const text = await write(async () => {
      await insert('Updates');
      await writer.type('News');
      const form = await openOptions('Update');
      await form.getByLabel('Date').fill('2026-04-29');
      await form.getByRole('textbox', { name: 'Tags, separated by commas' }).fill('new, api');
      await writer.press('Escape');
      const all = await openOptions('Updates');
      await all.getByRole('combobox', { name: 'Format of dates' }).selectOption('Short');
    });
    expect(text).toBe(
      '{% updates format="short" %}\n{% update date="2026-04-29" tags="new,api" %}\n## News\n{% endupdate %}\n{% endupdates %}',
    );
  });

  test('is an expandable that is open at first', async () => {
    const text = await write(async () => {
      await insert('Expandable');
      await writer.type('Title');
      await writer.press('ArrowDown');
      await writer.type('Body');
      const form = await openOptions('Expandable');
      await form.getByRole('checkbox', { name: 'Open at first' }).check();
    });
    expect(text).toBe('<details open>\n\n<summary>Title</summary>\n\nBody\n\n</details>');
  });

  test('is a condition whose expression is checked', async () => {
    const text = await write(async () => {
      await insert('Condition');
      await writer.type('Only some');
      const field = writer.page.getByRole('combobox', { name: 'Condition' });
      await field.fill('visitor.claims.plan ==');
      await writer.page.getByText('Expected a value, but the expression ends here.').waitFor();
      await field.fill('space.vars.nothing');
      await writer.page.getByText('“space.vars.nothing” is not defined.').waitFor();
      await field.fill('visitor.claims.plan === "pro"');
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('false');
    });
    expect(text).toBe('{% if visitor.claims.plan === "pro" %}\nOnly some\n{% endif %}');
  });

  test('is a prompt with a description and an icon', async () => {
    const text = await write(async () => {
      await insert('Prompt');
      await writer.type('Explain it.');
      await writer.page.getByRole('textbox', { name: 'Description', exact: true }).fill('Explain');
      const form = await openOptions('Prompt');
      await form.getByRole('checkbox', { name: 'Offer to open it in assistants' }).check();
      await form.getByRole('combobox', { name: 'Shown text' }).selectOption('Everything');
    });
    expect(text).toBe(
      '{% prompt description="Explain" openInAIProviders="true" defaultExpanded="full" %}\n```\nExplain it.\n```\n{% endprompt %}',
    );
  });

  test('is an API webhook or API schemas', async () => {
    const text = await write(async () => {
      await insert('API webhook');
      const webhook = options('API webhook');
      await webhook.getByRole('textbox', { name: 'OpenAPI spec' }).fill('pets');
      await webhook.getByRole('textbox', { name: 'Name of the webhook' }).fill('newPet');
      await webhook.getByRole('combobox', { name: 'Method' }).selectOption('PUT');
      await writer.press('Escape');
      await writer.goToEnd();
      await insert('API schemas');
      const schemas = options('API schemas');
      await schemas.getByRole('textbox', { name: 'OpenAPI spec' }).fill('pets');
      await schemas.getByRole('textbox', { name: 'Schemas, separated by commas' }).fill('Pet, Error');
      await schemas.getByRole('checkbox', { name: 'In one block' }).check();
    });
    expect(text).toBe(
      '{% openapi-webhook spec="pets" name="newPet" method="put" %}\n{% endopenapi-webhook %}\n\n{% openapi-schemas spec="pets" schemas="Pet,Error" grouped="true" %}\n{% endopenapi-schemas %}',
    );
  });

  test('is cards with texts, links and covers', async () => {
    const text = await write(async () => {
      await insert('Cards');
      await writer.type('One');
      await button('Card: remove').nth(2).click();
      await button('Add a card').click();
      await writer.type('Three');
      await button('Card: move back').nth(2).click();
      await button('Link of the card').first().click();
      await choose('Link of the card', 'https://example.com', 'https://example.com');
      await button('Link of the card: https://example.com').waitFor();
      const form = await openOptions('Cards');
      await form.getByRole('combobox', { name: 'Size of the cards' }).selectOption('Large');
    });
    expect(text).toBe(
      '<table data-card-size="large" data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>One</td><td></td><td><a href="https://example.com">example.com</a></td></tr><tr><td>Three</td><td></td><td></td></tr><tr><td></td><td></td><td></td></tr></tbody></table>',
    );
  });

  test('can be a list with another first number, a task, a quote, a divider and a heading with an anchor', async () => {
    const text = await write(async () => {
      await insert('Heading 1');
      await writer.type('Title');
      await writer.press('Control+/');
      await writer.page.getByRole('menuitem', { name: 'Options: Heading 1' }).click();
      const heading = options('Heading 1');
      await heading.getByRole('textbox', { name: 'Anchor' }).fill('start');
      await writer.press('Escape');
      await writer.goToEnd();
      await writer.press('Enter');
      await insert('Numbered list');
      await writer.type('five');
      await writer.press('Control+/');
      await writer.page.getByRole('menuitem', { name: 'Options: Numbered list' }).click();
      await options('Numbered list').getByRole('spinbutton', { name: 'First number' }).fill('5');
      await writer.press('Escape');
      await writer.goToEnd();
      await writer.press('Enter', 'Enter');
      await insert('Task list');
      await writer.type('task');
      await writer.page.getByRole('checkbox', { name: 'Done' }).check();
      await writer.goToEnd();
      await writer.press('Enter', 'Enter');
      await insert('Divider');
      await insert('Quote');
      await writer.type('quoted');
    });
    expect(text).toBe(
      '## Title <a href="#start" id="start"></a>\n\n5. five\n\n* [x] task\n\n***\n\n> quoted',
    );
  });
});

describe('in the text', () => {
  test('a button has a label, a link or an action, a kind, a size and an icon', async () => {
    const text = await write(async () => {
      await insert('Button');
      const form = options('Button');
      await form.getByRole('textbox', { name: 'Label' }).fill('Start');
      await form.getByRole('button', { name: /^Page, heading, file or address/ }).click();
      await choose('Page, heading, file or address', 'https://example.com', 'https://example.com');
      await form.getByRole('combobox', { name: 'Kind' }).selectOption('Secondary');
      await form.getByRole('combobox', { name: 'Size' }).selectOption('Large');
      await form.getByRole('button', { name: 'Icon: none' }).click();
      await choose('Search for an icon', 'rocket', 'rocket');
      await writer.press('Escape');
      await writer.type(' ');
      await insert('Button');
      await form.getByRole('textbox', { name: 'Label' }).fill('Find');
      await form.getByRole('combobox', { name: 'Action' }).selectOption('Searches');
      await form.getByRole('textbox', { name: 'Search or question' }).fill('install');
      await writer.press('Escape');
    });
    expect(text).toBe(
      '<a href="https://example.com" class="button secondary large" data-icon="rocket">Start</a> <button type="button" class="button primary" data-action="search" data-query="install">Find</button>',
    );
  });

  test.each([
    ['Icon', 'Search for an icon', 'rocket', 'rocket', '<i class="fa-rocket">:rocket:</i>'],
    ['Emoji', 'Search for an emoji', 'party popper', 'party popper', '🎉'],
  ])(
    '%s: what is typed while the list is loaded is searched for',
    async (name, label, typed, option, written) => {
      const fresh = await served.openWriter();
      try {
        await fresh.context.route(/icon-picker/, async (route) => {
          await setTimeout(1000);
          await route.continue();
        });
        const pageId = await served.addPage('Before');
        await fresh.open(pageId);
        await fresh.clickAfter('Before');
        await fresh.type(` /${name}`);
        await fresh.page
          .getByRole('listbox', { name: 'Insert block' })
          .getByRole('option', { name, exact: true })
          .click();
        await fresh.type(typed);
        const field = fresh.page.getByRole('dialog', { name: label, exact: true }).getByRole('combobox');
        await field.waitFor();
        expect(await field.inputValue()).toBe(typed);
        await fresh.page.getByRole('option', { name: option }).first().waitFor();
        await fresh.press('Enter');
        await fresh.saved();
        expect(textOf(await served.source(pageId))).toBe(`Before ${written}`);
      } finally {
        await fresh.close();
      }
    },
  );

  test('the icon of a page: what is typed while the list is loaded is searched for, and Escape leads back', async () => {
    const fresh = await served.openWriter();
    try {
      await fresh.context.route(/icon-picker/, async (route) => {
        await setTimeout(1000);
        await route.continue();
      });
      await fresh.open(await served.addPage('Text'));
      const { page } = fresh;
      const add = page.getByRole('button', { name: 'Add an icon' });
      await add.click();
      await fresh.type('rock');
      const field = page.getByRole('combobox', { name: 'Search for an icon or an emoji' });
      await field.waitFor();
      expect(await field.inputValue()).toBe('rock');
      await fresh.press('Escape');
      await field.waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toContain('Add an icon');
    } finally {
      await fresh.close();
    }
  });

  test('icons, emoji, mentions, formulas and variables are chosen from lists', async () => {
    const text = await write(async () => {
      await writer.type('An ');
      await insert('Icon');
      await choose('Search for an icon', 'rocket', 'rocket');
      await writer.type(' and ');
      await insert('Emoji');
      await choose('Search for an emoji', 'party popper', 'party popper');
      await writer.type(' and :grinn');
      await writer.page.getByRole('listbox', { name: 'Insert emoji' }).getByRole('option').first().waitFor();
      await writer.press('Enter');
      await writer.type(' and :rocket:');
      await writer.content.getByText('🚀').waitFor();
      await writer.type(' and ');
      await insert('Inline formula');
      await options('Formula').getByRole('textbox', { name: 'Formula' }).fill('x^2');
      await writer.press('Escape');
      await writer.type(' and ');
      await insert('Variable');
      await options('Variable').getByRole('combobox', { name: 'Expression' }).fill('space.vars.product');
      await writer.press('Escape');
      await writer.type(' end');
    });
    expect(text).toBe(
      'An <i class="fa-rocket">:rocket:</i> and 🎉 and 😀 and 🚀 and $$x^2$$ and <code class="expression">space.vars.product</code> end',
    );
  });

  test('a page is mentioned by its title', async () => {
    const target = await served.addPage('Text');
    const { title } = (
      await served.app.request('GET', `/v1/spaces/${served.spaceId}/content/page/${target}`)
    ).json();
    const text = await write(async () => {
      await writer.type(`See @${title}`);
      const list = writer.page.getByRole('listbox', { name: 'Mention a page' });
      await list.getByRole('option', { name: title, exact: true }).click();
    });
    expect(text).toMatch(/^See \[.*\]\(.+ "mention"\)$/);
  });

  test('marks and colors are in the rest of the toolbar, and text has notes', async () => {
    const text = await edit('One two three four', async () => {
      const more = button('More formatting');
      const format = writer.page.getByRole('dialog', { name: 'More formatting' });
      const selectWord = async (word: string): Promise<void> => {
        await writer.clickAfter(word);
        await writer.press('Control+Shift+ArrowLeft');
      };
      await selectWord('One');
      await more.click();
      await format.getByRole('button', { name: 'Key' }).click();
      await selectWord('two');
      await more.click();
      await format.getByRole('button', { name: 'Superscript' }).click();
      await selectWord('three');
      await more.click();
      await format.getByRole('combobox', { name: 'Highlight' }).selectOption('Green');
      await writer.press('Escape');
      await selectWord('four');
      await more.click();
      await format.getByRole('button', { name: 'Annotation' }).click();
      const note = writer.page.getByRole('textbox', { name: 'Text of the annotation' });
      await note.waitFor();
      await writer.type('The note');
      await writer.press('Escape');
      await note.waitFor({ state: 'detached' });
    });
    expect(text).toBe(
      '<kbd>One</kbd> <sup>two</sup> <mark style="background-color:green;">three</mark> four[^1]\n\n[^1]: The note',
    );
  });
});

describe('the menu of a block', () => {
  test('turns it into other blocks, duplicates, moves and removes it', async () => {
    const text = await edit('One\n\nTwo\n\nThree\n\nFour', async () => {
      const item = (name: string): Locator => writer.page.getByRole('menuitem', { name, exact: true });
      const openMenu = async (word: string): Promise<void> => {
        await writer.clickAfter(word);
        await writer.press('Control+/');
      };
      await openMenu('One');
      await item('Turn into').click();
      await item('Hint').click();
      await openMenu('Two');
      await item('Duplicate').click();
      await openMenu('Three');
      await item('Delete').click();
      await writer.clickAfter('Four');
      await writer.press('Alt+ArrowUp');
      await writer.page.getByText('Text: moved to position 3 of 4').waitFor({ state: 'attached' });
    });
    expect(text).toBe('{% hint style="info" %}\nOne\n{% endhint %}\n\nTwo\n\nFour\n\nTwo');
  });

  test('opens its Markdown, and writes exactly that', async () => {
    const source = '{% unknown a="1" %}\n\n  text   here\n\n{% endunknown %}';
    const written = '{% hint style="info" %}\n-   kept\n-   as it is\n{% endhint %}';
    const text = await edit(`Before\n\n${source}\n\n__After__ it`, async () => {
      await writer.page.getByRole('group', { name: 'Source block' }).first().hover();
      await button('Edit as Markdown').click();
      const field = writer.page.getByRole('textbox', { name: 'Markdown of the block' });
      await field.press('Control+a');
      await writer.page.keyboard.insertText(written);
      await button('Apply').click();
      await writer.content.locator('aside').waitFor();
      await writer.clickAfter('After');
      await writer.press('Control+/');
      await writer.page.getByRole('menuitem', { name: 'Edit as Markdown' }).click();
      await field.waitFor();
      await writer.press('Control+End');
      await writer.type(' *too*');
      await button('Apply').click();
      await writer.content.getByText('too').waitFor();
    });
    expect(text).toBe(`Before\n\n${written}\n\n__After__ it *too*`);
  });
});
