/**
 * Paths of sections and site spaces: one segment of an address. `~` begins addresses of the service itself, and so do
 * the names of files that programs ask a site for.
 */
const FILES = 'favicon.ico feed.xml llms.txt llms-full.txt robots.txt rss.xml sitemap.xml sitemap-pages.xml';

export const PATH_PATTERN = `^(?!(?:\\.{1,2}|${FILES.replaceAll('.', '\\.').replaceAll(' ', '|')})$)[a-z0-9._-][a-z0-9._~-]*$`;

const IS_PATH = new RegExp(PATH_PATTERN);
const MAX_LENGTH = 100;
/** Room for a number after it. */
const MAX_WORDS = 90;

/** The path for this title that is not taken: the title in ASCII, else `fallback`, with a number if need be. */
export function makePath(title: string, fallback: string, isTaken: (path: string) => boolean): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_WORDS)
    .split('-')
    .filter(Boolean)
    .join('-');
  const base = words !== '' && IS_PATH.test(words) ? words : fallback;
  if (!isTaken(base)) return base;
  for (let n = 2; ; n++) {
    const path = `${base}-${n}`.slice(0, MAX_LENGTH);
    if (!isTaken(path)) return path;
  }
}
