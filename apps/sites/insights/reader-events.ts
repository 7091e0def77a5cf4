import { cutText } from '@lectern/std/cut-text';
import { isId } from '@lectern/std/ids';
import { parseUrl } from '@lectern/std/parse-url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type NotFoundType, PAGE_RATINGS } from '../../server/domains/insights/codes.ts';
import {
  EVENT_PARTS,
  type SiteEvent,
  TrackEventsBody,
} from '../../server/domains/insights/events/events.schemas.ts';
import {
  noteNotFound,
  type TrackingParts,
  trackEvents,
} from '../../server/domains/insights/events/track-events.ts';
import type { ResolvedContent } from '../../server/domains/publishing/published-content/resolve-url.ts';
import type { SitePointer } from '../../server/platform/access/pointers.ts';
import { hasSignedIn } from '../../server/platform/access/visitor.ts';
import type { Config } from '../../server/platform/config.ts';
import { invalidRequest } from '../../server/platform/http/errors.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import { enterFromPage } from '../visits/enter-from-page.ts';
import { readSiteRequest } from '../visits/site-request.ts';
import type { EnterSite } from '../visits/site-visits.ts';
import { locationOf } from './event-location.ts';
import type { FindWhyNotFound } from './gated-pages.ts';
import type { ProgramReads } from './program-reads.ts';

/** The body that the script of a page sends: events of one page, sent when the reader left it or after a moment. */
const SentEvents = Type.Object({
  /** The path of the page, with its query. */
  path: Type.String({ maxLength: 2048 }),
  /** The id of the page; absent if there is no page. */
  page: Type.Optional(Type.String({ maxLength: 36 })),
  referrer: Type.Optional(Type.String({ maxLength: 2048 })),
  language: Type.Optional(Type.String({ maxLength: 64 })),
  events: Type.Array(Type.Object({ type: Type.String(), feedback: Type.Optional(Type.Unknown()) }), {
    maxItems: 50,
  }),
});
type SentEvents = Static<typeof SentEvents>;

export interface ReaderEventsDeps {
  config: Pick<Config, 'sitesUrl' | 'sitesSubdomains'>;
  enterSite: EnterSite;
  tracking: TrackingParts;
  programReads: Pick<ProgramReads, 'runLater'>;
  findWhyNotFound: FindWhyNotFound;
}

export type ReaderPost = 'events' | 'feedback';

/** Returns the kind of post that an address accepts. */
export function findReaderPost(url = ''): ReaderPost | undefined {
  const path = url.split('?', 1)[0] as string;
  if (path.endsWith('/~/events')) return 'events';
  return path.endsWith('/~/feedback') ? 'feedback' : undefined;
}

/** Records the events that a page of a site sends, for the visitor of the place to whose address they were sent. */
export async function handleReaderPost(
  deps: ReaderEventsDeps,
  kind: ReaderPost,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { host, place } = await enterFromPage(deps, request);
  const sent = kind === 'events' ? readSent(request.body) : readForm(request.body);
  reply.header('cache-control', 'no-store');
  if (place) await record(deps, place, sent, { request, isDeliberate: kind === 'feedback' });
  if (kind === 'events') return reply.code(204).send();
  const back = readSiteRequest({ host, url: sent.path, cookies: undefined });
  return reply.redirect(`${back?.pathname ?? '/'}#_thanks`, 303);
}

