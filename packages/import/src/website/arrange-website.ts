import type { ImportedDocument, ImportedPage } from '../imported-content.ts';

/**
 * The pages of a website, nested as their paths are. The first comes before the others, as the page of a folder does;
 * siblings keep the order in which they were found.
 */
export function arrangeWebsite(pages: readonly ImportedDocument[]): ImportedPage[] {
  const [first, ...others] = pages;
  if (!first) return [];
  const top: ImportedPage[] = [first];
  const root = partsOf(first.path).join('/');
  const byPath = new Map<string, ImportedDocument>(
    others.map((page) => [partsOf(page.path).join('/'), page]),
  );
  for (const page of others) {
    const parts = partsOf(page.path);
    let parent: ImportedDocument | undefined;
    for (let length = parts.length - 1; length > 0 && !parent; length -= 1) {
      const path = parts.slice(0, length).join('/');
      if (path === root) break;
      parent = byPath.get(path);
    }
    if (parent && parent !== page) parent.children.push(page);
    else top.push(page);
  }
  return top;
}

const partsOf = (url: string): string[] =>
  new URL(url).pathname
    .replace(/\/index\.\w+$|\.(?:html?|php|aspx?)$/i, '')
    .split('/')
    .filter(Boolean);
