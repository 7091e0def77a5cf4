/** The path of what a notification is about: the comment, the change request, the page, or the space. */
export function notificationPath({
  spaceId,
  changeRequest,
  pageId,
  commentId,
}: {
  spaceId: string;
  /** Its number. */
  changeRequest: number | null;
  pageId: string | null;
  commentId: string | null;
}): string {
  const space = `/app/s/${spaceId}`;
  if (changeRequest !== null) {
    const path = `${space}/change-requests/${changeRequest}`;
    return commentId === null ? path : `${path}?tab=discussion&comment=${commentId}`;
  }
  if (pageId === null) return space;
  return commentId === null ? `${space}/${pageId}` : `${space}/${pageId}?comment=${commentId}`;
}
