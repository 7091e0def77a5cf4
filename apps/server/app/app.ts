import type { FastifyInstance } from 'fastify';
import { createFindFormerPage, type FindFormerPage } from '../content/references/former-pages.ts';
import { type ContentStore, createContentStore } from '../content/revisions/content-store.ts';
import { invitationRoutes } from '../domains/access/invites/invitations.routes.ts';
import { joinRoutes } from '../domains/access/invites/join.routes.ts';
import { linkInviteRoutes } from '../domains/access/invites/link-invites.routes.ts';
import { pendingInvitationRoutes } from '../domains/access/invites/pending-invitations.routes.ts';
import { memberAccessRoutes } from '../domains/access/member-access/member-access.routes.ts';
import { permissionRoutes } from '../domains/access/permissions/permissions.routes.ts';
import { placesOfTeamRoutes } from '../domains/access/permissions/places-of-team.routes.ts';
import { scimRoutes } from '../domains/access/provisioning/scim.routes.ts';
import { directoryListRoutes } from '../domains/access/sign-on/ldap/directories.routes.ts';
import { oidcRoutes, providerLogoutRoutes } from '../domains/access/sign-on/oidc/oidc.routes.ts';
import { createOidcClients } from '../domains/access/sign-on/oidc/oidc-clients.ts';
import { samlRoutes } from '../domains/access/sign-on/saml/saml.routes.ts';
import { deleteUserRoutes } from '../domains/access/user-deletion/delete-user.routes.ts';
import { collectionRoutes } from '../domains/content/collections/collections.routes.ts';
import { editingRoutes } from '../domains/content/editing/editing.routes.ts';
import type { EditingParts } from '../domains/content/editing/editing-parts.ts';
import { renderRoutes } from '../domains/content/editing/render.routes.ts';
import { Turns } from '../domains/content/editing/turns.ts';
import { embedRoutes } from '../domains/content/embeds/embeds.routes.ts';
import { historyRoutes } from '../domains/content/history/history.routes.ts';
import { pageChangesRoutes } from '../domains/content/history/page-changes/page-changes.routes.ts';
import { linkRoutes } from '../domains/content/links/links.routes.ts';
import { createLinkReads } from '../domains/content/links/links.service.ts';
import { createLinksStore } from '../domains/content/links/resolution/links-store.ts';
import { contentRoutes } from '../domains/content/revisions/content.routes.ts';
import { CURRENT_CONTENT } from '../domains/content/revisions/content-place.ts';
import { ContentReads } from '../domains/content/revisions/content-reads.ts';
import { keepNamedRevisions } from '../domains/content/revisions/keep-named.ts';
import { searchRoutes } from '../domains/content/search/search.routes.ts';
import { createSearchParts } from '../domains/content/search/search-parts.ts';
import { spaceRoutes } from '../domains/content/spaces/spaces.routes.ts';
import { resumableUploadRoutes } from '../domains/content/uploads/resumable-uploads.routes.ts';
import { uploadRoutes } from '../domains/content/uploads/uploads.routes.ts';
import { conversationClusterRoutes } from '../domains/conversations/clusters/clusters.routes.ts';
import { conversationRoutes } from '../domains/conversations/conversations.routes.ts';
import { conversationSettingsRoutes } from '../domains/conversations/settings/settings.routes.ts';
import { conversationTaskRoutes } from '../domains/conversations/tasks/tasks.routes.ts';
import { auditRoutes } from '../domains/core/audit/audit.routes.ts';
import { type AuditedRoute, requireAuditDeclarations } from '../domains/core/audit/declared-audit.ts';
import { auditExportRoutes } from '../domains/core/audit/export/audit-export.routes.ts';
import { webhookDeliveryRoutes } from '../domains/core/webhooks/deliveries.routes.ts';
import { webhookRoutes } from '../domains/core/webhooks/webhooks.routes.ts';
import { gitBranchRoutes } from '../domains/git/branches/branches.routes.ts';
import { gitConnectionRoutes } from '../domains/git/connection/connection.routes.ts';
import { gitRoutes } from '../domains/git/git.routes.ts';
import { gitOperationRoutes } from '../domains/git/operations/operations.routes.ts';
import { gitCheckRoutes } from '../domains/git/preview/git-check.routes.ts';
import { gitPreviewRoutes } from '../domains/git/preview/git-preview.routes.ts';
import { gitWebhookRoutes } from '../domains/git/webhooks/git-webhooks.routes.ts';
import { accountRoutes } from '../domains/identity/accounts/account.routes.ts';
import { passkeyRoutes } from '../domains/identity/accounts/passkeys/passkeys.routes.ts';
import { signInRoutes } from '../domains/identity/accounts/sign-in.routes.ts';
import { totpRoutes } from '../domains/identity/accounts/totp/totp.routes.ts';
import { domainRoutes } from '../domains/identity/domains/domains.routes.ts';
import { memberSessionRoutes } from '../domains/identity/members/member-sessions.routes.ts';
import { memberRoutes } from '../domains/identity/members/members.routes.ts';
import { visitorClaimsRoutes } from '../domains/identity/members/visitor-claims/visitor-claims.routes.ts';
import { logoRoutes } from '../domains/identity/organizations/logos.routes.ts';
import { organizationRoutes } from '../domains/identity/organizations/organizations.routes.ts';
import { sessionRoutes } from '../domains/identity/sessions/sessions.routes.ts';
import { teamMemberRoutes } from '../domains/identity/teams/team-members.routes.ts';
import { teamRoutes } from '../domains/identity/teams/teams.routes.ts';
import type { LastUse } from '../domains/identity/tokens/last-use.ts';
import { serviceAccountRoutes, tokenRoutes } from '../domains/identity/tokens/tokens.routes.ts';
import { useLastUse } from '../domains/identity/tokens/use-last-use.ts';
import { userPictureRoutes } from '../domains/identity/users/user-pictures.routes.ts';
import { userRoutes } from '../domains/identity/users/users.routes.ts';
import { contentImportRoutes, importRunRoutes } from '../domains/import/content-import.routes.ts';
import {
  importUploadRoutes,
  organizationImportRoutes,
} from '../domains/import/organization/organization-import.routes.ts';
import { aggregationRoutes } from '../domains/insights/aggregate/aggregation.routes.ts';
import { answerRoutes } from '../domains/insights/answers/answers.routes.ts';
import { createTracking } from '../domains/insights/events/create-tracking.ts';
import { eventRoutes } from '../domains/insights/events/events.routes.ts';
import type { TrackingParts } from '../domains/insights/events/track-events.ts';
import { eventExportRoutes } from '../domains/insights/export/event-export.routes.ts';
import { createTakeInsightsTurn } from '../domains/insights/insights-turns.ts';
import { insightsSettingsRoutes } from '../domains/insights/settings/insights-settings.routes.ts';
import { weeklyMailRoutes } from '../domains/insights/weekly/weekly-mail.routes.ts';
import { instanceJobRoutes } from '../domains/instance/jobs/jobs.routes.ts';
import { maintenanceRoutes } from '../domains/instance/maintenance/maintenance.routes.ts';
import { instanceOrganizationRoutes } from '../domains/instance/organizations/organizations.routes.ts';
import { quotaRoutes } from '../domains/instance/quotas/quotas.routes.ts';
import { instanceServiceRoutes } from '../domains/instance/service/service.routes.ts';
import { instanceUserSignInRoutes } from '../domains/instance/users/user-sign-in.routes.ts';
import { instanceUserRoutes } from '../domains/instance/users/users.routes.ts';
import { addDefaultSite } from '../domains/lifecycle/first-site/default-site.ts';
import {
  archiveImportRoutes,
  instanceExportRoutes,
  organizationExportRoutes,
} from '../domains/lifecycle/organization-archive/archives.routes.ts';
import { deleteOrganizationRoutes } from '../domains/lifecycle/organization-deletion/delete-organization.routes.ts';
import { personDataRoutes } from '../domains/lifecycle/person-data/person-data.routes.ts';
import { duplicateSiteSpaceRoutes } from '../domains/lifecycle/space-lifecycle/duplicate-site-space.routes.ts';
import { duplicateSpaceRoutes } from '../domains/lifecycle/space-lifecycle/duplicate-space.routes.ts';
import { spaceTransferRoutes } from '../domains/lifecycle/space-lifecycle/transfer/transfer.routes.ts';
import { bookmarkRoutes } from '../domains/publishing/bookmarks/bookmarks.routes.ts';
import { contentUrlRoutes } from '../domains/publishing/content-urls/content-urls.routes.ts';
import { bundleRoutes } from '../domains/publishing/published-content/bundle/bundle.routes.ts';
import { createPresentToVisitor } from '../domains/publishing/published-content/present-space-to-visitor.ts';
import { pageFrameRoutes } from '../domains/publishing/published-content/previews/page-frames.routes.ts';
import { previewRoutes } from '../domains/publishing/published-content/previews/previews.routes.ts';
import { createFindReadable } from '../domains/publishing/published-content/readable-revisions.ts';
import { resolveRoutes } from '../domains/publishing/published-content/resolve.routes.ts';
import { visitorPreviewRoutes } from '../domains/publishing/published-content/visitor-preview/visitor-preview.routes.ts';
import { createFindRedirect, type FindRedirect } from '../domains/publishing/site-redirects/find-redirect.ts';
import {
  type CountRedirect,
  useCountedRedirects,
} from '../domains/publishing/site-redirects/redirect-uses.ts';
import { redirectRoutes, siteRedirectRoutes } from '../domains/publishing/site-redirects/redirects.routes.ts';
import { redirectCsvRoutes } from '../domains/publishing/site-redirects/redirects-csv.routes.ts';
import type { SiteSearchParts } from '../domains/publishing/site-search/search-site.ts';
import { siteSearchRoutes } from '../domains/publishing/site-search/site-search.routes.ts';
import { createVisibleIndexes } from '../domains/publishing/site-search/visible-indexes.ts';
import { adaptiveSchemaRoutes } from '../domains/publishing/site-settings/adaptive-schema/adaptive-schema.routes.ts';
import { conditionRoutes } from '../domains/publishing/site-settings/conditions/conditions.routes.ts';
import { createFindConditionWarnings } from '../domains/publishing/site-settings/conditions/find-condition-warnings.ts';
import { createFindPageWarnings } from '../domains/publishing/site-settings/conditions/find-page-warnings.ts';
import { customizationRoutes } from '../domains/publishing/site-settings/customization/customization.routes.ts';
import {
  fetchedSiteFileRoutes,
  siteFileRoutes,
} from '../domains/publishing/site-settings/files/site-files.routes.ts';
import { createChangeHostname } from '../domains/publishing/site-settings/hostnames/change-hostname.ts';
import { hostnameRoutes } from '../domains/publishing/site-settings/hostnames/hostnames.routes.ts';
import { rendererRoutes } from '../domains/publishing/site-settings/renderer/renderer.routes.ts';
import { previewLinkRoutes } from '../domains/publishing/site-visitors/preview-links/preview-links.routes.ts';
import { publishingAuthRoutes } from '../domains/publishing/site-visitors/publishing-auth/publishing-auth.routes.ts';
import { shareLinkRoutes } from '../domains/publishing/site-visitors/share-links/share-links.routes.ts';
import { createSiteReaders, type SiteReaders } from '../domains/publishing/site-visitors/site-readers.ts';
import { claimsOfCaller } from '../domains/publishing/site-visitors/site-visitor.ts';
import { createVisitorGate } from '../domains/publishing/site-visitors/visitor-gate.ts';
import { isActiveShareKey } from '../domains/publishing/sites/share-keys.queries.ts';
import { isSpaceOnSite } from '../domains/publishing/sites/sites.queries.ts';
import { siteRoutes } from '../domains/publishing/sites/sites.routes.ts';
import { externalLinkRoutes } from '../domains/publishing/sites/structure/external-links.routes.ts';
import { sectionGroupRoutes } from '../domains/publishing/sites/structure/section-groups.routes.ts';
import { sectionRoutes } from '../domains/publishing/sites/structure/sections.routes.ts';
import { siteSpaceRoutes } from '../domains/publishing/sites/structure/site-spaces.routes.ts';
import { structureRoutes } from '../domains/publishing/sites/structure/structure.routes.ts';
import { changeRequestChanges } from '../domains/review/change-requests/change-request-changes.ts';
import {
  changeRequestContent,
  changeRequestLinks,
  createFindMergedFrom,
} from '../domains/review/change-requests/change-request-content.ts';
import { changeRequestRoutes } from '../domains/review/change-requests/change-requests.routes.ts';
import { mergingRoutes } from '../domains/review/change-requests/merging/merging.routes.ts';
import { reviewerRoutes, reviewRoutes } from '../domains/review/change-requests/reviews/reviews.routes.ts';
import { changeRequestUploadRoutes } from '../domains/review/change-requests/uploads.routes.ts';
import { commentRoutes } from '../domains/review/comments/comments.routes.ts';
import { createTargetFollower } from '../domains/review/comments/follow-targets.ts';
import type { CommentParts } from '../domains/review/comments/load-comments.ts';
import { commentReplyRoutes } from '../domains/review/comments/replies.routes.ts';
import { createReviewComments } from '../domains/review/comments/review-comments.ts';
import { editConflictRoutes } from '../domains/review/edit-conflicts/edit-conflicts.routes.ts';
import { eventStreamRoutes } from '../domains/review/events/events.routes.ts';
import { notificationRoutes } from '../domains/review/notifications/notifications.routes.ts';
import { touchedPagesRoutes } from '../domains/review/openapi-drift/touched-pages.routes.ts';
import { presenceRoutes } from '../domains/review/presence/presence.routes.ts';
import { trashRoutes } from '../domains/review/trash/trash.routes.ts';
import { workingCopyRoutes } from '../domains/review/working-copies/working-copies.routes.ts';
import { openAPIFeedRoutes } from '../domains/specs/feed.routes.ts';
import { openAPISpecRoutes } from '../domains/specs/openapi.routes.ts';
import { computedContentRoutes } from '../domains/specs/pages/computed-content.routes.ts';
import { createReadComputedTree } from '../domains/specs/pages/computed-tree.ts';
import { createDescribeParts } from '../domains/specs/reference/describe-parts.ts';
import { createSpecFinders, type SpecFinders } from '../domains/specs/reference/spec-finders.ts';
import { openAPIVersionRoutes } from '../domains/specs/versions.routes.ts';
import { estimateRoutes } from '../domains/translations/estimate/estimate.routes.ts';
import { exchangeRoutes } from '../domains/translations/exchange/exchange.routes.ts';
import { glossaryRoutes } from '../domains/translations/glossary/glossary.routes.ts';
import { createFindProvider } from '../domains/translations/providers/find-provider.ts';
import { translationSettingsRoutes } from '../domains/translations/settings/settings.routes.ts';
import { translatedPageRoutes } from '../domains/translations/sync/pages.routes.ts';
import { appPageRoutes } from '../pages/app/app-pages.routes.ts';
import { oidcPageRoutes } from '../pages/sign-in/sso/oidc-pages.routes.ts';
import { ssoRoutes } from '../pages/sign-in/sso/sso.routes.ts';
import type { RouteAccess } from '../platform/access/authorize.ts';
import { useReplicaReads } from '../platform/access/replica-reads.ts';
import { type Context, contextOfJobs } from '../platform/context.ts';
import { findDependencies } from '../platform/fast-path/dependencies.ts';
import { useFastPath } from '../platform/fast-path/fast-path.ts';
import { RepeatedReads } from '../platform/fast-path/repeated-reads.ts';
import { isDebugLogged } from '../platform/http/request-log.ts';
import type { Jobs } from '../platform/jobs/job-definition.ts';
import type { JobKind } from '../platform/jobs/job-kinds.ts';
import { nameTracedRequest } from '../platform/tracing/trace-requests.ts';
import { buildBareApp } from './bare-app.ts';
import { createJobs } from './jobs.ts';
import { addServiceMetrics } from './service-metrics.ts';

