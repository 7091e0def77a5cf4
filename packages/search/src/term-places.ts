import { NumberList } from './number-list.ts';

/** Places by term: those of term n begin at `starts[n]` and end before `starts[n + 1]`, in the order of insertion. */
export interface SortedPlaces {
  starts: Uint32Array;
  /** The page or the section. */
  owners: Uint32Array;
  /** The positions in it. */
  places: Uint32Array;
}

/**
 * Collects the positions of terms, each named by a number. Every word of a text passes through here, so it is only
 * appended; all are sorted by term once, at the end.
 */
export class TermPlaces {
  readonly #terms = new NumberList();
  readonly #owners = new NumberList();
  readonly #places = new NumberList();

  add(term: number, owner: number, position: number): void {
    this.#terms.push(term);
    this.#owners.push(owner);
    this.#places.push(position);
  }

  sort(termCount: number): SortedPlaces {
    const terms = this.#terms.view();
    const allOwners = this.#owners.view();
    const allPlaces = this.#places.view();
    const starts = new Uint32Array(termCount + 1);
    for (const term of terms) starts[term + 1] = (starts[term + 1] as number) + 1;
    for (let term = 0; term < termCount; term += 1)
      starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
    const next = starts.slice();
    const owners = new Uint32Array(terms.length);
    const places = new Uint32Array(terms.length);
    for (let i = 0; i < terms.length; i += 1) {
      const term = terms[i] as number;
      const at = next[term] as number;
      next[term] = at + 1;
      owners[at] = allOwners[i] as number;
      places[at] = allPlaces[i] as number;
    }
    return { starts, owners, places };
  }
}
