import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readCopied } from './in-page.mjs';
import { FIXTURES, WITH_PICTURE } from './pasted/fixtures.ts';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let console: ServedConsole;
let writer: Writer;
let pageId: string;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  console = await serveConsole();
  writer = await console.openWriter();
  pageId = await console.addPage('');
  await writer.open(pageId);
});
afterAll(async () => {
  await writer?.close();
  await console?.close();
});
afterEach(() => {
  expect(writer.refused.splice(0)).toEqual([]);
});

const textOf = (source: string): string => source.replace(/^# .*\n+/, '').trimEnd();
const text = async (): Promise<string> => textOf(await console.source(pageId));

/** Begins with an empty page. */
async function clear(): Promise<void> {
  await writer.content.click();
  await writer.press('Control+a', 'Backspace', 'Control+a', 'Backspace');
  await expect.poll(text).toBe('');
}

describe('what is pasted', () => {
  test.each(Object.entries(FIXTURES))('from %s arrives clean', async (_name, { data, expected }) => {
    await clear();
    await writer.paste(data);
    await expect.poll(text, { timeout: 8000 }).not.toBe('');
    await writer.saved();
    expect(await text()).toBe(expected);
  });

  test('with pictures in it uploads them', async () => {
    await clear();
    await writer.paste({ 'text/html': WITH_PICTURE, 'text/plain': 'Above' });
    await expect.poll(text, { timeout: 8000 }).toContain('Below');
    await writer.saved();
    expect(await text()).toMatch(
      /^Above\n\n<figure><img src="\/files\/[\w-]+" alt="A dot"><figcaption><\/figcaption><\/figure>\n\nBelow$/,
    );
  });

  test('as plain text keeps every character', async () => {
    await clear();
    await writer.page.keyboard.down('Control');
    await writer.page.keyboard.down('Shift');
    await writer.press('v');
    await writer.paste({ 'text/plain': '**not bold**', 'text/html': '<b>bold</b>' });
    await writer.page.keyboard.up('Shift');
    await writer.page.keyboard.up('Control');
    await expect.poll(text).toBe(String.raw`\*\*not bold\*\*`);
  });
});

describe('what is copied', () => {
  const SOURCE = '## Head\n\n{% hint style="warning" %}\nA **hint**\n{% endhint %}\n\n```js\nlet a;\n```';

  test('is HTML and Markdown for others, and whole for the editor', async () => {
    await clear();
    await writer.paste({ 'text/plain': SOURCE });
    await expect.poll(text).toBe(SOURCE);
    await writer.clickAfter('hint');
    await writer.press('Control+a');
    const copied = await writer.content.evaluate(readCopied);
    expect(copied['text/plain']).toBe(SOURCE);
    expect(copied['text/html']).toMatch(/<h2[^>]*>Head<\/h2>.*<strong>hint<\/strong>.*<pre[^>]*>/s);
    await clear();
    await writer.paste(copied);
    await expect.poll(text).toBe(SOURCE);
  });
});
