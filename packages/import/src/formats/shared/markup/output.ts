/** Lines of Markdown, with the blank lines that the dialect asks for. */
export class MarkupOutput {
  readonly lines: string[] = [];
  /** Whether the next line is the first in its container. */
  private isAtEdge = true;
  private needsBlank = false;

  /** Adds a line of text; several blank ones become one. */
  text(line: string): void {
    if (line.trim() === '') this.separate();
    else {
      this.beginLine();
      this.lines.push(line);
      this.isAtEdge = false;
    }
  }

  /** Adds a line in which every character counts, such as one of code. */
  exact(line: string): void {
    this.beginLine();
    this.lines.push(line);
    this.isAtEdge = false;
  }

  /** Adds a blank line before the next one, except at the beginning or end of a container. */
  separate(): void {
    if (!this.isAtEdge) this.needsBlank = true;
  }

  /** Adds a block of lines, separated from the lines before and after it. */
  block(lines: readonly string[]): void {
    this.separate();
    for (const line of lines) this.exact(line);
    this.separate();
  }

  /** Opens a container; its content begins in the next line. */
  open(line: string): void {
    this.separate();
    this.beginLine();
    this.lines.push(line);
    this.isAtEdge = true;
  }

  close(line: string): void {
    this.needsBlank = false;
    this.lines.push(line);
    this.isAtEdge = false;
    this.separate();
  }

  private beginLine(): void {
    if (this.needsBlank) this.lines.push('');
    this.needsBlank = false;
  }
}
