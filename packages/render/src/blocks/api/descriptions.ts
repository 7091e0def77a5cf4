import type { Insertion } from '@lectern/html/html';
import { type Block, isText, type Paragraph, plainText } from '@lectern/markdown/document';
import type { ReferenceText } from '@lectern/openapi/reference/operation-reference';
import { blocksOfText } from '@lectern/openapi/reference/text-blocks';
import { type Rendering, renderInlines, withoutLinks } from '../../rendering.ts';

/** In characters: two lines beside examples. */
const MAX_LINE = 160;

/**
 * Splits a description into a line for a summary and what is left to show. A paragraph that is too long for a line, or
 * has more than words, is shown as a whole, and the line is its beginning.
 */
export function splitDescription(
  description: ReferenceText | undefined,
  rendering: Rendering,
): { line: Insertion; rest: readonly Block[] } {
  const blocks = description ? blocksOfText(description) : [];
  const [first, ...others] = blocks;
  if (first?.type !== 'paragraph') return { line: '', rest: blocks };
  if (!fitsLine(first)) return { line: beginningOf(description), rest: blocks };
  return { line: renderInlines(first.nodes, withoutLinks(rendering)), rest: others };
}

const fitsLine = ({ nodes }: Paragraph): boolean =>
  nodes.every(isText) && plainText(nodes).length <= MAX_LINE;

/** The beginning of a description as plain text, cut between words; empty if it does not begin with a paragraph. */
export function beginningOf(description: ReferenceText | undefined): string {
  const [first] = description ? blocksOfText(description) : [];
  if (first?.type !== 'paragraph') return '';
  const text = plainText(first.nodes).trim();
  if (text.length <= MAX_LINE) return text;
  // By characters, none of which is split.
  const [...characters] = text.slice(0, 2 * MAX_LINE);
  return `${characters
    .slice(0, MAX_LINE)
    .join('')
    .replace(/\s\S*$/, '')}…`;
}
