import { invalidField } from '../../../platform/http/errors.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { readRecipe } from '../sync/recipe.ts';
import { isInStep, listTargetPages, readTargetPage } from '../sync/target-pages.ts';
import { listPageRows } from '../sync/targets.repository.ts';
import { MAX_FILE_BYTES } from './exchange.schemas.ts';
import type { ExchangeTarget } from './exchange-target.ts';
import { listUnitsInThread } from './page-unit-tasks.ts';
import { type FileFormat, MAX_FILE_UNITS, type UnitFile } from './unit-file.ts';
import { writeInThread } from './unit-file-tasks.ts';

const tooLarge = () =>
  invalidField(
    'page',
    `is required here: a file can have at most ${MAX_FILE_UNITS} units and ${MAX_FILE_BYTES / 1_000_000} MB`,
  );

/** Writes the units of a translated space into a file, as they are now, without changing anything. */
export async function exportUnits(
  { context, store }: Pick<EditingParts, 'context' | 'store'>,
  { key, settings, source, target }: ExchangeTarget,
  { format, isAll, pageId }: { format: FileFormat; isAll: boolean; pageId: string | undefined },
): Promise<string> {
  const { terms, recipe } = await readRecipe(context, { settings, key });
  const [from, to] = [
    await store.open(source, source.revisionId),
    await store.open(target, target.revisionId),
  ];
  const rows = new Map((await listPageRows(context.db, key)).map((row) => [row.page_id, row]));
  const pages: UnitFile['pages'] = [];
  let count = 0;
  for (const page of listTargetPages(from.snapshot, to.snapshot, rows)) {
    if (pageId !== undefined && page.pageId !== pageId) continue;
    if (!isAll && isInStep(page, recipe)) continue;
    const units = await listUnitsInThread(context, {
      ...(await readTargetPage(store, from, page)),
      pageId: page.pageId,
      isAll,
      terms,
      tone: settings.tone,
      translations: new Map(),
      retries: false,
    });
    count += units.length;
    if (count > MAX_FILE_UNITS) throw tooLarge();
    if (units.length > 0) pages.push({ pageId: page.pageId, title: page.source.title, units });
  }
  const { source_language: sourceLanguage } = settings;
  const file = { sourceLanguage, language: key.language, pages };
  const text = await writeInThread(context, format, file);
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) throw tooLarge();
  return text;
}
