import { resolveTarget } from '@lectern/content/references/resolve-target';
import type { PageEntry, PageNode } from '@lectern/content/tree/entries';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { type Html, html, type Insertion } from '@lectern/html/html';
import { type RevisionReferences, titleOf } from '@lectern/render/references';
import { nameOf } from '../parts/name.ts';

export interface ContentsEntry {
  title: string;
  /** Undefined for a link that leads nowhere. */
  href: string | undefined;
  /** The kind of entry. */
  kind: 'page' | 'group' | 'link' | 'computed';
  children: ContentsEntry[];
}

/** Some pages of a revision with all pages below them. */
export function listContents(
  snapshot: Snapshot,
  pages: Iterable<PageNode>,
  references: RevisionReferences,
): ContentsEntry[] {
  const entries: ContentsEntry[] = [];
  for (const { entry, children } of pages) {
    entries.push({
      title: titleOf(entry),
      href:
        entry.type === 'link' ? findLinkTarget(snapshot, entry, references) : references.pageHref(entry.id),
      kind: entry.type === 'document' ? 'page' : entry.type,
      children: listContents(snapshot, itemsOf(children), references),
    });
  }
  return entries;
}

/** Returns the target of an entry that is only a link. */
function findLinkTarget(
  snapshot: Snapshot,
  entry: Extract<PageEntry, { type: 'link' }>,
  references: RevisionReferences,
): string | undefined {
  const { page, anchor } = entry;
  if (page !== undefined) {
    return references.find(anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', page, anchor })
      ?.href;
  }
  const target = resolveTarget(snapshot, snapshot.settings.repository?.summaryPath, entry.href);
  return target && references.find(target)?.href;
}

const NOTES: Partial<Record<ContentsEntry['kind'], string>> = { link: 'link', computed: 'computed' };

/** Renders nothing if there are no entries. */
export function renderContents(entries: readonly ContentsEntry[]): Insertion {
  return entries.length > 0 && html`<ul class="contents">${entries.map(renderEntry)}</ul>\n`;
}

function renderEntry({ title, href, kind, children }: ContentsEntry): Html {
  const name = nameOf(title);
  const note = NOTES[kind];
  return html`<li>${
    href === undefined ? html`<span class="broken">${name}</span>` : html`<a href="${href}">${name}</a>`
  }${note !== undefined && html` <small class="note">${note}</small>`}${renderContents(children)}</li>`;
}
