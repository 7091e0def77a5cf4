import { MaskedTextError, readMasked, writeMasked } from './masked-text.ts';
import type { PageUnit, TranslatedPart } from './page-units.ts';
import { findFault } from './translate-block.ts';

/** A unit that a person has translated in a file. */
export interface FilledUnit {
  /** The `id` of the `PageUnit`. */
  id: string;
  /** The source of the unit in the file; undefined if the file does not contain it. */
  source: string | undefined;
  translation: string;
}

/**
 * `written`: is in the translation now. `remembered`: is written when the other units of its block are translated.
 * `unchanged`: was there before.
 */
export type FillOutcome =
  | { id: string; outcome: 'written' | 'remembered' | 'unchanged' }
  | { id: string; outcome: 'refused'; reason: FillRefusal; message: string };

export const FILL_REFUSALS = [
  'source-changed',
  'source-differs',
  'translation-changed',
  'translation-removed',
  'placeholders',
] as const;
export type FillRefusal = (typeof FILL_REFUSALS)[number];

/** A unit in one of the places where it occurs. */
export interface StandingUnit {
  place: TranslatedPart;
  index: number;
  unit: PageUnit;
}

/** Indexes units by the part of their id that does not depend on their translation. */
export function indexUnits(places: readonly TranslatedPart[]): Map<string, StandingUnit[]> {
  const index = new Map<string, StandingUnit[]>();
  for (const place of places)
    for (const [at, unit] of place.units.entries()) {
      const known = index.get(nameOf(unit));
      if (known) known.push({ place, index: at, unit });
      else index.set(nameOf(unit), [{ place, index: at, unit }]);
    }
  return index;
}

export const nameOf = ({ id }: { id: string }): string => id.split('.', 1)[0] as string;

/** Returns the places of a filled unit, or the reason why there are none. */
export function resolveFilled(
  { id, source, translation }: FilledUnit,
  same: readonly StandingUnit[],
): StandingUnit[] | FillRefusal | `placeholders: ${string}` {
  const [first] = same;
  if (!first) return 'source-changed';
  if (source !== undefined && normalize(source) !== first.unit.unit) return 'source-differs';
  const fault = findFault(first.unit.unit, translation);
  if (fault !== undefined) return `placeholders: ${fault}`;
  const present = same.filter(({ place }) => !place.isRemoved);
  if (present.length === 0) return 'translation-removed';
  const standing = present.filter(({ unit }) => unit.id === id);
  if (standing.length > 0) return standing;
  // Text that a machine has written since may be replaced; text that a person wrote must not.
  const open = present.filter(({ place, unit }) => !isPersons(place, unit) || isSame(unit, translation));
  return open.length > 0 ? open : 'translation-changed';
}

const isPersons = ({ by }: TranslatedPart, { translation }: PageUnit): boolean =>
  by === 'person' && translation !== undefined;

export const isSame = (unit: PageUnit, translation: string): boolean =>
  unit.translation === normalize(translation);

/** Rewrites placeholders in the one form that can be compared, because tags can be written in several ways. */
export function normalize(text: string): string {
  try {
    return writeMasked(readMasked(text));
  } catch (error) {
    if (error instanceof MaskedTextError) return text;
    throw error;
  }
}

const MESSAGES: Record<FillRefusal, string> = {
  'source-changed': 'The source has changed since the export and no longer has this text. Export it again.',
  'source-differs': 'The source in the file is not the one that was exported.',
  'translation-changed': 'Somebody has changed the translation since the export. Export it again.',
  'translation-removed': 'Somebody has removed the translation of this block.',
  placeholders: '',
};

export function refuse({ id }: FilledUnit, found: FillRefusal | `placeholders: ${string}`): FillOutcome {
  const refused = { id, outcome: 'refused' as const };
  return found.startsWith('placeholders: ')
    ? { ...refused, reason: 'placeholders', message: found.slice('placeholders: '.length) }
    : { ...refused, reason: found as FillRefusal, message: MESSAGES[found as FillRefusal] };
}
