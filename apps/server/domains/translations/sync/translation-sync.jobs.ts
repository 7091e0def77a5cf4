import { writeMarkdown } from '@lectern/markdown/write-markdown';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import type { JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { enqueueJob, enqueueOnce } from '../../../platform/jobs/queue.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { spaceLocked } from '../../content/revisions/space-branch.ts';
import type { FindProvider } from '../providers/find-provider.ts';
import { findSettingsRow, type SettingsKey, type SettingsRow } from '../settings/settings.repository.ts';
import type { LanguageSync } from './language-sync.ts';
import { placeOnSites } from './place-on-sites.ts';
import { syncLanguage } from './sync-language.ts';
import { findTargetSpace } from './target-space.ts';
import { isAnythingTranslated, listOutOfStep, noteProblem, noteRun } from './targets.repository.ts';
import { keepRequest } from './translation-request.ts';
import { deleteOldUsage } from './usage.repository.ts';

/** The kind of the job that brings all languages of translation settings in step with their source. */
export const TRANSLATION_SYNC = 'translation-sync' as const;
/** The kind of the job that looks for spaces which are out of step. */
const TRANSLATION_WATCH = 'translation-watch' as const;

interface SyncPayload {
  settingsId: string;
  /** Whether somebody requested the run: then a deleted space is created again. */
  isAsked: boolean;
}

export const createTranslationSyncJob = (
  parts: EditingParts,
  findProvider: FindProvider,
): JobDefinition & { kind: typeof TRANSLATION_SYNC } => ({
  kind: TRANSLATION_SYNC,
  // It waits for providers, which answer at their own pace.
  lane: 'imports',
  run: async ({ organizationId, payload }, signal) => {
    const { settingsId, isAsked } = payload as SyncPayload;
    const key = { organizationId, translationSettingsId: settingsId };
    const settings = await findSettingsRow(parts.context.db, key);
    if (settings) await syncSettings(parts, { key, settings, isAsked, findProvider, signal });
  },
});

const WATCH_INTERVAL_MS = 60_000;
const MAX_AT_ONCE = 500;
/** The retention of the counts of translated characters. */
const USAGE_MS = 31 * 24 * 60 * 60 * 1000;

/** Looks every minute for sources and translations that have changed. */
export const createTranslationWatchJob = (context: Context) =>
  defineRecurringJob(context, {
    kind: TRANSLATION_WATCH,
    lane: 'upkeep',
    schedule: {
      firstDelayMs: WATCH_INTERVAL_MS,
      intervalMs: WATCH_INTERVAL_MS,
      hasWork: isAnythingTranslated,
    },
    run: async () => {
      await deleteOldUsage(context.db, new Date(context.clock().getTime() - USAGE_MS));
      const found = await listOutOfStep(context.db, { now: context.clock(), limit: MAX_AT_ONCE });
      if (found.length === 0) return;
      await context.transact((unit) =>
        enqueueOnce(
          unit,
          found.map((key) => jobOf(key, false)),
          context.clock(),
        ),
      );
    },
  });

/** Brings settings in step at once, after a job that is running. */
export const enqueueSync = (unit: UnitOfWork, key: SettingsKey, now: Date): Promise<string> =>
  enqueueJob(unit, jobOf(key, true), now);

const jobOf = ({ organizationId, translationSettingsId }: SettingsKey, isAsked: boolean) => ({
  organizationId,
  kind: TRANSLATION_SYNC,
  payload: { settingsId: translationSettingsId, isAsked } satisfies SyncPayload,
  concurrencyKey: `translation:${translationSettingsId}`,
});

interface SettingsSync {
  key: SettingsKey;
  settings: SettingsRow;
  isAsked: boolean;
  findProvider: FindProvider;
  signal: AbortSignal;
}

async function syncSettings(parts: EditingParts, sync: SettingsSync): Promise<void> {
  const { context } = parts;
  const { key, settings, isAsked, findProvider, signal } = sync;
  const { source_space_id: sourceId, source_language: sourceLanguage } = settings;
  if (sourceId === null || sourceLanguage === null) return;
  const begun = context.clock();
  await noteRun(context.db, key, { status: 'running', stats: undefined });
  const done = { words: 0, pages: 0 };
  for (const language of settings.languages) {
    const source = await context.pointers.spaces.find(sourceId);
    if (!source || source.deletedAt || source.organizationId !== key.organizationId) break;
    const ofLanguage = { ...key, language };
    const target = await findTargetSpace(parts, ofLanguage, { settings, source, isAsked });
    if (!target) continue;
    try {
      const provider = findProvider(settings.provider);
      const sync: LanguageSync = {
        key: ofLanguage,
        settings: { ...settings, source_language: sourceLanguage },
        source,
        target,
        provider,
        instructions: writeMarkdown(settings.instructions),
        signal,
      };
      const { words, pages } = await syncLanguage(parts, sync);
      if (!provider) await keepRequest(parts, sync, { isAsked });
      await placeOnSites(context, ofLanguage, { sourceId, spaceId: target.spaceId });
      done.words += words;
      done.pages += pages;
    } catch (error) {
      if (!spaceLocked.matches(error)) throw error;
      await noteProblem(context.db, ofLanguage, error.message, context.clock());
    }
  }
  const { stats } = settings;
  const seconds = Math.round((context.clock().getTime() - begun.getTime()) / 1000);
  await noteRun(context.db, key, {
    status: 'completed',
    stats: {
      runs: stats.runs + 1,
      totalWords: stats.totalWords + done.words,
      totalPages: stats.totalPages + done.pages,
      totalDuration: stats.totalDuration + seconds,
      latestRunDuration: seconds,
      latestPages: done.pages,
      latestWords: done.words,
    },
  });
}
