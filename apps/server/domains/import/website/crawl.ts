import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeHtml } from '@lectern/html/decode-html';
import type { ImportedDocument, ImportProblem } from '@lectern/import/imported-content';
import { MAX_PAGE_BYTES } from '@lectern/import/page-limits';
import { type CrawlScope, createScope, pageKey } from '@lectern/import/website/crawl-scope';
import { readSitemaps } from '@lectern/import/website/read-sitemap';
import type { ConvertedPage } from '@lectern/import/website/web-page';
import { appendTo } from '@lectern/std/long-lists';
import type { Context } from '../../../platform/context.ts';
import { NetworkError } from '../../../platform/http/guarded-network.ts';
import type { ImportProgress } from '../content-import.schemas.ts';
import { robotsDisallow, sourceTooComplex, sourceUnavailable, sourceWrongType } from '../import-failures.ts';
import { explainFetch, type FetchedSource, fetchAddress } from '../sources/fetch-source.ts';
import { convertWebPage } from './convert-web-page.ts';
import { createPace } from './create-pace.ts';
import { readRobots } from './read-robots.ts';

export interface CrawlOptions {
  url: string;
  maxPages: number;
  problems: ImportProblem[];
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
}

/** The number of simultaneous requests to a website, and the minimum time between two requests. */
const AT_ONCE = 2;
const LEAST_DELAY_MS = 100;
const PAGE_MS = 30_000;
/** The share of a job's time that a crawl may take; the pages that it has read by then are imported. */
const SHARE_OF_TIME = 0.6;
/** The maximum number of requests for each page to import, because many addresses may lead to no new page. */
const TRIES_PER_PAGE = 3;

interface FetchedPage {
  /** After redirects. */
  url: string;
  page: ConvertedPage;
}

/** The pages of a website, in the order in which they were found. The first is that of the address. */
export interface CrawledWebsite {
  pages: ImportedDocument[];
  /** The program that made the first page, if the page says so. */
  generator: string | undefined;
}

