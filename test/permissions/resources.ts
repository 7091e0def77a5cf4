import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { recordEvent } from '../../apps/server/domains/core/audit/record-event.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import type { TestApp } from '../app.ts';
import { addCollection, addMember, addSpace } from '../factories.ts';
import { runJobs } from '../jobs.ts';
import { insertExport } from './archive-calls.ts';
import { nameConversation } from './conversation-calls.ts';
import { insertPreview, nameConnection } from './git-calls.ts';
import { nameSpec } from './openapi-calls.ts';
import { insertSession, insertTeam, joinTeam } from './people.ts';
import { nameRedirect } from './redirect-calls.ts';
import { nameStructure } from './site-calls.ts';
import { nameSite } from './site-settings-calls.ts';
import { nameShareLink } from './site-visitor-calls.ts';
import { nameTranslation } from './translation-calls.ts';
import { nameWebhook } from './webhook-calls.ts';

/** The resources that a URL can name, by parameter. */
export type Named = Record<string, string>;

/**
 * Names one resource of every kind in one organization. Every URL parameter is here, so that each route can be called
 * with a resource of another organization below this one’s.
 */
export async function nameResources(
  app: TestApp,
  organizationId: string,
  token: string,
  gitUrl: string,
): Promise<Named> {
  const content = await nameContent(app, organizationId, token, gitUrl);
  const site = await nameSite(app, { organizationId, spaceId: content.spaceId as string, token });
  return {
    organizationId,
    collectionId: await addCollection(app, { organizationId }),
    ...content,
    ...site,
    ...(await nameStructure(app, {
      organizationId,
      siteId: site.siteId as string,
      spaceId: content.spaceId as string,
      token,
    })),
    ...(await namePreviewLink(app, { ...content, token })),
    ...(await nameShareLink(app, { organizationId, siteId: site.siteId as string })),
    ...(await nameRedirect(app, { siteId: site.siteId as string, source: '/kept' })),
    ...(await namePeople(app, organizationId)),
    ...(await nameToken(app, organizationId, token)),
    ...(await nameWebhook(app, organizationId)),
    ...(await nameConversation(app, organizationId, token)),
    uploadId: newId(),
    ...(await nameSpec(app, organizationId, token)),
    ...(await nameTranslation(app, organizationId, token)),
    samlProviderId: await insertProvider(app, organizationId),
    oidcProviderId: await insertOidcProvider(app, organizationId),
    exportId: await insertExport(app, organizationId),
    inviteId: await insertInvite(app, organizationId),
    auditEventId: await addEvent(app, organizationId),
    domain: await addDomain(app, organizationId),
    notificationId: newId(),
    favoriteId: newId(),
    passkeyId: newId(),
    // Views of the console.
    part: 'members',
    itemId: newId(),
    jobId: newId(),
    // The tickets of mailed links: invalid ones, so that no call can use them.
    ticket: `no-ticket-${organizationId}`,
  };
}

async function nameContent(
  app: TestApp,
  organizationId: string,
  token: string,
  gitUrl: string,
): Promise<Named> {
  const spaceId = await addSpace(app, { organizationId });
  const space = `/v1/spaces/${spaceId}`;
  const body = { url: gitUrl, ref: 'refs/heads/main' };
  await app.request('POST', `${space}/git/import`, { token, body });
  await runJobs(app);
  const revision = (await app.request('GET', `${space}/content`, { token })).json();
  const page = revision.pages.at(-1);
  return {
    spaceId,
    ...(await nameConnection(app, { spaceId, token, url: gitUrl })),
    gitPreviewId: await insertPreview(app, { organizationId, spaceId }, 'success'),
    ...(await nameComments(app, space, token)),
    editConflictId: (
      await app.request('POST', `${space}/edit-conflicts`, { token, body: { page: page.id } })
    ).json().id,
    ...(await nameChangeRequest(app, { organizationId, spaceId, pageId: page.id, token })),
    importId: await insertImport(app, { organizationId, spaceId }, 'completed'),
    revisionId: revision.id,
    pageId: page.id,
    pagePath: page.path,
    documentId: page.documentId,
    fileId: revision.files[0].id,
    reusableContentId: revision.reusableContents[0].id,
  };
}

/** An import of content; a pending one has no job. */
export async function insertImport(
  { context }: TestApp,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
  status: 'pending' | 'completed',
): Promise<string> {
  const importId = newId();
  const now = context.clock();
  await context.db
    .insertInto('content_import')
    .values({
      organization_id: organizationId,
      space_id: spaceId,
      import_id: importId,
      status,
      request: { source: 'zip', url: 'https://example.com/docs.zip', maxPages: 1 },
      actor: { kind: 'user', userId: importId, tokenId: importId },
      created_at: now,
      updated_at: now,
    })
    .execute();
  return importId;
}

/** Creates an open change request, by the owner of the token. */
export async function createChangeRequest(app: TestApp, spaceId: string, token: string): Promise<string> {
  const url = `/v1/spaces/${spaceId}/change-requests`;
  const { id } = (await app.request('POST', url, { token, body: { subject: 'A subject' } })).json();
  await app.request('PATCH', `${url}/${id}`, { token, body: { status: 'open' } });
  return id;
}

/** Inserts a page and deletes it. Returns its id. */
export async function deleteSomePage(
  { request }: Pick<TestApp, 'request'>,
  { spaceId, token }: { spaceId: string; token: string },
): Promise<string> {
  const edit = (change: object) =>
    request('POST', `/v1/spaces/${spaceId}/content`, { token, body: { changes: [change] } });
  const inserted = await edit({ operation: 'insert_page', title: `Page ${newId()}`, document: {} });
  const page: string = inserted.json().changes[0].page.id;
  await edit({ operation: 'delete_page', page });
  return page;
}

