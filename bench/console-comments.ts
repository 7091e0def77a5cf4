/**
 * A page with 1,000 comments in the console: the time until they are marked, until the panel shows them, and of a key.
 * The processor of the browser is slowed down four-fold.
 */
import { loadavg } from 'node:os';
import { launchChromium } from '../test/browser/chromium.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { EDITOR, signIn, withConsole, workOf } from './console/console-page.ts';
import { addSpace, median, TOKEN, withService } from './service.ts';

const COMMENTS = 1000;
const PARAGRAPHS = 500;
const KEYS = 60;
const KEY_DELAY_MS = 60;
const SLOWDOWN = 4;
const AT_ONCE = 8;

/** `rounds`: how often each of them is measured. */
export async function run([rounds = '3']: string[] = []): Promise<void> {
  const browser = await launchChromium();
  try {
    await withService(async (service) => {
      const spaceId = await addSpace(service, 'Documentation');
      const pageId = await addPage(service, spaceId);
      await addComments(service, spaceId, pageId);
      const state = await signIn(browser, service.url);
      const times: Record<string, number[]> = {};
      const note = (name: string, time: number): void => {
        times[name] = [...(times[name] ?? []), time];
      };
      for (let round = 0; round < Number(rounds); round += 1) {
        const path = `/v1/spaces/${spaceId}/comments?status=open&order=asc&limit=100&format=html`;
        note('the first 100 from the service', await timeOf(() => request(service, TOKEN, path)));
        await withConsole(browser, { url: service.url, state, slowdown: SLOWDOWN }, async (opened) => {
          const { page, session, open } = opened;
          await open(`/app/s/${spaceId}/${pageId}`);
          const marked = await workOf(session, async () => {
            const time = await timeOf(() =>
              page.waitForFunction(`document.querySelectorAll('.commented').length >= ${COMMENTS}`),
            );
            note('until all words are marked, after the page', time);
          });
          note('until all words are marked, thread time', marked.total);
          const panel = page.getByRole('complementary', { name: 'Comments' });
          note(
            'opening the panel',
            await timeOf(async () => {
              await page.getByRole('button', { name: /comments$/ }).click();
              await panel.getByRole('article').first().waitFor();
            }),
          );
          await page
            .locator(`${EDITOR} > p`)
            .nth(PARAGRAPHS / 4)
            .click();
          const work = await workOf(session, () =>
            page.keyboard.type('words '.repeat(KEYS / 6), { delay: KEY_DELAY_MS }),
          );
          note('a key beside the panel, script', work.script / KEYS);
          note('a key beside the panel, layout and styles', work.layout / KEYS);
        });
      }
      for (const [name, list] of Object.entries(times)) print(name, list);
    });
  } finally {
    await browser.close();
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function addPage(service: RunningService, spaceId: string): Promise<string> {
  const markdown = Array.from({ length: PARAGRAPHS }, (_, at) => `The word${at} and the other${at} here.`);
  const document = { markdown: `${markdown.join('\n\n')}\n` };
  const { body } = await request<{ changes: { page: { id: string } }[] }>(
    service,
    TOKEN,
    `/v1/spaces/${spaceId}/content`,
    { method: 'POST', body: { changes: [{ operation: 'insert_page', title: 'Measured', document }] } },
  );
  return body.changes[0]?.page.id as string;
}

/** Two in each paragraph. */
async function addComments(service: RunningService, spaceId: string, pageId: string): Promise<void> {
  const path = `/v1/spaces/${spaceId}/content/page/${pageId}`;
  const { body } = await request<{ document: { nodes: { key: string }[] } }>(service, TOKEN, path);
  const nodes = body.document.nodes.slice(-PARAGRAPHS);
  const post = async (at: number): Promise<void> => {
    const index = at >> 1;
    const quote = `${at % 2 === 0 ? 'word' : 'other'}${index}`;
    const start = at % 2 === 0 ? 4 : `The word${index} and the `.length;
    await request(service, TOKEN, `/v1/spaces/${spaceId}/comments`, {
      method: 'POST',
      body: {
        body: { markdown: `Is **this** right? (${at})` },
        page: pageId,
        node: nodes[index]?.key,
        range: { start, end: start + quote.length, quote },
      },
    });
  };
  for (let at = 0; at < COMMENTS; at += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => post(at + index)));
}

function print(name: string, values: readonly number[]): void {
  const range = `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
  console.log(`${name}: ${median([...values]).toFixed(1)} ms (${range}), load ${loadavg()[0]?.toFixed(1)}`);
}
