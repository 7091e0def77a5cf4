/** The sections that were found, of all pages: numbers in rows, since there may be as many as there are sections. */
export interface FoundSections {
  ordinals: Int32Array;
  scores: Float32Array;
}

/** Rows that grow. One is kept and used by each search anew; a search takes of it what it found. */
export class SectionList {
  length = 0;
  ordinals = new Int32Array(1024);
  scores = new Float32Array(1024);
  /** What of the score is the section's own text. */
  texts = new Float32Array(1024);
  /** The places of the pages among the found ones. */
  pages = new Int32Array(1024);

  put(place: number, ordinal: number, score: number, text: number, page: number): void {
    if (place === this.ordinals.length) this.#grow();
    this.ordinals[place] = ordinal;
    this.scores[place] = score;
    this.texts[place] = text;
    this.pages[place] = page;
    if (place === this.length) this.length += 1;
  }

  take(): FoundSections {
    return { ordinals: this.ordinals.slice(0, this.length), scores: this.scores.slice(0, this.length) };
  }

  #grow(): void {
    const length = 2 * this.ordinals.length;
    const copy = <Row extends Int32Array | Float32Array>(row: Row, larger: Row): Row => {
      larger.set(row);
      return larger;
    };
    this.ordinals = copy(this.ordinals, new Int32Array(length));
    this.scores = copy(this.scores, new Float32Array(length));
    this.texts = copy(this.texts, new Float32Array(length));
    this.pages = copy(this.pages, new Int32Array(length));
  }
}
