// Where code may be and what it may import. `check-structure.mjs` reads this table, and names the edge and the rule
// when something breaks it. A new feature is one word in FEATURES; a new edge between domains is one word in DOMAINS,
// for reviewers to see.

/** The packages, each with those that it may import. They know nothing of the service, of HTTP or of the database. */
export const PACKAGES = {
  std: [],
  html: [],
  'personal-data': [],
  expressions: [],
  search: [],
  markdown: ['std'],
  openapi: ['markdown', 'std'],
  content: ['expressions', 'markdown', 'std'],
  git: ['content', 'markdown', 'std'],
  import: ['git', 'html', 'markdown', 'std'],
  render: ['content', 'html', 'markdown', 'openapi'],
  // The console and the command line use it; nothing of the service does.
  client: [],
};

/** From the bottom up: a folder imports itself and what precedes it in this list. Paths are below `apps`. */
export const LAYERS = [
  // Run in browsers: they import nothing of the service.
  'sites/reader',
  'console',
  'server/platform/work-local.ts',
  'server/platform/work-meter.ts',
  'server/platform/make-folders.ts',
  'server/platform/metrics',
  'server/platform/tracing/tracing.ts',
  'server/platform/db/database-url.ts',
  'server/platform/backup/retention.ts',
  'server/platform/backup/schedule.ts',
  'server/platform/oidc-settings.ts',
  'server/platform/config.ts',
  'server/platform/service-settings.ts',
  'server/platform/updates-file.ts',
  'server/platform/db',
  'server/platform/storage/storage-error.ts',
  'server/platform/tracing',
  'server/platform/http',
  'server/platform/access',
  'server/platform/fast-path',
  'server/platform/storage',
  'server/platform/backup',
  'server/platform/threads',
  'server/platform/context.ts',
  'server/platform/jobs',
  'server/platform/mail',
  'server/platform/language-model',
  'server/compat',
  // Runs in browsers, too: the search of static sites.
  'sites/static-reader',
  'server/content/tree',
  'server/content/facts',
  'server/content/files',
  'server/content/references',
  'server/content/merge',
  'server/content/revisions',
  'server/domains',
  'server/pages/messages',
  'server/pages/parts',
  'server/pages/sign-in',
  'server/pages/console',
  'server/pages/app',
  'server/platform/log-scrubbing.ts',
  'server/platform/log.ts',
  'server/platform/access-log',
  'server/app/changes.ts',
  'server/app/fields.ts',
  'server/app/pointer-loaders.ts',
  'server/app/jobs.ts',
  'server/app/bare-app.ts',
  'server/app/service-metrics.ts',
  'server/app/app.ts',
  'server/app/platform.ts',
  'sites',
  'cli/service/rare-threads.ts',
  'cli/service/threads.ts',
  'cli/service/thread.ts',
  'cli/service/bootstrap.ts',
  'cli/service/background.ts',
  'cli/service/tell-updates.ts',
  'cli/service/service.ts',
  'cli/describe-bytes.ts',
  'cli/doctor',
  'cli/commands',
  'cli/main.ts',
];

/** The domains, from the bottom up, each with those that it may import. */
export const DOMAINS = {
  core: [],
  identity: ['core'],
  specs: ['core'],
  content: ['core', 'identity', 'specs'],
  review: ['content', 'core', 'identity', 'specs'],
  access: ['content', 'core', 'identity'],
  publishing: ['content', 'core', 'identity', 'review'],
  insights: ['content', 'core', 'identity', 'publishing', 'review'],
  git: ['content', 'core', 'identity', 'review'],
  import: ['content', 'git', 'publishing', 'review'],
  translations: ['content', 'publishing', 'review'],
  conversations: ['content', 'core', 'identity'],
  lifecycle: ['access', 'content', 'core', 'git', 'identity', 'insights', 'publishing', 'review', 'specs'],
  instance: ['content', 'core', 'identity', 'lifecycle', 'publishing'],
};

/** The features of domains with more than one, from the bottom up: a feature imports only features before it. */
export const FEATURES = {
  core: ['audit', 'webhooks', 'audit-stream'],
  identity: ['users', 'sessions', 'tokens', 'members', 'teams', 'organizations', 'domains', 'accounts'],
  content: [
    'collections',
    'spaces',
    'search',
    'links',
    'uploads',
    'revisions',
    'editing',
    'history',
    'embeds',
    'sweep',
  ],
  review: [
    'notifications',
    'change-requests',
    'trash',
    'comments',
    'openapi-drift',
    'presence',
    'working-copies',
    'edit-conflicts',
    'events',
  ],
  access: ['permissions', 'invites', 'sign-on', 'provisioning', 'member-access', 'user-deletion'],
  publishing: [
    'sites',
    'site-visitors',
    'site-redirects',
    'site-search',
    'site-settings',
    'published-content',
    'content-urls',
    'bookmarks',
  ],
  lifecycle: ['space-lifecycle', 'organization-deletion', 'retention', 'autosaves', 'first-site'],
};

