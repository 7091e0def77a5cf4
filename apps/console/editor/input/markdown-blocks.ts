/** A chunk of its own: only pasting and copying need the parser. */
import type { JSONDocument } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import type { Node } from 'prosemirror-model';
import type { DocumentNode } from '../convert/document-json.ts';
import { blocksToEditor } from '../convert/to-editor.ts';

/** The first heading would be the title of a page. */
const TITLE = '# x\n\n';

/** The blocks of a text in Markdown. */
export const blocksOfMarkdown = (text: string): Node[] =>
  blocksToEditor(
    parseMarkdown(TITLE + text.replace(/\r\n?/g, '\n')).document.nodes as unknown as DocumentNode[],
  );

/** Blocks as Markdown, for the clipboard. Throws if they have a form of their own. */
export const markdownOf = (nodes: readonly DocumentNode[]): string =>
  writeMarkdown({ object: 'document', data: {}, nodes } as unknown as JSONDocument);
