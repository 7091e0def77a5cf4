import { titleOf } from '@lectern/render/references';
import type { ComputedSection } from '../server/domains/specs/pages/computed-parts.ts';
import type { NavigationEntry, OutlineEntry } from './pages/page-data.ts';
import { readOperation } from './reader/search-response.ts';
import type { VisiblePage } from './visible-page.ts';

/** The operation of a page that shows nothing else, and has its title; undefined for all other pages. */
export function findOnlyOperation({
  entry,
  computed,
  sections,
}: Pick<VisiblePage, 'entry' | 'computed' | 'sections'>): NavigationEntry['operation'] {
  const [section] = sections;
  const isAlone = computed?.blocks.length === 1 && section?.title === titleOf(entry);
  return isAlone ? operationOf(section) : undefined;
}

export function operationOf({ label, isDeprecated }: ComputedSection): NavigationEntry['operation'] {
  const operation = readOperation(label, (path) => [[path, false]]);
  return operation && { method: operation.method, isDeprecated: isDeprecated === true };
}

/**
 * The operations, webhooks or schemas of a page as entries below it, with the headings of what the spec says before them:
 * readers find all of it in one place.
 */
export function listSectionEntries(
  page: VisiblePage | undefined,
  outline: readonly OutlineEntry[],
): NavigationEntry[] {
  if (!page?.computed || outline.length < 2) return [];
  const known = new Map(page.sections.map((section) => [section.anchor, section]));
  if (!outline.some(({ id }) => known.has(id))) return [];
  return outline.map(({ id, title }) => toEntry(id, title, known.get(id)));
}

const toEntry = (id: string, title: string, section: ComputedSection | undefined): NavigationEntry => ({
  title,
  emoji: undefined,
  icon: undefined,
  href: `#${encodeURIComponent(id)}`,
  operation: section && operationOf(section),
  isCurrent: false,
  isGroup: false,
  isOpen: false,
  children: [],
});
