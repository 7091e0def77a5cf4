import { createFinder, type Pattern } from '@lectern/markdown/find-in-text';
import {
  type Search,
  searchPageSource,
  searchReusableNodes,
  type TargetChanges,
} from '@lectern/markdown/find-replacements';
import type { Part } from '@lectern/markdown/list-texts';
import { api } from '../../api/client.ts';
import { inParallel, type PageChange, readSource, type SpaceContent } from './space-content.ts';

export interface ReplacePattern extends Pattern {
  parts: readonly Part[];
  includesTitles: boolean;
}

/** Finds what a replacement would change in the pages and reusable contents of a space. @throws PatternError */
export async function searchSpace(
  content: SpaceContent,
  { parts, includesTitles, ...pattern }: ReplacePattern,
  options: { onProgress: (done: number) => void; signal: AbortSignal },
): Promise<TargetChanges[]> {
  const find = createFinder(pattern);
  const search: Search = {
    match: (texts) => texts.map(find),
    parts: new Set(parts),
    includesTitles,
  };
  const pages = await inParallel(
    content.pages,
    async (page) => searchPageSource(page, await readSource(content, page.id), search),
    options,
  );
  const reusables = await inParallel(
    content.reusableContents,
    async (reusable) => searchReusableNodes(reusable, await readNodes(content, reusable.id), search),
    { signal: options.signal },
  );
  return [...pages, ...reusables].filter((target) => target !== undefined);
}

async function readNodes(
  { spaceId, revisionId }: SpaceContent,
  reusableContentId: string,
): Promise<readonly unknown[]> {
  const { nodes } = await api.get(
    '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document',
    { path: { spaceId, revisionId, reusableContentId }, query: { schema: 'current' } },
  );
  return nodes;
}

/** The change of a page or reusable content, as the API takes it. */
export function changeOf({ kind, id, title, fields, markdown, nodes }: TargetChanges): PageChange {
  const document =
    markdown !== undefined ? { markdown } : nodes && { document: { object: 'document', data: {}, nodes } };
  return {
    title,
    body: {
      ...(kind === 'page'
        ? { operation: 'update_page', page: id }
        : { operation: 'update_reusable_content', reusableContent: id }),
      ...fields,
      ...(document ? { document } : {}),
    },
  };
}
