/** Drawn documents of HTML in Markdown, shown by Chromium without any policy: no script of theirs runs. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PIECES } from '../fixtures/rendering/html-forms.ts';
import { renderHtml } from '../fixtures/rendering/rendering.ts';
import { createRandom } from '../random.ts';
import { launchChromium } from './chromium.ts';

const DOCUMENTS = 50_000;
const PER_PAGE = 250;
const SEED = Number(process.env.LECTERN_SOAK_SEED ?? Date.now() % 2 ** 31);

/** Clicks what looks like a script, fails each element, and counts the documents. */
const PROVOKE = `
  for (const link of document.querySelectorAll('a')) if (/script:/i.test(link.href)) link.click();
  for (const element of document.querySelectorAll('article *')) element.dispatchEvent(new Event('error'));
  document.querySelectorAll('article').length`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

test(`nothing in ${DOCUMENTS} drawn documents runs (LECTERN_SOAK_SEED=${SEED})`, async () => {
  const random = createRandom(SEED);
  const draw = (): string =>
    Array.from(
      { length: 1 + Math.floor(random() * 12) },
      () => PIECES[Math.floor(random() * PIECES.length)],
    ).join('');
  const context = await browser.newContext();
  await context.route('**', (route) => route.abort());
  const page = await context.newPage();
  const hits: string[] = [];
  await page.exposeFunction('hit', () => void hits.push('hit'));
  page.on('dialog', (dialog) => {
    hits.push(dialog.message());
    void dialog.dismiss();
  });
  // A page that shows the opposite is noticed.
  await page.setContent('<img src="x:" onerror="hit()">');
  await expect.poll(() => hits.length).toBe(1);
  hits.length = 0;
  for (let shown = 0; shown < DOCUMENTS; shown += PER_PAGE) {
    const sources = Array.from({ length: PER_PAGE }, draw);
    const documents = await Promise.all(sources.map((source) => renderHtml(source)));
    await page.setContent(documents.map((html) => `<article>${html}</article>`).join(''));
    const count = await page.evaluate(PROVOKE);
    expect(count, `documents ${shown} and after`).toBe(PER_PAGE);
    expect(hits, `documents ${shown} and after: ${JSON.stringify(sources)}`).toEqual([]);
  }
  await context.close();
}, 1_800_000);
