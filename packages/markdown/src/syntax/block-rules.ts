import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { type DocumentLimits, LimitExceeded } from '../limits.ts';
import { readHtmlTag } from './html.ts';
import { readTag } from './tag.ts';

/** The state that the rules of one parse share, so that no failed search to the end is repeated. */
export interface ParseEnvironment {
  references?: Record<string, { title: string; href: string }>;
  /** The definitions that were referred to, and the text that repeated references to long ones added. */
  usedReferences?: Set<string>;
  repeatedLength?: number;
  /** The position of each reference definition's destination in the normalized body. */
  definitions?: Map<string, Definition>;
  footnotes?: Map<string, Footnote>;
  /** Without limits, any number of tokens may be made. */
  limits?: DocumentLimits;
  tokenCount?: number;
  /** The cells of tables. */
  cellCount?: number;
  withoutTagEnd?: number;
  /** Lines that began no tag, although one of them ends one. */
  failedTags?: { from: number; end: number; count: number };
  withoutMathEnd?: number;
  withoutTableEnd?: number;
  details?: { text: string; ends: ReadonlyMap<number, number> };
}

/** `[label]: destination`. */
interface Definition {
  /** The destination in the normalized body. */
  start: number;
  end: number;
  raw: string;
  /** Its lines in the body, end excluded. */
  startLine: number;
  endLine: number;
}

/** The body of `[^label]: …`. */
export interface Footnote {
  label: string;
  /** Lines of the definition in the body, end excluded. */
  startLine: number;
  endLine: number;
  /** The source of one paragraph each, with the line where it starts. */
  paragraphs: { content: string; line: number; endLine: number }[];
}

/** Counts cells of tables. Stops in the middle of a table that has too many, before each becomes several objects. */
export function spendCells(env: ParseEnvironment, count: number): void {
  if (!env.limits) return;
  env.cellCount = (env.cellCount ?? 0) + count;
  if (env.cellCount > env.limits.cells) throw new LimitExceeded(env.limits, 'cells');
}

/** A token with the offset, in its text, of the first character of its block. */
interface PlacedToken extends Token {
  offset?: number;
}

export const offsetOf = ({ offset = -1 }: PlacedToken): number | undefined =>
  offset < 0 ? undefined : offset;

export function setOffset(token: PlacedToken, offset: number): void {
  token.offset = offset;
}

/** Remembers where each block begins: the parser itself knows only its lines. */
export function locateBlocks(rule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const first = state.tokens.length;
    const offset = state.bMarks[startLine]! + state.tShift[startLine]!;
    const found = rule(state, startLine, endLine, silent);
    if (found && !silent && state.tokens.length > first) setOffset(state.tokens[first]!, offset);
    return found;
  };
}

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!);

const isIndentedCode = (state: StateBlock, line: number): boolean =>
  state.sCount[line]! - state.blkIndent >= 4;

const startsWith = (state: StateBlock, line: number, text: string): boolean =>
  state.src.startsWith(text, state.bMarks[line]! + state.tShift[line]!);

const environment = (state: StateBlock): ParseEnvironment => state.env as ParseEnvironment;

/** `{% … %}` on a separate line. Partners are matched later, among the blocks of one container. */
export const tagRule: BlockRule = (state, startLine, endLine, silent) => {
  if (!startsWith(state, startLine, '{%') || isIndentedCode(state, startLine)) return false;
  let nextLine = startLine + 1;
  let text = lineOf(state, startLine);
  if (text.indexOf('%}') < 0) {
    // Only integration blocks have values that span lines.
    if (!text.startsWith('{% @')) return false;
    const env = environment(state);
    if (env.withoutTagEnd !== undefined && startLine >= env.withoutTagEnd) return false;
    if (hasFailedOften(env, startLine)) return false;
    while (nextLine < endLine && state.sCount[nextLine]! >= 0 && lineOf(state, nextLine).indexOf('%}') < 0)
      nextLine++;
    if (nextLine >= endLine) {
      env.withoutTagEnd = startLine;
      return false;
    }
    nextLine++;
    text = state.getLines(startLine, nextLine, state.blkIndent, false);
  }
  const read = readTag(text);
  const tag = read && !read.isMalformed ? read : (readSpanningTag(text) ?? read);
  if (!tag) {
    if (nextLine > startLine + 1) noteFailedTag(environment(state), startLine, nextLine);
    return false;
  }
  if (silent) return true;
  const token = state.push('tag', '', 0);
  token.map = [startLine, nextLine];
  token.content = text;
  token.meta = { tag, at: state.bMarks[startLine]! + state.tShift[startLine]! };
  state.line = nextLine;
  return true;
};

