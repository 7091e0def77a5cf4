import { dropColumns, indentOf } from './columns.ts';
import {
  type AttributeValue,
  type ComponentTag,
  createSearchBudget,
  readComponentTag,
  type SearchBudget,
} from './component-tag.ts';
import {
  FORMULA,
  FormulaMarks,
  findClosingTag,
  findExpressionEnd,
  findStatementEnd,
  hasTextBeside,
} from './find-ends.ts';
import {
  ADMONITION,
  ALERT,
  BULLET,
  CONTENT_TAB,
  DIRECTIVE,
  DIRECTIVE_END,
  EXPORT,
  FENCE,
  IMPORT,
  readAdmonitionName,
  readDirectiveLabel,
  unescapeQuotes,
} from './line-forms.ts';
import type {
  MarkupCode,
  MarkupElement,
  MarkupForm,
  MarkupNode,
  MarkupSyntax,
  MarkupText,
  ReportMarkup,
} from './markup.ts';
import { MAX_NESTING, OpenFrames } from './open-frames.ts';
import { SourceLines } from './source-lines.ts';

export interface MarkupSource {
  text: string;
  /** The line of the file at which the text begins, from 1. */
  firstLine: number;
}

/** Reads a source into a tree, in one pass over its lines. Any source is valid: unknown syntax is read as text. */
export function readMarkup(
  { text, firstLine }: MarkupSource,
  syntax: MarkupSyntax,
  report: ReportMarkup,
): MarkupNode[] {
  return new MarkupReader(text, firstLine, {
    syntax,
    report,
    depth: 0,
    budget: createSearchBudget(text),
  }).read();
}

interface ReaderContext {
  syntax: MarkupSyntax;
  report: ReportMarkup;
  /** The number of alerts around the source, because the lines of an alert are read by a reader of their own. */
  depth: number;
  budget: SearchBudget;
}

class MarkupReader {
  private readonly lines: SourceLines;
  private readonly context: ReaderContext;
  private readonly syntax: MarkupSyntax;
  private readonly frames: OpenFrames;
  /** The text that ends the open comment; its lines are raw until then. */
  private rawUntil: string | undefined;
  private isAfterBlank = true;
  /** Whether a formula goes on that began in a line of text. */
  private isWithinFormula = false;
  private readonly formulas: FormulaMarks;

  constructor(text: string, firstLine: number, context: ReaderContext) {
    this.lines = new SourceLines(text, firstLine);
    this.formulas = new FormulaMarks(text);
    this.context = context;
    this.syntax = context.syntax;
    this.frames = new OpenFrames(context.report, context.depth);
  }

  read(): MarkupNode[] {
    while (this.lines.offset < this.lines.text.length) this.readLine();
    this.frames.end();
    return this.frames.nodes;
  }

  private readLine(): void {
    const end = this.lines.endOf(this.lines.offset);
    const line = this.lines.text.slice(this.lines.offset, end);
    if (this.rawUntil !== undefined) {
      this.addText(line, true);
      if (line.includes(this.rawUntil)) this.rawUntil = undefined;
      this.lines.skipLine(end);
      return;
    }
    const isBlank = line.trim() === '';
    const column = indentOf(line);
    if (!isBlank) this.frames.leaveIndentation(column);
    if (this.frames.fence) this.readFenced(line);
    else if (this.isWithinFormula && !isBlank) {
      this.addText(' '.repeat(this.frames.outputColumn(column)) + line.trim(), false);
      this.isWithinFormula = !line.includes(FORMULA);
    } else if (isBlank) {
      this.addText('', false);
      this.isAfterBlank = true;
      this.isWithinFormula = false;
    } else {
      this.frames.innermost.column ??= column;
      if (this.readBlock(line.trimStart(), column, end)) return;
      this.isAfterBlank = false;
    }
    this.lines.skipLine(end);
  }

  private readFenced(line: string): void {
    const { marker, column, code } = this.frames.fence!;
    const text = line.trim();
    const isEnd =
      marker === FORMULA
        ? text.endsWith(FORMULA)
        : text.startsWith(marker) && text === marker[0]!.repeat(text.length) && indentOf(line) < column + 4;
    if (code && !isEnd) code.lines.push(dropColumns(line, column));
    if (!code) this.addText(line, true);
    if (isEnd) this.frames.fence = undefined;
  }

