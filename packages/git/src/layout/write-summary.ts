/** Writes SUMMARY.md for a changed tree, line by line: unchanged entries keep their lines. */

import { toSlug } from '@lectern/content/tree/slug';
import { findLineEnding } from '@lectern/markdown/line-endings';
import { escapeDestination } from '@lectern/markdown/write/destination';
import { appendTo } from '@lectern/std/long-lists';
import { stringify } from 'yaml';
import { findInlineLink } from './inline-link.ts';
import { plainText, slugOf } from './inline-text.ts';
import type { SourceLines } from './layout.ts';
import type { SummaryItem } from './summary-item.ts';
import { RULE, widthOf } from './summary-lines.ts';

export interface SummaryEdit {
  /** The present text of the file; only a heading for a new file. */
  text: string;
  /** The entries that the file has now. */
  before: readonly SummaryItem[];
  /** The lines of the entries in `before`, by their ids; entries that the file does not list have none. */
  lines: ReadonlyMap<string, SourceLines>;
  /** The entries that the file should have. */
  after: readonly SummaryItem[];
  /** Rewrites the indentation of every entry, for files whose own indentation would be misread after the change. */
  isTidied?: boolean;
}

/** The beginning of a new SUMMARY.md. */
export const NEW_SUMMARY = '# Table of contents\n';

const INDENT_STEP = 2;
const LINE_END = /\r?\n$|\r$/;
const ENTRY = /^([ \t]*)((?:[*+-]|\d{1,9}[.)])[ \t]+|(?:[*+-]|\d{1,9}[.)])$)/;

export function writeSummary(edit: SummaryEdit): string {
  return new SummaryWriter(edit).write();
}

/** An entry of the present file. */
interface Found {
  item: SummaryItem;
  parentId: string | undefined;
  lines: SourceLines;
  /** The columns before its bullet. */
  indent: number;
}

interface Listed extends Found {
  /** The lines between the entry before it and its own. */
  lead: string[];
  /** The id of the entry before it. */
  previousId: string | undefined;
}

/** An entry that has been written, as the parent of others. */
interface Written {
  id: string;
  indent: number;
}

class SummaryWriter {
  readonly #after: readonly SummaryItem[];
  readonly #lines: string[];
  readonly #newline: string;
  readonly #endsInNewline: boolean;
  readonly #isTidied: boolean;
  readonly #listed = new Map<string, Listed>();
  /** The first child that the file lists, by the id of its parent. */
  readonly #firstChildren = new Map<string, Found>();
  /** The ids of the pages that readers see although the file does not list them. */
  readonly #implied: ReadonlySet<string>;
  readonly #tail: string[];
  /** The text beside deleted entries, by the entry before which it is written now; undefined: at the end. */
  readonly #orphans = new Map<string | undefined, string[]>();
  readonly #bullet: string;
  readonly #out: string[] = [];
  #lastId: string | undefined;
  #isInGroup = false;

  constructor({ text, before, lines, after, isTidied = false }: SummaryEdit) {
    this.#after = after;
    this.#isTidied = isTidied;
    this.#lines = splitLines(text);
    this.#newline = findLineEnding(text);
    this.#endsInNewline = text === '' || /[\r\n]$/.test(text);
    this.#implied = new Set(before.flatMap(({ id }) => (lines.has(id) ? [] : [id])));
    this.#tail = this.#index(before, lines);
    this.#bullet = this.#findBullet();
    this.#keepOrphans();
  }