export interface App {
  server: FastifyInstance;
  /** Every route with the access that it declares. */
  accessTable: RouteAccess[];
  /** Every route of the API that changes something, with what the audit records of it. */
  auditTable: AuditedRoute[];
  content: ContentStore;
  jobs: Jobs;
  /** The parts that the sites origin is built from. It shares the caches of the API. */
  parts: SharedParts;
}

interface SharedParts {
  context: Context;
  store: ContentStore;
  readers: SiteReaders;
  search: SiteSearchParts;
  specs: SpecFinders;
  findRedirect: FindRedirect;
  countRedirect: CountRedirect;
  findFormerPage: FindFormerPage;
  tracking: TrackingParts;
  /** Records that a session or token was used. */
  recordUse: LastUse['record'];
}

/**
 * Builds the API's server: the platform, then the features, one line each. Listens to nothing yet. `addPages` adds pages
 * that are drawn by what stands above.
 */
export async function buildApp(
  context: Context,
  addPages: (server: FastifyInstance) => void = () => {},
): Promise<App> {
  const readers = createSiteReaders(context);
  const visitors = createVisitorGate(context, readers);
  const app = await buildBareApp(context, visitors);
  const { server } = app;
  const auditTable = requireAuditDeclarations(server);
  const parts = createParts(context, readers);
  const { content, specs, search, siteSearch, editing, links, findRedirect, findFormerPage } = parts;
  let jobs: Jobs | undefined;
  addServiceMetrics(server, {
    context,
    readResponseBytes: () => content.responses.bytes,
    laneOf: (kind) => jobs?.[kind as JobKind]?.lane,
  });
  useReplicaReads(server, context.replicas);
  keepNamedRevisions(server, content);
  const tracking = createTracking(context, content);
  const recordUse = useLastUse(server, context);
  const countRedirect = useCountedRedirects(server, context);
  const repeatedReads = new RepeatedReads({
    findDependencies: (call, granted) =>
      findDependencies({ pointers: context.pointers, visitors }, call, granted),
    clock: context.clock,
    newRequestId: app.newRequestId,
    onResponse: ({ request, requestId, actor, method, route, status, milliseconds }) => {
      nameTracedRequest(request, { route, requestId });
      if (actor) recordUse(actor);
      server.metrics.requests.count(method, route, status, milliseconds);
    },
  });
  // A limit counts, and a log of all reads lists, only what passes through the framework.
  if (context.config.rateLimit === undefined && !isDebugLogged(server)) useFastPath(server, repeatedReads);

  const oidcClients = createOidcClients(context);
  await registerPeople(server, context);
  await server.register(oidcRoutes(context, oidcClients));
  await server.register(directoryListRoutes(context));
  await server.register(providerLogoutRoutes(context, oidcClients));
  await registerSpacesAndSites(server, parts);
  await registerContent(server, parts, repeatedReads);
  await registerReview(server, parts);
  await registerSources(server, parts);
  await registerSiteSettings(server, parts);
  const takeInsightsTurn = createTakeInsightsTurn(context.config.databasePoolSize);
  await server.register(eventRoutes(context, tracking, readers));
  const responses = { context, store: content, links, findRedirect, takeTurn: takeInsightsTurn };
  await server.register(aggregationRoutes(context, takeInsightsTurn));
  await server.register(eventExportRoutes(context));
  await server.register(weeklyMailRoutes(context));
  await server.register(answerRoutes(responses));
  await server.register(insightsSettingsRoutes(context, tracking));
  await server.register(instanceServiceRoutes(context));
  await server.register(maintenanceRoutes(context));
  await server.register(quotaRoutes(context));
  await server.register(instanceUserRoutes(context));
  await server.register(instanceUserSignInRoutes(context));
  await server.register(instanceOrganizationRoutes(context));
  await server.register(organizationExportRoutes(context));
  await server.register(instanceExportRoutes(context));
  await server.register(archiveImportRoutes(context));
  await server.register(personDataRoutes(context));
  await server.register(instanceJobRoutes(context));
  await server.register(ssoRoutes(context), { prefix: '/sso/saml' });
  await server.register(oidcPageRoutes(context, oidcClients), { prefix: '/sso/oidc' });
  await server.register(appPageRoutes(context, { readers }), { prefix: '/app' });
  addPages(server);

  await server.ready();
  const jobContext = contextOfJobs(context);
  jobs = createJobs({ ...editing, context: jobContext }, { ...search, context: jobContext });
  return {
    ...app,
    auditTable,
    content,
    jobs,
    parts: {
      context,
      store: content,
      readers,
      search: siteSearch,
      specs,
      findRedirect,
      countRedirect,
      findFormerPage,
      tracking,
      recordUse,
    },
  };
}