  /** Reads a line that is not blank. Returns true if it has moved the position itself. */
  private readBlock(text: string, column: number, end: number): boolean {
    switch (text[0]) {
      case '`':
      case '~':
        if (this.openFence(text, column)) return false;
        break;
      case '$':
        if (this.openFormula(text, column, end)) return false;
        break;
      case ':':
        if (this.syntax.hasDirectives && this.readDirective(text, column)) return false;
        break;
      case '!':
      case '?':
      case '=':
        if (this.syntax.hasAdmonitions && this.readAdmonition(text, column)) return false;
        break;
      case '>':
        if (this.syntax.hasAlerts && this.readAlert(text, column)) return true;
        break;
      case '{':
        if (this.syntax.isMdx && this.readExpression(end - text.length, column)) return true;
        break;
      case 'i':
      case 'e':
        if (this.syntax.isMdx && this.readStatement(text, column)) return true;
        break;
      default:
        break;
    }
    this.lines.goTo(end - text.length);
    this.readContent(this.frames.outputColumn(column));
    return true;
  }

  private openFence(text: string, column: number): boolean {
    const match = FENCE.exec(text);
    if (!match || (match[1]![0] === '`' && match[2]!.includes('`'))) return false;
    const code: MarkupCode = {
      kind: 'code',
      fence: match[1]!,
      info: match[2]!.trim(),
      lines: [],
      indent: this.frames.outputColumn(column),
      line: this.lines.number,
    };
    this.frames.innermost.nodes.push(code);
    this.frames.fence = { marker: match[1]!, column, code };
    return true;
  }

  /** Opens a formula that ends on a later line: its braces are not expressions. */
  private openFormula(text: string, column: number, end: number): boolean {
    if (!text.startsWith(FORMULA) || text.includes(FORMULA, FORMULA.length)) return false;
    if (!this.formulas.hasEnd(end, text.trimEnd() === FORMULA)) return false;
    this.addText(this.lines.text.slice(this.lines.offset, end), true);
    this.frames.fence = { marker: FORMULA, column, code: undefined };
    return true;
  }

  private readDirective(text: string, column: number): boolean {
    const ending = DIRECTIVE_END.exec(text);
    if (ending) return this.frames.closeDirective(ending[1]!.length);
    const match = DIRECTIVE.exec(text);
    if (!match) return false;
    const { label, attributes } = readDirectiveLabel(match[3]!);
    const element = this.makeElement('directive', match[2]!, column, attributes, label);
    return this.frames.open(element, { end: 'directive', colons: match[1]!.length, column });
  }

  private readAdmonition(text: string, column: number): boolean {
    const tab = CONTENT_TAB.exec(text);
    if (tab) return this.openTab(unescapeQuotes(tab[2]!), column, tab[1]!.includes('!'));
    const match = ADMONITION.exec(text);
    const named = match && readAdmonitionName(text.slice(match[0].length));
    if (!named) return false;
    const marker: AttributeValue = { kind: 'text', text: match[1]! };
    const element = this.makeElement(
      'admonition',
      named.name,
      column,
      new Map([['marker', marker]]),
      named.title,
    );
    return this.frames.open(element, { end: 'indent', column: column + 4 });
  }

  /** Opens a tab, in the same group as a tab directly before it. */
  private openTab(title: string, column: number, isNewGroup: boolean): boolean {
    const tab = this.makeElement('tab', 'tab', column, NO_ATTRIBUTES, title);
    const { nodes } = this.frames.innermost;
    const last = nodes.findLast(
      (node) => node.kind !== 'text' || node.lines.some((line) => line.text !== ''),
    );
    const isGroup = last?.kind === 'element' && last.form === 'tab' && last.indent === tab.indent;
    const group =
      isGroup && !isNewGroup ? last : this.makeElement('tab', 'tabs', column, NO_ATTRIBUTES, undefined);
    const isOpened = this.frames.open(tab, { end: 'indent', column: column + 4, into: group.children });
    if (isOpened && group !== last) nodes.push(group);
    return isOpened;
  }

