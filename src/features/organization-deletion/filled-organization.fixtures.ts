import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TestApp } from '../../../test/app.ts';
import { putContent } from '../../../test/content.ts';
import { fillDiscussion } from '../../../test/discussion-rows.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addServiceToken,
  addSite,
  addSpace,
  addUserToken,
  grantRole,
} from '../../../test/factories.ts';
import { runJobs } from '../../../test/jobs.ts';
import { openBrowser } from '../../../test/signed-in.ts';
import { newId } from '../../http/ids.ts';
import { createPartition } from '../insights/events/events.repository.ts';

export interface FilledOrganization {
  organizationId: string;
  /** The administrator's token, valid in all of their organizations. */
  token: string;
  adminId: string;
  memberId: string;
  /** The token of a service account. */
  serviceToken: string;
  /** A browser signed in through the organization's single sign-on. */
  browser: Awaited<ReturnType<typeof openBrowser>>;
  spaceId: string;
  collectionId: string;
  hostname: string;
}

/** An organization with a row in every table that knows organizations, and with files. */
export async function fillOrganization(app: TestApp): Promise<FilledOrganization> {
  const { organizationId, creatorId } = await addOrganization(app, { title: 'Doomed' });
  const token = await addUserToken(app, creatorId);
  const member = await addMember(app, { role: 'read', organizationId });
  const outer = await addCollection(app, { organizationId });
  const collectionId = await addCollection(app, { organizationId, parentId: outer });
  const spaceId = await addSpace(app, { organizationId, parentId: collectionId });
  const files = {
    'README.md': `# Doomed\n\n[a](https://example.org/${spaceId})\n`,
    'a.png': randomBytes(50),
  };
  await putContent(app, spaceId, files);
  await putContent(app, spaceId, { ...files, 'README.md': '# Doomed again\n' });
  await addSpace(app, { organizationId });
  const deletedId = await addSpace(app, { organizationId, parentId: outer });
  await app.request('DELETE', `/v1/spaces/${deletedId}`, { token });
  const source = { text: '{"openapi": "3.1.0", "info": {"title": "Doomed", "version": "1"}, "paths": {}}' };
  await app.request('PUT', `/v1/orgs/${organizationId}/openapi/doomed`, { token, body: { source } });
  await runJobs(app);

  const hostname = `h-${organizationId.slice(-12)}`;
  await app.request('PATCH', `/v1/orgs/${organizationId}`, { token, body: { hostname } });
  await grantRole(app, { organizationId, userId: member.userId, role: 'edit', spaceId });
  await grantRole(app, { organizationId, userId: member.userId, role: 'edit', collectionId });
  const browser = await openBrowser(app, { userId: member.userId, organizationId });
  await browser.request('POST', '/v1/user/tokens', { title: 'Bound' });
  await addSite(app, { organizationId, spaceIds: [spaceId] });
  const serviceToken = await addServiceToken(app, { role: 'admin', organizationId });
  await insertRareRows(app, { organizationId, spaceId, collectionId, userId: member.userId });
  await fillDiscussion(app.context.db, {
    organization_id: organizationId,
    space_id: spaceId,
    userId: member.userId,
    at: new Date(),
  });
  return {
    organizationId,
    token,
    adminId: creatorId,
    memberId: member.userId,
    serviceToken,
    browser,
    spaceId,
    collectionId,
    hostname,
  };
}

