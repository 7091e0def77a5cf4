import type { NotificationKind } from './notification-kinds.ts';

/** Something that users should know. Others than users, such as service accounts, are left out. */
export interface Notice {
  organizationId: string;
  spaceId: string;
  kind: NotificationKind;
  userIds: readonly string[];
  /** The user who did it, who is not notified of it. */
  actorId: string;
  changeRequestId?: string;
  pageId?: string;
  commentId?: string;
  at: Date;
}