/** Reads the pages of a website. */
export async function crawlWebsite(
  context: Pick<Context, 'config' | 'threads'>,
  options: CrawlOptions,
): Promise<CrawledWebsite> {
  const { config } = context;
  const { url: start, maxPages, problems, signal, onProgress } = options;
  const isCrawl = maxPages > 1;
  const fetchOptions = { config, maxBytes: MAX_PAGE_BYTES, timeoutMs: PAGE_MS, signal };
  const fetch = (url: string): Promise<FetchedSource> => fetchAddress(url, fetchOptions);
  const robots = isCrawl ? await readRobots(start, fetch) : undefined;
  if (robots && !robots.allows(start))
    throw robotsDisallow('The robots.txt of the website does not allow programs to read the page.');
  const wait = createPace(Math.max(LEAST_DELAY_MS, robots?.delayMs ?? 0), (ms) =>
    sleep(ms, undefined, { signal }),
  );
  onProgress({ stage: 'fetching', done: 0, total: maxPages });

  const first = await fetchFirst();
  const pages: FetchedPage[] = [first];
  appendTo(problems, first.page.problems);
  const { generator } = first.page;
  if (!isCrawl) return { pages: toDocuments(pages), generator };
  const scope = createScope(first.url);
  const seen = new Set([pageKey(start), pageKey(first.url)]);
  const contents = new Set([digest(first.page)]);
  const queue: string[] = [];
  const listed = await readSitemaps(robots?.sitemaps ?? [], {
    isWanted: (url) => scope.includes(url),
    fetch: async (url) => {
      await wait();
      const { status, body } = await fetch(url).catch(ignoreNetworkError);
      return status === 200 ? body : undefined;
    },
  });
  // A sitemap with one page is not complete.
  const followsLinks = listed.length <= 1;
  const enqueue = (urls: readonly string[]): void => {
    for (const url of urls) {
      if (!isWanted(url, scope, followsLinks) || seen.has(pageKey(url))) continue;
      seen.add(pageKey(url));
      queue.push(url);
    }
  };
  enqueue(followsLinks ? first.page.links : listed);

  const endAt = performance.now() + config.limits.jobSeconds * 1000 * SHARE_OF_TIME;
  let tries = maxPages * TRIES_PER_PAGE;
  let running = 0;
  const readNext = async (): Promise<void> => {
    for (;;) {
      signal.throwIfAborted();
      const isDone = pages.length + running >= maxPages || tries === 0 || performance.now() > endAt;
      const url = isDone ? undefined : queue.shift();
      if (url === undefined) {
        if (isDone || running === 0) return;
        // Another page may bring links.
        await sleep(20, undefined, { signal });
        continue;
      }
      tries -= 1;
      running += 1;
      try {
        await readPage(url);
      } finally {
        running -= 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
  if (performance.now() > endAt)
    problems.push({
      path: start,
      reason: 'crawl-stopped',
      message: 'The crawl took too long. Only the pages that were read in time were imported.',
    });
  return { pages: toDocuments(pages), generator };

  async function fetchFirst(): Promise<FetchedPage> {
    const response = await fetch(start).catch((error: unknown) => {
      throw explainFetch(error, options);
    });
    if (response.status !== 200)
      throw sourceUnavailable(`${response.url.hostname} returned status ${response.status}.`);
    if (!isHtml(response)) throw sourceWrongType('The address does not lead to an HTML page.');
    const page = await convert(response);
    if (!page) throw sourceTooComplex('Reading the page takes too much time or memory.');
    return { url: response.url.href, page };
  }

  async function readPage(url: string): Promise<void> {
    const report = (reason: string, message: string): void => {
      problems.push({ path: url, reason, message });
    };
    if (robots && !robots.allows(url))
      return report(
        'robots-disallow',
        'The robots.txt of the website does not allow programs to read the page.',
      );
    await wait();
    const response = await fetch(url).catch((error: unknown) => {
      signal.throwIfAborted();
      if (!(error instanceof NetworkError)) throw error;
      report('page-unavailable', error.message);
      return undefined;
    });
    if (!response) return;
    if (response.status !== 200)
      return report('page-unavailable', `The address returned status ${response.status}.`);
    const finalUrl = response.url.href;
    if (!isHtml(response) || !scope.includes(finalUrl)) return;
    if (finalUrl !== url && pageKey(finalUrl) !== pageKey(url)) {
      if (seen.has(pageKey(finalUrl))) return;
      seen.add(pageKey(finalUrl));
    }
    const page = await convert(response);
    if (!page) return report('page-too-complex', 'Reading the page takes too much time or memory.');
    if (followsLinks) enqueue(page.links);
    // Many addresses may lead to one page.
    const { canonicalUrl } = page;
    const isCopy =
      canonicalUrl !== undefined &&
      pageKey(canonicalUrl) !== pageKey(finalUrl) &&
      pages.some((one) => pageKey(one.url) === pageKey(canonicalUrl));
    if (isCopy || contents.has(digest(page))) return;
    contents.add(digest(page));
    if (pages.length >= maxPages) return;
    pages.push({ url: finalUrl, page });
    appendTo(problems, page.problems);
    onProgress({ stage: 'fetching', done: pages.length, total: maxPages });
  }

  async function convert(response: FetchedSource): Promise<ConvertedPage | undefined> {
    const { text, problems: ofText } = decodeHtml(response.body, response.headers['content-type']);
    const { href } = response.url;
    const page = await convertWebPage(context.threads, { html: text, url: href }, signal);
    return (
      page && { ...page, problems: [...ofText.map((each) => ({ path: href, ...each })), ...page.problems] }
    );
  }
}

/** Links with a query lead to as many pages as a website can compute; those of a sitemap are meant. */
const isWanted = (url: string, scope: CrawlScope, isLink: boolean): boolean =>
  scope.includes(url) && !(isLink && new URL(url).search !== '');

const digest = ({ title, markdown }: ConvertedPage): string =>
  createHash('sha256').update(`${title}\n${markdown}`).digest('base64url');

const isHtml = ({ headers }: FetchedSource): boolean => {
  const type = headers['content-type'];
  return type === undefined || /^(?:text\/html|application\/xhtml\+xml)/i.test(type);
};

function ignoreNetworkError(error: unknown): { status: number; body: Buffer } {
  if (error instanceof NetworkError && error.code !== 'aborted') return { status: 0, body: Buffer.alloc(0) };
  throw error;
}

const toDocuments = (pages: readonly FetchedPage[]): ImportedDocument[] =>
  pages.map(({ url, page: { title, description, markdown, canonicalUrl } }) => ({
    kind: 'document',
    path: url,
    title: title ?? new URL(url).hostname,
    description,
    markdown,
    aliases: canonicalUrl === undefined ? [] : [canonicalUrl],
    children: [],
  }));
