import type { VisibleContents } from '../visible-contents.ts';
import type { VisiblePage } from '../visible-page.ts';

/** The words of the addresses of all listed pages. */
interface AddressWords {
  pagesOf: ReadonlyMap<string, readonly VisiblePage[]>;
  /** By the last segment of their addresses, which names the page itself. */
  byName: ReadonlyMap<string, readonly VisiblePage[]>;
  order: ReadonlyMap<VisiblePage, number>;
}

const known = new WeakMap<VisibleContents, AddressWords>();

const MAX_FOUND = 5;
/** An address is what somebody sends: only so much of it is compared. */
const MAX_WORDS = 12;
const MAX_WORD_LENGTH = 40;
/** How much a page must have in common with the address. A word that few pages have counts almost 1. */
const MIN_SCORE = 0.5;
const NAME_SCORE = 3;

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Finds pages whose address has words in common with `path`, typing errors allowed, the most similar ones first. The
 * ending of a file, as other products have it, does not count.
 */
export function findSimilarPages(contents: VisibleContents, path: string): VisiblePage[] {
  const words = wordsOfContents(contents);
  const asked = path.toLowerCase().replace(/\.(?:html?|mdx?|php|aspx?)$/, '');
  const scores = new Map<VisiblePage, number>();
  const count = (pages: readonly VisiblePage[], score: number): void => {
    for (const page of pages) scores.set(page, (scores.get(page) ?? 0) + score);
  };
  for (const word of new Set(listWords(asked).slice(0, MAX_WORDS))) {
    const match = words.pagesOf.has(word) ? word : findNearWord(words.pagesOf.keys(), word);
    const pages = match === undefined ? [] : (words.pagesOf.get(match) ?? []);
    count(pages, weightOf(pages.length));
  }
  const name = asked.split('/').filter(Boolean).at(-1) ?? '';
  const nearName = words.byName.has(name) ? name : findNearWord(words.byName.keys(), name);
  if (nearName !== undefined) count(words.byName.get(nearName) ?? [], NAME_SCORE);
  const orderOf = (page: VisiblePage): number => words.order.get(page) ?? 0;
  return [...scores]
    .filter(([, score]) => score >= MIN_SCORE)
    .sort(([one, a], [other, b]) => b - a || orderOf(one) - orderOf(other))
    .slice(0, MAX_FOUND)
    .map(([page]) => page);
}

/** Words that most pages have, such as “docs”, say little. */
const weightOf = (pages: number): number => 1 / (1 + Math.log2(Math.max(1, pages)) / 2);

const listWords = (text: string): string[] =>
  [...text.matchAll(WORD)].map(([word]) => word.slice(0, MAX_WORD_LENGTH));

function wordsOfContents(contents: VisibleContents): AddressWords {
  const found = known.get(contents);
  if (found) return found;
  const pagesOf = new Map<string, VisiblePage[]>();
  const byName = new Map<string, VisiblePage[]>();
  const order = new Map<VisiblePage, number>();
  for (const page of contents.readingOrder) {
    const path = contents.pathOf(page.entry.id).toLowerCase();
    order.set(page, order.size);
    for (const word of new Set(listWords(path))) add(pagesOf, word, page);
    add(byName, path.split('/').at(-1) ?? '', page);
  }
  const words = { pagesOf, byName, order };
  known.set(contents, words);
  return words;
}

function add(lists: Map<string, VisiblePage[]>, key: string, page: VisiblePage): void {
  const list = lists.get(key);
  if (list) list.push(page);
  else lists.set(key, [page]);
}

/** Short words are too similar to each other. */
const maxErrors = ({ length }: string): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

function findNearWord(candidates: Iterable<string>, word: string): string | undefined {
  let most = maxErrors(word);
  if (most === 0 || word.length > 2 * MAX_WORD_LENGTH) return undefined;
  let nearest: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > most) continue;
    const errors = countErrors(candidate, word, most);
    if (errors > most) continue;
    nearest = candidate;
    most = errors - 1;
    if (most < 1) break;
  }
  return nearest;
}

/** Counts letters that were changed, left out, added or swapped with the next one; any number above `most` if more. */
function countErrors(one: string, other: string, most: number): number {
  let [before, above]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      current[at] = Math.min(
        (above[at] as number) + 1,
        (current[at - 1] as number) + 1,
        (above[at - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...current) > most) return most + 1;
    [before, above] = [above, current];
  }
  return above[other.length] as number;
}
