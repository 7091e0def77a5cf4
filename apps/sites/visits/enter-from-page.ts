import { parseUrl } from '@lectern/std/parse-url';
import type { FastifyRequest } from 'fastify';
import {
  contentNotFound,
  type ResolvedContent,
} from '../../server/domains/publishing/published-content/resolve-url.ts';
import { defineError } from '../../server/platform/http/errors.ts';
import { joinPath, readSiteRequest, type SiteRequest } from './site-request.ts';
import type { EnterSite } from './site-visits.ts';

const fromElsewhere = defineError(
  { status: 403, reason: 'cross-site-request' },
  'This request is accepted only from pages of this site.',
);

/**
 * Enters the place from which a page of a site sends something, to an address below `~/` of the place. The place is
 * undefined if the visitor may not read there, or would first be redirected.
 */
export async function enterFromPage(
  { enterSite }: { enterSite: EnterSite },
  request: FastifyRequest,
): Promise<{ host: string; place: ResolvedContent | undefined }> {
  assertOwnPage(request);
  const asked = readSiteRequest({
    host: request.host,
    url: request.raw.url as string,
    cookies: request.headers.cookie,
  });
  if (!asked) throw contentNotFound();
  return { host: asked.host, place: await enter(enterSite, asked) };
}

async function enter(enterSite: EnterSite, asked: SiteRequest): Promise<ResolvedContent | undefined> {
  const segments = asked.segments.slice(0, -2);
  const visit = await enterSite({
    ...asked,
    segments,
    pathname: joinPath(segments, true),
    query: new URLSearchParams(),
  });
  return 'place' in visit ? visit.place : undefined;
}

/** Browsers say where a request comes from; without that, a page elsewhere could speak for its readers. */
export function assertOwnPage({ headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined ? site === 'same-origin' : isOwnOrigin(headers.origin, host)) return;
  throw fromElsewhere();
}

const isOwnOrigin = (origin: string | undefined, host: string): boolean =>
  origin === undefined || parseUrl(origin)?.host === host;
