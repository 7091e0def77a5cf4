import type { Block } from '../document.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { hashBlock, hashText } from './block-hash.ts';
import { type BlockState, followSource, type Maker, type TrackedBlock } from './follow-source.ts';
import { findTerms, keyOfTerms, type Term } from './glossary-terms.ts';
import { type Fragments, NO_FRAGMENTS } from './message-fragments.ts';
import { descriptionOf, type PageTexts, TEXT_NAMES, type TextName } from './page-texts.ts';
import { followText, type TrackedText } from './tracked-text.ts';
import {
  type FindTranslation,
  listUnits,
  type Outcome,
  translateBlock,
  translateText,
  type Unit,
  unitOfText,
} from './translate-block.ts';
import { type ParsedPage, place, writeBlocks, writeTexts } from './write-page.ts';

/** The state of the translation of a page. */
export interface TrackedPage {
  texts: Partial<Record<TextName, TrackedText>>;
  blocks: TrackedBlock[];
}

/** A unit with the terms that its translation must use. */
export interface WantedUnit {
  /** Identifies the unit, its terms and the tone. */
  key: string;
  unit: Unit;
  terms: Term[];
  /** The syntax of ICU messages behind its placeholders, if it has any. */
  fragments?: Fragments;
}

export interface PageToTranslate {
  /** The page when it was last in step; undefined: it is new. */
  before: { source: PageTexts; translation: PageTexts; tracked: TrackedPage } | undefined;
  source: PageTexts;
  /** The translation now; undefined: there is none. */
  translation: PageTexts | undefined;
  terms: readonly Term[];
  tone: string;
  /** The known translations, by the keys of their units. */
  translations: ReadonlyMap<string, { translation: string; by: Maker }>;
  /** Whether units without a usable translation are requested again, even if nothing has changed. */
  retries: boolean;
}

export interface TranslatedPage {
  page: PageTexts;
  tracked: TrackedPage;
  /** The units without a translation, each once. */
  wanted: WantedUnit[];
  faults: Outcome['faults'];
}

/** Updates a translated page to its present source, as far as translations are known. */
export function translatePage(input: PageToTranslate): TranslatedPage {
  const work = createWork(input);
  const source = parseMarkdown(input.source.source ?? '');
  const present = parseMarkdown(input.translation?.source ?? '');
  const texts = translateTexts(input, work, { source, present });
  const page: PageTexts = { title: texts.found.title ?? input.source.title };
  if (texts.found.linkTitle !== undefined) page.linkTitle = texts.found.linkTitle;
  let blocks: TrackedBlock[] = [];
  if (input.source.source !== undefined) {
    const body = translateBlocks(input, work, { source, present });
    page.source = writeTexts(body.text, page.title, texts.found.description);
    blocks = body.tracked;
  }
  return { page, tracked: { texts: texts.tracked, blocks }, wanted: work.wanted(), faults: work.faults };
}

interface Work {
  termsOfUnit(unit: Unit): { terms: Term[]; key: string };
  find: FindTranslation;
  /** Determines who translated the units, and the resulting state of their place. */
  judge(units: readonly Unit[], outcome: Outcome): { by: Maker; state: BlockState };
  faults: Outcome['faults'];
  wanted(): WantedUnit[];
}

function createWork({ terms: all, tone, translations }: PageToTranslate): Work {
  const wanted = new Map<string, WantedUnit>();
  const faults: Outcome['faults'] = [];
  const termsOfUnit = (unit: Unit) => {
    const terms = findTerms(unit, all);
    return { terms, key: keyOfTerms(terms, tone) };
  };
  const lookUp = (unit: Unit, fragments = NO_FRAGMENTS) => {
    const { terms, key: termsKey } = termsOfUnit(unit);
    const key = keyOfUnit(unit, termsKey);
    const known = translations.get(key);
    if (!known && !wanted.has(key))
      wanted.set(key, { key, unit, terms, ...(fragments.size > 0 ? { fragments } : {}) });
    return known;
  };
  return {
    termsOfUnit,
    find: (unit, _keys, fragments) => lookUp(unit, fragments)?.translation,
    judge(units, outcome) {
      faults.push(...outcome.faults);
      const makers = new Set(units.map((unit) => lookUp(unit)?.by));
      const by = makers.has('machine') ? 'machine' : 'memory';
      if (outcome.faults.length > 0) return { by, state: 'failed' };
      return { by, state: outcome.missing > 0 ? 'missing' : 'current' };
    },
    faults,
    wanted: () => [...wanted.values()],
  };
}

