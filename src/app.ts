import type { FastifyInstance } from 'fastify';
import type { RouteAccess } from './access/authorize.ts';
import { epochOf } from './access/pointers.ts';
import { appPageRoutes } from './app-pages/app-pages.routes.ts';
import { ssoRoutes } from './app-pages/sso/sso.routes.ts';
import { buildBareApp } from './bare-app.ts';
import type { Context } from './context.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { ACCOUNT_SWEEP, createAccountSweepJob } from './features/account/account-sweep.jobs.ts';
import { createPasswordResetJob, PASSWORD_RESET } from './features/account/reset-link.ts';
import { signInRoutes } from './features/account/sign-in.routes.ts';
import { totpRoutes } from './features/account/totp/totp.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { collectionRoutes } from './features/collections/collections.routes.ts';
import { createServedFiles } from './features/content/files/served-file.ts';
import { countChecks } from './features/content/links/checks/external-links.repository.ts';
import { createLinkCheckJob, LINK_CHECKS } from './features/content/links/checks/link-checks.jobs.ts';
import { linkRoutes } from './features/content/links/links.routes.ts';
import { createLinkReads } from './features/content/links/links.service.ts';
import { createFillSpaceReferencesJob } from './features/content/links/other-spaces/space-references.jobs.ts';
import { FILL_SPACE_REFERENCES } from './features/content/links/other-spaces/update-space-references.ts';
import { contentRoutes } from './features/content/revisions/content.routes.ts';
import { type ContentStore, createContentStore } from './features/content/revisions/content-store.ts';
import { searchRoutes } from './features/content/search/search.routes.ts';
import { createSearchIndexJob } from './features/content/search/search-index.jobs.ts';
import { createSearchParts } from './features/content/search/search-parts.ts';
import { CONTENT_SWEEP } from './features/content/sweep/enqueue-sweep.ts';
import { createContentSweepJob } from './features/content/sweep/sweep.jobs.ts';
import { createDomainChecksJob, DOMAIN_CHECKS } from './features/domains/domains.jobs.ts';
import { domainRoutes } from './features/domains/domains.routes.ts';
import { createGitImportJob } from './features/git/git.jobs.ts';
import { gitRoutes } from './features/git/git.routes.ts';
import { GIT_IMPORT } from './features/git/git.service.ts';
import { invitationRoutes } from './features/invites/invitations.routes.ts';
import { joinRoutes } from './features/invites/join.routes.ts';
import { linkInviteRoutes } from './features/invites/link-invites.routes.ts';
import { memberAccessRoutes } from './features/members/member-access.routes.ts';
import { memberRoutes } from './features/members/members.routes.ts';
import { visitorClaimsRoutes } from './features/members/visitor-claims/visitor-claims.routes.ts';
import { deleteOrganizationRoutes } from './features/organizations/deletion/delete-organization.routes.ts';
import { ORGANIZATION_PURGE } from './features/organizations/deletion/enqueue-organization-purge.ts';
import { createOrganizationPurgeJob } from './features/organizations/deletion/purge.jobs.ts';
import { organizationRoutes } from './features/organizations/organizations.routes.ts';
import { permissionRoutes } from './features/permissions/permissions.routes.ts';
import { samlRoutes } from './features/saml/saml.routes.ts';
import { createSamlSweepJob, SAML_SWEEP } from './features/saml/sweep.jobs.ts';
import { sessionRoutes } from './features/sessions/sessions.routes.ts';
import { SPACE_PURGE } from './features/spaces/purge/enqueue-purge.ts';
import { createSpacePurgeJob } from './features/spaces/purge/purge.jobs.ts';
import { createRetentionJob, RETENTION } from './features/spaces/purge/retention.jobs.ts';
import { SEARCH_INDEX } from './features/spaces/search-index-job.ts';
import { spaceRoutes } from './features/spaces/spaces.routes.ts';
import { createSpaceTransferJob } from './features/spaces/transfer/transfer.jobs.ts';
import { spaceTransferRoutes } from './features/spaces/transfer/transfer.routes.ts';
import { SPACE_TRANSFER } from './features/spaces/transfer/transfer.service.ts';
import { teamMemberRoutes } from './features/teams/team-members.routes.ts';
import { teamRoutes } from './features/teams/teams.routes.ts';
import { tokenRoutes } from './features/tokens/tokens.routes.ts';
import { useLastUse } from './features/tokens/use-last-use.ts';
import { deleteUserRoutes } from './features/users/deletion/delete-user.routes.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { RepeatedReads, serveRepeatedReads } from './http/repeated-reads.ts';
import { isDebugLogged } from './http/request-log.ts';
import { countJobs } from './jobs/queue.ts';
import type { JobBody } from './jobs/worker.ts';
import { SEND_MAIL } from './mail/enqueue-mail.ts';
import { createSendMailJob } from './mail/send-mail.jobs.ts';

