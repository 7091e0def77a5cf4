import type { PageEntry, PageNode } from '@lectern/content/tree/entries';
import { itemsOf, type MerkleList } from '@lectern/content/tree/merkle-list';

/** An entry of SUMMARY.md as it should be written. */
export interface SummaryItem {
  /** The id of the page. */
  id: string;
  type: PageEntry['type'];
  title: string;
  /** The name in the table of contents, where it differs from the title. */
  label?: string | undefined;
  /** The condition that may apply to it. */
  condition?: string | undefined;
  /** The target of the link, relative to the folder of SUMMARY.md; undefined for an entry without one. */
  href?: string | undefined;
  /** For a group. */
  slug?: string;
  /** For a computed entry: what it declares, as JSON. */
  computed?: string;
  children: SummaryItem[];
}

export type HrefOf = (entry: PageEntry) => string | undefined;

/** The entries for the pages of a revision, in their order. */
export function toSummaryItems(pages: MerkleList<PageNode> | undefined, hrefOf: HrefOf): SummaryItem[] {
  return [...itemsOf(pages)].map(({ entry, children }) => ({
    id: entry.id,
    type: entry.type,
    title: entry.title,
    label: entry.linkTitle,
    condition: entry.condition,
    href: hrefOf(entry),
    ...(entry.type === 'group' ? { slug: entry.slug } : {}),
    ...(entry.type === 'computed' ? { computed: entry.source } : {}),
    children: toSummaryItems(children, hrefOf),
  }));
}