type Parts = ReturnType<typeof createParts>;

/** Creates what several features share. */
function createParts(context: Context, readers: SiteReaders) {
  const content = createContentStore(context);
  const specs = createSpecFinders(context);
  const readComputed = createReadComputedTree(specs);
  const describeParts = createDescribeParts(context, specs);
  const search = createSearchParts(context, content, readComputed);
  const visible = createVisibleIndexes(context, content);
  const siteSearch = { context, content, search, readers, visible };
  const findRedirect = createFindRedirect(context, content);
  const findFormerPage = createFindFormerPage(context.db);
  const linksStore = createLinksStore(context, content);
  const links = createLinkReads(context, content, { linksStore, findOutline: specs.findOutline });
  const findWarnings = createFindPageWarnings(context, content);
  const editing: EditingParts = {
    context,
    store: content,
    links: linksStore,
    turns: new Turns(),
    findWarnings,
  };
  const comments: CommentParts = {
    context,
    store: content,
    follower: createTargetFollower(context, content),
    editing,
  };
  return {
    context,
    readers,
    content,
    specs,
    readComputed,
    describeParts,
    reads: new ContentReads(context, content, readComputed, describeParts),
    search,
    siteSearch,
    findRedirect,
    findFormerPage,
    links,
    editing,
    comments,
  };
}

