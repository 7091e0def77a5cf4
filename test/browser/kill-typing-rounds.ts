/** Kills the service while somebody types in the console: every word is there once, whatever had arrived. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { createPreparedSetup, request } from '../process/service-process.ts';
import { createRandom } from '../random.ts';
import { launchChromium } from './chromium.ts';
import { signInWithToken } from './sign-in-with-token.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' };
const WORDS = 12;
const MAX_DELAY_MS = 3000;
/** Within this time of the first response of the service, a writer expects everything to be saved. */
const PATIENCE_MS = 30_000;

export async function killWhileTyping({ rounds, seed }: { rounds: number; seed: number }): Promise<void> {
  const random = createRandom(seed);
  const setup = await createPreparedSetup();
  const browser = await launchChromium();
  try {
    let service = await setup.serve(ENVIRONMENT);
    const address = {
      LECTERN_PORT: new URL(service.url).port,
      LECTERN_SITES_PORT: new URL(service.sitesUrl).port,
    };
    const send = async <Result>(path: string, body?: object): Promise<Result> => {
      const response = await request<Result>(service, TOKEN, path, body ? { method: 'POST', body } : {});
      expect(response.status, `${path}: ${JSON.stringify(response.body)}`).toBeLessThan(300);
      return response.body;
    };
    const { items } = await send<{ items: { id: string }[] }>('/v1/orgs');
    const { id: spaceId } = await send<{ id: string }>(`/v1/orgs/${items[0]?.id}/spaces`, { title: 'S' });
    const insert = { operation: 'insert_page', title: 'Page', document: { markdown: 'Begin\n' } };
    const { changes } = await send<{ changes: { page: { id: string } }[] }>(`/v1/spaces/${spaceId}/content`, {
      changes: [insert],
    });
    const pageId = changes[0]?.page.id;
    const read = async (): Promise<string> =>
      (await send<{ markdown: string }>(`/v1/spaces/${spaceId}/content/page/${pageId}?format=markdown`))
        .markdown;

    const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
    const log = watchSaves(page);
    await signInWithToken(page, service.url, TOKEN);
    await page.goto(`${service.url}/app/s/${spaceId}/${pageId}`);
    const content = page.getByRole('textbox', { name: 'Page content' });
    await content.waitFor();
    await content.focus();
    await page.keyboard.press('Control+End');

    const typed: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const restart = async (): Promise<void> => {
        await sleep(random() * MAX_DELAY_MS);
        service.kill('SIGKILL');
        await service.ended;
        await sleep(random() * MAX_DELAY_MS);
        const isBack = waitForHealth(service.url);
        service = await setup.serve({ ...ENVIRONMENT, ...address });
        await isBack;
      };
      const restarted = restart();
      for (let word = 0; word < WORDS; word++) {
        const text = `r${round}w${word}`;
        await page.keyboard.type(` ${text}`);
        typed.push(text);
        await sleep(random() * 500);
      }
      log.length = 0;
      await restarted;
      const backAt = performance.now();
      const saved = page.getByRole('status', { name: 'Saved', exact: true });
      try {
        await saved.waitFor({ timeout: PATIENCE_MS });
      } catch (error) {
        const states = await page.getByRole('status').allTextContents();
        throw new Error(`Round ${round} was not saved: ${states.join(' | ')}\n${log.join('\n')}`, {
          cause: error,
        });
      }
      console.log(
        `Round ${round}: saved ${Math.round(performance.now() - backAt)} ms after the service was back.`,
      );
      expect((await read()).trim(), `round ${round}, seed ${seed}`).toMatch(
        new RegExp(`Begin ${typed.join(' ')}$`),
      );
    }
    expect((await content.textContent())?.trim()).toBe(`Begin ${typed.join(' ')}`);
    await service.stop();
  } finally {
    await browser.close();
    await setup.clean();
  }
}

/** What the console sends, and how it ends. */
function watchSaves(page: Page): string[] {
  const log: string[] = [];
  const note = (what: string, request: Request): void => {
    log.push(`${new Date().toISOString()} ${what} ${request.method()} ${new URL(request.url()).pathname}`);
  };
  page.on('request', (request) => note('sent', request));
  page.on('requestfailed', (request) => note(`failed (${request.failure()?.errorText})`, request));
  page.on('response', (response) => note(String(response.status()), response.request()));
  return log;
}

async function waitForHealth(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(100);
  }
}
