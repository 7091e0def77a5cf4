import type { Static } from 'typebox';
import type { FileSchema, ReusableContentSchema } from '../../../content/revisions/content.schemas.ts';
import { presentFile, presentReusable } from '../../../content/revisions/revision.present.ts';
import { viewRevision } from '../../../content/revisions/revision-view.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { EditedContent, PageOutcome } from './edit-content.ts';
import type { PageOutcomeObject } from './editing.schemas.ts';
import type { EditingParts } from './editing-parts.ts';
import type { BlocksOutcome } from './follow-edit.ts';
import type { PageWarning } from './page-warnings.ts';

interface Outcome {
  changes: PageOutcomeObject[];
  updatedReusableContents?: ({ id: string } & ReturnType<typeof presentBlocks>)[];
  insertedFiles?: Static<typeof FileSchema>[];
  insertedReusableContents?: Static<typeof ReusableContentSchema>[];
  warnings?: PageWarning[];
}

/** The result of an edit. `contentUrl`: where the content of the line is read, without a slash at the end. */
export async function presentOutcome(
  { context, store, findWarnings }: Pick<EditingParts, 'context' | 'store' | 'findWarnings'>,
  { space, contentUrl }: { space: SpacePointer; contentUrl: string },
  { revisionId, pages, insertedFiles, insertedReusableIds, blocks }: EditedContent,
): Promise<Outcome> {
  const blocksOf = new Map(blocks.map(({ ownerId, ...outcome }) => [ownerId, outcome]));
  const changes = pages.map((page) => ({
    ...presentPageOutcome(page, contentUrl),
    ...(page.outcome === 'updated' ? presentBlocks(blocksOf.get(page.pageId)) : {}),
  }));
  const pageIds = new Set(pages.map(({ pageId }) => pageId));
  const reusableBlocks = [...blocksOf].filter(([ownerId]) => !pageIds.has(ownerId));
  const updatedReusableContents = reusableBlocks.map(([id, outcome]) => ({ id, ...presentBlocks(outcome) }));
  const written = pages.flatMap(({ pageId, outcome }) => (outcome === 'deleted' ? [] : [pageId]));
  const warnings = await findWarnings(space, revisionId, written);
  const response = {
    changes,
    ...(updatedReusableContents.length > 0 ? { updatedReusableContents } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
  if (insertedFiles.length + insertedReusableIds.length === 0) return response;
  const open = await store.open(space, revisionId);
  const view = await viewRevision(context, store, open, { hasGit: true, isComputed: true }, []);
  const files = insertedFiles.map((file) => presentFile(view, file));
  const reusables = insertedReusableIds
    .map((id) => open.snapshot.findReusable(id))
    .filter((content) => content !== undefined)
    .map((content) => presentReusable(view, content));
  return {
    ...response,
    ...(files.length > 0 ? { insertedFiles: files } : {}),
    ...(reusables.length > 0 ? { insertedReusableContents: reusables } : {}),
  };
}

const presentBlocks = (outcome: Omit<BlocksOutcome, 'ownerId'> | undefined) => {
  if (!outcome) return {};
  const { merged, ...keys } = outcome;
  return merged ? { ...keys, merged } : keys;
};

function presentPageOutcome({ pageId, outcome, ref }: PageOutcome, contentUrl: string): PageOutcomeObject {
  if (outcome === 'deleted') return { object: 'deleted_page', page: pageId };
  const page = { object: 'page' as const, id: pageId, urls: { location: `${contentUrl}/page/${pageId}` } };
  if (outcome === 'updated') return { object: 'updated_page', page };
  return { object: 'created_page', ...(ref === undefined ? {} : { ref }), page };
}
