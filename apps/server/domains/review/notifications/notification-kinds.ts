/** Kinds of notifications. They are stored in rows, so a released kind keeps its name. */
export const NOTIFICATION_KINDS = [
  'review-requested',
  'changes-requested',
  'merged',
  'mentioned',
  'sync-conflict',
  'scheduled-merge-failed',
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Kinds that are sent by mail only, because they do not concern a space. */
const MAILED_KINDS = ['openapi-breaking'] as const;

/** The kinds for which users can set a preference. */
export const PREFERENCE_KINDS = [...NOTIFICATION_KINDS, ...MAILED_KINDS] as const;
export type PreferenceKind = (typeof PREFERENCE_KINDS)[number];

export const isPreferenceKind = (text: string): text is PreferenceKind =>
  (PREFERENCE_KINDS as readonly string[]).includes(text);
