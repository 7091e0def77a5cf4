import { createDirectoryCheckJob } from '../domains/access/sign-on/ldap/check-directories.jobs.ts';
import { createSamlSweepJob } from '../domains/access/sign-on/saml/sweep.jobs.ts';
import type { EditingParts } from '../domains/content/editing/editing-parts.ts';
import { createLinkCheckJob } from '../domains/content/links/checks/link-checks.jobs.ts';
import { createLinkReads } from '../domains/content/links/links.service.ts';
import { createFillSpaceReferencesJob } from '../domains/content/links/other-spaces/space-references.jobs.ts';
import { createComputedPathsJob } from '../domains/content/revisions/computed-paths.jobs.ts';
import { createSearchIndexJob } from '../domains/content/search/search-index.jobs.ts';
import type { SearchParts } from '../domains/content/search/search-parts.ts';
import { createContentSweepJob } from '../domains/content/sweep/sweep.jobs.ts';
import { createUploadSweepJob } from '../domains/content/sweep/upload-sweep.jobs.ts';
import { createConversationUpkeepJob } from '../domains/conversations/conversation-upkeep.jobs.ts';
import { createConversationIssuesJob } from '../domains/conversations/issues/conversation-issues.jobs.ts';
import { createAuditStreamJob } from '../domains/core/audit-stream/audit-stream.jobs.ts';
import { createWebhookDeliveriesJob } from '../domains/core/webhooks/deliver.jobs.ts';
import { createWebhookSweepJob } from '../domains/core/webhooks/sweep.jobs.ts';
import { createGitExportJob } from '../domains/git/export/git-export.jobs.ts';
import { createGitImportJob } from '../domains/git/git.jobs.ts';
import { createGitPreviewJob } from '../domains/git/preview/git-preview.jobs.ts';
import { createGitStatusJob } from '../domains/git/statuses/git-status.jobs.ts';
import { createGitContentJob } from '../domains/git/sync/git-content.jobs.ts';
import { createGitSyncJob } from '../domains/git/sync/git-sync.jobs.ts';
import { createGitPollJob } from '../domains/git/upkeep/git-poll.jobs.ts';
import { createGitSweepJob } from '../domains/git/upkeep/git-sweep.jobs.ts';
import { createAccountSweepJob } from '../domains/identity/accounts/account-sweep.jobs.ts';
import { createPasswordResetJob } from '../domains/identity/accounts/reset-link.ts';
import { createDomainChecksJob } from '../domains/identity/domains/domains.jobs.ts';
import { findTicketById, ticketText } from '../domains/identity/users/tickets.queries.ts';
import { createContentImportJob } from '../domains/import/content-import.jobs.ts';
import { createOrganizationImportJob } from '../domains/import/organization/organization-import.jobs.ts';
import {
  createInsightsRollupsJob,
  createInsightsUpkeepJob,
} from '../domains/insights/upkeep/insights-upkeep.jobs.ts';
import { createComposeWeekly } from '../domains/insights/weekly/compose-weekly.ts';
import { createWeeklyMailsJob } from '../domains/insights/weekly/weekly-mails.jobs.ts';
import { createBackupJob } from '../domains/instance/backup/backup.jobs.ts';
import {
  createAutosavePackingJob,
  createAutosaveUpkeepJob,
} from '../domains/lifecycle/autosaves/autosaves.jobs.ts';
import { createDefaultSiteJob } from '../domains/lifecycle/first-site/default-site.jobs.ts';
import { createFirstSiteJob } from '../domains/lifecycle/first-site/first-site.jobs.ts';
import {
  createArchiveImportJob,
  createArchiveSweepJob,
  createOrganizationExportJob,
} from '../domains/lifecycle/organization-archive/archives.jobs.ts';
import { createOrganizationPurgeJob } from '../domains/lifecycle/organization-deletion/purge.jobs.ts';
import { createRetentionJob } from '../domains/lifecycle/retention/retention.jobs.ts';
import { createSpacePurgeJob } from '../domains/lifecycle/space-lifecycle/purge/purge.jobs.ts';
import { createSpaceTransferJob } from '../domains/lifecycle/space-lifecycle/transfer/transfer.jobs.ts';
import { createPageDrawingJob } from '../domains/publishing/published-content/page-drawing/page-drawing.jobs.ts';
import { createFindRedirect } from '../domains/publishing/site-redirects/find-redirect.ts';
import { createSitePurgeJob } from '../domains/publishing/site-settings/purges/site-purge.jobs.ts';
import { createSiteRendererJob } from '../domains/publishing/site-settings/renderer/renderer.jobs.ts';
import { createSiteUpkeepJob } from '../domains/publishing/site-settings/upkeep.jobs.ts';
import { createScheduledMergeJob } from '../domains/review/change-requests/scheduling/scheduled-merge.jobs.ts';
import { createEventSweepJob } from '../domains/review/events/event-sweep.jobs.ts';
import { createComposeNotification } from '../domains/review/notifications/compose-notification.ts';
import { createComposeSpecMail } from '../domains/review/openapi-drift/compose-spec-mail.ts';
import { createOpenAPINewsJob } from '../domains/review/openapi-drift/openapi-news.jobs.ts';
import { createPresenceSweepJob } from '../domains/review/presence/presence-sweep.jobs.ts';
import { createOpenAPIProcessingJob } from '../domains/specs/process-spec.jobs.ts';
import { createFindOutline } from '../domains/specs/reference/spec-outlines.ts';
import { createOpenAPIRefreshJob } from '../domains/specs/refresh.jobs.ts';
import { createFindProvider } from '../domains/translations/providers/find-provider.ts';
import {
  createTranslationSyncJob,
  createTranslationWatchJob,
} from '../domains/translations/sync/translation-sync.jobs.ts';
import type { Context } from '../platform/context.ts';
import { createIdempotencySweepJob } from '../platform/jobs/idempotency-sweep.jobs.ts';
import type { Jobs } from '../platform/jobs/job-definition.ts';
import { createSendMailJob, type FindMailTicket } from '../platform/mail/send-mail.jobs.ts';

