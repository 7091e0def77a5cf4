/** Reads SUMMARY.md line by line into groups and entries, without checking files. */

import { asksAboutVisitor, mentionsCondition } from '@lectern/markdown/condition-tags';
import { MAX_TITLE_LENGTH } from '@lectern/markdown/limits';
import { readPageCondition } from '@lectern/markdown/page-condition';
import { cutText } from '@lectern/std/cut-text';
import { findInlineLink } from './inline-link.ts';
import { plainText, slugOf } from './inline-text.ts';
import type { SourceLines } from './layout.ts';
import { findHiddenLines, type HiddenLines, spreadOverLines } from './summary-conditions.ts';

interface Listed {
  lines: SourceLines;
  /** The condition that may apply to it, as it is written. It is no expression, so that it never holds. */
  condition?: string;
}

export interface SummaryEntry extends Listed {
  content:
    | { type: 'page'; title: string; href: string | undefined; label: string | undefined }
    | { type: 'computed'; source: string };
  children: SummaryEntry[];
}

export interface SummaryGroup extends Listed {
  title: string;
  slug: string;
  hasExplicitSlug: boolean;
  entries: SummaryEntry[];
}

export interface ParsedSummary {
  /** Top-level entries and groups in order. */
  parts: (SummaryEntry | SummaryGroup)[];
  problems: { line: number; message: string }[];
}

