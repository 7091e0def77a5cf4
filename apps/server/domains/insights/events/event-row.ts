import type { Selectable } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

type StoredEvent = Omit<Selectable<DB['site_event']>, 'event_id'>;

/** One row of site_event as it is copied. Hashes have 64 bits. Codes are those of event-codes.ts. */
export type EventRow = {
  [Name in keyof StoredEvent]: Name extends 'visitor' | 'session'
    ? bigint
    : Name extends 'claims_id' | 'geo_cell'
      ? bigint | null
      : Name extends 'link_target'
        ? string | null
        : StoredEvent[Name];
};

/** The columns of a row that say what happened, apart from who did it where. */
export type EventDetails = Pick<
  EventRow,
  | 'search_query'
  | 'search_results'
  | 'search_record_id'
  | 'rating'
  | 'comment'
  | 'link_target'
  | 'link_domain'
  | 'link_position'
  | 'operation_path'
  | 'operation_method'
  | 'variant'
  | 'ad_domain'
  | 'placement'
>;

/** Every column, once: a column that is missing here does not compile. */
const COLUMNS: { [Name in keyof EventRow]: true } = {
  organization_id: true,
  site_id: true,
  occurred_at: true,
  type: true,
  visitor: true,
  session: true,
  claims_id: true,
  is_authenticated: true,
  display_context: true,
  bot: true,
  device: true,
  browser: true,
  os: true,
  language: true,
  country: true,
  geo_cell: true,
  site_section_id: true,
  site_space_id: true,
  share_link_id: true,
  space_id: true,
  page_id: true,
  url_origin: true,
  url_path: true,
  referrer: true,
  referrer_domain: true,
  utm_source: true,
  utm_medium: true,
  utm_campaign: true,
  utm_term: true,
  utm_content: true,
  search_query: true,
  search_results: true,
  search_record_id: true,
  rating: true,
  comment: true,
  link_target: true,
  link_domain: true,
  link_position: true,
  operation_path: true,
  operation_method: true,
  variant: true,
  not_found: true,
  ad_domain: true,
  placement: true,
};

export const EVENT_COLUMNS = Object.keys(COLUMNS) as (keyof EventRow)[];
