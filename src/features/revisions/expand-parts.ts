import type { DocumentNode, Fragment } from '../../content/documents/document.ts';
import { parseMarkdown } from '../../content/documents/parse-markdown.ts';
import { writeReference } from '../../openapi/reference/write-reference.ts';
import { isOpenApi, namePart, partOf, type SpecParts } from '../../rendering/spec-parts.ts';
import { continueLines, findLineStart } from './line-start.ts';

/** The most text that parts of specs add to a page, in characters. Further tags stay. */
const MAX_EXPANDED_LENGTH = 5_000_000;

/** Puts what specs say in place of the tags that show it. What is not among the parts stays a tag. */
export function expandParts(source: string, parts: SpecParts | undefined): string {
  if (!parts || parts.size === 0) return source;
  const { document, ranges } = parseMarkdown(source);
  let expanded = '';
  let position = 0;
  let left = MAX_EXPANDED_LENGTH;

  const visit = (node: DocumentNode | Fragment): void => {
    if (node.object === 'text') return;
    if (node.object === 'block' && isOpenApi(node)) {
      const wanted = partOf(node);
      const part = wanted && parts.get(namePart(wanted));
      const range = ranges.get(node.key ?? '');
      const before = range && findLineStart(source, range.start);
      if (!part || !range?.closing || before === undefined || range.start < position) return;
      const text = continueLines(writeReference(part).trim(), before);
      left -= text.length;
      if (left < 0) return;
      expanded += source.slice(position, range.start) + text;
      position = range.closing.end;
      return;
    }
    for (const child of node.nodes ?? []) visit(child);
    if (node.object !== 'fragment')
      for (const fragment of (node.fragments ?? []) as Fragment[]) visit(fragment);
  };

  for (const node of document.nodes) visit(node);
  return expanded + source.slice(position);
}
