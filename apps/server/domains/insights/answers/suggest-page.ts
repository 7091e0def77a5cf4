import { describeListed, type ListedPage } from './list-pages.ts';
import type { AnswerPage } from './pages.ts';

/** Longer paths are not compared word by word. */
const MAX_WORDS = 20;

const wordsOf = (path: string): Set<string> =>
  new Set((path.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS));

/** File extensions and names of folders that are not specific to a page. */
const COMMON = new Set(['html', 'htm', 'md', 'php', 'docs', 'index', 'readme', 'en', 'latest', 'v1', 'v2']);

/** A word in more pages is not specific enough. */
const MAX_PAGES_OF_WORD = 500;

interface Named {
  page: ListedPage;
  words: number;
}

/**
 * Suggests the page that a path without one may mean: the one whose path shares most words with it, of several the one
 * with the fewest others. Each page is read once, whatever the number of paths.
 */
export function createSuggestPage(pages: readonly ListedPage[]): (path: string) => AnswerPage | undefined {
  const byWord = new Map<string, Named[]>();
  for (const page of pages) {
    const words = wordsOf(page.path);
    const named = { page, words: words.size };
    for (const word of words) {
      if (COMMON.has(word)) continue;
      const known = byWord.get(word);
      if (known) known.push(named);
      else byWord.set(word, [named]);
    }
  }
  const findPages = (word: string): readonly Named[] => {
    const named = byWord.get(word) ?? [];
    return named.length > MAX_PAGES_OF_WORD ? [] : named;
  };
  return (path) => {
    const shared = new Map<Named, number>();
    for (const word of wordsOf(path))
      for (const named of findPages(word)) shared.set(named, (shared.get(named) ?? 0) + 1);
    let best: { named: Named; shared: number } | undefined;
    for (const [named, count] of shared) {
      const isBetter =
        !best || count > best.shared || (count === best.shared && named.words < best.named.words);
      if (isBetter) best = { named, shared: count };
    }
    return best && describeListed(best.named.page);
  };
}
