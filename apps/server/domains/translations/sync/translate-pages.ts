import type { PageToTranslate, TranslatedPage } from '@lectern/markdown/translation/translate-page';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { LanguageSync } from './language-sync.ts';
import type { KnownTranslations } from './memory.repository.ts';
import type { Recipe } from './recipe.ts';
import { isInStep, listTargetPages, readTargetPage, type TargetPage } from './target-pages.ts';
import { listPageRows } from './targets.repository.ts';
import { translateInThread } from './translate-page-task.ts';

export type Translate = (
  target: OpenRevision,
  source: OpenRevision,
  known: KnownTranslations,
) => Promise<(TargetPage & { translated: TranslatedPage | undefined })[]>;

/** How pages are translated. */
export interface PageTranslator {
  translate(pageId: string, input: PageToTranslate): Promise<TranslatedPage>;
  /** Whether a page is translated also if it is in step. */
  isWanted(pageId: string): boolean;
}

export const createTranslate =
  (
    { context, store }: EditingParts,
    { key, settings, signal }: LanguageSync,
    { terms, recipe }: Recipe,
    translator: PageTranslator = {
      translate: (_pageId, input) => translateInThread(context, input, signal),
      isWanted: () => false,
    },
  ): Translate =>
  async (target, source, known) => {
    const rows = new Map((await listPageRows(context.db, key)).map((row) => [row.page_id, row]));
    const pages: (TargetPage & { translated: TranslatedPage | undefined })[] = [];
    for (const page of listTargetPages(source.snapshot, target.snapshot, rows)) {
      signal.throwIfAborted();
      const translated =
        isInStep(page, recipe) && !translator.isWanted(page.pageId)
          ? undefined
          : await translator.translate(page.pageId, {
              ...(await readTargetPage(store, source, page)),
              terms,
              tone: settings.tone,
              translations: known,
              retries: true,
            });
      pages.push({ ...page, translated });
    }
    return pages;
  };

export async function openTarget(
  { context: { pointers }, store }: EditingParts,
  { target }: LanguageSync,
): Promise<OpenRevision> {
  const space = (await pointers.spaces.find(target.spaceId)) ?? target;
  return store.open(space, space.revisionId);
}