export interface App {
  server: FastifyInstance;
  /** Every route with the access that it declares. */
  accessTable: RouteAccess[];
  content: ContentStore;
  jobBodies: Record<string, JobBody>;
  /** The kinds of jobs that keep things in order, for which nobody waits. */
  patientJobs: readonly string[];
  /** For the sites origin. */
  findServedFile: ReturnType<typeof createServedFiles>;
}

/**
 * Builds the API's server: the platform, then the features, one line each. Listens to nothing yet. `prepare` is called
 * with the server before it has any route, for tests that watch all answers.
 */
export async function buildApp(context: Context, prepare?: (server: FastifyInstance) => void): Promise<App> {
  const app = await buildBareApp(context, prepare);
  const { server } = app;
  const content = createContentStore(context);
  const search = createSearchParts(context, content);
  const links = createLinkReads(context, content);
  server.metrics.addGauge({
    name: 'jobs',
    help: 'Jobs that wait and that run.',
    label: 'state',
    read: () => countJobs(context.db),
  });
  server.metrics.addGauge({
    name: 'ready_answers_bytes',
    help: 'Memory that ready answers take.',
    read: () => content.answers.calculatedSize,
  });
  if (context.config.linkCheckDays !== undefined) {
    server.metrics.addGauge({
      name: 'external_links',
      help: 'Addresses outside by what their last check showed.',
      label: 'state',
      read: () => countChecks(context.db),
    });
  }

  const recordUse = useLastUse(server, context);
  const repeatedReads = new RepeatedReads({
    answers: content.answers,
    epoch: () => epochOf(context.pointers),
    clock: context.clock,
    newRequestId: app.newRequestId,
    onAnswer: ({ actor, route, status, milliseconds }) => {
      recordUse(actor);
      server.metrics.requests.count('GET', route, status, milliseconds);
    },
  });
  // A limit counts, and a log of all reads tells, what passes through the framework.
  if (context.config.rateLimit === undefined && !isDebugLogged(server))
    serveRepeatedReads(server, repeatedReads);
  await server.register(userRoutes(context));
  await server.register(deleteUserRoutes(context));
  await server.register(sessionRoutes(context));
  await server.register(signInRoutes(context));
  await server.register(accountRoutes(context));
  await server.register(totpRoutes(context));
  await server.register(organizationRoutes(context));
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
  await server.register(collectionRoutes(context));
  await server.register(spaceRoutes(context));
  await server.register(spaceTransferRoutes(context));
  await server.register(permissionRoutes(context));
  await server.register(contentRoutes(context, content, repeatedReads));
  await server.register(linkRoutes(context, content, links));
  await server.register(searchRoutes(context, content, search));
  await server.register(gitRoutes(context));
  await server.register(ssoRoutes(context), { prefix: '/sso/saml' });
  await server.register(appPageRoutes(context, content, { search, links }), { prefix: '/app' });

  await server.ready();
  return {
    ...app,
    content,
    jobBodies: {
      [GIT_IMPORT]: createGitImportJob(context, content),
      [LINK_CHECKS]: createLinkCheckJob(context, content),
      [FILL_SPACE_REFERENCES]: createFillSpaceReferencesJob(context, content),
      [SEARCH_INDEX]: createSearchIndexJob(context, content),
      [SPACE_TRANSFER]: createSpaceTransferJob(context),
      [SPACE_PURGE]: createSpacePurgeJob(context),
      [ORGANIZATION_PURGE]: createOrganizationPurgeJob(context),
      [CONTENT_SWEEP]: createContentSweepJob(context),
      [RETENTION]: createRetentionJob(context),
      [ACCOUNT_SWEEP]: createAccountSweepJob(context),
      [SAML_SWEEP]: createSamlSweepJob(context),
      [PASSWORD_RESET]: createPasswordResetJob(context),
      [SEND_MAIL]: createSendMailJob(context),
      [DOMAIN_CHECKS]: createDomainChecksJob(context),
    },
    patientJobs: [
      DOMAIN_CHECKS,
      LINK_CHECKS,
      FILL_SPACE_REFERENCES,
      SEARCH_INDEX,
      SPACE_PURGE,
      ORGANIZATION_PURGE,
      CONTENT_SWEEP,
      RETENTION,
      ACCOUNT_SWEEP,
      SAML_SWEEP,
    ],
    findServedFile: createServedFiles(context, content),
  };
}
