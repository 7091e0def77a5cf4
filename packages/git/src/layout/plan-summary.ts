import { relativeTarget } from '@lectern/content/references/relative-target';
import type { SnapshotDifference } from '@lectern/content/tree/diff-snapshots';
import type { PageEntry, PageNode } from '@lectern/content/tree/entries';
import { itemsOf, type MerkleList } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { folderOf } from './file-index.ts';
import type { LayoutNode, SourceLines } from './layout.ts';
import { type LinkContext, rewriteTarget } from './rewrite-links.ts';
import { toSummaryItems } from './summary-item.ts';
import { NEW_SUMMARY, writeSummary } from './write-summary.ts';

export interface SummaryRequest {
  base: Snapshot;
  wanted: Snapshot;
  /** The pages as the file lists them. */
  nodes: readonly LayoutNode[];
  summaryPath: string;
  /** The present text of the file; undefined for a new one. */
  text: string | undefined;
  links: LinkContext;
  isTidied: boolean;
}

/** The text of SUMMARY.md for the wanted pages. */
export function planSummary(request: SummaryRequest): string {
  const { base, wanted, text, summaryPath, links, isTidied } = request;
  const folder = folderOf(summaryPath);
  const { places } = links;
  const before = toSummaryItems(base.pages.top, (entry) => hrefOf(entry, folder, places.before));
  const after = toSummaryItems(wanted.pages.top, (entry) => {
    if (entry.type !== 'link' || entry.page !== undefined) return hrefOf(entry, folder, places.after);
    return rewriteTarget(entry.href, { before: summaryPath, after: summaryPath }, links) ?? entry.href;
  });
  if (text === undefined)
    return writeSummary({ text: NEW_SUMMARY, before: [], lines: new Map(), after, isTidied });
  return writeSummary({ text, before, lines: linesOf(base.pages.top, request.nodes), after, isTidied });
}

function hrefOf(
  entry: PageEntry,
  folder: string,
  pathOf: (pageId: string) => string | undefined,
): string | undefined {
  if (entry.type === 'document') {
    const path = pathOf(entry.id);
    return path === undefined ? undefined : relativeTarget(folder, path);
  }
  if (entry.type !== 'link') return undefined;
  const path = entry.page === undefined ? undefined : pathOf(entry.page);
  if (path === undefined) return entry.href;
  return relativeTarget(folder, path) + (entry.anchor === undefined ? '' : `#${entry.anchor}`);
}

/** The lines of the pages that were read from these nodes: both have the same order. */
function linesOf(
  pages: MerkleList<PageNode> | undefined,
  nodes: readonly LayoutNode[],
  lines = new Map<string, SourceLines>(),
): Map<string, SourceLines> {
  let at = 0;
  for (const { entry, children } of itemsOf(pages)) {
    const node = nodes[at];
    at += 1;
    if (!node || node.type !== entry.type) continue;
    if (node.lines) lines.set(entry.id, node.lines);
    linesOf(children, node.children, lines);
  }
  return lines;
}

/** Whether the two differ in their pages, or in the order or names of these. */
export function hasOtherStructure(base: Snapshot, wanted: Snapshot, difference: SnapshotDifference): boolean {
  for (const { before, after } of difference.pages.values())
    if (!before || !after || shownIn(before) !== shownIn(after)) return true;
  return !standAlike(base.pages.top, wanted.pages.top);
}

/** The fields of a page that a table of contents shows. */
const shownIn = (entry: PageEntry): string =>
  JSON.stringify([
    entry.type,
    entry.title,
    entry.linkTitle,
    'slug' in entry ? entry.slug : null,
    entry.type === 'link' ? [entry.href, entry.page, entry.anchor] : null,
    entry.type === 'computed' ? entry.source : null,
  ]);

function standAlike(
  left: MerkleList<PageNode> | undefined,
  right: MerkleList<PageNode> | undefined,
): boolean {
  if (left?.hash === right?.hash) return true;
  const others = [...itemsOf(right)];
  if ((left?.count ?? 0) !== others.length) return false;
  let at = 0;
  for (const { entry, children } of itemsOf(left)) {
    const other = others[at] as PageNode;
    at += 1;
    if (other.entry.id !== entry.id || !standAlike(children, other.children)) return false;
  }
  return true;
}
