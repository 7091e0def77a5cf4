import { readTitle } from '@lectern/markdown/page-source';
import { isHeading, titleText } from '@lectern/markdown/page-title';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;

/**
 * Returns the title of a document: that of its front matter, that with which its page begins, or else its first heading
 * of level one. Undefined if there is none.
 */
export function findPageTitle(markdown: string): string | undefined {
  const title = readTitle(markdown);
  if (title !== undefined || !/^ {0,3}(?:#[ \t]|=+[ \t]*$)/m.test(markdown)) return title;
  for (const node of parseMarkdown(markdown).document.nodes)
    if (isHeading(node) && node.data.level === 1) return titleText(node.nodes) || undefined;
  return undefined;
}

/** The text of a document's front matter, without its fences. */
export const findFrontMatter = (markdown: string): string | undefined =>
  /^\uFEFF?---[ \t]*\r?\n/.test(markdown) ? FRONT_MATTER.exec(markdown)?.[1] : undefined;

/** The last part of a path without its extension. */
export const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:md|markdown)$/i, '');
