/** Identifies content: that of a space, of one of its change requests, or of an earlier revision. */
export interface Place {
  spaceId: string;
  /** The id of a change request, or its number. */
  changeRequestId?: string | undefined;
  /** The id of a revision, whose content is read only. */
  revisionId?: string | undefined;
}

/** A page, live or in a change request. */
export interface PagePlace {
  spaceId: string;
  changeRequestId?: string;
  pageId: string;
}

/** Where a text is: on a page, or on none, such as that of a new page or the description of a change request. */
export type TextPlace = Omit<PagePlace, 'pageId'> & { pageId?: string };

/** The name of a place, for keys and channels. */
export const placeName = ({ spaceId, changeRequestId, revisionId }: Place): string =>
  [spaceId, changeRequestId, revisionId].filter((id) => id !== undefined).join('/');

/** The address of a page below `/app`. */
export function pagePath({ spaceId, changeRequestId, revisionId }: Place, pageId: string): string {
  if (changeRequestId !== undefined) return `/s/${spaceId}/change-requests/${changeRequestId}/${pageId}`;
  return revisionId === undefined
    ? `/s/${spaceId}/${pageId}`
    : `/s/${spaceId}/revisions/${revisionId}/${pageId}`;
}