/** Accounts, organizations and their members, tokens, and what is recorded and sent of them. */
async function registerPeople(server: FastifyInstance, context: Context): Promise<void> {
  await server.register(userRoutes(context));
  await server.register(userPictureRoutes(context));
  await server.register(deleteUserRoutes(context));
  await server.register(sessionRoutes(context));
  await server.register(signInRoutes(context));
  await server.register(accountRoutes(context));
  await server.register(totpRoutes(context));
  await server.register(passkeyRoutes(context));
  await server.register(organizationRoutes(context, addDefaultSite));
  await server.register(logoRoutes(context));
  await server.register(deleteOrganizationRoutes(context));
  await server.register(memberRoutes(context));
  await server.register(memberSessionRoutes(context));
  await server.register(memberAccessRoutes(context));
  await server.register(placesOfTeamRoutes(context));
  await server.register(visitorClaimsRoutes(context));
  await server.register(domainRoutes(context));
  await server.register(invitationRoutes(context));
  await server.register(pendingInvitationRoutes(context));
  await server.register(linkInviteRoutes(context));
  await server.register(joinRoutes(context));
  await server.register(teamRoutes(context));
  await server.register(teamMemberRoutes(context));
  await server.register(samlRoutes(context));
  await server.register(scimRoutes(context));
  await server.register(tokenRoutes(context));
  await server.register(serviceAccountRoutes(context));
  await server.register(auditRoutes(context));
  await server.register(auditExportRoutes(context));
  await server.register(webhookRoutes(context));
  await server.register(webhookDeliveryRoutes(context));
}

