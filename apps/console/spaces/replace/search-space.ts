import { createFinder } from '@lectern/markdown/find-in-text';
import type { TargetChanges } from '@lectern/markdown/find-replacements';
import { createSearcher } from './create-searcher.ts';
import type { ReplacePattern } from './searcher-messages.ts';
import { mapInParallel, type PageChange, readNodes, readSource, type SpaceContent } from './space-content.ts';

/**
 * Finds what a replacement would change in the pages and reusable contents of a space.
 * @throws PatternError, PatternTooSlow
 */
export async function searchSpace(
  content: SpaceContent,
  pattern: ReplacePattern,
  { onProgress, signal }: { onProgress: (done: number) => void; signal: AbortSignal },
): Promise<TargetChanges[]> {
  // Only says whether the pattern is valid.
  createFinder(pattern);
  const searcher = createSearcher(pattern);
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([stopped, searchAll()]);
  } finally {
    searcher.end();
  }

  async function searchAll(): Promise<TargetChanges[]> {
    const pages = await mapInParallel(
      content.pages,
      async (page) => searcher.search({ kind: 'page', page, source: await readSource(content, page.id) }),
      { onProgress, signal },
    );
    const reusables = await mapInParallel(
      content.reusableContents,
      async (page) => searcher.search({ kind: 'reusable', page, nodes: await readNodes(content, page.id) }),
      { signal },
    );
    return [...pages, ...reusables].filter((target) => target !== undefined);
  }
}

/** The change of a page or reusable content, as the API takes it. */
export function toPageChange({ kind, id, title, fields, markdown, nodes }: TargetChanges): PageChange {
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