/** Creates an open change request that conflicts with the space: both rename a page. */
export async function createConflict(
  app: TestApp,
  { spaceId, pageId, token }: { spaceId: string; pageId: string; token: string },
): Promise<{ changeRequestId: string; conflictId: string }> {
  const changeRequestId = await createChangeRequest(app, spaceId, token);
  const space = `/v1/spaces/${spaceId}`;
  const url = `${space}/change-requests/${changeRequestId}`;
  for (const place of [url, space]) {
    const changes = [{ operation: 'update_page', page: pageId, title: `Title ${newId()}` }];
    await app.request('POST', `${place}/content`, { token, body: { changes } });
  }
  const { items } = (await app.request('GET', `${url}/conflicts`, { token })).json();
  return { changeRequestId, conflictId: items[0].id };
}

/** An open change request that was reviewed and conflicts with the space. */
async function nameChangeRequest(
  app: TestApp,
  {
    organizationId,
    spaceId,
    pageId,
    token,
  }: { organizationId: string; spaceId: string; pageId: string; token: string },
): Promise<Named> {
  const conflicting = await createConflict(app, { spaceId, pageId, token });
  const url = `/v1/spaces/${spaceId}/change-requests/${conflicting.changeRequestId}`;
  const reviewer = await addMember(app, { role: 'review', organizationId });
  const body = { status: 'approved' };
  const review = await app.request('POST', `${url}/reviews`, { token: reviewer.token, body });
  const { commentId, commentReplyId } = await nameComments(app, url, token);
  return {
    ...conflicting,
    reviewId: review.json().id,
    commentInChangeRequest: commentId,
    replyInChangeRequest: commentReplyId,
  };
}

async function namePreviewLink(app: TestApp, { spaceId, changeRequestId, token }: Named): Promise<Named> {
  const url = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/preview-links`;
  const created = await app.request('POST', url, { token: token as string, body: { expiresIn: 720 } });
  return { previewLinkId: created.json().id };
}

/** A comment with a reply, on the space or change request of a URL. */
async function nameComments(
  app: TestApp,
  url: string,
  token: string,
): Promise<{ commentId: string; commentReplyId: string }> {
  const commentId = await addComment(app, url, token);
  return { commentId, commentReplyId: await addReply(app, `${url}/comments/${commentId}`, token) };
}

export async function addComment(app: TestApp, url: string, token: string): Promise<string> {
  const body = { body: { markdown: 'A comment' } };
  return (await app.request('POST', `${url}/comments`, { token, body })).json().id;
}

export async function addReply(app: TestApp, url: string, token: string): Promise<string> {
  const body = { body: { markdown: 'A reply' } };
  return (await app.request('POST', `${url}/replies`, { token, body })).json().id;
}

async function namePeople(app: TestApp, organizationId: string): Promise<Named> {
  const { userId } = await addMember(app, { role: 'read', organizationId });
  const teamId = await insertTeam(app, organizationId);
  await joinTeam(app, { organizationId, teamId, userId, role: 'member' });
  const { sessionId } = await insertSession(app, { userId, organizationId });
  return { userId, teamId, sessionId };
}

async function nameToken(app: TestApp, organizationId: string, token: string): Promise<Named> {
  const body = { title: 'A', role: 'read' };
  const { id } = (await app.request('POST', `/v1/orgs/${organizationId}/tokens`, { token, body })).json();
  return { tokenId: id };
}

async function insertProvider({ context }: TestApp, organizationId: string): Promise<string> {
  const providerId = newId();
  const now = context.clock();
  await context.db
    .insertInto('saml_provider')
    .values({
      organization_id: organizationId,
      provider_id: providerId,
      label: 'A provider',
      created_at: now,
      updated_at: now,
    })
    .execute();
  return providerId;
}

/** A provider of OpenID Connect; nobody answers at its issuer. */
export async function insertOidcProvider({ context }: TestApp, organizationId: string): Promise<string> {
  const providerId = newId();
  const now = context.clock();
  const key = { organization_id: organizationId, provider_id: providerId };
  await context.db
    .insertInto('saml_provider')
    .values({ ...key, label: 'A provider', protocol: 'oidc', created_at: now, updated_at: now })
    .execute();
  await context.db
    .insertInto('oidc_provider')
    .values({
      ...key,
      issuer: 'http://127.0.0.1:9',
      client_id: 'lectern',
      scopes: [],
      email_domains: [],
      group_teams: sql`'[]'::jsonb`,
      group_roles: sql`'[]'::jsonb`,
      ends_provider_session: false,
    })
    .execute();
  return providerId;
}

async function insertInvite({ context }: TestApp, organizationId: string): Promise<string> {
  const inviteId = newId();
  await context.db
    .insertInto('organization_invite')
    .values({
      organization_id: organizationId,
      invite_id: inviteId,
      role: 'read',
      created_at: context.clock(),
    })
    .execute();
  return inviteId;
}

async function addEvent({ context }: TestApp, organizationId: string): Promise<string> {
  const target = { type: 'organization', id: organizationId } as const;
  await context.transact(({ trx }) =>
    recordEvent(trx, {
      organizationId,
      cause: BY_OPERATOR,
      action: 'organization.updated',
      target,
      at: context.clock(),
    }),
  );
  const { event_id: eventId } = await context.db
    .selectFrom('audit_event')
    .select('event_id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return eventId;
}

async function addDomain({ context }: TestApp, organizationId: string): Promise<string> {
  const domain = `${organizationId}.example`;
  await context.db
    .insertInto('organization_domain')
    .values({ organization_id: organizationId, domain, challenge: 'a challenge' })
    .execute();
  return domain;
}
