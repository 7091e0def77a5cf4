/** A chunk of its own: only those who write a description as Markdown need the parser. */
import type { JSONDocument } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import type { DocumentNode } from '../../editor/convert/document-json.ts';

/** The first heading would be the title of a page. */
const TITLE = '# x\n\n';

/** The blocks of a description as Markdown. */
export const writeDescription = (nodes: readonly DocumentNode[]): string =>
  writeMarkdown({ object: 'document', data: {}, nodes } as unknown as JSONDocument).trim();

/** The blocks of a description that is written as Markdown. */
export const readDescription = (markdown: string): DocumentNode[] =>
  parseMarkdown(TITLE + markdown.replace(/\r\n?/g, '\n')).document.nodes as unknown as DocumentNode[];