/** All jobs of the service, one line each. */
export const createJobs = (editing: EditingParts, search: SearchParts): Jobs => {
  const { context, store: content } = editing;
  return {
    'account-sweep': createAccountSweepJob(context),
    'archive-import': createArchiveImportJob(context),
    'archive-sweep': createArchiveSweepJob(context),
    'audit-stream': createAuditStreamJob(context),
    'autosave-packing': createAutosavePackingJob(context),
    'autosave-upkeep': createAutosaveUpkeepJob(context),
    backup: createBackupJob(context),
    'computed-paths': createComputedPathsJob(context, content),
    'content-import': createContentImportJob(editing),
    'content-sweep': createContentSweepJob(context),
    'conversation-issues': createConversationIssuesJob(context, search),
    'conversation-upkeep': createConversationUpkeepJob(context, search),
    'default-site': createDefaultSiteJob(editing),
    'domain-checks': createDomainChecksJob(context),
    'event-sweep': createEventSweepJob(context),
    'first-site': createFirstSiteJob(editing),
    'git-content': createGitContentJob(context),
    'git-export': createGitExportJob(context, editing),
    'git-import': createGitImportJob(context, editing),
    'git-poll': createGitPollJob(context),
    'git-preview': createGitPreviewJob(editing),
    'git-status': createGitStatusJob(context),
    'git-sweep': createGitSweepJob(context),
    'git-sync': createGitSyncJob(context, editing),
    'idempotency-sweep': createIdempotencySweepJob(context),
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
    'openapi-news': createOpenAPINewsJob(context, content),
    'openapi-processing': createOpenAPIProcessingJob(context),
    'openapi-refresh': createOpenAPIRefreshJob(context),
    'organization-export': createOrganizationExportJob(context),
    'organization-import': createOrganizationImportJob(editing),
    'organization-purge': createOrganizationPurgeJob(context),
    'page-drawing': createPageDrawingJob(context, content),
    'password-reset': createPasswordResetJob(context),
    'presence-sweep': createPresenceSweepJob(context),
    retention: createRetentionJob(context),
    'directory-checks': createDirectoryCheckJob(context),
    'saml-sweep': createSamlSweepJob(context),
    'scheduled-merge': createScheduledMergeJob(editing),
    'search-index': createSearchIndexJob(context, content),
    'site-purge': createSitePurgeJob(context),
    'site-renderer': createSiteRendererJob(context),
    'site-upkeep': createSiteUpkeepJob(context),
    'space-purge': createSpacePurgeJob(context),
    'space-references': createFillSpaceReferencesJob(context, content),
    'space-transfer': createSpaceTransferJob(context),
    'translation-sync': createTranslationSyncJob(editing, createFindProvider(context.config)),
    'translation-watch': createTranslationWatchJob(context),
    'upload-sweep': createUploadSweepJob(context),
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
