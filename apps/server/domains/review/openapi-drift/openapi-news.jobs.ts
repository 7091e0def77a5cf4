import { type ChangeSummary, summarizeChanges } from '@lectern/openapi/changes/summarize-changes';
import { insertFormerPaths } from '../../../content/references/former-paths.repository.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import type { JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { enqueueMails } from '../../../platform/mail/enqueue-mail.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import { emitEvent } from '../../core/webhooks/emit-event.ts';
import { listUsersWithRole } from '../../identity/members/members.queries.ts';
import { compareVersions, type VersionChanges } from '../../specs/changes.service.ts';
import { specNotFound, specVersionNotFound } from '../../specs/openapi.service.ts';
import { OPENAPI_NEWS, type VersionNews } from '../../specs/version-news.ts';
import { findSlug, markAnnounced } from '../../specs/versions.queries.ts';
import { findMovedByVersion } from './find-moved-pages.ts';

/** The roles that may edit specs. */
const EDITORS = ['admin', 'create'];
/** Further members get no mail. */
const MAX_MAILS = 1000;
const SHOWN_CHANGES = 10;

interface News {
  organizationId: string;
  specId: string;
  slug: string;
  versionId: string;
}

/**
 * Notes where the pages were that a new version moves, space by space, which can be repeated. Then notifies webhooks,
 * and, by mail, members who may edit specs if the version breaks clients: all of it is stored in the transaction that
 * records them, so a repeated run does not send them again.
 */
export const createOpenAPINewsJob = (
  context: Context,
  store: Pick<ContentStore, 'open'>,
): JobDefinition & { kind: typeof OPENAPI_NEWS } => ({
  kind: OPENAPI_NEWS,
  lane: 'imports',
  run: async ({ organizationId, payload }) => {
    const { specId, versionId } = payload as VersionNews;
    const slug = await findSlug(context.db, { organizationId, specId });
    if (slug === undefined) return;
    const news = { organizationId, specId, slug, versionId };
    for await (const { spaceId, paths } of findMovedByVersion(context, store, news))
      await context.transact(({ trx }) =>
        insertFormerPaths(trx, { organizationId, spaceId }, { paths, at: context.clock() }),
      );
    await announce(context, news, await compare(context, news));
  },
  giveUp: async ({ organizationId, payload }) => {
    const { specId, versionId } = payload as VersionNews;
    const slug = await findSlug(context.db, { organizationId, specId });
    if (slug === undefined) return;
    const news = { organizationId, specId, slug, versionId };
    await announce(context, news, undefined);
  },
});

/** Compares the version with the previous one. Undefined if this exceeds the limits, or if the version is gone. */
async function compare(context: Context, { organizationId, slug, versionId }: News) {
  try {
    const wanted = { versionId, baseId: undefined };
    return await compareVersions(context, { organizationId, slug }, wanted, 'job');
  } catch (error) {
    if (
      error instanceof ThreadLimitError ||
      specNotFound.matches(error) ||
      specVersionNotFound.matches(error)
    )
      return undefined;
    throw error;
  }
}

async function announce(context: Context, news: News, compared: VersionChanges | undefined): Promise<void> {
  const at = context.clock();
  await context.transact(async (unit) => {
    const summary = compared ? summarizeChanges(compared.changes) : null;
    // With the first version, nothing has changed.
    const announced = compared?.base ? summary : null;
    if (!(await markAnnounced(unit.trx, news, { at, news: announced }))) return;
    if (announced) unit.announce({ kind: 'specs', organizationId: news.organizationId, slug: news.slug });
    if (summary && summary.counts.breaking > 0 && context.config.smtpUrl !== undefined)
      await mail(unit, news, summary, at);
    const { organizationId, specId, slug, versionId } = news;
    await emitEvent(
      unit,
      { organizationId, queueId: specId },
      {
        type: 'openapi_spec.version_created',
        actor: undefined,
        at,
        payload: {
          openapiSpec: { id: specId, slug },
          openapiSpecVersion: { id: versionId },
          base: compared?.base?.version_id ?? null,
          changes: summary?.counts ?? null,
        },
      },
    );
  });
}

async function mail(
  unit: UnitOfWork,
  { organizationId, specId }: News,
  { counts, changes }: ChangeSummary,
  at: Date,
): Promise<void> {
  const userIds = await listUsersWithRole(unit.trx, { organizationId, roles: EDITORS, limit: MAX_MAILS });
  const shown = changes.filter((change) => change.class === 'breaking').slice(0, SHOWN_CHANGES);
  const mails = userIds.map((userId) => ({
    template: 'spec' as const,
    to: { userId },
    spec: { organizationId, specId },
    breaking: counts.breaking,
    changes: shown,
  }));
  await enqueueMails(unit, mails, at);
}
