import fc from 'fast-check';
import {
  BOTS,
  BROWSERS,
  DEVICES,
  DISPLAY_CONTEXTS,
  EVENT_TYPES,
  type EventType,
  LLMS_VARIANTS,
  MARKDOWN_SOURCES,
  NOT_FOUND_TYPES,
  PAGE_RATINGS,
  SYSTEMS,
} from '../codes.ts';
import type { EventRow } from '../events/event-row.ts';
import type { TrackedEvent } from '../events/event-writer.ts';
import type { SiteClaimSet } from '../events/events.repository.ts';

/** An event in the terms of the API. The model of the tests counts these. */
export interface Fact {
  at: Date;
  type: EventType;
  visitor: number;
  session: number;
  claims: number | undefined;
  isAuthenticated: boolean;
  context: string;
  bot: string | null;
  device: string;
  browser: string;
  os: string;
  language: string | null;
  country: string | null;
  place: number | null;
  path: string;
  utm: string | null;
  referrer: string | null;
  text: string;
  rating: number;
}

export const CLAIM_SETS: readonly Readonly<Record<string, readonly string[]>>[] = [
  { plan: ['pro'], region: ['eu'] },
  { plan: ['free'] },
  { plan: ['pro'], role: ['admin', 'writer'] },
];

export const PLACES = [
  { section: '00000000-0000-7000-8000-000000000001', variant: '00000000-0000-7000-8000-000000000011' },
  { section: '00000000-0000-7000-8000-000000000002', variant: '00000000-0000-7000-8000-000000000012' },
] as const;
export const SPACES = [
  { space: '00000000-0000-7000-8000-000000000021', page: '00000000-0000-7000-8000-000000000031' },
  { space: '00000000-0000-7000-8000-000000000022', page: '00000000-0000-7000-8000-000000000031' },
  { space: '00000000-0000-7000-8000-000000000022', page: null },
] as const;

/** In this period, weeks, days and a month begin, and daylight saving time ends in Europe. */
export const FIRST = Date.parse('2026-10-24T00:00:00Z');
export const NOW = Date.parse('2026-11-02T15:30:00Z');
const HOUR_MS = 3_600_000;

const time = fc.oneof(
  fc.integer({ min: FIRST, max: NOW }),
  // Times at the boundaries of hours and days.
  fc
    .tuple(
      fc.integer({ min: FIRST / HOUR_MS + 1, max: Math.floor(NOW / HOUR_MS) }),
      fc.constantFrom(-1, 0, 1),
    )
    .map(([hour, step]) => Math.floor(hour) * HOUR_MS + step),
  fc
    .tuple(
      fc.integer({ min: FIRST / HOUR_MS / 24 + 1, max: Math.floor(NOW / HOUR_MS / 24) }),
      fc.constantFrom(-1, 0, 1),
    )
    .map(([day, step]) => Math.floor(day) * 24 * HOUR_MS + step),
);

const some = <T>(values: readonly T[]) => fc.constantFrom(...values);

/** From this number on, visitors never change: their claims and the like follow from the number. */
const FIRST_UNIFORM = 5;

const anyFact: fc.Arbitrary<Fact> = fc.record({
  at: time.map((at) => new Date(at)),
  type: some([
    ...(['page_view', 'page_view', 'page_view', 'search_type_query', 'page_post_feedback'] as const),
    ...([
      'page_post_feedback_comment',
      'ask_rate_response',
      'llms_request',
      'page_markdown_request',
    ] as const),
  ]),
  visitor: fc.integer({ min: 1, max: 14 }),
  session: fc.integer({ min: 1, max: 3 }),
  claims: fc.option(fc.integer({ min: 0, max: CLAIM_SETS.length - 1 }), { nil: undefined }),
  isAuthenticated: fc.boolean(),
  context: some(['site', 'server']),
  bot: some([null, null, 'googlebot', 'claude']),
  device: some(['desktop', 'mobile']),
  browser: some(['chrome', 'safari']),
  os: some(['macos', 'ios']),
  language: some([null, 'en-US', 'de']),
  country: some([null, 'CH', 'US']),
  place: fc.option(fc.integer({ min: 0, max: 1 })),
  path: some(['/a', '/b', '/b/c']),
  utm: some([null, 'news', 'ads']),
  referrer: some([null, 'https://one.example.com/x', 'https://two.example.com/']),
  text: some(['install', 'Install', 'how to']),
  rating: fc.integer({ min: 0, max: 2 }),
});

