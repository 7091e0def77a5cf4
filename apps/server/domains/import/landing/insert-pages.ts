import type { PageEntry } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { createSlugMaker, toSlug } from '@lectern/content/tree/slug';
import type { ImportedContent, ImportedLink, ImportedPage } from '@lectern/import/imported-content';
import { createPause } from '../../../platform/threads/pause.ts';
import type { ContentDraft } from '../../content/editing/content-draft.ts';
import { importTargetGone } from '../import-failures.ts';
import { fromRoot } from './list-files.ts';
import type { ImportIds, TargetResolver } from './resolve-targets.ts';

export interface Insertion {
  ids: ImportIds;
  /** The documents of pages, by their paths in the source. */
  documents: ReadonlyMap<string, Hash>;
  settler: TargetResolver;
  /** The page below which the pages are put; undefined: at the end of the top. */
  parentId: string | undefined;
  now: Date;
}

/** Puts imported pages at the end of those that are there. Their slugs are unique among all. */
export async function insertPages(
  draft: ContentDraft,
  content: ImportedContent,
  insertion: Insertion,
): Promise<void> {
  const pause = createPause();
  const insert = async (siblings: readonly ImportedPage[], parentId: string | undefined): Promise<void> => {
    const uniqueSlug = createSlugMaker();
    for (const slug of draft.slugsUnder(parentId).keys()) uniqueSlug(slug);
    for (const page of siblings) {
      await pause(1);
      const entry = buildEntry(page, insertion, uniqueSlug);
      draft.insertPage(entry, parentId);
      if (page.children.length > 0) await insert(page.children, entry.id);
    }
  };
  await insert(content.pages, insertion.parentId);
}

/** Throws if a page cannot have pages below it. */
export function requireParent(draft: ContentDraft, pageId: string): void {
  const entry = draft.tree.find(pageId);
  if (!entry) throw importTargetGone('The parent page for the imported content does not exist.');
  if (entry.type === 'link' || entry.type === 'computed')
    throw importTargetGone('The parent page for the imported content is a link.');
}

function buildEntry(
  page: ImportedPage,
  { ids, documents, settler, now }: Insertion,
  uniqueSlug: (slug: string) => string,
): PageEntry {
  const at = now.toISOString();
  const fields = {
    id: ids.pages.get(page.path) as string,
    title: page.title,
    ...(page.linkTitle ? { linkTitle: page.linkTitle } : {}),
    ...(page.condition ? { condition: page.condition } : {}),
    ...(page.emoji ? { emoji: emojiCode(page.emoji) } : {}),
    createdAt: at,
    updatedAt: at,
  };
  if (page.kind === 'link') return { ...fields, type: 'link', ...targetOf(page, settler) };
  const slug = uniqueSlug(toSlug(page.slug || page.title));
  if (page.kind === 'group') return { ...fields, type: 'group', slug };
  const document = documents.get(page.path);
  return { ...fields, type: 'document', slug, ...(document === undefined ? {} : { document }) };
}

function targetOf(
  { target, path }: ImportedLink,
  settler: TargetResolver,
): { href: string; page?: string; anchor?: string } {
  const href = settler.settle({ raw: fromRoot(target), isShown: false }, path) ?? target;
  const [, page, anchor] = /^\/pages\/([0-9a-f-]{36})(?:#(.*))?$/.exec(href) ?? [];
  return { href, ...(page ? { page, ...(anchor ? { anchor } : {}) } : {}) };
}

/** 🚀 → `1f680`, as entries keep it. */
const emojiCode = (emoji: string): string =>
  [...emoji].map((character) => (character.codePointAt(0) as number).toString(16)).join('-');
