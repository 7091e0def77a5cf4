/** One row of site_event, in the order in which it is copied. Codes are those of codes.ts. */
export interface EventRow {
  organization_id: string;
  site_id: string;
  occurred_at: Date;
  type: number;
  visitor: bigint;
  session: bigint;
  claims_id: bigint | null;
  is_authenticated: boolean | null;
  display_context: number;
  bot: number | null;
  device: number;
  browser: number;
  os: number;
  language: string | null;
  country: string | null;
  geo_cell: bigint | null;
  site_section_id: string | null;
  site_space_id: string | null;
  share_link_id: string | null;
  space_id: string | null;
  page_id: string | null;
  url_origin: string;
  url_path: string;
  referrer: string | null;
  referrer_domain: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
  search_query: string | null;
  search_results: number | null;
  search_record_id: string | null;
  rating: number | null;
  comment: string | null;
  link_target: string | null;
  link_domain: string | null;
  link_position: number | null;
  operation_path: string | null;
  operation_method: string | null;
  variant: number | null;
  not_found: number | null;
  ad_domain: string | null;
  placement: number | null;
}

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
