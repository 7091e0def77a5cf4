import { escapeDestination } from '@lectern/markdown/write/destination';
import type { ImportedPage } from '../../../imported-content.ts';
import { targetFrom } from '../paths.ts';

/** A line of a page in whose place its children are listed, which are known only after the page. */
export const LIST_OF_CHILDREN = '<!-- list of children -->';

/** Lists the children of pages that ask for it; a page without any lists the pages beside it. */
export function listChildren(pages: readonly ImportedPage[]): void {
  for (const page of pages) {
    if (page.kind === 'document' && page.markdown.includes(LIST_OF_CHILDREN)) {
      const listed = page.children.length > 0 ? page.children : pages.filter((each) => each !== page);
      page.markdown = page.markdown
        .split('\n')
        .flatMap((line) =>
          line.trim() === LIST_OF_CHILDREN
            ? listed.flatMap((child) => writeItem(child, line.slice(0, line.indexOf('<'))))
            : [line],
        )
        .join('\n');
    }
    listChildren(page.children);
  }
}

const escapeText = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>{}$|&~]/g, '\\$&');

function writeItem(page: ImportedPage, indent: string): string[] {
  if (page.kind === 'document' && page.isHidden) return [];
  const title = escapeText(page.linkTitle ?? page.title);
  if (page.kind === 'group')
    return [`${indent}* ${title}`, ...page.children.flatMap((child) => writeItem(child, `${indent}  `))];
  const target = page.kind === 'link' ? page.target : targetFrom(`/${page.path}`, '');
  const description = page.kind === 'document' ? page.description : undefined;
  const words = description === undefined ? '' : `: ${escapeText(description)}`;
  return [`${indent}* [${title}](${escapeDestination(target)})${words}`];
}
