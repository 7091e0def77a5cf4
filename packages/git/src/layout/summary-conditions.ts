/**
 * The conditions in SUMMARY.md. It cannot have any, so that none is evaluated: each hides the entries that it may apply
 * to.
 */

import { type ConditionTag, readConditionTags } from '@lectern/markdown/condition-tags';
import { cutText } from '@lectern/std/cut-text';
import { decodeHTMLStrict } from 'entities';

/** A condition that hides lines, from 0, `to` included. */
export interface HiddenLines {
  from: number;
  to: number;
  /** The line where it is written. */
  line: number;
  written: string;
}

const MAX_WRITTEN = 200;
/** An escaped character or a code span. */
const QUOTED = /\\[!-/:-@[-`{-~]|(?<!`)(`+)(?!`)[^`]+\1(?!`)/g;

/**
 * Finds what the tags in a table of contents hide. `links`: for each line with a link, the line without the text of the
 * link. Tags in such a text hide what is between them; one alone hides only its page, as part of the page's title.
 */
export function findHiddenLines(
  lines: readonly string[],
  links: ReadonlyMap<number, string>,
): readonly HiddenLines[] {
  const all = readTags(lines);
  if (all.length === 0) return [];
  const outside = readTags(lines.map((line, at) => links.get(at) ?? line));
  const last = lines.length - 1;
  const found = new Map<string, HiddenLines>();
  for (const one of [...pairTags(all, undefined), ...pairTags(outside, last)])
    found.set(`${one.line}-${one.from}-${one.to}`, one);
  return [...found.values()].sort((left, right) => left.line - right.line || right.to - left.to);
}

/** For each line, the condition that hides it. */
export function spreadOverLines(hidden: readonly HiddenLines[]): ReadonlyMap<number, string> {
  const conditions = new Map<number, string>();
  let end = -1;
  for (const { from, to, written } of hidden.toSorted((left, right) => left.from - right.from)) {
    for (let line = Math.max(from, end + 1); line <= to; line += 1) conditions.set(line, written);
    end = Math.max(end, to);
  }
  return conditions;
}

interface PlacedTag extends ConditionTag {
  line: number;
  written: string;
}

function readTags(lines: readonly string[]): PlacedTag[] {
  const text = lines
    .map((line) => decodeHTMLStrict(line.replace(QUOTED, '\uFFFC')).replaceAll('\n', ' '))
    .join('\n');
  let line = 0;
  let next = text.indexOf('\n');
  return readConditionTags(text).map((tag) => {
    for (; next >= 0 && next < tag.start; next = text.indexOf('\n', next + 1)) line += 1;
    const written = cutText(text.slice(tag.start, tag.end), MAX_WRITTEN).replace(/\s+/g, ' ');
    return { ...tag, line, written };
  });
}

/**
 * `last`: the last line, to hide everything that a tag without its partner may apply to. If undefined, only what is
 * between several such tags is hidden.
 */
function pairTags(tags: readonly PlacedTag[], last: number | undefined): HiddenLines[] {
  const hidden: HiddenLines[] = [];
  const hide = ({ line, written }: PlacedTag, from: number, to: number): void =>
    void hidden.push({ from, to, line, written });
  const opened = new Map<string, PlacedTag[]>();
  const conditions: PlacedTag[] = [];
  const ended = new Set<PlacedTag>();
  const takeLast = (open: PlacedTag[] | undefined): PlacedTag | undefined => {
    let tag = open?.pop();
    while (tag && ended.has(tag)) tag = open?.pop();
    if (tag) ended.add(tag);
    return tag;
  };
  const alone: PlacedTag[] = [];
  let openCount = 0;
  for (const tag of tags) {
    if (tag.kind === 'single') {
      if (tag.isCondition) hide(tag, tag.line, tag.line);
    } else if (tag.kind === 'opening') {
      const open = opened.get(tag.name);
      if (open) open.push(tag);
      else opened.set(tag.name, [tag]);
      if (!tag.isCondition) continue;
      conditions.push(tag);
      openCount += 1;
    } else if (tag.kind === 'middle') {
      if (openCount > 0) continue;
      alone.push(tag);
      if (last !== undefined) hide(tag, 0, last);
    } else {
      const opening = takeLast(opened.get(tag.name)) ?? (tag.isCondition ? takeLast(conditions) : undefined);
      if (opening?.isCondition) {
        openCount -= 1;
        hide(opening, opening.line, tag.line);
      } else if (!opening && tag.isCondition) {
        alone.push(tag);
        if (last !== undefined) hide(tag, 0, tag.line);
      }
    }
  }
  for (const tag of opened.size === 0 ? [] : tags) {
    if (tag.kind !== 'opening' || !tag.isCondition || ended.has(tag)) continue;
    alone.push(tag);
    if (last !== undefined) hide(tag, tag.line, last);
  }
  const places = alone.sort((left, right) => left.line - right.line);
  const [first, final] = [places[0], places.at(-1)];
  if (first && final && first.line < final.line) hide(first, first.line, final.line);
  return hidden;
}
