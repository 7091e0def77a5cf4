import { escapeAttribute } from '@lectern/markdown/syntax/html';
import { shortenText } from '@lectern/std/cut-text';
import { readLiteral } from '../literals/evaluate.ts';
import { UNKNOWN } from '../literals/literal.ts';
import { readAttribute } from './attributes.ts';
import {
  type ComponentTag,
  createSearchBudget,
  endOfExpression,
  readComponentTag,
  type SearchBudget,
} from './component-tag.ts';
import type { ReportMarkup } from './markup.ts';

/** Rules that turn the inline constructs of a tool into our dialect. */
export interface InlineRules {
  /** JavaScript in braces. */
  isMdx: boolean;
  /** `{{ … }}` of Vue. */
  hasInterpolation: boolean;
  /** `$x$` is a formula; spaced: also `$ x $` and one that spans lines. `$$x$$` always is one. */
  hasMath: boolean | 'spaced';
  /** Returns the replacement of a tag; undefined if the tag is not known. */
  writeTag?(tag: ComponentTag): string | undefined;
  /** The value of a name in an expression, such as that of an imported image. */
  findValue?(name: string): string | undefined;
  /** Rewrites text between code, tags and expressions. */
  writeText?(text: string): string;
  /** Rewrites a part of one line between code, tags and expressions; `line` is its number in the file. */
  writeLine?(text: string, line: number): string;
}

const BLANK_LINE = /\n[ \t]*\n/;
/** Not `$5 and $6`: without a blank inside of the marks, a digit after them, or a line break between them. */
const FORMULA = /^\$([^\s$](?:[^$\n]*[^\s$])?)\$(?!\d)/;
/** As `remark-math` reads it: like code, with any content up to the next mark in the paragraph. */
const SPACED_FORMULA = /^\$((?:[^$\n]|\n(?![ \t]*\n))+)\$(?!\$)/;

interface InlineSource {
  text: string;
  /** The line of the file of each line of the text. */
  lineNumbers: readonly number[];
}