/** Spaces, sites and their structures, and who has which role on them. */
async function registerSpacesAndSites(
  server: FastifyInstance,
  { context, readers, content }: Parts,
): Promise<void> {
  await server.register(collectionRoutes(context));
  await server.register(
    spaceRoutes(context, { presentToVisitor: createPresentToVisitor(context, readers), isActiveShareKey }),
  );
  await server.register(duplicateSpaceRoutes(context));
  const findConditionWarnings = createFindConditionWarnings(context);
  const structures = { context, store: content, findConditionWarnings };
  await server.register(spaceTransferRoutes(context));
  await server.register(siteRoutes(context, createChangeHostname(context)));
  await server.register(structureRoutes(context));
  await server.register(sectionRoutes(structures));
  await server.register(siteSpaceRoutes(structures));
  await server.register(duplicateSiteSpaceRoutes(context));
  await server.register(sectionGroupRoutes(context));
  await server.register(externalLinkRoutes(structures));
  await server.register(permissionRoutes(context));
}

/** Content as it is read: in the API, and as a site publishes it. */
async function registerContent(
  server: FastifyInstance,
  { context, readers, content, readComputed, reads, findRedirect, findFormerPage }: Parts,
  repeatedReads: RepeatedReads,
): Promise<void> {
  await server.register(
    contentRoutes(context, content, repeatedReads, {
      readComputed,
      otherPlaces: [changeRequestContent(context)],
      findMergedFrom: createFindMergedFrom(context),
      claimsOf: claimsOfCaller,
      findReadable: createFindReadable(context),
    }),
  );
  await server.register(
    renderRoutes(context, { store: content, reads }, [
      { ...CURRENT_CONTENT, where: 'a space', operationId: 'renderContentInSpace' },
      { ...changeRequestContent(context), operationId: 'renderContentInChangeRequest' },
    ]),
  );
  await server.register(contentUrlRoutes(context, content, { readers, findFormerPage }));
  await server.register(redirectRoutes(context, content, { readers, findRedirect }));
  await server.register(siteRedirectRoutes(context, content));
  await server.register(redirectCsvRoutes(context, content));
  await server.register(shareLinkRoutes(context));
  await server.register(publishingAuthRoutes(context));
  await server.register(resolveRoutes(context, readers, repeatedReads));
  await server.register(bundleRoutes(context, readers, repeatedReads));
  await server.register(visitorPreviewRoutes(context, content, readers));
  await server.register(previewRoutes(context, content, readers));
  await server.register(pageFrameRoutes(context, readers));
  await server.register(previewLinkRoutes(context, readers));
  await server.register(embedRoutes(context));
}

