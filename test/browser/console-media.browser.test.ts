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
        await dialog().getByText('This link leads nowhere').waitFor();
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
    const count = (request: { url(): string }): void => {
      if (request.url().endsWith('/content/resolve')) requests++;
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
        String.raw`^over \[word\]\(https://example\.com/a\?b=1\), alone:\[https://example\.com/x\]\(https://example\.com/x\) page:\[Page \d+\]\(/pages/${target}\) heading:\[Page \d+\]\(/pages/${target}#steps\)$`,
      ),
    );
  });
});
