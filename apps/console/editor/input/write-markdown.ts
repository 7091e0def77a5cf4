import type { Node } from 'prosemirror-model';
import { blocksToDocument } from '../convert/to-document.ts';
import { loadParser } from './markdown-parser.ts';

/** The Markdown of a document, or its plain text if the Markdown writer cannot be loaded. */
export async function writeMarkdown(doc: Node): Promise<string> {
  try {
    const parser = await loadParser();
    if (parser) return parser.markdownOf(blocksToDocument(doc));
  } catch {
    // The text matters more than its form.
  }
  return doc.textBetween(0, doc.content.size, '\n\n', ' ');
}
