import { alignSimilar, type Comparable, wordsOf } from '../documents/align-similar.ts';
import { type Block, plainText } from '../documents/document.ts';
import { hashBlock } from './block-hash.ts';

/** Who made a translation: a provider, a person elsewhere, or a person in the space or by a file. */
export type Maker = 'machine' | 'memory' | 'person';

/**
 * `current`: says what the source says. `behind`: says what an earlier source said. `edited`: a person changed the
 * translation, and the source has not changed since. `missing`: in the language of the source, all or some of it.
 * `failed`: the same, because no translation was usable.
 */
export type BlockState = 'current' | 'behind' | 'edited' | 'missing' | 'failed';

/** What is known of the translation of one block of a source. */
export interface TrackedBlock {
  /** The hash of the source that the translation follows: of another one than the present one if it is behind. */
  of: string;
  /** The position of the translation in the page as it was written last; null: a person removed it. */
  at: number | null;
  by: Maker;
  state: BlockState;
  /** The hash of what else the translation depends on: the terms of the glossary in it, and the tone. */
  terms: string;
}

/** A page as it was when it was last in step: both documents, and a tracked block for each block of the source. */
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
  /** To be translated. `former`: the translation until now, which stays if there is no new one. */
  | { kind: 'translate'; source: Block; former: { block: Block; tracked: TrackedBlock } | undefined };

export interface FollowedPage {
  /** The page as it was; undefined: it is new. */
  before: PageInStep | undefined;
  /** The blocks of the source now. */
  source: readonly Block[];
  /** The blocks of the translation now, with what people have changed. */
  translation: readonly Block[];
  /** The hash of what else the translation of a block depends on. */
  termsOf: (block: Block) => string;
  /** Whether there may be a translation now for what had none. */
  retries: boolean;
}

/**
 * Decides what becomes of each block of a translated page after its source, its translation, or both have changed. The
 * order is that of the source; what people added stays behind what it followed.
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
  /** The hash of the block when the page was last in step. */
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
 * Whether a block that is a person’s still waits for words: some of it was filled in, or what was put there to be
 * translated was accepted as it was.
 */
const isUnfilled = ({ tracked, present, isEdited }: Followed, hash: string): boolean =>
  isEdited
    ? tracked.state === 'behind' && present !== undefined && hashBlock(present) === hash
    : tracked.state === 'missing';

/** Puts the blocks that people added behind what they stood behind. */
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
 * Somebody who writes a translation anew may leave none of its words, and add blocks beside it: what stands between the
 * same neighbors and is of the same kind is taken for it, in order.
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
