import type { ImportedContent, ImportedDocument, ImportedPage } from '@lectern/import/imported-content';
import { cutText } from '@lectern/std/cut-text';
import { nothingToImport, sourceTooLarge } from '../import-failures.ts';
import { MAX_LEVELS, MAX_PAGES, MAX_TEXT_LENGTH } from '../import-limits.ts';

const MAX_TITLE_LENGTH = 250;
const MAX_LABEL_LENGTH = 100;
const MAX_DESCRIPTION_LENGTH = 2000;

/** All pages, parents before their children. */
export function* pagesOf(pages: readonly ImportedPage[]): Generator<ImportedPage> {
  const waiting = [...pages].reverse();
  for (let page = waiting.pop(); page; page = waiting.pop()) {
    yield page;
    for (let i = page.children.length - 1; i >= 0; i -= 1) waiting.push(page.children[i] as ImportedPage);
  }
}

export const documentsOf = (pages: readonly ImportedPage[]): ImportedDocument[] =>
  [...pagesOf(pages)].filter((page) => page.kind === 'document');

/** Brings what a format made within what a space can hold. Throws if it is nothing, or too much. */
export function checkContent(content: ImportedContent): ImportedContent {
  let count = 0;
  let length = 0;
  for (const page of pagesOf(content.pages)) {
    count += 1;
    if (page.kind === 'document') length += page.markdown.length;
    if (count > MAX_PAGES) throw sourceTooLarge(`The source has more than ${MAX_PAGES} pages.`);
    if (length > MAX_TEXT_LENGTH)
      throw sourceTooLarge(`The pages have more than ${MAX_TEXT_LENGTH} characters in total.`);
  }
  if (count === 0) throw nothingToImport('The source has no pages.');
  return { ...content, pages: content.pages.flatMap((page) => shapePage(page, 1)) };
}

function shapePage(page: ImportedPage, level: number): ImportedPage[] {
  const title = cleanText(page.title, MAX_TITLE_LENGTH) || 'Untitled';
  const label = page.linkTitle === undefined ? '' : cleanText(page.linkTitle, MAX_LABEL_LENGTH);
  const labels = { title, linkTitle: label === '' || label === title ? undefined : label };
  const children = page.children.flatMap((child) => shapePage(child, level + 1));
  const isDeep = level >= MAX_LEVELS;
  if (page.kind === 'link') {
    const link = { ...page, ...labels, children: [] };
    if (children.length === 0) return [link];
    // A link cannot have pages below it: it becomes the first page of a group.
    return [{ kind: 'group', path: `${page.path}/`, ...labels, children: [link, ...children] }];
  }
  const shaped: ImportedPage =
    page.kind === 'group'
      ? { ...page, ...labels, children }
      : {
          ...page,
          ...labels,
          description: page.description && cleanText(page.description, MAX_DESCRIPTION_LENGTH),
          children,
        };
  return isDeep ? [{ ...shaped, children: [] }, ...children] : [shaped];
}

const cleanText = (text: string, maximum: number): string =>
  cutText(
    text
      .replace(/\p{Cc}+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    maximum,
  );
