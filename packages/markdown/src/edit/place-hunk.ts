import { type Block, isList } from '../document.ts';
import type { ParsedDocument } from '../parse-markdown.ts';
import type { Neighbours } from '../write/write-blocks.ts';
import type { Edit } from './site.ts';
import type { Hunk, Unit } from './units.ts';

const isListed = (node: Block | undefined): boolean => node !== undefined && isList(node);

/** The markers of lists that would join with a list written beside them. */
export function neighboursOf(source: string, units: readonly Unit[], { from, to, nodes }: Hunk): Neighbours {
  const markerOf = (unit: Unit | undefined, node: Block | undefined): string | undefined => {
    if (!unit || !isListed(node)) return undefined;
    const match = /^[ \t]*(?:([*+-])|\d+([.)]))/.exec(source.slice(unit.start, unit.start + 20));
    return match?.[1] ?? match?.[2];
  };
  const before = units[from - 1];
  const after = units[to];
  return {
    before: isListed(nodes[0]) ? markerOf(before, before?.nodes.at(-1)) : undefined,
    after: isListed(nodes.at(-1)) ? markerOf(after, after?.nodes[0]) : undefined,
  };
}

interface Placement {
  source: string;
  parsed: ParsedDocument;
  units: readonly Unit[];
  hunk: Hunk;
  text: string;
  newline: string;
  /** Whether blank lines surround the text, even where there were none. */
  isSpaced: boolean;
}

export function placeHunk({ source, parsed, units, hunk, text, newline, isSpaced }: Placement): Edit {
  const written = text.replace(/\n/g, newline);
  const { from, to } = hunk;
  const before = units[from - 1];
  const after = units[to];
  const bodyStart = before?.end ?? Math.max(parsed.title?.end ?? 0, parsed.frontMatter?.end ?? 0);
  const blank = newline + newline;
  if (from === to) {
    // An insertion: the new blocks follow the ones before them.
    const gap = source.slice(bodyStart, after?.start ?? source.length);
    const lead = bodyStart === 0 || (!before && !parsed.title) ? '' : blank;
    let trail = gap === '' ? newline : '';
    // Definitions are no blocks. One that follows a text at once would be part of it.
    if (gap.trim() !== '') trail = blank.slice(0, blank.length - newline.length * lineBreaksBefore(gap));
    else if (after) trail = before || parsed.title ? (hasBlankLine(gap) ? '' : newline) : blank;
    return { start: bodyStart, end: bodyStart, text: written === '' ? '' : lead + written + trail };
  }
  const start = units[from]!.start;
  const end = units[to - 1]!.end;
  // Definitions between the removed blocks are not blocks: they stay.
  const between = units
    .slice(from, to - 1)
    .map((unit, i) => source.slice(unit.end, units[from + i + 1]!.start).trim())
    .filter((gap) => gap !== '');
  const content = [written, ...between].filter((part) => part !== '').join(blank);
  if (content === '') {
    // A removed block takes the blank lines after it along, the last one those before it.
    if (after && source.slice(end, after.start).trim() === '') return { start, end: after.start, text: '' };
    if (!after && source.slice(bodyStart, start).trim() === '') return { start: bodyStart, end, text: '' };
    return { start, end, text: '' };
  }
  const lead =
    start > bodyStart &&
    bodyStart > 0 &&
    (before || parsed.title) &&
    isSpaced &&
    !hasBlankLine(source.slice(bodyStart, start))
      ? newline
      : '';
  const trail = isSpaced && after && !hasBlankLine(source.slice(end, after.start)) ? newline : '';
  return { start, end, text: lead + content + trail };
}

const hasBlankLine = (gap: string): boolean => /\n[ \t]*\r?\n|\r[ \t]*\r/.test(gap);

/** How many line breaks a text begins with, up to a blank line. */
const lineBreaksBefore = (text: string): number =>
  /^[ \t]*(?:\r\n|\r(?!\n)|\n)[ \t]*[\r\n]/.test(text) ? 2 : /^[ \t]*[\r\n]/.test(text) ? 1 : 0;

export function appendix(source: string, definitions: readonly string[], newline: string): string {
  if (definitions.length === 0) return '';
  const lead = /(?:\r\n?|\n)$/.test(source) ? newline : newline + newline;
  return lead + definitions.join('\n\n').replace(/\n/g, newline) + newline;
}
