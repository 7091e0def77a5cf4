import { decodeText } from '@lectern/import/decode-text';
import { parseRobots, type Robots } from '@lectern/import/website/robots';
import { NetworkError } from '../../../platform/http/guarded-network.ts';
import { sourceUnavailable } from '../import-failures.ts';
import { type FetchedSource, USER_AGENT } from '../sources/fetch-source.ts';

const MAX_ROBOTS_LENGTH = 500_000;

/** Reads what a website asks of programs. */
export async function readRobots(
  start: string,
  fetch: (url: string) => Promise<FetchedSource>,
): Promise<Robots> {
  const url = new URL('/robots.txt', start).href;
  const response = await fetch(url).catch((error: unknown) => {
    // Then the page itself will say so.
    if (error instanceof NetworkError && error.code !== 'aborted') return undefined;
    throw error;
  });
  // If the host fails to send the rules, nothing is allowed (RFC 9309).
  if (response && response.status >= 500)
    throw sourceUnavailable(
      `${response.url.hostname} returned status ${response.status} for its robots.txt.`,
    );
  const text = response?.status === 200 ? decodeText(response.body).text.slice(0, MAX_ROBOTS_LENGTH) : '';
  return parseRobots(text, { program: USER_AGENT.split('/', 1)[0] ?? '', start });
}
