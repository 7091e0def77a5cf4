/**
 * The weight of pages of API references: those of five specs of the corpora, and those of our own API. Bytes of the HTML
 * as it is, with gzip and with brotli, the elements of the largest page, and the time until it answers: the end of the
 * last task that takes more than 50 ms, on a processor that is four times as slow. `--before` names another build, such
 * as `../other/dist/main.js`, whose pages are measured in turns with those of this one.
 *
 * npm run bench:reference-pages -- --before ../other/dist/main.js --runs 5
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../test/browser/chromium.ts';
import { writeComputedEntry } from '../test/fixtures/published/computed/computed-pages.ts';
import { createFixtureRepository, temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { addSpace, importRepository, median, TOKEN, waitForQuiet, withService } from './service.ts';

const CORPUS = new URL('../../shared/corpora/openapi/', import.meta.url);
const SPECS: Record<string, string> = {
  box: 'box-2025.v3.0.json',
  petstore: 'swagger-petstore.v3.0.yaml',
  uber: 'uber.v2.0.yaml',
  uspto: 'uspto.v3.0.yaml',
  tictactoe: 'tictactoe.v3.1.yaml',
};
const SLOWDOWN = 4;
/** After which nothing is expected to run any more. */
const QUIET_MS = 1500;

interface Weight {
  pages: number;
  bytes: number;
  gzip: number;
  brotli: number;
  /** The page with the most bytes. */
  largest: { url: string; bytes: number };
}

interface Subject {
  name: string;
  weight: Weight;
}

export async function run(parameters: readonly string[] = []): Promise<void> {
  const { values } = parseArgs({
    args: [...parameters],
    options: { before: { type: 'string' }, runs: { type: 'string', default: '3' } },
  });
  const builds = [...(values.before === undefined ? [] : [values.before]), undefined];
  await withBuilds(builds, async (services) => {
    const browser = await launchChromium();
    try {
      const found: Subject[][] = [];
      for (const service of services) found.push(await weigh(service));
      const names = found[0]?.map(({ name }) => name) ?? [];
      console.log(
        '| pages | build | number | HTML, kB | gzip, kB | brotli, kB | largest, kB | elements | with scripts | answers after, ms |\n| --- | --- |' +
          ' ---: |'.repeat(8),
      );
      for (const [n, name] of names.entries()) {
        const pages = found.map((subjects) => (subjects[n] as Subject).weight);
        const opened = pages.map((): Opened[] => []);
        for (let turn = 0; turn < Number(values.runs); turn += 1)
          for (const [build, { largest }] of pages.entries())
            opened[build]?.push(await open(browser, largest.url));
        for (const [build, weight] of pages.entries())
          print(name, builds[build] === undefined ? 'this' : 'before', weight, opened[build] ?? []);
      }
    } finally {
      await browser.close();
    }
  });
}

/** Runs a service of each build at the same time. */
async function withBuilds(
  [main, ...others]: readonly (string | undefined)[],
  use: (services: RunningService[]) => Promise<void>,
): Promise<void> {
  await withService(
    async (service) =>
      others.length === 0 ? use([service]) : withBuilds(others, (services) => use([service, ...services])),
    {},
    main,
  );
}

async function weigh(service: RunningService): Promise<Subject[]> {
  const subjects: Subject[] = [];
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    const { body } = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
    const organization = `/v1/orgs/${body.items[0]?.id}`;
    for (const [slug, fileName] of Object.entries(SPECS)) {
      const source = { text: readFileSync(new URL(fileName, CORPUS), 'utf8') };
      await request(service, TOKEN, `${organization}/openapi/${slug}`, { method: 'PUT', body: { source } });
      const files = {
        'README.md': '# Home\n',
        'SUMMARY.md': `* [Home](README.md)\n${writeComputedEntry(slug, { models: true })}`,
      };
      const { directory } = await createFixtureRepository(join(folder.path, slug), { files });
      git.options.repositories[slug] = directory;
      const spaceId = await addSpace(service, slug);
      await importRepository(service, spaceId, git.url(slug));
      const site = { title: slug, spaces: [spaceId], visibility: 'public', apiRequests: { enabled: true } };
      subjects.push({ name: slug, weight: await weighPages(await publish(service, organization, site)) });
    }
    subjects.push({ name: '`/reference`', weight: await weighReference(`${service.url}/reference`) });
    await waitForQuiet(service);
  } finally {
    await git.close();
    await folder.remove();
  }
  return subjects;
}

