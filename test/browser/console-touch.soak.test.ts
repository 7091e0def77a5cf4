import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeBoxes } from './in-page.mjs';
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
});

/** Until it has gone, the sidebar is over the text. */
async function openOnPhone(pageId: string): Promise<void> {
  await writer.open(pageId);
  await writer.page.setViewportSize({ width: 360, height: 640 });
  await writer.page.locator('#sidebar').waitFor({ state: 'hidden' });
}

const textOf = (source: string): string => source.replace(/^# .*\n+/, '').trimEnd();

describe('text from right to left', () => {
  test('has its own direction in each block, and code stays from left to right', async () => {
    const pageId = await console.addPage(
      'مرحبا بالعالم\n\nEnglish\n\n* عنصر أول\n* عنصر ثان\n\n> اقتباس\n\n| العمود | الثاني |\n| --- | --- |\n| خلية | أخرى |\n\n```js\nlet a;\n```',
    );
    await writer.open(pageId);
    const directions = await writer.content.evaluate(describeBoxes);
    expect(directions).toEqual(['P rtl', 'P ltr', 'UL rtl', 'BLOCKQUOTE rtl', 'TABLE rtl', 'PRE ltr']);
  });
});

describe('on a phone', () => {
  test('the bar is at the bottom, and what a keyboard composes and deletes is in the text once', async () => {
    const pageId = await console.addPage('First line\n\nSecond');
    await openOnPhone(pageId);
    await writer.clickAfter('Second');
    await writer.press('End');
    const bar = await writer.page.getByRole('toolbar', { name: 'Formatting' }).boundingBox();
    expect(bar && bar.y + bar.height).toBe(640);
    const session = await writer.context.newCDPSession(writer.page);
    const compose = async (stages: readonly string[], taken: string): Promise<void> => {
      for (const text of stages)
        await session.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      await session.send('Input.insertText', { text: taken });
    };
    await writer.type(' ');
    // A keyboard that composes each word, and corrects it in the end.
    await compose(['t', 'te', 'teh'], 'the');
    await writer.type(' ');
    await compose(['e', 'en', 'end'], 'end');
    await writer.saved();
    await expect.poll(async () => textOf(await console.source(pageId))).toBe('First line\n\nSecond the end');
    // Deleting goes on into the block above.
    for (let count = 0; count < 'Second the end'.length + 1; count++) await writer.press('Backspace');
    await compose(['w', 'wo'], 'words');
    await writer.saved();
    await expect.poll(async () => textOf(await console.source(pageId))).toBe('First linewords');
    await session.detach();
  });

  test('all tools are in the bar, and the menu of the block is one of them', async () => {
    const pageId = await console.addPage('One\n\nTwo\n\nThree');
    await openOnPhone(pageId);
    await writer.clickAfter('Two');
    const bar = writer.page.getByRole('toolbar', { name: 'Formatting' });
    const ends = await bar
      .locator(':scope > *')
      .evaluateAll((tools) => tools.map((tool) => tool.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(360);
    await bar.getByRole('button', { name: 'Block menu' }).click();
    await writer.page.getByRole('menuitem', { name: 'Move down' }).click();
    await writer.edited();
    expect(textOf(await console.source(pageId))).toBe('One\n\nThree\n\nTwo');
  });

  test('what a keyboard corrects replaces the word, and nothing beside it', async () => {
    const pageId = await console.addPage('A **teh** end');
    await openOnPhone(pageId);
    await writer.clickAfter('teh');
    // The correction of iOS: the browser asks first, and leaves the text to the editor.
    await writer.content.evaluate((content) => {
      const word = content.querySelector('strong')?.firstChild;
      if (!word) throw new Error('The word is not bold.');
      content.ownerDocument.getSelection()?.setBaseAndExtent(word, 0, word, 3);
    });
    await writer.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    const session = await writer.context.newCDPSession(writer.page);
    await session.send('Input.insertText', { text: 'the' });
    await session.detach();
    await writer.edited();
    expect(textOf(await console.source(pageId))).toBe('A **the** end');
  });

  test('menus and dialogs come from the bottom', async () => {
    const pageId = await console.addPage('Text');
    await openOnPhone(pageId);
    await writer.clickAfter('Text');
    await writer.press('End', 'Enter');
    await writer.type('/');
    const menu = await writer.page.getByRole('listbox', { name: 'Insert block' }).boundingBox();
    expect(menu).toMatchObject({ x: 0, width: 360 });
    expect(menu && menu.y + menu.height).toBe(640);
  });
});
