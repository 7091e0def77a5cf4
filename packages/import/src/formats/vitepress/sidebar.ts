import { appendTo } from '@lectern/std/long-lists';
import { isLiteralList, isLiteralRecord, type Literal, literalText } from '../shared/literals/literal.ts';
import { isExternal, joinPath } from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';
import {
  createNavigationBudget,
  type NavigationBudget,
  type NavigationItem,
  readNested,
  spendItem,
} from '../shared/site/navigation.ts';
import type { SiteFinder } from '../shared/site/site-files.ts';
import type { LiteralRecord, VitePressConfig } from './vitepress-config.ts';

interface SidebarReader {
  config: VitePressConfig;
  finder: SiteFinder;
  problems: Problems;
  budget: NavigationBudget;
}

/** The sidebar as a table of contents; several, for folders of the site, follow each other. */
export function readSidebar(
  config: VitePressConfig,
  finder: SiteFinder,
  problems: Problems,
): NavigationItem[] {
  const reader: SidebarReader = { config, finder, problems, budget: createNavigationBudget() };
  const { sidebar } = config;
  if (isLiteralList(sidebar)) return readItems(reader, sidebar, '');
  if (!isLiteralRecord(sidebar)) {
    if (sidebar !== undefined) reportComputed(reader);
    return [];
  }
  const seen = new Set<Literal>();
  const items: NavigationItem[] = [];
  for (const value of Object.values(sidebar)) {
    // Several folders may share one sidebar.
    if (seen.has(value)) continue;
    seen.add(value);
    appendTo(items, readSidebarOf(reader, value));
  }
  return withoutRepeated(items);
}

function readSidebarOf(reader: SidebarReader, value: Literal): NavigationItem[] {
  if (isLiteralList(value)) return readItems(reader, value, '');
  if (isLiteralRecord(value) && isLiteralList(value.items))
    return readItems(reader, value.items, literalText(value.base) ?? '');
  reportComputed(reader);
  return [];
}

/** Sidebars of several folders often share sections. */
function withoutRepeated(items: readonly NavigationItem[]): NavigationItem[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = JSON.stringify(item);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function reportComputed({ config, problems }: SidebarReader): void {
  problems.report({
    path: config.path,
    reason: 'unsupported-navigation',
    message: 'A part of the sidebar is computed and could not be read as data. It was left out.',
  });
}

const readItems = (reader: SidebarReader, items: readonly Literal[], base: string): NavigationItem[] =>
  items.flatMap((item) => {
    if (!spendItem(reader.budget)) return [];
    if (isLiteralRecord(item)) return readItem(reader, item, literalText(item.base) ?? base);
    if (typeof item === 'string') return [pageAt(reader, item, { title: item, base })];
    reportComputed(reader);
    return [];
  });

function readItem(reader: SidebarReader, item: LiteralRecord, base: string): NavigationItem[] {
  const title = stripTags(literalText(item.text) ?? '');
  const link = literalText(item.link);
  if (item.items === undefined) return link === undefined ? [] : [pageAt(reader, link, { title, base })];
  const { items } = item;
  if (!isLiteralList(items)) reportComputed(reader);
  const children = readNested(reader.budget, () =>
    isLiteralList(items) ? readItems(reader, items, base) : [],
  );
  const page = link === undefined ? undefined : pageAt(reader, link, { title, base });
  if (title === '') return page ? [page, ...children] : children;
  return [{ kind: 'section', title, path: page?.kind === 'page' ? page.path : undefined, children }];
}

function pageAt(
  { finder, config }: SidebarReader,
  link: string,
  { title, base }: { title: string; base: string },
): NavigationItem {
  if (isExternal(link)) return { kind: 'link', title: title || link, target: link };
  const route = `/${joinPath(base, link) ?? link}`;
  const found = finder.resolve(route, '');
  if (found?.includes('#')) return { kind: 'link', title, target: found };
  const path = found?.slice(1) ?? joinPath(config.sources, `${route.replace(/\/$/, '/index')}.md`) ?? route;
  return { kind: 'page', path, label: title || undefined };
}

/** Labels may hold HTML. */
const stripTags = (text: string): string => text.replace(/<[^<>]*>/g, '').trim();