async function publish(service: RunningService, organization: string, site: object): Promise<string> {
  const sites = `${organization}/sites`;
  const created = await request<{ id: string }>(service, TOKEN, sites, { method: 'POST', body: site });
  const path = `${sites}/${created.body.id}`;
  await request(service, TOKEN, path, { method: 'PATCH', body: { apiRequests: { enabled: true } } });
  const published = await request<{ urls: { published: string } }>(service, TOKEN, `${path}/publish`, {
    method: 'POST',
  });
  return published.body.urls.published;
}

const LINKS = /href="([^"#~?]+)"/g;

/** The pages that the table of contents lists, once the spec has been processed. */
async function weighPages(home: string): Promise<Weight> {
  for (let tries = 0; tries < 60; tries += 1) {
    const html = await read(home);
    const [, contents = ''] = /<nav class="tree"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
    const urls = [...contents.matchAll(LINKS)].map(([, href = '']) => new URL(href, home).href);
    const others = [...new Set(urls)].filter((url) => url.replace(/\/$/, '') !== home.replace(/\/$/, ''));
    if (others.length > 0) return weighAll(others);
    await sleep(500);
  }
  throw new Error(`${home} has no pages of a spec.`);
}

async function weighReference(home: string): Promise<Weight> {
  const links = [...(await read(home)).matchAll(LINKS)].map(([, href = '']) => new URL(href, home));
  const urls = links.filter(({ pathname }) => pathname.startsWith('/reference/')).map(({ href }) => href);
  return weighAll([...new Set(urls)]);
}

async function weighAll(urls: readonly string[]): Promise<Weight> {
  const weight: Weight = { pages: urls.length, bytes: 0, gzip: 0, brotli: 0, largest: { url: '', bytes: 0 } };
  for (const url of urls) {
    const html = await read(url);
    const bytes = Buffer.byteLength(html);
    weight.bytes += bytes;
    weight.gzip += gzipSync(html).length;
    weight.brotli += brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
    if (bytes > weight.largest.bytes) weight.largest = { url, bytes };
  }
  return weight;
}

async function read(url: string): Promise<string> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

interface Opened {
  elements: number;
  /** After the scripts of the page have run. */
  enhanced: number;
  milliseconds: number;
}

async function open(browser: Browser, url: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript(`
    window.__seen = { elements: 0, last: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) __seen.last = Math.max(__seen.last, entry.startTime + entry.duration);
    }).observe({ type: 'longtask', buffered: true });
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') __seen.elements = document.querySelectorAll('*').length;
    });
    addEventListener('DOMContentLoaded', () => { __seen.last = Math.max(__seen.last, performance.now()); });
  `);
  await page.goto(url, { waitUntil: 'load' });
  await sleep(QUIET_MS);
  const seen = await page.evaluate<Opened>(
    '({ elements: __seen.elements, enhanced: document.querySelectorAll("*").length, milliseconds: __seen.last })',
  );
  await context.close();
  return seen;
}

function print(name: string, build: string, weight: Weight, opened: readonly Opened[]): void {
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
  const of = (key: keyof Opened): string => Math.round(median(opened.map((one) => one[key]))).toString();
  const { pages, bytes, gzip, brotli, largest } = weight;
  const cells = [
    name,
    build,
    pages,
    kilobytes(bytes),
    kilobytes(gzip),
    kilobytes(brotli),
    kilobytes(largest.bytes),
    of('elements'),
    of('enhanced'),
    of('milliseconds'),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
