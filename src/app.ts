import type { FastifyInstance } from 'fastify';
import type { RouteAccess } from './access/authorize.ts';
import { findBasis } from './access/decision-basis.ts';
import { RepeatedReads } from './access/repeated-reads.ts';
import { createJobs } from './app-jobs.ts';
import { appPageRoutes } from './app-pages/app-pages.routes.ts';
import { buildBareApp } from './bare-app.ts';
import { createFindFormerPage } from './content/references/former-pages.ts';
import { type ContentStore, createContentStore } from './content/revisions/content-store.ts';
import { type Context, contextOfJobs } from './context.ts';
import { accountRoutes } from './features/accounts/account.routes.ts';
import { signInRoutes } from './features/accounts/sign-in.routes.ts';
import { totpRoutes } from './features/accounts/totp/totp.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { type AuditedRoute, requireAuditDeclarations } from './features/audit/declared-audit.ts';
import { changeRequestChanges } from './features/change-requests/change-request-changes.ts';
import {
  changeRequestContent,
  changeRequestLinks,
  createFindMergedFrom,
} from './features/change-requests/change-request-content.ts';
import { changeRequestRoutes } from './features/change-requests/change-requests.routes.ts';
import { mergingRoutes } from './features/change-requests/merging/merging.routes.ts';
import { reviewRoutes } from './features/change-requests/reviews/reviews.routes.ts';
import { collectionRoutes } from './features/collections/collections.routes.ts';
import { commentRoutes } from './features/comments/comments.routes.ts';
import { createTargetFollower } from './features/comments/follow-targets.ts';
import type { CommentParts } from './features/comments/load-comments.ts';
import { commentReplyRoutes } from './features/comments/replies.routes.ts';
import { createReviewComments } from './features/comments/review-comments.ts';
import { contentImportRoutes } from './features/content-import/content-import.routes.ts';
import { contentUrlRoutes } from './features/content-urls/content-urls.routes.ts';
import { conversationClusterRoutes } from './features/conversations/clusters/clusters.routes.ts';
import { conversationRoutes } from './features/conversations/conversations.routes.ts';
import { conversationSettingsRoutes } from './features/conversations/settings/settings.routes.ts';
import { conversationTaskRoutes } from './features/conversations/tasks/tasks.routes.ts';
import { domainRoutes } from './features/domains/domains.routes.ts';
import { editingRoutes } from './features/editing/editing.routes.ts';
import type { EditingParts } from './features/editing/editing-parts.ts';
import { Turns } from './features/editing/turns.ts';
import { embedRoutes } from './features/embeds/embeds.routes.ts';
import { addDefaultSite } from './features/first-site/default-site.ts';
import { gitBranchRoutes } from './features/git/branches/branches.routes.ts';
import { gitConnectionRoutes } from './features/git/connection/connection.routes.ts';
import { gitRoutes } from './features/git/git.routes.ts';
import { gitOperationRoutes } from './features/git/operations/operations.routes.ts';
import { gitWebhookRoutes } from './features/git/webhooks/git-webhooks.routes.ts';
import { historyRoutes } from './features/history/history.routes.ts';
import { pageChangesRoutes } from './features/history/page-changes/page-changes.routes.ts';
import { aggregationRoutes } from './features/insights/aggregate/aggregation.routes.ts';
import { answerRoutes } from './features/insights/answers/answers.routes.ts';
import { createTracking } from './features/insights/events/create-tracking.ts';
import { eventRoutes } from './features/insights/events/events.routes.ts';
import { eventExportRoutes } from './features/insights/export/event-export.routes.ts';
import { createTakeInsightsTurn } from './features/insights/insights-turns.ts';
import { insightsSettingsRoutes } from './features/insights/settings/insights-settings.routes.ts';
import { weeklyMailRoutes } from './features/insights/weekly/weekly-mail.routes.ts';
import { invitationRoutes } from './features/invites/invitations.routes.ts';
import { joinRoutes } from './features/invites/join.routes.ts';
import { linkInviteRoutes } from './features/invites/link-invites.routes.ts';
import { countChecks } from './features/links/checks/external-links.queries.ts';
import { linkRoutes } from './features/links/links.routes.ts';
import { createLinkReads } from './features/links/links.service.ts';
import { createLinksStore } from './features/links/resolution/links-store.ts';
import { memberAccessRoutes } from './features/member-access/member-access.routes.ts';
import { memberRoutes } from './features/members/members.routes.ts';
import { visitorClaimsRoutes } from './features/members/visitor-claims/visitor-claims.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { openAPIFeedRoutes } from './features/openapi/feed.routes.ts';
import { openAPISpecRoutes } from './features/openapi/openapi.routes.ts';
import { computedContentRoutes } from './features/openapi/pages/computed-content.routes.ts';
import { createReadComputedTree } from './features/openapi/pages/computed-tree.ts';
import { createSpecFinders } from './features/openapi/reference/spec-finders.ts';
import { openAPIVersionRoutes } from './features/openapi/versions.routes.ts';
import { touchedPagesRoutes } from './features/openapi-drift/touched-pages.routes.ts';
import { deleteOrganizationRoutes } from './features/organization-deletion/delete-organization.routes.ts';
import { organizationRoutes } from './features/organizations/organizations.routes.ts';
import { permissionRoutes } from './features/permissions/permissions.routes.ts';
import { presenceRoutes } from './features/presence/presence.routes.ts';
import { bundleRoutes } from './features/published-content/bundle/bundle.routes.ts';
import { createPresentToVisitor } from './features/published-content/present-space-to-visitor.ts';
import { previewRoutes } from './features/published-content/previews/previews.routes.ts';
import { createFindReadable } from './features/published-content/readable-revisions.ts';
import { resolveRoutes } from './features/published-content/resolve.routes.ts';
import { visitorPreviewRoutes } from './features/published-content/visitor-preview/visitor-preview.routes.ts';
import { contentRoutes } from './features/revisions/content.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { createSearchParts } from './features/search/search-parts.ts';
import { sessionRoutes } from './features/sessions/sessions.routes.ts';
import { samlRoutes } from './features/sign-on/saml/saml.routes.ts';
import { createFindRedirect } from './features/site-redirects/find-redirect.ts';
import { useCountedRedirects } from './features/site-redirects/redirect-uses.ts';
import { redirectRoutes } from './features/site-redirects/redirects.routes.ts';
import { redirectCsvRoutes } from './features/site-redirects/redirects-csv.routes.ts';
import { siteSearchRoutes } from './features/site-search/site-search.routes.ts';
import { createVisibleIndexes } from './features/site-search/visible-indexes.ts';
import { adaptiveSchemaRoutes } from './features/site-settings/adaptive-schema/adaptive-schema.routes.ts';
import { conditionRoutes } from './features/site-settings/conditions/conditions.routes.ts';
import { createFindConditionWarnings } from './features/site-settings/conditions/find-condition-warnings.ts';
import { createFindPageWarnings } from './features/site-settings/conditions/find-page-warnings.ts';
import { customizationRoutes } from './features/site-settings/customization/customization.routes.ts';
import { createChangeHostname } from './features/site-settings/hostnames/change-hostname.ts';
import { hostnameRoutes } from './features/site-settings/hostnames/hostnames.routes.ts';
import { rendererRoutes } from './features/site-settings/renderer/renderer.routes.ts';
import { publishingAuthRoutes } from './features/site-visitors/publishing-auth/publishing-auth.routes.ts';
import { shareLinkRoutes } from './features/site-visitors/share-links/share-links.routes.ts';
import { createSiteReaders } from './features/site-visitors/site-readers.ts';
import { claimsOfCaller } from './features/site-visitors/site-visitor.ts';
import { createVisitorGate } from './features/site-visitors/visitor-gate.ts';
import { siteRoutes } from './features/sites/sites.routes.ts';
import { externalLinkRoutes } from './features/sites/structure/external-links.routes.ts';
import { sectionGroupRoutes } from './features/sites/structure/section-groups.routes.ts';
import { sectionRoutes } from './features/sites/structure/sections.routes.ts';
import { siteSpaceRoutes } from './features/sites/structure/site-spaces.routes.ts';
import { structureRoutes } from './features/sites/structure/structure.routes.ts';
import { duplicateSiteSpaceRoutes } from './features/space-lifecycle/duplicate-site-space.routes.ts';
import { duplicateSpaceRoutes } from './features/space-lifecycle/duplicate-space.routes.ts';
import { spaceTransferRoutes } from './features/space-lifecycle/transfer/transfer.routes.ts';
import { spaceRoutes } from './features/spaces/spaces.routes.ts';
import { teamMemberRoutes } from './features/teams/team-members.routes.ts';
import { teamRoutes } from './features/teams/teams.routes.ts';
import { tokenRoutes } from './features/tokens/tokens.routes.ts';
import { useLastUse } from './features/tokens/use-last-use.ts';
import { estimateRoutes } from './features/translations/estimate/estimate.routes.ts';
import { exchangeRoutes } from './features/translations/exchange/exchange.routes.ts';
import { glossaryRoutes } from './features/translations/glossary/glossary.routes.ts';
import { createFindProvider } from './features/translations/providers/find-provider.ts';
import { translationSettingsRoutes } from './features/translations/settings/settings.routes.ts';
import { translatedPageRoutes } from './features/translations/sync/pages.routes.ts';
import { deleteUserRoutes } from './features/user-deletion/delete-user.routes.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { webhookDeliveryRoutes } from './features/webhooks/deliveries.routes.ts';
import { webhookRoutes } from './features/webhooks/webhooks.routes.ts';
import { workingCopyRoutes } from './features/working-copies/working-copies.routes.ts';
import { answerBeforeFramework } from './http/before-framework.ts';
import { isDebugLogged } from './http/request-log.ts';
import type { Jobs } from './jobs/job-definition.ts';
import { countJobs } from './jobs/queue.ts';
import { type Assets, createAssets } from './published/assets.ts';
import { ProgramReads } from './published/insights/program-reads.ts';
import { createPublishedParts } from './published/published-parts.ts';
import { SiteTraffic } from './published/site-traffic.ts';
import { ssoRoutes } from './sign-in-pages/sso/sso.routes.ts';

