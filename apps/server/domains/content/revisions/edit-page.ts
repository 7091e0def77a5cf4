import { type Hash, hashOf } from '@lectern/content/tree/hash';
import { newId } from '@lectern/std/ids';
import { type InspectedSource, inspectSources } from '../../../content/facts/inspect-sources.ts';
import { pageNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { RevisionRow } from '../../../content/revisions/revision.repository.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { commitRevision } from './commit-revision.ts';
import { spaceBranch, spaceLocked } from './space-branch.ts';

const notADocument = defineError(
  { status: 409, reason: 'not-a-document' },
  'This page has no content of its own. Only document pages can be edited.',
);

/**
 * Gives a page another source. Writes the document, the nodes above the page and the revision; nothing that depends
 * on the size of the space. Returns the new revision, or the current one when the source is the same.
 */
export async function editPage(
  { transact, clock, threads }: Pick<Context, 'transact' | 'clock' | 'threads'>,
  store: ContentStore,
  edit: { space: SpacePointer; pageId: string; source: Buffer; actor: Actor },
): Promise<string> {
  const { space, pageId, source, actor } = edit;
  if (space.editMode === 'locked') throw spaceLocked();
  const { snapshot } = await store.open(space, space.revisionId);
  const page = snapshot.pages.find(pageId);
  if (!page) throw pageNotFound();
  if (page.entry.type !== 'document') throw notADocument();
  const document = hashOf(source);
  if (page.entry.document === document) return space.revisionId;

  const [{ texts }] = (await inspectSources(threads, [source])) as [InspectedSource];
  const now = clock();
  const nodes = new Map<Hash, string>();
  const emit = (hash: Hash, node: string) => nodes.set(hash, node);
  const next = snapshot.withPages(
    snapshot.pages.replace({ ...page.entry, document, updatedAt: now.toISOString() }, emit),
    emit,
  );
  const revision: RevisionRow = {
    revisionId: newId(),
    parents: [space.revisionId],
    root: next.hash,
    type: 'edits',
    authorId: actor.kind === 'user' ? actor.userId : null,
    message: null,
    git: null,
    createdAt: now,
  };
  await transact((unit) =>
    commitRevision(unit, {
      organizationId: space.organizationId,
      spaceId: space.spaceId,
      revision,
      content: { nodes, documents: new Map([[document, { source, texts }]]), blobs: [] },
      move: { line: spaceBranch({ threads }, space), base: space.revisionId, before: snapshot, after: next },
    }),
  );
  store.snapshots.keep(space.organizationId, next);
  store.facts.keep(space.organizationId, document, JSON.parse(texts.facts));
  return revision.revisionId;
}