/** Openings that are tried with one end; each reads all text between them. */
const MAX_TAG_ATTEMPTS = 16;

const hasFailedOften = ({ failedTags }: ParseEnvironment, line: number): boolean =>
  failedTags !== undefined &&
  failedTags.count >= MAX_TAG_ATTEMPTS &&
  line >= failedTags.from &&
  line < failedTags.end;

function noteFailedTag(env: ParseEnvironment, from: number, end: number): void {
  if (env.failedTags?.end === end) env.failedTags.count++;
  else env.failedTags = { from, end, count: 1 };
}

/** A block of an integration whose value holds raw quotes: everything between the outer quotes is the value. */
function readSpanningTag(text: string): ReturnType<typeof readTag> {
  const match = /^\{%\s*(@[\w/@.-]+)\s+([A-Za-z_][\w-]*)="([\s\S]*)"\s*%\}\s*$/.exec(text);
  if (!match) return undefined;
  const start = text.indexOf('"') + 1;
  return {
    name: match[1]!,
    isClosing: false,
    attributes: new Map([[match[2]!, { value: match[3]!, start, end: start + match[3]!.length }]]),
    argument: undefined,
    expression: '',
    isMalformed: false,
  };
}

/** `$$` fences, and a formula alone on its line. */
export const mathRule: BlockRule = (state, startLine, endLine, silent) => {
  if (!startsWith(state, startLine, '$$') || isIndentedCode(state, startLine)) return false;
  const text = lineOf(state, startLine).trimEnd();
  let nextLine = startLine + 1;
  let formula: string;
  if (text === '$$') {
    const env = environment(state);
    if (env.withoutMathEnd !== undefined && startLine >= env.withoutMathEnd) return false;
    while (nextLine < endLine && lineOf(state, nextLine).trimEnd() !== '$$') {
      if (state.sCount[nextLine]! < state.blkIndent && !state.isEmpty(nextLine)) return false;
      nextLine++;
    }
    if (nextLine >= endLine) {
      env.withoutMathEnd = startLine;
      return false;
    }
    formula = state.getLines(startLine + 1, nextLine, state.blkIndent, false).replace(/\n$/, '');
    nextLine++;
  } else {
    const inner = /^\$\$([^$]+)\$\$$/.exec(text);
    if (
      !inner ||
      (nextLine < endLine && !state.isEmpty(nextLine) && state.sCount[nextLine]! >= state.blkIndent)
    )
      return false;
    formula = inner[1]!;
  }
  if (silent) return text === '$$';
  const token = state.push('math', '', 0);
  token.map = [startLine, nextLine];
  token.content = formula;
  state.line = nextLine;
  return true;
};

const FOOTNOTE = /^\[\^([^\]\s]{1,200})\]:[ \t]*/;

