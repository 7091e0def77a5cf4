/** The messages that scripts show, in the language of the page. */
export type Word =
  | 'search'
  | 'searchPlaceholder'
  | 'searchResults'
  | 'noResults'
  | 'noResultsHelp'
  | 'searchFailed'
  | 'recentSearches'
  | 'clearRecentSearches'
  | 'searchIn'
  | 'allSections'
  | 'chooseResult'
  | 'openResult'
  | 'keyboardShortcuts'
  | 'copyCode'
  | 'copied'
  | 'copyFailed'
  | 'showAll'
  | 'showLess'
  | 'expandAll'
  | 'collapseAll'
  | 'theme'
  | 'light'
  | 'dark'
  | 'system'
  | 'close'
  | 'zoomPicture'
  | 'pictureElsewhere'
  | 'diagram'
  | 'diagramFailed'
  | 'loadEmbed';

let source: string | undefined;
let words: Partial<Record<Word, string>> = {};

/** Read anew when another page brings another language. */
export function word(name: Word, values: Record<string, string> = {}): string {
  const given = document.body.dataset.words;
  if (given !== source) {
    source = given;
    words = JSON.parse(given ?? '{}');
  }
  return (words[name] ?? '').replace(/\{(\w+)\}/g, (all, key: string) => values[key] ?? all);
}
