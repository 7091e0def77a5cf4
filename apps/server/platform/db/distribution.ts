/**
 * Where each table lives on a database that Citus distributes (docs/decisions/distribution.md). On a plain PostgreSQL it
 * is all one; a test compares the table with the schema, and `lectern shard` creates the distribution from it.
 */
import type { DB } from './schema.ts';

/**
 * - `distributed`: split by the organization into shards; all rows of one organization are on one machine.
 * - `reference`: copied to every machine: written rarely, and joined with rows of organizations or referred to by them.
 * - `local`: on the machine to which the service connects: written often, and without a part in what organizations hold.
 */
export type Placement = 'distributed' | 'reference' | 'local';

/** The column that distributes the tables, first in each of their keys. */
export const DISTRIBUTION_COLUMN = 'organization_id';

/** The table with which the others are co-located: it is distributed first. */
export const FIRST_DISTRIBUTED = 'space' satisfies keyof DB;

export const PLACEMENTS: Readonly<Record<keyof DB | 'schema_migration', Placement>> = {
  // Removed milliseconds after the commit, by a statement for all organizations.
  announcement: 'local',
  archive_import: 'distributed',
  audit_event: 'distributed',
  // One order of events over all organizations, read by one process.
  audit_outbox: 'local',
  blob: 'distributed',
  change_request: 'distributed',
  change_request_answer: 'distributed',
  change_request_check: 'distributed',
  change_request_contributor: 'distributed',
  change_request_page: 'distributed',
  change_request_preview_link: 'distributed',
  change_request_review: 'distributed',
  change_request_reviewer: 'distributed',
  change_request_seen: 'distributed',
  change_request_team_reviewer: 'distributed',
  collection: 'distributed',
  // Leads from an id to the organization, before that is known.
  collection_directory: 'local',
  collection_team_grant: 'distributed',
  collection_user_grant: 'distributed',
  comment: 'distributed',
  comment_mention: 'distributed',
  comment_reaction: 'distributed',
  comment_reply: 'distributed',
  content_import: 'distributed',
  content_pack: 'distributed',
  conversation: 'distributed',
  conversation_issue: 'distributed',
  conversation_settings: 'distributed',
  conversation_task: 'distributed',
  deleted_page: 'distributed',
  directory_member: 'distributed',
  directory_team_member: 'distributed',
  document: 'distributed',
  document_facts: 'distributed',
  edit_conflict: 'distributed',
  external_link: 'distributed',
  external_link_reading: 'distributed',
  external_link_use: 'distributed',
  failed_job: 'local',
  former_path: 'distributed',
  git_branch: 'distributed',
  git_commit: 'distributed',
  git_connection: 'distributed',
  git_departed: 'distributed',
  git_operation: 'distributed',
  git_preview: 'distributed',
  git_webhook_delivery: 'distributed',
  glossary_entry: 'distributed',
  hostname_directory: 'local',
  idempotency_key: 'local',
  insights_day_salt: 'local',
  insights_mark: 'local',
  instance_identity: 'local',
  instance_provider_problem: 'local',
  issues_cluster: 'distributed',
  issues_cluster_week: 'distributed',
  issues_model: 'distributed',
  // One queue: a claim looks at the jobs of all organizations.
  job: 'local',
  last_backup: 'local',
  maintenance: 'local',
  member: 'distributed',
  model_answer: 'distributed',
  model_usage: 'distributed',
  // The inbox of a person is one list over all organizations.
  notification: 'local',
  notification_preference: 'local',
  oidc_provider: 'distributed',
  oidc_session: 'local',
  oidc_use: 'local',
  openapi_content: 'distributed',
  openapi_spec: 'distributed',
  openapi_version: 'distributed',
  openapi_waiting_source: 'distributed',
  // Directories, sessions and tokens refer to it; it is small and rarely changes.
  organization: 'reference',
  organization_domain: 'distributed',
  organization_export: 'distributed',
  organization_import: 'distributed',
  organization_insights: 'distributed',
  organization_invite: 'distributed',
  organization_logo: 'distributed',
  organization_quota: 'distributed',
  organization_token: 'distributed',
  presence: 'distributed',
  provider_team_member: 'distributed',
  provisioned_team: 'distributed',
  provisioned_user: 'distributed',
  // Joined with the quotas of an organization.
  quota_default: 'reference',
  revision: 'distributed',
  revision_pack: 'distributed',
  saml_assertion: 'distributed',
  saml_identity: 'distributed',
  saml_provider: 'distributed',
  saml_request: 'distributed',
  schema_migration: 'local',
  search_index: 'distributed',
  search_segment: 'distributed',
  search_summary: 'distributed',
  site: 'distributed',
  site_address: 'local',
  site_audience_day: 'distributed',
  site_claim_value: 'distributed',
  site_claims: 'distributed',
  site_directory: 'local',
  // Belongs to a session of a person.
  site_entry_code: 'local',
  site_event: 'distributed',
  site_event_hour: 'distributed',
  site_event_receipt: 'distributed',
  site_event_usage: 'distributed',
  site_external_link: 'distributed',
  site_file: 'distributed',
  site_former_path: 'distributed',
  site_insights: 'distributed',
  site_page_day: 'distributed',
  site_reader_team: 'distributed',
  site_redirect: 'distributed',
  site_redirect_use: 'distributed',
  site_referral_day: 'distributed',
  site_section: 'distributed',
  site_section_group: 'distributed',
  site_session_day: 'distributed',
  site_share_link: 'distributed',
  site_space: 'distributed',
  site_team_grant: 'distributed',
  site_user_grant: 'distributed',
  site_visitor_day: 'distributed',
  site_weekly_mail: 'distributed',
  space: 'distributed',
  space_directory: 'local',
  // Numbered and announced with the events of people, by one statement of each change.
  space_event: 'local',
  space_event_counter: 'local',
  space_git: 'distributed',
  space_reference: 'distributed',
  space_team_grant: 'distributed',
  space_transfer: 'distributed',
  space_user_grant: 'distributed',
  team: 'distributed',
  team_member: 'distributed',
  // Tokens of people and of organizations refer to it.
  token_directory: 'reference',
  translation_memory: 'distributed',
  translation_page: 'distributed',
  translation_placement: 'distributed',
  translation_settings: 'distributed',
  translation_target: 'distributed',
  translation_usage: 'distributed',
  tree_node: 'distributed',
  upload: 'distributed',
  upload_piece: 'distributed',
  used_passkey_challenge: 'local',
  // Members, comments and tokens of all organizations name people.
  user_account: 'reference',
  user_event_counter: 'local',
  user_favorite: 'local',
  user_passkey: 'local',
  user_picture: 'local',
  user_recent: 'local',
  user_recovery_code: 'local',
  user_session: 'local',
  user_ticket: 'reference',
  // Whether a person can sign in decides about the name that others see.
  user_token: 'reference',
  user_totp: 'local',
  webhook: 'distributed',
  webhook_delivery: 'distributed',
  webhook_event: 'distributed',
  webhook_queue: 'distributed',
  worker_lease: 'local',
  working_copy: 'distributed',
};

