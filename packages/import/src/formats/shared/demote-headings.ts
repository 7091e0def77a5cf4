import { descendantsOf, findByTag, type HtmlElement } from '@lectern/html/html-tree';

/** Moves headings one level down if they begin with the level of the title, because the page has a title of its own. */
export function demoteHeadings(content: HtmlElement): void {
  if (!findByTag(content, 'h1')) return;
  for (const element of descendantsOf(content)) {
    const level = /^h([1-5])$/.exec(element.tagName)?.[1];
    if (level === undefined) continue;
    element.tagName = `h${Number(level) + 1}`;
    element.nodeName = element.tagName;
  }
}
