import type { Static } from 'typebox';
import type { FileSchema, ReusableContentSchema } from '../../../content/revisions/content.schemas.ts';
import { presentFile, presentReusable } from '../../../content/revisions/revision.present.ts';
import { viewRevision } from '../../../content/revisions/revision-view.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { EditedContent, PageOutcome } from './edit-content.ts';
import type { PageOutcomeObject } from './editing.schemas.ts';
import type { EditingParts } from './editing-parts.ts';
import type { PageWarning } from './page-warnings.ts';

interface Outcome {
  changes: PageOutcomeObject[];
  insertedFiles?: Static<typeof FileSchema>[];
  insertedReusableContents?: Static<typeof ReusableContentSchema>[];
  warnings?: PageWarning[];
}

/** The result of an edit. `contentUrl`: where the content of the line is read, without a slash at the end. */
export async function presentOutcome(
  { context, store, findWarnings }: Pick<EditingParts, 'context' | 'store' | 'findWarnings'>,
  { space, contentUrl }: { space: SpacePointer; contentUrl: string },
  { revisionId, pages, insertedFiles, insertedReusableIds }: EditedContent,
): Promise<Outcome> {
  const changes = pages.map((page) => presentPageOutcome(page, contentUrl));
  const written = pages.flatMap(({ pageId, outcome }) => (outcome === 'deleted' ? [] : [pageId]));
  const warnings = await findWarnings(space, revisionId, written);
  const response = { changes, ...(warnings.length > 0 ? { warnings } : {}) };
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

function presentPageOutcome({ pageId, outcome, ref }: PageOutcome, contentUrl: string): PageOutcomeObject {
  if (outcome === 'deleted') return { object: 'deleted_page', page: pageId };
  const page = { object: 'page' as const, id: pageId, urls: { location: `${contentUrl}/page/${pageId}` } };
  if (outcome === 'updated') return { object: 'updated_page', page };
  return { object: 'created_page', ...(ref === undefined ? {} : { ref }), page };
}
