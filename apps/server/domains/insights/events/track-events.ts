import { createHash, createHmac } from 'node:crypto';
import { isId } from '@lectern/std/ids';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import { isTime } from '../../../platform/http/times.ts';
import { DISPLAY_CONTEXTS, EVENT_TYPES, NOT_FOUND_TYPES, type NotFoundType } from '../codes.ts';
import { type ClaimSet, readClaims } from './claims.ts';
import type { ClientBudget } from './client-budget.ts';
import type { FindDaySalt } from './day-salts.repository.ts';
import type { Agent } from './describe-agent.ts';
import type { EventRow } from './event-row.ts';
import type { EventWriter, TrackedEvent } from './event-writer.ts';
import type { LocationInput, SessionInput, SiteEvent } from './events.schemas.ts';
import type { FindPages, HasPage } from './known-pages.ts';
import type { LocateAddress } from './locate-address.ts';
import { readDetails } from './read-details.ts';
import { readLanguage } from './read-language.ts';
import { nameSource, readCampaign, withoutQuery } from './read-url.ts';
import type { SiteQuota } from './site-quota.ts';
import { isSpamReferrer } from './spam-referrers.ts';
import type { FindTrackedSite, TrackedSite } from './tracked-site.repository.ts';
import { nameOfId } from './visitor-hash.ts';
import type { Visits } from './visits.ts';

/** The parts of the service that record events. */
export interface TrackingParts {
  clock: () => Date;
  writer: EventWriter;
  quota: SiteQuota;
  budget: ClientBudget;
  findTrackedSite: FindTrackedSite;
  findPages: FindPages;
  findDaySalt: FindDaySalt;
  describeAgent: (userAgent: string) => Agent;
  locateAddress: LocateAddress;
  visits: Visits;
  /** During the maintenance of the instance, nothing is recorded. */
  isInMaintenance: () => Promise<boolean>;
}

/** A visitor, as far as a trusted caller has named one. */
export interface KnownVisitor {
  claims: Record<string, unknown>;
  /** Whether a token signed with the site's key let them in. */
  isAuthenticated: boolean;
}

export type IdentifyVisitor = (session: SessionInput) => KnownVisitor | undefined;

/** The sender of the events, for facts that the events lack. */
export interface Sender {
  address: string;
  userAgent: string;
  /** The address whose budget the events use, where it is not `address`. */
  client?: string;
  /**
   * Whether everything in the events is believed, without a limit for the address. Otherwise, they must be of places of
   * the site, and neither their claims nor their address counts.
   */
  isTrusted: boolean;
  /**
   * Returns a function that finds the visitor of an event; undefined if nobody knows. Called after the events were
   * counted, because verifying the tokens in them is work.
   */
  readVisitors(): Promise<IdentifyVisitor>;
  /** The reason why no page was found, if the service knows it; for views without a page. */
  notFound?: NotFoundType | undefined;
}

/** Events may arrive this late: a reader may have been offline, or a server may send them in batches. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** Clocks differ: an event with a time in the near future gets the present time. */
const MAX_SKEW_MS = 5 * 60_000;
const RECEIPT_BYTES = 16;

/**
 * Records events of a site: all of them, or none, apart from those of referrer spam, which are ignored. Returns them once they are durable. Throws an `invalidField`, or the
 * errors of the quota and of the writer.
 */
export async function trackEvents(
  parts: TrackingParts,
  site: SitePointer,
  events: readonly SiteEvent[],
  sender: Sender,
): Promise<EventRow[]> {
  if (!site.isRecording || events.length === 0 || (await parts.isInMaintenance())) return [];
  if (!sender.isTrusted) parts.budget.take(site.siteId, sender.client ?? sender.address, events.length);
  const identifyVisitor = await sender.readVisitors();
  const tracked = await parts.findTrackedSite(site);
  const hasPage = sender.isTrusted ? undefined : await findPagesOf(parts, tracked, events);
  const now = parts.clock();
  const salt = await parts.findDaySalt(now);
  const claimSets = new Map<bigint, ClaimSet>();
  const rows = events.flatMap((event, n): TrackedEvent[] => {
    if (isSpam(event)) return [];
    const visitor = identify(parts, tracked, { event, sender, salt, now: timeOf(event, n, now) });
    const known = identifyVisitor(event.session);
    const claims = known && readClaims(known.claims, tracked.hash);
    if (claims) claimSets.set(claims.claimsId, claims);
    const isAuthenticated = known?.isAuthenticated ?? false;
    const { notFound } = sender;
    const row = buildRow(parts, tracked, { event, n, visitor, claims, isAuthenticated, notFound, hasPage });
    return [{ row, receipt: event.id === undefined ? undefined : createReceipt(row, event.id) }];
  });
  if (rows.length === 0) return [];
  const { organizationId, siteId } = site;
  const stored = parts.quota.reserve(site, rows.length, () =>
    parts.writer.write({
      organizationId,
      siteId,
      events: rows,
      claimSets: [...claimSets.values()].map((set) => ({ ...set, organizationId, siteId })),
    }),
  );
  await stored;
  return rows.map(({ row }) => row);
}

function isSpam({ session: { referrer } }: SiteEvent): boolean {
  const host = referrer ? withoutQuery(referrer)?.host : undefined;
  return host !== undefined && isSpamReferrer(host);
}

/** Stores the reason why no page was found in recorded views without a page, because it is found out later. */
export async function noteNotFound(
  { writer }: Pick<TrackingParts, 'writer'>,
  rows: readonly EventRow[],
  notFound: NotFoundType,
): Promise<void> {
  const code = NOT_FOUND_TYPES.codeOf(notFound);
  for (const row of rows) if (isMissedView(row)) await writer.noteNotFound(row, code);
}

