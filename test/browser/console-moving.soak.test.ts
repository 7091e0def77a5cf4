/** Blocks that are dragged into containers and out of them, moved by keys, and selected together. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readClipboard } from './in-page.mjs';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let served: ServedConsole;
let writer: Writer;

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

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

let pageId: string;

const source = async (): Promise<string> => textOf(await served.source(pageId));

async function open(markdown: string): Promise<void> {
  pageId = await served.addPage(markdown);
  await writer.open(pageId);
  await writer.page.setViewportSize({ width: 1280, height: 2400 });
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(text: string): Promise<Box> {
  const box = await writer.content.getByText(text, { exact: true }).boundingBox();
  if (!box) throw new Error(`The page does not show “${text}”.`);
  return box;
}

/** Presses the handle of the block with a text. */
async function grab(text: string): Promise<void> {
  const { mouse } = writer.page;
  const { x, y, height } = await boxOf(text);
  await mouse.move(x + 12, y + height / 2);
  const handle = writer.page.getByRole('button', { name: 'Block menu' });
  await expect.poll(async () => Math.abs(((await handle.boundingBox())?.y ?? 0) - y)).toBeLessThan(24);
  const place = (await handle.boundingBox()) as Box;
  await mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await mouse.down();
}

/** Drags what is grabbed to the lower part of the line with a text. Returns the line that shows where it will be. */
async function dragBelow(text: string, indent = 12): Promise<Box | null> {
  const { x, y, height } = await boxOf(text);
  const { mouse } = writer.page;
  await mouse.move(x + indent + 4, y + height - 9, { steps: 3 });
  await mouse.move(x + indent, y + height - 8, { steps: 2 });
  return writer.page.locator('.drop-line:not([hidden])').boundingBox({ timeout: 5000 });
}

async function drag(text: string, below: string, indent?: number): Promise<Box | null> {
  await grab(text);
  const line = await dragBelow(below, indent);
  await writer.page.mouse.up();
  return line;
}

const CONTAINERS = {
  page: (inner: string) => inner,
  quote: (inner: string) => inner.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>'),
  hint: (inner: string) => `{% hint style="info" %}\n${inner}\n{% endhint %}`,
  tab: (inner: string) => `{% tabs %}\n{% tab title="One" %}\n${inner}\n{% endtab %}\n{% endtabs %}`,
  step: (inner: string) => `{% stepper %}\n{% step %}\n${inner}\n{% endstep %}\n{% endstepper %}`,
  column: (inner: string) => `{% columns %}\n{% column %}\n${inner}\n{% endcolumn %}\n{% endcolumns %}`,
  expandable: (inner: string) => `<details>\n\n<summary>Title</summary>\n\n${inner}\n\n</details>`,
  update: (inner: string) =>
    `{% updates format="full" %}\n{% update date="2026-01-02" %}\n${inner}\n{% endupdate %}\n{% endupdates %}`,
  condition: (inner: string) => `{% if true %}\n${inner}\n{% endif %}`,
  item: (inner: string) => `- ${inner.replace(/\n(?=.)/g, '\n  ')}`,
};
type Container = keyof typeof CONTAINERS;
const NAMES = Object.keys(CONTAINERS) as Container[];

/** In an item, a place is right of the beginning of its text; elsewhere, its items would be beside it. */
const INDENT = 60;

const pageWith = (moved: string): string =>
  NAMES.map((name) =>
    CONTAINERS[name](`First ${name}${name === 'page' ? `\n\n${moved}` : ''}\n\nLast __${name}__`),
  ).join('\n\n');

/** From the page into each container and back. */
const WAYS: readonly Container[] = NAMES.slice(1).flatMap((name) => [name, 'page'] as const);

const isAt = (wanted: string | RegExp): Promise<void> =>
  typeof wanted === 'string'
    ? expect.poll(source, { timeout: 20_000 }).toBe(wanted)
    : expect.poll(source, { timeout: 20_000 }).toMatch(wanted);

