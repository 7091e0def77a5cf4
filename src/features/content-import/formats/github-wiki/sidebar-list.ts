import { indentOf } from '../shared/markup/columns.ts';
import { isExternal } from '../shared/paths.ts';
import type { NavigationItem, NavigationSection } from '../shared/site/navigation.ts';

/** The items of deeper lists are put at this depth. */
const MAX_DEPTH = 10;
const MAX_LINE_LENGTH = 2000;

const WIKI_LINK = /\[\[([^[\]|]+)(?:\|([^[\]]+))?\]\]/;
const LINK = /(?<!!)\[([^[\]]+)\]\(<?([^()<>\s]+)>?(?:\s+"[^"]*")?\)/;

interface Level {
  indent: number;
  children: NavigationItem[];
}

/**
 * Reads a sidebar that is written as lists of links: nested bullets become children, headings and lines of text begin
 * sections.
 */
export function readSidebarList(
  text: string,
  resolve: (target: string) => string | undefined,
): NavigationItem[] {
  const top: NavigationItem[] = [];
  let levels: Level[] = [{ indent: -1, children: top }];
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '' || line.length > MAX_LINE_LENGTH) continue;
    const bullet = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)/.exec(line);
    const content = (bullet?.[1] ?? line.replace(/^[ \t]*#+[ \t]*/, '')).trim();
    const item = readEntry(content, resolve);
    if (!item) continue;
    if (bullet) {
      const indent = indentOf(line);
      while (levels.length > 1 && (levels.at(-1)!.indent >= indent || levels.length > MAX_DEPTH))
        levels.pop();
      levels.at(-1)!.children.push(item);
      levels.push({ indent, children: childrenOf(item) });
    } else {
      top.push(item);
      // The following items belong to this heading.
      levels = [{ indent: -1, children: item.kind === 'section' ? item.children : top }];
    }
  }
  return top
    .map(simplify)
    .filter((item) => item.kind !== 'section' || item.path !== undefined || item.children.length > 0);
}

function readEntry(
  content: string,
  resolve: (target: string) => string | undefined,
): NavigationItem | undefined {
  const wiki = WIKI_LINK.exec(content);
  const link = wiki ? null : LINK.exec(content);
  const target = wiki ? (wiki[2] ?? wiki[1]!) : link?.[2];
  const title = plainText(wiki?.[1] ?? link?.[1] ?? content);
  if (target === undefined) return title === '' ? undefined : { kind: 'section', title, children: [] };
  const found = resolve(target);
  if (found !== undefined && !found.includes('#'))
    return { kind: 'section', title, path: found.slice(1), children: [] };
  if (found !== undefined) return { kind: 'link', title, target: found };
  return isExternal(target)
    ? { kind: 'link', title, target }
    : { kind: 'section', title, path: target, children: [] };
}

/** A link cannot have children, so items below it are not listed. */
const childrenOf = (item: NavigationItem): NavigationItem[] => (item.kind === 'section' ? item.children : []);

function simplify(item: NavigationItem): NavigationItem {
  if (item.kind !== 'section') return item;
  const section: NavigationSection = { ...item, children: item.children.map(simplify) };
  if (section.children.length > 0 || section.path === undefined) return section;
  return { kind: 'page', path: section.path, label: section.title };
}

const plainText = (text: string): string =>
  text
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/[*_`]+/g, '')
    .replace(/:$/, '')
    .trim();
