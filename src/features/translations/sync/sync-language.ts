import type { SpacePointer } from '../../../access/pointers.ts';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { hashText } from '../../../content/translation/block-hash.ts';
import type { TranslatedPage } from '../../../content/translation/translate-page.ts';
import type { Snapshot } from '../../../content/tree/snapshot.ts';
import { newId } from '../../../http/ids.ts';
import { commitInTurn } from '../../editing/commit-in-turn.ts';
import type { EditingParts } from '../../editing/editing-parts.ts';
import { commitRevision } from '../../revisions/commit-revision.ts';
import { spaceLine } from '../../revisions/space-line.ts';
import type { TranslationProvider, TranslationRequest } from '../providers/provider.ts';
import type { SettingsRow } from '../settings/settings.repository.ts';
import type { KnownTranslations } from './memory.repository.ts';
import { countStates } from './page-states.ts';
import {
  documentOf,
  isInStep,
  listTargetPages,
  readTargetPage,
  type TargetPage,
  titlesOf,
} from './target-pages.ts';
import {
  findTargetRow,
  listPageRows,
  listTerms,
  type PageRow,
  replacePages,
  type TargetKey,
  updateTarget,
} from './targets.repository.ts';
import { translateInThread } from './translate-page-task.ts';
import { translateUnits } from './translate-units.ts';
import { writeTarget } from './write-target.ts';

export interface LanguageSync {
  key: TargetKey;
  settings: SettingsRow & { source_language: string };
  source: SpacePointer;
  target: SpacePointer;
  provider: TranslationProvider | undefined;
  instructions: string;
  signal: AbortSignal;
}

interface SyncOutcome {
  words: number;
  pages: number;
}

/**
 * Brings a translated space in step with its source, as one revision or none. Translations are found before the space
 * is touched; its content is then put together and committed in its turn, from what the space has at that moment.
 */
export async function syncLanguage(parts: EditingParts, sync: LanguageSync): Promise<SyncOutcome> {
  const { context, store } = parts;
  const { key, settings, provider, signal } = sync;
  const terms = await listTerms(context.db, settings, key.language);
  const recipe = hashText(JSON.stringify([terms, settings.tone]));
  const source = await store.open(sync.source, sync.source.revisionId);
  const translate = createTranslate(parts, sync, { terms, recipe });

  const planned = await translate(await openTarget(parts, sync), source, new Map());
  const request: Omit<TranslationRequest, 'units'> = {
    sourceLanguage: settings.source_language,
    language: key.language,
    tone: settings.tone,
    instructions: sync.instructions,
  };
  const { known, words, problem } = await translateUnits(context, provider, {
    memory: {
      organizationId: key.organizationId,
      sourceLanguage: settings.source_language,
      language: key.language,
    },
    wanted: planned.flatMap(({ translated }) => translated?.wanted ?? []),
    request,
    signal,
  });
  const pages = await commitInTurn(parts, { spaceId: sync.target.spaceId, lineId: sync.target.spaceId }, () =>
    commitTarget(parts, sync, { source, recipe, known, problem, translate }),
  );
  return { words, pages };
}

type Translate = (
  target: OpenRevision,
  source: OpenRevision,
  known: KnownTranslations,
) => Promise<(TargetPage & { translated: TranslatedPage | undefined })[]>;

const createTranslate =
  (
    { context, store }: EditingParts,
    { key, settings, signal }: LanguageSync,
    { terms, recipe }: { terms: [string, string][]; recipe: string },
  ): Translate =>
  async (target, source, known) => {
    const rows = new Map((await listPageRows(context.db, key)).map((row) => [row.page_id, row]));
    const pages: (TargetPage & { translated: TranslatedPage | undefined })[] = [];
    for (const page of listTargetPages(source.snapshot, target.snapshot, rows)) {
      signal.throwIfAborted();
      const translated = isInStep(page, recipe)
        ? undefined
        : await translateInThread(
            context,
            {
              ...(await readTargetPage(store, source, page)),
              terms,
              tone: settings.tone,
              translations: known,
              retries: true,
            },
            signal,
          );
      pages.push({ ...page, translated });
    }
    return pages;
  };