describe('a block that is dragged', () => {
  test('goes from each container into another one, and comes back by one undo', async () => {
    await open(pageWith('__moved__'));
    for (const to of WAYS) {
      const before = await source();
      const line = await drag('moved', `First ${to}`, INDENT);
      expect(line?.x, to).toBeCloseTo((await boxOf(`First ${to}`)).x, 0);
      await isAt(new RegExp(`First ${to}\\W+__moved__`));
      const after = await source();
      expect(after.split('moved')).toHaveLength(2);
      const without = (text: string): string => text.replace(/^.*moved.*\n/gm, '').replace(/^[\s>]*\n/gm, '');
      expect(without(after)).toBe(without(before));
      await writer.press('Control+z');
      await isAt(before);
      await writer.press('Control+y');
      await isAt(after);
    }
  });

  test('becomes an item between items, and an item becomes a list outside of lists', async () => {
    await open('moved\n\n- one\n- two\n\n> quote');
    await drag('moved', 'one', -4);
    await isAt('- one\n- moved\n- two\n\n> quote');
    await drag('moved', 'quote');
    await isAt('- one\n- two\n\n> quote\n>\n> - moved');
  });

  test('stays where it is when Escape is pressed, and goes beside a table instead of into a cell', async () => {
    await open('first\n\n> inner\n>\n> other\n\n| A | B |\n| --- | --- |\n| cell | b |');
    await grab('inner');
    await dragBelow('first');
    await writer.press('Escape');
    await writer.page.mouse.up();
    await drag('first', 'cell');
    await isAt('> inner\n>\n> other\n\n| A | B |\n| --- | --- |\n| cell | b |\n\nfirst');
  });

  test('goes to a tab that the pointer has opened on its way', async () => {
    await open(
      'moved\n\n{% tabs %}\n{% tab title="One" %}\none\n{% endtab %}\n{% tab title="Two" %}\ntwo\n{% endtab %}\n{% endtabs %}',
    );
    await grab('moved');
    const name = await writer.page.getByRole('textbox', { name: 'Title of the tab' }).last().boundingBox();
    await writer.page.mouse.move((name?.x ?? 0) + 5, (name?.y ?? 0) + 5, { steps: 4 });
    await dragBelow('two');
    await writer.page.mouse.up();
    await isAt(/\ntwo\n\nmoved\n{% endtab %}/);
  });

  test('is left where it is, and copied, with the key for copies', async () => {
    await open('one\n\n> two');
    await grab('one');
    await writer.page.keyboard.down('Control');
    await dragBelow('two');
    await writer.page.mouse.up();
    await writer.page.keyboard.up('Control');
    await isAt('one\n\n> two\n>\n> one');
  });
});

describe('selected blocks', () => {
  const announced = (text: string): Promise<void> =>
    writer.page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' });

  test('are dragged together', async () => {
    await open('one\n\ntwo\n\nthree\n\n> four');
    await writer.clickAfter('one');
    await writer.press('Escape');
    await announced('Text: selected');
    await writer.press('Shift+ArrowDown');
    await announced('2 blocks selected');
    await drag('two', 'four');
    await isAt('three\n\n> four\n>\n> one\n>\n> two');
    await writer.press('Control+z');
    await isAt('one\n\ntwo\n\nthree\n\n> four');
  });

  test('move by keys into containers and out of them, are duplicated, and removed', async () => {
    await open('one\n\ntwo\n\n> three\n\nfour');
    await writer.clickAfter('two');
    await writer.press('Escape', 'Shift+ArrowUp', 'Alt+ArrowDown');
    await isAt('> one\n>\n> two\n>\n> three\n\nfour');
    await writer.press('Alt+ArrowDown', 'Alt+ArrowDown');
    await isAt('> three\n\none\n\ntwo\n\nfour');
    await writer.press('Control+d');
    await isAt('> three\n\none\n\ntwo\n\none\n\ntwo\n\nfour');
    await writer.press('Delete');
    await isAt('> three\n\none\n\ntwo\n\nfour');
  });

  test('are copied and cut as Markdown, and what is typed goes below them', async () => {
    await open('- one\n- two\n- three\n\nend');
    await writer.clickAfter('one');
    await writer.press('Escape', 'Shift+ArrowDown');
    // What writes Markdown is loaded late.
    const copy = async (): Promise<string> => {
      await writer.press('Control+c');
      return writer.page.evaluate(readClipboard);
    };
    await expect.poll(copy, { timeout: 20_000 }).toBe('* one\n* two');
    await writer.press('Control+x');
    await isAt('- three\n\nend');
    await writer.clickAfter('end');
    await writer.press('Escape');
    await writer.type('new');
    await isAt('- three\n\nend\n\nnew');
    await writer.press('Escape', 'Enter');
    await writer.type('!');
    await isAt('- three\n\nend\n\nnew!');
  });

  test('have one menu', async () => {
    await open('one\n\ntwo\n\nthree');
    await writer.clickAfter('one');
    await writer.press('Escape', 'Shift+ArrowDown');
    await grab('two');
    await writer.page.mouse.up();
    await writer.page.getByRole('menuitem', { name: 'Delete' }).click();
    await announced('2 blocks removed');
    await isAt('three');
  });

  test('can be a table, which is removed as a whole', async () => {
    await open('| A | B |\n| --- | --- |\n| cell | b |\n\nend');
    await writer.clickAfter('cell');
    await writer.press('Escape');
    await announced('Table: selected');
    await writer.press('Delete');
    await isAt('end');
  });
});
