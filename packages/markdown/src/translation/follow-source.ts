import { alignSimilar, type Comparable, wordsOf } from '../align-similar.ts';
import { type Block, plainText } from '../document.ts';
import { hashBlock } from './block-hash.ts';

/**
 * The author of a translation: a provider (`machine`), people whose translation was found in the memory (`memory`), or
 * a person who wrote it in the space or in a file (`person`).
 */
export type Maker = 'machine' | 'memory' | 'person';

/**
 * `current`: a translation of the present source. `behind`: a translation of an earlier source. `edited`: a person
 * changed the translation, and the source has not changed since. `missing`: completely or partly in the language of the
 * source. `failed`: like `missing`, because no translation was usable.
 */
export type BlockState = 'current' | 'behind' | 'edited' | 'missing' | 'failed';

/** The state of the translation of one block of the source. */
export interface TrackedBlock {
  /** The hash of the source block that was translated: that of an earlier version if the translation is behind. */
  of: string;
  /** The position of the translation in the page as it was written last; null: a person removed it. */
  at: number | null;
  by: Maker;
  state: BlockState;
  /** The hash of everything else that the translation depends on: the terms of the glossary in it, and the tone. */
  terms: string;
}

/** A page as it was when it was last in sync: both documents, and a tracked block for each block of the source. */
export interface PageInStep {
  source: readonly Block[];
  translation: readonly Block[];
  tracked: readonly TrackedBlock[];
}

/** The new state of a place in a translated page. */
export type Planned =
  /** A block that a person added to the translation. */
  | { kind: 'own'; block: Block }
  /** The translation stays as it is; `block` undefined: a person removed it. */
  | { kind: 'keep'; block: Block | undefined; tracked: Omit<TrackedBlock, 'at'> }
  /** To be translated. `former`: the existing translation, which stays if there is no new one. */
  | { kind: 'translate'; source: Block; former: { block: Block; tracked: TrackedBlock } | undefined };

export interface FollowedPage {
  /** The page when it was last in sync; undefined if it is new. */
  before: PageInStep | undefined;
  /** The blocks of the source now. */
  source: readonly Block[];
  /** The blocks of the translation now, with what people have changed. */
  translation: readonly Block[];
  /** The hash of everything else that the translation of a block depends on. */
  termsOf: (block: Block) => string;
  /** Whether blocks without a translation may have one now. */
  retries: boolean;
}

/**
 * Decides for each block of a translated page whether it is kept or translated, after its source, its translation, or
 * both have changed. The order is that of the source; blocks that people added stay after the block that they
 * followed.
 */
export function followSource(page: FollowedPage): Planned[] {
  const { before = { source: [], translation: [], tracked: [] }, source, translation } = page;
  const oldOf = invert(align(before.source, source), source.length);
  const nowAt = pairRewritten(before.translation, translation, align(before.translation, translation));
  const anchors = new Map<number, number>();
  const planned = source.map((block, index): Planned => {
    const old = oldOf[index] as number;
    const tracked = before.tracked[old];
    if (old < 0 || !tracked) return { kind: 'translate', source: block, former: undefined };
    const now = tracked.at === null ? -1 : (nowAt[tracked.at] as number);
    const present = translation[now];
    if (present) anchors.set(now, index);
    const written = tracked.at === null ? undefined : before.translation[tracked.at];
    return follow(page, {
      block,
      tracked,
      oldHash: hashBlock(before.source[old] as Block),
      present,
      isEdited: tracked.at !== null && (!present || !written || hashBlock(present) !== hashBlock(written)),
    });
  });
  return withOwnBlocks(planned, translation, { anchors, isKnown: isKnownIn(nowAt, before.tracked) });
}

interface Followed {
  block: Block;
  tracked: TrackedBlock;
  /** The hash of the block when the page was last in sync. */
  oldHash: string;
  /** The translation now; undefined: it was removed. */
  present: Block | undefined;
  /** Whether somebody has changed or removed the translation since. */
  isEdited: boolean;
}

