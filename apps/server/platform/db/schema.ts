// Made from the migrations by `npm run generate:rows`; do not edit.

import type { Generated, GeneratedAlways } from 'kysely';

export interface AnnouncementTable {
  number: GeneratedAlways<number>;
  messages: unknown;
  created_at: Generated<Date>;
}

export interface ArchiveImportTable {
  organization_id: string;
  archive_id: string;
  hash: Buffer | null;
  size: number | null;
  status: string;
  administrator_id: string;
  author_id: string | null;
  report: unknown;
  reason: string | null;
  message: string | null;
  created_at: Date;
  ended_at: Date | null;
}

export interface AuditEventTable {
  organization_id: string;
  event_id: string;
  occurred_at: Date;
  action: string;
  actor_type: 'user' | 'service' | 'system';
  actor_id: string;
  actor_label: string | null;
  source: 'api' | 'ui' | 'script';
  address: string | null;
  target_type: string;
  target_id: string;
  target_label: string | null;
  payload: unknown;
}

export interface AuditOutboxTable {
  place: Generated<number>;
  receiver: string;
  transaction: Generated<string>;
  organization_id: string;
  event_id: string;
}

export interface BlobTable {
  organization_id: string;
  hash: Buffer;
  size: number;
  content_type: string;
  width: number | null;
  height: number | null;
  touched_at: Generated<Date>;
}

export interface ChangeRequestTable {
  organization_id: string;
  space_id: string;
  change_request_id: string;
  number: number;
  status: string;
  subject: string;
  description: unknown;
  links: Generated<unknown>;
  author_id: string;
  created_at: Date;
  updated_at: Date;
  revision_id: string;
  initial_revision_id: string;
  ancestor_revision_id: string | null;
  merged_revision_id: string | null;
  merged_by: string | null;
  merged_at: Date | null;
  comments_open: Generated<number>;
  activity: Generated<number>;
  activity_by: string | null;
  other_activity: Generated<number>;
  reverts: string | null;
  scheduled_at: Date | null;
  scheduled_by: string | null;
  schedule_failure: string | null;
  schedule_failed_at: Date | null;
  pages_base_id: string | null;
  pages_revision_id: string | null;
}

export interface ChangeRequestAnswerTable {
  organization_id: string;
  space_id: string;
  change_request_id: string;
  conflict_id: string;
  answer: unknown;
  answered_by: string | null;
  answered_at: Date | null;
}

export interface ChangeRequestCheckTable {
  organization_id: string;
  space_id: string;
  change_request_id: string;
  name: string;
  revision_id: string;
  status: string;
  title: string | null;
  url: string | null;
  author_id: string;
  created_at: Date;
  updated_at: Date;
}

export interface ChangeRequestContributorTable {
  organization_id: string;
  space_id: string;
  change_request_id: string;
  author_id: string;
  action: string;
  count: number;
  updated_at: Date;
}

export interface ChangeRequestPageTable {
  organization_id: string;
  space_id: string;
  page_id: string;
  change_request_id: string;
}

export interface ChangeRequestPreviewLinkTable {
  organization_id: string;
  space_id: string;
  change_request_id: string;
  preview_link_id: string;
  site_id: string | null;
  author_id: string;
  digest: Buffer;
  created_at: Date;
  expires_at: Date;
}

