import type { MarkupCode, MarkupElement, MarkupNode, ReportMarkup } from './markup.ts';

/** Containers that nest deeper are read as text. The dialect itself goes no deeper than 50. */
export const MAX_NESTING = 40;

interface Frame {
  /** Undefined for the page itself. */
  element: MarkupElement | undefined;
  nodes: MarkupNode[];
  /** How the frame ends. */
  end: 'tag' | 'directive' | 'indent' | 'source';
  /** The colons of a directive. */
  colons: number;
  /** The column of the source at which its content begins; that of its first line if undefined. */
  column: number | undefined;
  /** The column of the content in the output. */
  indent: number;
}

interface OpenFence {
  marker: string;
  column: number;
  /** Undefined for a fence after a bullet, which stays within the text. */
  code: MarkupCode | undefined;
}

/** The containers that are open at a line, from the page itself to the innermost one. */
export class OpenFrames {
  /** The nodes of the page. */
  readonly nodes: MarkupNode[] = [];
  /** The code that is open in the innermost one. */
  fence: OpenFence | undefined;
  private readonly report: ReportMarkup;
  private readonly depth: number;
  private readonly frames: Frame[];
  /** How many elements of each name are open as tags. */
  private readonly openTags = new Map<string, number>();
  private isNestingReported = false;

  /** `depth` is the number of sources that contain this one. */
  constructor(report: ReportMarkup, depth: number) {
    this.report = report;
    this.depth = depth;
    this.frames = [{ element: undefined, nodes: this.nodes, end: 'source', colons: 0, column: 0, indent: 0 }];
  }

  get hasOpenTags(): boolean {
    return this.openTags.size > 0;
  }

  get isAtTop(): boolean {
    return this.frames.length === 1;
  }

  isOpenTag(name: string): boolean {
    return (this.openTags.get(name) ?? 0) > 0;
  }

  get innermost(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  /** Content that is held together by its indentation ends before a line that has less. */
  leaveIndentation(column: number): void {
    while (this.innermost.end === 'indent' && column < (this.innermost.column ?? 0)) {
      this.fence = undefined;
      this.frames.pop();
    }
  }

  outputColumn(column: number): number {
    return this.innermost.indent + Math.max(0, column - (this.innermost.column ?? column));
  }

  /** Closes the innermost directive that has no more colons. */
  closeDirective(colons: number): boolean {
    const at = this.frames.findLastIndex((frame) => frame.end === 'directive' && frame.colons <= colons);
    if (at < 0) return false;
    this.closeFrom(at);
    return true;
  }

  /** False if containers nest too deeply. */
  open(
    element: MarkupElement,
    {
      end,
      column,
      colons = 0,
      into = this.innermost.nodes,
    }: { end: Frame['end']; column: number | undefined; colons?: number; into?: MarkupNode[] },
  ): boolean {
    if (this.frames.length + this.depth > MAX_NESTING) {
      if (!this.isNestingReported)
        this.report({
          line: element.line,
          reason: 'nested-too-deeply',
          message: `Containers nest more than ${MAX_NESTING} levels deep. The inner ones were kept as text.`,
        });
      this.isNestingReported = true;
      return false;
    }
    into.push(element);
    if (end === 'tag') this.openTags.set(element.name, (this.openTags.get(element.name) ?? 0) + 1);
    this.frames.push({ element, nodes: element.children, end, colons, column, indent: element.indent });
    return true;
  }

  closeTag(name: string): void {
    const at = this.frames.findLastIndex((frame) => frame.end === 'tag' && frame.element?.name === name);
    if (at > 0) this.closeFrom(at);
  }

  /** Closes a frame with those within it, which have no end of their own. */
  private closeFrom(at: number): void {
    this.fence = undefined;
    for (const [i, { element, end }] of this.frames.splice(at).entries()) {
      if (!element) continue;
      if (end === 'tag') this.openTags.set(element.name, this.openTags.get(element.name)! - 1);
      if (i > 0 && end !== 'indent') this.reportUnclosed(element);
    }
  }

  private reportUnclosed(element: MarkupElement): void {
    this.report({
      line: element.line,
      reason: 'unclosed-element',
      message: `${describeElement(element)} is never closed. It was closed at the end of its parent.`,
    });
  }

  /** Closes all of them at the end of the source. */
  end(): void {
    for (const { element } of this.frames.splice(1).reverse())
      if (element && element.form !== 'admonition' && element.form !== 'tab') this.reportUnclosed(element);
  }
}

/** How reports name an element: as it is written. */
export function describeElement({ form, name }: Pick<MarkupElement, 'form' | 'name'>): string {
  switch (form) {
    case 'tag':
      return `<${name}>`;
    case 'directive':
      return `:::${name}`;
    case 'admonition':
      return `!!! ${name}`;
    case 'tab':
      return name;
    case 'alert':
      return `[!${name}]`;
  }
}
