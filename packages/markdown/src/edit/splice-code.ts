import { type Code, plainText } from '../document.ts';
import type { Range } from '../parse-markdown.ts';
import { matchSequences } from '../sequence-diff.ts';
import { type Edit, linePrefix, type Site, sliceOf } from './site.ts';
import { spliceTag } from './splice-tag.ts';

const FENCE = /^([ \t>]*)(`{3,}|~{3,})/;

/** Changes the lines of code that differ, and the line of the fence or the tag. */
export function spliceCode(site: Site, old: Code, next: Code, range: Range): Edit[] | undefined {
  if (old.data.verbatim || next.data.verbatim) return undefined;
  const lines = linesOf(site, range);
  const fence = lines.findIndex(({ text }) => FENCE.test(text));
  const isTagged = site.tags.get(old.key ?? '') !== undefined;
  // The marker of an item precedes its first line.
  const isFenced = fence >= 0 && fence <= (isTagged ? lines.length : 0);
  const before = plainLines(old);
  const after = plainLines(next);
  if (!before || !after) return undefined;
  if (!isFenced) {
    const isIndented = !isTagged && lines.length === before.length && !sliceOf(site, range).startsWith('<');
    const isSameInfo = JSON.stringify(old.data) === JSON.stringify(next.data);
    return isIndented && isSameInfo && after.some((line) => line.trim() !== '')
      ? spliceLines(site, { written: lines, before, after, prefix: linePrefix(site, range.start) })
      : undefined;
  }
  const opening = FENCE.exec(lines[fence]!.text)!;
  const edits = spliceFence(site, old, next, { line: lines[fence]!, opening });
  if (!edits) return undefined;
  if (after.some((line) => isFenceWithin(line, opening[2]!))) return undefined;
  const first = fence + 1;
  const last = lines.findIndex(
    ({ text }, i) => i >= first && isFenceWithin(text.replace(/^[ \t>]*/, ''), opening[2]!),
  );
  if (last < 0) return undefined;
  const written = lines.slice(first, last);
  if (written.length === 0 || written.length !== before.length) return undefined;
  const prefix = linePrefix(site, fence === 0 ? range.start : lines[fence]!.start + opening[1]!.length);
  const inner = spliceLines(site, { written, before, after, prefix });
  return [...edits, ...inner];
}

interface Line extends Range {
  text: string;
}

function linesOf(site: Site, range: Range): Line[] {
  const lines: Line[] = [];
  let { start } = range;
  for (const text of sliceOf(site, range).split(/\r\n?|\n/)) {
    lines.push({ start, end: start + text.length, text });
    start += text.length;
    if (site.source.startsWith('\r\n', start)) start += 2;
    else start += 1;
  }
  return lines;
}

/** The lines of code that is nothing but text. */
function plainLines({ nodes }: Code): string[] | undefined {
  const isPlain = nodes.every(
    (line) => !line.data.highlighted && line.nodes.every((node) => node.object === 'text'),
  );
  return isPlain ? nodes.map((line) => plainText(line.nodes)) : undefined;
}

const isFenceWithin = (line: string, fence: string): boolean => {
  const run = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return run !== undefined && run[0] === fence[0] && run.length >= fence.length;
};

function spliceFence(
  site: Site,
  old: Code,
  next: Code,
  { line, opening }: { line: Line; opening: RegExpExecArray },
): Edit[] | undefined {
  const edits: Edit[] = [];
  const infoOf = ({ data }: Code): string =>
    [data.syntax, data.info].filter((word) => word !== undefined).join(' ');
  if (infoOf(old) !== infoOf(next)) {
    const words = infoOf(next).replace(/[\\&]/g, '\\$&');
    if (opening[2]!.startsWith('`') && words.includes('`')) return undefined;
    const start = line.start + opening[1]!.length + opening[2]!.length;
    const info = line.text.slice(opening[0].length);
    const blank = /^[ \t]*(?=\S)/.exec(info)?.[0] ?? '';
    const end = start + info.trimEnd().length;
    edits.push({ start: Math.min(end, start + blank.length), end, text: words });
  }
  const restOf = ({ data, attributes }: Code): string => {
    const { syntax: _syntax, info: _info, ...rest } = data;
    return JSON.stringify([Object.entries(rest).sort(), attributes ?? {}]);
  };
  if (restOf(old) === restOf(next)) return edits;
  const tag = spliceTag(site, old, next);
  return tag && [...edits, ...tag];
}

function spliceLines(
  site: Site,
  lines: { written: readonly Line[]; before: readonly string[]; after: readonly string[]; prefix: string },
): Edit[] {
  const { written, before, after, prefix } = lines;
  const matches = matchSequences(before, after);
  const edits: Edit[] = [];
  let from = 0;
  let added: string[] = [];
  const close = (to: number): void => {
    const removed = written.slice(from, to);
    const texts = added.map(
      (text, i) => prefixOf(removed[i], before[from + i], text === '' ? prefix.trimEnd() : prefix) + text,
    );
    if (removed.length > 0 && texts.length > 0)
      edits.push({ start: removed[0]!.start, end: removed.at(-1)!.end, text: texts.join(site.newline) });
    else if (texts.length > 0) {
      const at = from < written.length ? written[from]!.start : written[from - 1]!.end;
      const text = texts.join(site.newline);
      edits.push({
        start: at,
        end: at,
        text: from < written.length ? text + site.newline : site.newline + text,
      });
    } else if (removed.length > 0) {
      const isLast = to === written.length;
      const start = isLast && from > 0 ? written[from - 1]!.end : removed[0]!.start;
      edits.push({ start, end: isLast ? removed.at(-1)!.end : written[to]!.start, text: '' });
    }
    added = [];
  };
  for (const [i, text] of after.entries()) {
    const match = matches[i]!;
    if (match < 0) {
      added.push(text);
      continue;
    }
    close(match);
    from = match + 1;
  }
  close(written.length);
  return edits;
}

/** The prefix of a line of code. */
function prefixOf(line: Line | undefined, text: string | undefined, otherwise: string): string {
  if (!line || text === undefined || text === '' || !line.text.endsWith(text)) return otherwise;
  return line.text.slice(0, line.text.length - text.length);
}
