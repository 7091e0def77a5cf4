/** What users are told. Kinds are stored in rows, so a released kind keeps its name. */
export const NOTIFICATION_KINDS = [
  'review-requested',
  'changes-requested',
  'merged',
  'mentioned',
  'sync-conflict',
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const isNotificationKind = (text: string): text is NotificationKind =>
  (NOTIFICATION_KINDS as readonly string[]).includes(text);
