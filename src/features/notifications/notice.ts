import type { NotificationKind } from './notification-kinds.ts';

/** Something that users should know. Others than users, such as service accounts, are left out. */
export interface Notice {
  organizationId: string;
  spaceId: string;
  kind: NotificationKind;
  userIds: readonly string[];
  /** Who did it: they are not notified of it themselves. */
  actorId: string;
  changeRequestId?: string;
  pageId?: string;
  commentId?: string;
  at: Date;
}