/** Which folder owns a table: only its files write rows of it. */
export const TABLES = {
  audit_event: 'server/domains/core/audit',
  audit_outbox: 'server/domains/core/audit-stream',
  blob: 'server/content/files',
  collection: 'server/domains/content/collections',
  collection_directory: 'server/domains/content/collections',
  document: 'server/content/facts',
  document_facts: 'server/content/facts',
  tree_node: 'server/content/tree',
  deleted_page: 'server/content/references',
  revision: 'server/content/revisions',
  revision_pack: 'server/content/revisions',
  change_request: 'server/domains/review/change-requests',
  change_request_answer: 'server/domains/review/change-requests',
  change_request_check: 'server/domains/review/change-requests',
  change_request_contributor: 'server/domains/review/change-requests',
  change_request_page: 'server/domains/review/change-requests',
  change_request_preview_link: 'server/domains/review/change-requests',
  change_request_review: 'server/domains/review/change-requests',
  change_request_reviewer: 'server/domains/review/change-requests',
  change_request_seen: 'server/domains/review/change-requests',
  change_request_team_reviewer: 'server/domains/review/change-requests',
  comment: 'server/domains/review/comments',
  comment_mention: 'server/domains/review/comments',
  comment_reaction: 'server/domains/review/comments',
  comment_reply: 'server/domains/review/comments',
  notification: 'server/domains/review/notifications',
  notification_preference: 'server/domains/review/notifications',
  site_weekly_mail: 'server/domains/review/notifications',
  presence: 'server/domains/review/presence',
  edit_conflict: 'server/domains/review/edit-conflicts',
  working_copy: 'server/domains/review/working-copies',
  content_pack: 'server/content/tree',
  content_import: 'server/domains/import',
  organization_import: 'server/domains/import',
  git_branch: 'server/domains/git',
  git_commit: 'server/domains/git',
  git_connection: 'server/domains/git',
  git_departed: 'server/domains/git',
  git_operation: 'server/domains/git',
  git_preview: 'server/domains/git',
  git_webhook_delivery: 'server/domains/git',
  space_git: 'server/domains/git',
  hostname_directory: 'server/domains/identity/organizations',
  organization: 'server/domains/identity/organizations',
  organization_logo: 'server/domains/identity/organizations',
  organization_domain: 'server/domains/identity/domains',
  idempotency_key: 'server/platform/access',
  restore_in_progress: 'server/platform/backup',
  maintenance: 'server/platform/access',
  organization_quota: 'server/domains/instance',
  quota_default: 'server/domains/instance',
  last_backup: 'server/domains/instance',
  failed_job: 'server/platform/jobs',
  job: 'server/platform/jobs',
  member: 'server/domains/identity/members',
  user_account: 'server/domains/identity/users',
  user_picture: 'server/domains/identity/users',
  user_ticket: 'server/domains/identity/users',
  user_session: 'server/domains/identity/sessions',
  user_token: 'server/domains/identity/tokens',
  organization_token: 'server/domains/identity/tokens',
  token_directory: 'server/domains/identity/tokens',
  user_passkey: 'server/domains/identity/accounts',
  used_passkey_challenge: 'server/domains/identity/accounts',
  user_totp: 'server/domains/identity/accounts',
  user_recovery_code: 'server/domains/identity/accounts',
  team: 'server/domains/identity/teams',
  team_member: 'server/domains/identity/teams',
  space: 'server/domains/content/spaces',
  space_directory: 'server/domains/content/spaces',
  space_event: 'server/platform/access',
  space_event_counter: 'server/platform/access',
  user_event_counter: 'server/platform/access',
  site: 'server/domains/publishing/sites',
  site_address: 'server/domains/publishing/sites',
  site_directory: 'server/domains/publishing/sites',
  site_entry_code: 'server/domains/publishing/site-visitors',
  site_external_link: 'server/domains/publishing/sites',
  site_former_path: 'server/domains/publishing/sites',
  site_reader_team: 'server/domains/publishing/sites',
  site_file: 'server/domains/content/uploads',
  site_redirect: 'server/domains/publishing/site-redirects',
  site_redirect_use: 'server/domains/publishing/site-redirects',
  insights_day_salt: 'server/domains/insights',
  insights_mark: 'server/domains/insights',
  organization_insights: 'server/domains/insights',
  site_audience_day: 'server/domains/insights',
  site_claim_value: 'server/domains/insights',
  site_claims: 'server/domains/insights',
  site_event: 'server/domains/insights',
  site_event_hour: 'server/domains/insights',
  site_event_receipt: 'server/domains/insights',
  site_event_usage: 'server/domains/insights',
  site_insights: 'server/domains/insights',
  site_page_day: 'server/domains/insights',
  site_referral_day: 'server/domains/insights',
  site_session_day: 'server/domains/insights',
  site_visitor_day: 'server/domains/insights',
  site_section: 'server/domains/publishing/sites',
  site_section_group: 'server/domains/publishing/sites',
  site_share_link: 'server/domains/publishing/site-visitors',
  site_space: 'server/domains/publishing/sites',
  site_team_grant: 'server/domains/access/permissions',
  site_user_grant: 'server/domains/access/permissions',
  user_favorite: 'server/domains/publishing/bookmarks',
  user_recent: 'server/domains/publishing/bookmarks',
  space_transfer: 'server/domains/lifecycle/space-lifecycle',
  space_user_grant: 'server/domains/access/permissions',
  space_team_grant: 'server/domains/access/permissions',
  collection_user_grant: 'server/domains/access/permissions',
  collection_team_grant: 'server/domains/access/permissions',
  conversation: 'server/domains/conversations',
  conversation_issue: 'server/domains/conversations',
  conversation_settings: 'server/domains/conversations',
  conversation_task: 'server/domains/conversations',
  issues_cluster: 'server/domains/conversations',
  issues_cluster_week: 'server/domains/conversations',
  issues_model: 'server/domains/conversations',
  model_answer: 'server/platform/language-model',
  model_usage: 'server/platform/language-model',
  openapi_content: 'server/domains/specs',
  openapi_spec: 'server/domains/specs',
  openapi_version: 'server/domains/specs',
  openapi_waiting_source: 'server/domains/specs',
  glossary_entry: 'server/domains/translations',
  translation_memory: 'server/domains/translations',
  translation_page: 'server/domains/translations',
  translation_placement: 'server/domains/translations',
  translation_settings: 'server/domains/translations',
  translation_target: 'server/domains/translations',
  translation_usage: 'server/domains/translations',
  webhook: 'server/domains/core/webhooks',
  webhook_delivery: 'server/domains/core/webhooks',
  webhook_event: 'server/domains/core/webhooks',
  webhook_queue: 'server/domains/core/webhooks',
  upload: 'server/domains/content/uploads',
  upload_piece: 'server/domains/content/uploads',
  search_segment: 'server/domains/content/search',
  search_index: 'server/domains/content/search',
  search_summary: 'server/domains/content/search',
  reachable: 'server/domains/content/sweep',
  former_path: 'server/content/references',
  space_reference: 'server/domains/content/links',
  external_link: 'server/domains/content/links',
  external_link_use: 'server/domains/content/links',
  external_link_reading: 'server/domains/content/links',
  organization_invite: 'server/domains/access/invites',
  saml_request: 'server/domains/access/sign-on',
  saml_assertion: 'server/domains/access/sign-on',
  saml_provider: 'server/domains/access/sign-on',
  saml_identity: 'server/domains/access/sign-on',
  provisioned_user: 'server/domains/access/provisioning',
  provisioned_team: 'server/domains/access/provisioning',
  oidc_provider: 'server/domains/access/sign-on',
  oidc_session: 'server/domains/access/sign-on',
  oidc_use: 'server/domains/access/sign-on',
  provider_team_member: 'server/domains/access/sign-on',
  instance_identity: 'server/domains/access/sign-on',
};

