import { posix } from 'node:path';

const MAX_LENGTH = 100;

/**
 * The slug of a page by its file: the file's name, for a README the name of its folder. Never derived from the title.
 * `root`: the folder of the space, whose name says nothing about the pages in it.
 */
export function slugOfPath(path: string, root: string): string {
  const name = posix.basename(path).replace(/\.(?:md|markdown)$/i, '');
  const folder = posix.dirname(path).replace(/^\.$/, '');
  const isFolderPage = /^readme$/i.test(name) && folder !== '' && folder !== root;
  return toSlug(isFolderPage ? posix.basename(folder) : name);
}

/** Lower case; runs of what an address would have to escape become one hyphen. */
export function toSlug(text: string): string {
  const slug = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_.~-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return [...slug].slice(0, MAX_LENGTH).join('') || 'page';
}

/** Makes slugs unique among siblings: the second `a` is `a-1`. */
export function createSlugMaker(): (slug: string) => string {
  const taken = new Set<string>();
  return (slug) => {
    let unique = slug;
    for (let turn = 1; taken.has(unique); turn += 1) unique = `${slug.slice(0, MAX_LENGTH - 5)}-${turn}`;
    taken.add(unique);
    return unique;
  };
}
