import { decodeHtml } from '@lectern/html/decode-html';
import { parseUrl } from '@lectern/std/parse-url';
import { type GuardedResponse, guardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { NetworkError, type NetworkPolicy } from '../../../platform/http/guarded-network.ts';
import { runBySize } from '../../../platform/threads/run-by-size.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import type { Threads } from '../../../platform/threads/threads.ts';
import { EMBED_PROVIDERS, type EmbedProvider } from './embed-providers.ts';
import type { Embed } from './embeds.schemas.ts';
import { type Oembed, readOembed, renderFrame } from './oembed.ts';
import { type PageHead, readPageHeadTask } from './read-page-head.ts';

export interface EmbedFetch {
  threads: Pick<Threads, 'run'>;
  policy: NetworkPolicy;
  providers?: readonly EmbedProvider[];
  /** The limit for the page and its description together. */
  timeoutMs?: number;
}

/** An embed, or why there is none: in a sentence. */
export type EmbedResult = { embed: Embed } | { failure: string };

const TIMEOUT_MS = 10_000;
const PARSE_MS = 5000;
const MAX_REDIRECTS = 5;
/** The head of a page is in its first part. */
const MAX_PAGE_BYTES = 524_288;
const MAX_OEMBED_BYTES = 65_536;
const MAX_TITLE = 300;
const MAX_SITE = 100;
const MAX_ADDRESS = 2048;

/** Finds out what an address shows: from the oEmbed endpoint of a known site, else from the page itself. */
export async function fetchEmbed(address: URL, options: EmbedFetch): Promise<EmbedResult> {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const fetching: Fetching = {
    ...options,
    providers: options.providers ?? EMBED_PROVIDERS,
    signal: AbortSignal.timeout(timeoutMs),
    endsAt: performance.now() + timeoutMs,
  };
  try {
    return (await askProvider(address, fetching)) ?? (await readPage(address, fetching));
  } catch (error) {
    if (error instanceof NetworkError) return { failure: error.message };
    if (error instanceof ThreadLimitError) return { failure: 'The page takes too long to read.' };
    throw error;
  }
}

interface Fetching extends EmbedFetch {
  providers: readonly EmbedProvider[];
  /** Aborts the requests. */
  signal: AbortSignal;
  /** The time at which the signal aborts, as the deadline of work in a thread. */
  endsAt: number;
}

const findProvider = ({ providers }: Fetching, { hostname }: URL): EmbedProvider | undefined =>
  providers.find(({ hosts }) => hosts.includes(hostname));

async function askProvider(address: URL, fetching: Fetching): Promise<EmbedResult | undefined> {
  const provider = findProvider(fetching, address);
  if (!provider) return undefined;
  const endpoint = new URL(provider.endpoint);
  endpoint.searchParams.set('url', address.href);
  endpoint.searchParams.set('format', 'json');
  const oembed = await fetchOembed(endpoint, fetching);
  const embed = oembed && presentRich(provider, oembed, address, undefined);
  return embed && { embed };
}

async function readPage(address: URL, fetching: Fetching): Promise<EmbedResult> {
  const { status, headers, body, url } = await fetchPublic(address, fetching, {
    accept: 'text/html, application/xhtml+xml, */*;q=0.5',
    maxBytes: MAX_PAGE_BYTES,
    truncate: true,
  });
  if (status < 200 || status >= 300) return { failure: `${url.hostname} returned status ${status}.` };
  const type = headers['content-type'] ?? '';
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return { embed: presentLink(url) };
  const { text: html } = decodeHtml(body, type);
  const head = await runBySize(
    fetching.threads,
    readPageHeadTask,
    { html, url: url.href },
    {
      length: html.length,
      lane: 'request',
      deadlineMs: Math.max(1, Math.min(PARSE_MS, Math.ceil(fetching.endsAt - performance.now()))),
    },
  );
  const oembed =
    head.oembedUrl === undefined ? undefined : await fetchOembed(new URL(head.oembedUrl), fetching);
  const provider = findProvider(fetching, url);
  const rich = provider && oembed ? presentRich(provider, oembed, url, head) : undefined;
  return { embed: rich ?? presentLink(url, head, oembed) };
}

/** Undefined if the endpoint does not answer, or with something else: the page is still there. */
async function fetchOembed(endpoint: URL, fetching: Fetching): Promise<Oembed | undefined> {
  try {
    const { status, body } = await fetchPublic(endpoint, fetching, {
      accept: 'application/json',
      maxBytes: MAX_OEMBED_BYTES,
    });
    return status === 200 ? readOembed(body.toString()) : undefined;
  } catch (error) {
    if (error instanceof NetworkError) return undefined;
    throw error;
  }
}

const fetchPublic = (
  address: URL,
  { policy, signal }: Fetching,
  { accept, ...limits }: { accept: string; maxBytes: number; truncate?: boolean },
): Promise<GuardedResponse> =>
  guardedFetch(address, {
    ...policy,
    ...limits,
    headers: { accept, 'user-agent': USER_AGENT },
    onlyUsualPorts: true,
    maxRedirects: MAX_REDIRECTS,
    timeoutMs: TIMEOUT_MS,
    signal,
  });

const USER_AGENT = 'Mozilla/5.0 (compatible; Lectern-Embeds/1)';

function presentRich(
  provider: EmbedProvider,
  oembed: Oembed,
  url: URL,
  head: PageHead | undefined,
): Embed | undefined {
  const shown = { ...presentLink(url, head, oembed), site: provider.name };
  const html = renderFrame(provider, oembed, shown.title);
  return html === undefined ? undefined : { ...shown, type: 'rich', html };
}

function presentLink(url: URL, head?: PageHead, oembed?: Oembed): Extract<Embed, { type: 'link' }> {
  const host = url.hostname.replace(/^www\./, '');
  const title =
    toLine(oembed?.title, MAX_TITLE) || toLine(head?.title, MAX_TITLE) || lastSegment(url) || host;
  const site = toLine(oembed?.providerName, MAX_SITE) || toLine(head?.site, MAX_SITE) || host;
  const icon = findAddress(head?.icon);
  const picture = findAddress(oembed?.thumbnailUrl) ?? findAddress(head?.picture);
  return { type: 'link', title, site, ...(icon && { icon }), ...(picture && { picture }) };
}

/** The address of a picture, if it is one that a response can have. */
function findAddress(written: string | undefined): string | undefined {
  const url = written === undefined ? undefined : parseUrl(written);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url && isWeb && url.username === '' && url.href.length <= MAX_ADDRESS ? url.href : undefined;
}

/** Half a character at the end becomes the sign for one that cannot be shown. */
const toLine = (text = '', maxLength: number): string =>
  Buffer.from(
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, maxLength),
  ).toString();

function lastSegment({ pathname }: URL): string {
  const segment = pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return toLine(decodeURIComponent(segment), MAX_TITLE);
  } catch {
    return toLine(segment, MAX_TITLE);
  }
}