const MAX_HEADING_LENGTH = 2000;
const SPECIAL = /[\\`<{$]/g;
const MAX_EXPRESSION_LENGTH = 20_000;
/** The maximum length of a formula or an interpolation within a line. */
const MAX_WITHIN_LINE = 1000;

/** Turns the inline constructs of a text into those of the dialect. */
export function convertInlines(source: InlineSource, rules: InlineRules, report: ReportMarkup): string {
  const text = source.text.includes('#') ? writeHeadingIds(source.text) : source.text;
  return new InlineConverter({ ...source, text }, rules, report).convert();
}

/** `## Title {#id}` → an anchor in the dialect's form. */
function writeHeadingIds(text: string): string {
  if (!text.includes('{')) return text;
  return text
    .split('\n')
    .map((line) => {
      if (line.length > MAX_HEADING_LENGTH || !line.includes('{') || !/^[ \t]*#/.test(line)) return line;
      const found = splitHeadingId(line);
      if (!found) return line;
      const id = escapeAttribute(found.id);
      return `${found.heading} <a href="#${id}" id="${id}"></a>`;
    })
    .join('\n');
}

/** The id in braces at the end of a heading: `{#id}`, `{: #id .class }`, `{/* #id *\/}`. */
function splitHeadingId(line: string): { heading: string; id: string } | undefined {
  const end = line.trimEnd();
  const start = end.lastIndexOf('{');
  if (start < 0 || !end.endsWith('}')) return undefined;
  const inner = end
    .slice(start + 1, -1)
    .replace(/^\/\*|\*\/$/g, '')
    .trim();
  const id = /^:?[ \t]*#([\w.:-]+)/.exec(inner)?.[1];
  return id === undefined ? undefined : { heading: end.slice(0, start).trimEnd(), id };
}

class InlineConverter {
  private readonly text: string;
  private readonly source: InlineSource;
  private readonly rules: InlineRules;
  private readonly reportMarkup: ReportMarkup;
  private readonly budget: SearchBudget;
  private readonly withoutClosingRun = new Map<number, number>();
  /** The position of the next `}}`; negative if there is none. */
  private closingBraces = 0;
  /** The position of the next `$$` after the last one. */
  private formulaEnd = -1;
  /** The end of the element in which expressions are text. */
  private literalEnd = 0;
  private result = '';
  /** The position up to which the text is in the result. */
  private done = 0;
  /** The number of line breaks before it. */
  private doneLine = 0;
  /** The position of a line break such that none is between the end of the result and it. */
  private nextBreak = -1;
  /** The position of the next line break, and the number of line breaks before it. */
  private counted: { next: number; line: number };

  constructor(source: InlineSource, rules: InlineRules, report: ReportMarkup) {
    this.source = source;
    this.text = source.text;
    this.rules = rules;
    this.reportMarkup = report;
    this.budget = createSearchBudget(source.text);
    this.counted = { next: source.text.indexOf('\n'), line: 0 };
  }

  convert(): string {
    let at = 0;
    for (;;) {
      SPECIAL.lastIndex = at;
      const match = SPECIAL.exec(this.text);
      if (!match) break;
      at = this.convertAt(match.index);
    }
    this.copyTo(this.text.length);
    return this.result;
  }

  /** Converts the construct that begins at a special character, and returns the position after it. */
  private convertAt(at: number): number {
    switch (this.text[at]) {
      case '\\':
        return at + 2;
      case '`':
        return this.skipCode(at);
      case '<':
        return this.convertTag(at);
      case '{':
        return this.convertBraces(at);
      default:
        return this.convertMath(at);
    }
  }

  /** Adds the text up to `start`, then a replacement of the text up to `end`. Returns `end`. */
  private replace(start: number, end: number, by: string): number {
    this.copyTo(start);
    this.result += by;
    this.moveTo(end);
    return end;
  }

  private copyTo(end: number): void {
    const { writeText, writeLine } = this.rules;
    const text = this.text.slice(this.done, Math.max(this.done, end));
    const written = writeText ? writeText(text) : text;
    const first = this.doneLine;
    this.result += writeLine
      ? written
          .split('\n')
          .map((each, i) => writeLine(each, this.source.lineNumbers[first + i] ?? 1))
          .join('\n')
      : written;
    this.moveTo(Math.max(this.done, end));
  }

  private moveTo(end: number): void {
    while (this.nextBreak < end) {
      if (this.nextBreak >= this.done) this.doneLine++;
      const found = this.text.indexOf('\n', Math.max(this.done, this.nextBreak + 1));
      this.nextBreak = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    this.done = end;
  }

  /** Adds a range unchanged. */
  private keep(start: number, end: number): number {
    this.copyTo(start);
    this.result += this.text.slice(start, end);
    this.moveTo(end);
    return end;
  }

  private skipCode(at: number): number {
    let end = at;
    while (this.text[end] === '`') end++;
    const length = end - at;
    if (at >= (this.withoutClosingRun.get(length) ?? Number.POSITIVE_INFINITY)) return end;
    let close = end;
    for (;;) {
      close = this.text.indexOf('`', close);
      if (close < 0) {
        this.withoutClosingRun.set(length, at);
        return end;
      }
      let closeEnd = close;
      while (this.text[closeEnd] === '`') closeEnd++;
      if (closeEnd - close === length) return this.keep(at, closeEnd);
      close = closeEnd;
    }
  }

  private convertTag(at: number): number {
    if (this.text.startsWith('<!--', at)) {
      const end = this.text.indexOf('-->', at);
      return end < 0 ? this.text.length : this.keep(at, end + 3);
    }
    const tag = readComponentTag(this.text, at, this.budget);
    if (!tag) return at + 1;
    if (tag.attributes.has('v-pre')) this.literalEnd = Math.max(this.literalEnd, this.endOfElement(tag));
    const written = this.rules.writeTag?.(tag);
    if (written !== undefined) return this.replace(at, tag.end, written);
    if (isHtmlName(tag.name)) return this.replace(at, tag.end, this.writeHtmlTag(tag, at));
    if (tag.name !== '' && !tag.isClosing)
      this.report(at, 'unsupported-element', `<${tag.name}> has no counterpart. Its content was kept.`);
    return this.replace(at, tag.end, '');
  }

  /** The position of the end tag of an element, whose search is limited; that of its tag if there is none. */
  private endOfElement({ name, end }: ComponentTag): number {
    const found = this.text.slice(end, end + MAX_EXPRESSION_LENGTH).indexOf(`</${name}>`);
    return found < 0 ? end : end + found;
  }

  /** Writes a tag as HTML, with its attributes in the syntax of HTML. */
  private writeHtmlTag(tag: ComponentTag, at: number): string {
    const written = this.text.slice(at, tag.end);
    if (tag.isClosing) return written;
    const attributes = [...tag.attributes];
    const isPlain = attributes.every(
      ([name, { kind, text }]) =>
        (kind === 'text' || text === 'true') && !/^(?:className|style|on[A-Z]|[:@#v])/.test(name),
    );
    if (isPlain && !tag.hasSpread) return written;
    let result = `<${tag.name}`;
    for (const [name, value] of attributes) {
      if (/^(?:className|class|style|on[A-Z].*|[@#].*|v-.*|key|ref)$/.test(name)) continue;
      const literal = value.kind === 'expression' ? this.rules.findValue?.(value.text) : undefined;
      const known = literal ?? readAttribute(tag.attributes, name.replace(/^:/, ''));
      if (known === true) result += ` ${name}`;
      else if (typeof known === 'string' || typeof known === 'number')
        result += ` ${name.replace(/^:/, '')}="${escapeAttribute(String(known))}"`;
      else if (known === UNKNOWN)
        this.report(
          at,
          'unsupported-expression',
          `The value of “${name}” of <${tag.name}> is computed. It was left out.`,
        );
    }
    return `${result}${tag.isSelfClosing ? ' /' : ''}>`;
  }

  private convertBraces(at: number): number {
    if (this.rules.hasInterpolation && this.text.startsWith('{{', at)) {
      const written = this.readInterpolation(at);
      if (written === undefined) return at + 2;
      const end = at + written.length;
      if (at < this.literalEnd) return this.keep(at, end);
      const expression = written.slice(2, -2).trim();
      const value = this.rules.findValue?.(expression) ?? readLiteral(expression);
      if (typeof value === 'string' || typeof value === 'number') return this.replace(at, end, String(value));
      this.report(
        at,
        'unsupported-expression',
        `The value of ${quote(written)} is not known. It was kept as it is written.`,
      );
      return this.keep(at, end);
    }
    return this.rules.isMdx ? this.convertExpression(at) : at + 1;
  }

  /** Reads `{{ … }}` within a line. The next closing braces are searched for only once. */
  private readInterpolation(at: number): string | undefined {
    if (this.closingBraces >= 0 && this.closingBraces < at + 2)
      this.closingBraces = this.text.indexOf('}}', at + 2);
    if (this.closingBraces < 0 || this.closingBraces > at + MAX_WITHIN_LINE) return undefined;
    const written = this.text.slice(at, this.closingBraces + 2);
    return written.includes('\n') ? undefined : written;
  }

  private convertExpression(at: number): number {
    if (this.budget.left <= 0) return at + 1;
    const limit = Math.min(this.text.length, at + MAX_EXPRESSION_LENGTH);
    const end = endOfExpression(this.text, at, limit);
    if (end === undefined) {
      this.budget.left -= limit - at;
      return at + 1;
    }
    const written = this.text.slice(at, end);
    return this.replace(at, end, this.valueOf(written, at));
  }

  private valueOf(written: string, at: number): string {
    const expression = written.slice(1, -1).trim();
    if (isComment(expression)) return '';
    const value = this.rules.findValue?.(expression) ?? readLiteral(expression);
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    if (value === true || value === false || value === null) return '';
    this.reportExpression(at, written);
    return '';
  }

  private reportExpression(at: number, written: string): void {
    this.report(
      at,
      'unsupported-expression',
      `The expression ${quote(written)} was left out: expressions are not run.`,
    );
  }

  /** Keeps `$$x$$`, and writes `$x$` in this form. */
  private convertMath(at: number): number {
    if (this.text[at + 1] === '$') return this.keepFormula(at);
    if (!this.rules.hasMath) return at + 1;
    const form = this.rules.hasMath === 'spaced' ? SPACED_FORMULA : FORMULA;
    const [written, formula = ''] = form.exec(this.text.slice(at, at + MAX_WITHIN_LINE)) ?? [];
    if (written === undefined || formula.trim() === '') return at + 1;
    return this.replace(at, at + written.length, `$$${formula.trim()}$$`);
  }

  private keepFormula(at: number): number {
    if (this.formulaEnd < at + 2) {
      const end = this.text.indexOf('$$', at + 2);
      this.formulaEnd = end < 0 ? Number.POSITIVE_INFINITY : end;
    }
    const isOpen =
      this.formulaEnd === Number.POSITIVE_INFINITY || BLANK_LINE.test(this.text.slice(at, this.formulaEnd));
    return isOpen ? at + 2 : this.keep(at, this.formulaEnd + 2);
  }

  private report(at: number, reason: string, message: string): void {
    let { next, line } = this.counted;
    while (next >= 0 && next < at) {
      line++;
      next = this.text.indexOf('\n', next + 1);
    }
    this.counted = { next, line };
    this.reportMarkup({ line: this.source.lineNumbers[line] ?? 1, reason, message });
  }
}

/** Elements of HTML are in lower case without a hyphen; components of Vue in lower case have a hyphen. */
const isHtmlName = (name: string): boolean => /^[a-z][a-z0-9]*$/.test(name);

export const isComment = (expression: string): boolean =>
  expression === '' || (expression.startsWith('/*') && expression.indexOf('*/') === expression.length - 2);

const MAX_QUOTE_LENGTH = 80;

/** Shortens a part of a source to a quotation for a report. */
export function quote(text: string): string {
  const line = text
    .slice(0, 4 * MAX_QUOTE_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  return `“${shortenText(line, MAX_QUOTE_LENGTH)}”`;
}
