import { descendantsOf, findByTag, type HtmlElement } from '../../../../html/html-tree.ts';

/** Pages that begin their headings with the level of the title have them one level lower beside a title of their own. */
export function demoteHeadings(content: HtmlElement): void {
  if (!findByTag(content, 'h1')) return;
  for (const element of descendantsOf(content)) {
    const level = /^h([1-5])$/.exec(element.tagName)?.[1];
    if (level === undefined) continue;
    element.tagName = `h${Number(level) + 1}`;
    element.nodeName = element.tagName;
  }
}