/** Files that write tables of others, each with the reason. */
export const FOREIGN_WRITES = {
  // A user's credentials are columns of their account.
  'server/domains/identity/accounts/account.queries.ts': 'passwords are columns of user_account',
  'server/domains/identity/accounts/account.repository.ts':
    'passwords and addresses are columns of user_account',
  'server/domains/identity/accounts/claim-account.queries.ts': 'passwords are columns of user_account',
  'server/domains/access/sign-on/accounts.repository.ts': 'a sign-on verifies the address of user_account',
  'server/domains/access/sign-on/oidc/instance-accounts.repository.ts':
    'a sign-on verifies the address of user_account',
  'server/domains/access/sign-on/oidc/oidc-sessions.queries.ts':
    'one statement ends the sessions that a provider names',
  'server/domains/access/sign-on/identities.repository.ts':
    'one statement ends the sessions of all users of a provider',
  'server/domains/identity/users/users.queries.ts':
    'members carry the folded name of their user, by which lists are sorted',
  'server/domains/identity/members/members.repository.ts':
    'who leaves loses tokens, sessions and links in one statement each',
  'server/domains/identity/members/visitor-claims/visitor-claims.repository.ts':
    'the signing key is a column of organization',
  'server/domains/publishing/site-visitors/sealed-keys.repository.ts':
    'the keys that sign visitors in are columns of site',
  'server/domains/publishing/site-visitors/publishing-auth/publishing-auth.repository.ts':
    'the keys that sign visitors in are columns of site',
  // Spaces and collections are siblings in one order, below the same parents.
  'server/domains/content/collections/collections.repository.ts':
    'the deleted spaces of a collection that is deleted move to the top level',
  'server/domains/content/collections/order.queries.ts': 'spaces and collections share one order',
  'server/domains/identity/organizations/listed-domains.repository.ts':
    'the list of domains is a setting of organization',
  'server/domains/publishing/site-settings/customization/customization.repository.ts':
    'customizations are columns of site and site_space',
  'server/domains/publishing/sites/sites.repository.ts':
    'a deleted site is no longer the default content of its organization',
  'server/domains/publishing/site-settings/hostnames/hostnames.repository.ts':
    'a hostname is a column of site, and an address of it while it is proven',
  'server/domains/publishing/site-settings/renderer/renderer.repository.ts':
    'the renderer is a column of site',
  'server/domains/content/links/other-spaces/space-references.repository.ts':
    'a copy takes over the job of its original',
  // These take away or copy rows of every owner, in an order of their own.
  'server/domains/lifecycle/organization-deletion/deleted-organizations.repository.ts':
    'deletes and restores an organization',
  'server/domains/lifecycle/organization-deletion/purge.repository.ts': 'removes an organization',
  'server/domains/lifecycle/space-lifecycle/duplicate-space.repository.ts':
    'copies a space in one statement each',
  'server/domains/lifecycle/space-lifecycle/purge/purge.queries.ts': 'removes a space',
  'server/domains/lifecycle/space-lifecycle/transfer/copy-content.repository.ts':
    'copies content in the database, without reading it',
  'server/domains/lifecycle/space-lifecycle/transfer/transfer.repository.ts':
    'moves a space between organizations',
  'server/domains/lifecycle/autosaves/autosaves.repository.ts':
    'dissolves revisions that rows of no owner name',
  'server/content/tree/packs.repository.ts': 'packs documents and nodes together',
  'server/domains/content/sweep/sweep.repository.ts': 'removes content that nothing reaches',
  'server/domains/access/user-deletion/delete-user.repository.ts': 'removes a user',
  'server/domains/access/user-deletion/forget-person.repository.ts': 'removes a person from events',
};

