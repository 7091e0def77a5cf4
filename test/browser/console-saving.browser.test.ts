import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { PASSWORD } from '../accounts.ts';
import { breakReading } from './in-page.mjs';
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

describe('what is typed', () => {
  test.each(['late', '503', 'dropped', 'lost', 'twice'])(
    'is saved once if requests are %s',
    async (fault) => {
      const pageId = await console.addPage('Begin');
      await writer.open(pageId);
      let requests = 0;
      await writer.page.route('**/content', async (route) => {
        requests++;
        if (route.request().method() !== 'POST' || requests % 3 !== 1) return route.continue();
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
          default:
            await route.fetch();
            return route.continue();
        }
      });
      await writer.clickAfter('Begin');
      for (const word of [' one', ' two', ' three']) {
        await writer.type(word);
        await writer.page.waitForTimeout(1000);
      }
      await expect.poll(() => console.source(pageId)).toMatch(/Begin one two three\s*$/);
      await writer.saved();
      await writer.page.unroute('**/content');
    },
  );

  test('offline is kept when the tab is closed, and saved once when the service is there again', async () => {
    const pageId = await console.addPage('Begin');
    await writer.open(pageId);
    await writer.clickAfter('Begin');
    await writer.context.setOffline(true);
    await writer.type(' offline words');
    await writer.page.getByRole('status', { name: 'Not saved: offline' }).waitFor();
    await writer.page.close();
    expect(await console.source(pageId)).not.toContain('offline');
    await writer.context.setOffline(false);
    await writer.open(pageId);
    await writer.content.getByText('offline words').waitFor();
    await writer.saved();
    await expect.poll(() => console.source(pageId)).toMatch(/Begin offline words\s*$/);
  });

  test('offline stays in the browser if it cannot be read, and the writer hears of it', async () => {
    const pageId = await console.addPage('Begin\n\nEnd\n');
    await writer.open(pageId);
    await writer.clickAfter('Begin');
    await writer.context.setOffline(true);
    await writer.type(' kept');
    await writer.page.getByRole('status', { name: 'Not saved: offline' }).waitFor();
    await writer.page.close();
    await writer.context.setOffline(false);
    writer.page = await writer.context.newPage();
    await writer.page.addInitScript(breakReading);
    await writer.page.goto(`${console.origin}/app/s/${console.spaceId}/${pageId}`);
    await writer.page.getByRole('alert').getByText('cannot read it').waitFor();
    await writer.clickAfter('End');
    await writer.type(' now');
    await writer.saved();
    await writer.open(pageId);
    await expect.poll(() => console.source(pageId)).toContain('kept');
    expect(await console.source(pageId)).toContain('now');
    await writer.saved();
  });

  test('survives an expired session: the writer signs in over the page', async () => {
    const pageId = await console.addPage('Begin');
    await writer.open(pageId);
    await writer.clickAfter('Begin');
    await writer.type(' kept');
    await writer.context.clearCookies();
    const dialog = writer.page.getByRole('dialog', { name: 'Sign in' });
    // The dialog does not take letters from somebody who goes on typing.
    for (const letter of 'abcdefghijkl') {
      await writer.type(letter);
      await writer.page.waitForTimeout(400);
    }
    expect(await dialog.count()).toBe(0);
    await dialog.waitFor();
    expect(await dialog.getByLabel('Password').inputValue()).toBe('');
    expect(await writer.content.textContent()).toContain('Begin keptabcdefghijkl');
    await dialog.getByLabel('Email address').fill(console.user.email);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await writer.saved();
    expect(await console.source(pageId)).toMatch(/Begin keptabcdefghijkl\s*$/);
    expect(writer.refused.splice(0).every((one) => /^40[13] /.test(one))).toBe(true);
  });
});

test('a setting that was changed by a click is undone by the keys and by the message', async () => {
  await writer.open(await console.addPage('Begin'));
  await writer.page.getByRole('button', { name: 'Page settings' }).click();
  const flag = writer.page.getByRole('checkbox', { name: 'Hidden in navigation' });
  await flag.click();
  await writer.edited();
  expect(await flag.isChecked()).toBe(true);
  await writer.press('Control+z');
  expect(await flag.isChecked()).toBe(false);
  await flag.click();
  await writer.page.getByRole('button', { name: 'Undo', exact: true }).click();
  expect(await flag.isChecked()).toBe(false);
  await writer.saved();
});
