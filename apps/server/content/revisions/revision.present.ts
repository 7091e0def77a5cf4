import type { FileEntry, ReusableEntry } from '@lectern/content/tree/entries';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Static } from 'typebox';
import type { Pause } from '../../platform/threads/pause.ts';
import type {
  FileSchema,
  ReusableContentSchema,
  RevisionGitSchema,
  RevisionSchema,
} from './content.schemas.ts';
import { presentGit, presentPagesInTurns, presentVariables } from './page.present.ts';
import type { RevisionGit } from './revision.repository.ts';
import type { RevisionView } from './revision-view.ts';
import { isFileSeen, isReusableSeen } from './visible-revision.ts';

/**
 * The whole revision: pages, files, reusable contents, tags, variables. To visitors, it shows neither which revisions
 * came before it nor what its commit says.
 */
export async function presentRevision(
  view: RevisionView,
  pause: Pause,
): Promise<Static<typeof RevisionSchema>> {
  const { revision, snapshot, space } = view;
  const { git } = revision;
  return {
    object: 'revision',
    id: revision.revisionId,
    parents: view.sight ? [] : revision.parents,
    type: revision.type,
    pages: await presentPagesInTurns(view, itemsOf(snapshot.pages.top), pause),
    files: [...itemsOf(snapshot.files)]
      .filter((file) => isFileSeen(view, file))
      .map((file) => presentFile(view, file)),
    reusableContents: [...itemsOf(snapshot.reusables)]
      .filter((content) => isReusableSeen(view, content))
      .map((content) => presentReusable(view, content)),
    tags: snapshot.settings.tags.map((tag) => ({
      slug: tag.slug,
      label: tag.label,
      color: tag.color ?? 'default',
      ...(tag.icon ? { icon: tag.icon } : {}),
      ...(tag.emoji ? { emoji: tag.emoji } : {}),
    })),
    variables: presentVariables(view, snapshot.settings.variables),
    createdAt: revision.createdAt.toISOString(),
    ...(git && view.hasGit && !view.sight ? { git: presentRevisionGit(git) } : {}),
    urls: { app: `${view.baseUrl}/app/s/${space.spaceId}/revisions/${revision.revisionId}` },
  };
}

/** The commit of a revision. */
export const presentRevisionGit = (git: RevisionGit): Static<typeof RevisionGitSchema> => ({
  oid: git.oid,
  message: git.message,
  createdByService: git.createdByService,
  createdByGitBook: git.createdByService,
  ...(git.url ? { url: git.url } : {}),
  ...(git.ref ? { ref: git.ref } : {}),
});

export function presentFile(view: RevisionView, file: FileEntry): Static<typeof FileSchema> {
  return {
    id: file.id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: view.fileUrl(file),
    size: file.size,
    ...(file.dimensions ? { dimensions: file.dimensions } : {}),
    ...presentGit(view, file.git),
  };
}

export function presentReusable(
  view: RevisionView,
  content: ReusableEntry,
): Static<typeof ReusableContentSchema> {
  return {
    id: content.id,
    title: content.title,
    document: view.documentId(content, content.document),
    ...presentGit(view, content.git),
  };
}
