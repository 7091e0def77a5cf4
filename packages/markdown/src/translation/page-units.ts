import { parseMarkdown } from '../parse-markdown.ts';
import { hashBlock, hashText } from './block-hash.ts';
import type { BlockState, Maker } from './follow-source.ts';
import { descriptionOf, type PageTexts, TEXT_NAMES, type TextName } from './page-texts.ts';
import { findPresentText, findPresentUnits } from './present-units.ts';
import { listUnits, type Unit, unitOfText } from './translate-block.ts';
import type { TrackedPage, TranslatedPage } from './translate-page.ts';

/** A unit of a translated page, with its present translation. */
export interface PageUnit {
  /** Identifies the unit and its translation in the page: the same as long as neither changes. */
  id: string;
  unit: Unit;
  /** The masked translation; undefined if there is none, or if its structure differs from that of its source. */
  translation: string | undefined;
}

/** A part of a translated page that is written as a whole: a block, or a text that is not in the blocks. */
export interface TranslatedPart {
  at: { kind: 'text'; name: TextName } | { kind: 'block'; index: number; type: string };
  by: Maker;
  state: BlockState;
  /** Whether a person removed the translation. */
  isRemoved: boolean;
  units: PageUnit[];
}

export const isWaiting = (state: BlockState): boolean => state === 'missing' || state === 'failed';

/** The places of a page that have words, in reading order. */
export function listParts(
  source: PageTexts,
  { page, tracked }: Pick<TranslatedPage, 'page' | 'tracked'>,
): TranslatedPart[] {
  return [...listTextParts(source, page, tracked), ...listBlockParts(source, page, tracked)];
}

function listTextParts(source: PageTexts, page: PageTexts, tracked: TrackedPage): TranslatedPart[] {
  return TEXT_NAMES.flatMap((name): TranslatedPart[] => {
    const text = textOf(source, name);
    const present = textOf(page, name);
    const unit = text === undefined ? undefined : unitOfText(text);
    const known = tracked.texts[name];
    if (text === undefined || unit === undefined || present === undefined || !known) return [];
    const { by, state } = known;
    const found = withoutCopy(findPresentText(text, present), { unit, state });
    const units = [pageUnit(unit, found, isWaiting(state) ? '-' : hashText(present))];
    return [{ at: { kind: 'text', name }, by, state, isRemoved: false, units }];
  });
}

/** A text of a page, which is part of its document if it is the description. */
export const textOf = (page: PageTexts, name: TextName): string | undefined =>
  name === 'description' ? descriptionOf(parseMarkdown(page.source ?? '')) : page[name];

function listBlockParts(source: PageTexts, page: PageTexts, tracked: TrackedPage): TranslatedPart[] {
  const blocks = parseMarkdown(source.source ?? '').document.nodes;
  const present = parseMarkdown(page.source ?? '').document.nodes;
  return blocks.flatMap((block, index): TranslatedPart[] => {
    const { by, state, at } = tracked.blocks[index] ?? { by: 'machine', state: 'missing', at: null };
    const translation = at === null ? undefined : present[at];
    const all = listUnits(block);
    if (all.length === 0) return [];
    const found = findPresentUnits(block, translation);
    const standing = isWaiting(state) || !translation ? '-' : hashBlock(translation);
    const units = all.map((unit, n) => pageUnit(unit, withoutCopy(found[n], { unit, state }), standing));
    return [{ at: { kind: 'block', index, type: block.type }, by, state, isRemoved: !translation, units }];
  });
}

/** `standing`: identifies the present content if it is not a translation of the unit. */
const pageUnit = (unit: Unit, translation: string | undefined, standing: string): PageUnit => ({
  id: `${hashText(unit)}.${translation === undefined ? standing : hashText(translation)}`,
  unit,
  translation,
});

/** Discards a translation that is only a copy of the source, which the page has where a translation is missing. */
const withoutCopy = (
  translation: string | undefined,
  { unit, state }: { unit: Unit; state: BlockState },
): string | undefined => (isWaiting(state) && translation === unit ? undefined : translation);
