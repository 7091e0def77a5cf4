import type { Client } from '@lectern/client/client';
import {
  type Search,
  searchPageSource,
  searchReusableNodes,
  type TargetChanges,
} from '@lectern/markdown/find-replacements';
import type { DocumentPage, OpenContent } from './space-content.ts';

/** Finds what is changed in a page; undefined if nothing is. */
export async function searchPage(
  client: Client,
  { spaceId, revisionId }: OpenContent,
  page: DocumentPage,
  search: Search,
): Promise<TargetChanges | undefined> {
  const read = await client.get('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
    path: { spaceId, revisionId, pageId: page.id },
    query: { format: 'markdown', metadata: false },
  });
  const { markdown: source = '' } = read as { markdown?: string };
  return searchPageSource(page, source, search);
}

export async function searchReusableContent(
  client: Client,
  { spaceId, revisionId }: OpenContent,
  reusable: { id: string; title: string },
  search: Search,
): Promise<TargetChanges | undefined> {
  const { nodes } = await client.get(
    '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document',
    { path: { spaceId, revisionId, reusableContentId: reusable.id }, query: { schema: 'current' } },
  );
  return searchReusableNodes(reusable, nodes, search);
}
