import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dependencies } from '../../server/platform/fast-path/dependencies.ts';
import type { FastPath } from '../../server/platform/fast-path/fast-path.ts';
import { findRequestFault } from '../../server/platform/http/request-faults.ts';
import { MeteredCache } from '../../server/platform/metrics/metered-cache.ts';
import { siteRequests } from '../../server/platform/metrics/meters.ts';
import { matchesEntityTag } from './entity-tag.ts';

/** A page as it was sent to somebody about whom nothing is known. */
export interface SentPage {
  body: Buffer;
  /** Names and values in turn, without the length. */
  headers: readonly string[];
  entityTag: string;
  /** Everything in memory that the page depends on. */
  dependencies: Pick<Dependencies, 'isCurrent'>;
  /** Hears of each time that it is sent again. */
  onResponse: (request: IncomingMessage) => void;
}

const MAX_BYTES = 16_000_000;
/** The maximum length of what names a request, which a caller can extend at will. */
const MAX_KEY_LENGTH = 2048;

/**
 * Pages that everybody sees, requested again in the same way: most requests of a site. They are sent without the
 * framework, which costs more than everything else about them, as long as nothing that they were made from has changed.
 */
export class RepeatedPages implements FastPath {
  readonly #pages = new MeteredCache<string, SentPage>('repeated-pages', {
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, headers }, key) => body.length + headers.join().length + key.length + 500,
  });

  remember(request: IncomingMessage, page: SentPage): void {
    const key = keyOf(request);
    if (key !== undefined && key.length <= MAX_KEY_LENGTH) this.#pages.set(key, page);
  }

  respond(request: IncomingMessage, response: ServerResponse, pass: () => void): void {
    const key = keyOf(request);
    const page = key === undefined ? undefined : this.#pages.get(key);
    if (!page?.dependencies.isCurrent) {
      pass();
      return;
    }
    const startedAt = performance.now();
    page.onResponse(request);
    if (matchesEntityTag(request.headers['if-none-match'], page.entityTag)) {
      response.writeHead(304, [...page.headers]).end();
      siteRequests.observe(performance.now() - startedAt, 'GET', '304');
      return;
    }
    response.writeHead(200, [...page.headers, 'content-length', String(page.body.length)]).end(page.body);
    siteRequests.observe(performance.now() - startedAt, 'GET', '200');
  }
}

/**
 * The name of a request, with everything that its response may depend on; undefined if it identifies its sender, or is
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
