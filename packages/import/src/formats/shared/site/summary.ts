import { plainText } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { decodeComponent } from '@lectern/std/decode-component';
import { indentOf } from '../markup/columns.ts';
import { folderOf, isExternal, joinPath, splitTarget } from '../paths.ts';
import { createNavigationBudget, type NavigationItem, spendItem } from './navigation.ts';

const MAX_LINE_LENGTH = 2000;
/** The dialect's table of contents goes as deep. */
const MAX_DEPTH = 20;

const BULLET = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t](.*)$/;
const HEADING = /^ {0,3}#{1,6}[ \t](.*)$/;
const DIVIDER = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const LINK =
  /^\[((?:\\.|[^[\]\\]|\[[^[\]]*\])*)\]\((?:<([^<>]*)>|([^()\s]*(?:\([^()\s]*\)[^()\s]*)*))(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]*\)/;

/** An entry of a table of contents, with the entries below it. */
interface Entry {
  title: string;
  /** The target as it is written; undefined for an entry without one. */
  target: string | undefined;
  children: Entry[];
}

interface SummaryItem {
  entry: Entry;
  /** A title of a part; the entries of the part are its children. */
  isPart: boolean;
}

/**
 * Reads a table of contents in `SUMMARY.md`: lists of links below headings, which begin parts. A link outside of a list,
 * such as a chapter before or after the numbered ones of mdBook, belongs to no part.
 */
export function readSummary(text: string, path: string): NavigationItem[] {
  const folder = folderOf(path);
  return readItems(text).map(({ entry, isPart }) =>
    isPart
      ? {
          kind: 'section',
          title: entry.title,
          children: entry.children.map((child) => toItem(child, folder)),
        }
      : toItem(entry, folder),
  );
}

function readItems(text: string): SummaryItem[] {
  const items: SummaryItem[] = [];
  const budget = createNavigationBudget();
  let part: Entry | undefined;
  let levels: { indent: number; children: Entry[] }[] = [];
  let isFirstHeading = true;
  for (const line of withoutComments(text).split(/\r\n?|\n/)) {
    if (line.trim() === '' || line.length > MAX_LINE_LENGTH || DIVIDER.test(line) || !spendItem(budget))
      continue;
    const bullet = BULLET.exec(line);
    if (bullet) {
      const indent = indentOf(line);
      while (levels.length > 0 && levels.at(-1)!.indent >= indent) levels.pop();
      const entry = readEntry(bullet[2]!.trim());
      const parent = levels[Math.min(levels.length, MAX_DEPTH) - 1];
      if (parent) parent.children.push(entry);
      else if (part) part.children.push(entry);
      else items.push({ entry, isPart: false });
      levels.push({ indent, children: entry.children });
      continue;
    }
    levels = [];
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      // The first heading names the table of contents itself, as a rule.
      const isTitle = isFirstHeading && items.length === 0 && /^ {0,3}#[ \t]/.test(line);
      isFirstHeading = false;
      if (isTitle) continue;
      part = { title: titleOf(withoutMarks(heading)), target: undefined, children: [] };
      items.push({ entry: part, isPart: true });
    } else if (LINK.test(line.trim())) {
      part = undefined;
      items.push({ entry: readEntry(line.trim()), isPart: false });
    }
  }
  return items;
}

/** The text of a heading without the number signs that may end it. */
function withoutMarks(heading: string): string {
  const text = heading.trim();
  let { length } = text;
  while (text[length - 1] === '#') length -= 1;
  return text.slice(0, length).trim();
}

const withoutComments = (text: string): string =>
  text
    .split('<!--')
    .map((piece, i) => (i === 0 || !piece.includes('-->') ? piece : piece.slice(piece.indexOf('-->') + 3)))
    .join('');

function readEntry(text: string): Entry {
  const match = LINK.exec(text);
  if (!match) return { title: titleOf(text), target: undefined, children: [] };
  return { title: titleOf(match[1]!), target: match[2] ?? match[3] ?? '', children: [] };
}

/** The words of a title, which may be marked up. */
function titleOf(markdown: string): string {
  const { document } = parseMarkdown(`- ${markdown}`);
  return plainText(document.nodes).trim() || markdown.trim();
}

function toItem({ title, target, children }: Entry, folder: string): NavigationItem {
  const items = children.map((child) => toItem(child, folder));
  if (target === undefined || target === '')
    return { kind: 'section', title, isDraft: items.length === 0, children: items };
  if (isExternal(target)) {
    const link: NavigationItem = { kind: 'link', title, target };
    return items.length === 0 ? link : { kind: 'section', title, children: [link, ...items] };
  }
  const { path, anchor } = splitTarget(target);
  const file = joinPath(folder, decodeComponent(path)) ?? path;
  if (anchor !== '' && items.length === 0) return { kind: 'link', title, target: `/${file}${anchor}` };
  return items.length === 0
    ? { kind: 'page', path: file, label: title }
    : { kind: 'section', title, path: file, children: items };
}

/** The paths of the pages in a table of contents. */
export function pathsIn(items: readonly NavigationItem[], found = new Set<string>()): Set<string> {
  for (const item of items) {
    if (item.kind !== 'link' && item.path !== undefined) found.add(item.path);
    if (item.kind === 'section') pathsIn(item.children, found);
  }
  return found;
}