function follow({ termsOf, retries }: FollowedPage, followed: Followed): Planned {
  const { block, tracked, oldHash, present, isEdited } = followed;
  const hash = hashBlock(block);
  if (isEdited || tracked.by === 'person') {
    // A person who edits a translation has seen its source.
    const of = isEdited ? oldHash : tracked.of;
    const state = of !== hash ? 'behind' : isUnfilled(followed, hash) ? 'missing' : 'edited';
    return { kind: 'keep', block: present, tracked: { of, by: 'person', state, terms: tracked.terms } };
  }
  if (!present) return { kind: 'translate', source: block, former: undefined };
  const isTranslated = tracked.state === 'current' || tracked.state === 'behind';
  const isSame = tracked.of === hash && tracked.terms === termsOf(block);
  if (isSame && (tracked.state === 'current' || !retries)) {
    const { at: _at, ...rest } = tracked;
    return { kind: 'keep', block: present, tracked: rest };
  }
  return {
    kind: 'translate',
    source: block,
    former: isTranslated ? { block: present, tracked } : undefined,
  };
}

/**
 * Whether a block that a person edited still has untranslated text: the person filled in only a part of it, or accepted
 * the text of the source that was shown for translation.
 */
const isUnfilled = ({ tracked, present, isEdited }: Followed, hash: string): boolean =>
  isEdited
    ? tracked.state === 'behind' && present !== undefined && hashBlock(present) === hash
    : tracked.state === 'missing';

/** Puts the blocks that people added after the blocks that they followed. */
function withOwnBlocks(
  planned: readonly Planned[],
  translation: readonly Block[],
  { anchors, isKnown }: { anchors: ReadonlyMap<number, number>; isKnown: (index: number) => boolean },
): Planned[] {
  const behind = new Map<number, Planned[]>();
  let anchor = -1;
  for (const [index, block] of translation.entries()) {
    anchor = anchors.get(index) ?? anchor;
    if (isKnown(index)) continue;
    behind.set(anchor, [...(behind.get(anchor) ?? []), { kind: 'own', block }]);
  }
  return [...(behind.get(-1) ?? []), ...planned.flatMap((one, index) => [one, ...(behind.get(index) ?? [])])];
}

/** Whether a block is a translation, and not one that a person has added. */
const isKnownIn = (nowAt: Int32Array, tracked: readonly TrackedBlock[]): ((index: number) => boolean) => {
  const known = new Set(tracked.flatMap(({ at }) => (at === null ? [] : [nowAt[at]])));
  return (index) => known.has(index);
};

const align = (old: readonly Block[], current: readonly Block[]): Int32Array =>
  alignSimilar(old.map(toComparable), current.map(toComparable));

/**
 * If a person rewrites a translation, none of its words may remain, and there may be new blocks beside it. Blocks
 * between the same neighbors and of the same kind are therefore paired, in order.
 */
function pairRewritten(old: readonly Block[], current: readonly Block[], positions: Int32Array): Int32Array {
  const paired = positions.slice();
  const taken = new Set(positions);
  let from = 0;
  for (const [index, position] of positions.entries()) {
    if (position >= 0) {
      from = position + 1;
      continue;
    }
    for (let at = from; at < current.length && !taken.has(at); at += 1) {
      if (current[at]?.type !== old[index]?.type) continue;
      paired[index] = at;
      taken.add(at);
      from = at + 1;
      break;
    }
  }
  return paired;
}

const toComparable = (block: Block): Comparable => ({
  kind: block.type,
  identity: hashBlock(block),
  words: wordsOf(plainText([block])),
});

function invert(positions: Int32Array, length: number): Int32Array {
  const inverse = new Int32Array(length).fill(-1);
  for (const [from, to] of positions.entries()) if (to >= 0) inverse[to] = from;
  return inverse;
}
