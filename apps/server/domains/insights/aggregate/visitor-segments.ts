import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import { findTimeZoneOf } from '../../identity/organizations/time-zone.queries.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import { openEvents } from '../open-events.ts';
import type { ColumnInput } from './aggregation.schemas.ts';
import { loadClaims } from './claims.queries.ts';
import type { Dimension } from './dimension.ts';
import { readRange } from './range.ts';
import type { Aggregation, QueryColumn } from './read-aggregation.ts';
import { sourcesWith } from './sources.ts';

export interface VisitorSegment {
  title: string;
  claims: Record<string, unknown>;
  events: number;
  visitors: number;
  sessions: number;
}

/** The last segment of a page. */
export interface SegmentPosition {
  visitors: number;
  claimsId: string;
}

interface Segment extends SegmentPosition {
  events: number;
  sessions: number;
}

/** Rarer ones are left out. */
const MAX_SEGMENTS = 10_000;

const CLAIMS_SET: Dimension = {
  sources: sourcesWith(['claims_id']),
  parts: () => [sql.ref('claims_id')],
  types: ['bigint'],
  absent: 'left-out',
  isOrdered: false,
  read: ([value]) => value,
  write: () => undefined,
};
/** No query can name it: its id means nothing outside. */
const CLAIMS_COLUMN = {
  kind: 'dimension',
  input: { column: 'claims' as ColumnInput['column'] },
  dimension: CLAIMS_SET,
} as const satisfies QueryColumn;

const measure = (name: 'events' | 'sessions' | 'visitors'): QueryColumn => ({
  kind: 'measure',
  input: { column: `${name}Count` },
  measure: `${name}Count`,
});

/** The sets of claims seen in the last 30 days, those with the most visitors first. */
export async function listVisitorSegments(
  context: Pick<Context, 'db' | 'clickHouse' | 'clock'>,
  site: SiteKey,
  { after, limit }: { after: SegmentPosition | undefined; limit: number },
): Promise<PageOfRows<VisitorSegment, SegmentPosition>> {
  const { db } = context;
  const now = context.clock();
  const timeZone = await findTimeZoneOf(db, site.organizationId);
  const aggregation: Aggregation = {
    select: [CLAIMS_COLUMN, measure('events'), measure('sessions'), measure('visitors')],
    groups: [CLAIMS_COLUMN],
    filters: [],
    order: { column: measure('visitors'), direction: 'desc' },
    range: readRange('last30Days', now, timeZone),
    timeZone,
    limit: MAX_SEGMENTS,
  };
  const { rows } = await openEvents(context).aggregate({ site, aggregation, now });
  const segments = rows.map(
    (row): Segment => ({
      claimsId: String(row.g0_0),
      events: Number(row.events),
      sessions: Number(row.sessions),
      visitors: Number(row.visitors),
    }),
  );
  const start = after ? segments.findIndex((segment) => isAfter(segment, after)) : 0;
  const rest = start < 0 ? [] : segments.slice(start, start + limit + 1);
  const page = cutPage(rest, limit, segments.length, ({ visitors, claimsId }) => ({ visitors, claimsId }));
  const claims = await loadClaims(
    db,
    site,
    page.rows.map(({ claimsId }) => claimsId),
  );
  return {
    ...page,
    rows: page.rows.map(({ claimsId, ...counts }) => {
      const set = claims.get(claimsId) ?? {};
      return { title: describeClaims(set), claims: set, ...counts };
    }),
  };
}

/** In the order of the statement: the most visitors first, then by id. */
const isAfter = (one: SegmentPosition, other: SegmentPosition): boolean =>
  one.visitors < other.visitors ||
  (one.visitors === other.visitors && BigInt(one.claimsId) > BigInt(other.claimsId));

const MAX_TITLE = 200;

/** `plan: pro, region: eu` */
function describeClaims(claims: Record<string, unknown>): string {
  const describe = ([name, value]: [string, unknown]): string =>
    `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
  const title = Object.entries(claims).map(describe).join(', ');
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1)}…` : title;
}