/** A row in each of the tables that the calls above do not fill, whatever it says. */
async function insertRareRows(
  { context, organizationId: otherId }: TestApp,
  named: { organizationId: string; spaceId: string; collectionId: string; userId: string },
): Promise<void> {
  const { organizationId, spaceId, collectionId, userId } = named;
  const id = newId();
  const now = context.clock();
  const statements = [
    sql`insert into team values (${organizationId}, ${id}, 'T', 't', ${now})`,
    sql`insert into team_member values (${organizationId}, ${id}, ${userId}, 'owner', ${now})`,
    sql`insert into space_team_grant values (${organizationId}, ${spaceId}, ${id}, 'edit')`,
    sql`insert into collection_team_grant values (${organizationId}, ${collectionId}, ${id}, 'edit')`,
    sql`insert into organization_invite (organization_id, invite_id, space_id, role, created_at)
      values (${organizationId}, ${id}, ${spaceId}, 'read', ${now})`,
    sql`insert into organization_domain (organization_id, domain, challenge) values (${organizationId}, 'd', 'c')`,
    sql`insert into saml_provider (organization_id, provider_id, label, default_team_id, created_at, updated_at)
      values (${organizationId}, ${id}, 'P', ${id}, ${now}, ${now})`,
    sql`insert into saml_identity values (${organizationId}, ${id}, 'n', ${userId}, ${now})`,
    sql`insert into saml_request (organization_id, provider_id, request_id, browser, return_path, created_at, expires_at)
      values (${organizationId}, ${id}, 'r', '', '/', ${now}, ${now})`,
    sql`insert into saml_assertion values (${organizationId}, ${id}, 'a', ${now})`,
    sql`insert into user_ticket (ticket_id, user_id, purpose, organization_id, created_at, expires_at)
      values (${id}, ${userId}, 'invitation', ${organizationId}, ${now}, 'infinity')`,
    sql`insert into openapi_waiting_source (organization_id, spec_id, source_number)
      select organization_id, spec_id, 2 from openapi_spec where organization_id = ${organizationId}`,
    sql`insert into search_summary values (${organizationId}, ${id}, 1, '{}', '[]', '')`,
    sql`insert into external_link (organization_id, url_hash, url, host, next_check_at)
      values (${organizationId}, '', 'https://example.org/', 'example.org', ${now})`,
    sql`insert into external_link_use values (${organizationId}, ${spaceId}, '')`,
    sql`insert into external_link_reading values (${organizationId}, ${spaceId}, ${id}, 1)`,
    sql`insert into space_reference values (${organizationId}, ${spaceId}, ${id}, ${spaceId})`,
    sql`insert into former_path values (${organizationId}, ${spaceId}, 'old', ${id}, ${now})`,
    sql`insert into conversation_settings values (${organizationId}, 30, '[]', ${now})`,
    sql`insert into conversation
      (organization_id, conversation_id, source, external_id, parts, digest, created_at, ingested_at)
      values (${organizationId}, ${id}, 'email', '1', '[]', '', ${now}, ${now})`,
    sql`insert into model_answer values (${organizationId}, '', '{}', ${now})`,
    sql`insert into model_usage values (${organizationId}, ${now}, 1)`,
    sql`insert into issues_model values (${organizationId}, 1, 2, 1, '', 1, '')`,
    sql`insert into issues_cluster
      (organization_id, cluster_id, number, label, icon, summary, features, issues, conversations, created_at, updated_at)
      values (${organizationId}, ${id}, 1, 'L', 'comments', '', '', 1, 1, ${now}, ${now})`,
    sql`insert into issues_cluster_week values (${organizationId}, ${id}, 'email', ${now}, 1)`,
    sql`insert into conversation_issue values (${organizationId}, ${id}, ${id}, ${id}, 'T', '', '', ${now}, ${now})`,
    sql`insert into conversation_task (organization_id, cluster_id, task_id, title, state, created_at, updated_at)
      values (${organizationId}, ${id}, ${id}, 'T', 'backlog', ${now}, ${now})`,
    sql`insert into translation_settings
      (organization_id, settings_id, title, instructions, stats, created_at, updated_at)
      values (${organizationId}, ${id}, 'T', '{}', '{}', ${now}, ${now})`,
    sql`insert into translation_target (organization_id, settings_id, language, space_id, updated_at)
      values (${organizationId}, ${id}, 'fr', ${spaceId}, ${now})`,
    sql`insert into translation_page values
      (${organizationId}, ${id}, 'fr', ${id}, '', '', '{}', '{}', '', 0, 0, 0, 0, 0)`,
    sql`insert into translation_memory values
      (${organizationId}, 'en', 'fr', '', 'a', 'b', 'machine', ${now})`,
    sql`insert into translation_usage values (${organizationId}, ${now}, 1)`,
    sql`insert into glossary_entry values (${organizationId}, ${id}, '{}', ${now}, ${now})`,
    sql`insert into webhook (organization_id, webhook_id, title, url, events, secret, created_at, updated_at)
      values (${organizationId}, ${id}, 'W', 'https://hooks.invalid/', '{}', '', ${now}, ${now})`,
    sql`insert into webhook_event values (${organizationId}, ${id}, ${spaceId}, 't', '{}', '{}', ${now})`,
    sql`insert into webhook_delivery
      (organization_id, webhook_id, delivery_id, event_id, queue_id, run_at, created_at)
      values (${organizationId}, ${id}, ${id}, ${id}, ${spaceId}, ${now}, ${now})`,
    sql`insert into webhook_queue values (${organizationId}, ${id}, ${spaceId})`,
    sql`insert into space_git
      (organization_id, space_id, git_id, url, repo_name, ref, project_directory, updated_at)
      values (${organizationId}, ${spaceId}, ${id}, 'u', 'r', 'r', '', ${now})`,
    sql`insert into git_connection
      (organization_id, space_id, url, ref, project_directory, direction, initial_direction, on_conflict,
        webhook_token, webhook_digest, commit_message, created_at, updated_at)
      values (${organizationId}, ${spaceId}, 'u', 'r', '', 'both', 'import', 'remote', '', ${Buffer.from(id)}, 'm', ${now}, ${now})`,
    sql`insert into git_webhook_delivery values (${organizationId}, ${spaceId}, '', ${now})`,
    sql`insert into git_commit values (${organizationId}, ${spaceId}, 'a', ${id}, ${id}, ${id}, ${id}, ${now})`,
    sql`insert into git_branch (organization_id, space_id, ref, imported_oid, updated_at)
      values (${organizationId}, ${spaceId}, 'r', 'a', ${now})`,
    sql`insert into git_departed values (${organizationId}, ${spaceId}, 'page', 'p', ${id})`,
    sql`insert into git_operation
      (organization_id, space_id, operation_id, direction, state, started_at, request)
      values (${organizationId}, ${spaceId}, ${id}, 'import', 'success', ${now}, '{}')`,
    sql`insert into content_import
      (organization_id, space_id, import_id, status, request, actor, created_at, updated_at)
      values (${organizationId}, ${spaceId}, ${id}, 'completed', '{}', '{}', ${now}, ${now})`,
    sql`insert into space_transfer (organization_id, space_id, transfer_id, target_id, state, started_at)
      values (${organizationId}, ${spaceId}, ${id}, ${otherId}, 'failed', ${now})`,
    ...siteRows({ organizationId, id, userId, now }),
    sql`insert into job (organization_id, job_id, kind, payload, run_at, created_at)
      values (${organizationId}, ${id}, 'of-no-kind', '{}', ${now}, ${now})`,
  ];
  await createPartition(context.db, now);
  for (const statement of statements) await statement.execute(context.db);
}

