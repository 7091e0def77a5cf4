/** A text that is read line by line, with the position of the reader. */
export class SourceLines {
  readonly text: string;
  /** The position from which the text is read next. */
  offset = 0;
  /** The number of that line in the file. */
  number: number;
  /** Part of a line whose end is known. */
  private known = { from: 0, end: -1 };

  constructor(text: string, firstNumber: number) {
    this.text = text;
    this.number = firstNumber;
  }

  /** Returns the end of the line at a position; keeps it, so that the end of one line is searched for only once. */
  endOf(from: number): number {
    const { known } = this;
    if (from < known.from || from > known.end) {
      const end = this.text.indexOf('\n', from);
      this.known = { from, end: end < 0 ? this.text.length : end };
    }
    return this.known.end;
  }

  /** Moves to a position, counting the lines up to it. */
  goTo(position: number): void {
    for (let at = this.endOf(this.offset); at < position; at = this.endOf(at + 1)) this.number++;
    this.offset = position;
  }

  skipLine(end: number): void {
    this.goTo(Math.min(end + 1, this.text.length));
    if (end >= this.text.length) this.offset = this.text.length;
  }
}
