import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { mapOf, nullable, refTo, Timestamp, Url } from '../../../platform/http/schemas.ts';
import { SiteParams } from '../../publishing/sites/sites.schemas.ts';
import {
  AD_PLACEMENTS,
  DISPLAY_CONTEXTS,
  type EventType,
  LINK_POSITIONS,
  LLMS_VARIANTS,
  MARKDOWN_SOURCES,
  PAGE_RATINGS,
  TRADEMARK_PLACEMENTS,
} from '../codes.ts';

export { SiteParams };

const MAX_EVENTS = 1000;
export const MAX_EVENTS_BYTES = 1_000_000;

const SomeId = nullable(Type.String({ maxLength: 255 }));
const Text = Type.String({ maxLength: 512 });
const oneOf = <const Value extends string>(values: readonly Value[]) => Type.Enum([...values]);

/** Shared by the events of all types, so that their validator contains each once. */
const EventSession = Type.Object(
  {
    visitorId: Type.Optional(
      Type.String({
        maxLength: 255,
        description:
          'Your id for the visitor. Only a hash is stored. Without an id, visitors are distinguished for one day by a hash of their address and browser.',
      }),
    ),
    sessionId: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Your id for the session. Only a hash is stored.',
      }),
    ),
    cookies: Type.Optional(
      mapOf(Type.String({ maxLength: 8192 }), { description: 'Accepted for compatibility; not stored.' }),
    ),
    ip: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'The IP address of the visitor. Defaults to the address of the request. Ignored without a token that can change the site. Used to find the country, and not stored.',
      }),
    ),
    userAgent: Type.Optional(Type.String({ maxLength: 2048 })),
    language: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
    referrer: Type.Optional(Type.Union([Url, Type.Literal(''), Type.Null()])),
    visitorAuthToken: Type.Optional(
      nullable(
        Type.String({
          maxLength: 8192,
          description: 'The JWT with which the visitor signed in. Its claims replace `visitorAuthClaims`.',
        }),
      ),
    ),
    visitorAuthClaims: Type.Optional(
      mapOf(Type.Unknown(), {
        description:
          'The claims of a visitor who is signed in. Ignored without a token that can change the site.',
      }),
    ),
  },
  { $id: 'EventSession' },
);

const EventLocation = Type.Object(
  {
    url: Type.String({
      ...Url,
      description:
        'Without a token that can change the site, the URL must be on the site or below the URL of its renderer.',
    }),
    displayContext: Type.Optional(oneOf(DISPLAY_CONTEXTS.values)),
    siteSection: Type.Optional(SomeId),
    siteSpace: Type.Optional(SomeId),
    siteShareKey: Type.Optional(SomeId),
    space: Type.Optional(SomeId),
    revision: Type.Optional(SomeId),
    page: Type.Optional(SomeId),
  },
  { $id: 'EventLocation' },
);

/** The schemas that `TrackEventsBody` refers to, by their names. */
export const EVENT_PARTS = { EventSession, EventLocation };

const base = {
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Your id for the event. A second event with the same id in the same session is ignored.',
    }),
  ),
  session: refTo(EventSession),
  location: refTo(EventLocation),
  timestamp: Type.Optional(Timestamp),
};

export type SessionInput = Static<typeof EventSession>;
export type LocationInput = Static<typeof EventLocation>;

const eventOf = <const Name extends EventType, Fields extends TProperties>(type: Name, fields: Fields) =>
  Type.Object({ type: Type.Literal(type), ...base, ...fields });

const SearchResult = Type.Union([
  Type.Object({ spaceId: Type.String({ maxLength: 255 }), pageId: Type.String({ maxLength: 255 }) }),
  Type.Object({ recordId: Type.String({ maxLength: 255 }) }),
]);

/** A reference to content, as links in documents have it. */
const LinkTarget = Type.Object(
  {
    kind: Type.String({ minLength: 1, maxLength: 50 }),
    url: Type.Optional(Type.String({ maxLength: 2048 })),
  },
  { additionalProperties: Type.String({ maxLength: 2048 }) },
);

const Operation = Type.Object({ path: Text, method: Type.String({ maxLength: 20 }) });
const Ad = Type.Object(
  {
    domain: Type.String({ maxLength: 255 }),
    zoneId: Type.String({ maxLength: 255 }),
    placement: oneOf(AD_PLACEMENTS.values),
  },
  { title: 'Ad' },
);
const rating = oneOf(PAGE_RATINGS.values);
const query = Text;

const EVENTS = [
  eventOf('page_view', {}),
  eventOf('page_markdown_request', { markdownSource: Type.Optional(oneOf(MARKDOWN_SOURCES.values)) }),
  eventOf('search_open', {}),
  eventOf('search_type_query', {
    query,
    results: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The number of results of the search.' }),
    ),
  }),
  eventOf('search_open_result', { query, result: SearchResult }),
  eventOf('page_post_feedback', { feedback: Type.Object({ rating }) }),
  eventOf('page_post_feedback_comment', {
    feedback: Type.Object({ rating, comment: Type.String({ minLength: 1, maxLength: 512 }) }),
  }),
  eventOf('agent_feedback', {}),
  eventOf('ask_question', { query, goal: Type.Optional(Type.String({ maxLength: 2048 })) }),
  eventOf('ask_view', {}),
  eventOf('ask_rate_response', {
    query,
    rating: Type.Union([Type.Literal(1), Type.Literal(-1)]),
    responseId: Type.String({ maxLength: 255 }),
  }),
  eventOf('link_click', {
    link: Type.Object({ target: LinkTarget, position: oneOf(LINK_POSITIONS.values) }),
  }),
  eventOf('api_client_open', { operation: Operation }),
  eventOf('api_client_request', { operation: Operation }),
  eventOf('ad_click', { ad: Ad }),
  eventOf('ad_display', { ad: Ad }),
  eventOf('trademark_click', { placement: oneOf(TRADEMARK_PLACEMENTS.values) }),
  eventOf('llms_request', { llmsVariant: oneOf(LLMS_VARIANTS.values) }),
  eventOf('mcp_request', {}),
  eventOf('rss_request', {}),
  eventOf('code_copy', {}),
] as const satisfies readonly TSchema[];

const SiteEvent = Type.Union([...EVENTS]);
export type SiteEvent = Static<(typeof EVENTS)[number]>;

export const TrackEventsBody = Type.Object({
  events: Type.Array(SiteEvent, { maxItems: MAX_EVENTS }),
});
