import type { Messages } from '../messages/en.ts';

/** The messages that the scripts of a page show. */
const NAMES = [
  'search',
  'searchPlaceholder',
  'searchResults',
  'noResults',
  'noResultsHelp',
  'searchFailed',
  'recentSearches',
  'clearRecentSearches',
  'searchIn',
  'allSections',
  'chooseResult',
  'openResult',
  'keyboardShortcuts',
  'copyCode',
  'copied',
  'copyFailed',
  'showAll',
  'showLess',
  'expandAll',
  'collapseAll',
  'theme',
  'light',
  'dark',
  'system',
  'close',
  'zoomPicture',
  'pictureElsewhere',
  'diagram',
  'diagramFailed',
  'loadEmbed',
] as const satisfies readonly (keyof Messages)[];

const known = new WeakMap<Messages, string>();

/** As JSON, for an attribute. */
export function wordsForScripts(messages: Messages): string {
  const found = known.get(messages);
  if (found !== undefined) return found;
  const words = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, messages[name]])));
  known.set(messages, words);
  return words;
}
