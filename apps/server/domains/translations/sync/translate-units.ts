import { readMachineText } from '@lectern/markdown/translation/machine-text';
import type { WantedUnit } from '@lectern/markdown/translation/translate-page';
import type { Context } from '../../../platform/context.ts';
import {
  ProviderError,
  type TranslationProvider,
  type TranslationRequest,
  UnusableResponse,
} from '../providers/provider.ts';
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
 * that only the request in progress is repeated after an interruption. Translations that lost placeholders are requested
 * once more, and not stored.
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
  const remembered = await findTranslations(
    db,
    memory,
    units.map(({ key }) => key),
  );
  const known = readKnown(units, remembered);
  const result: TranslatedUnits = { known, words: 0, problem: undefined, isStopped: false };
  if (!provider) return result;
  const refuse = ({ key }: WantedUnit, fault: string): void => {
    known.set(key, { translation: REFUSED, by: 'machine' });
    result.problem ??= fault;
  };
  const missing = units.filter(({ key }) => !known.has(key));
  const batches = batchesOf(missing, provider, budget.perDay);
  const repeated = new Set<WantedUnit>();
  let unusable = 0;
  try {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      signal.throwIfAborted();
      const taken = await budget.take(countCharacters(batch));
      if (!taken) {
        result.isStopped = true;
        result.problem = `The daily limit of ${budget.perDay} characters has been reached. Translation resumes tomorrow (UTC).`;
        break;
      }
      const responses = await requestBatch(provider, { ...request, units: batch }, signal).catch(
        async (error: unknown) => {
          if (error instanceof ProviderError && !error.mayHaveCharged) await taken.giveBack();
          unusable += 1;
          if (error instanceof UnusableResponse && unusable <= MAX_UNUSABLE) return error;
          throw error;
        },
      );
      if (responses instanceof UnusableResponse) {
        // One text may have led the provider astray: the others are requested without it.
        const half = Math.ceil(batch.length / 2);
        if (batch.length > 1) batches.unshift(batch.slice(0, half), batch.slice(half));
        else refuse(batch[0] as WantedUnit, responses.message);
        continue;
      }
      const usable = [];
      const again: WantedUnit[] = [];
      for (const [index, unit] of batch.entries()) {
        const read = readMachineText(unit.unit, responses[index] as string, unit.fragments);
        if ('translation' in read) usable.push({ ...unit, translation: read.translation });
        else if (repeated.has(unit)) refuse(unit, read.fault);
        else again.push(unit);
      }
      // Most providers lose a placeholder by chance: among other texts, the response is another one.
      for (const unit of again) repeated.add(unit);
      batches.push(...batchesOf(again, provider, budget.perDay));
      for (const { key, translation } of usable) known.set(key, { translation, by: 'machine' });
      result.words += batch.reduce((sum, { unit }) => sum + countWords(unit), 0);
      await rememberTranslations(db, memory, { translations: usable, madeBy: 'machine', at: clock() });
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    result.problem = error.message;
  }
  return result;
}

/** A translation that cannot be used: the unit stays in the language of its source, as one that failed. */
const REFUSED = '';
/** Responses in a run that do not fit their requests, before the provider counts as failing. */
const MAX_UNUSABLE = 30;

/** Stored machine translations are checked again, because earlier versions refused less. */
function readKnown(units: readonly WantedUnit[], remembered: KnownTranslations): KnownTranslations {
  const known: KnownTranslations = new Map();
  for (const { key, unit, fragments } of units) {
    const found = remembered.get(key);
    if (found?.by !== 'machine') {
      if (found) known.set(key, found);
      continue;
    }
    const read = readMachineText(unit, found.translation, fragments);
    if ('translation' in read) known.set(key, { ...found, ...read });
  }
  return known;
}

async function requestBatch(
  provider: TranslationProvider,
  request: TranslationRequest,
  signal: AbortSignal,
): Promise<string[]> {
  const responses = await provider.translate(request, signal);
  if (responses.length === request.units.length) return responses;
  throw new UnusableResponse('The provider returned a different number of texts than it was sent.');
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
