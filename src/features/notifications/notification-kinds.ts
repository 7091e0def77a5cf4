/** What users are told. Kinds are stored in rows, so a released kind keeps its name. */
export const NOTIFICATION_KINDS = [
  'review-requested',
  'changes-requested',
  'merged',
  'mentioned',
  'sync-conflict',
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What users are told by mail only: it is about no space. */
const MAILED_KINDS = ['openapi-breaking'] as const;

/** What has a preference. */
export const PREFERENCE_KINDS = [...NOTIFICATION_KINDS, ...MAILED_KINDS] as const;
export type PreferenceKind = (typeof PREFERENCE_KINDS)[number];

export const isPreferenceKind = (text: string): text is PreferenceKind =>
  (PREFERENCE_KINDS as readonly string[]).includes(text);
