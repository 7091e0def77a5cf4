import type { RequestQuery, RequestStatus } from '../../api/request-page.ts';
import type { Messages } from '../../messages/en.ts';

/** The quick views of a list. */
export const VIEWS = ['mine', 'review', 'unread', 'mentioned', 'all'] as const;
export type RequestView = (typeof VIEWS)[number];

/** Which states are listed. By default, those that are still worked on. */
export const STATES = ['active', 'open', 'draft', 'merged', 'archived', 'all'] as const;
export type RequestState = (typeof STATES)[number];

/** What a list shows, as its address says it. */
export interface RequestFilters {
  view: RequestView;
  status: RequestState;
  /** The id of a user, or `me`. */
  author: string;
  reviewer: string;
  /** The id of a page that is changed. */
  page: string;
  /** The id of the space of the page. The list of a space needs none. */
  space: string;
  /** Part of a subject, or a number. */
  query: string;
}

export const NO_FILTERS: RequestFilters = {
  view: 'all',
  status: 'active',
  author: '',
  reviewer: '',
  page: '',
  space: '',
  query: '',
};

const STATUSES: Record<RequestState, RequestStatus[]> = {
  active: ['open', 'draft'],
  open: ['open'],
  draft: ['draft'],
  merged: ['merged'],
  archived: ['archived'],
  all: ['open', 'draft', 'merged', 'archived'],
};

export const STATE_NAMES: Record<RequestState, keyof Messages> = {
  active: 'requestsActive',
  open: 'changeRequestOpen',
  draft: 'requestsDrafts',
  merged: 'changeRequestMerged',
  archived: 'changeRequestArchived',
  all: 'requestsAnyState',
};

export const VIEW_NAMES: Record<RequestView, keyof Messages> = {
  mine: 'requestsMine',
  review: 'requestsToReview',
  mentioned: 'requestsMentioned',
  unread: 'unread',
  all: 'requestsAll',
};

/** Reads the filters of an address. What it does not know is left out. */
export function readFilters(search: Record<string, unknown>): RequestFilters {
  const textOf = (name: string): string => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const oneOf = <Known extends string>(known: readonly Known[], name: string, fallback: Known): Known =>
    known.find((one) => one === textOf(name)) ?? fallback;
  return {
    view: oneOf(VIEWS, 'view', NO_FILTERS.view),
    status: oneOf(STATES, 'status', NO_FILTERS.status),
    author: textOf('author'),
    reviewer: textOf('reviewer'),
    page: textOf('page'),
    space: textOf('space'),
    query: textOf('query'),
  };
}

/** The search parameters of an address with these filters, without those that are as usual. */
export const toSearch = (filters: RequestFilters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => value !== NO_FILTERS[name as keyof RequestFilters]),
  );

/** Whether more is left out than the view says. */
export const isFiltered = ({ view, ...rest }: RequestFilters): boolean =>
  Object.keys(toSearch({ ...rest, view: NO_FILTERS.view })).length > 0;

/** The filters as the API takes them. */
export function toQuery({
  view,
  status,
  author,
  reviewer,
  page,
  space,
  query,
}: RequestFilters): RequestQuery {
  return {
    status: STATUSES[status],
    ...(view === 'mine' ? { creator: 'me' } : author === '' ? {} : { creator: author }),
    ...(reviewer === '' ? {} : { requestedReviewer: reviewer }),
    ...(view === 'review' ? { awaitedReviewer: 'me' } : {}),
    ...(view === 'mentioned' ? { mentioned: 'me' } : {}),
    ...(view === 'unread' ? { unread: true } : {}),
    ...(page === '' ? {} : { changedPage: page }),
    ...(space === '' ? {} : { space }),
    ...(query === '' ? {} : { query }),
  };
}
