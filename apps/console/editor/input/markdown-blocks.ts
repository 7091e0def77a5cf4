/** A chunk of its own: the parser is only needed by those who paste Markdown. */
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
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