/** Editing, the review of changes, links and search. */
async function registerReview(
  server: FastifyInstance,
  { context, content, editing, comments, links, search, siteSearch, reads, describeParts }: Parts,
): Promise<void> {
  await server.register(uploadRoutes(context));
  await server.register(resumableUploadRoutes(context));
  await server.register(editingRoutes(editing));
  await server.register(changeRequestRoutes(editing, isSpaceOnSite, claimsOfCaller));
  await server.register(changeRequestUploadRoutes(context));
  await server.register(mergingRoutes(editing, reads));
  await server.register(reviewerRoutes(context));
  await server.register(reviewRoutes(context, createReviewComments(comments)));
  await server.register(commentRoutes(comments));
  await server.register(commentReplyRoutes(comments));
  await server.register(historyRoutes(editing, claimsOfCaller));
  const changesParts = { context, store: content, describeParts };
  await server.register(pageChangesRoutes(changesParts, [changeRequestChanges(context, content)]));
  await server.register(bookmarkRoutes(context, content));
  await server.register(notificationRoutes(context));
  await server.register(presenceRoutes(context, content));
  await server.register(editConflictRoutes(comments));
  await server.register(eventStreamRoutes(context));
  await server.register(trashRoutes(editing));
  await server.register(workingCopyRoutes(context, content));
  await server.register(linkRoutes(context, links, [changeRequestLinks(context)]));
  await server.register(searchRoutes(context, search));
  await server.register(siteSearchRoutes(context, siteSearch));
}

