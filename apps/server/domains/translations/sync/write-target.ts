import type { PageEntry } from '@lectern/content/tree/entries';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { TranslatedPage } from '@lectern/markdown/translation/translate-page';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { ContentDraft } from '../../content/editing/content-draft.ts';
import { createSourceTools } from '../../content/editing/edit-source.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { type WrittenDraft, writeDraft } from '../../content/editing/write-draft.ts';
import type { TargetPage } from './target-pages.ts';

export interface TargetContent {
  /** The present content of the translated space. */
  target: OpenRevision;
  source: Snapshot;
  /** The source when it was last in step; undefined if it never was, or if the source was another space. */
  formerSource: Snapshot | undefined;
  pages: readonly (TargetPage & { translated: TranslatedPage | undefined })[];
  /** The ids of the pages and reusable contents that came from the source when it was last in step. */
  followed: ReadonlySet<string>;
  now: Date;
}

/**
 * Writes the content of a translated space: the structure and the files of its source, with translated texts. Content
 * that people added to the translation stays; their pages come after the other children of their parents.
 */
export async function writeTarget(
  { store, context: { threads } }: EditingParts,
  { target, source, formerSource, pages, followed, now }: TargetContent,
): Promise<WrittenDraft> {
  // The structure comes from the source, so the draft begins with the source, not with the present translation.
  const draft = new ContentDraft(store, { ...target, snapshot: source });
  const at = now.toISOString();
  for (const page of pages) {
    const { pageId, translation, translated } = page;
    const texts = translated?.page ?? translation;
    if (!texts) continue;
    const { title } = texts;
    const { linkTitle } = texts as { linkTitle?: string };
    const entry = draft.tree.find(pageId);
    const isSame = translated?.page.source === undefined;
    const document = translation && 'document' in translation ? { document: translation.document } : {};
    if (entry) {
      const updatedAt = isSame && translation && 'updatedAt' in translation ? translation.updatedAt : at;
      const { linkTitle: _linkTitle, ...rest } = entry;
      draft.tree.replace({
        ...rest,
        title,
        ...(linkTitle === undefined ? {} : { linkTitle }),
        ...(isSame && rest.type === 'document' ? document : {}),
        updatedAt,
      } as PageEntry);
    } else {
      const reusable = draft.findReusable(pageId);
      const former = translation && 'document' in translation ? translation.document : undefined;
      if (reusable)
        draft.setReusable(pageId, { ...reusable, title, document: (isSame && former) || reusable.document });
    }
    if (!isSame) draft.setSource(pageId, translated.page.source as string);
  }
  keepAdditions(draft, target.snapshot, { source, formerSource, followed });
  return writeDraft(threads, createSourceTools(threads), draft);
}

/** Keeps the content that exists only in the translation, and never came from the source. */
function keepAdditions(
  draft: ContentDraft,
  target: Snapshot,
  {
    source,
    formerSource,
    followed,
  }: { source: Snapshot; formerSource: Snapshot | undefined; followed: ReadonlySet<string> },
): void {
  for (const { entry } of target.pages.pages()) {
    if (source.pages.find(entry.id) || followed.has(entry.id)) continue;
    const parentId = target.pages.parentIdOf(entry.id);
    draft.tree.insert(entry, parentId !== undefined && draft.tree.find(parentId) ? parentId : undefined);
  }
  for (const file of itemsOf(target.files))
    if (!source.findFile(file.id) && !formerSource?.findFile(file.id)) draft.setFile(file.id, file);
  for (const reusable of itemsOf(target.reusables))
    if (!source.findReusable(reusable.id) && !followed.has(reusable.id))
      draft.setReusable(reusable.id, reusable);
}
