import type { ItemOf, RequestOf, ResponseOf } from '@lectern/client/client';
import type { InfiniteData } from '@tanstack/react-query';

type ListPath = '/v1/spaces/{spaceId}/change-requests';

/** A change request in a list. */
export type ListedRequest = ItemOf<ListPath>;
export type RequestStatus = ListedRequest['status'];
export type RequestPage = ResponseOf<ListPath, 'get'>;
export type RequestPages = InfiniteData<RequestPage>;
export type RequestQuery = Omit<NonNullable<RequestOf<ListPath, 'get'>['query']>, 'page' | 'limit'> & {
  /** Only for the list of an organization. */
  space?: string;
};
