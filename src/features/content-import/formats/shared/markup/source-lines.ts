/** A text that is read line by line, and how far. */
export class SourceLines {
  readonly text: string;
  /** Of what is read next. */
  offset = 0;
  /** The number of its line in the file. */
  number: number;
  /** A part of a line, and where it ends. */
  private known = { from: 0, end: -1 };

  constructor(text: string, firstNumber: number) {
    this.text = text;
    this.number = firstNumber;
  }

  /** The end of the line of a position; that of one line is looked for once. */
  endOf(from: number): number {
    const { known } = this;
    if (from < known.from || from > known.end) {
      const end = this.text.indexOf('\n', from);
      this.known = { from, end: end < 0 ? this.text.length : end };
    }
    return this.known.end;
  }

  /** Goes on after a position, counting the lines up to it. */
  goTo(position: number): void {
    for (let at = this.endOf(this.offset); at < position; at = this.endOf(at + 1)) this.number++;
    this.offset = position;
  }

  skipLine(end: number): void {
    this.goTo(Math.min(end + 1, this.text.length));
    if (end >= this.text.length) this.offset = this.text.length;
  }
}