  /** Reads an alert, which is written as a quote: its lines without `>` are read as a source of their own. */
  private readAlert(text: string, column: number): boolean {
    const match = ALERT.exec(text);
    if (!match || this.context.depth >= MAX_NESTING) return false;
    const element = this.makeElement(
      'alert',
      match[1]!,
      column,
      NO_ATTRIBUTES,
      match[2]!.trim() || undefined,
    );
    const firstLine = this.lines.number + 1;
    const lines: string[] = [];
    let next = this.lines.endOf(this.lines.offset) + 1;
    while (next < this.lines.text.length) {
      const end = this.lines.endOf(next);
      const line = this.lines.text.slice(next, end);
      const quoted = /^[ \t]*>[ \t]?/.exec(line);
      if (!quoted) break;
      lines.push(line.slice(quoted[0].length));
      next = end + 1;
    }
    const inner = new MarkupReader(lines.join('\n'), firstLine, {
      ...this.context,
      depth: this.context.depth + 1,
    });
    element.children = indentNodes(inner.read(), element.indent);
    this.frames.innermost.nodes.push(element);
    this.lines.goTo(Math.min(next, this.lines.text.length));
    this.isAfterBlank = false;
    return true;
  }

  /** Reads an expression in braces that is alone on its line. */
  private readExpression(start: number, column: number): boolean {
    const end = findExpressionEnd(this.lines.text, start, this.context.budget);
    if (end === undefined) return false;
    const lineEnd = this.lines.endOf(end);
    if (this.lines.text.slice(end, lineEnd).trim() !== '') return false;
    this.addRaw('{}', start, end, column);
    this.lines.skipLine(lineEnd);
    return true;
  }

  /** Reads an `import` or `export`, which extends to the next blank line. */
  private readStatement(text: string, column: number): boolean {
    const isStart = column === 0 && this.frames.isAtTop && this.isAfterBlank;
    if (!isStart || !(IMPORT.test(text) || EXPORT.test(text))) return false;
    const start = this.lines.offset;
    const end = findStatementEnd(this.lines, start, this.context.budget);
    this.addRaw('import', start, end, column);
    this.lines.skipLine(end);
    return true;
  }

  private addRaw(name: string, start: number, end: number, column: number): void {
    this.frames.innermost.nodes.push({
      kind: 'raw',
      name,
      text: this.lines.text.slice(start, end),
      indent: this.frames.outputColumn(column),
      line: this.lines.number,
    });
  }

  /** Reads the rest of a line, tag by tag; a tag may span lines. */
  private readContent(column: number): void {
    let output = column;
    for (;;) {
      const end = this.lines.endOf(this.lines.offset);
      const position = this.skipBlanks(this.lines.offset, end);
      if (position === end) break;
      if (this.lines.text[position] === '<' && this.readTag(position, output)) {
        output = this.frames.innermost.indent;
        continue;
      }
      const closing = findClosingTag(this.lines.text, this.frames, position, end);
      const text = this.lines.text.slice(position, closing?.start ?? end).trimEnd();
      if (text !== '') this.addLineText(text, output);
      if (!closing) break;
      this.lines.goTo(closing.end);
      this.frames.closeTag(closing.name);
      output = this.frames.innermost.indent;
    }
    this.lines.skipLine(this.lines.endOf(this.lines.offset));
    this.isAfterBlank = false;
  }

  private skipBlanks(from: number, end: number): number {
    let at = from;
    while (at < end && (this.lines.text[at] === ' ' || this.lines.text[at] === '\t')) at++;
    return at;
  }

  /** Adds text of a line. A fence after a bullet begins code that remains part of the text. */
  private addLineText(text: string, column: number): void {
    this.addText(' '.repeat(column) + text, false);
    if (text.includes('<!--') && !text.includes('-->', text.indexOf('<!--'))) this.rawUntil = '-->';
    let rest = text;
    let width = 0;
    for (let match = BULLET.exec(rest); match; match = BULLET.exec(rest)) {
      width += match[0].length;
      rest = rest.slice(match[0].length);
    }
    this.continueFormula(text, rest, column + width);
    const fence = width > 0 ? FENCE.exec(rest) : null;
    if (fence && !fence[2]!.includes('`'))
      this.frames.fence = { marker: fence[1]!, column: column + width, code: undefined };
  }

