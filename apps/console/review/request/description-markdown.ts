/** A chunk of its own: only those who write a description need the parser. */
import type { JSONDocument } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import type { ChangeRequest } from '../../api/change-request.ts';

type Nodes = NonNullable<ChangeRequest['description']>['nodes'];

/** The first heading would be the title of a page. */
const TITLE = '# x\n\n';

/** The description as Markdown. */
export const writeDescription = (nodes: Nodes): string =>
  writeMarkdown({ object: 'document', data: {}, nodes } as unknown as JSONDocument).trim();

/** Markdown as the document of a description. */
export function readDescription(markdown: string): {
  object: 'document';
  nodes: { object: 'block'; type: string }[];
} {
  const { document } = parseMarkdown(TITLE + markdown.replace(/\r\n?/g, '\n'));
  return { object: 'document', nodes: document.nodes as { object: 'block'; type: string }[] };
}
