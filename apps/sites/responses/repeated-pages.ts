import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { DecisionBasis } from '../../server/platform/access/decision-basis.ts';
import { findRequestFault } from '../../server/platform/http/request-faults.ts';
import { matchesEntityTag } from './entity-tag.ts';

/** A page as it was sent to somebody about whom nothing is known. */
export interface SentPage {
  body: Buffer;
  /** Names and values in turn, without the length. */
  headers: readonly string[];
  entityTag: string;
  /** Everything in memory that the page depends on. */
  basis: Pick<DecisionBasis, 'isCurrent'>;
  /** Hears of each time that it is sent again. */
  onAnswer: (request: IncomingMessage) => void;
}

const MAX_BYTES = 16_000_000;
/** The maximum length of what names a request, which a caller can extend at will. */
const MAX_KEY_LENGTH = 2048;

/**
 * Pages that everybody sees, asked for again in the same way: most of what a site is asked for. They are answered
 * without the framework, which costs more than everything else about them, as long as nothing that they were made from
 * has changed.
 */
export class RepeatedPages {
  readonly #pages = new LRUCache<string, SentPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, headers }, key) => body.length + headers.join().length + key.length + 500,
  });

  remember(request: IncomingMessage, page: SentPage): void {
    const key = keyOf(request);
    if (key !== undefined && key.length <= MAX_KEY_LENGTH) this.#pages.set(key, page);
  }

  answer(request: IncomingMessage, response: ServerResponse, pass: () => void): void {
    const key = keyOf(request);
    const page = key === undefined ? undefined : this.#pages.get(key);
    if (!page?.basis.isCurrent) {
      pass();
      return;
    }
    page.onAnswer(request);
    if (matchesEntityTag(request.headers['if-none-match'], page.entityTag)) {
      response.writeHead(304, [...page.headers]).end();
      return;
    }
    response.writeHead(200, [...page.headers, 'content-length', String(page.body.length)]).end(page.body);
  }
}

/**
 * The name of a request, with everything that its answer may depend on; undefined if it identifies its sender, or is
 * not plain.
 */
function keyOf(request: IncomingMessage): string | undefined {
  const { method, url, headers } = request;
  const { host, cookie, authorization } = headers;
  if (method !== 'GET' || host === undefined || cookie !== undefined || authorization !== undefined)
    return undefined;
  const forwarded = headers['x-forwarded-host'];
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // Whether another name counts depends on who forwards.
  if (hasBody || (forwarded !== undefined && forwarded !== host)) return undefined;
  if (!url?.startsWith('/') || findRequestFault(request, true)) return undefined;
  return `${host}\n${url}\n${headers.accept}\n${headers['accept-encoding']}`;
}
