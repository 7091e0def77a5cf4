import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import type { SettingsKey } from '../settings/settings.repository.ts';
import { getSettings } from '../settings/settings.service.ts';
import { enqueueSync } from './translation-sync.jobs.ts';

export const withoutSource = defineError(
  { status: 409, reason: 'translation-without-source' },
  'Set a source space and at least one language before you start a translation.',
);

/** Starts a run in the background. */
export async function runTranslation(
  { db, transact, clock }: Pick<Context, 'db' | 'transact' | 'clock'>,
  key: SettingsKey,
): Promise<void> {
  const settings = await getSettings(db, key);
  if (settings.source_space_id === null || settings.languages.length === 0) throw withoutSource();
  await transact((unit) => enqueueSync(unit, key, clock()));
}