const ITEM = /^([ \t]*)([*+-]|\d{1,9}[.)])(?:([ \t]+)(?![ \t])(.*))?$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const MAX_LINE_LENGTH = 10_000;
const MAX_DEPTH = 50;
/** Further lines and entries of the file are ignored, because each entry is a page in memory, even without a file. */
const MAX_LINES = 500_000;
const MAX_ENTRIES = 100_000;
/** Lines at the beginning that are read as front matter. */
const MAX_FRONT_MATTER = 1000;
/** Problems that are listed; the others are counted. */
const MAX_PROBLEMS = 1000;
export const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const FENCE = /^[ \t]*(`{3,}|~{3,}(?!~))[ \t]*(?![ \t])([^`]*)$/;
const ANCHOR =
  /<a\b[^<>]{0,300}?\b(?:id|name)\s{0,9}=\s{0,9}(["'])([^"'<>]{0,300})\1[^<>]{0,300}(?:\/>|>\s{0,9}<\/a>)/gi;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

export function parseSummary(text: string): ParsedSummary {
  return new SummaryParser(text).parse();
}

class SummaryParser {
  readonly #lines: string[];
  readonly #parts: ParsedSummary['parts'] = [];
  readonly #problems: ParsedSummary['problems'] = [];
  /** The lines as the search for conditions reads them, and those with a link without its text. */
  readonly #written: string[];
  readonly #outsideLinks = new Map<number, string>();
  readonly #conditions: HiddenLines[] = [];
  #group: SummaryGroup | undefined;
  #stack: { indent: number; entry: SummaryEntry }[] = [];
  #hasTitle = false;
  #at = 0;
  #isOpenToTheEnd = false;
  #entryCount = 0;
  #unlistedCount = 0;

  constructor(text: string) {
    this.#lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, MAX_LINES + 1);
    this.#written = this.#lines.slice(0, MAX_LINES);
  }

  parse(): ParsedSummary {
    this.#skipFrontMatter();
    const end = Math.min(this.#lines.length, MAX_LINES);
    for (; this.#at < end && this.#entryCount < MAX_ENTRIES; this.#at += 1)
      this.#readLine(this.#lines[this.#at]!);
    this.#hideConditions();
    this.#listExceeded();
    return { parts: this.#parts, problems: this.#problems };
  }

  #listExceeded(): void {
    const add = (message: string): void => void this.#problems.push({ line: this.#at, message });
    if (this.#entryCount === MAX_ENTRIES)
      add(`The limit of ${MAX_ENTRIES} entries was reached. The rest of the file was ignored.`);
    else if (this.#lines.length > MAX_LINES)
      add(`The limit of ${MAX_LINES} lines was reached. The rest of the file was ignored.`);
    if (this.#unlistedCount > 0) add(`${this.#unlistedCount} more problems were found in this file.`);
  }

  /** Gives each entry and group the condition that may apply to it. */
  #hideConditions(): void {
    const tags = findHiddenLines(this.#written, this.#outsideLinks);
    for (const { line, from, to, written } of [...this.#conditions, ...tags]) {
      const which = from === to ? `line ${from + 1}` : `lines ${from + 1} to ${to + 1}`;
      this.#problem(`A condition is invalid, so visitors do not see the pages in ${which}: ${written}`, line);
    }
    const conditions = spreadOverLines([...this.#conditions, ...tags]);
    if (conditions.size === 0) return;
    const apply = (parts: ParsedSummary['parts'], above: string | undefined): void => {
      for (const part of parts) {
        let condition = above;
        for (let { line } = part.lines; condition === undefined && line < part.lines.endLine; line += 1)
          condition = conditions.get(line);
        if (condition !== undefined) part.condition = condition;
        apply('entries' in part ? part.entries : part.children, condition);
      }
    };
    apply(this.#parts, undefined);
  }

  #skipFrontMatter(): void {
    const condition = readPageCondition(this.#lines.slice(0, MAX_FRONT_MATTER).join('\n'));
    if (condition !== undefined)
      this.#conditions.push({
        from: 0,
        to: this.#written.length - 1,
        line: 0,
        // A name with a colon after it begins no expression.
        written: /^(?:\{|<|if\s*:)/.test(condition) ? condition : `if: ${condition}`,
      });
    if (this.#lines[0]?.trimEnd() !== '---') return;
    const end = this.#lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
    if (end <= 0) return;
    this.#written.fill('', 0, end + 1);
    this.#at = end + 1;
  }

  #readLine(line: string): void {
    const text = line.trim();
    if (text === '') return;
    const next = this.#lines[this.#at + 1];
    const heading = HEADING.exec(line);
    const item = RULE.test(line) ? null : ITEM.exec(line);
    if (line.length > MAX_LINE_LENGTH) this.#problem('This line is too long and was ignored.');
    else if (heading) this.#readHeading(heading[1]!.length, headingText(line), 1);
    else if (this.#isSetextHeading(line, next)) {
      this.#readHeading(next!.trim().startsWith('=') ? 1 : 2, text, 2);
      this.#at += 1;
    } else if (RULE.test(line)) {
      this.#group = undefined;
      this.#stack = [];
    } else if (item) this.#readItem(item);
    else if (text.startsWith('<!--')) this.#skipComment();
    else {
      if (!mentionsCondition(line))
        this.#problem('This line is not a page, a group or a link, and was ignored.');
      if (FENCE.test(line)) this.#skipFence(line);
    }
  }

  #isSetextHeading(line: string, next: string | undefined): boolean {
    return (
      next !== undefined &&
      UNDERLINE.test(next) &&
      !ITEM.test(line) &&
      /^ {0,3}[^\s<]/.test(line) &&
      !/^\s*\{%[^{}]*%\}\s*$/.test(line) &&
      !RULE.test(line)
    );
  }

  #readHeading(level: number, text: string, height: number): void {
    if (level === 1 && !this.#hasTitle && this.#parts.length === 0) {
      this.#hasTitle = true;
      return;
    }
    let explicit: string | undefined;
    const bare = text.replace(ANCHOR, (_, __, id: string) => {
      explicit ??= id;
      return '';
    });
    const title = this.#readTitle(bare);
    this.#stack = [];
    this.#group = {
      lines: { line: this.#at, endLine: this.#at + height },
      title,
      slug: explicit || slugOf(plainText(bare, { keepsEmojiCodes: true })),
      hasExplicitSlug: Boolean(explicit),
      entries: [],
    };
    this.#parts.push(this.#group);
  }

  #readItem([, space = '', bullet = '', gap = ' ', content = '']: RegExpExecArray): void {
    const indent = widthOf(space);
    const start = this.#at;
    const fence = FENCE.exec(content);
    const read = fence
      ? this.#readComputed(fence, indent + bullet.length + widthOf(gap))
      : this.#readPage(content.trim(), start);
    this.#entryCount += 1;
    const entry = { lines: { line: start, endLine: this.#at + 1 }, content: read, children: [] };
    // As in Markdown, a child starts at the column of its parent's text; one column less makes a sibling.
    while (this.#stack.length > 0 && indent < this.#stack.at(-1)!.indent + 2) this.#stack.pop();
    if (this.#stack.length >= MAX_DEPTH) {
      this.#problem(`Entries are nested more than ${MAX_DEPTH} levels deep. This one was moved up.`);
      this.#stack.length = MAX_DEPTH - 1;
    }
    const siblings = this.#stack.at(-1)?.entry.children ?? this.#group?.entries ?? this.#parts;
    siblings.push(entry);
    this.#stack.push({ indent, entry });
  }

  #readPage(content: string, line: number): SummaryEntry['content'] {
    const link = findInlineLink(content);
    if (!link) {
      const title = this.#readTitle(content);
      if (title === '') this.#problem('This entry has no title.');
      return { type: 'page', title, href: undefined, label: undefined };
    }
    const before = content.slice(0, link.start);
    const after = content.slice(link.end);
    this.#outsideLinks.set(line, before + content.slice(link.start + link.text.length, link.end) + after);
    const beside = cutText((before + after).trim(), 100);
    const isPlain = isMarkup(before) && isMarkup(withoutComments(after));
    if (mentionsCondition(before + after)) {
      // The search for conditions finds it.
    } else if (asksAboutVisitor(before + after))
      this.#conditions.push({ from: line, to: line, line, written: `if: ${beside}` });
    else if (!isPlain) this.#problem(`Text next to the link was ignored: ${beside}`);
    return { type: 'page', title: this.#readTitle(link.text), href: link.href, label: link.label };
  }

  #readTitle(markdown: string): string {
    const title = plainText(markdown);
    if (title.length > MAX_TITLE_LENGTH)
      this.#problem(`This title has more than ${MAX_TITLE_LENGTH} characters and was truncated.`);
    return cutText(title, MAX_TITLE_LENGTH);
  }

  #readComputed(opening: RegExpExecArray, contentIndent: number): SummaryEntry['content'] {
    const marker = opening[1]!;
    const closing = new RegExp(`^[ \\t]*${marker[0] === '~' ? '~' : '`'}{${marker.length},}[ \\t]*$`);
    const body: string[] = [];
    const start = this.#at;
    for (this.#at += 1; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at]!;
      if (closing.test(line)) {
        this.#written.fill('', start + 1, this.#at);
        return { type: 'computed', source: `${body.join('\n')}\n` };
      }
      if (leavesItem(line, contentIndent)) break;
      body.push(withoutIndent(line, contentIndent));
    }
    // Without its end it would swallow the rest of the file, so start over after it.
    this.#at = start;
    this.#problem('The code block of this entry is not closed.');
    return { type: 'computed', source: '' };
  }

  #skipFence(line: string): void {
    const marker = FENCE.exec(line)![1]!;
    const start = this.#at;
    this.#skipTo((other, at) => at > start && other.trim().startsWith(marker));
    this.#written.fill('', start + 1, this.#at);
  }

  #skipComment(): void {
    this.#skipTo((line) => line.includes('-->'));
  }

  /** Goes to the line where something ends; when it does not, stays, and need not look again. */
  #skipTo(isEnd: (line: string, at: number) => boolean): void {
    if (this.#isOpenToTheEnd) return;
    for (let at = this.#at; at < this.#lines.length; at += 1) {
      if (!isEnd(this.#lines[at]!, at)) continue;
      this.#at = at;
      return;
    }
    this.#isOpenToTheEnd = true;
  }

  #problem(message: string, line = this.#at): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ line, message });
    else this.#unlistedCount += 1;
  }
}

/** Returns the text between the opening `#`s and the optional closing ones. */
function headingText(line: string): string {
  const text = line.trim().replace(/^#+/, '').trim();
  const end = text.lastIndexOf(' ') + 1;
  return /^#+$/.test(text.slice(end)) ? text.slice(0, end).trim() : text;
}

/** By hand: an expression would search the rest of the line for the end of each comment that has none. */
function withoutComments(text: string): string {
  let rest = '';
  let position = 0;
  for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', position)) {
    const close = text.indexOf('-->', open + 4);
    if (close < 0) break;
    rest += text.slice(position, open);
    position = close + 3;
  }
  return rest + text.slice(position);
}

/** Whether a text is only blanks and emphasis around the link. */
const isMarkup = (text: string): boolean => /^[\s*_~]*$/.test(text);

/** Whether a line is the next entry or heading, which means that a code block above it was never closed. */
function leavesItem(line: string, contentIndent: number): boolean {
  return widthOf(/^[ \t]*/.exec(line)![0]) < contentIndent && (ITEM.test(line) || HEADING.test(line));
}

/** The columns of blanks at the beginning of a line. */
export function widthOf(space: string): number {
  let width = 0;
  for (const character of space) width += character === '\t' ? 4 - (width % 4) : 1;
  return width;
}

function withoutIndent(line: string, indent: number): string {
  let width = 0;
  let at = 0;
  for (; at < line.length && width < indent; at += 1) {
    if (line[at] === '\t') width += 4 - (width % 4);
    else if (line[at] === ' ') width += 1;
    else break;
  }
  return line.slice(at);
}
