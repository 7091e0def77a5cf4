import type { ContentPage } from '../api/queries.ts';
import type { Draft } from './drafts.ts';
import { pagesBelow } from './pages.ts';

export interface PageRow {
  kind: 'page';
  page: ContentPage;
  /** Counted from 1. */
  level: number;
  /** Its position among its siblings, counted from 0. */
  at: number;
  siblings: number;
  into: string | null;
  /** Undefined for a page without pages below it. */
  isExpanded: boolean | undefined;
}

export interface DraftRow {
  kind: 'draft';
  draft: Draft;
  level: number;
}

export type Row = PageRow | DraftRow;

/** The rows that a tree shows, from the top down, with that of a page that is being made. */
export function listRows(
  pages: readonly ContentPage[],
  expanded: ReadonlySet<string>,
  draft: Draft | undefined,
): Row[] {
  const rows: Row[] = [];
  const add = (siblings: readonly ContentPage[], into: string | null, level: number): void => {
    const isDraftHere = draft !== undefined && draft.into === into;
    const draftAt = isDraftHere ? Math.min(draft.at ?? siblings.length, siblings.length) : -1;
    for (const [at, page] of siblings.entries()) {
      if (at === draftAt && draft) rows.push({ kind: 'draft', draft, level });
      const below = pagesBelow(page);
      const holdsDraft = draft?.into === page.id;
      const isOpen = expanded.has(page.id) || holdsDraft;
      rows.push({
        kind: 'page',
        page,
        level,
        at,
        siblings: siblings.length,
        into,
        isExpanded: below.length > 0 || holdsDraft ? isOpen : undefined,
      });
      if (isOpen) add(below, page.id, level + 1);
    }
    if (draftAt === siblings.length && draft) rows.push({ kind: 'draft', draft, level });
  };
  add(pages, null, 1);
  return rows;
}

export const rowId = (row: Row): string => (row.kind === 'page' ? row.page.id : 'draft');
