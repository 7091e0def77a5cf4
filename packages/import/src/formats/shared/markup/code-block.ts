import { escapeAttribute, escapeHtml } from '@lectern/markdown/syntax/html';
import { writeTag } from '@lectern/markdown/syntax/tag';
import type { MarkupCode } from './markup.ts';
import type { MarkupOutput } from './output.ts';

/** The options of a code block, as written after its opening fence. */
export interface CodeFacts {
  language: string;
  title: string | undefined;
  hasLineNumbers: boolean;
  isWrapped: boolean;
  isExpandable: boolean;
  /** The numbers of highlighted lines, counted from 1. */
  highlighted: ReadonlySet<number>;
}

export interface CodeStyle {
  /** Whether unknown words are the title, as in Mintlify. */
  hasBareTitles: boolean;
}

/** Line numbers above this one are not highlighted. */
const MAX_LINE = 100_000;

/** The rest of the line is ignored. */
const MAX_INFO_LENGTH = 1000;

const VALUE = /(?<![\w-])([A-Za-z_][\w-]*)=(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\}|([^\s"'{}]+))/g;

/** Reads the text after an opening fence, in the syntax of all tools from which pages are imported. */
export function readCodeInfo(written: string, { hasBareTitles }: CodeStyle): CodeFacts {
  const info = written.slice(0, MAX_INFO_LENGTH);
  const isInBraces = info.startsWith('{') && info.endsWith('}');
  const inner = isInBraces ? info.slice(1, -1).trim().replace(/^\./, '') : info;
  const word = /^[^\s{[:=]+/.exec(inner)?.[0] ?? '';
  // `title="…"` alone names no language.
  const language = inner[word.length] === '=' ? '' : word;
  let rest = inner.slice(language.length);
  const values = new Map<string, string>();
  rest = rest.replace(VALUE, (_match, key: string, ...found: (string | undefined)[]) => {
    values.set(key.toLowerCase(), found.slice(0, 4).find((value) => value !== undefined) ?? '');
    return ' ';
  });
  const highlighted = new Set<number>();
  addRanges(highlighted, values.get('hl_lines') ?? '');
  addRanges(highlighted, values.get('highlight') ?? '');
  rest = rest.replace(/\{([\d,\s-]*)\}/g, (_match, ranges: string) => {
    addRanges(highlighted, ranges);
    return ' ';
  });
  const bracket = /\[([^[\]]+)\]/.exec(rest);
  const words = rest
    .replace(/\[[^[\]]*\]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const flags = new Set(words.map((word) => word.toLowerCase()));
  const bareTitle = hasBareTitles ? words.filter((word) => !FLAGS.has(word.toLowerCase())).join(' ') : '';
  return {
    language,
    title: values.get('title') ?? values.get('filename') ?? bracket?.[1] ?? (bareTitle || undefined),
    hasLineNumbers:
      values.has('linenums') ||
      values.has('showlinenumbers') ||
      [...flags].some((flag) => /^(?:showlinenumbers|lines|:line-numbers(?:=\d+)?)$/.test(flag)),
    isWrapped: flags.has('wrap'),
    isExpandable: flags.has('expandable'),
    highlighted,
  };
}

const FLAGS = new Set('lines wrap expandable showlinenumbers live twoslash copy focus'.split(' '));

function addRanges(lines: Set<number>, ranges: string): void {
  for (const range of ranges.split(/[\s,]+/)) {
    const [, first, last] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(range) ?? [];
    if (first === undefined) continue;
    const end = Math.min(Number(last ?? first), MAX_LINE);
    for (let line = Number(first); line <= end; line++) lines.add(line);
  }
}

/** A comment that highlights lines, alone on its line. */
const LINE_COMMENT =
  /^(?:\/\/|#|--|;|%|\/\*|\{\/\*|<!--) ?highlight-(next-line|start|end) ?(?:\*\/\}?|-->)?$/;
const COMMENT_OPENING = /(?:\/\/|#|--|;|%|\/\*|\{\/\*|<!--)$/;
const COMMENT_CLOSING = /^(?:\*\/\}?|-->)?$/;
/** Longer lines are not searched for such a comment. */
const MAX_COMMENT_LENGTH = 100;

function readLineComment(line: string): string | undefined {
  if (!line.includes('highlight-')) return undefined;
  const text = line.trim();
  return text.length > MAX_COMMENT_LENGTH ? undefined : LINE_COMMENT.exec(text.replace(/\s+/g, ' '))?.[1];
}

/** Reads `[!code …]` in a comment at the end of a line; returns its command, and the line without it. */
function readTrailingComment(line: string): { command: string; code: string } | undefined {
  const start = line.lastIndexOf('[!code ');
  const end = start < 0 ? -1 : line.indexOf(']', start);
  if (end < 0 || !COMMENT_CLOSING.test(line.slice(end + 1).trim())) return undefined;
  const before = line.slice(0, start).trimEnd();
  const opening = COMMENT_OPENING.exec(before.slice(-4));
  if (!opening) return undefined;
  const code = before.slice(0, before.length - opening[0].length).trimEnd();
  return { command: line.slice(start + '[!code '.length, end).trim(), code };
}

/** Removes the comments that highlight lines, and adds those lines to the highlighted ones. */
function applyComments(
  lines: readonly string[],
  facts: CodeFacts,
): { lines: string[]; highlighted: Set<number> } {
  const kept: string[] = [];
  const highlighted = new Set(facts.highlighted);
  let isInside = false;
  let isNext = false;
  for (const line of lines) {
    const command = readLineComment(line);
    if (command !== undefined) {
      isNext = command === 'next-line';
      if (!isNext) isInside = command === 'start';
      continue;
    }
    const comment = readTrailingComment(line);
    kept.push(comment ? comment.code : line);
    const isMarked = comment !== undefined && !/^(?:focus|word)/.test(comment.command);
    if (isMarked || isNext || isInside) highlighted.add(kept.length);
    isNext = false;
  }
  return { lines: kept, highlighted };
}

/**
 * Writes code: with highlighted lines as HTML, otherwise between fences. Returns false if lines are highlighted and the
 * code is in a list, where HTML cannot contain blank lines.
 */
export function writeCode(
  node: MarkupCode,
  { style, title: givenTitle, out }: { style: CodeStyle; title?: string | undefined; out: MarkupOutput },
): boolean {
  const read = readCodeInfo(node.info, style);
  const { lines, highlighted } = applyComments(node.lines, read);
  const facts = { ...read, title: givenTitle ?? read.title, highlighted };
  const isHighlighted = lines.some((_line, i) => highlighted.has(i + 1));
  if (isHighlighted && node.indent === 0) out.block(writeHighlighted(lines, facts));
  else out.block(writeFenced(lines, facts, ' '.repeat(node.indent)));
  return !isHighlighted || node.indent === 0;
}

function writeFenced(lines: readonly string[], facts: CodeFacts, indent: string): string[] {
  const fence = fenceFor(lines);
  const fenced = [`${fence}${facts.language}`, ...lines, fence].map((line) =>
    line === '' ? '' : indent + line,
  );
  const attributes = {
    title: facts.title,
    overflow: facts.isWrapped ? 'wrap' : undefined,
    lineNumbers: facts.hasLineNumbers || undefined,
    expandable: facts.isExpandable || undefined,
  };
  const isPlain = Object.values(attributes).every((value) => value === undefined);
  return isPlain ? fenced : [indent + writeTag('code', attributes), ...fenced, `${indent}{% endcode %}`];
}

/** Returns a fence that is longer than any run of backticks in the code. */
function fenceFor(lines: readonly string[]): string {
  let longest = 2;
  for (const line of lines)
    for (const [run] of line.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

function writeHighlighted(lines: readonly string[], facts: CodeFacts): string[] {
  const { language, title } = facts;
  const attributes = [
    language === '' ? '' : ` class="language-${escapeAttribute(language)}"`,
    title === undefined ? '' : ` data-title="${escapeAttribute(title)}"`,
    facts.isWrapped ? ' data-overflow="wrap"' : '',
    facts.hasLineNumbers ? ' data-line-numbers' : '',
    facts.isExpandable ? ' data-expandable' : '',
  ].join('');
  const code = language === '' ? '<code>' : `<code class="lang-${escapeAttribute(language)}">`;
  const written = lines
    .map((line, i) => {
      const text = escapeHtml(line);
      return facts.highlighted.has(i + 1) ? `<strong>${text}\n</strong>` : `${text}\n`;
    })
    .join('');
  return `<pre${attributes}>${code}${written}</code></pre>`.split('\n');
}
