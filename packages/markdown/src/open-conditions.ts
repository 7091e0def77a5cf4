import { cutText } from '@lectern/std/cut-text';
import { MAX_WRITTEN, OPAQUE } from './condition-mentions.ts';
import type { ConditionTag } from './condition-tags.ts';

/** Siblings, with their place in the document. */
export interface Siblings {
  nodes: readonly object[];
  above: SiblingPosition | undefined;
  /** `whole`: parts of them cannot be hidden, only the node that they belong to. */
  kind: 'blocks' | 'inlines' | 'whole';
  /** Whether a condition without an end ends with them. */
  isEnclosed: boolean;
}

export interface SiblingPosition {
  siblings: Siblings;
  index: number;
}

export interface Mention extends ConditionTag {
  written: string;
  /** The block or the line that contains it. */
  place: SiblingPosition;
  /** Whether it is all that its block contains. */
  isAlone: boolean;
}

/** A condition or a frame that was begun. */
export interface Opening {
  mention: Mention;
  isBroken: boolean;
}

/** Text between these tags is not read. */
const QUOTING: ReadonlySet<string> = new Set(['raw', 'verbatim']);

/** In place of a name. */
export const ANY_CONDITION = '';

/** The tags that were not ended yet. Each is looked at a few times, however many there are. */
export class OpenTags {
  readonly #all: Opening[] = [];
  readonly #byName = new Map<string, Opening[]>();
  readonly #ended = new Set<Opening>();

  push(opening: Opening): void {
    const { name, isCondition } = opening.mention;
    this.#all.push(opening);
    for (const key of isCondition ? [name, ANY_CONDITION] : [name]) addTo(this.#byName, key, opening);
  }

  /** The last one of a name. */
  last(name: string): Opening | undefined {
    const named = this.#byName.get(name) ?? [];
    for (let last = named.at(-1); last; last = named.at(-1)) {
      if (!this.#ended.has(last)) return last;
      named.pop();
    }
    return undefined;
  }

  remove(opening: Opening): void {
    this.#ended.add(opening);
  }

  /** Removes a tag and those after it, which are returned. */
  removeFrom(opening: Opening): Opening[] {
    const since: Opening[] = [];
    for (let last = this.#all.pop(); last && last !== opening; last = this.#all.pop()) {
      if (this.#ended.has(last)) continue;
      this.#ended.add(last);
      since.push(last);
    }
    this.#ended.add(opening);
    return since.reverse();
  }

  list(): Opening[] {
    return this.#all.filter((opening) => !this.#ended.has(opening));
  }
}

export const mentionOf = (
  tag: ConditionTag,
  text: string,
  kind: ConditionTag['kind'],
  place: SiblingPosition,
): Mention => ({
  ...tag,
  kind,
  place,
  written: cutText(text.slice(tag.start, tag.end).replaceAll(OPAQUE, '…'), MAX_WRITTEN),
  isAlone: false,
});

export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}

/** For each mention, whether it is quoted, that is, between `{% raw %}` and its end. */
export function findQuoted(mentions: readonly Mention[]): boolean[] {
  const quoted: boolean[] = mentions.map(() => false);
  let from: number | undefined;
  for (const [at, { name, kind }] of mentions.entries()) {
    if (!QUOTING.has(name)) continue;
    if (kind === 'opening') from ??= at;
    else if (from !== undefined) {
      quoted.fill(true, from, at + 1);
      from = undefined;
    }
  }
  return quoted;
}

/** The places of two siblings that contain these places. */
export function climbTogether(
  one: SiblingPosition,
  other: SiblingPosition,
): [SiblingPosition, SiblingPosition] {
  const above = new Map<Siblings, SiblingPosition>();
  for (let at: SiblingPosition | undefined = one; at; at = at.siblings.above) above.set(at.siblings, at);
  for (let at: SiblingPosition | undefined = other; at; at = at.siblings.above) {
    const found = above.get(at.siblings);
    if (found) return found.index <= at.index ? [found, at] : [at, found];
  }
  throw new Error('Two places of a document have nothing in common.');
}