/** `[^label]: …` with the lines that continue it. */
export const footnoteRule: BlockRule = (state, startLine, endLine, silent) => {
  if (!startsWith(state, startLine, '[^') || isIndentedCode(state, startLine)) return false;
  const match = FOOTNOTE.exec(lineOf(state, startLine));
  if (!match) return false;
  if (silent) return true;
  const paragraphs = [
    { content: lineOf(state, startLine).slice(match[0].length), line: startLine, endLine: startLine + 1 },
  ];
  let nextLine = startLine + 1;
  let isAfterBlank = false;
  let end = nextLine;
  for (; nextLine < endLine; nextLine++) {
    if (state.isEmpty(nextLine)) {
      isAfterBlank = true;
      continue;
    }
    const indent = state.sCount[nextLine]! - state.blkIndent;
    const text = lineOf(state, nextLine);
    if (indent < 0 || (isAfterBlank && indent < 4)) break;
    if (
      !isAfterBlank &&
      indent < 4 &&
      (/^([#>*+-]|\d+[.)]|`{3}|~{3}|\{%|<|\[)/.test(text) || paragraphs.at(-1)!.content === '')
    )
      break;
    if (isAfterBlank) paragraphs.push({ content: text, line: nextLine, endLine: nextLine + 1 });
    else {
      const last = paragraphs.at(-1)!;
      last.content += last.content === '' ? text : `\n${text}`;
      last.endLine = nextLine + 1;
    }
    isAfterBlank = false;
    end = nextLine + 1;
  }
  const env = environment(state);
  env.footnotes ??= new Map();
  const label = match[1]!;
  const footnote: Footnote = { label, startLine, endLine: end, paragraphs };
  const isSecond = env.footnotes.has(label);
  if (!isSecond) env.footnotes.set(label, footnote);
  const token = state.push('footnote', '', 0);
  token.map = [startLine, end];
  token.meta = { label, isSecond };
  state.line = end;
  return true;
};

const DETAILS = /^<details((?:\s[^<>]*)?)>\s*(?:<summary>(.*)<\/summary>\s*)?$/i;
const SUMMARY = /^<summary>(.*)<\/summary>\s*$/i;
const DETAILS_END = /^<\/details>\s*$/i;

/** `<details>`, `<summary>` and `</details>` on lines of their own: their content is Markdown. */
export const detailsRule: BlockRule = (state, startLine, endLine, silent) => {
  if (!startsWith(state, startLine, '<') || isIndentedCode(state, startLine)) return false;
  const text = lineOf(state, startLine);
  const opening = DETAILS.exec(text);
  const summary = opening?.[2] ?? SUMMARY.exec(text)?.[1];
  const isEnd = DETAILS_END.test(text);
  if (/^<details[\s>]/i.test(text)) {
    const end = endOfOtherDetails(state, startLine, endLine, text);
    if (end !== undefined) {
      if (!silent) pushHtml(state, startLine, end);
      return true;
    }
  }
  if (!opening && summary === undefined && !isEnd) return false;
  if (summary?.toLowerCase().includes('<summary') || summary?.toLowerCase().includes('</summary'))
    return false;
  if (silent) return true;
  const push = (type: string, content: string, meta: Record<string, unknown>): void => {
    const token = state.push(type, '', 0);
    token.map = [startLine, startLine + 1];
    token.content = content;
    token.meta = meta;
  };
  const at = state.bMarks[startLine]! + state.tShift[startLine]!;
  if (isEnd) push('details_end', text.trimEnd(), {});
  if (opening) {
    const tag = readHtmlTag(text, 0);
    push('details', text.trimEnd(), { isOpen: tag?.attributes.has('open') ?? false });
  }
  if (summary !== undefined)
    push('summary', summary, {
      at: at + text.search(/<summary>/i) + '<summary>'.length,
      hasOwnLine: !opening,
    });
  state.line = startLine + 1;
  return true;
};

/** Adds lines as one piece of HTML. */
function pushHtml(state: StateBlock, startLine: number, end: number): void {
  const token = state.push('html_block', '', 0);
  token.map = [startLine, end];
  token.content = state.getLines(startLine, end, state.blkIndent, true);
  state.line = end;
}

/** Where each `<details>` of a text ends, by where it begins: one pass, however they are nested. */
function endsOfDetails(state: StateBlock): ReadonlyMap<number, number> {
  const env = environment(state);
  if (env.details?.text === state.src) return env.details.ends;
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: tag, index } of state.src.matchAll(/<details(?=[\s>])|<\/details\s*>/gi)) {
    if (tag[1] !== '/') open.push(index);
    else if (open.length > 0) ends.set(open.pop()!, index);
  }
  env.details = { text: state.src, ends };
  return ends;
}

/**
 * Returns the line after `<details>` whose tags, or those of its summary, are not on lines of their own; undefined
 * for one that does.
 */
function endOfOtherDetails(
  state: StateBlock,
  startLine: number,
  endLine: number,
  text: string,
): number | undefined {
  const start = state.bMarks[startLine]! + state.tShift[startLine]!;
  const end = endsOfDetails(state).get(start);
  if (end === undefined) return undefined;
  const before = state.src.slice(state.src.lastIndexOf('\n', end) + 1, end);
  const lineEnd = state.src.indexOf('\n', end);
  const after = state.src.slice(end, lineEnd < 0 ? state.src.length : lineEnd);
  const endsAlone = /^[\s>]*$/.test(before) && DETAILS_END.test(after);
  if (endsAlone && DETAILS.test(text) && hasPlainSummary(state, startLine, endLine)) return undefined;
  for (let line = startLine; line < endLine; line++) {
    if (!state.isEmpty(line) && state.sCount[line]! < state.blkIndent) return undefined;
    if (state.eMarks[line]! >= end) return line + 1;
  }
  return undefined;
}

/** Whether the summary, if the next line begins one, is a line of its own. */
function hasPlainSummary(state: StateBlock, startLine: number, endLine: number): boolean {
  let line = startLine + 1;
  while (line < endLine && state.isEmpty(line)) line++;
  if (line >= endLine || !startsWith(state, line, '<')) return true;
  const text = lineOf(state, line);
  return !/^<summary[\s>]/i.test(text) || (SUMMARY.test(text) && !isIndentedCode(state, line));
}

const PLAYER = /^<(video|audio|picture)[\s>]/i;

/** Whether a text in lower case has elements of one name and nothing beside them, which could be Markdown. */
function areAll(name: string, text: string): boolean {
  const [open, close] = [`<${name}`, `</${name}>`];
  let position = 0;
  while (text.startsWith(open, position)) {
    const end = text.indexOf(close, position);
    if (end < 0) return false;
    position = end + close.length;
    while (/\s/.test(text[position] ?? '')) position++;
  }
  return position === text.length;
}

/** HTML blocks that end at a blank line also end before a tag's line: the tag is never HTML. */
export function cutBeforeTags(htmlRule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    if (!startsWith(state, startLine, '<')) return false;
    const text = lineOf(state, startLine);
    if (silent) return htmlRule(state, startLine, endLine, true);
    if (/^<!--(?!.*-->\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|[>|<]|[`~]{3}|\{%|$)).*-->/.test(text)) return false;
    if (/^<(script|pre|style|textarea|!|\?)/i.test(text)) return htmlRule(state, startLine, endLine, false);
    let cut = startLine + 1;
    while (
      cut < endLine &&
      !state.isEmpty(cut) &&
      !(startsWith(state, cut, '{%') && tagRule(state, cut, endLine, true))
    )
      cut++;
    const player = PLAYER.exec(text)?.[1];
    const isPlayer =
      player !== undefined &&
      areAll(player.toLowerCase(), state.getLines(startLine, cut, state.blkIndent, false).toLowerCase());
    const end = isPlayer
      ? cut
      : /^<table\b/i.test(text)
        ? endOfTable(state, startLine, cut, endLine)
        : undefined;
    if (end !== undefined) {
      pushHtml(state, startLine, end);
      return true;
    }
    return htmlRule(state, startLine, cut, false);
  };
}

/** Returns the end of a table that goes on after a blank line: between two, its cells may contain Markdown. */
function endOfTable(state: StateBlock, startLine: number, cut: number, endLine: number): number | undefined {
  const env = environment(state);
  if (startLine >= (env.withoutTableEnd ?? Infinity)) return undefined;
  let depth = openedTables(state.getLines(startLine, cut, 0, false));
  if (depth <= 0) return undefined;
  for (let line = cut; line < endLine; line++) {
    if (!state.isEmpty(line) && state.sCount[line]! < state.blkIndent) break;
    depth += openedTables(lineOf(state, line));
    if (depth <= 0) return line + 1;
  }
  env.withoutTableEnd = startLine;
  return undefined;
}

/** How many more tables begin in a text than end. */
const openedTables = (text: string): number =>
  [...text.matchAll(/<(\/?)table(?=[\s>/])/gi)].reduce((sum, [, slash]) => sum + (slash === '' ? 1 : -1), 0);

const DEFINITION = /^\s*\[(?:\\[\s\S]|[^\\[\]])*\]:\s*/;

/** Remembers the place of the destination of a reference definition. */
export function locateDefinitions(referenceRule: BlockRule, md: MarkdownIt): BlockRule {
  return (state, startLine, endLine, silent) => {
    if (!startsWith(state, startLine, '[')) return false;
    const found = referenceRule(state, startLine, endLine, silent);
    if (!found || silent) return found;
    const start = state.bMarks[startLine]! + state.tShift[startLine]!;
    const text = state.src.slice(start, state.eMarks[state.line - 1]!);
    const match = DEFINITION.exec(text);
    const destination = match && md.helpers.parseLinkDestination(text, match[0].length, text.length);
    if (!match || !destination?.ok) return found;
    const label = md.utils.normalizeReference(
      match[0].slice(match[0].indexOf('[') + 1, match[0].lastIndexOf(']')),
    );
    const angle = text[match[0].length] === '<' ? 1 : 0;
    const env = environment(state);
    env.definitions ??= new Map();
    if (!env.definitions.has(label))
      env.definitions.set(label, {
        start: start + match[0].length + angle,
        end: start + destination.pos - angle,
        raw: destination.str,
        startLine,
        endLine: state.line,
      });
    return found;
  };
}

/** Remembers where the cells of each row begin. */
export function locateRows(tableRule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const first = state.tokens.length;
    const found = tableRule(state, startLine, endLine, silent);
    if (found && !silent)
      for (let i = first; i < state.tokens.length; i++) {
        const token = state.tokens[i]!;
        if (token.type !== 'tr_open') continue;
        const line = token.map![0];
        token.meta = { at: state.bMarks[line]! + state.tShift[line]!, end: state.eMarks[line]! };
      }
    return found;
  };
}
