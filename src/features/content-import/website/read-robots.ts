import robotsModule from 'robots-parser';
import { NetworkError } from '../../../http/guarded-network.ts';
import { sourceUnavailable } from '../import-failures.ts';
import { type FetchedSource, USER_AGENT } from '../sources/fetch-source.ts';
import { decodeText } from '../sources/stored-files.ts';

/** The package exports the function itself, and its types another form. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

export interface Robots {
  allows(url: string): boolean;
  /** The pause that the website asks for between two requests. */
  delayMs: number;
  /** The addresses of sitemaps. */
  sitemaps: string[];
}

/** A website that asks for more gets this much. */
const MAX_DELAY_MS = 10_000;
const MAX_ROBOTS_LENGTH = 500_000;

/** Reads what a website asks of programs. */
export async function readRobots(
  start: string,
  fetch: (url: string) => Promise<FetchedSource>,
): Promise<Robots> {
  const url = new URL('/robots.txt', start).href;
  const usual = new URL('/sitemap.xml', start).href;
  const response = await fetch(url).catch((error: unknown) => {
    // Then the page itself will say so.
    if (error instanceof NetworkError && error.code !== 'aborted') return undefined;
    throw error;
  });
  // If the host fails to send the rules, nothing is allowed (RFC 9309).
  if (response && response.status >= 500)
    throw sourceUnavailable(
      `${response.url.hostname} answered with the status ${response.status} when asked for its robots.txt.`,
    );
  const text = response?.status === 200 ? decodeText(response.body).slice(0, MAX_ROBOTS_LENGTH) : '';
  const robots = robotsParser(url, text);
  const delay = Number(robots.getCrawlDelay(USER_AGENT) ?? 0) * 1000;
  const sitemaps = robots.getSitemaps().filter((address) => URL.canParse(address));
  return {
    // `isAllowed` returns undefined if no rule applies to the address.
    allows: (address) => robots.isAllowed(address, USER_AGENT) !== false,
    delayMs: Number.isFinite(delay) ? Math.min(MAX_DELAY_MS, Math.max(0, delay)) : 0,
    sitemaps: sitemaps.length > 0 ? sitemaps : [usual],
  };
}
