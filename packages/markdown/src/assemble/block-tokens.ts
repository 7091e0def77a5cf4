import type { Token } from 'markdown-it';
import { CHANGELOG_TAG } from '../changelog-block.ts';
import type { Tag } from '../syntax/tag.ts';
import { OPTIONAL_PARTNERS, PAIRED_TAGS } from './build-tags.ts';

/** The tokens of a document, with what closes what. */
export interface BlockTokens {
  tokens: readonly Token[];
  /** For each token, the index of the last token that belongs to it. */
  ends: Int32Array;
  /** For each opening tag, the index of its closing tag; -1 without. */
  partners: Int32Array;
  /** For each tag that is never closed and contains blocks, the index of the token before which it ends; else -1. */
  impliedEnds: Int32Array;
  /** Whether every tag that needs a partner has it, so that none of them can be that of a tag elsewhere. */
  isSettled: boolean;
}

/** Matches tags with their partners, within each container: one pass, whatever its content. */
export function readBlockTokens(tokens: readonly Token[]): BlockTokens {
  const unclosed: Unclosed[] = [];
  let isSettled = true;
  const noteUnclosed = ({ name, index }: { name: string; index: number }, limit: number): void => {
    if (!OPTIONAL_PARTNERS.has(name)) unclosed.push({ index, limit });
  };
  const ends = new Int32Array(tokens.length);
  const partners = new Int32Array(tokens.length).fill(-1);
  const containers: {
    index: number;
    open: { name: string; index: number }[];
    counts: Map<string, number>;
    raw?: number | undefined;
  }[] = [{ index: -1, open: [], counts: new Map() }];
  for (const [index, token] of tokens.entries()) {
    ends[index] = index;
    if (token.nesting > 0) containers.push({ index, open: [], counts: new Map() });
    else if (token.nesting < 0) {
      const container = containers.pop()!;
      ends[container.index] = index;
      for (const one of container.open) noteUnclosed(one, index);
    } else {
      quoteConditions(tokens, partners, containers.at(-1)!, index);
      const name = pairName(token);
      if (name === undefined) continue;
      const { open, counts } = containers.at(-1)!;
      if (!isClosing(token)) {
        open.push({ name, index });
        counts.set(name, (counts.get(name) ?? 0) + 1);
      } else if ((counts.get(name) ?? 0) > 0) {
        for (let last = open.pop(); last; last = open.pop()) {
          counts.set(last.name, counts.get(last.name)! - 1);
          if (last.name === name) {
            partners[last.index] = index;
            break;
          }
          noteUnclosed(last, index);
        }
      } else isSettled = false;
    }
  }
  for (const one of containers[0]!.open) noteUnclosed(one, tokens.length);
  const impliedEnds = new Int32Array(tokens.length).fill(-1);
  if (unclosed.length > 0) isSettled = false;
  const read = { tokens, ends, partners, impliedEnds, isSettled };
  if (unclosed.length > 0) endUnclosed(read, unclosed);
  else pairOthers(read);
  if (tokens.some((token) => token.type === 'tag' && !isKnownTag(tagOf(token).name))) read.isSettled = false;
  return read;
}

/** Tags that are not known and wait for their ends, within one container. */
interface OpenTags {
  open: { name: string; index: number }[];
  counts: Map<string, number>;
  /** The index of the known tag with which the container ends; -1 if a token closes it. */
  end: number;
}

/**
 * Matches tags that are not known with their partners: those between which every known tag has its own. Beside a tag
 * that is never closed nobody knows what belongs together, so that they stay apart.
 */
function pairOthers({ tokens, partners }: BlockTokens): void {
  const begin = (end: number): OpenTags => ({ open: [], counts: new Map(), end });
  const containers: OpenTags[] = [begin(-1)];
  const forget = (container: OpenTags): void => {
    container.open.length = 0;
    container.counts.clear();
  };
  for (const [index, token] of tokens.entries()) {
    if (token.nesting > 0) containers.push(begin(-1));
    else if (token.nesting < 0 || containers.at(-1)!.end === index) containers.pop();
    else {
      const container = containers.at(-1)!;
      const isTag = token.type === 'tag';
      const { name } = isTag ? tagOf(token) : { name: '' };
      if (name === 'raw') forget(container);
      else if (isTag && !isKnownTag(name)) {
        const opening = isClosing(token) ? popTag(container, name) : -1;
        if (opening >= 0) partners[opening] = index;
        else if (!isClosing(token)) pushTag(container, name, index);
      } else if (pairName(token) !== undefined) {
        const partner = partners[index]!;
        if (partner < 0 ? !OPTIONAL_PARTNERS.has(name) : ITEM_TAGS.has(name)) forget(container);
        if (partner >= 0) containers.push(begin(partner));
      }
    }
  }
}