/**
 * Foreign keys that no machine can check, because their sides are on different ones. `lectern shard` drops them, and
 * nothing deletes these rows together with what they refer to then (docs/running/citus.md).
 */
export const UNCHECKED_FOREIGN_KEYS: ReadonlySet<string> = new Set([
  'notification_organization_id_space_id_fkey',
  'space_event_counter_organization_id_space_id_fkey',
  // Could be checked, but Citus then plans the statements of these tables itself: it refuses the one that numbers the
  // events of people, and the outbox does not see which transactions have ended. Accounts are never deleted.
  'audit_outbox_organization_id_fkey',
  'user_event_counter_user_id_fkey',
  'site_address_organization_id_site_id_fkey',
  'site_entry_code_organization_id_site_id_fkey',
]);

/**
 * Unique indexes without the organization, and what `lectern shard` makes of them. The digest is that of a random token
 * of 256 bits.
 */
export const REPLACED_INDEXES: Readonly<Record<string, string>> = {
  git_connection_by_webhook: 'create index git_connection_by_webhook on git_connection (webhook_digest)',
};

type Triggers = Readonly<Partial<Record<keyof DB, readonly string[]>>>;

/** `lectern shard` drops them: they write to tables of the coordinator, and the service does what they do there. */
export const DROPPED_TRIGGERS: Triggers = { audit_event: ['audit_outbox'] };

/**
 * They read only rows of the same organization, which are on the machine where they run. Citus has them on distributed
 * tables with `citus.enable_unsafe_triggers`; without it, `lectern shard` drops them, and there are no quotas.
 */
export const QUOTA_TRIGGERS: Triggers = {
  blob: ['quota_storage'],
  content_import: ['quota_content_imports'],
  git_operation: ['quota_git_imports'],
  member: ['quota_members', 'quota_enabled_members'],
  organization_import: ['quota_organization_imports'],
  site: ['quota_sites'],
  space: ['quota_spaces', 'quota_restored_spaces'],
};
