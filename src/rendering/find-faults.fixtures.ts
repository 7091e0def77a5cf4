import { parseFragment } from 'parse5';
import { descendantsOf } from '../html/html-tree.ts';

const FORBIDDEN = new Set(['base', 'embed', 'form', 'iframe', 'link', 'meta', 'object', 'script', 'style']);
const ADDRESSES = new Set(['action', 'formaction', 'href', 'src', 'srcset', 'xlink:href']);
const RUNNING = /^[\s\p{Cc}]*(?!https?:|mailto:)[a-z][a-z\d+.-]*:/iu;

/** Finds everything that must not be in the HTML of a document: scripts, styles, and anything loaded from elsewhere. */
export function findFaults(html: string): string[] {
  const faults: string[] = [];
  const tree = parseFragment(html, {
    onParseError: ({ code, startOffset }) => faults.push(`${code} at ${startOffset}`),
    sourceCodeLocationInfo: true,
  });
  const ids = new Set<string>();
  for (const { tagName, attrs, sourceCodeLocation } of descendantsOf(tree)) {
    if (FORBIDDEN.has(tagName)) faults.push(`<${tagName}>`);
    // The parser closes elements that were not closed.
    if (
      sourceCodeLocation &&
      !VOID.has(tagName) &&
      !sourceCodeLocation.endTag &&
      !isSelfClosed(html, sourceCodeLocation.endOffset)
    )
      faults.push(`unclosed <${tagName}>`);
    for (const { name, value } of attrs) {
      if (name === 'style' || name.startsWith('on')) faults.push(`${name} of <${tagName}>`);
      if (name === 'id') {
        if (ids.has(value)) faults.push(`id ${value} twice`);
        ids.add(value);
      }
      if (ADDRESSES.has(name) && RUNNING.test(value)) faults.push(`${name}="${value}"`);
      if (name === 'src' && /^(?:https?:)?\/\//.test(value)) faults.push(`src="${value}"`);
    }
  }
  return faults;
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr']);

const isSelfClosed = (html: string, end: number): boolean => html.slice(end - 2, end) === '/>';
