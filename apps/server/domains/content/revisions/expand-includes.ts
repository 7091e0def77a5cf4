import { posix } from 'node:path';
import { replaceTargets } from '@lectern/markdown/edit-markdown';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { MAX_DEPTH } from './dereference.ts';
import { continueLines, findLineStart } from './line-start.ts';

/** The most includes that one page expands, and the most text that they add, in characters. Further ones stay. */
const MAX_EXPANSIONS = 1000;
const MAX_EXPANDED_LENGTH = 5_000_000;

/** A Markdown source in which all relative targets are written from one place, with its includes. */
interface IncludingText {
  text: string;
  includes: { start: number; end: number; reusableId: string }[];
}

export interface Inclusion {
  /** The id of the reusable content that a target leads to. */
  resolve: (target: string) => string | undefined;
  /** The Markdown of a reusable content without its front matter, with targets written as seen from the page. */
  read: (reusableId: string) => Promise<string | undefined>;
}

/**
 * Puts the Markdown of reusable contents in place of the tags that include them. One that cannot be found, or that
 * contains itself, stays a tag.
 */
export async function expandIncludes(source: string, { resolve, read }: Inclusion): Promise<string> {
  const known = new Map<string, IncludingText | undefined>();
  let expansions = 0;
  let length = 0;
  let isFull = false;

  const findIncludes = (text: string): IncludingText => ({
    text,
    includes: parseMarkdown(text).targets.flatMap(({ kind, raw, start, end }) => {
      const reusableId = kind === 'include' ? resolve(raw) : undefined;
      if (reusableId === undefined) return [];
      return [{ start: text.lastIndexOf('{%', start), end: text.indexOf('%}', end) + 2, reusableId }];
    }),
  });

  async function find(reusableId: string): Promise<IncludingText | undefined> {
    if (!known.has(reusableId)) {
      const text = await read(reusableId);
      known.set(reusableId, text === undefined ? undefined : findIncludes(text));
    }
    return known.get(reusableId);
  }

  /** `within`: the reusable contents around the text. */
  async function expand({ text, includes }: IncludingText, within: readonly string[]): Promise<string> {
    let expanded = '';
    let position = 0;
    for (const { start, end, reusableId } of includes) {
      if (start < position || within.includes(reusableId) || within.length >= MAX_DEPTH || isFull) continue;
      const before = findLineStart(text, start);
      const content = before === undefined ? undefined : await find(reusableId);
      if (before === undefined || !content) continue;
      // Once one does not fit no other is read: reading them all would take as long as putting them in.
      isFull = expansions >= MAX_EXPANSIONS || length + content.text.length > MAX_EXPANDED_LENGTH;
      if (isFull) continue;
      expansions += 1;
      length += content.text.length;
      const inner = await expand(content, [...within, reusableId]);
      // Each line repeats the text before the tag: many lines after many markers are far more text.
      length += countLines(inner) * before.length;
      if (length > MAX_EXPANDED_LENGTH) {
        isFull = true;
        continue;
      }
      expanded += text.slice(position, start) + continueLines(inner.trim(), before);
      position = end;
    }
    return expanded + text.slice(position);
  }

  return expand(findIncludes(source), []);
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Writes the relative targets of a source at another place of the repository. */
export function relocateTargets(source: string, { from, to }: { from: string; to: string }): string {
  if (posix.dirname(from) === posix.dirname(to)) return source;
  return replaceTargets(source, ({ raw }) => relocateTarget(raw, { from, to }));
}

/** A relative target as it is written at another place; undefined for a target that is the same everywhere. */
export function relocateTarget(raw: string, { from, to }: { from: string; to: string }): string | undefined {
  if (!/^[^/#?]/.test(raw) || /^[a-z][a-z0-9+.-]*:/i.test(raw)) return undefined;
  const relocated = posix.relative(posix.dirname(to), posix.join(posix.dirname(from), raw));
  return raw.endsWith('/') ? `${relocated}/` : relocated;
}
