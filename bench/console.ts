/**
 * The console in Chromium: the size of its scripts, and the time to open a page, to type and to paste. The processor
 * of the browser is slowed down four-fold, except where the name of a figure says otherwise.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { packageSources } from '../scripts/package-sources.mjs';
import { launchChromium } from '../test/browser/chromium.ts';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { type ConsolePage, EDITOR, signIn, withConsole, workOf } from './console/console-page.ts';
import { createDocumentation } from './documentation.ts';
import { addSpace, importRepository, listPages, median, TOKEN, withService } from './service.ts';

const PAGES = 5000;
const BLOCKS = 500;
const KEYS = 120;
const PASTED_WORDS = 3000;
const SLOWDOWN = 4;
/** As fast as good typists, so that a pause between two keys is long enough for what follows from the first one. */
const KEY_DELAY_MS = 60;

type Use = (opened: ConsolePage) => Promise<void>;
type Show = (slowdown: number, use: Use) => Promise<void>;

/** `rounds`: how often each of them is measured. */
export async function run([rounds = '5']: string[] = []): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  const browser = await launchChromium();
  try {
    await withService(async (service) => {
      const { directory } = await createDocumentation(join(folder.path, 'docs'), PAGES, 'e1');
      git.options.repositories.docs = directory;
      const spaceId = await addSpace(service, 'Documentation');
      await importRepository(service, spaceId, git.url('docs'));
      const ids = await listPages(service, spaceId);
      const state = await signIn(browser, service.url);
      const show: Show = (slowdown, use) => withConsole(browser, { url: service.url, state, slowdown }, use);
      const path = (at: number): string => `/app/s/${spaceId}/${ids[at]}`;
      await measureSizes(show, path(505));
      await measureOpening(show, path, Number(rounds));
      const long = await addPage(service, spaceId, longText());
      await measureTyping(show, `/app/s/${spaceId}/${long}`, Number(rounds));
      await measureBare(browser, await readDocument(service, spaceId, long), Number(rounds));
      await measurePasting(show, service, spaceId, Number(rounds));
    });
  } finally {
    await browser.close();
    await git.close();
    await folder.remove();
  }
}

/** What the start page loads, and what a page to write in loads beyond that. */
async function measureSizes(show: Show, path: string): Promise<void> {
  const shell = new Map<string, number>();
  await show(1, async ({ load, scripts }) => {
    await load('/app');
    for (const [name, bytes] of scripts) shell.set(name, bytes);
  });
  await show(1, async ({ page, open, scripts }) => {
    await open(path);
    await page.waitForLoadState('networkidle');
    const added = [...scripts].filter(([name]) => !shell.has(name));
    print('scripts of the first view', kilobytes(shell));
    print('scripts that a page adds', kilobytes(added));
  });
}

const kilobytes = (sizes: Iterable<[string, number]>): string =>
  `${([...sizes].reduce((sum, [, bytes]) => sum + bytes, 0) / 1000).toFixed(1)} kB`;

/** Pages that the service has read before, in browsers that have nothing, have the files, and show another page. */
async function measureOpening(show: Show, path: (at: number) => string, rounds: number): Promise<void> {
  const times: Record<string, number[]> = {};
  // A document begins with a count of its own, so that only the first load has a thread time.
  const cached: number[] = [];
  const note = async (name: string, { session }: ConsolePage, open: () => Promise<number>): Promise<void> => {
    let time = 0;
    const work = await workOf(session, async () => {
      time = await open();
    });
    for (const [what, value] of [
      [name, time],
      [`${name}, thread time`, work.total],
    ] as const)
      times[what] = [...(times[what] ?? []), value];
  };
  // The first round warms the service.
  for (let round = -1; round < rounds; round += 1)
    await show(SLOWDOWN, async (opened) => {
      const { open, go, leave } = opened;
      if (round === -1) await open(path(505));
      else {
        await note('opening a page, nothing in the browser', opened, () => open(path(505)));
        cached.push(await open(path(605)));
        await note('opening a page from another one', opened, () => go(path(707)));
        await note('closing a page', opened, () => leave('/app'));
      }
    });
  for (const [name, list] of Object.entries(times)) print(name, milliseconds(list));
  print('opening a page, files in the browser', milliseconds(cached));
}

async function measureTyping(show: Show, path: string, rounds: number): Promise<void> {
  const [opening, script, layout]: number[][] = [[], [], []];
  for (let round = 0; round < rounds; round += 1)
    await show(SLOWDOWN, async ({ page, session, open }) => {
      opening?.push((await workOf(session, () => open(path))).total);
      await page.waitForTimeout(1500);
      await page
        .locator(`${EDITOR} > p`)
        .nth(BLOCKS / 4)
        .click();
      const work = await workOf(session, () => typeWords(page.keyboard));
      script?.push(work.script / KEYS);
      layout?.push(work.layout / KEYS);
    });
  print(`opening a page of ${BLOCKS} blocks, thread time`, milliseconds(opening));
  print('a key in it, script', milliseconds(script));
  print('a key in it, layout and styles', milliseconds(layout));
}

