import type { PageEntry } from '../tree/entries.ts';

/** A page that got another slug because a page beside it has the same. */
export interface RenamedPage {
  pageId: string;
  from: string;
  to: string;
}

interface SiblingPages {
  /** The merged pages of one parent. */
  pages: readonly PageEntry[];
  /** Whether two siblings have the same slug in one of the merged versions. */
  wereEqual(left: string, right: string): boolean;
}

/** Gives pages with the slug of an older page beside them another one. */
export function makeSlugsUnique({ pages, wereEqual }: SiblingPages): RenamedPage[] {
  const owners = new Map<string, PageEntry>();
  const taken = new Set(pages.map((page) => ('slug' in page ? fold(page.slug) : '')));
  const renamed: RenamedPage[] = [];
  const byAge = [...pages].sort((left, right) => {
    if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? -1 : 1;
    return left.id < right.id ? -1 : 1;
  });
  for (const page of byAge) {
    if (!('slug' in page)) continue;
    const owner = owners.get(fold(page.slug));
    if (!owner) owners.set(fold(page.slug), page);
    if (!owner || wereEqual(owner.id, page.id)) continue;
    let number = 1;
    while (taken.has(fold(`${page.slug}-${number}`))) number++;
    const to = `${page.slug}-${number}`;
    taken.add(fold(to));
    renamed.push({ pageId: page.id, from: page.slug, to });
  }
  return renamed;
}

/** Readers' addresses are found without regard to case. */
const fold = (slug: string): string => slug.normalize('NFC').toLowerCase();
