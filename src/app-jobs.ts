import type { Context } from './context.ts';
import { createAccountSweepJob } from './features/accounts/account-sweep.jobs.ts';
import { createPasswordResetJob } from './features/accounts/reset-link.ts';
import { createContentImportJob } from './features/content-import/content-import.jobs.ts';
import { createConversationUpkeepJob } from './features/conversations/conversation-upkeep.jobs.ts';
import { createConversationIssuesJob } from './features/conversations/issues/conversation-issues.jobs.ts';
import { createDomainChecksJob } from './features/domains/domains.jobs.ts';
import type { EditingParts } from './features/editing/editing-parts.ts';
import { createDefaultSiteJob } from './features/first-site/default-site.jobs.ts';
import { createFirstSiteJob } from './features/first-site/first-site.jobs.ts';
import { createGitExportJob } from './features/git/export/git-export.jobs.ts';
import { createGitImportJob } from './features/git/git.jobs.ts';
import { createGitStatusJob } from './features/git/statuses/git-status.jobs.ts';
import { createGitContentJob } from './features/git/sync/git-content.jobs.ts';
import { createGitSyncJob } from './features/git/sync/git-sync.jobs.ts';
import { createGitPollJob } from './features/git/upkeep/git-poll.jobs.ts';
import { createGitSweepJob } from './features/git/upkeep/git-sweep.jobs.ts';
import {
  createInsightsRollupsJob,
  createInsightsUpkeepJob,
} from './features/insights/upkeep/insights-upkeep.jobs.ts';
import { createComposeWeekly } from './features/insights/weekly/compose-weekly.ts';
import { createWeeklyMailsJob } from './features/insights/weekly/weekly-mails.jobs.ts';
import { createLinkCheckJob } from './features/links/checks/link-checks.jobs.ts';
import { createLinkReads } from './features/links/links.service.ts';
import { createFillSpaceReferencesJob } from './features/links/other-spaces/space-references.jobs.ts';
import { createComposeNotification } from './features/notifications/compose-notification.ts';
import { createOpenAPIProcessingJob } from './features/openapi/process-spec.jobs.ts';
import { createFindOutline } from './features/openapi/reference/spec-outlines.ts';
import { createOpenAPIRefreshJob } from './features/openapi/refresh.jobs.ts';
import { createComposeSpecMail } from './features/openapi-drift/compose-spec-mail.ts';
import { createOpenAPINewsJob } from './features/openapi-drift/openapi-news.jobs.ts';
import { createOrganizationPurgeJob } from './features/organization-deletion/purge.jobs.ts';
import { createPresenceSweepJob } from './features/presence/presence-sweep.jobs.ts';
import { createRetentionJob } from './features/retention/retention.jobs.ts';
import { createPageDrawingJob } from './features/revisions/drawing/page-drawing.jobs.ts';
import { createSearchIndexJob } from './features/search/search-index.jobs.ts';
import type { SearchParts } from './features/search/search-parts.ts';
import { createSamlSweepJob } from './features/sign-on/saml/sweep.jobs.ts';
import { createFindRedirect } from './features/site-redirects/find-redirect.ts';
import { createSiteRendererJob } from './features/site-settings/renderer/renderer.jobs.ts';
import { createSiteUpkeepJob } from './features/site-settings/upkeep.jobs.ts';
import { createSpacePurgeJob } from './features/space-lifecycle/purge/purge.jobs.ts';
import { createSpaceTransferJob } from './features/space-lifecycle/transfer/transfer.jobs.ts';
import { createContentSweepJob } from './features/sweep/sweep.jobs.ts';
import { createFindProvider } from './features/translations/providers/find-provider.ts';
import {
  createTranslationSyncJob,
  createTranslationWatchJob,
} from './features/translations/sync/translation-sync.jobs.ts';
import { findTicketById, ticketText } from './features/users/tickets.queries.ts';
import { createWebhookDeliveriesJob } from './features/webhooks/deliver.jobs.ts';
import { createWebhookSweepJob } from './features/webhooks/sweep.jobs.ts';
import type { Jobs } from './jobs/job-definition.ts';
import { createSendMailJob, type FindMailTicket } from './mail/send-mail.jobs.ts';

/** All jobs of the service, one line each. */
export const createJobs = (editing: EditingParts, search: SearchParts): Jobs => {
  const { context, store: content } = editing;
  return {
    'account-sweep': createAccountSweepJob(context),
    'content-import': createContentImportJob(editing),
    'content-sweep': createContentSweepJob(context),
    'conversation-issues': createConversationIssuesJob(context, search),
    'conversation-upkeep': createConversationUpkeepJob(context, search),
    'default-site': createDefaultSiteJob(editing),
    'domain-checks': createDomainChecksJob(context),
    'first-site': createFirstSiteJob(editing),
    'git-content': createGitContentJob(context),
    'git-export': createGitExportJob(context, editing),
    'git-import': createGitImportJob(context, editing),
    'git-poll': createGitPollJob(context),
    'git-status': createGitStatusJob(context),
    'git-sweep': createGitSweepJob(context),
    'git-sync': createGitSyncJob(context, editing),
    'insights-rollups': createInsightsRollupsJob(context),
    'insights-upkeep': createInsightsUpkeepJob(context),
    'link-checks': createLinkCheckJob(context, content),
    'mail.send': createSendMailJob(context, {
      findTicket: mailTicketsOf(context),
      findNotification: createComposeNotification(context),
      findWeekly: createComposeWeekly({
        context,
        store: content,
        links: createLinkReads(context, content, {
          linksStore: editing.links,
          findOutline: createFindOutline(context),
        }),
        findRedirect: createFindRedirect(context, content),
      }),
      findSpecMail: createComposeSpecMail(context),
    }),
    'openapi-news': createOpenAPINewsJob(context),
    'openapi-processing': createOpenAPIProcessingJob(context),
    'openapi-refresh': createOpenAPIRefreshJob(context),
    'organization-purge': createOrganizationPurgeJob(context),
    'page-drawing': createPageDrawingJob(context, content),
    'password-reset': createPasswordResetJob(context),
    'presence-sweep': createPresenceSweepJob(context),
    retention: createRetentionJob(context),
    'saml-sweep': createSamlSweepJob(context),
    'search-index': createSearchIndexJob(context, content),
    'site-renderer': createSiteRendererJob(context),
    'site-upkeep': createSiteUpkeepJob(context),
    'space-purge': createSpacePurgeJob(context),
    'space-references': createFillSpaceReferencesJob(context, content),
    'space-transfer': createSpaceTransferJob(context),
    'translation-sync': createTranslationSyncJob(editing, createFindProvider(context.config)),
    'translation-watch': createTranslationWatchJob(context),
    'webhook-deliveries': createWebhookDeliveriesJob(context),
    'webhook-sweep': createWebhookSweepJob(context),
    'weekly-mails': createWeeklyMailsJob(context),
  };
};

/** Mail does not depend on users: it is given a function that finds the ticket behind a link. */
export const mailTicketsOf =
  ({ db, keyRing, clock }: Pick<Context, 'db' | 'keyRing' | 'clock'>): FindMailTicket =>
  async ({ ticketId, template }) => {
    const ticket = await findTicketById(db, { ticketId, purpose: template, now: clock() });
    return ticket && { text: ticketText(keyRing, ticketId), expiresAt: ticket.expires_at };
  };
