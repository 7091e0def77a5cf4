import { indentOf } from '../shared/markup/columns.ts';
import { isExternal } from '../shared/paths.ts';
import type { NavigationItem } from '../shared/site/navigation.ts';

/** The items of deeper lists are put at this depth. */
const MAX_DEPTH = 10;
const MAX_LINE_LENGTH = 2000;

const WIKI_LINK = /\[\[([^[\]|]+)(?:\|([^[\]]+))?\]\]/;
const LINK = /(?<!!)\[([^[\]]+)\]\(<?([^()<>\s]+)>?(?:\s+"[^"]*")?\)/;

/** A line of the sidebar, with the bullets below it. */
interface Entry {
  title: string;
  /** The page of the wiki. */
  path?: string;
  /** The URL, or the part of a page, to which the entry leads in place of a page. */
  target?: string;
  children: Entry[];
}

interface Level {
  indent: number;
  children: Entry[];
}

/**
 * Reads a sidebar that is written as lists of links: nested bullets become children, headings and lines of text begin
 * sections.
 */
export function readSidebarList(
  text: string,
  resolve: (target: string) => string | undefined,
): NavigationItem[] {
  const top: Entry[] = [];
  let levels: Level[] = [{ indent: -1, children: top }];
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '' || line.length > MAX_LINE_LENGTH) continue;
    const bullet = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)/.exec(line);
    const content = (bullet?.[1] ?? line.replace(/^[ \t]*#+[ \t]*/, '')).trim();
    const entry = readEntry(content, resolve);
    if (!entry) continue;
    if (bullet) {
      const indent = indentOf(line);
      while (levels.length > 1 && (levels.at(-1)!.indent >= indent || levels.length > MAX_DEPTH))
        levels.pop();
      levels.at(-1)!.children.push(entry);
      levels.push({ indent, children: entry.children });
    } else {
      top.push(entry);
      // The following items belong to this heading.
      levels = [{ indent: -1, children: entry.target === undefined ? entry.children : top }];
    }
  }
  return top
    .map(itemOf)
    .filter((item) => item.kind !== 'section' || item.path !== undefined || item.children.length > 0);
}

function readEntry(content: string, resolve: (target: string) => string | undefined): Entry | undefined {
  const wiki = WIKI_LINK.exec(content);
  const link = wiki ? null : LINK.exec(content);
  const target = wiki ? (wiki[2] ?? wiki[1]!) : link?.[2];
  const title = plainText(wiki?.[1] ?? link?.[1] ?? content);
  if (target === undefined) return title === '' ? undefined : { title, children: [] };
  const found = resolve(target);
  if (found !== undefined && !found.includes('#')) return { title, path: found.slice(1), children: [] };
  if (found !== undefined) return { title, target: found, children: [] };
  return isExternal(target) ? { title, target, children: [] } : { title, path: target, children: [] };
}

/** A link cannot have children, so one with bullets below it becomes the first entry of a section. */
function itemOf({ title, path, target, children }: Entry): NavigationItem {
  const items = children.map(itemOf);
  if (target !== undefined) {
    const link: NavigationItem = { kind: 'link', title, target };
    return items.length === 0 ? link : { kind: 'section', title, children: [link, ...items] };
  }
  if (path !== undefined && items.length === 0) return { kind: 'page', path, label: title };
  return { kind: 'section', title, path, children: items };
}

const plainText = (text: string): string =>
  text
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/[*_`]+/g, '')
    .replace(/:$/, '')
    .trim();
