/**
 * What an archive of an organization has of each table. A test requires that every table with rows of organizations is
 * either in it or has a reason, and that every column that can hold an id says of what.
 */

export interface ArchivedTable {
  name: string;
  /** Columns that are secret, belong to the instance or can be computed again. The import gives them other values. */
  omitted?: readonly string[];
  /** The column with a member: rows of people who do not become members are left out by the import. */
  memberColumn?: string;
  /** Its rows are stored in transactions of their own, before all others. */
  comesBefore?: true;
}

/** The table of events of readers, which can be in another database. */
export const EVENTS = 'site_event';

/** In an order in which no row refers to a later one. `organization` is the first, and has one row. */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  // Single sign-on is required again once its secrets are there.
  { name: 'organization', omitted: ['deleted_at', 'visitor_key', 'sso'] },
  { name: 'organization_logo' },
  { name: 'organization_insights' },
  { name: 'team' },
  { name: 'team_member', memberColumn: 'user_id' },
  { name: 'collection' },
  { name: 'space', omitted: ['drawn_revision_id', 'drawn_version'] },
  { name: 'collection_user_grant', memberColumn: 'user_id' },
  { name: 'collection_team_grant' },
  { name: 'space_user_grant', memberColumn: 'user_id' },
  { name: 'space_team_grant' },
  { name: 'revision' },
  { name: 'former_path' },
  { name: 'deleted_page' },
  { name: 'change_request' },
  { name: 'change_request_answer' },
  { name: 'change_request_check' },
  { name: 'change_request_contributor' },
  { name: 'change_request_page' },
  { name: 'change_request_review' },
  { name: 'change_request_reviewer' },
  { name: 'change_request_team_reviewer' },
  { name: 'comment' },
  { name: 'comment_mention' },
  { name: 'comment_reaction' },
  { name: 'comment_reply' },
  { name: 'space_git' },
  {
    name: 'git_connection',
    omitted: [
      'credentials',
      'webhook_token',
      'webhook_digest',
      'webhook_secret',
      'next_poll_at',
      'paused_at',
      'pause_reason',
    ],
  },
  { name: 'git_commit' },
  { name: 'git_branch', omitted: ['reported'] },
  { name: 'git_departed' },
  { name: 'blob', omitted: ['touched_at'] },
  {
    name: 'site',
    omitted: [
      'hostname',
      'hostname_proof',
      'hostname_verified_at',
      'hostname_checked_at',
      'hostname_failed_at',
      'auth_key',
      'auth_old_key',
      'auth_old_key_until',
      'renderer_url',
      'renderer_secret',
      'renderer_called_at',
      'renderer_problem',
      'password_hash',
      'password_changed_at',
    ],
  },
  { name: 'site_section_group' },
  { name: 'site_section' },
  { name: 'site_space' },
  { name: 'site_external_link' },
  { name: 'site_file' },
  { name: 'site_former_path' },
  { name: 'site_redirect' },
  { name: 'site_redirect_use' },
  { name: 'site_reader_team' },
  { name: 'site_share_link', omitted: ['digest', 'sealed_key'] },
  { name: 'site_user_grant', memberColumn: 'user_id' },
  { name: 'site_team_grant' },
  // Its key is not omitted: without it, nobody could delete the events of a visitor.
  { name: 'site_insights' },
  { name: 'site_claims' },
  { name: 'site_claim_value' },
  { name: EVENTS, comesBefore: true },
  { name: 'openapi_content' },
  { name: 'openapi_spec', omitted: ['etag', 'modified'] },
  { name: 'openapi_version' },
  { name: 'glossary_entry' },
  { name: 'translation_settings' },
  { name: 'translation_target' },
  { name: 'translation_page' },
  { name: 'translation_placement' },
  { name: 'translation_memory' },
  { name: 'conversation_settings' },
  { name: 'issues_cluster' },
  { name: 'conversation' },
  { name: 'conversation_issue' },
  { name: 'issues_cluster_week' },
  { name: 'issues_model' },
  { name: 'conversation_task' },
  {
    name: 'webhook',
    omitted: [
      'secret',
      'previous_secret',
      'previous_secret_until',
      'is_enabled',
      'disabled_reason',
      'failing_since',
      'paused_until',
    ],
  },
  { name: 'saml_provider' },
  { name: 'oidc_provider', omitted: ['client_secret'] },
  { name: 'organization_domain', omitted: ['challenge', 'verified_at', 'checked_at', 'failed_checks'] },
  { name: 'audit_event' },
];

/** Columns with the id of a person, or of a service account. */
export const PERSON_COLUMNS: ReadonlySet<string> = new Set([
  'activity_by',
  'answered_by',
  'author_id',
  'co_author_id',
  'created_by',
  'deleted_by',
  'merged_by',
  'requested_by',
  'resolved_by',
  'reviewer_id',
  'scheduled_by',
  'suggestion_decided_by',
  'user_id',
]);

/**
 * Columns with the id of a document or node, which changes when the document names an id that changes. Hashes of files
 * stay.
 */
export const CONTENT_HASH_COLUMNS: ReadonlySet<string> = new Set([
  'revision.root',
  'comment.document_hash',
  'translation_page.source_hash',
  'translation_page.target_hash',
]);

/** Whose ids name rows in all organizations: an import chooses others where these are taken. */
export const DIRECTORIES = [
  { table: 'collection', directory: 'collection_directory', column: 'collection_id' },
  { table: 'space', directory: 'space_directory', column: 'space_id' },
  { table: 'site', directory: 'site_directory', column: 'site_id' },
] as const;