  write(): string {
    // The lines above the first entry stay at the top of the file, even if another entry follows them now.
    const [first] = [...this.#listed.values()];
    appendTo(this.#out, first?.lead ?? this.#tail);
    if (!first && this.#after.length > 0) this.#separate();
    this.#writeItems(this.#after, undefined);
    if (first) {
      appendTo(this.#out, this.#orphans.get(undefined) ?? []);
      appendTo(this.#out, this.#tail);
    }
    const text = this.#out
      .map((line, at) => (at < this.#out.length - 1 && !/[\r\n]$/.test(line) ? line + this.#newline : line))
      .join('');
    return this.#endsInNewline ? text : text.replace(/\r?\n$/, '');
  }

  /** Indexes the entries in the order of the file; returns the lines after the last. */
  #index(before: readonly SummaryItem[], lines: SummaryEdit['lines']): string[] {
    const found: Found[] = [];
    const collect = (items: readonly SummaryItem[], parentId: string | undefined): void => {
      for (const item of items) {
        const own = lines.get(item.id);
        if (own) {
          const entry = { item, parentId, lines: own, indent: indentOf(this.#lines[own.line] ?? '') };
          found.push(entry);
          if (parentId !== undefined && !this.#firstChildren.has(parentId))
            this.#firstChildren.set(parentId, entry);
        }
        collect(item.children, item.id);
      }
    };
    collect(before, undefined);
    found.sort((left, right) => left.lines.line - right.lines.line);
    let end = 0;
    let previousId: string | undefined;
    for (const entry of found) {
      this.#listed.set(entry.item.id, {
        ...entry,
        lead: this.#lines.slice(end, entry.lines.line),
        previousId,
      });
      end = entry.lines.endLine;
      previousId = entry.item.id;
    }
    return this.#lines.slice(end);
  }

  #findBullet(): string {
    for (const { lines, item } of this.#listed.values()) {
      const bullet = item.type === 'group' ? undefined : ENTRY.exec(this.#lines[lines.line] ?? '')?.[2];
      if (bullet && /^[*+-][ \t]/.test(bullet)) return bullet;
    }
    return '* ';
  }

  /** Comments beside an entry that is deleted are kept, before the next one that stays. */
  #keepOrphans(): void {
    const kept = new Set<string>();
    const collect = (items: readonly SummaryItem[]): void => {
      for (const item of items) {
        kept.add(item.id);
        collect(item.children);
      }
    };
    collect(this.#after);
    let waiting: string[] = [];
    for (const [id, { lead, previousId }] of this.#listed) {
      if (kept.has(id)) {
        if (waiting.length > 0) this.#orphans.set(id, waiting);
        waiting = [];
      } else if (previousId !== undefined) appendTo(waiting, textOf(lead));
    }
    if (waiting.length > 0) this.#orphans.set(undefined, waiting);
  }

  #writeItems(items: readonly SummaryItem[], parent: Written | undefined): void {
    for (const [at, item] of items.entries()) {
      if (this.#isImplied(item, parent, at)) continue;
      const listed = this.#listed.get(item.id);
      const isGroup = item.type === 'group' && parent === undefined;
      const indent = isGroup ? 0 : this.#indentFor(item, listed, parent);
      this.#writeLead(item, listed, parent, isGroup);
      appendTo(this.#out, isGroup ? this.#groupLines(item, listed) : this.#entryLines(item, listed, indent));
      this.#lastId = item.id;
      if (parent === undefined) this.#isInGroup = isGroup;
      this.#writeItems(item.children, { id: item.id, indent: isGroup ? -INDENT_STEP : indent });
    }
  }

  /** The README is the first page even if the file does not list it. */
  #isImplied(item: SummaryItem, parent: Written | undefined, at: number): boolean {
    return (
      parent === undefined &&
      at === 0 &&
      !this.#listed.has(item.id) &&
      item.children.length === 0 &&
      /^readme\.(?:md|markdown)$/i.test(item.href ?? '') &&
      this.#implied.has(item.id)
    );
  }

  #indentFor(item: SummaryItem, listed: Listed | undefined, parent: Written | undefined): number {
    if (this.#isTidied || !parent) {
      if (!parent && !this.#isTidied && listed?.parentId === undefined && listed) return listed.indent;
      return parent ? parent.indent + INDENT_STEP : 0;
    }
    const before = this.#listed.get(parent.id);
    const stands = before && (before.item.type === 'group' || before.indent === parent.indent);
    if (!stands) return parent.indent + INDENT_STEP;
    if (listed && listed.parentId === parent.id) return listed.indent;
    const sibling = this.#firstChildren.get(parent.id);
    return sibling && sibling.item.id !== item.id ? sibling.indent : parent.indent + INDENT_STEP;
  }

  #writeLead(
    item: SummaryItem,
    listed: Listed | undefined,
    parent: Written | undefined,
    isGroup: boolean,
  ): void {
    appendTo(this.#out, this.#orphans.get(item.id) ?? []);
    const isFirstListed = listed !== undefined && listed.previousId === undefined;
    const follows = listed !== undefined && listed.previousId === this.#lastId && !this.#orphans.has(item.id);
    const leavesGroup = parent === undefined && !isGroup && this.#isInGroup;
    if (follows) {
      // The lead of the first entry is the head of the file.
      if (!isFirstListed) appendTo(this.#out, listed.lead);
      if (!leavesGroup || listed.lead.some((line) => RULE.test(line.trimEnd()))) return;
    } else if (listed && !isFirstListed) appendTo(this.#out, textOf(listed.lead));
    if (leavesGroup) {
      this.#separate();
      this.#out.push(`---${this.#newline}`);
      this.#separate();
    } else if (isGroup || isHeading(this.#out.at(-1))) this.#separate();
  }

  /** Makes the output end with a blank line. */
  #separate(): void {
    const last = this.#out.at(-1);
    if (last === undefined || last.trim() === '') return;
    if (!/[\r\n]$/.test(last)) this.#out[this.#out.length - 1] = last + this.#newline;
    this.#out.push(this.#newline);
  }

  #groupLines(item: SummaryItem, listed: Listed | undefined): string[] {
    const isKept =
      listed?.item.type === 'group' && listed.item.title === item.title && listed.item.slug === item.slug;
    if (isKept) return this.#ownLines(listed);
    const { slug = '' } = item;
    const anchor = toSlug(slugOf(item.title)) === slug ? '' : ` <a href="#${slug}" id="${slug}"></a>`;
    return [`## ${escapeTitle(item.title)}${anchor}${this.#newline}`];
  }

  #entryLines(item: SummaryItem, listed: Listed | undefined, indent: number): string[] {
    const isKept =
      listed &&
      listed.item.type === item.type &&
      listed.item.title === item.title &&
      listed.item.label === item.label &&
      listed.item.href === item.href &&
      listed.item.computed === item.computed;
    if (isKept) {
      const own = this.#ownLines(listed);
      return listed.indent === indent ? own : own.map((line) => reindent(line, indent - listed.indent));
    }
    if (item.computed !== undefined && item.condition === undefined)
      return this.#computedLines(item.computed, indent);
    const line = listed && listed.item.type !== 'group' ? this.#ownLines(listed)[0] : undefined;
    const [start = '', , bullet = this.#bullet] = (line && ENTRY.exec(line)) || [];
    const content = line?.slice(start.length).replace(LINE_END, '') ?? '';
    const newline = LINE_END.exec(line ?? '')?.[0] ?? this.#newline;
    const written = rewriteLink(content, item, listed?.item);
    return [`${' '.repeat(indent)}${bullet.trimEnd()} ${written}`.trimEnd() + newline];
  }

  /** The declaration of a computed entry, in a block of code that is its item. */
  #computedLines(declared: string, indent: number): string[] {
    const bullet = this.#bullet.trimEnd();
    const body = stringify(JSON.parse(declared), { lineWidth: 0, blockQuote: false }).trimEnd().split('\n');
    const inner = ' '.repeat(indent + bullet.length + 1);
    return [
      `${' '.repeat(indent)}${bullet} \`\`\`yaml`,
      ...body.map((line) => inner + line),
      `${inner}\`\`\``,
    ].map((line) => line + this.#newline);
  }

  #ownLines({ lines }: Listed): string[] {
    return this.#lines.slice(lines.line, lines.endLine);
  }
}

/** Writes the content of an entry. If it has a link, only the parts that change are rewritten. */
function rewriteLink(content: string, item: SummaryItem, before: SummaryItem | undefined): string {
  const title = escapeTitle(item.title);
  if (item.href === undefined) return title + writeCondition(item);
  const link = before && findInlineLink(content);
  if (!link) return `[${title}](${writeTarget(item)})${writeCondition(item)}`;
  const text = before.title === item.title ? link.text : title;
  const ownTarget = content.slice(link.start + link.text.length + 3, link.end - 1);
  const isSameTarget = before.href === item.href && before.label === item.label;
  const target = isSameTarget ? ownTarget : writeTarget(item);
  return `${content.slice(0, link.start)}[${text}](${target})${content.slice(link.end)}`;
}

/** A hidden page stays hidden in a table of contents that does not have the tags around it. */
function writeCondition({ condition }: SummaryItem): string {
  if (condition === undefined) return '';
  return ` ${/^\{% if [^{}<>`\\]*%\}$/.test(condition) ? condition : '{% if %}'}{% endif %}`;
}

function writeTarget({ href = '', label }: SummaryItem): string {
  const title = label === undefined ? '' : ` "${label.replace(/\s+/g, ' ').replace(/[\\"]/g, '\\$&')}"`;
  return `${escapeDestination(href)}${title}`;
}

/** Escapes a title so that it is read back unchanged, with no more escapes than necessary. */
function escapeTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  const isRead = (text: string): boolean => {
    const link = findInlineLink(`[${text}](x)`);
    return link?.start === 0 && link.text === text && plainText(text) === line;
  };
  if (isRead(line) && !/^#|<a\b/.test(line)) return line;
  return line.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** Returns the lines that are neither blank nor rules: rules are written where they are needed. */
const textOf = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.trim() !== '' && !RULE.test(line.trimEnd()));

const isHeading = (line: string | undefined): boolean =>
  line !== undefined && (/^ {0,3}#{1,6}(?:[ \t]|$)/.test(line) || /^ {0,3}(?:=+|-+)[ \t]*\r?\n?$/.test(line));

const indentOf = (line: string): number => widthOf(/^[ \t]*/.exec(line)?.[0] ?? '');

function reindent(line: string, by: number): string {
  const own = /^[ \t]*/.exec(line)?.[0] ?? '';
  if (line.trim() === '') return line;
  return ' '.repeat(Math.max(0, indentOf(own) + by)) + line.slice(own.length);
}

/** Splits a text into lines, each with its line end. */
const splitLines = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n|\r(?!\n))/));
