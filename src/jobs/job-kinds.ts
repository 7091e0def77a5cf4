/**
 * Every kind of job. The queue accepts no other, and `createJobs` must define each: a kind that no code runs or
 * enqueues does not compile. Kinds are stored in rows, so a released kind keeps its name.
 */
const JOB_KINDS = [
  'account-sweep',
  'content-import',
  'content-sweep',
  'conversation-issues',
  'conversation-upkeep',
  'default-site',
  'domain-checks',
  'first-site',
  'git-content',
  'git-export',
  'git-import',
  'git-poll',
  'git-status',
  'git-sweep',
  'git-sync',
  'insights-upkeep',
  'link-checks',
  'mail.send',
  'openapi-news',
  'openapi-processing',
  'openapi-refresh',
  'organization-purge',
  'password-reset',
  'retention',
  'saml-sweep',
  'search-index',
  'site-renderer',
  'site-upkeep',
  'space-purge',
  'space-references',
  'space-transfer',
  'translation-sync',
  'translation-watch',
  'webhook-deliveries',
  'webhook-sweep',
  'weekly-mails',
] as const;

export type JobKind = (typeof JOB_KINDS)[number];