function translateTexts(
  input: PageToTranslate,
  work: Work,
  { source, present }: ParsedPage,
): { found: Partial<Record<TextName, string>>; tracked: TrackedPage['texts'] } {
  const found: Partial<Record<TextName, string>> = {};
  const tracked: TrackedPage['texts'] = {};
  const before = input.before?.source;
  for (const name of TEXT_NAMES) {
    const isDescription = name === 'description';
    const text = isDescription ? descriptionOf(source) : input.source[name];
    if (text === undefined) continue;
    const unit = unitOfText(text);
    const terms = unit === undefined ? '' : work.termsOfUnit(unit).key;
    const plan = followText({
      tracked: input.before?.tracked.texts[name],
      source: text,
      oldSource: isDescription ? before && descriptionOf(parseMarkdown(before.source ?? '')) : before?.[name],
      translation: isDescription ? descriptionOf(present) : input.translation?.[name],
      terms,
      retries: input.retries,
    });
    if (plan.kind === 'keep') {
      found[name] = plan.text;
      tracked[name] = plan.tracked;
      continue;
    }
    const outcome = translateText(text, work.find);
    const { by, state } = work.judge(unit === undefined ? [] : [unit], outcome);
    const former = state === 'current' ? undefined : plan.former;
    found[name] = former?.text ?? outcome.text;
    tracked[name] = former
      ? { ...former.tracked, state: 'behind' }
      : { of: hashText(text), wrote: hashText(outcome.text), by, state, terms };
  }
  return { found, tracked };
}

/** Identifies the unit, its terms and the tone in the translation memory. */
export const keyOfUnit = (unit: Unit, termsKey: string): string => hashText(`${unit}\n${termsKey}`);

/** Blocks without words have nothing to translate. */
function translateBlocks(
  input: PageToTranslate,
  work: Work,
  { source, present }: ParsedPage,
): { text: string; tracked: TrackedBlock[] } {
  const termsOf = (block: Block): string => {
    const keys = listUnits(block).map((unit) => work.termsOfUnit(unit).key);
    return keys.every((key) => key === '') ? '' : hashText(keys.join());
  };
  const { before } = input;
  const plan = followSource({
    before: before && {
      source: parseMarkdown(before.source.source ?? '').document.nodes,
      translation: parseMarkdown(before.translation.source ?? '').document.nodes,
      tracked: before.tracked.blocks,
    },
    source: source.document.nodes,
    translation: present.document.nodes,
    termsOf,
    retries: input.retries,
  });
  const nodes: Block[] = [];
  const tracked: TrackedBlock[] = [];
  for (const one of plan) {
    const at = nodes.length;
    if (one.kind === 'own') nodes.push(one.block);
    else if (one.kind === 'keep') {
      tracked.push({ ...one.tracked, at: one.block ? at : null });
      if (one.block) nodes.push(one.block);
    } else {
      const { block, ...outcome } = translateBlock(one.source, work.find);
      const { by, state } = work.judge(listUnits(one.source), outcome);
      const former = state === 'current' ? undefined : one.former;
      nodes.push(former?.block ?? block);
      tracked.push(
        former
          ? { ...former.tracked, at, state: 'behind' }
          : { of: hashBlock(one.source), at, by, state, terms: termsOf(one.source) },
      );
    }
  }
  const text = writeBlocks(input, { source, present }, nodes);
  return { text, tracked: place(tracked, nodes, parseMarkdown(text).document.nodes) };
}
