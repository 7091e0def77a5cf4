import { parseUrl } from '@lectern/std/parse-url';
import { LRUCache } from 'lru-cache';
import { createTurns } from '../../../platform/access/turns.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { rateLimited } from '../../../platform/http/request-errors.ts';
import type { Embed } from './embeds.schemas.ts';
import { type EmbedFetch, type EmbedResult, fetchEmbed } from './fetch-embed.ts';

export const embedNotFound = defineError(
  { status: 404, reason: 'embed-not-found' },
  (why: string) => `This address cannot be embedded. ${why}`,
);

export interface EmbedQuestion {
  url: string;
  /** Identifies the caller: callers take turns at fetching. */
  caller: string;
  /** Called before something is fetched; throws to refuse the caller. */
  beforeFetch(): Promise<void>;
}

const MAX_KEPT_BYTES = 16_000_000;
const FOUND_MS = 3_600_000;
const FAILED_MS = 60_000;
const MAX_WAIT_MS = 15_000;

interface Kept {
  result: EmbedResult;
  until: number;
}

/** Finds embeds. Keeps an embed for an hour, and a failure for a minute. */
export function createEmbeds(
  { clock, threads, config }: Pick<Context, 'clock' | 'threads' | 'config'>,
  options: Partial<EmbedFetch> = {},
): (question: EmbedQuestion) => Promise<Embed> {
  const fetching: EmbedFetch = { threads, policy: { allowPrivate: config.allowPrivateNetworks }, ...options };
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ result }, address) => 200 + 2 * (address.length + JSON.stringify(result).length),
  });
  const underWay = new Map<string, Promise<EmbedResult>>();
  const turns = createTurns({
    ofOne: 8,
    ofAll: 32,
    waiting: 200,
    refuse: () => rateLimited('Too many addresses are being embedded. Try again in a minute.'),
  });

  function recall(address: string): EmbedResult | Promise<EmbedResult> | undefined {
    const known = kept.get(address);
    return known && known.until > clock().getTime() ? known.result : underWay.get(address);
  }

  function fetchOnce(address: URL): Promise<EmbedResult> {
    const fetched = fetchEmbed(address, fetching)
      .then((result) => {
        const until = clock().getTime() + ('embed' in result ? FOUND_MS : FAILED_MS);
        kept.set(address.href, { result, until });
        return result;
      })
      .finally(() => underWay.delete(address.href));
    underWay.set(address.href, fetched);
    return fetched;
  }

  async function fetchInTurn(address: URL, { caller, beforeFetch }: EmbedQuestion): Promise<EmbedResult> {
    await beforeFetch();
    const endTurn = await turns.take(caller, MAX_WAIT_MS);
    try {
      // Another caller may have asked for the same while this one waited.
      return await (recall(address.href) ?? fetchOnce(address));
    } finally {
      endTurn();
    }
  }

  return async (question) => {
    const address = readAddress(question.url);
    const result = await (recall(address.href) ?? fetchInTurn(address, question));
    if ('failure' in result) throw embedNotFound(result.failure);
    return result.embed;
  };
}

function readAddress(text: string): URL {
  const url = parseUrl(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw embedNotFound('Only http and https addresses can be embedded.');
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}