function pushTag({ open, counts }: OpenTags, name: string, index: number): void {
  open.push({ name, index });
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The index of the last open tag of a name, which is closed with all that are open in it; -1 if there is none. */
function popTag({ open, counts }: OpenTags, name: string): number {
  if (!counts.get(name)) return -1;
  for (let last = open.pop(); last; last = open.pop()) {
    counts.set(last.name, counts.get(last.name)! - 1);
    if (last.name === name) return last.index;
  }
  return -1;
}

/** Tags that mean something, and those between which tags mean nothing. */
export const isKnownTag = (name: string): boolean =>
  PAIRED_TAGS.has(name) ||
  name.startsWith('@') ||
  name === 'include' ||
  name === 'page-ref' ||
  name === CHANGELOG_TAG;

/** A tag that is never closed; `limit`: the end of what it is in. */
interface Unclosed {
  index: number;
  limit: number;
}

const ITEM_TAGS = new Set(['tab', 'step', 'column', 'update']);
const CONTAINER_TAGS = new Set(['hint', 'tabs', 'stepper', 'columns', 'updates', ...ITEM_TAGS]);

/**
 * A tag that is never closed ends before the next heading beside it or with what it is in, and an item also before the
 * next item. A condition without an end must reach as far as its writer may have meant, so beside one nothing is closed.
 */
function endUnclosed({ tokens, ends, partners, impliedEnds }: BlockTokens, unclosed: Unclosed[]): void {
  const isCondition = (index: number): boolean =>
    tokens[index]!.type === 'tag' && tagOf(tokens[index]!).name === 'if';
  if (unclosed.some(({ index }) => isCondition(index))) return;
  const nextHeading = new Int32Array(tokens.length + 1).fill(tokens.length);
  const nextItem = new Int32Array(tokens.length + 1).fill(tokens.length);
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at]!;
    const next = partners[at]! < 0 ? ends[at]! + 1 : partners[at]! + 1;
    const isItem = token.type === 'tag' && !tagOf(token).isClosing && ITEM_TAGS.has(tagOf(token).name);
    nextHeading[at] = token.type === 'heading_open' ? at : nextHeading[next]!;
    nextItem[at] = isItem ? at : nextItem[next]!;
  }
  const around: number[] = [];
  for (const { index, limit } of unclosed.sort((left, right) => left.index - right.index)) {
    const token = tokens[index]!;
    const { name } = token.type === 'tag' ? tagOf(token) : { name: '' };
    if (!CONTAINER_TAGS.has(name)) continue;
    while (around.length > 0 && around.at(-1)! <= index) around.pop();
    const end = Math.min(
      limit,
      around.at(-1) ?? limit,
      nextHeading[index + 1]!,
      ITEM_TAGS.has(name) ? nextItem[index + 1]! : limit,
    );
    impliedEnds[index] = end;
    around.push(end);
  }
}

/** Conditions between `{% raw %}` and `{% endraw %}` are text. */
function quoteConditions(
  tokens: readonly Token[],
  partners: Int32Array,
  container: { raw?: number | undefined },
  index: number,
): void {
  const token = tokens[index]!;
  if (token.type !== 'tag' || tagOf(token).name !== 'raw') return;
  if (!tagOf(token).isClosing) {
    container.raw ??= index;
    return;
  }
  for (let at = container.raw ?? index; at < index; at++)
    if (tokens[at]!.type === 'tag' && tagOf(tokens[at]!).name === 'if') partners[at] = -1;
  container.raw = undefined;
}

export const tagOf = (token: Token): Tag => token.meta!.tag as Tag;

const isClosing = (token: Token): boolean =>
  token.type === 'details_end' || (token.type === 'tag' && tagOf(token).isClosing);

function pairName(token: Token): string | undefined {
  if (token.type === 'details' || token.type === 'details_end') return '<details>';
  return token.type === 'tag' && PAIRED_TAGS.has(tagOf(token).name) ? tagOf(token).name : undefined;
}

/** Returns the index of the token after this one's block. */
export function endOf({ ends, partners, impliedEnds }: BlockTokens, index: number): number {
  if (impliedEnds[index]! >= 0) return impliedEnds[index]!;
  const partner = partners[index]!;
  return (partner < 0 ? ends[index]! : partner) + 1;
}
