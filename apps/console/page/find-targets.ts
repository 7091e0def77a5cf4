import { pagesQuery, queries } from '../api/queries.ts';
import type { LinkTarget } from '../editor/menus/link-editor.ts';
import type { Place } from '../saving/journal.ts';

interface PageItem {
  id: string;
  title: string;
  type: string;
  pages?: PageItem[];
}

const MOST = 20;

/** The pages of the space whose titles contain all words of a query; those that begin with it come first. */
export async function findTargets({ spaceId }: Place, query: string): Promise<LinkTarget[]> {
  const { pages } = await queries.ensureQueryData(pagesQuery(spaceId));
  const words = query.toLocaleLowerCase().split(/\s+/);
  const found: { target: LinkTarget; isFirst: boolean }[] = [];
  const visit = (items: readonly PageItem[], above: readonly string[]): void => {
    for (const { id, title, type, pages: below = [] } of items) {
      const text = title.toLocaleLowerCase();
      if (type === 'document' && words.every((word) => text.includes(word)))
        found.push({
          target: { title, detail: above.join(' / '), ref: { kind: 'page', page: id } },
          isFirst: text.startsWith(words[0] ?? ''),
        });
      visit(below, [...above, title]);
    }
  };
  visit(pages as PageItem[], []);
  return found
    .sort((a, b) => Number(b.isFirst) - Number(a.isFirst))
    .slice(0, MOST)
    .map(({ target }) => target);
}
