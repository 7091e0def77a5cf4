/**
 * Every kind of job there is. The queue accepts no other, and `createJobs` must define each: a job that nobody runs, or
 * that nobody can enqueue, does not compile. Stored in rows, so a kind that was released keeps its name.
 */
const JOB_KINDS = [
  'account-sweep',
  'content-sweep',
  'domain-checks',
  'git-import',
  'link-checks',
  'mail.send',
  'organization-purge',
  'password-reset',
  'retention',
  'saml-sweep',
  'search-index',
  'space-purge',
  'space-references',
  'space-transfer',
] as const;

export type JobKind = (typeof JOB_KINDS)[number];
