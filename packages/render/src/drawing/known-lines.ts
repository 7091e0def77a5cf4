import type { Grammar } from '@shikijs/primitive';
import type { TokenLine } from '../pieces.ts';

/** Where a grammar is between two lines; null before the first one. */
export type GrammarState = Parameters<Grammar['tokenizeLine2']>[1];

interface KnownLine {
  tokens: TokenLine;
  next: GrammarState;
}

/** A text may lead to any number of states, and each new one is compared with those before. */
const MAX_STATES = 50;

/**
 * The lines of the pieces of one document. A line after the same state is read once: samples of the operations of an
 * API differ in one or two lines.
 */
export class KnownLines {
  readonly #lines = new Map<Grammar, Map<GrammarState, Map<string, KnownLine>>>();

  /** `read` reads a line that is not known; undefined if it could not. */
  read(
    grammar: Grammar,
    state: GrammarState,
    line: string,
    read: () => KnownLine | undefined,
  ): KnownLine | undefined {
    const states = this.#lines.get(grammar) ?? new Map<GrammarState, Map<string, KnownLine>>();
    this.#lines.set(grammar, states);
    const lines = states.get(state);
    const known = lines?.get(line);
    if (known) return known;
    const found = read();
    if (!found) return undefined;
    const next = [...states.keys()].find((one) => isSame(one, found.next)) ?? found.next;
    if (!states.has(next) && states.size < MAX_STATES) states.set(next, new Map());
    const kept = { tokens: found.tokens, next };
    if (lines) lines.set(line, kept);
    else if (states.size < MAX_STATES) states.set(state, new Map([[line, kept]]));
    return kept;
  }
}

/** What the states of the library have beside what they compare. */
type OwnState = GrammarState & { parent?: OwnState | null; beginRuleCapturedEOL?: boolean };

function isSame(one: GrammarState, other: GrammarState): boolean {
  if (one === other) return true;
  if (!one || !other?.equals(one)) return false;
  let [first, second]: (OwnState | null | undefined)[] = [one, other];
  for (; first && second; first = first.parent, second = second.parent)
    if (first.beginRuleCapturedEOL !== second.beginRuleCapturedEOL) return false;
  return true;
}