/** Counts the rows that name the organization in every table with a column for it. */
export async function countRows(
  { context: { db } }: TestApp,
  organizationId: string,
): Promise<Record<string, number>> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public'
      and not exists (select 1 from pg_class where relname = table_name and relispartition) and (column_name = 'organization_id' or table_name = 'space_transfer'
      and column_name = 'target_id')`.execute(db);
  const counts: Record<string, number> = {};
  for (const { table_name, column_name } of columns) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table_name)} where ${sql.ref(column_name)} = ${organizationId}`.execute(
      db,
    );
    counts[`${table_name}.${column_name}`] = Number(rows[0]?.count);
  }
  return counts;
}

export async function countFiles({ context: { blobs } }: TestApp, organizationId: string): Promise<number> {
  let count = 0;
  for await (const _ of blobs.list(organizationId)) count += 1;
  return count;
}

const siteRows = ({
  organizationId,
  id,
  userId,
  now,
}: Record<'organizationId' | 'id' | 'userId', string> & { now: Date }) => {
  const site = sql`(select site_id from site where organization_id = ${organizationId} limit 1)`;
  return [
    sql`insert into site_section_group (organization_id, site_id, site_section_group_id, title, position)
      values (${organizationId}, ${site}, ${id}, 'G', 0)`,
    sql`insert into site_section (organization_id, site_id, site_section_id, title, path, is_default, position)
      values (${organizationId}, ${site}, ${id}, 'S', 's', true, 0)`,
    sql`insert into site_external_link (organization_id, site_id, site_external_link_id, title, url, position)
      values (${organizationId}, ${site}, ${id}, 'L', 'https://example.org/', 0)`,
    sql`insert into site_share_link (organization_id, site_id, share_link_id, name, digest, sealed_key, created_at)
      values (${organizationId}, ${site}, ${id}, 'L', '', '', ${now})`,
    sql`insert into site_redirect (organization_id, site_id, site_redirect_id, source, destination, created_at, updated_at)
      values (${organizationId}, ${site}, ${id}, '/old', '{}', ${now}, ${now})`,
    sql`insert into site_redirect_use values (${organizationId}, ${site}, ${id}, 1, ${now})`,
    sql`insert into translation_placement values (${organizationId}, ${id}, 'fr', ${site})`,
    sql`insert into site_insights (organization_id, site_id, salt) values (${organizationId}, ${site}, '')`,
    sql`insert into site_event (organization_id, site_id, occurred_at, type, visitor, session, display_context, device,
        browser, os, url_origin, url_path)
      values (${organizationId}, ${site}, ${now}, 0, 1, 1, 0, 0, 0, 0, 'https://example.org', '/')`,
    sql`insert into organization_insights values (${organizationId}, 90)`,
    sql`insert into site_weekly_mail values (${organizationId}, ${site}, ${userId}, ${now})`,
    sql`insert into site_event_receipt values (${organizationId}, ${site}, '', ${now})`,
    sql`insert into site_event_usage values (${organizationId}, ${site}, ${now}, 1)`,
    sql`insert into site_claims values (${organizationId}, ${site}, 1, '{}', ${now})`,
    sql`insert into site_claim_value values (${organizationId}, ${site}, 1, 'plan', 'pro')`,
    sql`insert into site_event_hour (organization_id, site_id, hour, type, display_context, events)
      values (${organizationId}, ${site}, ${now}, 0, 0, 1)`,
    sql`insert into site_page_day (organization_id, site_id, day, type, display_context, events)
      values (${organizationId}, ${site}, ${now}, 0, 0, 1)`,
    sql`insert into site_visitor_day (organization_id, site_id, day, visitor, display_context, events, is_uniform)
      values (${organizationId}, ${site}, ${now}, 1, 0, 1, true)`,
    sql`insert into site_audience_day (organization_id, site_id, day, display_context, visitors, events)
      values (${organizationId}, ${site}, ${now}, 0, 1, 1)`,
    sql`insert into site_session_day (organization_id, site_id, day, type, visitor, session, display_context,
        device, browser, os, events)
      values (${organizationId}, ${site}, ${now}, 0, 1, 1, 0, 0, 0, 0, 1)`,
    sql`insert into site_referral_day (organization_id, site_id, day, type, visitor, session, display_context, events)
      values (${organizationId}, ${site}, ${now}, 0, 1, 1, 0, 1)`,
    sql`insert into site_user_grant values (${organizationId}, ${site}, ${userId}, 'edit')`,
    sql`insert into site_team_grant values (${organizationId}, ${site}, ${id}, 'edit')`,
  ];
};
