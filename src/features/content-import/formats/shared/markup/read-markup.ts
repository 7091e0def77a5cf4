import { dropColumns, indentOf } from './columns.ts';
import {
  type AttributeValue,
  type ComponentTag,
  createSearchBudget,
  endOfExpression,
  readComponentTag,
  type SearchBudget,
} from './component-tag.ts';
import type {
  MarkupCode,
  MarkupElement,
  MarkupForm,
  MarkupNode,
  MarkupSyntax,
  MarkupText,
  ReportMarkup,
} from './markup.ts';

/** Containers that nest deeper are read as text. The dialect itself goes no deeper than 50. */
const MAX_NESTING = 40;

/** Longer expressions and imports are text. */
const MAX_EXPRESSION_LENGTH = 100_000;

const FENCE = /^(`{3,}|~{3,})(.*)/;
const DIRECTIVE = /^(:{3,})[ \t]*([A-Za-z][\w-]*)(.*)/;
const DIRECTIVE_END = /^(:{3,})[ \t]*$/;
const ADMONITION = /^(!!!|\?\?\?\+?)[ \t]+(?=[A-Za-z])/;
const CONTENT_TAB = /^===([!+]*)[ \t]+"((?:\\.|[^"\\])*)"[ \t]*$/;
const ALERT = /^>[ \t]?\[!([A-Za-z]+)\][-+]?(.*)/;
const IMPORT = /^import[ \t]+['"\w*{$]/;
const EXPORT = /^export[ \t]+(?:default|const|let|var|function|async|class|\{|\*)/;
const BULLET = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/;

/** A closing tag, the marks of code, and the end of the line. */
const CODE_OR_CLOSING = /`|\n|<\/([A-Za-z][\w.:-]{0,99})?[ \t]{0,9}>/g;

/** An element that is longer is not part of a sentence. */
const MAX_SENTENCE_LENGTH = 1000;

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
  /** The column of the content in what is made of it. */
  indent: number;
}

interface OpenFence {
  marker: string;
  column: number;
  /** Undefined for a fence after a bullet, which stays within the text. */
  code: MarkupCode | undefined;
}

export interface MarkupSource {
  text: string;
  /** The line of the file at which the text begins, from 1. */
  firstLine: number;
}

/** Reads a source into a tree, in one pass over its lines. Any text is markup: what means nothing is text. */
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
  /** For alerts, whose lines have their own reader. */
  depth: number;
  budget: SearchBudget;
}

class MarkupReader {
  private readonly source: string;
  private readonly context: ReaderContext;
  private readonly syntax: MarkupSyntax;
  private readonly nodes: MarkupNode[] = [];
  private readonly frames: Frame[] = [];
  /** How many elements of each name are open as tags. */
  private readonly openTags = new Map<string, number>();
  private offset = 0;
  private line: number;
  private fence: OpenFence | undefined;
  /** What ends the lines of a comment. */
  private rawUntil: string | undefined;
  /** A part of a line, and where it ends. */
  private known = { from: 0, end: -1 };
  private isAfterBlank = true;
  private isNestingReported = false;

  constructor(source: string, firstLine: number, context: ReaderContext) {
    this.source = source;
    this.context = context;
    this.syntax = context.syntax;
    this.line = firstLine;
    this.frames.push({
      element: undefined,
      nodes: this.nodes,
      end: 'source',
      colons: 0,
      column: 0,
      indent: 0,
    });
  }

  read(): MarkupNode[] {
    while (this.offset < this.source.length) this.readLine();
    for (const { element } of this.frames.splice(1).reverse())
      if (element && element.form !== 'admonition' && element.form !== 'tab') this.reportUnclosed(element);
    return this.nodes;
  }