export interface ChangeRequestReviewTable {
  organization_id: string;
  space_id: string;
  change_request_id: string;
  review_id: string;
  reviewer_id: string;
  requested_by: string | null;
  status: string;
  revision_id: string;
  is_outdated: Generated<boolean>;
  comment_id: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface ChangeRequestReviewerTable {
  organization_id: string;
  space_id: string;
  change_request_id: string;
  user_id: string;
  requested_by: string;
  revision_id: string;
  created_at: Date;
}

export interface ChangeRequestSeenTable {
  organization_id: string;
  space_id: string;
  change_request_id: string;
  user_id: string;
  revision_id: string;
  activity: number;
  seen_at: Date;
}

export interface ChangeRequestTeamReviewerTable {
  organization_id: string;
  space_id: string;
  change_request_id: string;
  team_id: string;
  requested_by: string;
  revision_id: string;
  created_at: Date;
}

export interface CollectionTable {
  organization_id: string;
  collection_id: string;
  title: string;
  description: string | null;
  parent_id: string | null;
  position: string;
  default_level: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
  created_at: Date;
  updated_at: Date;
}

export interface CollectionDirectoryTable {
  collection_id: string;
  organization_id: string;
}

export interface CollectionTeamGrantTable {
  organization_id: string;
  collection_id: string;
  team_id: string;
  role: string;
}

export interface CollectionUserGrantTable {
  organization_id: string;
  collection_id: string;
  user_id: string;
  role: string;
}

export interface CommentTable {
  organization_id: string;
  space_id: string;
  comment_id: string;
  change_request_id: string | null;
  review_id: string | null;
  author_id: string;
  body: unknown;
  markdown: string;
  created_at: Date;
  edited_at: Date | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  revision_id: string;
  page_id: string | null;
  document_hash: Buffer | null;
  target: unknown;
  suggestion: unknown;
  suggestion_state: string | null;
  suggestion_decided_by: string | null;
  suggestion_decided_at: Date | null;
  suggestion_applied_in: string | null;
}

export interface CommentMentionTable {
  organization_id: string;
  space_id: string;
  comment_id: string;
  entry_id: string;
  user_id: string;
}

export interface CommentReactionTable {
  organization_id: string;
  space_id: string;
  comment_id: string;
  entry_id: string;
  emoji: string;
  author_id: string;
  created_at: Date;
}

export interface CommentReplyTable {
  organization_id: string;
  space_id: string;
  comment_id: string;
  reply_id: string;
  author_id: string;
  body: unknown;
  markdown: string;
  created_at: Date;
  edited_at: Date | null;
}

export interface ContentImportTable {
  organization_id: string;
  space_id: string;
  import_id: string;
  change_request_id: string | null;
  page_id: string | null;
  status: string;
  request: unknown;
  credentials: Buffer | null;
  actor: unknown;
  progress: Generated<unknown>;
  outcome: unknown;
  problems: Generated<unknown>;
  problem_count: Generated<number>;
  reason: string | null;
  message: string | null;
  created_at: Date;
  started_at: Date | null;
  updated_at: Date;
  ended_at: Date | null;
}

export interface ContentPackTable {
  organization_id: string;
  pack_id: string;
  space_id: string;
  packed_to: Date;
  keys: number[];
  content: Buffer;
  created_at: Generated<Date>;
  edits: number;
  bytes: number;
}

export interface ConversationTable {
  organization_id: string;
  conversation_id: string;
  number: GeneratedAlways<number>;
  source: string;
  external_id: string;
  url: string | null;
  subject: string | null;
  attributes: Generated<unknown>;
  parts: unknown;
  digest: Buffer;
  created_at: Date;
  ingested_at: Date;
  processed_at: Date | null;
}

export interface ConversationIssueTable {
  organization_id: string;
  issue_id: string;
  conversation_id: string;
  cluster_id: string;
  title: string;
  summary: string;
  features: Buffer;
  created_at: Date;
  ingested_at: Date;
  embedding: Buffer | null;
}

export interface ConversationSettingsTable {
  organization_id: string;
  retention_days: number | null;
  masking_rules: Generated<unknown>;
  updated_at: Date;
}

export interface ConversationTaskTable {
  organization_id: string;
  cluster_id: string;
  task_id: string;
  title: string;
  description: string | null;
  state: string;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface DeletedPageTable {
  organization_id: string;
  space_id: string;
  page_id: string;
  root_id: string | null;
  revision_id: string;
  deleted_by: string | null;
  deleted_at: Date;
}

export interface DirectoryMemberTable {
  organization_id: string;
  directory: string;
  user_id: string;
  given_role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
}

export interface DirectoryTeamMemberTable {
  organization_id: string;
  directory: string;
  user_id: string;
  team_id: string;
}

export interface DocumentTable {
  organization_id: string;
  hash: Buffer;
  source: Buffer;
  touched_at: Generated<Date>;
}

export interface DocumentFactsTable {
  organization_id: string;
  hash: Buffer;
  version: number;
  facts: unknown;
  sections: unknown;
  links: unknown;
  blocks: Buffer | null;
  pieces: Buffer | null;
  pieces_version: number | null;
}

export interface EditConflictTable {
  organization_id: string;
  space_id: string;
  edit_conflict_id: string;
  author_id: string;
  change_request_id: string | null;
  page_id: string;
  revision_id: string;
  block: string | null;
  before: unknown;
  unsaved: unknown;
  created_at: Date;
  updated_at: Date;
}

export interface ExternalLinkTable {
  organization_id: string;
  url_hash: Buffer;
  url: string;
  host: string;
  state: string | null;
  status_code: number | null;
  reason: string | null;
  checked_at: Date | null;
  next_check_at: Date;
  failures: Generated<number>;
}

export interface ExternalLinkReadingTable {
  organization_id: string;
  space_id: string;
  revision_id: string;
  facts_version: number;
}

export interface ExternalLinkUseTable {
  organization_id: string;
  space_id: string;
  url_hash: Buffer;
}

export interface FailedJobTable {
  organization_id: string;
  job_id: string;
  kind: string;
  payload: unknown;
  concurrency_key: string | null;
  attempts: number;
  error: string | null;
  created_at: Date;
  failed_at: Date;
}

export interface FormerPathTable {
  organization_id: string;
  space_id: string;
  path: string;
  page_id: string;
  left_at: Date;
}

export interface GitBranchTable {
  organization_id: string;
  space_id: string;
  ref: string;
  change_request_id: string | null;
  is_deleted: Generated<boolean>;
  imported_oid: string;
  imported_revision_id: string | null;
  read_revision_id: string | null;
  pushed_oid: string | null;
  pushed_read_revision_id: string | null;
  pushed_revision_id: string | null;
  seen_revision_id: string | null;
  seen_status: string | null;
  checked_at: Date | null;
  reported: Buffer | null;
  updated_at: Date;
}

export interface GitCommitTable {
  organization_id: string;
  space_id: string;
  oid: string;
  line_revision_id: string;
  own_revision_id: string;
  revision_id: string;
  read_revision_id: string;
  created_at: Date;
  project_directory: Generated<string>;
}

export interface GitConnectionTable {
  organization_id: string;
  space_id: string;
  url: string;
  ref: string;
  project_directory: string;
  direction: 'both' | 'import' | 'export';
  initial_direction: 'import' | 'export';
  on_conflict: 'remote' | 'pause';
  provider: 'github' | 'gitlab' | 'gitea' | 'bitbucket' | null;
  tree_url: string | null;
  commit_url: string | null;
  web_url: string | null;
  credentials: Buffer | null;
  known_hosts: string | null;
  webhook_token: string;
  webhook_digest: Buffer;
  webhook_secret: Buffer | null;
  commit_message: string;
  branch_pattern: string | null;
  mirror_prefix: string | null;
  poll_seconds: number | null;
  next_poll_at: Date | null;
  paused_at: Date | null;
  pause_reason: string | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface GitDepartedTable {
  organization_id: string;
  space_id: string;
  kind: string;
  path: string;
  entry_id: string;
}

export interface GitOperationTable {
  organization_id: string;
  space_id: string;
  operation_id: string;
  direction: 'import' | 'export' | 'sync';
  state: 'running' | 'success' | 'failure' | 'timeout';
  started_at: Date;
  ended_at: Date | null;
  request: unknown;
  credentials: Buffer | null;
  progress: Generated<unknown>;
  outcome: unknown;
  error: string | null;
}

export interface GitPreviewTable {
  organization_id: string;
  space_id: string;
  preview_id: string;
  state: string;
  request: unknown;
  credentials: Buffer | null;
  progress: Generated<unknown>;
  result: unknown;
  reason: string | null;
  error: string | null;
  started_at: Date;
  ended_at: Date | null;
}

export interface GitWebhookDeliveryTable {
  organization_id: string;
  space_id: string;
  delivery_digest: Buffer;
  received_at: Date;
}

export interface GlossaryEntryTable {
  organization_id: string;
  entry_id: string;
  translations: unknown;
  created_at: Date;
  updated_at: Date;
}

export interface HostnameDirectoryTable {
  hostname: string;
  organization_id: string;
}

export interface IdempotencyKeyTable {
  digest: Buffer;
  fingerprint: Buffer;
  request_id: string;
  backend_pid: number | null;
  backend_started_at: Date | null;
  created_at: Date;
  status: number | null;
  response: Buffer | null;
  running_until: Date | null;
}

export interface InsightsDaySaltTable {
  day: Date;
  salt: Buffer;
}

export interface InsightsMarkTable {
  is_only: Generated<boolean>;
  event_id: number;
}

export interface InstanceIdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Date;
  last_used_at: Date;
  checked_at: Date | null;
  ended_at: Date | null;
}

export interface InstanceProviderProblemTable {
  name: string;
  reason: string;
  occurred_at: Date;
}

export interface IssuesClusterTable {
  organization_id: string;
  cluster_id: string;
  number: number;
  label: string;
  icon: string;
  summary: string;
  terms: Generated<string[]>;
  features: Buffer;
  issues: number;
  conversations: number;
  tasks_backlog: Generated<number>;
  tasks_started: Generated<number>;
  tasks_completed: Generated<number>;
  tasks_cancelled: Generated<number>;
  described_issues: Generated<number>;
  answered: boolean | null;
  answered_at: Date | null;
  created_at: Date;
  updated_at: Date;
  embedding: Buffer | null;
  embedded_issues: Generated<number>;
}

export interface IssuesClusterWeekTable {
  organization_id: string;
  cluster_id: string;
  source: string;
  week: Date;
  issues: number;
}

export interface IssuesModelTable {
  organization_id: string;
  version: number;
  next_number: number;
  issues: number;
  counts: Buffer;
  frozen_issues: number;
  frozen_counts: Buffer;
  embedding_model: string | null;
}

export interface JobTable {
  organization_id: string;
  job_id: string;
  kind: string;
  payload: unknown;
  concurrency_key: string | null;
  run_at: Date;
  attempts: Generated<number>;
  worker_id: number | null;
  last_error: string | null;
  created_at: Date;
  left_by: Generated<number[]>;
  is_due: Generated<boolean>;
}

export interface LastBackupTable {
  is_only: Generated<boolean>;
  taken_at: Date;
}

export interface MaintenanceTable {
  is_only: Generated<boolean>;
  until: Date;
  message: string | null;
  started_at: Date;
}

export interface MemberTable {
  organization_id: string;
  user_id: string;
  role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  sso: Generated<boolean>;
  disabled: Generated<boolean>;
  joined_at: Date;
  last_seen_at: Date | null;
  name_folded: Generated<string>;
  email_folded: Generated<string>;
  is_invited: Generated<boolean>;
  rank: GeneratedAlways<number | null>;
}

export interface ModelAnswerTable {
  organization_id: string;
  digest: Buffer;
  answer: string;
  created_at: Date;
}

export interface ModelUsageTable {
  organization_id: string;
  day: Date;
  tokens: number;
}

export interface NotificationTable {
  user_id: string;
  notification_id: string;
  organization_id: string;
  space_id: string;
  change_request_id: string | null;
  page_id: string | null;
  comment_id: string | null;
  kind: string;
  actor_id: string;
  is_read: Generated<boolean>;
  created_at: Date;
}

export interface NotificationPreferenceTable {
  user_id: string;
  kind: string;
  in_app: boolean;
  mail: boolean;
}

export interface OidcProviderTable {
  organization_id: string;
  provider_id: string;
  issuer: string;
  client_id: string;
  client_secret: Buffer | null;
  scopes: string[];
  groups_claim: string | null;
  email_domains: string[];
  group_teams: unknown;
  group_roles: unknown;
  ends_provider_session: boolean;
}

export interface OidcSessionTable {
  session_id: string;
  provider: string;
  subject: string;
  sid: string | null;
  id_token: Buffer | null;
}

export interface OidcUseTable {
  provider: string;
  use_id: string;
  expires_at: Date;
}

export interface OpenapiContentTable {
  organization_id: string;
  hash: Buffer;
  format: string;
  spec_version: string;
  filesystem: Buffer;
  source: Buffer;
  outline: unknown;
  created_at: Date;
}

export interface OpenapiSpecTable {
  organization_id: string;
  spec_id: string;
  slug: string;
  visibility: string;
  source_url: string | null;
  source_text: Buffer | null;
  source_number: number;
  processing_state: string;
  error_code: string | null;
  problems: Generated<unknown>;
  problem_count: Generated<number>;
  last_version_id: string | null;
  last_processed_at: Date | null;
  etag: string | null;
  modified: string | null;
  refresh_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface OpenapiVersionTable {
  organization_id: string;
  spec_id: string;
  version_id: string;
  hash: Buffer;
  source_url: string | null;
  created_at: Date;
  announced_at: Date | null;
  news: unknown;
}

export interface OpenapiWaitingSourceTable {
  organization_id: string;
  spec_id: string;
  source_number: number;
  source_url: string | null;
  source_text: Buffer | null;
}

export interface OrganizationTable {
  organization_id: string;
  title: string;
  type: 'business' | 'community';
  use_case: 'internalDocs' | 'docsSite' | 'audienceControlledSite' | 'productDocs' | 'teamKnowledgeBase' | 'designSystem' | 'openSourceDocs' | 'notes' | 'other' | null;
  community_type: 'nonProfit' | 'openSource' | 'education' | null;
  email_domains: Generated<string[]>;
  hostname: string | null;
  default_role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  default_content: unknown;
  logo_url: string | null;
  sso: Generated<boolean>;
  ai: Generated<boolean>;
  invite_links: Generated<boolean>;
  merge_rules: Generated<unknown>;
  created_at: Date;
  deleted_at: Date | null;
  visitor_claims: unknown;
  visitor_key: Buffer | null;
  time_zone: Generated<string>;
  suspended_at: Date | null;
  suspension_reason: string | null;
}

export interface OrganizationDomainTable {
  organization_id: string;
  domain: string;
  challenge: string;
  verified_at: Date | null;
  checked_at: Date | null;
  failed_checks: Generated<number>;
}

export interface OrganizationExportTable {
  organization_id: string;
  export_id: string;
  status: string;
  author_id: string | null;
  hash: Buffer | null;
  size: number | null;
  counts: unknown;
  reason: string | null;
  message: string | null;
  created_at: Date;
  ended_at: Date | null;
  expires_at: Date | null;
}

export interface OrganizationImportTable {
  organization_id: string;
  import_id: string;
  is_dry_run: boolean;
  status: string;
  request: unknown;
  credentials: Buffer | null;
  author_id: string;
  actor: unknown;
  progress: Generated<unknown>;
  outcome: Generated<unknown>;
  reason: string | null;
  message: string | null;
  created_at: Date;
  started_at: Date | null;
  updated_at: Date;
  ended_at: Date | null;
}

export interface OrganizationInsightsTable {
  organization_id: string;
  retention_days: number;
}

export interface OrganizationInviteTable {
  organization_id: string;
  invite_id: string;
  space_id: string | null;
  collection_id: string | null;
  role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  created_by: string | null;
  created_at: Date;
  expires_at: Date | null;
}

export interface OrganizationLogoTable {
  organization_id: string;
  picture_id: string;
  bytes: Buffer;
  created_at: Date;
}

export interface OrganizationQuotaTable {
  organization_id: string;
  quota: string;
  value: number | null;
}

export interface OrganizationTokenTable {
  organization_id: string;
  token_id: string;
  title: string;
  role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  scopes: ('admin' | 'read' | 'write')[];
  expires_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
  created_by: string | null;
}

export interface PresenceTable {
  organization_id: string;
  space_id: string;
  author_id: string;
  change_request_id: string | null;
  page_id: string | null;
  block: string | null;
  since: Date;
  seen_at: Date;
  tab: Generated<string>;
  caret: unknown;
  streamed_at: Date | null;
}

export interface ProviderTeamMemberTable {
  organization_id: string;
  provider_id: string;
  team_id: string;
  user_id: string;
}

export interface ProvisionedTeamTable {
  organization_id: string;
  team_id: string;
  external_id: string | null;
  updated_at: Date;
}

export interface ProvisionedUserTable {
  organization_id: string;
  user_id: string;
  user_name: string;
  user_name_folded: string;
  external_id: string | null;
  attributes: Generated<unknown>;
  former_role: string | null;
  former_teams: string[] | null;
  created_at: Date;
  updated_at: Date;
}

export interface QuotaDefaultTable {
  quota: string;
  value: number;
}

export interface RevisionTable {
  organization_id: string;
  space_id: string;
  revision_id: string;
  parents: string[];
  root: Buffer;
  type: string;
  author_id: string | null;
  message: string | null;
  git: unknown;
  created_at: Date;
  may_coalesce: Generated<boolean>;
  began_at: Date | null;
  autosaves: number | null;
  co_author_id: string | null;
}

export interface RevisionPackTable {
  organization_id: string;
  space_id: string;
  last_id: string;
  first_id: string;
  began_at: Date;
  revision_ids: string[];
  parents: string[];
  roots: Buffer[];
  author_ids: string[];
  created_at: Date[];
}

export interface SamlAssertionTable {
  organization_id: string;
  provider_id: string;
  assertion_id: string;
  expires_at: Date;
}

export interface SamlIdentityTable {
  organization_id: string;
  provider_id: string;
  name_id: string;
  user_id: string;
  created_at: Date;
  last_used_at: Date | null;
  given_role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
}

export interface SamlProviderTable {
  organization_id: string;
  provider_id: string;
  label: string;
  entity_id: string | null;
  certificate: string | null;
  sso_url: string | null;
  default_team_id: string | null;
  default_role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  created_at: Date;
  updated_at: Date;
  protocol: Generated<'saml' | 'oidc'>;
}

export interface SamlRequestTable {
  organization_id: string;
  provider_id: string;
  request_id: string;
  browser: Buffer;
  return_path: string;
  ticket: Buffer | null;
  answer: unknown;
  created_at: Date;
  expires_at: Date;
}

export interface SearchIndexTable {
  organization_id: string;
  space_id: string;
  revision_id: string;
  version: number;
  language: string | null;
  live_pages: number;
  segments: unknown;
  has_computed: boolean | null;
}

export interface SearchSegmentTable {
  organization_id: string;
  segment_id: string;
  bytes: Buffer;
  touched_at: Generated<Date>;
}

export interface SearchSummaryTable {
  organization_id: string;
  summary_id: string;
  format: number;
  segment_ids: string[];
  languages: unknown;
  bytes: Buffer;
}

export interface SiteTable {
  organization_id: string;
  site_id: string;
  title: string;
  title_folded: string;
  visibility: string;
  default_level: Generated<string | null>;
  basename: string;
  hostname: string | null;
  hostname_proof: string | null;
  hostname_verified_at: Date | null;
  hostname_checked_at: Date | null;
  hostname_failed_at: Date | null;
  published_at: Date | null;
  adaptive: Generated<boolean>;
  allows_unsigned_claims: Generated<boolean>;
  adaptive_schema: unknown;
  adaptive_schema_updated_at: Date | null;
  customization: Generated<unknown>;
  customization_updated_at: Date | null;
  auth_key: Buffer | null;
  auth_old_key: Buffer | null;
  auth_old_key_until: Date | null;
  auth_fallback_url: string | null;
  auth_logout_url: string | null;
  renderer_url: string | null;
  renderer_secret: Buffer | null;
  renderer_called_at: Date | null;
  renderer_problem: string | null;
  visitor_epoch: Generated<number>;
  created_at: Date;
  updated_at: Date;
  allows_api_requests: Generated<boolean>;
  auth_key_number: Generated<number>;
  readers: string | null;
  password_hash: string | null;
  password_changed_at: Date | null;
  allows_own_servers: Generated<boolean>;
}

export interface SiteAddressTable {
  kind: string;
  name: string;
  organization_id: string;
  site_id: string;
}

export interface SiteAudienceDayTable {
  organization_id: string;
  site_id: string;
  day: Date;
  previous_day: Date | null;
  claims_id: number | null;
  is_authenticated: boolean | null;
  display_context: number;
  bot: number | null;
  visitors: number;
  events: number;
}

export interface SiteClaimValueTable {
  organization_id: string;
  site_id: string;
  claims_id: number;
  claim: string;
  value: string;
}

export interface SiteClaimsTable {
  organization_id: string;
  site_id: string;
  claims_id: number;
  claims: unknown;
  seen_on: Date;
}

export interface SiteDirectoryTable {
  site_id: string;
  organization_id: string;
}

export interface SiteEntryCodeTable {
  digest: Buffer;
  organization_id: string;
  site_id: string;
  session_id: string;
  host: string;
  browser_digest: Buffer;
  expires_at: Date;
}

export interface SiteEventTable {
  organization_id: string;
  site_id: string;
  occurred_at: Date;
  event_id: Generated<number>;
  type: number;
  visitor: number;
  session: number;
  claims_id: number | null;
  is_authenticated: boolean | null;
  display_context: number;
  bot: number | null;
  device: number;
  browser: number;
  os: number;
  language: string | null;
  country: string | null;
  geo_cell: number | null;
  site_section_id: string | null;
  site_space_id: string | null;
  share_link_id: string | null;
  space_id: string | null;
  page_id: string | null;
  url_origin: string;
  url_path: string;
  referrer: string | null;
  referrer_domain: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
  search_query: string | null;
  search_results: number | null;
  search_record_id: string | null;
  rating: number | null;
  comment: string | null;
  link_target: unknown;
  link_domain: string | null;
  link_position: number | null;
  operation_path: string | null;
  operation_method: string | null;
  variant: number | null;
  not_found: number | null;
  ad_domain: string | null;
  placement: number | null;
}

export interface SiteEventHourTable {
  organization_id: string;
  site_id: string;
  hour: Date;
  type: number;
  display_context: number;
  bot: number | null;
  site_section_id: string | null;
  site_space_id: string | null;
  events: number;
}

export interface SiteEventReceiptTable {
  organization_id: string;
  site_id: string;
  digest: Buffer;
  received_at: Date;
}

export interface SiteEventUsageTable {
  organization_id: string;
  site_id: string;
  day: Date;
  events: number;
}

export interface SiteExternalLinkTable {
  organization_id: string;
  site_id: string;
  site_external_link_id: string;
  group_id: string | null;
  title: string;
  localized_titles: unknown;
  description: string | null;
  localized_descriptions: unknown;
  icon: string | null;
  url: string;
  condition: string | null;
  is_draft: Generated<boolean>;
  position: number;
}

export interface SiteFileTable {
  organization_id: string;
  site_id: string;
  site_file_id: string;
  name: string;
  hash: Buffer;
  size: number;
  content_type: string;
  width: number | null;
  height: number | null;
  created_at: Date;
  source_url: string | null;
}

export interface SiteFormerPathTable {
  organization_id: string;
  site_id: string;
  parent_id: string;
  path: string;
  part_id: string;
  left_at: Date;
}

export interface SiteInsightsTable {
  organization_id: string;
  site_id: string;
  is_recording: Generated<boolean>;
  salt: Buffer;
}

export interface SitePageDayTable {
  organization_id: string;
  site_id: string;
  day: Date;
  type: number;
  display_context: number;
  bot: number | null;
  site_section_id: string | null;
  site_space_id: string | null;
  space_id: string | null;
  page_id: string | null;
  events: number;
}

export interface SiteReaderTeamTable {
  organization_id: string;
  site_id: string;
  team_id: string;
}

export interface SiteRedirectTable {
  organization_id: string;
  site_id: string;
  site_redirect_id: string;
  source: string;
  is_wildcard: Generated<boolean>;
  captures_wildcard: Generated<boolean>;
  is_draft: Generated<boolean>;
  is_permanent: Generated<boolean>;
  destination: unknown;
  created_at: Date;
  updated_at: Date;
}

export interface SiteRedirectUseTable {
  organization_id: string;
  site_id: string;
  site_redirect_id: string;
  uses: number;
  last_used_at: Date;
}

export interface SiteReferralDayTable {
  organization_id: string;
  site_id: string;
  day: Date;
  row_no: GeneratedAlways<number>;
  type: number;
  visitor: number;
  session: number;
  display_context: number;
  bot: number | null;
  site_section_id: string | null;
  site_space_id: string | null;
  referrer_domain: string | null;
  utm_campaign: string | null;
  events: number;
}

export interface SiteSectionTable {
  organization_id: string;
  site_id: string;
  site_section_id: string;
  group_id: string | null;
  title: string;
  localized_titles: unknown;
  description: string | null;
  localized_descriptions: unknown;
  path: string;
  condition: string | null;
  icon: string | null;
  is_default: boolean;
  is_draft: Generated<boolean>;
  position: number;
}

export interface SiteSectionGroupTable {
  organization_id: string;
  site_id: string;
  site_section_group_id: string;
  parent_id: string | null;
  title: string;
  localized_titles: unknown;
  icon: string | null;
  is_draft: Generated<boolean>;
  position: number;
}

export interface SiteSessionDayTable {
  organization_id: string;
  site_id: string;
  day: Date;
  row_no: GeneratedAlways<number>;
  type: number;
  visitor: number;
  session: number;
  claims_id: number | null;
  is_authenticated: boolean | null;
  display_context: number;
  bot: number | null;
  device: number;
  browser: number;
  os: number;
  language: string | null;
  country: string | null;
  site_section_id: string | null;
  site_space_id: string | null;
  events: number;
}

export interface SiteShareLinkTable {
  organization_id: string;
  site_id: string;
  share_link_id: string;
  name: string;
  is_active: Generated<boolean>;
  digest: Buffer;
  sealed_key: Buffer;
  created_at: Date;
  expires_at: Date | null;
}

export interface SiteSpaceTable {
  organization_id: string;
  site_id: string;
  site_space_id: string;
  site_section_id: string | null;
  space_id: string;
  path: string;
  title: string | null;
  localized_titles: unknown;
  condition: string | null;
  is_default: boolean;
  is_draft: Generated<boolean>;
  is_hidden: Generated<boolean>;
  page_id: string | null;
  customization: unknown;
  customization_updated_at: Date | null;
  position: number;
  first_revision_id: string | null;
}

export interface SiteTeamGrantTable {
  organization_id: string;
  site_id: string;
  team_id: string;
  role: string;
}

export interface SiteUserGrantTable {
  organization_id: string;
  site_id: string;
  user_id: string;
  role: string;
}

export interface SiteVisitorDayTable {
  organization_id: string;
  site_id: string;
  day: Date;
  row_no: GeneratedAlways<number>;
  visitor: number;
  claims_id: number | null;
  is_authenticated: boolean | null;
  display_context: number;
  bot: number | null;
  events: number;
  is_uniform: boolean;
  previous_day: Date | null;
}

export interface SiteWeeklyMailTable {
  organization_id: string;
  site_id: string;
  user_id: string;
  sent_for: Date;
}

export interface SpaceTable {
  organization_id: string;
  space_id: string;
  title: string;
  emoji: string | null;
  icon_url: string | null;
  language: string | null;
  edit_mode: Generated<'live' | 'locked'>;
  default_level: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
  merge_rules: Generated<unknown>;
  parent_id: string | null;
  revision_id: string;
  file_epoch: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  position: string;
  last_change_request: Generated<number>;
  change_requests: Generated<number>;
  change_requests_open: Generated<number>;
  change_requests_draft: Generated<number>;
  comments_open: Generated<number>;
  drawn_revision_id: string | null;
  drawn_version: string | null;
  history_epoch: Generated<number>;
}

export interface SpaceDirectoryTable {
  space_id: string;
  organization_id: string;
}

export interface SpaceEventTable {
  organization_id: string;
  space_id: string;
  number: number;
  at: Date;
  change_request_id: string | null;
  user_id: string | null;
  body: unknown;
  user_number: number | null;
}

export interface SpaceEventCounterTable {
  organization_id: string;
  space_id: string;
  last_number: number;
}

export interface SpaceGitTable {
  organization_id: string;
  space_id: string;
  git_id: string;
  url: string;
  repo_name: string;
  provider: 'github' | 'gitlab' | null;
  web_url: string | null;
  ref: string;
  project_directory: string;
  tree_url: string | null;
  commit_url: string | null;
  imported_oid: string | null;
  imported_revision_id: string | null;
  applied_timestamp: Date | null;
  updated_at: Date;
  read_revision_id: string | null;
  pushed_oid: string | null;
  pushed_read_revision_id: string | null;
  pushed_revision_id: string | null;
}

export interface SpaceReferenceTable {
  organization_id: string;
  space_id: string;
  owner_id: string;
  target_space_id: string;
}

export interface SpaceTeamGrantTable {
  organization_id: string;
  space_id: string;
  team_id: string;
  role: string;
}

export interface SpaceTransferTable {
  organization_id: string;
  space_id: string;
  transfer_id: string;
  target_id: string;
  state: string;
  error_status: number | null;
  error: string | null;
  started_at: Date;
  error_reason: string | null;
}

export interface SpaceUserGrantTable {
  organization_id: string;
  space_id: string;
  user_id: string;
  role: string;
}

export interface TeamTable {
  organization_id: string;
  team_id: string;
  title: string;
  title_folded: string;
  created_at: Date;
}

export interface TeamMemberTable {
  organization_id: string;
  team_id: string;
  user_id: string;
  role: string;
  joined_at: Date;
}

export interface TokenDirectoryTable {
  digest: Buffer;
  token_id: string;
  user_id: string | null;
  organization_id: string | null;
}

export interface TranslationMemoryTable {
  organization_id: string;
  source_language: string;
  language: string;
  unit_key: string;
  unit: string;
  translation: string;
  made_by: string;
  created_at: Date;
}

export interface TranslationPageTable {
  organization_id: string;
  settings_id: string;
  language: string;
  page_id: string;
  source_hash: string;
  target_hash: string;
  texts: unknown;
  tracked: unknown;
  recipe: string;
  blocks: number;
  behind: number;
  edited: number;
  missing: number;
  failed: number;
  machine: Generated<number>;
}

export interface TranslationPlacementTable {
  organization_id: string;
  settings_id: string;
  language: string;
  site_id: string;
}

export interface TranslationSettingsTable {
  organization_id: string;
  settings_id: string;
  title: string;
  source_space_id: string | null;
  source_language: string | null;
  languages: Generated<string[]>;
  instructions: unknown;
  tone: Generated<string>;
  provider: string | null;
  status: Generated<string>;
  stats: unknown;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
  tells_readers: Generated<boolean>;
}

export interface TranslationTargetTable {
  organization_id: string;
  settings_id: string;
  language: string;
  space_id: string | null;
  source_revision_id: string | null;
  space_revision_id: string | null;
  problem: string | null;
  updated_at: Date;
  change_request_id: string | null;
  request_revision_id: string | null;
  resume_at: Date | null;
}

export interface TranslationUsageTable {
  organization_id: string;
  day: Date;
  characters: number;
}

export interface TreeNodeTable {
  organization_id: string;
  hash: Buffer;
  node: string;
  touched_at: Generated<Date>;
}

export interface UploadTable {
  organization_id: string;
  upload_id: string;
  space_id: string | null;
  author_id: string;
  name: string;
  created_at: Date;
  hash: Buffer | null;
  size: number | null;
  content_type: string | null;
  width: number | null;
  height: number | null;
  is_used: Generated<boolean>;
  length: number | null;
  received: number | null;
  metadata: string | null;
  active_until: Date | null;
}

export interface UploadPieceTable {
  organization_id: string;
  upload_id: string;
  start: number;
  hash: Buffer;
}

export interface UsedPasskeyChallengeTable {
  digest: Buffer;
  expires_at: Date;
}

export interface UserAccountTable {
  user_id: string;
  email: string | null;
  email_folded: string | null;
  email_verified_at: Date | null;
  display_name: string;
  photo_url: string | null;
  created_at: Date;
  name_folded: Generated<string>;
  password_hash: string | null;
  password_changed_at: Date | null;
  deleted_at: Date | null;
  is_unclaimed: Generated<boolean>;
  is_instance_administrator: Generated<boolean>;
  blocked_at: Date | null;
}

export interface UserEventCounterTable {
  user_id: string;
  last_number: number;
}

export interface UserFavoriteTable {
  user_id: string;
  favorite_id: string;
  kind: string;
  space_id: string | null;
  object_id: string;
  position: number;
  created_at: Date;
}

export interface UserPasskeyTable {
  user_id: string;
  passkey_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  title: string;
  is_backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

export interface UserPictureTable {
  user_id: string;
  picture_id: string;
  bytes: Buffer;
  created_at: Date;
}

export interface UserRecentTable {
  user_id: string;
  space_id: string;
  page_id: string;
  opened_at: Date;
}

export interface UserRecoveryCodeTable {
  user_id: string;
  digest: Buffer;
}

export interface UserSessionTable {
  digest: Buffer;
  session_id: string;
  user_id: string | null;
  token_id: string | null;
  organization_id: string | null;
  method: 'password' | 'token' | 'saml' | 'oidc' | 'ldap' | 'passkey';
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

export interface UserTicketTable {
  ticket_id: string;
  user_id: string;
  purpose: string;
  organization_id: string | null;
  email: string | null;
  created_at: Date;
  expires_at: Date;
}

export interface UserTokenTable {
  user_id: string;
  token_id: string;
  title: string;
  scopes: ('admin' | 'read' | 'write')[];
  expires_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
  organization_id: string | null;
  is_of_browser: Generated<boolean>;
}

export interface UserTotpTable {
  user_id: string;
  secret: Buffer;
  confirmed_at: Date | null;
  last_step: Generated<number>;
}

export interface WebhookTable {
  organization_id: string;
  webhook_id: string;
  title: string;
  url: string;
  events: string[];
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  is_enabled: Generated<boolean>;
  disabled_reason: string | null;
  failing_since: Date | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
  paused_until: Date | null;
}

export interface WebhookDeliveryTable {
  organization_id: string;
  webhook_id: string;
  delivery_id: string;
  event_id: string;
  queue_id: string;
  sequence: GeneratedAlways<number>;
  state: Generated<string>;
  tries: Generated<number>;
  run_at: Date;
  attempts: Generated<unknown>;
  created_at: Date;
  ended_at: Date | null;
}

export interface WebhookEventTable {
  organization_id: string;
  event_id: string;
  space_id: string | null;
  type: string;
  actor: unknown;
  payload: unknown;
  occurred_at: Date;
}

export interface WebhookQueueTable {
  organization_id: string;
  webhook_id: string;
  queue_id: string;
}

export interface WorkerLeaseTable {
  worker_id: number;
  expires_at: Date;
}

export interface WorkingCopyTable {
  organization_id: string;
  space_id: string;
  author_id: string;
  change_request_id: string;
  page_id: string;
  version_id: string;
  base_revision_id: string;
  content: unknown;
  created_at: Date;
  updated_at: Date;
}

export interface DB {
  announcement: AnnouncementTable;
  archive_import: ArchiveImportTable;
  audit_event: AuditEventTable;
  audit_outbox: AuditOutboxTable;
  blob: BlobTable;
  change_request: ChangeRequestTable;
  change_request_answer: ChangeRequestAnswerTable;
  change_request_check: ChangeRequestCheckTable;
  change_request_contributor: ChangeRequestContributorTable;
  change_request_page: ChangeRequestPageTable;
  change_request_preview_link: ChangeRequestPreviewLinkTable;
  change_request_review: ChangeRequestReviewTable;
  change_request_reviewer: ChangeRequestReviewerTable;
  change_request_seen: ChangeRequestSeenTable;
  change_request_team_reviewer: ChangeRequestTeamReviewerTable;
  collection: CollectionTable;
  collection_directory: CollectionDirectoryTable;
  collection_team_grant: CollectionTeamGrantTable;
  collection_user_grant: CollectionUserGrantTable;
  comment: CommentTable;
  comment_mention: CommentMentionTable;
  comment_reaction: CommentReactionTable;
  comment_reply: CommentReplyTable;
  content_import: ContentImportTable;
  content_pack: ContentPackTable;
  conversation: ConversationTable;
  conversation_issue: ConversationIssueTable;
  conversation_settings: ConversationSettingsTable;
  conversation_task: ConversationTaskTable;
  deleted_page: DeletedPageTable;
  directory_member: DirectoryMemberTable;
  directory_team_member: DirectoryTeamMemberTable;
  document: DocumentTable;
  document_facts: DocumentFactsTable;
  edit_conflict: EditConflictTable;
  external_link: ExternalLinkTable;
  external_link_reading: ExternalLinkReadingTable;
  external_link_use: ExternalLinkUseTable;
  failed_job: FailedJobTable;
  former_path: FormerPathTable;
  git_branch: GitBranchTable;
  git_commit: GitCommitTable;
  git_connection: GitConnectionTable;
  git_departed: GitDepartedTable;
  git_operation: GitOperationTable;
  git_preview: GitPreviewTable;
  git_webhook_delivery: GitWebhookDeliveryTable;
  glossary_entry: GlossaryEntryTable;
  hostname_directory: HostnameDirectoryTable;
  idempotency_key: IdempotencyKeyTable;
  insights_day_salt: InsightsDaySaltTable;
  insights_mark: InsightsMarkTable;
  instance_identity: InstanceIdentityTable;
  instance_provider_problem: InstanceProviderProblemTable;
  issues_cluster: IssuesClusterTable;
  issues_cluster_week: IssuesClusterWeekTable;
  issues_model: IssuesModelTable;
  job: JobTable;
  last_backup: LastBackupTable;
  maintenance: MaintenanceTable;
  member: MemberTable;
  model_answer: ModelAnswerTable;
  model_usage: ModelUsageTable;
  notification: NotificationTable;
  notification_preference: NotificationPreferenceTable;
  oidc_provider: OidcProviderTable;
  oidc_session: OidcSessionTable;
  oidc_use: OidcUseTable;
  openapi_content: OpenapiContentTable;
  openapi_spec: OpenapiSpecTable;
  openapi_version: OpenapiVersionTable;
  openapi_waiting_source: OpenapiWaitingSourceTable;
  organization: OrganizationTable;
  organization_domain: OrganizationDomainTable;
  organization_export: OrganizationExportTable;
  organization_import: OrganizationImportTable;
  organization_insights: OrganizationInsightsTable;
  organization_invite: OrganizationInviteTable;
  organization_logo: OrganizationLogoTable;
  organization_quota: OrganizationQuotaTable;
  organization_token: OrganizationTokenTable;
  presence: PresenceTable;
  provider_team_member: ProviderTeamMemberTable;
  provisioned_team: ProvisionedTeamTable;
  provisioned_user: ProvisionedUserTable;
  quota_default: QuotaDefaultTable;
  revision: RevisionTable;
  revision_pack: RevisionPackTable;
  saml_assertion: SamlAssertionTable;
  saml_identity: SamlIdentityTable;
  saml_provider: SamlProviderTable;
  saml_request: SamlRequestTable;
  search_index: SearchIndexTable;
  search_segment: SearchSegmentTable;
  search_summary: SearchSummaryTable;
  site: SiteTable;
  site_address: SiteAddressTable;
  site_audience_day: SiteAudienceDayTable;
  site_claim_value: SiteClaimValueTable;
  site_claims: SiteClaimsTable;
  site_directory: SiteDirectoryTable;
  site_entry_code: SiteEntryCodeTable;
  site_event: SiteEventTable;
  site_event_hour: SiteEventHourTable;
  site_event_receipt: SiteEventReceiptTable;
  site_event_usage: SiteEventUsageTable;
  site_external_link: SiteExternalLinkTable;
  site_file: SiteFileTable;
  site_former_path: SiteFormerPathTable;
  site_insights: SiteInsightsTable;
  site_page_day: SitePageDayTable;
  site_reader_team: SiteReaderTeamTable;
  site_redirect: SiteRedirectTable;
  site_redirect_use: SiteRedirectUseTable;
  site_referral_day: SiteReferralDayTable;
  site_section: SiteSectionTable;
  site_section_group: SiteSectionGroupTable;
  site_session_day: SiteSessionDayTable;
  site_share_link: SiteShareLinkTable;
  site_space: SiteSpaceTable;
  site_team_grant: SiteTeamGrantTable;
  site_user_grant: SiteUserGrantTable;
  site_visitor_day: SiteVisitorDayTable;
  site_weekly_mail: SiteWeeklyMailTable;
  space: SpaceTable;
  space_directory: SpaceDirectoryTable;
  space_event: SpaceEventTable;
  space_event_counter: SpaceEventCounterTable;
  space_git: SpaceGitTable;
  space_reference: SpaceReferenceTable;
  space_team_grant: SpaceTeamGrantTable;
  space_transfer: SpaceTransferTable;
  space_user_grant: SpaceUserGrantTable;
  team: TeamTable;
  team_member: TeamMemberTable;
  token_directory: TokenDirectoryTable;
  translation_memory: TranslationMemoryTable;
  translation_page: TranslationPageTable;
  translation_placement: TranslationPlacementTable;
  translation_settings: TranslationSettingsTable;
  translation_target: TranslationTargetTable;
  translation_usage: TranslationUsageTable;
  tree_node: TreeNodeTable;
  upload: UploadTable;
  upload_piece: UploadPieceTable;
  used_passkey_challenge: UsedPasskeyChallengeTable;
  user_account: UserAccountTable;
  user_event_counter: UserEventCounterTable;
  user_favorite: UserFavoriteTable;
  user_passkey: UserPasskeyTable;
  user_picture: UserPictureTable;
  user_recent: UserRecentTable;
  user_recovery_code: UserRecoveryCodeTable;
  user_session: UserSessionTable;
  user_ticket: UserTicketTable;
  user_token: UserTokenTable;
  user_totp: UserTotpTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_event: WebhookEventTable;
  webhook_queue: WebhookQueueTable;
  worker_lease: WorkerLeaseTable;
  working_copy: WorkingCopyTable;
}