/**
 * The rule of effective roles. It spans tables of several owners by definition, and statements on every floor that list
 * what somebody may see are composed of it, so it stands below them all. It reads exactly these tables.
 */
export const ROLE_RULE = {
  file: 'server/platform/access/role-sql.ts',
  tables: [
    'collection',
    'collection_team_grant',
    'collection_user_grant',
    'site',
    'site_team_grant',
    'site_user_grant',
    'space',
    'space_team_grant',
    'space_user_grant',
    'team_member',
  ],
};

/**
 * Files that read tables of owners above them, each with the reason. It shrinks to nothing: what a lower floor shows of
 * an upper one is passed in by the app, and what an upper floor must hear is an event with followers.
 */
export const UPWARD_READS = {
  'server/domains/core/audit/events.repository.ts': 'events keep the names of their actors',
};

/** Files outside repositories and queries that contain SQL, each with the reason. */
export const SQL_ELSEWHERE = {
  'server/platform/access/role-sql.ts':
    'the rule of effective roles, as fragments that queries are composed of',
  'server/platform/access/transaction.ts': 'announces changes in the transaction that makes them',
  'cli/service/background.ts': 'takes the lock that makes jobs this process’s',
  'cli/service/bootstrap.ts': 'takes the lock of the first start',
  'server/platform/http/health.ts': 'asks whether the database answers',
  'server/platform/jobs/queue.ts': 'the queue is its own repository',
  'server/platform/jobs/recurring.ts': 'the queue is its own repository',
  'server/platform/jobs/worker.ts': 'the queue is its own repository',
};

/** Words that no name may contain, because the field has a usual word, which is beside each. */
export const WORDS = {
  answer: 'response, result, match',
  basis: 'inputs',
  dress: 'design',
  ground: 'setup',
  hasten: 'sooner',
  means: 'context, dependencies',
  outlet: 'target',
  sight: 'visible',
  told: 'described',
};

/** The folders in whose names a word is the term of the product. */
export const TERMS = {
  // People answer conflicts, the insights answer questions about a site, and pages answer the questions of readers.
  // Tables are named in the database.
  answer: [
    'server/content/merge',
    'server/platform/db/schema.ts',
    'packages/content/merge',
    'server/domains/content/editing',
    'server/domains/conversations',
    'server/domains/insights/answers',
    'server/domains/review/change-requests',
  ],
};
