import { plainText } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { type BlockText, columnTitles } from './list-texts.ts';
import type { Match } from './match-texts.ts';

/** Syntax with words that are not text: pictures, targets of links, tags of HTML and of blocks. */
const SYNTAX = /!\[[^[\]\n]*\]|\]\([^()\n]*\)|\]\[[^[\]\n]*\]|<[^<>\n]*>|\{%[^{}\n]*%\}/g;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns the matches in the text of a block as places of the source, so that nothing but them is rewritten. Undefined
 * if one of them is not written as it is read, with an entity or an escape for example.
 */
export function locateMatches(
  source: string,
  { text, range }: BlockText,
  matches: readonly Match[],
): Match[] | undefined {
  if (!range) return undefined;
  const [start, end] = range;
  const slice = source.slice(start, end).replace(SYNTAX, (syntax) => ' '.repeat(syntax.length));
  const words = alignWords(text, slice);
  if (!words) return undefined;
  const located: Match[] = [];
  let next = 0;
  for (const match of matches) {
    while ((words[next + 1]?.inText ?? Number.POSITIVE_INFINITY) <= match.start) next++;
    const word = words[next];
    const written = text.slice(match.start, match.end);
    const isWithin = word && word.inText <= match.start && match.start < word.inText + word.length;
    const after = word && word.inText <= match.start ? word.inSlice + word.length : 0;
    const at = isWithin ? word.inSlice + match.start - word.inText : slice.indexOf(written, after);
    if (at < 0 || slice.slice(at, at + written.length) !== written) return undefined;
    located.push({ ...match, start: start + at, end: start + at + written.length });
  }
  return located;
}

interface Word {
  inText: number;
  inSlice: number;
  length: number;
}

/** Finds the words of a text one after another in its source. */
function alignWords(text: string, slice: string): Word[] | undefined {
  const written = [...slice.matchAll(WORDS)];
  const words: Word[] = [];
  let next = 0;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    while (next < written.length && written[next]?.[0] !== word) next++;
    const found = written[next++];
    if (!found) return undefined;
    words.push({ inText: index, inSlice: found.index, length: word.length });
  }
  return words;
}

/**
 * Whether two sources differ in the texts of `count` blocks, and in no address. `expected`: the texts after by those
 * before.
 */
export function changesOnly(
  before: string,
  after: string,
  expected: ReadonlyMap<string, string>,
  count: number,
): boolean {
  const [old, changed] = [listAll(before), listAll(after)];
  const different = old.texts.filter((text, n) => changed.texts[n] !== text);
  return (
    old.urls.join('\n') === changed.urls.join('\n') &&
    old.texts.length === changed.texts.length &&
    different.length === count &&
    old.texts.every((text, n) => changed.texts[n] === text || changed.texts[n] === expected.get(text))
  );
}

interface Node {
  object: string;
  type?: string;
  data?: object;
  nodes?: Node[];
  fragments?: Node[];
}

function listAll(source: string): { texts: string[]; urls: string[] } {
  const { nodes } = parseMarkdown(source).document;
  const texts: string[] = [];
  const visit = (node: Node): void => {
    const inner = node.nodes ?? node.fragments ?? [];
    if (node.type === 'table') texts.push(columnTitles(node));
    if (node.type === 'code')
      texts.push(inner.map(({ nodes: line = [] }) => plainText(line as never)).join('\n'));
    else if (inner.every(({ object }) => object === 'block' || object === 'fragment')) inner.forEach(visit);
    else texts.push(plainText(inner as never));
  };
  for (const node of nodes) visit(node as unknown as Node);
  return { texts, urls: listUrls(nodes) };
}

/** All addresses outside of the space, wherever blocks and inlines have them. */
export function listUrls(nodes: readonly unknown[]): string[] {
  const urls: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value))
      if (name === 'url' && typeof inner === 'string') urls.push(inner);
      else visit(inner);
  };
  visit(nodes);
  return urls;
}
