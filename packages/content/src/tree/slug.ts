const MAX_LENGTH = 100;

/** Lower case; runs of what an address would have to escape become one hyphen. */
export function toSlug(text: string): string {
  const slug = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_.~-]+/gu, '-')
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, '');
  return cutSlug(slug, MAX_LENGTH) || 'page';
}

/** Whether a page can have a text as its slug, in whatever case; an empty one is that of a first page. */
export const isSlug = (text: string): boolean =>
  text === '' || toSlug(text) === text.normalize('NFC').toLowerCase();

/** Cuts between characters; only as much as may be kept is taken apart. */
const cutSlug = (slug: string, length: number): string =>
  [...slug.slice(0, 2 * length)].slice(0, length).join('');

/** Makes slugs unique among siblings: the second `a` is `a-1`. */
export function createSlugMaker(): (slug: string) => string {
  const taken = new Set<string>();
  // Where the search for a free number goes on: from 1 on, thousands of equal slugs would take the square of their
  // number.
  const turns = new Map<string, number>();
  return (slug) => {
    let unique = slug;
    if (taken.has(slug)) {
      const stem = cutSlug(slug, MAX_LENGTH - 5);
      let turn = turns.get(stem) ?? 1;
      for (; taken.has(`${stem}-${turn}`); turn += 1);
      unique = `${stem}-${turn}`;
      turns.set(stem, turn + 1);
    }
    taken.add(unique);
    return unique;
  };
}
