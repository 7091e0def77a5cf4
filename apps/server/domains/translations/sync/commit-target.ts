import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { BlockState } from '@lectern/markdown/translation/follow-source';
import type { TrackedPage, TranslatedPage } from '@lectern/markdown/translation/translate-page';
import { newId } from '@lectern/std/ids';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { commitRevision } from '../../content/revisions/commit-revision.ts';
import { spaceBranch } from '../../content/revisions/space-branch.ts';
import type { LanguageSync } from './language-sync.ts';
import type { KnownTranslations } from './memory.repository.ts';
import { documentOf, type TargetPage, titlesOf } from './target-pages.ts';
import {
  findTargetRow,
  listPageRows,
  type PageRow,
  replacePages,
  type TargetKey,
  updateTarget,
} from './targets.repository.ts';
import { openTarget, type Translate } from './translate-pages.ts';
import { writeTarget } from './write-target.ts';

type StateCounts = Record<'blocks' | 'machine' | Exclude<BlockState, 'current'>, number>;

/** Counts the blocks of a page, including its titles and description, by state, and those that a machine translated. */
function countStates({ texts, blocks }: TrackedPage): StateCounts {
  const counts: StateCounts = { blocks: 0, behind: 0, edited: 0, missing: 0, failed: 0, machine: 0 };
  for (const { state, by } of [...Object.values(texts), ...blocks]) {
    counts.blocks += 1;
    if (state !== 'current') counts[state] += 1;
    else if (by === 'machine') counts.machine += 1;
  }
  return counts;
}

/** The author and the message of a revision. */
export interface Authorship {
  authorId: string | null;
  message: string;
}

/**
 * Assembles the content of a translated space from known translations, and commits it. Returns the number of changed
 * pages, and the revision.
 */
export async function commitTarget(
  parts: EditingParts,
  sync: LanguageSync,
  made: {
    source: OpenRevision;
    recipe: string;
    known: KnownTranslations;
    problem: string | undefined;
    /** When a stopped run continues; null if it was not stopped. */
    resumeAt: Date | null;
    translate: Translate;
    authorship: Authorship;
  },
): Promise<{ pages: number; revisionId: string }> {
  const { context, store } = parts;
  const { key } = sync;
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
          authorId: made.authorship.authorId,
          message: made.authorship.message,
          git: null,
          createdAt: now,
        },
        content: { nodes, documents, blobs: [] },
        move: {
          line: spaceBranch(context, target.space),
          base: target.revision.revisionId,
          before: target.snapshot,
          after: snapshot,
        },
      });
    const isThere = await updateTarget(unit.trx, key, {
      sourceRevisionId: source.revision.revisionId,
      spaceRevisionId: revisionId,
      problem: made.problem ?? faults[0]?.fault ?? null,
      resumeAt: made.resumeAt,
      at: now,
    });
    // If the settings were deleted during the run, the space stays as it was written.
    if (!isThere) return;
    await replacePages(unit.trx, key, { changed, kept });
    unit.announce({ kind: 'translation', spaceId: target.space.spaceId });
  });
  store.snapshots.keep(key.organizationId, snapshot);
  return { pages: changed.length, revisionId };
}

/** Opens the source as it was when last in step. Undefined if it never was, or if the revision is gone. */
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