export interface App {
  server: FastifyInstance;
  /** Every route with the access that it declares. */
  accessTable: RouteAccess[];
  /** Every route of the API that changes something, with what the audit records of it. */
  auditTable: AuditedRoute[];
  content: ContentStore;
  jobs: Jobs;
  /** Used by the sites origin. */
  published: ReturnType<typeof createPublishedParts>;
}

/** Builds the API's server: the platform, then the features, one line each. Listens to nothing yet. */
export async function buildApp(
  context: Context,
  { assets = createAssets() }: { assets?: Assets } = {},
): Promise<App> {
  const readers = createSiteReaders(context);
  const visitors = createVisitorGate(context, readers);
  const app = await buildBareApp(context, visitors);
  const { server } = app;
  const auditTable = requireAuditDeclarations(server);
  const content = createContentStore(context);
  const specs = createSpecFinders(context);
  const readComputed = createReadComputedTree(specs);
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
  };
  server.metrics.addMetric({
    name: 'jobs',
    help: 'Waiting and running jobs.',
    label: 'state',
    read: () => countJobs(context.db),
  });
  server.metrics.addMetric({
    name: 'ready_answers_bytes',
    help: 'Memory used by cached responses, in bytes.',
    read: () => content.answers.bytes,
  });
  const { readQuota } = context;
  server.metrics.addMetric({
    name: 'read_work_seconds_total',
    help: 'Processor time of reads whose answer was not in memory, in seconds.',
    type: 'counter',
    read: () => readQuota.usedMs / 1000,
  });
  server.metrics.addMetric({
    name: 'read_quota_refusals_total',
    help: 'Reads that were refused because their caller had used up a quota.',
    type: 'counter',
    read: () => readQuota.refusals,
  });
  if (context.config.linkCheckDays !== undefined) {
    server.metrics.addMetric({
      name: 'external_links',
      help: 'External links by the result of their last check.',
      label: 'state',
      read: () => countChecks(context.db),
    });
  }

  const traffic = new SiteTraffic();
  server.metrics.addMetric({
    name: 'site_responses_total',
    help: 'Responses of published sites, by the id of the site and what was asked for.',
    type: 'counter',
    read: () => traffic.list(),
  });
  const tracking = createTracking(context, content);
  const programReads = new ProgramReads(tracking, context);
  server.metrics.addMetric({
    name: 'events_lost_total',
    help: 'Reads of programs and of missing pages on published sites that could not be recorded.',
    type: 'counter',
    read: () => programReads.lost,
  });
  server.addHook('onClose', () => programReads.settle());
  const recordUse = useLastUse(server, context);
  const countRedirect = useCountedRedirects(server, context);
  const repeatedReads = new RepeatedReads({
    findBasis: (call, granted) => findBasis({ pointers: context.pointers, visitors }, call, granted),
    clock: context.clock,
    newRequestId: app.newRequestId,
    onAnswer: ({ actor, method, route, status, milliseconds }) => {
      if (actor) recordUse(actor);
      server.metrics.requests.count(method, route, status, milliseconds);
    },
  });
  // A limit counts, and a log of all reads tells, what passes through the framework.
  if (context.config.rateLimit === undefined && !isDebugLogged(server))
    answerBeforeFramework(server, (...exchange) => repeatedReads.answer(...exchange));
  await server.register(userRoutes(context));
  await server.register(deleteUserRoutes(context));
  await server.register(sessionRoutes(context));
  await server.register(signInRoutes(context));
  await server.register(accountRoutes(context));
  await server.register(totpRoutes(context));
  await server.register(organizationRoutes(context, addDefaultSite));
  await server.register(deleteOrganizationRoutes(context));
  await server.register(memberRoutes(context));
  await server.register(memberAccessRoutes(context));
  await server.register(visitorClaimsRoutes(context));
  await server.register(domainRoutes(context));
  await server.register(invitationRoutes(context));
  await server.register(linkInviteRoutes(context));
  await server.register(joinRoutes(context));
  await server.register(teamRoutes(context));
  await server.register(teamMemberRoutes(context));
  await server.register(samlRoutes(context));
  await server.register(tokenRoutes(context));
  await server.register(auditRoutes(context));
  await server.register(webhookRoutes(context));
  await server.register(webhookDeliveryRoutes(context));
  await server.register(collectionRoutes(context));
  await server.register(spaceRoutes(context, createPresentToVisitor(context, readers)));
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
  await server.register(
    contentRoutes(context, content, repeatedReads, {
      readComputed,
      otherPlaces: [changeRequestContent(context)],
      findMergedFrom: createFindMergedFrom(context),
      claimsOf: claimsOfCaller,
      findReadable: createFindReadable(context),
    }),
  );
  await server.register(contentUrlRoutes(context, content, { readers, findFormerPage }));
  await server.register(redirectRoutes(context, content, { readers, findRedirect }));
  await server.register(redirectCsvRoutes(context, content));
  await server.register(shareLinkRoutes(context));
  await server.register(publishingAuthRoutes(context));
  await server.register(resolveRoutes(context, readers, repeatedReads));
  await server.register(bundleRoutes(context, readers, repeatedReads));
  await server.register(visitorPreviewRoutes(context, content, readers));
  await server.register(previewRoutes(context, content, readers));
  await server.register(embedRoutes(context));
  await server.register(editingRoutes(editing));
  await server.register(changeRequestRoutes(editing));
  await server.register(mergingRoutes(editing));
  await server.register(reviewRoutes(context, createReviewComments(comments)));
  await server.register(commentRoutes(comments));
  await server.register(commentReplyRoutes(comments));
  await server.register(historyRoutes(editing));
  await server.register(pageChangesRoutes(context, content, [changeRequestChanges(context)]));
  await server.register(notificationRoutes(context));
  await server.register(presenceRoutes(context, content));
  await server.register(workingCopyRoutes(context, content));
  await server.register(linkRoutes(context, links, [changeRequestLinks(context)]));
  await server.register(searchRoutes(context, search));
  await server.register(siteSearchRoutes(context, siteSearch));
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
  await server.register(gitConnectionRoutes(context));
  await server.register(gitOperationRoutes(context));
  await server.register(gitBranchRoutes(context));
  await server.register(gitWebhookRoutes(context));
  await server.register(customizationRoutes(context));
  await server.register(adaptiveSchemaRoutes(context));
  await server.register(conditionRoutes(context, content));
  await server.register(hostnameRoutes(context));
  await server.register(rendererRoutes(context));
  await server.register(eventRoutes(context, tracking, readers));
  const takeInsightsTurn = createTakeInsightsTurn(context.config.databasePoolSize);
  const answers = { context, store: content, links, findRedirect, takeTurn: takeInsightsTurn };
  await server.register(aggregationRoutes(context, takeInsightsTurn));
  await server.register(eventExportRoutes(context));
  await server.register(weeklyMailRoutes(context));
  await server.register(answerRoutes(answers));
  await server.register(insightsSettingsRoutes(context, tracking));
  await server.register(ssoRoutes(context), { prefix: '/sso/saml' });
  await server.register(appPageRoutes(context, content, { search, links, editing, readers, answers }), {
    prefix: '/app',
  });

  await server.ready();
  const jobContext = contextOfJobs(context);
  return {
    ...app,
    auditTable,
    content,
    jobs: createJobs({ ...editing, context: jobContext }, { ...search, context: jobContext }),
    published: createPublishedParts(context, content, {
      readers,
      search: siteSearch,
      specs,
      assets,
      findRedirect,
      countRedirect,
      findFormerPage,
      traffic,
      tracking,
      programReads,
    }),
  };
}