  private get frame(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  /** The end of the line of a position; that of one line is looked for once. */
  private lineEnd(from: number): number {
    const { known } = this;
    if (from < known.from || from > known.end) {
      const end = this.source.indexOf('\n', from);
      this.known = { from, end: end < 0 ? this.source.length : end };
    }
    return this.known.end;
  }

  /** Goes on after a position, counting the lines up to it. */
  private goTo(position: number): void {
    for (let at = this.lineEnd(this.offset); at < position; at = this.lineEnd(at + 1)) this.line++;
    this.offset = position;
  }

  private endLine(end: number): void {
    this.goTo(Math.min(end + 1, this.source.length));
    if (end >= this.source.length) this.offset = this.source.length;
  }

  private readLine(): void {
    const end = this.lineEnd(this.offset);
    const line = this.source.slice(this.offset, end);
    if (this.rawUntil !== undefined) {
      this.addText(line, true);
      if (line.includes(this.rawUntil)) this.rawUntil = undefined;
      this.endLine(end);
      return;
    }
    const isBlank = line.trim() === '';
    const column = indentOf(line);
    if (!isBlank) this.leaveIndentation(column);
    if (this.fence) this.readFenced(line);
    else if (isBlank) {
      this.addText('', false);
      this.isAfterBlank = true;
    } else {
      this.frame.column ??= column;
      if (this.readBlock(line.trimStart(), column, end)) return;
      this.isAfterBlank = false;
    }
    this.endLine(end);
  }

  /** Content that is held together by its indentation ends before a line that has less. */
  private leaveIndentation(column: number): void {
    while (this.frame.end === 'indent' && column < (this.frame.column ?? 0)) {
      this.fence = undefined;
      this.frames.pop();
    }
  }

  private readFenced(line: string): void {
    const { marker, column, code } = this.fence!;
    const text = line.trim();
    const isEnd =
      text.startsWith(marker) && text === marker[0]!.repeat(text.length) && indentOf(line) < column + 4;
    if (code && !isEnd) code.lines.push(dropColumns(line, column));
    if (!code) this.addText(line, true);
    if (isEnd) this.fence = undefined;
  }

  /** Reads a line that is not blank. True if it went on to a position of its own. */
  private readBlock(text: string, column: number, end: number): boolean {
    switch (text[0]) {
      case '`':
      case '~':
        if (this.openFence(text, column)) return false;
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
    this.goTo(end - text.length);
    this.readContent(this.outputColumn(column));
    return true;
  }

  private outputColumn(column: number): number {
    return this.frame.indent + Math.max(0, column - (this.frame.column ?? column));
  }

  private openFence(text: string, column: number): boolean {
    const match = FENCE.exec(text);
    if (!match || (match[1]![0] === '`' && match[2]!.includes('`'))) return false;
    const code: MarkupCode = {
      kind: 'code',
      fence: match[1]!,
      info: match[2]!.trim(),
      lines: [],
      indent: this.outputColumn(column),
      line: this.line,
    };
    this.frame.nodes.push(code);
    this.fence = { marker: match[1]!, column, code };
    return true;
  }

  private readDirective(text: string, column: number): boolean {
    const ending = DIRECTIVE_END.exec(text);
    if (ending) return this.closeDirective(ending[1]!.length);
    const match = DIRECTIVE.exec(text);
    if (!match) return false;
    const { label, attributes } = readDirectiveLabel(match[3]!);
    const element = this.makeElement('directive', match[2]!, column, attributes, label);
    return this.open(element, { end: 'directive', colons: match[1]!.length, column });
  }

  /** Closes the innermost directive that has no more colons. */
  private closeDirective(colons: number): boolean {
    const at = this.frames.findLastIndex((frame) => frame.end === 'directive' && frame.colons <= colons);
    if (at < 0) return false;
    this.closeFrom(at);
    return true;
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
    return this.open(element, { end: 'indent', column: column + 4 });
  }

  /** Tabs that follow each other stand in one group. */
  private openTab(title: string, column: number, isNewGroup: boolean): boolean {
    const tab = this.makeElement('tab', 'tab', column, NO_ATTRIBUTES, title);
    const { nodes } = this.frame;
    const last = nodes.findLast(
      (node) => node.kind !== 'text' || node.lines.some((line) => line.text !== ''),
    );
    const isGroup = last?.kind === 'element' && last.form === 'tab' && last.indent === tab.indent;
    const group =
      isGroup && !isNewGroup ? last : this.makeElement('tab', 'tabs', column, NO_ATTRIBUTES, undefined);
    const isOpened = this.open(tab, { end: 'indent', column: column + 4, into: group.children });
    if (isOpened && group !== last) nodes.push(group);
    return isOpened;
  }

  /** An alert is a quote: its lines without their mark are read as a source of their own. */
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
    const firstLine = this.line + 1;
    const lines: string[] = [];
    let next = this.lineEnd(this.offset) + 1;
    while (next < this.source.length) {
      const end = this.lineEnd(next);
      const line = this.source.slice(next, end);
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
    this.frame.nodes.push(element);
    this.goTo(Math.min(next, this.source.length));
    this.isAfterBlank = false;
    return true;
  }

  /** An expression in braces that stands alone. */
  private readExpression(start: number, column: number): boolean {
    const end = this.findExpressionEnd(start);
    if (end === undefined) return false;
    const lineEnd = this.lineEnd(end);
    if (this.source.slice(end, lineEnd).trim() !== '') return false;
    this.addRaw('{}', start, end, column);
    this.endLine(lineEnd);
    return true;
  }

  private findExpressionEnd(start: number): number | undefined {
    const { budget } = this.context;
    if (budget.left <= 0) return undefined;
    const limit = Math.min(this.source.length, start + MAX_EXPRESSION_LENGTH);
    const end = endOfExpression(this.source, start, limit);
    if (end === undefined) budget.left -= limit - start;
    return end;
  }

  /** `import` and `export` reach to the next blank line. */
  private readStatement(text: string, column: number): boolean {
    const isStart = column === 0 && this.frames.length === 1 && this.isAfterBlank;
    if (!isStart || !(IMPORT.test(text) || EXPORT.test(text))) return false;
    const start = this.offset;
    let end = this.lineEnd(start);
    while (end < this.source.length) {
      const next = this.lineEnd(end + 1);
      if (this.source.slice(end + 1, next).trim() === '' && !this.isWithinBraces(start, end)) break;
      end = next;
      if (end - start > MAX_EXPRESSION_LENGTH) break;
    }
    this.addRaw('import', start, end, column);
    this.endLine(end);
    return true;
  }

  /** Whether a statement goes on after a blank line, as `export const x = {` does. */
  private isWithinBraces(start: number, end: number): boolean {
    const offset = this.source.slice(start, end).indexOf('{');
    if (offset < 0) return false;
    const brace = start + offset;
    const { budget } = this.context;
    if (budget.left <= 0 || endOfExpression(this.source, brace, end) !== undefined) return false;
    budget.left -= end - start;
    return this.findExpressionEnd(brace) !== undefined;
  }

  private addRaw(name: string, start: number, end: number, column: number): void {
    this.frame.nodes.push({
      kind: 'raw',
      name,
      text: this.source.slice(start, end),
      indent: this.outputColumn(column),
      line: this.line,
    });
  }

  /** Reads the rest of a line, tag by tag; a tag may span lines. */
  private readContent(column: number): void {
    let output = column;
    for (;;) {
      const end = this.lineEnd(this.offset);
      const position = this.skipBlanks(this.offset, end);
      if (position === end) break;
      if (this.source[position] === '<' && this.readTag(position, output)) {
        output = this.frame.indent;
        continue;
      }
      const closing = this.findClosingTag(position, end);
      const text = this.source.slice(position, closing?.start ?? end).trimEnd();
      if (text !== '') this.addLineText(text, output);
      if (!closing) break;
      this.goTo(closing.end);
      this.closeTag(closing.name);
      output = this.frame.indent;
    }
    this.endLine(this.lineEnd(this.offset));
    this.isAfterBlank = false;
  }

  private skipBlanks(from: number, end: number): number {
    let at = from;
    while (at < end && (this.source[at] === ' ' || this.source[at] === '\t')) at++;
    return at;
  }

  /** Adds text of a line; a fence after a bullet begins code that stays within the text. */
  private addLineText(text: string, column: number): void {
    this.addText(' '.repeat(column) + text, false);
    if (text.includes('<!--') && !text.includes('-->', text.indexOf('<!--'))) this.rawUntil = '-->';
    let rest = text;
    let width = 0;
    for (let match = BULLET.exec(rest); match; match = BULLET.exec(rest)) {
      width += match[0].length;
      rest = rest.slice(match[0].length);
    }
    const fence = width > 0 ? FENCE.exec(rest) : null;
    if (fence && !fence[2]!.includes('`'))
      this.fence = { marker: fence[1]!, column: column + width, code: undefined };
  }

  private addText(line: string, isRaw: boolean): void {
    const { nodes } = this.frame;
    const last = nodes[nodes.length - 1];
    const text: MarkupText = last?.kind === 'text' ? last : { kind: 'text', lines: [] };
    if (text !== last) nodes.push(text);
    const { column = 0, indent } = this.frame;
    const moved = isRaw && line.trim() !== '' ? ' '.repeat(indent) + dropColumns(line, column) : line;
    text.lines.push({ text: moved, number: this.line, isRaw });
  }

  /** Reads a tag that has blocks in it, or closes one. False if the tag belongs to the text. */
  private readTag(position: number, column: number): boolean {
    const tag = readComponentTag(this.source, position, this.context.budget);
    if (!tag) return false;
    if (tag.isClosing) {
      if (!this.openTags.get(tag.name)) return false;
      this.goTo(tag.end);
      this.closeTag(tag.name);
      return true;
    }
    const kind = this.syntax.tagKind(tag.name);
    if (kind === 'inline' || (kind === 'either' && this.hasTextBeside(tag))) return false;
    if (kind === 'raw' && !tag.isSelfClosing) return this.readRawElement(tag, position, column);
    const element: MarkupElement = {
      ...this.makeElement('tag', tag.name, 0, tag.attributes, undefined),
      indent: column,
      hasSpread: tag.hasSpread,
    };
    if (tag.isSelfClosing) this.frame.nodes.push(element);
    else if (this.open(element, { end: 'tag', column: undefined }))
      this.openTags.set(tag.name, (this.openTags.get(tag.name) ?? 0) + 1);
    else return false;
    this.goTo(tag.end);
    return true;
  }

  /** Whether text follows an element in its line: then it is part of a sentence. */
  private hasTextBeside(tag: ComponentTag): boolean {
    const end = Math.min(this.lineEnd(tag.end), tag.end + MAX_SENTENCE_LENGTH);
    const rest = this.source.slice(tag.end, end);
    if (tag.isSelfClosing) return /^[ \t]*[^<\s]/.test(rest);
    const closing = `</${tag.name}>`;
    const at = rest.indexOf(closing);
    return at >= 0 && /^[ \t]*[^<\s]/.test(rest.slice(at + closing.length));
  }

  private readRawElement(tag: ComponentTag, position: number, column: number): boolean {
    const { budget } = this.context;
    if (budget.left <= 0) return false;
    const closing = `</${tag.name}>`;
    const at = this.source.indexOf(closing, tag.end);
    if (at < 0) {
      budget.left -= this.source.length - position;
      return false;
    }
    const end = at + closing.length;
    this.frame.nodes.push({
      kind: 'raw',
      name: tag.name,
      text: this.source.slice(position, end),
      indent: column,
      line: this.line,
    });
    this.goTo(end);
    return true;
  }

  /** The first closing tag between two positions that belongs to an open element; not one in code. */
  private findClosingTag(from: number, to: number): { name: string; start: number; end: number } | undefined {
    if (this.openTags.size === 0) return undefined;
    let isInCode = false;
    CODE_OR_CLOSING.lastIndex = from;
    for (let match = CODE_OR_CLOSING.exec(this.source); match; match = CODE_OR_CLOSING.exec(this.source)) {
      if (match.index >= to) return undefined;
      const name = match[1] ?? '';
      if (match[0] === '`') isInCode = !isInCode;
      else if (match[0] === '\n') return undefined;
      else if (!isInCode && this.openTags.get(name))
        return { name, start: match.index, end: match.index + match[0].length };
    }
    return undefined;
  }

  private makeElement(
    form: MarkupForm,
    name: string,
    column: number,
    attributes: ReadonlyMap<string, AttributeValue>,
    label: string | undefined,
  ): MarkupElement {
    const indent = this.outputColumn(column);
    return {
      kind: 'element',
      form,
      name,
      label,
      attributes,
      hasSpread: false,
      children: [],
      indent,
      line: this.line,
    };
  }

  /** False if containers nest too deeply. */
  private open(
    element: MarkupElement,
    {
      end,
      column,
      colons = 0,
      into = this.frame.nodes,
    }: { end: Frame['end']; column: number | undefined; colons?: number; into?: MarkupNode[] },
  ): boolean {
    if (this.frames.length + this.context.depth > MAX_NESTING) {
      if (!this.isNestingReported)
        this.context.report({
          line: this.line,
          reason: 'nested-too-deeply',
          message: `Containers nest more than ${MAX_NESTING} levels deep. The inner ones were kept as text.`,
        });
      this.isNestingReported = true;
      return false;
    }
    into.push(element);
    this.frames.push({ element, nodes: element.children, end, colons, column, indent: element.indent });
    return true;
  }

  private closeTag(name: string): void {
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
    this.context.report({
      line: element.line,
      reason: 'unclosed-element',
      message: `${describeElement(element)} is never closed. It was closed at the end of its parent.`,
    });
  }
}

const NO_ATTRIBUTES: ReadonlyMap<string, AttributeValue> = new Map();

const unescapeQuotes = (text: string): string => text.replace(/\\(["\\])/g, '$1');

/** `note`, `warning inline end "Title"`. */
function readAdmonitionName(text: string): { name: string; title: string | undefined } | undefined {
  const written = text.trimEnd();
  const quote = written.indexOf('"');
  const name = (quote < 0 ? written : written.slice(0, quote)).trim();
  if (!/^[\w -]+$/.test(name)) return undefined;
  if (quote < 0) return { name, title: undefined };
  const isClosed = written.length > quote + 1 && written.endsWith('"');
  return isClosed ? { name, title: unescapeQuotes(written.slice(quote + 1, -1)) } : undefined;
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

/** `[Title]{#id .class key="value"}`, or a title alone. */
function readDirectiveLabel(text: string): {
  label: string | undefined;
  attributes: Map<string, AttributeValue>;
} {
  const bracket = /^\[((?:\\.|[^\]\\])*)\]/.exec(text);
  const rest = bracket ? text.slice(bracket[0].length) : text;
  const braces = /\{([^{}]*)\}[ \t]*$/.exec(rest);
  const attributes = new Map<string, AttributeValue>();
  for (const match of (braces?.[1] ?? '').matchAll(/([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|(\S+)))?/g))
    attributes.set(match[1]!, { kind: 'text', text: match[2] ?? match[3] ?? match[4] ?? 'true' });
  const label = bracket ? bracket[1]! : (braces ? rest.slice(0, braces.index) : rest).trim();
  return { label: label === '' ? undefined : label, attributes };
}

/** Moves what was read as a source of its own to the column of what holds it. */
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
