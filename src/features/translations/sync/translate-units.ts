import { findFault } from '../../../content/translation/translate-block.ts';
import type { WantedUnit } from '../../../content/translation/translate-page.ts';
import type { Context } from '../../../context.ts';
import { ProviderError, type TranslationProvider, type TranslationRequest } from '../providers/provider.ts';
import type { Budget } from './budget.ts';
import {
  findTranslations,
  type KnownTranslations,
  type MemoryKey,
  rememberTranslations,
} from './memory.repository.ts';

export interface TranslatedUnits {
  known: KnownTranslations;
  /** Words that a provider was sent. */
  words: number;
  /** Why not all units were translated; undefined if a provider answered for all. */
  problem: string | undefined;
  /** Whether the limit of the day has stopped it. */
  isStopped: boolean;
}

/**
 * Finds translations in the memory, and requests the others from a provider. Each response is stored immediately, so
 * that only the request in progress is repeated after an interruption. Translations that lost placeholders are not
 * stored.
 */
export async function translateUnits(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  provider: TranslationProvider | undefined,
  {
    memory,
    wanted,
    request,
    budget,
    signal,
  }: {
    memory: MemoryKey;
    wanted: readonly WantedUnit[];
    request: Omit<TranslationRequest, 'units'>;
    budget: Budget;
    signal: AbortSignal;
  },
): Promise<TranslatedUnits> {
  const units = [...new Map(wanted.map((unit) => [unit.key, unit])).values()];
  const known = await findTranslations(
    db,
    memory,
    units.map(({ key }) => key),
  );
  const result: TranslatedUnits = { known, words: 0, problem: undefined, isStopped: false };
  if (!provider) return result;
  const missing = units.filter(({ key }) => !known.has(key));
  try {
    for (const batch of batchesOf(missing, provider, budget.perDay)) {
      signal.throwIfAborted();
      const taken = await budget.take(countCharacters(batch));
      if (!taken) {
        result.isStopped = true;
        result.problem = `The ${budget.perDay} characters that may be translated in a day are used up. The run goes on tomorrow.`;
        break;
      }
      const answers = await provider
        .translate({ ...request, units: batch }, signal)
        .catch(async (error: unknown) => {
          if (error instanceof ProviderError && !error.mayHaveCharged) await taken.giveBack();
          throw error;
        });
      if (answers.length !== batch.length)
        throw new ProviderError('The provider returned a different number of texts than it was sent.');
      const translations = batch.map((unit, index) => ({ ...unit, translation: answers[index] as string }));
      for (const { key, translation } of translations) known.set(key, { translation, by: 'machine' });
      result.words += batch.reduce((sum, { unit }) => sum + countWords(unit), 0);
      const usable = translations.filter(
        ({ unit, translation }) => findFault(unit, translation) === undefined,
      );
      await rememberTranslations(db, memory, { translations: usable, madeBy: 'machine', at: clock() });
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    result.problem = error.message;
  }
  return result;
}

export const countCharacters = (units: readonly Pick<WantedUnit, 'unit'>[]): number =>
  units.reduce((sum, { unit }) => sum + unit.length, 0);

/** The calls of a provider for these units. `maxInDay`: a call that is larger would never be made. */
export function batchesOf(
  units: readonly WantedUnit[],
  { maxCharacters, maxUnits }: Pick<TranslationProvider, 'maxCharacters' | 'maxUnits'>,
  maxInDay: number,
): WantedUnit[][] {
  const most = Math.min(maxCharacters, maxInDay);
  const batches: WantedUnit[][] = [];
  let characters = 0;
  for (const unit of units) {
    const last = batches.at(-1);
    characters += unit.unit.length;
    if (!last || last.length === maxUnits || characters > most) {
      batches.push([unit]);
      characters = unit.unit.length;
    } else last.push(unit);
  }
  return batches;
}

const countWords = (unit: string): number =>
  unit.replace(/<[^<>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