/** Beacons send their JSON as plain text. */
function readSent(body: unknown): SentEvents {
  const sent = typeof body === 'string' ? parseJson(body) : body;
  if (Value.Check(SentEvents, sent)) return sent;
  throw invalidRequest('These are not events of a page.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the form of readers without scripts. */
function readForm(body: unknown): SentEvents {
  const field = (name: string): string => (body instanceof URLSearchParams ? (body.get(name) ?? '') : '');
  const rating = field('rating');
  if (!(PAGE_RATINGS.values as readonly string[]).includes(rating))
    throw invalidRequest('rating must be bad, ok or good.');
  return {
    path: field('path').slice(0, 2048),
    page: field('page').slice(0, 36),
    events: [{ type: 'page_post_feedback', feedback: { rating } }],
  };
}

interface Recording {
  request: FastifyRequest;
  /** Whether the reader sent it deliberately: a request not to be tracked does not apply to this. */
  isDeliberate: boolean;
}

/** The types of events that a page sends. Other events are counted where they happen. */
const OF_READERS = new Set<string>([
  ...['page_view', 'search_open', 'search_type_query', 'search_open_result', 'link_click', 'code_copy'],
  ...['page_post_feedback', 'page_post_feedback_comment'],
]);

async function record(
  deps: ReaderEventsDeps,
  place: ResolvedContent,
  sent: SentEvents,
  { request, isDeliberate }: Recording,
): Promise<void> {
  const { tracking, config } = deps;
  const { headers, ip } = request;
  const wantsPrivacy = headers.dnt === '1' || headers['sec-gpc'] === '1';
  const { visitor, open } = place;
  if (visitor.preview || (wantsPrivacy && !isDeliberate)) return;
  const userAgent = headers['user-agent'] ?? '';
  // Programs are counted by their requests.
  const isProgram = tracking.describeAgent(userAgent).bot !== null;
  const home = siteUrl(config, open.site);
  const { origin, pathname } = new URL(home);
  // A path outside the site is no place of its readers.
  const url =
    sent.path.startsWith(pathname.slice(0, -1)) && sent.path.startsWith('/') ? origin + sent.path : home;
  const page = sent.page !== undefined && isId(sent.page) ? sent.page : null;
  const context = { session: sessionOf(place, sent), location: { ...locationOf(place, page), url } };
  const events = isProgram
    ? []
    : sent.events.filter(({ type }) => OF_READERS.has(type)).map((event) => ({ ...event, ...context }));
  const body = { events };
  if (!Value.Check(EVENT_PARTS, TrackEventsBody, body))
    throw invalidRequest('These are not events of a page.');
  const recorded = body.events as SiteEvent[];
  const { unsigned: _unsigned, ...claims } = visitor.claims;
  const rows = await trackEvents(tracking, open.site, recorded, {
    address: ip,
    userAgent,
    isTrusted: false,
    readVisitors: async () => () => ({ claims, isAuthenticated: hasSignedIn(visitor) }),
  });
  if (page !== null || !recorded.some(({ type }) => type === 'page_view')) return;
  // Done after the response, so that not even its duration reveals a page that the visitor may not see.
  deps.programReads.runLater(open.site, async () => {
    const notFound = await findWhyNotFoundAt(deps, open.site, { request, path: sent.path });
    if (notFound) await noteNotFound(tracking, rows, notFound);
  });
}

async function findWhyNotFoundAt(
  { enterSite, findWhyNotFound }: ReaderEventsDeps,
  { siteId }: SitePointer,
  { request, path }: { request: FastifyRequest; path: string },
): Promise<NotFoundType | undefined> {
  const asked = readSiteRequest({ host: request.host, url: path, cookies: request.headers.cookie });
  if (!asked) return undefined;
  const visit = await enterSite({ ...asked, query: new URLSearchParams() });
  if (!('place' in visit) || visit.place.open.site.siteId !== siteId) return undefined;
  return findWhyNotFound(visit.place);
}

/** Identifies signed-in visitors by the subject of their token. */
function sessionOf({ visitor: { claims, isAuthenticated } }: ResolvedContent, sent: SentEvents) {
  const { sub } = claims;
  return {
    ...(isAuthenticated && typeof sub === 'string' ? { visitorId: cutText(sub, 255) } : {}),
    language: sent.language ?? null,
    referrer: sent.referrer && parseUrl(sent.referrer) ? sent.referrer : null,
  };
}