/** Returns the time of an event, limited to the present. Throws an `invalidField` if it is too far from the present. */
function timeOf({ timestamp }: SiteEvent, n: number, now: Date): Date {
  if (timestamp === undefined) return now;
  // The events of a page are not checked by the schemas of the API.
  if (!isTime(timestamp)) throw invalidField(`events.${n}.timestamp`, 'is not a time');
  const time = Date.parse(timestamp);
  if (time < now.getTime() - MAX_AGE_MS)
    throw invalidField(`events.${n}.timestamp`, 'is more than 24 hours ago');
  if (time > now.getTime() + MAX_SKEW_MS)
    throw invalidField(`events.${n}.timestamp`, 'is more than 5 minutes in the future');
  return new Date(Math.min(time, now.getTime()));
}

interface Identified {
  occurredAt: Date;
  visitor: bigint;
  session: bigint;
  agent: Agent;
  address: string;
}

/** Identifies the visitor. Without an id, visitors are distinguished by address and user agent, for one day. */
function identify(
  { describeAgent, visits }: TrackingParts,
  { hash }: TrackedSite,
  { event, sender, salt, now }: { event: SiteEvent; sender: Sender; salt: Buffer; now: Date },
): Identified {
  const { visitorId, sessionId, ip, userAgent = sender.userAgent }: SessionInput = event.session;
  const address = (sender.isTrusted && ip) || sender.address;
  const visitorText = visitorId
    ? nameOfId(visitorId)
    : `address ${createHmac('sha256', salt)
        .update(JSON.stringify([address, userAgent]))
        .digest('base64')}`;
  const visitor = hash('visitor', visitorText);
  const visit = sessionId ? `id ${sessionId}` : `start ${visits.startOf(String(visitor), now.getTime())}`;
  const session = hash('session', JSON.stringify([visitorText, visit]));
  return { occurredAt: now, visitor, session, agent: describeAgent(userAgent), address };
}

/** Finds the pages of the spaces that the events name. */
function findPagesOf(
  { findPages }: TrackingParts,
  { spaceIds }: TrackedSite,
  events: readonly SiteEvent[],
): Promise<HasPage> {
  const named = events.flatMap(({ location }) => (location.page && location.space) || []);
  return findPages(new Set(named.filter((spaceId) => spaceIds.has(spaceId))));
}

interface EventParts {
  event: SiteEvent;
  n: number;
  visitor: Identified;
  claims: ClaimSet | undefined;
  isAuthenticated: boolean;
  /** Absent where the sender is trusted. */
  hasPage: HasPage | undefined;
  notFound: NotFoundType | undefined;
}

function buildRow(
  { locateAddress }: TrackingParts,
  tracked: TrackedSite,
  { event, n, visitor, claims, isAuthenticated, hasPage, notFound }: EventParts,
): EventRow {
  const { session, location } = event;
  const url = withoutQuery(location.url);
  if (!url?.host || !/^https?:/.test(url.origin))
    throw invalidField(`events.${n}.location.url`, 'must begin with http:// or https://');
  if (hasPage && !tracked.hasAddress(url))
    throw invalidField(
      `events.${n}.location.url`,
      'is not an address of this site. Set its hostname, connect its renderer, or use a token that can change the site',
    );
  const referrer = session.referrer ? withoutQuery(session.referrer) : undefined;
  const { country, geoCell } = locateAddress(visitor.address);
  const { organizationId, siteId } = tracked.site;
  const places = readPlaces(location, tracked, hasPage);
  const row: EventRow = {
    organization_id: organizationId,
    site_id: siteId,
    occurred_at: visitor.occurredAt,
    type: EVENT_TYPES.codeOf(event.type),
    visitor: visitor.visitor,
    session: visitor.session,
    claims_id: claims?.claimsId ?? null,
    is_authenticated: isAuthenticated,
    display_context: DISPLAY_CONTEXTS.codeOf(location.displayContext ?? 'site'),
    ...visitor.agent,
    language: readLanguage(session.language),
    country,
    geo_cell: geoCell,
    ...places,
    url_origin: url.origin,
    url_path: url.path,
    referrer: referrer?.href ?? null,
    referrer_domain: referrer?.host === undefined ? null : nameSource(referrer.host),
    ...readCampaign(url.query),
    ...readDetails(event),
    not_found: null,
  };
  const isMissed = notFound !== undefined && isMissedView(row);
  return isMissed ? { ...row, not_found: NOT_FOUND_TYPES.codeOf(notFound) } : row;
}

const isMissedView = ({ type, page_id }: EventRow): boolean =>
  type === EVENT_TYPES.codeOf('page_view') && page_id === null;

/** Reads the ids of the location. Ids that do not belong to this site become null. */
function readPlaces(
  { siteSection, siteSpace, siteShareKey, space, page }: LocationInput,
  { sectionIds, siteSpaceIds, spaceIds, findShareLink }: TrackedSite,
  hasPage: HasPage = () => true,
) {
  const keep = (id: string | null | undefined, known: ReadonlySet<string>): string | null =>
    id && known.has(id) ? id : null;
  const spaceId = keep(space, spaceIds);
  return {
    site_section_id: keep(siteSection, sectionIds),
    site_space_id: keep(siteSpace, siteSpaceIds),
    share_link_id: (siteShareKey && findShareLink(siteShareKey)) || null,
    space_id: spaceId,
    page_id: spaceId && page && isId(page) && hasPage(spaceId, page) ? page : null,
  };
}

function createReceipt({ site_id, session }: EventRow, id: string): Buffer {
  return createHash('sha256').update(`${site_id} ${session} ${id}`).digest().subarray(0, RECEIPT_BYTES);
}
