import type { TrackedPage, WantedUnit } from '@lectern/markdown/translation/translate-page';
import { newId } from '@lectern/std/ids';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { FindProvider } from '../providers/find-provider.ts';
import type { TranslationProvider } from '../providers/provider.ts';
import type { SettingsKey } from '../settings/settings.repository.ts';
import { getSettings } from '../settings/settings.service.ts';
import { createBudget } from '../sync/budget.ts';
import type { LanguageSync } from '../sync/language-sync.ts';
import { findTranslations } from '../sync/memory.repository.ts';
import { readRecipe } from '../sync/recipe.ts';
import { withoutSource } from '../sync/run-translation.ts';
import { findTargetRow } from '../sync/targets.repository.ts';
import { createTranslate, openTarget } from '../sync/translate-pages.ts';
import { batchesOf, countCharacters } from '../sync/translate-units.ts';
import { countCharacters as countUsed } from '../sync/usage.repository.ts';
import type { LanguageEstimate, TranslationEstimate } from './estimate.schemas.ts';

/** Estimates what a run would do now, without any change or call to a provider. */
export async function estimateRun(
  parts: EditingParts,
  findProvider: FindProvider,
  { key, signal }: { key: SettingsKey; signal: AbortSignal },
): Promise<TranslationEstimate> {
  const { context } = parts;
  const settings = await getSettings(context.db, key);
  const { source_space_id: sourceId, source_language: sourceLanguage } = settings;
  const source = sourceId === null ? undefined : await context.pointers.spaces.find(sourceId);
  if (!source || source.deletedAt || sourceLanguage === null || settings.languages.length === 0)
    throw withoutSource();
  const provider = findProvider(settings.provider);
  const languages: LanguageEstimate[] = [];
  for (const language of settings.languages)
    languages.push(
      await estimateLanguage(parts, {
        key: { ...key, language },
        settings: { ...settings, source_language: sourceLanguage },
        source,
        target: await findTarget(context, { ...key, language }, source),
        provider,
        instructions: '',
        signal,
      }),
    );
  const { blocks, units, characters, calls, remembered } = languages.reduce(addUp, NOTHING);
  const { pricePerMillionCharacters: price } = context.config.translationLimits;
  return {
    object: 'translation-estimate',
    provider: provider?.name ?? null,
    blocks,
    units,
    characters,
    calls,
    remembered,
    cost: price === undefined || !provider ? null : Math.round(characters * price) / 1_000_000,
    charactersLeft: await countLeft(context, key.organizationId),
    languages,
  };
}

const NOTHING = { blocks: 0, units: 0, characters: 0, calls: 0, remembered: 0 };

const addUp = (sum: typeof NOTHING, one: LanguageEstimate): typeof NOTHING => ({
  blocks: sum.blocks + one.blocks,
  units: sum.units + one.units,
  characters: sum.characters + one.characters,
  calls: sum.calls + one.calls,
  remembered: sum.remembered + one.remembered,
});

/** Finds the translated space. If there is none yet, returns the source, which has no translations: all is counted. */
async function findTarget(
  { db, pointers }: Pick<Context, 'db' | 'pointers'>,
  key: LanguageSync['key'],
  source: SpacePointer,
): Promise<SpacePointer> {
  const row = await findTargetRow(db, key);
  const space = row?.space_id ? await pointers.spaces.find(row.space_id) : undefined;
  return space && !space.deletedAt ? space : source;
}

async function estimateLanguage(parts: EditingParts, sync: LanguageSync): Promise<LanguageEstimate> {
  const { context, store } = parts;
  const { key, settings, provider } = sync;
  // The stored state of pages may be that of a deleted space, so it is not used for the next one.
  const rowsOf = sync.target === sync.source ? { ...key, translationSettingsId: newId() } : key;
  const translate = createTranslate(parts, { ...sync, key: rowsOf }, await readRecipe(context, sync));
  const source = await store.open(sync.source, sync.source.revisionId);
  const pages = await translate(await openTarget(parts, sync), source, new Map());
  const wanted = new Map<string, WantedUnit>();
  for (const { translated } of pages) for (const unit of translated?.wanted ?? []) wanted.set(unit.key, unit);
  const memory = {
    organizationId: key.organizationId,
    sourceLanguage: settings.source_language,
    language: key.language,
  };
  const known = await findTranslations(context.db, memory, [...wanted.keys()]);
  const missing = [...wanted.values()].filter((unit) => !known.has(unit.key));
  return {
    language: key.language as LanguageEstimate['language'],
    blocks: pages.reduce((sum, { translated }) => sum + (translated ? countOpen(translated.tracked) : 0), 0),
    units: missing.length,
    characters: countCharacters(missing),
    calls: countCalls(context, provider, { organizationId: key.organizationId, missing }),
    remembered: known.size,
  };
}

/** Counts the texts that a run would translate, except those that people wrote. */
const countOpen = ({ texts, blocks }: TrackedPage): number =>
  [...Object.values(texts), ...blocks].filter(
    ({ state, by }) => by !== 'person' && state !== 'current' && state !== 'edited',
  ).length;

const countCalls = (
  context: Context,
  provider: TranslationProvider | undefined,
  { organizationId, missing }: { organizationId: string; missing: WantedUnit[] },
): number =>
  provider ? batchesOf(missing, provider, createBudget(context, organizationId).perDay).length : 0;

async function countLeft(context: Context, organizationId: string): Promise<number | null> {
  const { perDay } = createBudget(context, organizationId);
  if (perDay === Number.POSITIVE_INFINITY) return null;
  return Math.max(0, perDay - (await countUsed(context.db, organizationId, context.clock())));
}
