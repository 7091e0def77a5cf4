import { maskPersonalData } from '@lectern/personal-data/mask-personal-data';
import {
  AD_PLACEMENTS,
  LINK_POSITIONS,
  LLMS_VARIANTS,
  MARKDOWN_SOURCES,
  PAGE_RATINGS,
  TRADEMARK_PLACEMENTS,
} from '../codes.ts';
import type { EventDetails } from './event-row.ts';
import type { SiteEvent } from './events.schemas.ts';
import { withoutQuery } from './read-url.ts';
import { storableText } from './storable-text.ts';

const NOTHING: EventDetails = {
  search_query: null,
  search_results: null,
  search_record_id: null,
  rating: null,
  comment: null,
  link_target: null,
  link_domain: null,
  link_position: null,
  operation_path: null,
  operation_method: null,
  variant: null,
  ad_domain: null,
  placement: null,
};

/** Reads the fields that only events of one type have. Personal data in texts that people typed is masked. */
export function readDetails(event: SiteEvent): EventDetails {
  const details = detailsOf(event);
  return details ? { ...NOTHING, ...details } : NOTHING;
}

function detailsOf(event: SiteEvent): Partial<EventDetails> | undefined {
  switch (event.type) {
    case 'page_markdown_request':
      return {
        variant: event.markdownSource === undefined ? null : MARKDOWN_SOURCES.codeOf(event.markdownSource),
      };
    case 'search_type_query':
      return { search_query: clean(event.query), search_results: event.results ?? null };
    case 'search_open_result':
      return {
        search_query: clean(event.query),
        search_record_id: 'recordId' in event.result ? storableText(event.result.recordId) : null,
      };
    case 'ask_question':
      return { search_query: clean(event.query) };
    case 'ask_rate_response':
      return { search_query: clean(event.query), rating: event.rating };
    case 'page_post_feedback':
      return { rating: PAGE_RATINGS.codeOf(event.feedback.rating) };
    case 'page_post_feedback_comment':
      return { rating: PAGE_RATINGS.codeOf(event.feedback.rating), comment: clean(event.feedback.comment) };
    case 'link_click':
      return readLink(event.link);
    case 'api_client_open':
    case 'api_client_request':
      return {
        operation_path: storableText(event.operation.path),
        operation_method: storableText(event.operation.method).toLowerCase(),
      };
    case 'ad_click':
    case 'ad_display':
      return {
        ad_domain: storableText(event.ad.domain),
        placement: AD_PLACEMENTS.codeOf(event.ad.placement),
      };
    case 'trademark_click':
      return { placement: TRADEMARK_PLACEMENTS.codeOf(event.placement) };
    case 'llms_request':
      return { variant: LLMS_VARIANTS.codeOf(event.llmsVariant) };
    default:
      return undefined;
  }
}

type LinkClick = Extract<SiteEvent, { type: 'link_click' }>;

/** Addresses are stored without query and fragment, which may contain a secret of the reader. */
function readLink({ target, position }: LinkClick['link']): Partial<EventDetails> {
  const url = target.kind === 'url' && target.url !== undefined ? withoutQuery(target.url) : undefined;
  const fields = Object.entries({ ...target, ...(url === undefined ? {} : { url: url.href }) });
  const kept = Object.fromEntries(fields.map(([name, value]) => [storableText(name), clean(value)]));
  return {
    link_target: JSON.stringify(kept),
    link_domain: url?.host ?? null,
    link_position: LINK_POSITIONS.codeOf(position),
  };
}

const clean = (text: string): string => maskPersonalData(storableText(text)).trim();
