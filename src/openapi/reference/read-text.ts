import { cutText } from '../../content/documents/limits.ts';
import { parseMarkdown } from '../../content/documents/parse-markdown.ts';
import type { ReferenceText } from './operation-reference.ts';

const MAX_LENGTH = 20_000;

/** A description as it is written in a spec: Markdown, of which nothing is a front matter or a title. */
export function readReferenceText(value: unknown): ReferenceText | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const markdown = cutText(value.trim(), MAX_LENGTH);
  return { markdown, blocks: parseMarkdown(`<!-- -->\n\n${markdown}`).document.nodes.slice(1) };
}
