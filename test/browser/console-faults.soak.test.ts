/** The network fails in every way, and everything that was done is there once. */
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bringPicture } from './in-page.mjs';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let console: ServedConsole;
let writer: Writer;

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

beforeAll(async () => {
  console = await serveConsole();
  writer = await console.openWriter();
});
afterAll(async () => {
  await writer?.close();
  await console?.close();
});

const WAIT = { timeout: 60_000 };
const FAULTS = ['late', '503', 'dropped', 'lost', 'twice'] as const;

async function fail(route: Route, fault: (typeof FAULTS)[number]): Promise<void> {
  switch (fault) {
    case 'late':
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return route.continue();
    case '503':
      return route.fulfill({ status: 503, body: '' });
    case 'dropped':
      return route.abort();
    case 'lost':
      await route.fetch();
      return route.abort();
    case 'twice':
      await route.fetch();
      return route.continue();
  }
}

/** Every third POST fails, beginning with the first one. */
async function breakNetwork(fault: (typeof FAULTS)[number]): Promise<() => Promise<void>> {
  let requests = 0;
  const pattern = /\/v1\/spaces\/[^?]*\/(?:content|files)(?:\?|$)/;
  await writer.page.route(pattern, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    requests++;
    return requests % 3 === 1 ? fail(route, fault) : route.continue();
  });
  return () => writer.page.unroute(pattern);
}

const read = async (path: string) =>
  (await console.app.request('GET', `/v1/spaces/${console.spaceId}${path}`)).json();

describe('a network of which every third request', () => {
  test.each(FAULTS.map((fault) => [fault] as const))('is %s makes each page once', async (fault) => {
    await writer.open(await console.addPage('Begin'));
    const mend = await breakNetwork(fault);
    const titles = [1, 2].map((number) => `${fault} ${number}`);
    for (const title of titles) {
      await writer.page.getByRole('button', { name: 'New page', exact: true }).first().click();
      await writer.page.getByRole('menuitem', { name: 'New page', exact: true }).click();
      const field = writer.page.getByRole('textbox', { name: 'Title of the new page' });
      await field.fill(title);
      await field.press('Enter');
    }
    for (const title of titles) await writer.page.getByRole('treeitem', { name: title }).waitFor(WAIT);
    await expect
      .poll(async () => {
        const { pages } = await read('/content/pages');
        return pages
          .map(({ title }: { title: string }) => title)
          .filter((title: string) => title.startsWith(fault))
          .sort();
      }, WAIT)
      .toEqual(titles);
    await mend();
  });

  test.each(FAULTS.map((fault) => [fault] as const))('is %s uploads each picture once', async (fault) => {
    const pageId = await console.addPage('Begin');
    await writer.open(pageId);
    const before = (await read('/content/files')).items.length;
    const mend = await breakNetwork(fault);
    for (const kind of ['paste', 'drop']) {
      await writer.clickAfter('Begin');
      await writer.content.evaluate(bringPicture, { kind, bytes: PICTURE });
    }
    await expect
      .poll(() => console.source(pageId), WAIT)
      .toMatch(/(?:!\[.*|<figure.*)[\s\S]*(?:!\[|<figure)/);
    await writer.saved();
    expect((await read('/content/files')).items.length - before).toBe(2);
    await mend();
  });
});

test('several pages that were edited offline are saved after the browser was closed in between', async () => {
  const pages = [await console.addPage('One'), await console.addPage('Two'), await console.addPage('Three')];
  const titles = await Promise.all(
    pages.map(async (id) => (await read(`/content/page/${id}`)).title as string),
  );
  // What is opened once can be opened without a connection.
  for (const id of pages) await writer.open(id);
  const open = async (index: number): Promise<void> => {
    await writer.page.getByRole('treeitem', { name: titles[index] as string, exact: true }).click();
    await writer.content.getByText(['One', 'Two', 'Three'][index] as string).waitFor();
  };
  await writer.context.setOffline(true);
  for (const [index, word] of ['One', 'Two', 'Three'].entries()) {
    await open(index);
    await writer.clickAfter(word);
    await writer.type(` offline ${index}`);
    await writer.page.getByRole('status', { name: 'Not saved: offline' }).waitFor(WAIT);
  }
  await open(0);
  await writer.content.getByText('One offline 0').waitFor();
  await writer.page.close();
  await writer.context.setOffline(false);
  // Another page is enough for all of them to be saved.
  await writer.open(await console.addPage('Other'));
  for (const [index, word] of ['One', 'Two', 'Three'].entries())
    await expect
      .poll(() => console.source(pages[index] as string), WAIT)
      .toMatch(new RegExp(`${word} offline ${index}\\s*$`));
});

/** One pixel. */
const PICTURE = [
  ...Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
];