export const fact: fc.Arbitrary<Fact> = anyFact.map((one) =>
  one.visitor < FIRST_UNIFORM
    ? one
    : {
        ...one,
        claims: [undefined, 0, 1, 2][one.visitor % 4],
        isAuthenticated: one.visitor % 4 > 0,
        context: one.visitor % 7 === 0 ? 'server' : 'site',
        bot: one.visitor % 5 === 0 ? 'claude' : null,
      },
);

/** Whether the event is a view of a page that a condition hides. */
export const isGated = ({ type, rating }: Pick<Fact, 'type' | 'rating'>): boolean =>
  type === 'page_view' && rating === 2;

/** Derives the page from the path, so that both agree. */
export const pageOf = ({ path }: Fact) =>
  SPACES[['/a', '/b', '/b/c'].indexOf(path)] as (typeof SPACES)[number];

export function toEvent(
  { organizationId, siteId }: { organizationId: string; siteId: string },
  it: Fact,
): TrackedEvent {
  const place = it.place === null ? undefined : PLACES[it.place];
  const { space, page } = pageOf(it);
  const isSearch = it.type === 'search_type_query';
  const isRated = it.type === 'page_post_feedback' || it.type === 'page_post_feedback_comment';
  const row: EventRow = {
    organization_id: organizationId,
    site_id: siteId,
    occurred_at: it.at,
    type: EVENT_TYPES.codeOf(it.type),
    visitor: BigInt(it.visitor),
    session: BigInt(it.visitor * 100 + it.session),
    claims_id: it.claims === undefined ? null : BigInt(it.claims + 1),
    is_authenticated: it.isAuthenticated,
    display_context: DISPLAY_CONTEXTS.codeOf(it.context as 'site'),
    bot: it.bot === null ? null : BOTS.codeOf(it.bot as 'claude'),
    device: DEVICES.codeOf(it.device as 'mobile'),
    browser: BROWSERS.codeOf(it.browser as 'chrome'),
    os: SYSTEMS.codeOf(it.os as 'ios'),
    language: it.language,
    country: it.country,
    geo_cell: null,
    site_section_id: place?.section ?? null,
    site_space_id: place?.variant ?? null,
    share_link_id: null,
    space_id: space,
    page_id: page,
    url_origin: 'https://docs.example.com',
    url_path: it.path,
    referrer: it.referrer,
    referrer_domain: it.referrer && new URL(it.referrer).host,
    utm_source: it.utm,
    utm_medium: null,
    utm_campaign: it.utm,
    utm_term: null,
    utm_content: null,
    search_query: isSearch ? it.text : null,
    search_results: null,
    search_record_id: null,
    rating: isRated ? it.rating : it.type === 'ask_rate_response' ? (it.rating === 0 ? -1 : 1) : null,
    comment: it.type === 'page_post_feedback_comment' ? it.text : null,
    link_target: null,
    link_domain: null,
    link_position: null,
    operation_path: null,
    operation_method: null,
    variant:
      it.type === 'llms_request'
        ? LLMS_VARIANTS.codeOf(it.rating === 0 ? 'standard' : 'full')
        : it.type === 'page_markdown_request' && it.rating > 0
          ? MARKDOWN_SOURCES.codeOf('page-action')
          : null,
    not_found: isGated(it) ? NOT_FOUND_TYPES.codeOf('conditional') : null,
    ad_domain: null,
    placement: null,
  };
  return { row, receipt: undefined };
}

export const claimSetsOf = (site: { organizationId: string; siteId: string }): SiteClaimSet[] =>
  CLAIM_SETS.map((set, n) => ({
    ...site,
    claimsId: BigInt(n + 1),
    claims: Object.fromEntries(
      Object.entries(set).map(([name, list]) => [name, list.length > 1 ? list : list[0]]),
    ),
    values: new Map(Object.entries(set)),
  }));

export const ratingOf = ({ rating }: Fact) => PAGE_RATINGS.values[rating] as string;
