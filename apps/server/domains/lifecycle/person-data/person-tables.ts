/**
 * What the export of a person's data has of each table. A test requires that every table which can name a person is in
 * it or has a reason not to be.
 */

export interface PersonTable {
  /** The rows are those in which one of these columns is the person. */
  columns: readonly string[];
  /** Secrets, and what is about other people. */
  omitted?: readonly string[];
}

export const PERSON_TABLES: Readonly<Record<string, PersonTable>> = {
  user_account: { columns: ['user_id'], omitted: ['password_hash', 'email_folded', 'name_folded'] },
  user_picture: { columns: ['user_id'] },
  user_passkey: { columns: ['user_id'], omitted: ['credential_id', 'public_key', 'counter'] },
  user_totp: { columns: ['user_id'], omitted: ['secret', 'last_step'] },
  instance_identity: { columns: ['user_id'] },
  saml_identity: { columns: ['user_id'] },
  user_session: { columns: ['user_id'], omitted: ['digest', 'token_id'] },
  user_token: { columns: ['user_id'] },
  member: { columns: ['user_id'], omitted: ['name_folded', 'email_folded'] },
  team_member: { columns: ['user_id'] },
  space_user_grant: { columns: ['user_id'] },
  collection_user_grant: { columns: ['user_id'] },
  site_user_grant: { columns: ['user_id'] },
  provisioned_user: { columns: ['user_id'], omitted: ['user_name_folded'] },
  change_request: { columns: ['author_id'] },
  change_request_contributor: { columns: ['author_id'] },
  change_request_answer: { columns: ['answered_by'] },
  change_request_check: { columns: ['author_id'] },
  change_request_preview_link: { columns: ['author_id'], omitted: ['digest'] },
  change_request_review: { columns: ['reviewer_id'] },
  change_request_reviewer: { columns: ['user_id', 'requested_by'] },
  change_request_team_reviewer: { columns: ['requested_by'] },
  change_request_seen: { columns: ['user_id'] },
  comment: { columns: ['author_id'] },
  comment_reply: { columns: ['author_id'] },
  comment_reaction: { columns: ['author_id'] },
  comment_mention: { columns: ['user_id'] },
  revision: { columns: ['author_id', 'co_author_id'], omitted: ['root', 'parents'] },
  deleted_page: { columns: ['deleted_by'] },
  working_copy: { columns: ['author_id'] },
  edit_conflict: { columns: ['author_id'] },
  organization_import: { columns: ['author_id'], omitted: ['credentials', 'request', 'actor', 'outcome'] },
  organization_export: { columns: ['author_id'], omitted: ['hash'] },
  organization_invite: { columns: ['created_by'], omitted: ['invite_id'] },
  upload: { columns: ['author_id'], omitted: ['hash', 'metadata'] },
  notification: { columns: ['user_id'], omitted: ['actor_id'] },
  notification_preference: { columns: ['user_id'] },
  site_weekly_mail: { columns: ['user_id'] },
  user_favorite: { columns: ['user_id'] },
  user_recent: { columns: ['user_id'] },
};
