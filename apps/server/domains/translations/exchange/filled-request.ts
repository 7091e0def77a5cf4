import type { PageTexts } from '@lectern/markdown/translation/page-texts';
import { refuse } from '@lectern/markdown/translation/resolve-filled';
import { authorIdOf } from '../../../platform/access/author.ts';
import { languageName } from '../../../platform/http/languages.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { spaceLocked } from '../../content/revisions/space-branch.ts';
import type { LanguageSync } from '../sync/language-sync.ts';
import { openRequest, writeTexts } from '../sync/open-request.ts';
import { readRecipe } from '../sync/recipe.ts';
import { syncLanguage } from '../sync/sync-language.ts';
import { listTargetPages, readTargetPage } from '../sync/target-pages.ts';
import { listPageRows } from '../sync/targets.repository.ts';
import { openTarget } from '../sync/translate-pages.ts';
import type { TranslationImport } from './exchange.schemas.ts';
import type { Filling } from './filling.ts';
import { fillInThread } from './page-unit-tasks.ts';

/**
 * Fills in translations in a new change request, which has no other changes: the next run follows later changes of the
 * source.
 */
export async function openFilledRequest(
  parts: EditingParts,
  sync: LanguageSync,
  filling: Filling,
): Promise<Pick<TranslationImport, 'revision' | 'changeRequest'>> {
  await syncUnlessLocked(parts, sync);
  const open = await openTarget(parts, sync);
  const changed = await fillPages(parts, sync, { ...filling, open });
  if (changed.size === 0) return { revision: open.revision.revisionId };
  const { revisionId, changeRequestId } = await openRequest(parts, {
    open,
    written: await writeTexts(parts, open, changed),
    subject: `Translations into ${languageName(sync.key.language)}`,
    description: '',
    authorId: authorIdOf(filling.actor),
  });
  return { revision: revisionId, changeRequest: changeRequestId };
}

/** A locked space is changed by change requests alone. */
async function syncUnlessLocked(parts: EditingParts, sync: LanguageSync): Promise<void> {
  try {
    await syncLanguage(parts, sync, { resumeAt: parts.context.clock() });
  } catch (error) {
    if (!spaceLocked.matches(error)) throw error;
  }
}

async function fillPages(
  { context, store }: EditingParts,
  sync: LanguageSync,
  { pages, filled, open }: Filling & { open: Awaited<ReturnType<typeof openTarget>> },
): Promise<Map<string, PageTexts>> {
  const { terms } = await readRecipe(context, sync);
  const source = await store.open(sync.source, sync.source.revisionId);
  const rows = new Map((await listPageRows(context.db, sync.key)).map((row) => [row.page_id, row]));
  const changed = new Map<string, PageTexts>();
  for (const page of listTargetPages(source.snapshot, open.snapshot, rows)) {
    const units = pages.get(page.pageId);
    if (!units) continue;
    sync.signal.throwIfAborted();
    const { before, translation } = await readTargetPage(store, source, page);
    if (!before || !translation) {
      filled.set(page.pageId, {
        outcomes: units.map((unit) => refuse(unit, 'source-changed')),
        accepted: [],
      });
      continue;
    }
    const { translated, outcomes, accepted } = await fillInThread(context, {
      before,
      source: before.source,
      translation,
      terms,
      tone: sync.settings.tone,
      translations: new Map(),
      retries: false,
      filled: units,
    });
    filled.set(page.pageId, { outcomes, accepted });
    if (outcomes.some(({ outcome }) => outcome === 'written')) changed.set(page.pageId, translated.page);
  }
  return changed;
}