  /** Keeps the lines of a formula that begins in a line of text, after a bullet or a word. */
  private continueFormula(text: string, item: string, column: number): void {
    if (!text.includes(FORMULA)) return;
    const marks = text.replace(/`[^`]*`/g, '').split(FORMULA).length - 1;
    const isFence = item.trimEnd() === FORMULA;
    if (marks % 2 === 0 || !this.formulas.hasEnd(this.lines.endOf(this.lines.offset), isFence)) return;
    if (isFence) this.frames.fence = { marker: FORMULA, column, code: undefined };
    else this.isWithinFormula = true;
  }

  private addText(line: string, isRaw: boolean): void {
    const { nodes } = this.frames.innermost;
    const last = nodes[nodes.length - 1];
    const text: MarkupText = last?.kind === 'text' ? last : { kind: 'text', lines: [] };
    if (text !== last) nodes.push(text);
    const { column = 0, indent } = this.frames.innermost;
    const moved = isRaw && line.trim() !== '' ? ' '.repeat(indent) + dropColumns(line, column) : line;
    text.lines.push({ text: moved, number: this.lines.number, isRaw });
  }

  /** Reads the opening or closing tag of an element with blocks. Returns false if the tag is part of the text. */
  private readTag(position: number, column: number): boolean {
    const tag = readComponentTag(this.lines.text, position, this.context.budget);
    if (!tag) return false;
    if (tag.isClosing) {
      if (!this.frames.isOpenTag(tag.name)) return false;
      this.lines.goTo(tag.end);
      this.frames.closeTag(tag.name);
      return true;
    }
    const kind = this.syntax.tagKind(tag.name);
    if (kind === 'inline' || (kind === 'either' && hasTextBeside(this.lines, tag))) return false;
    if (kind === 'raw' && !tag.isSelfClosing) return this.readRawElement(tag, position, column);
    const element: MarkupElement = {
      ...this.makeElement('tag', tag.name, 0, tag.attributes, undefined),
      indent: column,
      hasSpread: tag.hasSpread,
    };
    if (tag.isSelfClosing) this.frames.innermost.nodes.push(element);
    else if (!this.frames.open(element, { end: 'tag', column: undefined })) return false;
    this.lines.goTo(tag.end);
    return true;
  }

  private readRawElement(tag: ComponentTag, position: number, column: number): boolean {
    const { budget } = this.context;
    if (budget.left <= 0) return false;
    const closing = `</${tag.name}>`;
    const at = this.lines.text.indexOf(closing, tag.end);
    if (at < 0) {
      budget.left -= this.lines.text.length - position;
      return false;
    }
    const end = at + closing.length;
    this.frames.innermost.nodes.push({
      kind: 'raw',
      name: tag.name,
      text: this.lines.text.slice(position, end),
      indent: column,
      line: this.lines.number,
    });
    this.lines.goTo(end);
    return true;
  }

  private makeElement(
    form: MarkupForm,
    name: string,
    column: number,
    attributes: ReadonlyMap<string, AttributeValue>,
    label: string | undefined,
  ): MarkupElement {
    const indent = this.frames.outputColumn(column);
    return {
      kind: 'element',
      form,
      name,
      label,
      attributes,
      hasSpread: false,
      children: [],
      indent,
      line: this.lines.number,
    };
  }
}

const NO_ATTRIBUTES: ReadonlyMap<string, AttributeValue> = new Map();

/** Indents nodes that were read as a source of their own to the column of the element that contains them. */
function indentNodes(nodes: MarkupNode[], indent: number): MarkupNode[] {
  if (indent === 0) return nodes;
  for (const node of nodes) {
    if (node.kind === 'text') {
      for (const line of node.lines) if (line.text !== '') line.text = ' '.repeat(indent) + line.text;
      continue;
    }
    node.indent += indent;
    if (node.kind === 'element') indentNodes(node.children, indent);
  }
  return nodes;
}
