import { type CodeStyle, writeCode } from './code-block.ts';
import { convertInlines, type InlineRules, isComment } from './inline-markup.ts';
import type { MarkupElement, MarkupNode, MarkupRaw, MarkupText, ReportMarkup } from './markup.ts';
import { describeElement } from './open-frames.ts';
import { MarkupOutput } from './output.ts';

/** Writes an element as the dialect has it. */
export type WriteElement = (element: MarkupElement, writer: MarkupWriter) => void;

/** How the constructs of a tool are written in the dialect. */
export interface MarkupRules {
  inlines: InlineRules;
  code: CodeStyle;
  /** The writer of an element; undefined for one without a counterpart, of which only the content is kept. */
  findElement(element: MarkupElement): WriteElement | undefined;
  /** Writes syntax that is not Markdown. True if it was written, or left out with its own report. */
  writeRaw?(raw: MarkupRaw, writer: MarkupWriter): boolean;
}

/** Writes a tree of markup as Markdown of the dialect. */
export class MarkupWriter {
  readonly out: MarkupOutput;
  readonly rules: MarkupRules;
  readonly report: ReportMarkup;

  constructor(rules: MarkupRules, report: ReportMarkup, out: MarkupOutput = new MarkupOutput()) {
    this.rules = rules;
    this.report = report;
    this.out = out;
  }

  write(nodes: readonly MarkupNode[]): void {
    for (const node of nodes) this.writeNode(node);
  }

  /** The same content on its own, moved to column 0. */
  writeApart(nodes: readonly MarkupNode[], indent: number): string {
    const apart = new MarkupWriter(this.rules, this.report);
    apart.write(nodes);
    return apart.out.lines.map((line) => dropBlanks(line, indent)).join('\n');
  }

  private writeNode(node: MarkupNode): void {
    switch (node.kind) {
      case 'text':
        this.writeText(node);
        break;
      case 'code':
        if (!writeCode(node, { style: this.rules.code, out: this.out }))
          this.report({
            line: node.line,
            reason: 'lost-highlights',
            message: 'Lines of code within a list cannot be highlighted. The code was kept.',
          });
        break;
      case 'raw':
        if (!this.rules.writeRaw?.(node, this)) this.writeRawNode(node);
        break;
      case 'element':
        this.writeElement(node);
        break;
    }
  }

  writeElement(element: MarkupElement): void {
    const write = this.rules.findElement(element);
    if (write) {
      write(element, this);
      return;
    }
    this.report({
      line: element.line,
      reason: 'unsupported-element',
      message: `${describeElement(element)} has no counterpart. ${
        element.children.length > 0 ? 'Its content was kept.' : 'It was left out.'
      }`,
    });
    this.out.separate();
    this.write(element.children);
    this.out.separate();
  }

  /** Keeps raw lines unchanged, and converts the lines between them together. */
  private writeText({ lines }: MarkupText): void {
    let first = 0;
    for (let i = 0; i <= lines.length; i++) {
      const line = lines[i];
      if (line && !line.isRaw) continue;
      if (i > first) this.writeLines(lines.slice(first, i));
      if (line) this.out.exact(line.text);
      first = i + 1;
    }
  }

  private writeLines(lines: MarkupText['lines']): void {
    const text = lines.map((line) => line.text).join('\n');
    const converted = convertInlines(
      { text, lineNumbers: lines.map(({ number }) => number) },
      this.rules.inlines,
      this.report,
    );
    if (converted === text) for (const line of lines) this.out.text(line.text);
    else for (const line of converted.split('\n')) this.out.text(line);
  }

  private writeRawNode(raw: MarkupRaw): void {
    const { name, text, line, indent } = raw;
    if (name === 'import') return;
    if (name === '{}') {
      this.writeExpression(raw);
      return;
    }
    if (name === 'script' || name === 'style' || name === 'svg') {
      this.report({
        line,
        reason: 'unsupported-element',
        message: `<${name}> was left out, because pages cannot contain styles or code that runs.`,
      });
      return;
    }
    const written = text.split('\n');
    this.out.block([' '.repeat(indent) + written[0]!, ...written.slice(1)]);
  }

  private writeExpression({ text, line, indent }: MarkupRaw): void {
    if (isComment(text.slice(1, -1).trim())) return;
    const written = convertInlines({ text, lineNumbers: [line] }, this.rules.inlines, this.report);
    this.out.separate();
    if (written.trim() !== '')
      for (const each of written.split('\n')) this.out.text(' '.repeat(indent) + each);
    this.out.separate();
  }
}

function dropBlanks(line: string, count: number): string {
  let i = 0;
  while (i < count && line[i] === ' ') i++;
  return line.slice(i);
}
