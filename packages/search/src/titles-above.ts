/** What is indexed of the titles above a page: the nearest ones, so that a deep tree does not make a large index. */
const MAX_TITLES = 8;
const MAX_TITLE_LENGTH = 200;

/** The titles above a page as they are indexed with it; `titles` are from the top. */
export const limitTitlesAbove = (titles: readonly string[]): string[] =>
  titles.slice(-MAX_TITLES).map((title) => title.slice(0, MAX_TITLE_LENGTH));

/** Names these titles: a page with another hash is below other titles now. */
export function hashTitlesAbove(titles: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const title of titles) {
    for (let i = 0; i < title.length; i += 1) hash = Math.imul(hash ^ title.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ 0xffff, 0x01000193);
  }
  return hash >>> 0;
}