/** Where content comes from beside its editors: conversations, specs, translations, Git and imports. */
async function registerSources(
  server: FastifyInstance,
  { context, content, search, specs, editing }: Parts,
): Promise<void> {
  await server.register(conversationRoutes(context));
  await server.register(conversationClusterRoutes(context, search));
  await server.register(conversationTaskRoutes(context));
  await server.register(conversationSettingsRoutes(context));
  await server.register(openAPISpecRoutes(context));
  await server.register(openAPIVersionRoutes(context));
  await server.register(openAPIFeedRoutes(context));
  await server.register(computedContentRoutes(context, content, specs));
  await server.register(touchedPagesRoutes(context, content));
  await server.register(translationSettingsRoutes(context));
  await server.register(glossaryRoutes(context));
  await server.register(translatedPageRoutes(context));
  await server.register(exchangeRoutes(editing));
  await server.register(estimateRoutes(editing, createFindProvider(context.config)));
  await server.register(gitRoutes(editing));
  await server.register(contentImportRoutes(context, content));
  await server.register(importRunRoutes(context));
  await server.register(organizationImportRoutes(context));
  await server.register(importUploadRoutes(context));
  await server.register(gitConnectionRoutes(context));
  await server.register(gitCheckRoutes(context));
  await server.register(gitPreviewRoutes(context));
  await server.register(gitOperationRoutes(context));
  await server.register(gitBranchRoutes(context));
  await server.register(gitWebhookRoutes(context));
}

async function registerSiteSettings(server: FastifyInstance, { context, content }: Parts): Promise<void> {
  await server.register(customizationRoutes(context));
  await server.register(siteFileRoutes(context));
  await server.register(fetchedSiteFileRoutes(context));
  await server.register(adaptiveSchemaRoutes(context));
  await server.register(conditionRoutes(context, content));
  await server.register(hostnameRoutes(context));
  await server.register(rendererRoutes(context));
}
