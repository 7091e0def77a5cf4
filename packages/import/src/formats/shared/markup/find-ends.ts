import { type ComponentTag, endOfExpression, type SearchBudget } from './component-tag.ts';
import type { OpenFrames } from './open-frames.ts';
import type { SourceLines } from './source-lines.ts';

/** Longer expressions and imports are read as text. */
const MAX_EXPRESSION_LENGTH = 100_000;

/** A closing tag, the marks of code, and the end of the line. */
const CODE_OR_CLOSING = /`|\n|<\/([A-Za-z][\w.:-]{0,99})?[ \t]{0,9}>/g;

/** The mark around a formula. */
export const FORMULA = '$$';

/** A longer element is not part of a sentence. */
const MAX_SENTENCE_LENGTH = 1000;

/** Finds the ends of formulas in a text, in one pass over it. */
export class FormulaMarks {
  private readonly text: string;
  /** The position of the next mark of a formula after the last one that was asked for. */
  private next = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether a formula ends after a position; before the next blank line if it cannot contain one. */
  hasEnd(from: number, mayHaveBlankLines: boolean): boolean {
    const { text } = this;
    if (from > this.next) {
      const found = text.indexOf(FORMULA, from);
      this.next = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    if (this.next === Number.POSITIVE_INFINITY) return false;
    return (
      mayHaveBlankLines ||
      !/\n[ \t]*\n/.test(text.slice(from, Math.min(this.next, from + MAX_SENTENCE_LENGTH)))
    );
  }
}

export function findExpressionEnd(text: string, start: number, budget: SearchBudget): number | undefined {
  if (budget.left <= 0) return undefined;
  const limit = Math.min(text.length, start + MAX_EXPRESSION_LENGTH);
  const end = endOfExpression(text, start, limit);
  if (end === undefined) budget.left -= limit - start;
  return end;
}

/** Finds the end of an `import` or `export`: the next blank line outside braces. */
export function findStatementEnd(lines: SourceLines, start: number, budget: SearchBudget): number {
  const { text } = lines;
  let end = lines.endOf(start);
  while (end < text.length) {
    const next = lines.endOf(end + 1);
    if (text.slice(end + 1, next).trim() === '' && !isWithinBraces(text, start, end, budget)) break;
    end = next;
    if (end - start > MAX_EXPRESSION_LENGTH) break;
  }
  return end;
}

/** Whether a statement continues after a blank line, like `export const x = {`. */
function isWithinBraces(text: string, start: number, end: number, budget: SearchBudget): boolean {
  const offset = text.slice(start, end).indexOf('{');
  if (offset < 0) return false;
  const brace = start + offset;
  if (budget.left <= 0 || endOfExpression(text, brace, end) !== undefined) return false;
  budget.left -= end - start;
  return findExpressionEnd(text, brace, budget) !== undefined;
}

/** Whether text follows an element on its line, so that the element is part of a sentence. */
export function hasTextBeside(lines: SourceLines, tag: ComponentTag): boolean {
  const end = Math.min(lines.endOf(tag.end), tag.end + MAX_SENTENCE_LENGTH);
  const rest = lines.text.slice(tag.end, end);
  if (tag.isSelfClosing) return /^[ \t]*[^<\s]/.test(rest);
  const closing = `</${tag.name}>`;
  const at = rest.indexOf(closing);
  return at >= 0 && /^[ \t]*[^<\s]/.test(rest.slice(at + closing.length));
}

/** Finds the first closing tag of an open element between two positions, but not in code. */
export function findClosingTag(
  text: string,
  frames: OpenFrames,
  from: number,
  to: number,
): { name: string; start: number; end: number } | undefined {
  if (!frames.hasOpenTags) return undefined;
  let isInCode = false;
  CODE_OR_CLOSING.lastIndex = from;
  for (let match = CODE_OR_CLOSING.exec(text); match; match = CODE_OR_CLOSING.exec(text)) {
    if (match.index >= to) return undefined;
    const name = match[1] ?? '';
    if (match[0] === '`') isInCode = !isInCode;
    else if (match[0] === '\n') return undefined;
    else if (!isInCode && frames.isOpenTag(name))
      return { name, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
