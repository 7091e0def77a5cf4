import { parseMarkdown } from '../parse-markdown.ts';
import { hashBlock, hashText } from './block-hash.ts';
import { findTerms, keyOfTerms } from './glossary-terms.ts';
import type { PageTexts } from './page-texts.ts';
import { isWaiting, listParts, type PageUnit, type TranslatedPart, textOf } from './page-units.ts';
import {
  type FilledUnit,
  type FillOutcome,
  indexUnits,
  isSame,
  nameOf,
  normalize,
  refuse,
  resolveFilled,
} from './resolve-filled.ts';
import { translateBlock, translateText } from './translate-block.ts';
import {
  keyOfUnit,
  type PageToTranslate,
  type TranslatedPage,
  translatePage,
  type WantedUnit,
} from './translate-page.ts';
import { place as placeBlocks, writeBlocks, writeTexts } from './write-page.ts';

export interface FilledPage {
  translated: TranslatedPage;
  outcomes: FillOutcome[];
  /** The accepted translations, for the memory. */
  accepted: (WantedUnit & { translation: string })[];
}

/** Updates a page to its present source, and inserts the translations that people have filled in. */
export function fillPage({
  filled,
  ...input
}: PageToTranslate & { filled: readonly FilledUnit[] }): FilledPage {
  const translated = translatePage(input);
  const units = indexUnits(listParts(input.source, translated));
  const given = new Map<TranslatedPart, Map<number, FilledUnit>>();
  const refused: FillOutcome[] = [];
  for (const unit of filled) {
    const found = resolveFilled(unit, units.get(nameOf(unit)) ?? []);
    if (typeof found === 'string') refused.push(refuse(unit, found));
    else
      for (const { place, index } of found) {
        const ofPlace = given.get(place) ?? new Map<number, FilledUnit>();
        given.set(place, ofPlace.set(index, unit));
      }
  }
  const writes: Write[] = [];
  const outcomes = new Map<string, 'written' | 'remembered' | 'unchanged'>();
  const accepted = new Map<string, FilledPage['accepted'][number]>();
  for (const [place, ofPlace] of given) {
    const write = planWrite(input, place, ofPlace);
    if (write.outcome === 'written') writes.push(write);
    for (const [index, { translation }] of ofPlace) {
      const remembered = toMemory(input, place.units[index] as PageUnit, translation);
      if (write.outcome !== 'unchanged') accepted.set(remembered.key, remembered);
    }
    for (const { id } of ofPlace.values())
      if (outcomes.get(id) !== 'written') outcomes.set(id, write.outcome);
  }
  // For these, another unit of the file took the place, which was exported before a machine translated it.
  const known = new Set([...outcomes.keys(), ...refused.map(({ id }) => id)]);
  for (const unit of filled) if (!known.has(unit.id)) refused.push(refuse(unit, 'translation-changed'));
  return {
    translated: writePlaces(input, translated, writes),
    outcomes: [...refused, ...[...outcomes].map(([id, outcome]) => ({ id, outcome }))],
    accepted: [...accepted.values()],
  };
}

/**
 * Returns the page with the present text of the source wherever its translation is behind, for people to translate;
 * undefined if there is no such place.
 */
export function showSource(input: PageToTranslate): PageTexts | undefined {
  const translated = translatePage(input);
  const writes = listParts(input.source, translated)
    .filter(({ state, isRemoved }) => state === 'behind' && !isRemoved)
    .map((place): Write => ({ place, outcome: 'written', values: place.units.map(() => undefined) }));
  return writes.length === 0 ? undefined : writePlaces(input, translated, writes).page;
}

function toMemory(
  { terms: all, tone }: PageToTranslate,
  { unit }: PageUnit,
  translation: string,
): FilledPage['accepted'][number] {
  const terms = findTerms(unit, all);
  const key = keyOfUnit(unit, keyOfTerms(terms, tone));
  return { key, unit, terms, translation: normalize(translation) };
}

interface Write {
  place: TranslatedPart;
  outcome: 'written' | 'remembered' | 'unchanged';
  /** The translation of each unit of the place; undefined if there is none yet. */
  values: (string | undefined)[];
}

function planWrite(
  { terms, tone, translations }: PageToTranslate,
  place: TranslatedPart,
  given: ReadonlyMap<number, FilledUnit>,
): Write {
  const values = place.units.map(({ unit, translation }, index) => {
    const key = keyOfUnit(unit, keyOfTerms(findTerms(unit, terms), tone));
    return given.get(index)?.translation ?? translation ?? translations.get(key)?.translation;
  });
  const isOpen = isWaiting(place.state) || place.state === 'behind';
  const isChanged = [...given].some(
    ([index, { translation }]) => !isSame(place.units[index] as PageUnit, translation),
  );
  if (!isOpen && !isChanged) return { place, outcome: 'unchanged', values };
  // Writing an incomplete place would replace an outdated but complete translation with text of the source.
  const isComplete = values.every((value) => value !== undefined);
  return { place, outcome: isComplete || isWaiting(place.state) ? 'written' : 'remembered', values };
}

function writePlaces(
  input: PageToTranslate,
  translated: TranslatedPage,
  writes: readonly Write[],
): TranslatedPage {
  if (writes.length === 0) return translated;
  const source = parseMarkdown(input.source.source ?? '');
  const present = parseMarkdown(translated.page.source ?? '');
  const texts = { ...translated.tracked.texts };
  const blocks = [...translated.tracked.blocks];
  const nodes = [...present.document.nodes];
  const page = { ...translated.page };
  let description = textOf(translated.page, 'description');
  for (const { place, values } of writes) {
    const state = values.includes(undefined) ? 'missing' : 'edited';
    let next = 0;
    const find = () => values[next++];
    const { at } = place;
    if (at.kind === 'text') {
      const own = textOf(input.source, at.name) as string;
      const { text } = translateText(own, find);
      if (at.name === 'description') description = text;
      else page[at.name] = text;
      texts[at.name] = { ...texts[at.name]!, of: hashText(own), wrote: hashText(text), by: 'person', state };
    } else {
      const tracked = blocks[at.index]!;
      const own = source.document.nodes[at.index]!;
      nodes[tracked.at as number] = translateBlock(own, find).block;
      blocks[at.index] = { ...tracked, of: hashBlock(own), by: 'person', state };
    }
  }
  if (page.source === undefined) return { ...translated, page, tracked: { texts, blocks } };
  const written = writeBlocks(
    { source: input.source, translation: translated.page },
    { source, present },
    nodes,
  );
  page.source = writeTexts(written, page.title, description);
  const placed = placeBlocks(blocks, nodes, parseMarkdown(page.source).document.nodes);
  return { ...translated, page, tracked: { texts, blocks: placed } };
}
