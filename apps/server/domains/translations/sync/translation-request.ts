import type { PageTexts } from '@lectern/markdown/translation/page-texts';
import { newId } from '@lectern/std/ids';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { NOBODY } from '../../../platform/access/author.ts';
import { robotOf } from '../../../platform/access/robot.ts';
import { languageName } from '../../../platform/http/languages.ts';
import { commitInTurn } from '../../content/editing/commit-in-turn.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { commitRevision } from '../../content/revisions/commit-revision.ts';
import { contentChanged } from '../../content/revisions/space-branch.ts';
import { changeRequestLine } from '../../review/change-requests/change-request-branch.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
} from '../../review/change-requests/change-request-errors.ts';
import {
  type ChangeRequestRow,
  findChangeRequestRow,
  keyOf,
  updateChangeRequest,
} from '../../review/change-requests/change-requests.service.ts';
import { toParagraph } from '../../review/change-requests/open-change-request.ts';
import type { LanguageSync } from './language-sync.ts';
import { openRequest, writeTexts } from './open-request.ts';
import { readRecipe } from './recipe.ts';
import { showSourceInThread } from './show-source-task.ts';
import { listTargetPages, readTargetPage } from './target-pages.ts';
import { findTargetRow, listPageRows, noteRequest, type PageRow } from './targets.repository.ts';
import { openTarget } from './translate-pages.ts';

/**
 * Keeps one change request open with what people have to fill in, where nothing else translates: blocks that are behind
 * have the present words of the source there, as those that are missing have in the space. Once people have changed its
 * content, only its description follows.
 */
export async function keepRequest(
  parts: EditingParts,
  sync: LanguageSync,
  { isAsked }: { isAsked: boolean },
): Promise<void> {
  const { context } = parts;
  const { key, target } = sync;
  const row = await findTargetRow(context.db, key);
  const known = row?.change_request_id
    ? await findChangeRequestRow(context.db, target, row.change_request_id)
    : undefined;
  const open = await openTarget(parts, sync);
  const waiting = (await listPageRows(context.db, key)).filter(isWaiting);
  if (known?.status === 'draft' || known?.status === 'open') {
    const isUntouched = known.revision_id === row?.request_revision_id;
    if (waiting.length > 0) {
      await describeRequest(parts, known, describe(sync, waiting));
      if (isUntouched) await renewRequest(parts, sync, { row: known, open });
    } else if (isUntouched) {
      await updateChangeRequest(
        context,
        { row: known, actor: robotOf(key.organizationId) },
        { status: 'archived' },
      );
      // Unlike one that a person archives, it does not keep the next one from being opened.
      await noteRequest(context.db, key, { changeRequestId: null, revisionId: null });
    }
    return;
  }
  // After somebody archives it, no other one is opened until somebody requests a run.
  if (waiting.length === 0 || (known?.status === 'archived' && !isAsked)) return;
  const written = await writeTexts(parts, open, await showSources(parts, sync, open));
  await openRequest(
    parts,
    {
      open,
      written,
      subject: `Translate into ${languageName(key.language)}`,
      description: describe(sync, waiting),
      authorId: sync.settings.created_by ?? NOBODY,
    },
    ({ trx }, opened) => noteRequest(trx, key, opened),
  );
}

const isWaiting = ({ behind, missing, failed }: PageRow): boolean => behind + missing + failed > 0;

const MAX_NAMED = 20;

/** One paragraph. */
function describe({ key, settings }: LanguageSync, waiting: readonly PageRow[]): string {
  const countOf = ({ behind, missing, failed }: PageRow): number => behind + missing + failed;
  const count = waiting.reduce((sum, row) => sum + countOf(row), 0);
  const named = waiting
    .slice(0, MAX_NAMED)
    .map((row) => `${row.texts.source.title} (${countOf(row)})`)
    .join(', ');
  const more = waiting.length > MAX_NAMED ? ` and ${waiting.length - MAX_NAMED} more pages` : '';
  const languages = `from ${languageName(settings.source_language)} into ${languageName(key.language)}`;
  return `Translate ${count === 1 ? '1 block' : `${count} blocks`} ${languages}: ${named}${more}. They are still in the source language, or translate an earlier version of the source.`;
}

async function describeRequest(
  { context }: EditingParts,
  row: ChangeRequestRow,
  description: string,
): Promise<void> {
  if (JSON.stringify(row.description).includes(JSON.stringify(description))) return;
  const actor = robotOf(row.organization_id);
  await updateChangeRequest(context, { row, actor }, { description: toParagraph(description) });
}

/** Replaces the content of a change request that nobody has edited by content based on the present space. */
async function renewRequest(
  parts: EditingParts,
  sync: LanguageSync,
  { row, open }: { row: ChangeRequestRow; open: OpenRevision },
): Promise<void> {
  const { context, store } = parts;
  const { key, target } = sync;
  const written = await writeTexts(parts, open, await showSources(parts, sync, open));
  const before = await store.open(target, row.revision_id);
  if (written.snapshot.hash === before.snapshot.hash) return;
  const revision = {
    revisionId: newId(),
    parents: [row.revision_id, open.revision.revisionId],
    root: written.snapshot.hash,
    type: 'update' as const,
    authorId: row.author_id,
    message: null,
    git: null,
    createdAt: context.clock(),
  };
  const line = { spaceId: target.spaceId, branchId: row.change_request_id, maxAttempts: 1 };
  const commit = () =>
    context.transact(async (unit) => {
      await commitRevision(unit, {
        organizationId: key.organizationId,
        spaceId: target.spaceId,
        revision,
        content: { nodes: written.nodes, documents: written.documents, blobs: [] },
        move: {
          line: changeRequestLine(keyOf(row), undefined, open.revision.revisionId),
          base: row.revision_id,
          before: before.snapshot,
          after: written.snapshot,
        },
      });
      await noteRequest(unit.trx, key, {
        changeRequestId: row.change_request_id,
        revisionId: revision.revisionId,
      });
    });
  try {
    await commitInTurn(parts, line, commit);
  } catch (error) {
    // Somebody was faster: from now on, the content is theirs.
    const isTheirs = [contentChanged, changeRequestMerged, changeRequestArchived].some(({ matches }) =>
      matches(error),
    );
    if (isTheirs) return;
    throw error;
  }
  store.snapshots.keep(key.organizationId, written.snapshot);
}

/** The pages of which some blocks are behind, with the present words of the source there. */
async function showSources(
  { context, store }: EditingParts,
  sync: LanguageSync,
  open: OpenRevision,
): Promise<Map<string, PageTexts>> {
  const { terms } = await readRecipe(context, sync);
  const source = await store.open(sync.source, sync.source.revisionId);
  const rows = new Map((await listPageRows(context.db, sync.key)).map((row) => [row.page_id, row]));
  const changed = new Map<string, PageTexts>();
  for (const page of listTargetPages(source.snapshot, open.snapshot, rows)) {
    if (!page.row || page.row.behind === 0) continue;
    sync.signal.throwIfAborted();
    const texts = await showSourceInThread(
      context,
      {
        ...(await readTargetPage(store, source, page)),
        terms,
        tone: sync.settings.tone,
        translations: new Map(),
        retries: false,
      },
      sync.signal,
    );
    if (texts) changed.set(page.pageId, texts);
  }
  return changed;
}