async function typeWords(keyboard: ConsolePage['page']['keyboard']): Promise<void> {
  await keyboard.type('words '.repeat(KEYS / 6), { delay: KEY_DELAY_MS });
}

/** The same text in ProseMirror alone. */
async function measureBare(browser: Browser, document: unknown, rounds: number): Promise<void> {
  const bundle = await bundleBareEditor();
  const [script, layout]: number[][] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.evaluate(`window.__document = ${JSON.stringify(document)}`);
    await page.addScriptTag({ content: bundle });
    await page
      .locator(`${EDITOR} > p`)
      .nth(BLOCKS / 4)
      .click();
    const work = await workOf(session, () => typeWords(page.keyboard));
    script?.push(work.script / KEYS);
    layout?.push(work.layout / KEYS);
    await context.close();
  }
  print('a key in ProseMirror alone, script', milliseconds(script));
  print('a key in ProseMirror alone, layout and styles', milliseconds(layout));
}

async function bundleBareEditor(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [packageSources],
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('console/bare-editor.mjs', import.meta.url)),
        formats: ['iife'],
        name: 'bare',
      },
    },
  });
  const [first] = [built].flat() as { output: { code: string }[] }[];
  return first?.output[0]?.code as string;
}

/** Dispatches what a browser dispatches when somebody pastes. */
const PASTE = `(type, text) => {
  const data = new DataTransfer();
  data.setData(type, text);
  const before = document.querySelectorAll('${EDITOR} > *').length;
  const began = performance.now();
  window.__pasted = undefined;
  document.querySelector('${EDITOR}').dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  );
  const look = () => {
    if (document.querySelectorAll('${EDITOR} > *').length < before + 50) return requestAnimationFrame(look);
    const paint = new MessageChannel();
    paint.port1.onmessage = () => { window.__pasted = performance.now() - began; };
    paint.port2.postMessage(0);
  };
  look();
}`;

/** Markdown is pasted twice: its parser is loaded for the first time. */
async function measurePasting(
  show: Show,
  service: RunningService,
  spaceId: string,
  rounds: number,
): Promise<void> {
  const sentences = Array.from({ length: PASTED_WORDS / 10 }, (_, at) => sentence(at, 10));
  const html = sentences.map((text) => `<p>${text}</p>`).join('');
  const markdown = `# Pasted\n\n${sentences.join('\n\n')}`;
  for (const slowdown of [1, SLOWDOWN]) {
    const times: Record<string, number[]> = { HTML: [], 'Markdown, first': [], Markdown: [] };
    for (let round = 0; round < rounds; round += 1) {
      const page = await addPage(service, spaceId, 'Text');
      await show(slowdown, async (opened) => {
        await opened.open(`/app/s/${spaceId}/${page}`);
        for (const name of Object.keys(times)) {
          await opened.page.locator(`${EDITOR} > p`).first().click();
          const pasted = name === 'HTML' ? ['text/html', html] : ['text/plain', markdown];
          await opened.page.evaluate(`(${PASTE})(...${JSON.stringify(pasted)})`);
          await opened.page.waitForFunction('window.__pasted !== undefined');
          times[name]?.push(await opened.page.evaluate<number>('window.__pasted'));
          await opened.page.waitForTimeout(1000);
        }
      });
    }
    for (const [name, list] of Object.entries(times))
      print(`pasting ${PASTED_WORDS} words as ${name}, slowed down ${slowdown}-fold`, milliseconds(list));
  }
}

async function addPage(service: RunningService, spaceId: string, markdown: string): Promise<string> {
  const body = { changes: [{ operation: 'insert_page', title: 'Measured', document: { markdown } }] };
  const path = `/v1/spaces/${spaceId}/content`;
  const { body: made } = await request<{ changes: { page: { id: string } }[] }>(service, TOKEN, path, {
    method: 'POST',
    body,
  });
  return made.changes[0]?.page.id as string;
}

async function readDocument(service: RunningService, spaceId: string, pageId: string): Promise<unknown> {
  const path = `/v1/spaces/${spaceId}/content/page/${pageId}?ranges=true`;
  return (await request<{ document: unknown }>(service, TOKEN, path)).body.document;
}

/** Paragraphs with a heading before every ninth. */
const longText = (): string =>
  Array.from({ length: BLOCKS }, (_, at) => `${at % 10 === 0 ? '## ' : ''}${sentence(at, 6)}`).join('\n\n');

const WORDS = 'service page revision space import token table folder release merge request editor'.split(' ');

const sentence = (seed: number, length: number): string =>
  Array.from({ length }, (_, at) => WORDS[(seed * 7 + at * 5) % WORDS.length]).join(' ');

const milliseconds = (values: number[] = []): string =>
  `${median(values).toFixed(1)} ms (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`;

function print(name: string, figure: string): void {
  console.log(`${name}: ${figure}, load ${loadavg()[0]?.toFixed(1)}`);
}