async function openTarget(
  { context: { pointers }, store }: EditingParts,
  { target }: LanguageSync,
): Promise<OpenRevision> {
  const space = (await pointers.spaces.find(target.spaceId)) ?? target;
  return store.open(space, space.revisionId);
}

async function commitTarget(
  parts: EditingParts,
  sync: LanguageSync,
  made: {
    source: OpenRevision;
    recipe: string;
    known: KnownTranslations;
    problem: string | undefined;
    translate: Translate;
  },
): Promise<number> {
  const { context, store } = parts;
  const { key, settings } = sync;
  const { source, recipe, known, translate } = made;
  const now = context.clock();
  const target = await openTarget(parts, sync);
  const pages = await translate(target, source, known);
  const formerSource = await openFormerSource(parts, sync);
  const followed = new Set((await listPageRows(context.db, key)).map(({ page_id }) => page_id));
  const written = await writeTarget(parts, {
    target,
    source: source.snapshot,
    formerSource,
    pages,
    followed,
    now,
  });
  const { snapshot, nodes, documents } = written;
  const isChanged = snapshot.hash !== target.snapshot.hash;
  const revisionId = isChanged ? newId() : target.revision.revisionId;
  const changed = pages.flatMap((page) =>
    page.translated ? [toRow(key, page, { translated: page.translated, snapshot, recipe })] : [],
  );
  const kept = pages.flatMap(({ pageId, translated }) => (translated ? [] : [pageId]));
  const faults = pages.flatMap(({ translated }) => translated?.faults ?? []);
  await context.transact(async (unit) => {
    if (isChanged)
      await commitRevision(unit, {
        organizationId: key.organizationId,
        spaceId: target.space.spaceId,
        revision: {
          revisionId,
          parents: [target.revision.revisionId],
          root: snapshot.hash,
          type: 'edits',
          authorId: settings.created_by,
          message: `Translation of “${settings.title}” into ${key.language}`,
          git: null,
          createdAt: now,
        },
        content: { nodes, documents, blobs: [] },
        move: {
          line: spaceLine(context, target.space),
          base: target.revision.revisionId,
          before: target.snapshot,
          after: snapshot,
        },
      });
    const isThere = await updateTarget(unit.trx, key, {
      sourceRevisionId: source.revision.revisionId,
      spaceRevisionId: revisionId,
      problem: made.problem ?? faults[0]?.fault ?? null,
      at: now,
    });
    // The settings were deleted during the run: the space stays as it was written.
    if (isThere) await replacePages(unit.trx, key, { changed, kept });
  });
  store.snapshots.keep(key.organizationId, snapshot);
  return changed.length;
}

/** Undefined if it was never in step, or if its revision is no longer there. */
async function openFormerSource(
  { context: { db }, store }: EditingParts,
  { key, source }: LanguageSync,
): Promise<Snapshot | undefined> {
  const row = await findTargetRow(db, key);
  if (!row?.source_revision_id) return undefined;
  try {
    return (await store.open(source, row.source_revision_id)).snapshot;
  } catch (error) {
    if (revisionNotFound.matches(error)) return undefined;
    throw error;
  }
}

function toRow(
  { organizationId, translationSettingsId, language }: TargetKey,
  { pageId, source }: TargetPage,
  { translated, snapshot, recipe }: { translated: TranslatedPage; snapshot: Snapshot; recipe: string },
): PageRow {
  const entry = snapshot.pages.find(pageId)?.entry ?? snapshot.findReusable(pageId);
  return {
    organization_id: organizationId,
    settings_id: translationSettingsId,
    language,
    page_id: pageId,
    source_hash: documentOf(source),
    target_hash: documentOf(entry),
    texts: { source: titlesOf(source), translation: entry ? titlesOf(entry) : titlesOf(source) },
    tracked: translated.tracked,
    recipe,
    ...countStates(translated.tracked),
  };
}
