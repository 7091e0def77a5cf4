import type { PageNode } from '@lectern/content/tree/entries';
import { readPageSettings } from '@lectern/markdown/page-settings';
import type { Static } from 'typebox';
import type { DeletedPageRow } from '../../../content/references/deleted-pages.repository.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { type Authors, authorOf } from '../../identity/users/authors.queries.ts';
import { presentUser } from '../../identity/users/users.present.ts';
import type { DeletedPageSchema } from './trash.schemas.ts';

type DeletedPageObject = Static<typeof DeletedPageSchema>;

/** Presents pages that are gone as they were in the last revisions that have them. */
export async function presentDeleted(
  { store, baseUrl, authors }: { store: ContentStore; baseUrl: string; authors: Authors },
  space: SpacePointer,
  rows: readonly DeletedPageRow[],
): Promise<DeletedPageObject[]> {
  const opened = await store.openAll(space, [...new Set(rows.map(({ revisionId }) => revisionId))]);
  const found = rows.flatMap((row) => {
    const open = opened.get(row.revisionId);
    const node = open?.snapshot.pages.find(row.pageId);
    return open && node ? [{ row, open, node }] : [];
  });
  const documents = found.flatMap(({ node: { entry } }) =>
    entry.type === 'document' && entry.document !== undefined ? [entry.document] : [],
  );
  const factsOf = await store.facts.load(space.organizationId, 'facts', documents);
  return found.map(({ row, open, node }) => {
    const { entry } = node;
    const facts =
      entry.type === 'document' && entry.document !== undefined ? factsOf(entry.document) : undefined;
    const icon = facts && readPageSettings(facts).icon;
    const url = `${baseUrl}/v1/spaces/${space.spaceId}/revisions/${row.revisionId}/page/${row.pageId}`;
    const below = row.below.flatMap((id) => open.snapshot.pages.find(id) ?? []);
    return {
      object: 'deleted-page' as const,
      ...presentPlace(open, node),
      ...(entry.emoji ? { emoji: entry.emoji } : {}),
      ...(icon ? { icon } : {}),
      revision: row.revisionId,
      deletedAt: row.deletedAt.toISOString(),
      ...(row.deletedBy === null
        ? {}
        : { deletedBy: presentUser(authorOf(authors, row.deletedBy), baseUrl) }),
      below: {
        count: row.pagesBelow,
        pages: below
          .map((page) => presentPlace(open, page))
          .sort((one, other) => (one.path < other.path ? -1 : 1)),
      },
      urls: { location: url },
    };
  });
}

const presentPlace = ({ snapshot }: OpenRevision, { entry }: PageNode) => ({
  id: entry.id,
  type: entry.type,
  title: 'title' in entry ? (entry.title ?? '') : '',
  path: snapshot.pages.pathOf(entry.id),
});
